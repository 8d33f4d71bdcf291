/// Compiled patterns of MATCHES by their text, for patterns that are known only while a predicate is evaluated.
///
/// Safe to use from several threads. It keeps a bounded number of patterns and forgets all of them when there are more: what
/// makes its patterns from the data gains nothing by keeping them.
package final class PatternCache: Sendable {
    private struct Key: Hashable {
        var pattern: [UInt8]
        var options: StringOptions
        var limits: PredicateLimits
    }

    private enum Entry: Sendable {
        case compiled(any CompiledPattern)
        case bad(String)
    }

    private let engine: (any PatternEngine)?
    private let entries = Locked<[Key: Entry]>([:])
    private static let capacity = 128

    /// A cache before the engine of a library.
    package init(library: PredicateLibrary) { engine = library.patterns }

    /// Whether the whole text matches; false, and a warning, when the pattern cannot be compiled or the match takes more
    /// steps than the limit.
    package func matches(
        _ text: String, pattern: String, options: StringOptions, context: EvaluationContext
    ) -> Bool {
        switch entry(pattern, options: options.effective, limits: context.limits) {
        case .compiled(let compiled):
            return Self.matches(text, compiled, pattern: pattern, context: context)
        case .bad(let reason):
            context.warn?(.badPattern(pattern, reason))
            return false
        }
    }

    /// Whether the whole text matches a compiled pattern; a limit that is reached is false and a warning.
    static func matches(
        _ text: String, _ compiled: any CompiledPattern, pattern: String, context: EvaluationContext
    ) -> Bool {
        holds(compiled.match(text), pattern: pattern, context: context)
    }

    /// The same of UTF-8.
    package static func matches(
        utf8 text: UnsafeBufferPointer<UInt8>, _ compiled: any CompiledPattern, pattern: String,
        context: EvaluationContext
    ) -> Bool {
        holds(compiled.match(utf8: text), pattern: pattern, context: context)
    }

    private static func holds(_ match: PatternMatch, pattern: String, context: EvaluationContext) -> Bool {
        switch match {
        case .matched: return true
        case .notMatched: return false
        case .limitReached:
            context.warn?(.patternLimit(pattern))
            return false
        }
    }

    /// A pattern ready to match, when it can be compiled.
    package func compiled(_ pattern: String, options: StringOptions, limits: PredicateLimits) -> (any CompiledPattern)?
    {
        guard case .compiled(let compiled) = entry(pattern, options: options.effective, limits: limits) else {
            return nil
        }
        return compiled
    }

    private func entry(_ pattern: String, options: StringOptions, limits: PredicateLimits) -> Entry {
        let key = Key(pattern: Array(pattern.utf8), options: options, limits: limits)
        if let known = entries.withLock({ $0[key] }) { return known }
        let made = make(pattern, options: options, limits: limits)
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[key] = made
        }
        return made
    }

    private func make(_ pattern: String, options: StringOptions, limits: PredicateLimits) -> Entry {
        guard let engine else { return .bad("there is no engine for patterns") }
        guard pattern.utf8.count <= limits.patternBytes else {
            return .bad("the pattern is longer than \(limits.patternBytes) bytes")
        }
        do throws(PatternError) {
            return .compiled(try engine.compile(pattern, options: options, limits: limits))
        } catch {
            return .bad(error.message)
        }
    }
}
