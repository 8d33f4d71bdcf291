import PredicateFormat

/// Arithmetic in DuckDB, which raises errors where integers overflow. They are computed with 128 bits, and become
/// integers of 64 bits again where they fit. Doubles follow IEEE 754.
enum DuckDBArithmetic {
    /// The result of an operator; nil if DuckDB does not compute it exactly.
    ///
    /// - Parameter operand: the right side, which may be a constant.
    static func result(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ operand: SQLOperand) -> SQLScalar? {
        if op.isBitwise { return bitwise(op, integer(a), integer(b), operand) }
        guard a.kind != .real, b.kind != .real else { return doubles(op, a, b) }
        let (left, right) = (wide(a), integer(b))
        switch op {
        case .add, .subtract: return SQLScalar(node: fitted(.infix(left, op.rawValue, right, .sum)), kind: .integer)
        case .multiply: return SQLScalar(node: fitted(.infix(left, "*", right, .product)), kind: .integer)
        case .divide:
            // Only a division by -1 overflows.
            if case .constant(.integer(let constant)) = operand, constant != 0, constant != -1 {
                return SQLScalar(node: .infix(integer(a), "//", right, .product), kind: .integer)
            }
            return SQLScalar(node: fitted(.infix(left, "//", divisor(right), .product)), kind: .integer)
        case .power: return power(a, operand)
        default: return nil
        }
    }

    /// The remainder of integers; NULL for the divisor 0.
    static func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode {
        if case .parameter(.value(.integer(let constant)), _) = b.node.form, constant != 0, constant != -1 {
            return .infix(integer(a), "%", b.node, .product)
        }
        return .cast(.infix(wide(a), "%", divisor(integer(b)), .product), "BIGINT")
    }

    /// A value as an integer of 64 bits.
    static func integer(_ scalar: SQLScalar) -> SQLNode {
        scalar.kind == .boolean ? .cast(scalar.node, "BIGINT") : scalar.node
    }

    /// An integer of 128 bits as one of 64; NULL if it does not fit.
    static func fitted(_ node: SQLNode) -> SQLNode { .tryCast(node, "BIGINT") }

    /// A value as an integer of 128 bits: sums, products and quotients of integers of 64 bits fit.
    private static func wide(_ scalar: SQLScalar) -> SQLNode { .cast(scalar.node, "HUGEINT") }

    /// Two numbers, of which at least one is a double in DuckDB, too: a literal may be a decimal.
    private static func doubles(_ a: SQLScalar, _ b: SQLScalar) -> (SQLNode, SQLNode) {
        let (left, right) = (integer(a), integer(b))
        if isDouble(left, a) || isDouble(right, b) { return (left, right) }
        return (SQLDialect.duckdb.double(left), right)
    }

    /// Whether a node is certainly a double, and no literal.
    private static func isDouble(_ node: SQLNode, _ scalar: SQLScalar) -> Bool {
        (scalar.kind == .real || scalar.kind == .date) && isDouble(node)
    }

    private static func isDouble(_ node: SQLNode) -> Bool {
        switch node.form {
        case .column: true
        case .cast(_, let type): type == "DOUBLE"
        case .infix(_, let a, let b, _): isDouble(a) || isDouble(b)
        case .cases(let branches, let otherwise):
            branches.contains { isDouble($0.value) } || otherwise.map { isDouble($0) } ?? false
        case .call(_, let arguments): arguments.first.map { isDouble($0) } ?? false
        case .scalar(let select): select.columns.first.map { isDouble($0) } ?? false
        default: false
        }
    }

    private static func divisor(_ node: SQLNode) -> SQLNode {
        .call("NULLIF", [node, .literal("0")], isNullable: true)
    }

    /// A power with a small constant exponent as products.
    private static func power(_ base: SQLScalar, _ exponent: SQLOperand) -> SQLScalar? {
        guard case .constant(.integer(let exponent)) = exponent else { return nil }
        let square = SQLNode.infix(wide(base), "*", integer(base), .product)
        switch exponent {
        case 1: return SQLScalar(node: integer(base), kind: .integer)
        case 2: return SQLScalar(node: fitted(square), kind: .integer)
        case 3:
            // Where the square does not fit, the cube does not either.
            let inner = SQLNode.cast(fitted(square), "HUGEINT")
            return SQLScalar(node: fitted(.infix(inner, "*", integer(base), .product)), kind: .integer)
        default: return nil
        }
    }

    private static func bitwise(_ op: ArithmeticOperator, _ a: SQLNode, _ b: SQLNode, _ operand: SQLOperand)
        -> SQLScalar?
    {
        switch op {
        case .bitAnd: return SQLScalar(node: .infix(a, "&", b, .bits), kind: .integer)
        case .bitOr: return SQLScalar(node: .infix(a, "|", b, .bits), kind: .integer)
        case .bitXor: return SQLScalar(node: .call("xor", [a, b]), kind: .integer)
        case .shiftRight:
            let inRange = SQLNode.and([.compare(b, ">=", .literal("0")), .compare(b, "<=", .literal("63"))])
            return SQLScalar(node: .when(inRange, .infix(a, ">>", b, .bits)), kind: .integer)
        case .shiftLeft:
            guard case .constant(.integer(let count)) = operand else { return nil }
            if count < 0 || count > 63 { return SQLScalar(node: .null, kind: .integer) }
            if count == 0 { return SQLScalar(node: a, kind: .integer) }
            return SQLScalar(node: shifted(a, left: Int(count)), kind: .integer)
        default: return nil
        }
    }

    /// An integer shifted left by 1 to 63 bits, those beyond 64 dropped: the operator of DuckDB raises an error instead.
    private static func shifted(_ node: SQLNode, left count: Int) -> SQLNode {
        let kept = SQLNode.infix(node, "&", .literal(String(UInt64.max >> UInt64(count))), .bits)
        let product = SQLNode.infix(
            .cast(kept, "HUGEINT"), "*", .literal(String(UInt64(1) << UInt64(count))), .product)
        // From unsigned to signed.
        let moved = SQLNode.infix(
            .infix(product, "+", .literal("9223372036854775808"), .sum), "%", .literal("18446744073709551616"),
            .product)
        return .cast(.infix(moved, "-", .literal("9223372036854775808"), .sum), "BIGINT")
    }

    private static func doubles(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        var (left, right) = doubles(a, b)
        // The result is not finite if an operand is not, except for a divisor.
        left = unguarded(left) ?? left
        if op != .divide { right = unguarded(right) ?? right }
        switch op {
        case .add, .subtract: return finite(.infix(left, op.rawValue, right, .sum))
        case .multiply: return finite(.infix(left, "*", right, .product))
        // A setting makes a division by zero NULL or an error.
        case .divide: return finite(.infix(left, "/", isConstant(right) ? right : divisor(right), .product))
        default: return nil
        }
    }

    /// Whether a node is a constant other than 0.
    private static func isConstant(_ node: SQLNode) -> Bool {
        switch node.form {
        case .parameter(.value(.integer(let integer)), _): integer != 0
        case .parameter(.value(.real(let double)), _): double != 0
        default: false
        }
    }

    /// A double; NULL if it is not finite.
    private static func finite(_ node: SQLNode) -> SQLScalar {
        SQLScalar(node: .when(.call("isfinite", [node]), node), kind: .real)
    }

    /// The value that a node has if it is finite; nil for other nodes.
    static func unguarded(_ node: SQLNode) -> SQLNode? {
        guard case .cases(let branches, otherwise: nil) = node.form, branches.count == 1, let branch = branches.first,
            case .call("isfinite", _) = branch.condition.form
        else { return nil }
        return branch.value
    }

    static func dates(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        switch (op, a.kind, b.kind) {
        case (.subtract, .date, .date): return doubles(op, a, b)
        case (.add, .date, _) where b.kind.isNumber, (.add, _, .date) where a.kind.isNumber,
            (.subtract, .date, _) where b.kind.isNumber:
            guard a.kind != .decimal, b.kind != .decimal else { return nil }
            guard var shifted = doubles(op, a, b) else { return nil }
            shifted.kind = .date
            return shifted
        default: return nil
        }
    }

    /// An integer without its sign.
    static func magnitude(_ scalar: SQLScalar) -> SQLNode { fitted(.call("abs", [wide(scalar)])) }
}
