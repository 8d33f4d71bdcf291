import PredicateFormat
import PredicatePlatform

/// What DuckDB does with values: mostly what PostgreSQL does.
enum DuckDBRules: SQLEngineRules {
    static func mayHoldInfinity(_ column: SQLColumn) -> Bool {
        // Decimals are always finite.
        column.type != .decimal && PostgreSQLRules.mayHoldInfinity(column)
    }

    static func infinities(of column: SQLColumn) -> [SQLNode] {
        switch column.type {
        case .real, .singlePrecision: values(["nan", "infinity", "-infinity"], "DOUBLE")
        case .date(.timestampWithZone): values(["infinity", "-infinity"], "TIMESTAMPTZ")
        case .date(.timestamp): values(["infinity", "-infinity"], "TIMESTAMP")
        case .date(.day): values(["infinity", "-infinity"], "DATE")
        default: []
        }
    }

    private static func values(_ names: [String], _ type: String) -> [SQLNode] {
        names.map { .literal("'\($0)'::\(type)") }
    }

    static func comparable(_ scalar: SQLScalar, _ relation: SQLRelation) -> SQLNode { comparable(scalar, scalar.node) }

    private static func comparable(_ scalar: SQLScalar, _ node: SQLNode) -> SQLNode {
        switch scalar.kind {
        case .boolean: return .cast(node, "BIGINT")
        case .text:
            guard let column = scalar.column, !column.hasPlainEquality || !column.hasCodePointOrder else { return node }
            if case .collate = node.form { return node }
            return .collate(node, SQLDialect.duckdb.codePointCollation)
        default: return node
        }
    }

    /// An integer beside a double is compared with the double rounded towards the side that changes no answer.
    static func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: SQLRelation
    ) -> (SQLNode, SQLNode)? {
        if a.kind == .decimal || b.kind == .decimal { return nil }
        let (left, right) = (comparable(a, nodeA), comparable(b, nodeB))
        guard a.kind.isNumber, b.kind.isNumber, (a.kind == .real) != (b.kind == .real) else { return (left, right) }
        return b.kind == .real ? (left, whole(right, relation)) : (whole(left, relation.mirrored), right)
    }

    /// A double beside an integer of 64 bits on its left, as an integer of 128 bits. A double beyond 64 bits becomes one
    /// that is still beyond, and one with a fraction equals no integer.
    private static func whole(_ node: SQLNode, _ relation: SQLRelation) -> SQLNode {
        func near(_ node: SQLNode) -> SQLNode {
            .call("greatest", [.call("least", [node, .literal("1e19")]), .literal("-1e19")])
        }
        switch relation {
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let function = relation == .less || relation == .greaterOrEqual ? "ceil" : "floor"
            // `least` and `greatest` skip NULL.
            let finite = SQLDialect.duckdb.unguarded(node)
            let isThere = finite.map { SQLNode.call("isfinite", [$0]) } ?? .isNotNull(node)
            return .when(isThere, .cast(.call(function, [near(finite ?? node)]), "HUGEINT"))
        case .equal:
            let isWhole = SQLNode.compare(.call("floor", [node]), "=", node)
            // No integer of 64 bits equals this one.
            let other = node.isNullable ? SQLNode.when(.isNotNull(node), .literal("1e19")) : .literal("1e19")
            return .cast(.cases([(isWhole, near(node))], otherwise: other), "HUGEINT")
        }
    }

    static let decimals = SQLConstant.unknown("DuckDB raises an error where a decimal has too many digits")

    static func scale(of form: SQLDateForm) -> SQLDateScale? {
        switch form {
        // 290309 BC
        case .timestampWithZone: .microseconds(first: -9_223_372_022_400_000_000)
        case .unixSeconds: .unixSeconds
        case .referenceSeconds: .referenceSeconds
        case .timestamp, .day, .text: nil
        }
    }

    static func referenceSeconds(_ node: SQLNode, _ form: SQLDateForm) -> SQLNode? {
        switch form {
        case .timestampWithZone, .timestamp:
            let difference = SQLNode.infix(
                .cast(.call("epoch_us", [node]), "HUGEINT"), "-", .literal("978307200000000"), .sum)
            // A cast to a double and a division would round twice.
            return .cast(.infix(difference, "||", .literal("'e-6'"), .text), "DOUBLE")
        case .unixSeconds: return .infix(.cast(node, "DOUBLE"), "-", .literal("978307200e0"), .sum)
        case .referenceSeconds: return .cast(node, "DOUBLE")
        case .day, .text: return nil
        }
    }
}

/// Arithmetic in DuckDB, which raises errors where integers overflow. They are computed with 128 bits, and become
/// integers of 64 bits again where they fit. Doubles follow IEEE 754.
enum DuckDBArithmetic {
    /// The result of an operator of integers; nil if DuckDB does not compute it exactly.
    ///
    /// - Parameter operand: the right side, which may be a constant.
    static func integers(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ operand: SQLOperand) -> SQLScalar?
    {
        if op.isBitwise { return bitwise(op, integer(a), integer(b), operand) }
        let (left, right) = (wide(a), integer(b))
        switch op {
        case .add, .subtract: return SQLScalar(node: fitted(.infix(left, op.rawValue, right, .sum)), kind: .integer)
        case .multiply: return SQLScalar(node: fitted(.infix(left, "*", right, .product)), kind: .integer)
        case .divide:
            // Only a division by -1 overflows.
            if case .constant(.integer(let constant)) = operand, constant != 0, constant != -1 {
                return SQLScalar(node: .infix(integer(a), "//", right, .product), kind: .integer)
            }
            return SQLScalar(node: fitted(.infix(left, "//", SQLDialect.divisor(right), .product)), kind: .integer)
        case .power:
            return SQLDialect.power(integer(a), operand) { fitted(.infix(.cast($0, "HUGEINT"), "*", $1, .product)) }
        default: return nil
        }
    }

    /// The remainder of integers; NULL for the divisor 0.
    static func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode {
        if case .parameter(.value(.integer(let constant)), _) = b.node.form, constant != 0, constant != -1 {
            return .infix(integer(a), "%", b.node, .product)
        }
        return .cast(.infix(wide(a), "%", SQLDialect.divisor(integer(b)), .product), "BIGINT")
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
    static func doubles(_ a: SQLScalar, _ b: SQLScalar) -> (SQLNode, SQLNode) {
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

    /// An integer without its sign.
    static func magnitude(_ scalar: SQLScalar) -> SQLNode { fitted(.call("abs", [wide(scalar)])) }
}
