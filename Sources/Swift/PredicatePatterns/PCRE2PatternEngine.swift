#if PCRE2
import CPCRE2
#endif
import PredicateCore
import PredicatePatternSyntax

/// MATCHES by PCRE2. Patterns are compiled to machine code if the system allows it. Time and memory are limited.
///
/// Patterns are in ICU's syntax, as in NSPredicate. The reference describes the differences under MATCHES. Any
/// number of threads may share one engine.
public struct PCRE2PatternEngine: PatternEngine {
    /// The engine.
    public init() {}

    /// A pattern in ICU's syntax, ready to match.
    ///
    /// - Throws: `PatternError` for a pattern that is malformed, not supported by every engine, or too large.
    public func compile(
        _ pattern: String, options: StringOptions, limits: PredicateLimits
    ) throws(PatternError) -> any CompiledPattern {
        #if PCRE2
        let options = options.effective
        if pattern.isEmpty { return EmptyPattern() }
        let code = try PatternWriter.write(pattern, options: options, for: .pcre2, Self.compile)
        return PCRE2Pattern(
            code: code, foldsMarks: options.contains(.diacriticInsensitive), steps: limits.patternSteps)
        #else
        throw PatternError("the trait `PCRE2` of the package PredicateFormat is off", at: 0)
        #endif
    }

    #if PCRE2
    /// The compiled form of a pattern.
    private static func compile(_ writer: PatternWriter) throws(PatternError) -> OpaquePointer {
        guard let context = pcre2_compile_context_create_8(nil) else {
            throw PatternError(PatternMessages.tooLarge, at: 0, isLimit: true)
        }
        defer { pcre2_compile_context_free_8(context) }
        // ICU's line ends, for `.`, `^`, `$` and `\R`.
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
        pcre2_set_bsr_8(context, UInt32(PCRE2_BSR_UNICODE))
        // The parser has its own limit. The writer adds less than three times as many levels.
        pcre2_set_parens_nest_limit_8(context, UInt32(PatternParser.depthLimit * 4))
        let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_UTF_CHECK
        var number: CInt = 0
        var location = 0
        var text = writer.text
        let code = text.withUTF8 { bytes in
            pcre2_compile_8(bytes.baseAddress, bytes.count, options, &number, &location, context)
        }
        guard let code else { throw error(number, at: writer.offset(of: location)) }
        // If there is no machine code, which hardened systems refuse, the pattern is interpreted.
        pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        return code
    }

    private static func error(_ number: CInt, at offset: Int) -> PatternError {
        switch number {
        case CInt(PCRE2_ERROR_PATTERN_TOO_LARGE), CInt(PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP),
            CInt(PCRE2_ERROR_HEAP_FAILED), CInt(PCRE2_ERROR_PATTERN_TOO_COMPLICATED),
            CInt(PCRE2_ERROR_LOOKBEHIND_TOO_LONG), CInt(PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED):
            return PatternError(PatternMessages.tooLarge, at: offset, isLimit: true)
        default:
            var message = [UInt8](repeating: 0, count: 256)
            let length = pcre2_get_error_message_8(number, &message, message.count)
            let text = String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self)
            return PatternError(PatternMessages.engine(text), at: offset)
        }
    }
    #endif
}

extension PCRE2PatternEngine: RegularLanguageEngine {
    package func language(of pattern: String, options: StringOptions) -> RegularLanguage? {
        PatternLanguage.of(pattern, options: options)
    }
}

extension PatternEngine where Self == PCRE2PatternEngine {
    /// MATCHES by PCRE2.
    #if !PCRE2
    @available(*, unavailable, message: "the trait `PCRE2` of the package PredicateFormat is off")
    #endif
    public static var pcre2: PCRE2PatternEngine { PCRE2PatternEngine() }
}

extension PredicateLibrary {
    /// The standard library with MATCHES by PCRE2. Without the trait `PCRE2`, MATCHES is an error when checked.
    public static let standardWithPatterns: PredicateLibrary = {
        #if PCRE2
        PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())
        #else
        PredicateLibrary.standard
        #endif
    }()
}

#if PCRE2

/// A pattern ready to match.
///
/// The compiled code never changes, and a match writes only to memory of its thread. So any thread may use the
/// pattern.
final class PCRE2Pattern: CompiledPattern, @unchecked Sendable {
    private let code: OpaquePointer
    private let hasMachineCode: Bool
    private let foldsMarks: Bool
    private let steps: UInt32

    /// Takes ownership of the compiled code.
    init(code: OpaquePointer, foldsMarks: Bool, steps: Int) {
        self.code = code
        self.foldsMarks = foldsMarks
        self.steps = UInt32(clamping: max(1, steps))
        var size = 0
        hasMachineCode = pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_JITSIZE), &size) == 0 && size > 0
    }

    deinit { pcre2_code_free_8(code) }

    func match(_ text: String) -> PatternMatch { match(text, steps: Int(steps)) }

    func match(utf8 text: UnsafeBufferPointer<UInt8>) -> PatternMatch { match(utf8: text, steps: Int(steps)) }

    func match(_ text: String, steps: Int) -> PatternMatch {
        var text = foldsMarks ? TextFolding.fold(text, .diacriticInsensitive) : text
        return text.withUTF8 { match($0, min(self.steps, UInt32(clamping: steps))) }
    }

    func match(utf8 text: UnsafeBufferPointer<UInt8>, steps: Int) -> PatternMatch {
        foldsMarks
            ? match(String(decoding: text, as: UTF8.self), steps: steps)
            : match(text, min(self.steps, UInt32(clamping: steps)))
    }

    private func match(_ bytes: UnsafeBufferPointer<UInt8>, _ steps: UInt32) -> PatternMatch {
        guard let scratch = MatchScratch.ofThread() else { return .limitReached }
        return withExtendedLifetime(scratch) {
            scratch.allow(steps: steps)
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return withUnsafePointer(to: UInt8(0)) { match($0, 0, scratch) }
            }
            return match(start, bytes.count, scratch)
        }
    }

    private func match(_ start: UnsafePointer<UInt8>, _ count: Int, _ scratch: MatchScratch) -> PatternMatch {
        if hasMachineCode {
            let result = pcre2_jit_match_8(
                code, start, count, 0, PCRE2_NO_UTF_CHECK, scratch.data, scratch.context)
            // A match that exceeds the stack of machine code is repeated by the interpreter, which uses the heap.
            if result != PCRE2_ERROR_JIT_STACKLIMIT { return Self.outcome(result) }
        }
        let options = PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT
        return Self.outcome(
            pcre2_match_8(code, start, count, 0, options, scratch.data, scratch.context))
    }

    /// Uses a partial match, which succeeds if more text could complete it.
    func canBegin(with text: String) -> Bool? {
        var text = foldsMarks ? TextFolding.fold(text, .diacriticInsensitive) : text
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
            guard let scratch = MatchScratch.ofThread() else { return nil }
            return withExtendedLifetime(scratch) {
                scratch.allow(steps: steps)
                let options = PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT | PCRE2_PARTIAL_HARD
                let result = pcre2_match_8(code, start, bytes.count, 0, options, scratch.data, scratch.context)
                if result >= 0 || result == PCRE2_ERROR_PARTIAL { return true }
                return result == PCRE2_ERROR_NOMATCH ? false : nil
            }
        }
    }

    private static func outcome(_ result: CInt) -> PatternMatch {
        // Zero means a match whose groups did not all fit. Groups are not needed.
        if result >= 0 { return .matched }
        return result == PCRE2_ERROR_NOMATCH ? .notMatched : .limitReached
    }
}
#endif
