import Foundation
import PredicateCore
import PredicatePatternSyntax

/// MATCHES by Foundation's NSRegularExpression, for systems without PCRE2.
///
/// It reads the same patterns with the same meaning as the engine of `PredicatePatterns`, and stops a match that
/// takes too long. It is about ten times slower.
public struct FoundationPatternEngine: PatternEngine {
    /// The engine.
    public init() {}

    /// A pattern in ICU's syntax, ready to match.
    ///
    /// - Throws: `PatternError` for a pattern that is malformed, not supported by every engine, or too large.
    public func compile(
        _ pattern: String, options: StringOptions, limits: PredicateLimits
    ) throws(PatternError) -> any CompiledPattern {
        let options = options.effective
        if pattern.isEmpty { return EmptyPattern() }
        let foldsMarks = options.contains(.diacriticInsensitive)
        let expression = try PatternWriter.write(pattern, options: options, for: .icu) {
            writer throws(PatternError) in
            do {
                return try NSRegularExpression(pattern: writer.text)
            } catch {
                throw PatternError("the engine does not accept it", at: 0)
            }
        }
        return FoundationPattern(expression: expression, foldsMarks: foldsMarks, steps: limits.patternSteps)
    }
}

extension FoundationPatternEngine: RegularLanguageEngine {
    package func language(of pattern: String, options: StringOptions) -> RegularLanguage? {
        PatternLanguage.of(pattern, options: options)
    }
}

extension PatternEngine where Self == FoundationPatternEngine {
    /// MATCHES by Foundation.
    public static var foundation: FoundationPatternEngine { FoundationPatternEngine() }
}

extension PredicateLibrary {
    /// The standard library with MATCHES by Foundation.
    public static let standardWithFoundationPatterns = PredicateLibrary.standard.using(
        patterns: FoundationPatternEngine())
}

/// A pattern ready to match. NSRegularExpression is immutable and may be used from any thread.
private final class FoundationPattern: CompiledPattern, @unchecked Sendable {
    private let expression: NSRegularExpression
    private let foldsMarks: Bool
    private let reports: Int

    /// The number of steps of the engine between two progress reports.
    private static let stepsPerReport = 10_000

    init(expression: NSRegularExpression, foldsMarks: Bool, steps: Int) {
        self.expression = expression
        self.foldsMarks = foldsMarks
        reports = max(1, steps / Self.stepsPerReport)
    }

    func match(_ text: String) -> PatternMatch {
        let text = foldsMarks ? TextFolding.fold(text, .diacriticInsensitive) : text
        var outcome = PatternMatch.notMatched
        var left = reports
        let range = NSRange(location: 0, length: text.utf16.count)
        let options: NSRegularExpression.MatchingOptions = [.reportProgress, .reportCompletion, .anchored]
        expression.enumerateMatches(in: text, options: options, range: range) { result, flags, stop in
            if result != nil {
                outcome = .matched
                stop.pointee = true
            } else if flags.contains(.internalError) {
                // The engine's stack for backtracking is exhausted.
                if outcome == .notMatched { outcome = .limitReached }
            } else if flags.contains(.progress) {
                left -= 1
                if left <= 0 {
                    outcome = .limitReached
                    stop.pointee = true
                }
            }
        }
        return outcome
    }
}
