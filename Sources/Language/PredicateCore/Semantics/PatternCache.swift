/// Compiled patterns of MATCHES by their text, for patterns that are only known during evaluation.
///
/// Several threads can use it. It keeps a bounded number of patterns. When it is full it drops all of them, because
/// patterns from the data are rarely used again.
package final class PatternCache: Sendable {
    private struct Key: Hashable {
        var pattern: [UInt8]
        var options: StringOptions
        var bounds: PatternBounds
        var isSearch: Bool
    }

    private enum Entry: Sendable {
        case compiled(any CompiledPattern)
        case bad(String)
        case large(String)
    }

    private let engine: (any PatternEngine)?
    private let entries = Locked<[Key: Entry]>([:])
    private static let capacity = 128

    /// A cache for the engine of a library.
    package init(library: PredicateLibrary) { engine = library.patterns }

    /// Whether the whole text matches. Returns false, with a warning, if the pattern does not compile or the match
    /// exceeds the limit of steps.
    ///
    /// - Parameter isSearch: whether a match anywhere in the text is enough.
    package func matches(
        _ text: String, pattern: String, options: StringOptions, isSearch: Bool = false, context: EvaluationContext,
        _ work: inout WorkBudget
    ) -> Bool {
        switch entry(pattern, options: options.effective, limits: context.limits, isSearch: isSearch) {
        case .compiled(let compiled):
            return Self.matches(text, compiled, pattern: pattern, context: context, &work)
        case .bad(let reason):
            context.warn?(.badPattern(pattern, reason))
            return false
        case .large(let reason):
            context.warn?(.largePattern(pattern, reason))
            return false
        }
    }

    /// Whether the whole text matches a compiled pattern. A match that exceeds the limit is false and causes a
    /// warning.
    ///
    /// An engine does not report the steps of a match. So a match starts with few steps. If they are not enough, they
    /// are charged, and the match starts again with more.
    static func matches(
        _ text: String, _ compiled: any CompiledPattern, pattern: String, context: EvaluationContext,
        _ work: inout WorkBudget
    ) -> Bool {
        let size = text.utf8.count
        guard work.step(WorkCost.matching(size)) else { return false }
        let match = bounded(size, context.limits.patternSteps) { steps in
            compiled.match(text, steps: steps)
        } charge: { steps in
            work.stepBeyondEstimate(steps)
        }
        if match == .limitReached, !work.isStopped { context.warn?(.patternLimit(pattern)) }
        return match == .matched
    }

    /// Repeats a match with more steps of the engine until they are enough, up to a limit.
    ///
    /// - Parameters:
    ///   - size: the size of the text in bytes.
    ///   - charge: called with the steps of each match that were not enough; false ends the repetition.
    package static func bounded(
        _ size: Int, _ limit: Int, match: (Int) -> PatternMatch, charge: (Int) -> Bool
    ) -> PatternMatch {
        var steps = min(limit, WorkCost.patternSteps(for: size))
        while true {
            let result = match(steps)
            guard result == .limitReached else { return result }
            guard charge(WorkCost.matching(size, engineSteps: steps)), steps < limit else { return .limitReached }
            steps = min(limit, 4 * steps)
        }
    }

    /// The answer for UTF-8; nil if the match exceeds its initial steps, or `patternSteps` if that is lower.
    package static func matches(
        utf8 text: UnsafeBufferPointer<UInt8>, _ compiled: any CompiledPattern, patternSteps: Int
    ) -> Bool? {
        let steps = WorkCost.patternSteps(for: text.count)
        switch compiled.match(utf8: text, steps: min(steps, patternSteps)) {
        case .matched: return true
        case .notMatched: return false
        case .limitReached: return nil
        }
    }

    /// A compiled pattern; nil if it does not compile.
    package func compiled(_ pattern: String, options: StringOptions, limits: PredicateLimits) -> (any CompiledPattern)?
    {
        guard case .compiled(let compiled) = entry(pattern, options: options.effective, limits: limits) else {
            return nil
        }
        return compiled
    }

    private func entry(
        _ pattern: String, options: StringOptions, limits: PredicateLimits, isSearch: Bool = false
    ) -> Entry {
        let key = Key(
            pattern: Array(pattern.utf8), options: options, bounds: PatternBounds(limits), isSearch: isSearch)
        if let known = entries.withLock({ $0[key] }) { return known }
        let made = make(pattern, options: options, limits: limits, isSearch: isSearch)
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
            entries[key] = made
        }
        return made
    }

    private func make(_ pattern: String, options: StringOptions, limits: PredicateLimits, isSearch: Bool) -> Entry {
        guard let engine else { return .bad("there is no pattern engine") }
        guard pattern.utf8.count <= limits.patternBytes else {
            return .large("the pattern is longer than \(limits.patternBytes) bytes")
        }
        do throws(PatternError) {
            let compiled = try engine.compile(pattern, options: options, limits: limits)
            guard isSearch else { return .compiled(compiled) }
            let search = Self.search(for: pattern, engine, options: options, limits: limits)
            return .compiled(try engine.compile(search, options: options, limits: limits))
        } catch {
            return error.isLimit ? .large(error.message) : .bad(error.message)
        }
    }

    /// The pattern of the strings in which a pattern matches somewhere. The pattern compiles on its own.
    private static func search(
        for pattern: String, _ engine: any PatternEngine, options: StringOptions, limits: PredicateLimits
    ) -> String {
        // A pattern may end within a quotation or a comment, which would go on after it. Then a parenthesis after it is
        // part of that. Elsewhere it is one too many, and the pattern does not compile.
        func isOpen(_ pattern: String) -> Bool {
            (try? engine.compile(pattern + ")", options: options, limits: limits)) != nil
        }
        var end = ""
        if pattern.utf8.contains(UInt8(ascii: "#")) || pattern.containsExactly("\\Q"), isOpen(pattern) {
            end = ["\n", "\\E"].first { !isOpen(pattern + $0) } ?? ""
        }
        return "(?s:.*?)(?:\(pattern)\(end))(?s:.*)"
    }
}

/// The limits that affect the compilation of a pattern. Limits on evaluation do not.
package struct PatternBounds: Hashable, Sendable {
    private let bytes: Int
    private let steps: Int

    init(_ limits: PredicateLimits) {
        bytes = limits.patternBytes
        steps = limits.patternSteps
    }
}
