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

    /// The sum of integers: 0 of none, NULL if it does not fit in 64 bits.
    func sum(_ node: SQLNode, _ select: ([SQLNode]) -> SQLSelect) -> SQLNode {
        switch self {
        case .sqlite:
            // `sum` raises an error when it overflows on the way, so the halves are added.
            let high = SQLNode.literal("h")
            let low = SQLNode.literal("l")
            let aboveLowest = SQLNode.compare(high, ">=", .literal("-2147483648"))
            let belowHighest = SQLNode.compare(high, "<=", .literal("2147483647"))
            let upper = SQLNode.infix(high, "*", .literal("4294967296"), .product)
            let whole = SQLNode.when(.and([aboveLowest, belowHighest]), .infix(upper, "+", low, .sum))
            var sum = SQLSelect(columns: [whole], sources: [], conditions: [])
            sum.rows = SQLSelect.SubSelect(halves(node, select), alias: "s")
            return .scalar(sum)
        case .postgresql:
            let sum = SQLNode.call(
                "COALESCE", [.call("SUM", [node], isNullable: true), .literal("0")], isNullable: false)
            let column = SQLNode.literal("s.s")
            let aboveLowest = SQLNode.compare(column, ">=", .literal("-9223372036854775808"))
            let belowHighest = SQLNode.compare(column, "<=", .literal("9223372036854775807"))
            let whole = SQLNode.when(.and([aboveLowest, belowHighest]), .cast(column, "int8"))
            var outer = SQLSelect(columns: [whole], sources: [], conditions: [])
            outer.rows = SQLSelect.SubSelect(select([.marked("", sum, " AS s")]), alias: "s")
            return .scalar(outer)
        case .duckdb, .spark:
            let sum = SQLNode.call(
                "COALESCE", [.call("SUM", [node], isNullable: true), .literal("0")], isNullable: false)
            return .scalar(select([DuckDBArithmetic.fitted(sum)]))
        }
    }

    /// The exact sum of integers, divided once; NULL of none.
    func average(_ node: SQLNode, _ select: ([SQLNode]) -> SQLSelect) -> SQLNode {
        switch self {
        case .sqlite:
            // The upper half is a double without rounding, so that the sum is rounded once.
            let total = SQLNode.infix(
                .infix(.cast(.literal("h"), "REAL"), "*", .literal("4294967296.0"), .product), "+", .literal("l"), .sum)
            var average = SQLSelect(
                columns: [.infix(total, "/", .literal("n"), .product, isNullable: true)], sources: [], conditions: [])
            average.rows = SQLSelect.SubSelect(halves(node, select), alias: "s")
            return .scalar(average)
        case .postgresql:
            let sum = SQLNode.cast(.call("SUM", [node], isNullable: true), "float8")
            let count = SQLNode.call(
                "NULLIF", [.call("COUNT", [node], isNullable: false), .literal("0")], isNullable: true)
            return .scalar(select([.infix(sum, "/", count, .product)]))
        case .duckdb, .spark:
            // The sum is a HUGEINT. Its own conversion to a double rounds some numbers the wrong way, that of its
            // digits does not.
            let sum = double(.cast(.call("SUM", [node], isNullable: true), "VARCHAR"))
            let count = SQLNode.call(
                "NULLIF", [.call("COUNT", [node], isNullable: false), .literal("0")], isNullable: true)
            return .scalar(select([.infix(sum, "/", count, .product)]))
        }
    }

    /// The sum of integers of a group: 0 of none, NULL if it does not fit in 64 bits.
    func groupSum(_ node: SQLNode) -> SQLNode {
        switch self {
        case .sqlite:
            let (high, low) = halves(node)
            let aboveLowest = SQLNode.compare(high, ">=", .literal("-2147483648"))
            let belowHighest = SQLNode.compare(high, "<=", .literal("2147483647"))
            let upper = SQLNode.infix(high, "*", .literal("4294967296"), .product)
            return .when(.and([aboveLowest, belowHighest]), .infix(upper, "+", low, .sum))
        case .postgresql:
            let sum = SQLNode.call(
                "COALESCE", [.call("SUM", [node], isNullable: true), .literal("0")], isNullable: false)
            let aboveLowest = SQLNode.compare(sum, ">=", .literal("-9223372036854775808"))
            let belowHighest = SQLNode.compare(sum, "<=", .literal("9223372036854775807"))
            return .when(.and([aboveLowest, belowHighest]), .cast(sum, "int8"))
        // Queries are not translated for them.
        case .duckdb, .spark: return .null
        }
    }

    /// The exact sum of the integers of a group, divided once; NULL of none.
    func groupAverage(_ node: SQLNode) -> SQLNode {
        let count = SQLNode.call(
            "NULLIF", [.call("COUNT", [node], isNullable: false), .literal("0")], isNullable: true)
        switch self {
        case .sqlite:
            let (high, low) = halves(node)
            let total = SQLNode.infix(
                .infix(.cast(high, "REAL"), "*", .literal("4294967296.0"), .product), "+", low, .sum)
            return .infix(total, "/", count, .product, isNullable: true)
        case .postgresql:
            return .infix(.cast(.call("SUM", [node], isNullable: true), "float8"), "/", count, .product)
        case .duckdb, .spark: return .null
        }
    }

    /// The sum of the integers of a group in SQLite as `high * 2^32 + low`, where `low` is not negative and below 2^32.
    private func halves(_ node: SQLNode) -> (high: SQLNode, low: SQLNode) {
        func sum(_ node: SQLNode) -> SQLNode {
            .call("COALESCE", [.call("SUM", [node], isNullable: true), .literal("0")], isNullable: false)
        }
        let mask = SQLNode.literal("4294967295")
        let shift = SQLNode.literal("32")
        let low = sum(.infix(node, "&", mask, .bits))
        let high = SQLNode.infix(sum(.infix(node, ">>", shift, .bits)), "+", .infix(low, ">>", shift, .bits), .sum)
        return (high, .infix(low, "&", mask, .bits))
    }

    /// The sum of integers in SQLite as `h * 2^32 + l`, where `l` is not negative and below 2^32, and their number `n`.
    private func halves(_ node: SQLNode, _ select: ([SQLNode]) -> SQLSelect) -> SQLSelect {
        let (high, low) = halves(node)
        return select([
            .marked("", high, " AS h"), .marked("", low, " AS l"),
            .marked("", .call("COUNT", [node], isNullable: false), " AS n"),
        ])
    }
}
