extension ValueSemantics {
    /// `CONTAINS`, and `IN` with its sides swapped: a part of a text, an element of a list or set, a value of a dictionary.
    ///
    /// Nothing contains nil, and nil contains nothing. The options hold for text, also for text in a collection.
    package static func contains(
        _ container: PredicateValue, _ element: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard
    ) -> Bool {
        if case .null = element { return false }
        switch container {
        case .list(let elements), .set(let elements):
            return contains(elements, element, options: options, library: library)
        case .object(let record):
            guard record.isDictionary else { return false }
            for key in record.keys
            where equals(record.value(forKey: key), element, options: options, library: library) {
                return true
            }
            return false
        default:
            guard let text = text(of: container), let needle = self.text(of: element) else { return false }
            return TextComparison.contains(text, needle, options: options)
        }
    }

    private static func contains(
        _ elements: [PredicateValue], _ element: PredicateValue, options: StringOptions, library: PredicateLibrary
    ) -> Bool {
        for candidate in elements where equals(candidate, element, options: options, library: library) { return true }
        return false
    }

    /// `BEGINSWITH`; false when a side is no text, or the right one is empty.
    package static func beginsWith(
        _ value: PredicateValue, _ prefix: PredicateValue, options: StringOptions = []
    ) -> Bool {
        guard let text = text(of: value), let prefix = self.text(of: prefix) else { return false }
        return TextComparison.hasPrefix(text, prefix, options: options)
    }

    /// `ENDSWITH`; false when a side is no text, or the right one is empty.
    package static func endsWith(
        _ value: PredicateValue, _ suffix: PredicateValue, options: StringOptions = []
    ) -> Bool {
        guard let text = text(of: value), let suffix = self.text(of: suffix) else { return false }
        return TextComparison.hasSuffix(text, suffix, options: options)
    }

    /// `LIKE`; false when a side is no text, or the pattern is longer than the limits allow.
    package static func like(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [],
        limits: PredicateLimits = .standard
    ) -> Bool {
        guard let text = text(of: value), let pattern = self.text(of: pattern) else { return false }
        guard pattern.utf8.count <= limits.patternBytes else { return false }
        return LikePattern(pattern, options: options).matches(text)
    }

    /// `MATCHES`; false when a side is no text, and for a pattern that is empty (LANGUAGE D12) or cannot be compiled.
    ///
    /// - Parameter patterns: keeps what has been compiled, and tells of what cannot be.
    package static func matches(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [], patterns: PatternCache,
        context: EvaluationContext
    ) -> Bool {
        guard let text = text(of: value), let pattern = self.text(of: pattern), !pattern.isEmpty else { return false }
        return patterns.matches(text, pattern: pattern, options: options, context: context)
    }

    /// An operator of the library; false when a side is nil or there is no such operator.
    package static func custom(
        _ name: String, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions, library: PredicateLibrary
    ) -> Bool {
        if case .null = a { return false }
        if case .null = b { return false }
        guard let found = library.operators[name.uppercased()] else { return false }
        return found.body(a, b, options)
    }
}
