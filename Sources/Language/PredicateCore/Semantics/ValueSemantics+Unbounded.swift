// Operations without a budget, for callers that limit their work in other ways: the checker compares literals, queries
// compare two values at a time, and traces explain an earlier evaluation.
extension ValueSemantics {
    /// `equals` without a budget.
    package static func equals(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return equals(a, b, options: options, library: library, &work)
    }

    /// `order` without a budget.
    package static func order(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard
    ) -> Order? {
        var work = WorkBudget.unlimited
        return order(a, b, options: options, library: library, &work)
    }

    /// `ordered` without a budget.
    package static func ordered(
        _ ordering: CoreOrdering, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return ordered(ordering, a, b, options: options, library: library, &work)
    }

    /// `arithmetic` without a budget.
    package static func arithmetic(
        _ op: ArithmeticOperator, _ a: PredicateValue, _ b: PredicateValue
    ) -> PredicateValue {
        var work = WorkBudget.unlimited
        return arithmetic(op, a, b, &work)
    }

    /// `contains` without a budget.
    package static func contains(
        _ container: PredicateValue, _ element: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return contains(container, element, options: options, library: library, &work)
    }

    /// `beginsWith` without a budget.
    package static func beginsWith(
        _ value: PredicateValue, _ prefix: PredicateValue, options: StringOptions = []
    ) -> Bool {
        var work = WorkBudget.unlimited
        return beginsWith(value, prefix, options: options, &work)
    }

    /// `endsWith` without a budget.
    package static func endsWith(
        _ value: PredicateValue, _ suffix: PredicateValue, options: StringOptions = []
    ) -> Bool {
        var work = WorkBudget.unlimited
        return endsWith(value, suffix, options: options, &work)
    }

    /// `like` without a budget.
    package static func like(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [],
        limits: PredicateLimits = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return like(value, pattern, options: options, limits: limits, &work)
    }

    /// `matches` without a budget.
    package static func matches(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [], patterns: PatternCache,
        context: EvaluationContext
    ) -> Bool {
        var work = WorkBudget.unlimited
        return matches(value, pattern, options: options, patterns: patterns, context: context, &work)
    }

    /// `between` without a budget.
    package static func between(_ value: PredicateValue, _ low: PredicateValue, _ high: PredicateValue) -> Bool {
        var work = WorkBudget.unlimited
        return between(value, low, high, &work)
    }

    /// `between` without a budget.
    package static func between(_ value: PredicateValue, bounds: PredicateValue) -> Bool {
        var work = WorkBudget.unlimited
        return between(value, bounds: bounds, &work)
    }

    /// `read` without a budget.
    package static func read(_ value: PredicateValue, as reading: CoreReading) -> PredicateValue {
        var work = WorkBudget.unlimited
        return read(value, as: reading, &work)
    }

    /// `cast` without a budget.
    package static func cast(_ value: PredicateValue, _ target: CastTarget) -> PredicateValue {
        var work = WorkBudget.unlimited
        return cast(value, target, &work)
    }

    /// `distinct` without a budget.
    package static func distinct(_ elements: [PredicateValue]) -> [PredicateValue] {
        var work = WorkBudget.unlimited
        return distinct(elements, &work)
    }

    /// `mode` without a budget.
    package static func mode(_ elements: [PredicateValue]) -> PredicateValue {
        var work = WorkBudget.unlimited
        return mode(elements, &work)
    }
}
