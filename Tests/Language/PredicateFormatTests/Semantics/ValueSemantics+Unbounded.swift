@testable import PredicateCore
@testable import PredicateFormat

// Operations without a budget, for tests only. The library has those with a budget.
extension ValueSemantics {
    /// `custom` without a budget.
    static func custom(
        _ name: String, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions, library: PredicateLibrary
    ) -> Bool {
        var work = WorkBudget.unlimited
        return library.registeredOperator(name).map { custom($0, a, b, options: options, &work) } ?? false
    }

    /// `member` without a budget.
    static func member(_ value: PredicateValue, _ key: String) -> PredicateValue {
        var work = WorkBudget.unlimited
        return member(value, key, &work)
    }

    /// `dynamicMember` without a budget.
    static func dynamicMember(_ value: PredicateValue, _ key: PredicateValue) -> PredicateValue {
        var work = WorkBudget.unlimited
        return dynamicMember(value, key, &work)
    }

    /// `collection` without a budget.
    static func collection(
        _ op: CollectionOperator, of value: PredicateValue, elements: [PredicateValue]? = nil
    ) -> PredicateValue {
        var work = WorkBudget.unlimited
        return collection(op, of: value, elements: elements, &work)
    }

    /// `setOperation` without a budget.
    static func setOperation(
        _ op: SetOperator, _ a: PredicateValue, _ b: PredicateValue
    ) -> PredicateValue {
        var work = WorkBudget.unlimited
        return setOperation(op, a, b, &work)
    }

    /// `call` without a budget.
    static func call(
        _ function: BuiltInFunction, _ arguments: [PredicateValue], context: EvaluationContext
    ) -> PredicateValue {
        var work = WorkBudget.unlimited
        return call(function, arguments, context: context, &work)
    }

    /// `call` without a budget.
    static func call(_ function: PredicateFunction, _ arguments: [PredicateValue]) -> PredicateValue {
        var work = WorkBudget.unlimited
        return call(function, arguments, &work)
    }

    /// `extreme` without a budget.
    static func extreme(_ elements: [PredicateValue], _ wanted: Order) -> PredicateValue {
        var work = WorkBudget.unlimited
        return extreme(elements, wanted, &work)
    }
}
