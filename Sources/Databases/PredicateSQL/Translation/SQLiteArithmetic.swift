import PredicateFormat

/// Arithmetic in SQLite: where the language has no result, the value must be NULL.
enum SQLiteArithmetic {
    /// The result of an operator of integers; nil if SQLite does not compute it exactly.
    ///
    /// - Parameter operand: the right side, which may be a constant.
    static func integers(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ operand: SQLOperand) -> SQLScalar?
    {
        if op.isBitwise { return bitwise(op, a.node, b.node) }
        switch op {
        case .power:
            return SQLDialect.power(a.node, operand) { checked(.infix($0, "*", $1, .product)).node }
        case .add, .subtract: return checked(.infix(a.node, op.rawValue, b.node, .sum))
        case .multiply: return checked(.infix(a.node, "*", b.node, .product))
        case .divide:
            // Only a division by -1 overflows.
            if case .constant(.integer(let divisor)) = operand, divisor != 0, divisor != -1 {
                return SQLScalar(
                    node: .infix(a.node, "/", b.node, .product, isNullable: a.node.isNullable), kind: .integer)
            }
            return checked(.infix(a.node, "/", b.node, .product, isNullable: true))
        default: return nil
        }
    }

    /// A result that is NULL where it does not fit: SQLite makes a double of an integer that is too large.
    private static func checked(_ node: SQLNode) -> SQLScalar {
        let fits = SQLNode.compare(.call("typeof", [node], isNullable: false), "=", .literal("'integer'"))
        return SQLScalar(node: .when(fits, node), kind: .integer)
    }

    private static func bitwise(_ op: ArithmeticOperator, _ a: SQLNode, _ b: SQLNode) -> SQLScalar? {
        switch op {
        case .bitAnd: return SQLScalar(node: .infix(a, "&", b, .bits), kind: .integer)
        case .bitOr: return SQLScalar(node: .infix(a, "|", b, .bits), kind: .integer)
        case .bitXor:
            return SQLScalar(
                node: .infix(.infix(a, "|", b, .bits), "-", .infix(a, "&", b, .bits), .sum), kind: .integer)
        case .shiftLeft, .shiftRight:
            let inRange = SQLNode.and([.compare(b, ">=", .literal("0")), .compare(b, "<=", .literal("63"))])
            return SQLScalar(node: .when(inRange, .infix(a, op.rawValue, b, .bits)), kind: .integer)
        default: return nil
        }
    }

    /// A double without its sign. In an ordinary table it may be the smallest integer, for which `abs` raises an error.
    private static func magnitude(_ node: SQLNode) -> SQLNode {
        .call("abs", [.infix(node, "+", .literal("0.0"), .sum)])
    }

    /// A number without its sign or its fraction; nil if SQLite does not compute it exactly.
    static func rounded(_ function: BuiltInFunction, _ scalar: SQLScalar) -> SQLScalar? {
        let node = scalar.node
        var result = scalar
        result.column = nil
        if function == .squareRoot { return nil }
        if scalar.kind != .real {
            result.kind = .integer
            guard function == .absolute else { return result }
            // `abs` raises an error for the smallest integer.
            result.node = .when(
                .compare(node, ">", .infix(.literal("-9223372036854775807"), "-", .literal("1"), .sum)),
                .call("abs", [node]))
            return result
        }
        if function == .absolute {
            result.node = magnitude(node)
            return result
        }
        // Doubles without a fraction stay as they are; the others fit in an integer.
        let isSmall = SQLNode.compare(magnitude(node), "<", .literal("4503599627370496.0"))
        let whole = SQLNode.cast(.cast(node, "INTEGER"), "REAL")
        let changed: SQLNode
        switch function {
        case .truncate: changed = whole
        case .floor: changed = .infix(whole, "-", .compare(whole, ">", node), .sum)
        case .ceiling: changed = .infix(whole, "+", .compare(whole, "<", node), .sum)
        default: return nil
        }
        result.node = .cases([(isSmall, changed)], otherwise: node)
        return result
    }
}
