@testable import PredicateCore

// Operations without a budget, as only tests need them.
extension ValueSemantics {
    /// `beginsWith` without a budget.
    static func beginsWith(
        _ value: PredicateValue, _ prefix: PredicateValue, options: StringOptions = []
    ) -> Bool {
        var work = WorkBudget.unlimited
        return beginsWith(value, prefix, options: options, &work)
    }

    /// `endsWith` without a budget.
    static func endsWith(
        _ value: PredicateValue, _ suffix: PredicateValue, options: StringOptions = []
    ) -> Bool {
        var work = WorkBudget.unlimited
        return endsWith(value, suffix, options: options, &work)
    }

    /// `like` without a budget.
    static func like(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [],
        limits: PredicateLimits = .standard
    ) -> Bool {
        var work = WorkBudget.unlimited
        return like(value, pattern, options: options, limits: limits, &work)
    }

    /// `matches` without a budget.
    static func matches(
        _ value: PredicateValue, _ pattern: PredicateValue, options: StringOptions = [], patterns: PatternCache,
        context: EvaluationContext
    ) -> Bool {
        var work = WorkBudget.unlimited
        return matches(value, pattern, options: options, patterns: patterns, context: context, &work)
    }

    /// `between` without a budget.
    static func between(_ value: PredicateValue, _ low: PredicateValue, _ high: PredicateValue) -> Bool {
        var work = WorkBudget.unlimited
        return between(value, low, high, &work)
    }
}
