extension ValueSemantics {
    /// An operator on strings between two values.
    ///
    /// - Parameters:
    ///   - patterns: keeps the compiled patterns of MATCHES. Without it MATCHES is false.
    ///   - context: the context for operators with patterns; other operators need none.
    package static func holds(
        _ op: TextOperator, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions,
        library: PredicateLibrary, patterns: PatternCache?, context: EvaluationContext?, _ work: inout WorkBudget
    ) -> Bool {
        switch op {
        case .contains: return contains(a, b, options: options, library: library, &work)
        case .beginsWith: return beginsWith(a, b, options: options, &work)
        case .endsWith: return endsWith(a, b, options: options, &work)
        case .like: return like(a, b, options: options, limits: context?.limits ?? .standard, &work)
        case .matches:
            guard let patterns, let context else { return false }
            return matches(a, b, options: options, patterns: patterns, context: context, &work)
        }
    }

    /// `CONTAINS`, and `IN` with its sides swapped: a part of a string, an element of a list or set, a value of a
    /// dictionary.
    ///
    /// Nothing contains nil, and nil contains nothing. The options apply to text, including text in a collection.
    package static func contains(
        _ container: PredicateValue, _ element: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard, _ work: inout WorkBudget
    ) -> Bool {
        if case .null = element { return false }
        switch container {
        case .list(let elements), .set(let elements):
            for candidate in elements {
                guard work.step(WorkCost.candidate) else { return false }
                if equals(candidate, element, options: options, library: library, &work) { return true }
            }
            return false
        case .object(let record):
            guard record.isDictionary else { return false }
            for key in record.keys {
                guard work.step(WorkCost.dictionaryCandidate) else { return false }
                if equals(record.value(forKey: key), element, options: options, library: library, &work) { return true }
            }
            return false
        default:
            guard let text = text(of: container), let needle = self.text(of: element) else { return false }
            return work.step(WorkCost.searching(text.utf8.count, for: needle.utf8.count, options))
                && TextComparison.contains(text, needle, options: options)
        }
    }

    /// `BEGINSWITH`; false if a side is not a string, or the right one is empty.
    package static func beginsWith(
        _ value: PredicateValue, _ prefix: PredicateValue, options: StringOptions = [], _ work: inout WorkBudget
    ) -> Bool {
        guard let text = text(of: value), let prefix = self.text(of: prefix) else { return false }
        return work.step(WorkCost.comparing(text, prefix, TextFolding.folding(options)))
            && TextComparison.hasPrefix(text, prefix, options: options)
    }

    /// `ENDSWITH`; false if a side is not a string, or the right one is empty.
    package static func endsWith(
        _ value: PredicateValue, _ suffix: PredicateValue, options: StringOptions = [], _ work: inout WorkBudget
    ) -> Bool {
        guard let text = text(of: value), let suffix = self.text(of: suffix) else { return false }
        return work.step(WorkCost.comparing(text, suffix, TextFolding.folding(options)))
            && TextComparison.hasSuffix(text, suffix, options: options)
    }

    /// `LIKE`; false if a side is not a string, or the pattern is longer than the limits allow.
    package static func like(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [],
        limits: PredicateLimits = .standard, _ work: inout WorkBudget
    ) -> Bool {
        guard let text = text(of: value), let pattern = self.text(of: pattern) else { return false }
        guard pattern.utf8.count <= limits.patternBytes else { return false }
        guard work.step(WorkCost.reading(pattern: pattern.utf8.count)) else { return false }
        return matches(text, LikePattern(pattern, options: options), &work)
    }

    /// `LIKE` with a parsed pattern.
    @inline(__always)
    package static func matches(_ text: String, _ pattern: LikePattern, _ work: inout WorkBudget) -> Bool {
        work.step(WorkCost.like(text.utf8.count, pattern)) && pattern.matches(text)
    }

    /// `MATCHES`; false if a side is not a string, or if the pattern is empty (D12) or does not compile.
    ///
    /// - Parameter patterns: keeps compiled patterns, and reports patterns that do not compile.
    package static func matches(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [], patterns: PatternCache,
        context: EvaluationContext, _ work: inout WorkBudget
    ) -> Bool {
        guard let text = text(of: value), let pattern = self.text(of: pattern), !pattern.isEmpty else { return false }
        return patterns.matches(text, pattern: pattern, options: options, context: context, &work)
    }

    /// An operator that a program has registered; false if a side is nil.
    package static func custom(
        _ registered: PredicateOperator, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions,
        _ work: inout WorkBudget
    ) -> Bool {
        if case .null = a { return false }
        if case .null = b { return false }
        return work.step(registered.steps) && work.step(giving: [a, b]) && registered.body(a, b, options)
    }
}
