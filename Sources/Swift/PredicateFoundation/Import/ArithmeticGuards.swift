import PredicateCore
import PredicateFormat

/// The conditions that an export puts before integer arithmetic, so that nothing traps.
///
/// In the language, a result that does not fit is nil anyway. If an imported predicate has exactly this condition, it
/// is removed, so that export and import return the original predicate.
struct ArithmeticGuards {
    let symbol: ArithmeticOperator
    let left: ExpressionTree
    let right: ExpressionTree

    init?(_ tree: ExpressionTree) {
        guard case .arithmetic(let symbol, let left, let right) = tree.kind else { return nil }
        self.symbol = symbol
        self.left = left
        self.right = right
    }

    /// Whether a condition is a guard of the operation.
    func isGuard(_ condition: PredicateTree) -> Bool { guards.contains(condition) }

    private static let maximum = ExpressionTree.literal(.integer(.max))
    private static let minimum = ExpressionTree.literal(.integer(.min))
    private static let finite = ExpressionTree.literal(.double(.greatestFiniteMagnitude))
    private static let lowestFinite = ExpressionTree.literal(.double(-.greatestFiniteMagnitude))

    private static func constant(_ tree: ExpressionTree) -> Int64? {
        if case .constant(.integer(let value)) = tree.kind { value } else { nil }
    }

    private static func number(_ value: Int64) -> ExpressionTree { .literal(.integer(value)) }

    private var guards: [PredicateTree] {
        let whole: PredicateTree? =
            switch symbol {
            case .add: sum
            case .subtract: difference
            case .multiply: product
            case .divide: quotient
            default: nil
            }
        return [whole].compactMap { $0 } + real
    }

    // MARK: Integers

    private var sum: PredicateTree? {
        if let b = Self.constant(right) { return Self.sum(left, b) }
        if let a = Self.constant(left) { return Self.sum(right, a) }
        return choice(
            .comparing(right, .greaterOrEqual, Self.number(0)),
            .comparing(left, .lessOrEqual, ExpressionTree(.arithmetic(.subtract, Self.maximum, right))),
            .comparing(left, .greaterOrEqual, ExpressionTree(.arithmetic(.subtract, Self.minimum, right))))
    }

    private static func sum(_ a: ExpressionTree, _ b: Int64) -> PredicateTree {
        b >= 0
            ? .comparing(a, .lessOrEqual, number(.max - b)) : .comparing(a, .greaterOrEqual, number(.min - b))
    }

    private var difference: PredicateTree? {
        if let b = Self.constant(right) {
            return b >= 0
                ? .comparing(left, .greaterOrEqual, Self.number(.min + b))
                : .comparing(left, .lessOrEqual, Self.number(.max + b))
        }
        return choice(
            .comparing(right, .greaterOrEqual, Self.number(0)),
            .comparing(left, .greaterOrEqual, ExpressionTree(.arithmetic(.add, Self.minimum, right))),
            .comparing(left, .lessOrEqual, ExpressionTree(.arithmetic(.add, Self.maximum, right))))
    }

    private var product: PredicateTree? {
        if let b = Self.constant(right) { return Self.product(left, b) }
        if let a = Self.constant(left) { return Self.product(right, a) }
        return nil
    }

    private static func product(_ a: ExpressionTree, _ b: Int64) -> PredicateTree {
        if b == 0 { return PredicateTree(.constant(true)) }
        if b > 0 {
            return .comparing(a, .lessOrEqual, number(.max / b)) && .comparing(a, .greaterOrEqual, number(.min / b))
        }
        let (lowest, overflow) = Int64.min.dividedReportingOverflow(by: b)
        return overflow
            ? .comparing(a, .greater, minimum)
            : .comparing(a, .greaterOrEqual, number(.max / b)) && .comparing(a, .lessOrEqual, number(lowest))
    }

    private var quotient: PredicateTree? {
        let isWhole = PredicateTree.comparing(left, .notEqual, Self.minimum)
        if let b = Self.constant(right) {
            return b == 0 ? nil : b == -1 ? isWhole : PredicateTree(.constant(true))
        }
        return .comparing(right, .notEqual, Self.number(0))
            && (.comparing(right, .notEqual, Self.number(-1)) || isWhole)
    }

    /// A choice between conditions, in the form of the import.
    private func choice(_ condition: PredicateTree, _ a: PredicateTree, _ b: PredicateTree) -> PredicateTree {
        .comparing(
            ExpressionTree(.ternary(condition, .boolean(a), .boolean(b))), .equal, .literal(.boolean(true)))
    }

    // MARK: Doubles

    private var real: [PredicateTree] {
        let result = ExpressionTree(.arithmetic(symbol, left, right))
        func isFinite(_ tree: ExpressionTree) -> [PredicateTree] {
            [.comparing(tree, .greaterOrEqual, Self.lowestFinite), .comparing(tree, .lessOrEqual, Self.finite)]
        }
        guard symbol == .divide else { return [isFinite(result).conjunction()] }
        let isNotZero = PredicateTree.comparing(right, .notEqual, .literal(.double(0)))
        return [
            isNotZero, isFinite(result).conjunction(), ([isNotZero] + isFinite(result)).conjunction(),
            ([isNotZero] + isFinite(right) + isFinite(result)).conjunction(),
        ]
    }
}
