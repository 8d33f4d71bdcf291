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
