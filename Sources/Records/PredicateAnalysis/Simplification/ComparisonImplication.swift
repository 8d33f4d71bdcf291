import PredicateCore

/// A comparison of a value with constants, of which it can be told whether it implies another: `age > 5` implies
/// `age > 3`, and `name == "a"` implies `name IN {"a", "b"}`.
struct ComparisonImplication {
    /// What the value is compared with.
    private enum Form {
        case equal(PredicateValue)
        case notEqual(OrderedConstant)
        /// One of a few constants.
        case oneOf([ExpressionTree])
        case above(OrderedConstant, isIncluded: Bool)
        case below(OrderedConstant, isIncluded: Bool)
        case between(OrderedConstant, OrderedConstant)
    }

    /// The value that is compared.
    let subject: ExpressionTree
    private let form: Form

    /// The longest list whose elements are looked at.
    private static let listLimit = 100

    /// A comparison of a group; nil if it is not one with constants, or has options or a quantifier.
    init?(_ tree: PredicateTree) {
        guard case .comparison(let comparison) = tree.kind, comparison.quantifier == nil, comparison.options.isEmpty,
            !comparison.left.isConstant, comparison.left.type.order == nil, let form = Self.form(comparison)
        else { return nil }
        subject = comparison.left
        self.form = form
    }

    private static func form(_ comparison: PredicateTree.Comparison) -> Form? {
        let constant = OrderedConstant(comparison.right)
        switch comparison.comparator {
        case .equal:
            guard case .constant(let value) = comparison.right.kind, isScalar(value) else { return nil }
            return .equal(value)
        // Two strings may be read as one date, so a string is not known to differ from another.
        case .notEqual: return constant.map { .notEqual($0) }
        case .greater: return constant.map { .above($0, isIncluded: false) }
        case .greaterOrEqual: return constant.map { .above($0, isIncluded: true) }
        case .less: return constant.map { .below($0, isIncluded: false) }
        case .lessOrEqual: return constant.map { .below($0, isIncluded: true) }
        case .in, .between:
            guard case .aggregate(let elements) = comparison.right.kind, elements.count <= listLimit else { return nil }
            if comparison.comparator == .between {
                guard elements.count == 2, let low = OrderedConstant(elements[0]),
                    let high = OrderedConstant(elements[1])
                else { return nil }
                return .between(low, high)
            }
            guard elements.allSatisfy({ if case .constant(let value) = $0.kind { isScalar(value) } else { false } })
            else { return nil }
            return .oneOf(elements)
        default: return nil
        }
    }

    private static func isScalar(_ value: PredicateValue) -> Bool {
        switch value {
        case .integer, .double, .string, .date: true
        default: false
        }
    }

    /// Whether every value that satisfies this comparison satisfies another one of the same value.
    func implies(_ other: ComparisonImplication) -> Bool { Self.implies(form, other.form) }

    private static func implies(_ a: Form, _ b: Form) -> Bool {
        switch (a, b) {
        case (_, .between(let low, let high)):
            return implies(a, .above(low, isIncluded: true)) && implies(a, .below(high, isIncluded: true))
        case (.oneOf(let elements), _):
            return !elements.isEmpty
                && elements.allSatisfy { element in
                    guard case .constant(let value) = element.kind else { return false }
                    return implies(.equal(value), b)
                }
        case (.equal(let value), .equal(let wanted)): return value == wanted
        case (.equal(let value), .oneOf(let elements)):
            return elements.contains { if case .constant(value) = $0.kind { true } else { false } }
        case (.equal(let value), _):
            guard let constant = OrderedConstant(ExpressionTree(.constant(value))) else { return false }
            return satisfies(constant, b)
        case (.between(let low, let high), _):
            return implies(.above(low, isIncluded: true), b) || implies(.below(high, isIncluded: true), b)
        case (.above(let bound, let isIncluded), .above(let other, let isOtherIncluded)):
            return bound.compared(to: other).map { $0 > 0 || $0 == 0 && (!isIncluded || isOtherIncluded) } ?? false
        case (.below(let bound, let isIncluded), .below(let other, let isOtherIncluded)):
            return bound.compared(to: other).map { $0 < 0 || $0 == 0 && (!isIncluded || isOtherIncluded) } ?? false
        case (.above(let bound, let isIncluded), .notEqual(let other)):
            return bound.compared(to: other).map { $0 > 0 || $0 == 0 && !isIncluded } ?? false
        case (.below(let bound, let isIncluded), .notEqual(let other)):
            return bound.compared(to: other).map { $0 < 0 || $0 == 0 && !isIncluded } ?? false
        default: return false
        }
    }

    /// Whether a constant satisfies a comparison with a constant of its kind.
    private static func satisfies(_ constant: OrderedConstant, _ form: Form) -> Bool {
        switch form {
        case .above(let bound, let isIncluded):
            constant.compared(to: bound).map { $0 > 0 || $0 == 0 && isIncluded } ?? false
        case .below(let bound, let isIncluded):
            constant.compared(to: bound).map { $0 < 0 || $0 == 0 && isIncluded } ?? false
        case .notEqual(let other): constant.compared(to: other).map { $0 != 0 } ?? false
        case .equal, .oneOf, .between: false
        }
    }
}
