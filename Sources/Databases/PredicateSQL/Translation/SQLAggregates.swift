import PredicateFormat

// Aggregates of integers.
extension SQLDialect {
    /// An integer as a double, rounded to the nearest.
    func double(_ node: SQLNode) -> SQLNode {
        switch self {
        case .sqlite: .cast(node, "REAL")
        case .postgresql: .cast(node, "float8")
        case .duckdb, .spark: .cast(node, "DOUBLE")
        }
    }

    /// The sum of the integers of a query or a group: 0 of none, NULL if it does not fit in 64 bits.
    func sum(_ node: SQLNode) -> SQLNode {
        switch self {
        case .sqlite:
            // `sum` raises an error when it overflows on the way, so the halves are added.
            let (high, low) = halves(node)
            let upper = SQLNode.infix(high, "*", .literal("4294967296"), .product)
            return .when(.isWithin(high, "\(Int32.min)", "\(Int32.max)"), .infix(upper, "+", low, .sum))
        case .postgresql:
            let sum = total(node)
            return .when(.hasIntegerSize(sum), .cast(sum, "int8"))
        case .duckdb, .spark: return .tryCast(total(node), "BIGINT")
        }
    }

    /// The exact sum of the integers of a query or a group, divided once; NULL of none.
    func average(_ node: SQLNode) -> SQLNode {
        let count = SQLNode.call(
            "NULLIF", [.call("COUNT", [node], isNullable: false), .literal("0")], isNullable: true)
        let sum = SQLNode.call("SUM", [node], isNullable: true)
        switch self {
        case .sqlite:
            // The upper half is a double without rounding, so that the sum is rounded once.
            let (high, low) = halves(node)
            let total = SQLNode.infix(
                .infix(.cast(high, "REAL"), "*", .literal("4294967296.0"), .product), "+", low, .sum)
            return .infix(total, "/", count, .product, isNullable: true)
        case .postgresql: return .infix(double(sum), "/", count, .product)
        // The sum is a HUGEINT. Its own conversion to a double rounds some numbers the wrong way, that of its digits does
        // not.
        case .duckdb, .spark: return .infix(double(.cast(sum, "VARCHAR")), "/", count, .product)
        }
    }

    private func total(_ node: SQLNode) -> SQLNode {
        .call("COALESCE", [.call("SUM", [node], isNullable: true), .literal("0")], isNullable: false)
    }

    /// The sum of integers in SQLite as `high * 2^32 + low`, where `low` is not negative and below 2^32.
    private func halves(_ node: SQLNode) -> (high: SQLNode, low: SQLNode) {
        let mask = SQLNode.literal("4294967295")
        let shift = SQLNode.literal("32")
        let low = total(.infix(node, "&", mask, .bits))
        let high = SQLNode.infix(total(.infix(node, ">>", shift, .bits)), "+", .infix(low, ">>", shift, .bits), .sum)
        return (high, .infix(low, "&", mask, .bits))
    }
}
