/// Finds the parts of a program that consist of constants.
///
/// They are computed once and charged to no record. The reference evaluator asks here; the compiler folds the same
/// parts.
package enum CoreKnown {
    /// Whether an expression has a value before there is a record.
    package static func isKnown(_ expression: CoreExpression) -> Bool {
        switch expression {
        case .constant: true
        case .first(let base), .last(let base), .size(let base), .complement(let base), .cast(let base, _):
            isKnown(base)
        case .index(let a, let b), .arithmetic(_, let a, let b): isKnown(a) && isKnown(b)
        case .aggregate(let parts): parts.allSatisfy(isKnown)
        case .call(let function, let arguments): isKnown(function) && arguments.allSatisfy(isKnown)
        case .record, .input, .slot, .variable, .member, .dynamicMember, .read, .collection, .subquery, .set,
            .registered, .ternary, .once:
            false
        }
    }

    /// Whether the result of a function of constants is computed without a charge.
    ///
    /// A pattern has the limits of the evaluation. `replace` can make a text that is much longer than the predicate.
    static func isKnown(_ function: BuiltInFunction) -> Bool {
        function.isPure && function != .finds && function != .replace
    }

    /// Whether a comparison has an answer before there is a record.
    package static func isKnown(_ predicate: CorePredicate) -> Bool {
        switch predicate {
        case .equal(let a, let b, _), .ordered(_, let a, let b, _), .betweenList(let a, let b):
            isKnown(a) && isKnown(b)
        case .between(let a, let b, let c): isKnown(a) && isKnown(b) && isKnown(c)
        case .text(.contains, let container, let element, _):
            switch container {
            case .constant, .aggregate: isKnown(container) && isKnown(element)
            default: false
            }
        // The cost of a pattern depends on the limits of the evaluation.
        case .text(let op, let a, let b, _): !op.hasPattern && isKnown(a) && isKnown(b)
        case .constant, .not, .and, .or, .scoped, .quantified, .custom: false
        }
    }
}

extension CoreExpression {
    /// The values of parts that are all constants; nil if one is not.
    static func constants(_ parts: [CoreExpression]) -> [PredicateValue]? {
        var values: [PredicateValue] = []
        values.reserveCapacity(parts.count)
        for part in parts {
            guard case .constant(let value) = part else { return nil }
            values.append(value)
        }
        return values
    }
}
