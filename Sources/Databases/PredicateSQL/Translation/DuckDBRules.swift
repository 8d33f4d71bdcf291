import PredicateCore
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

    static func comparable(_ scalar: SQLScalar, _ node: SQLNode, _ relation: ConstantComparison) -> SQLNode {
        switch scalar.kind {
        case .boolean: return .cast(node, "BIGINT")
        case .text:
            guard let column = scalar.column, !column.hasPlainEquality || !column.hasCodePointOrder else { return node }
            if case .collate = node.form { return node }
            return .collate(node, SQLDialect.duckdb.codePointCollation)
        default: return node
        }
    }

    static let decimals = SQLConstant.unknown("DuckDB raises an error where a decimal has too many digits")

    static func scale(of form: SQLDateForm) -> SQLDateScale? {
        switch form {
        // 290309 BC
        case .timestampWithZone: .microseconds(first: -9_223_372_022_400_000_000)
        case .unixSeconds: .unixSeconds
        case .referenceSeconds: .referenceSeconds
        case .unixMilliseconds, .timestamp, .day, .text: nil
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
        case .unixMilliseconds, .day, .text: return nil
        }
    }
}
