import PredicateFormat
import PredicatePlatform

/// Arithmetic of doubles in PostgreSQL, which raises errors for results that are too large, and for those that are not
/// zero but round to it. Each operation stands behind the condition under which it raises none.
enum PostgreSQLDoubles {
    /// The result of an operator; nil if it might raise an error.
    ///
    /// - Parameters:
    ///   - first: the left side, which may be a constant.
    ///   - second: the right side, which may be a constant.
    static func result(
        _ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ first: SQLOperand, _ second: SQLOperand
    ) -> SQLScalar? {
        let (left, right) = (double(a), double(b))
        let (constantA, constantB) = (constant(first), constant(second))
        let node: SQLNode?
        switch op {
        case .add, .subtract:
            let sum = SQLNode.infix(left, op.rawValue, right, .sum)
            // Half of the last digit of the largest double: what is smaller does not change it.
            let isSmall = a.isSmall || b.isSmall || a.kind != .real || b.kind != .real
            if isSmall || [constantA, constantB].contains(where: { $0.map { abs($0) < 9e291 } ?? false }) {
                var result = SQLScalar(node: sum, kind: .real)
                result.isSmall = (a.isSmall || a.kind != .real) && (b.isSmall || b.kind != .real)
                return result
            }
            node = guarded(op, sum, left, right)
        case .multiply:
            if let constantB {
                node = scaled(SQLNode.infix(left, "*", right, .product), left) { $0 * abs(constantB) }
            } else if let constantA {
                node = scaled(SQLNode.infix(left, "*", right, .product), right) { $0 * abs(constantA) }
            } else {
                node = nil
            }
        case .divide:
            if let constantB {
                if constantB == 0 { return SQLScalar(node: .null, kind: .real) }
                node = scaled(SQLNode.infix(left, "/", right, .product), left) { $0 / abs(constantB) }
            } else if let constantA {
                node = divided(constantA, SQLNode.infix(left, "/", right, .product), right)
            } else {
                node = nil
            }
        default: node = nil
        }
        return node.map { SQLScalar(node: $0, kind: .real) }
    }

    private static func double(_ scalar: SQLScalar) -> SQLNode {
        scalar.kind == .real ? scalar.node : .cast(PostgreSQLArithmetic.integer(scalar), "float8")
    }

    /// The double of a constant number; nil for other operands.
    private static func constant(_ operand: SQLOperand) -> Double? {
        guard case .constant(let value) = operand else { return nil }
        switch value {
        case .boolean, .integer, .double: return ExactNumber(value)?.asDouble
        default: return nil
        }
    }

    /// The sum of two doubles of any size.
    private static func guarded(_ op: ArithmeticOperator, _ sum: SQLNode, _ a: SQLNode, _ b: SQLNode) -> SQLNode {
        func isBelow(_ node: SQLNode, _ limit: String) -> SQLNode {
            .compare(.call("abs", [node]), "<", .literal(limit))
        }
        let half = SQLNode.infix(
            .infix(a, "/", .literal("2"), .product), op.rawValue, .infix(b, "/", .literal("2"), .product), .sum)
        // 2^1023. Neither half rounds to zero here, because both are at least 1e290.
        return .cases([
            (.and([isBelow(a, "8e307"), isBelow(b, "8e307")]), sum),
            (.or([isBelow(a, "1e290"), isBelow(b, "1e290")]), sum),
            (isBelow(half, "'8.98846567431158e307'::float8"), sum),
        ])
    }

    /// A product or quotient of a value and a constant, by what becomes of the value's magnitude.
    private static func scaled(_ node: SQLNode, _ value: SQLNode, _ scale: (Double) -> Double) -> SQLNode {
        if scale(1) == 0 || scale(1) == 1 { return node }
        let size = SQLNode.call("abs", [value])
        if scale(1) > 1 {
            // The smallest magnitude whose result is too large.
            guard let limit = first(where: { !scale($0).isFinite }) else { return node }
            return .when(.compare(size, "<", literal(limit)), node)
        }
        guard let limit = first(where: { scale($0) != 0 }), limit > Double.leastNonzeroMagnitude else { return node }
        return .cases([
            (.compare(size, ">=", literal(limit)), node), (.isNotNull(value), .literal("'0'::float8")),
        ])
    }

    /// A constant divided by a value.
    private static func divided(_ constant: Double, _ node: SQLNode, _ divisor: SQLNode) -> SQLNode {
        let size = SQLNode.call("abs", [divisor])
        if constant == 0 { return .when(.compare(divisor, "<>", .literal("0")), node) }
        let magnitude = abs(constant)
        // The smallest magnitude of the divisor with a result, and the smallest one whose result rounds to zero.
        guard let low = first(where: { (magnitude / $0).isFinite }) else { return .null }
        let isLarge = SQLNode.compare(size, ">=", literal(low))
        guard let high = first(where: { magnitude / $0 == 0 }) else { return .when(isLarge, node) }
        return .cases([
            (.and([isLarge, .compare(size, "<", literal(high))]), node),
            (isLarge, .literal("'0'::float8")),
        ])
    }

    private static func literal(_ double: Double) -> SQLNode { .literal("'\(double)'::float8") }

    /// The smallest positive finite double for which a condition holds that holds for all larger ones; nil if there is
    /// none.
    private static func first(where holds: (Double) -> Bool) -> Double? {
        var low = Double.leastNonzeroMagnitude.bitPattern
        var high = Double.greatestFiniteMagnitude.bitPattern
        guard holds(Double(bitPattern: high)) else { return nil }
        while low < high {
            let middle = low + (high - low) / 2
            if holds(Double(bitPattern: middle)) { high = middle } else { low = middle + 1 }
        }
        return Double(bitPattern: low)
    }
}
