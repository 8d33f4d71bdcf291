import PredicateCore
import PredicateFormat
import PredicatePlatform

/// What Spark does with values. NaN is equal to itself and larger than all numbers; times beyond the years 0 to 9999,
/// which have no form in JSON, read as nil.
enum SparkRules: SQLEngineRules {
    static func mayHoldInfinity(_ column: SQLColumn) -> Bool { !infinities(of: column).isEmpty }

    /// The values between which the others lie, the upper one first.
    static func infinities(of column: SQLColumn) -> [SQLNode] {
        switch column.type {
        case .real, .singlePrecision: [.literal("double('Infinity')"), .literal("double('-Infinity')")]
        case .date(.timestampWithZone):
            [.literal("TIMESTAMP '+10000-01-01 00:00:00Z'"), .literal("TIMESTAMP '-0001-12-31 23:59:59.999999Z'")]
        case .date(.timestamp):
            [
                .literal("TIMESTAMP_NTZ '+10000-01-01 00:00:00'"),
                .literal("TIMESTAMP_NTZ '-0001-12-31 23:59:59.999999'"),
            ]
        case .date(.day): [.literal("DATE '+10000-01-01'"), .literal("DATE '-0001-12-31'")]
        default: []
        }
    }

    /// The condition that a value reads as one.
    static func isFinite(_ column: SQLColumn, _ node: SQLNode) -> SQLNode {
        let ends = infinities(of: column)
        guard let upper = ends.first, let lower = ends.last else { return .yes }
        return .and([.compare(node, ">", lower), .compare(node, "<", upper)])
    }

    static func comparable(_ scalar: SQLScalar, _ node: SQLNode, _ relation: ConstantComparison) -> SQLNode {
        scalar.kind == .boolean ? .cast(node, "BIGINT") : node
    }

    static func decimal(_ decimal: Decimal, beside scalar: SQLScalar) -> SQLConstant {
        scalar.kind == .real ? PostgreSQLRules.decimal(decimal, beside: scalar) : decimals
    }

    static let decimals = SQLConstant.unknown(
        "Spark rounds decimals, or raises an error, where digits are too many")

    static func scale(of form: SQLDateForm) -> SQLDateScale? {
        switch form {
        // The year 0
        case .timestampWithZone: .microseconds(first: -62_167_219_200_000_000)
        case .timestamp: .localMicroseconds
        case .day: .days
        case .unixSeconds: .unixSeconds
        case .referenceSeconds: .referenceSeconds
        case .unixMilliseconds, .text: nil
        }
    }

    static func referenceSeconds(_ node: SQLNode, _ form: SQLDateForm) -> SQLNode? {
        switch form {
        case .timestampWithZone:
            let difference = SQLNode.call(
                "try_subtract", [.call("unix_micros", [node]), .literal("978307200000000")], isNullable: true)
            // A division of the difference as a double would round twice.
            return .cast(.infix(.cast(difference, "STRING"), "||", .literal("'e-6'"), .text), "DOUBLE")
        case .day:
            let days = SQLNode.infix(.cast(.call("unix_date", [node]), "DOUBLE"), "-", .literal("11323D"), .sum)
            return .infix(days, "*", .literal("86400D"), .product)
        case .unixSeconds: return .infix(.cast(node, "DOUBLE"), "-", .literal("978307200D"), .sum)
        case .referenceSeconds: return .cast(node, "DOUBLE")
        // Its microseconds are those of the zone of the session.
        case .unixMilliseconds, .timestamp, .text: return nil
        }
    }
}
