import PredicateFormat
import PredicatePlatform

/// What PostgreSQL does with values.
enum PostgreSQLRules: SQLDialectRules {
    static func mayHoldInfinity(_ column: SQLColumn) -> Bool {
        switch column.type {
        case .real, .singlePrecision, .decimal, .date(.timestampWithZone), .date(.timestamp), .date(.day): true
        default: false
        }
    }

    static func infinities(of column: SQLColumn) -> [SQLNode] {
        switch column.type {
        case .real, .singlePrecision:
            [.literal("'NaN'::float8"), .literal("'Infinity'::float8"), .literal("'-Infinity'::float8")]
        case .decimal: [.literal("'NaN'::numeric"), .literal("'Infinity'::numeric"), .literal("'-Infinity'::numeric")]
        case .date(.timestampWithZone): [.literal("'infinity'::timestamptz"), .literal("'-infinity'::timestamptz")]
        case .date(.timestamp): [.literal("'infinity'::timestamp"), .literal("'-infinity'::timestamp")]
        case .date(.day): [.literal("'infinity'::date"), .literal("'-infinity'::date")]
        default: []
        }
    }

    static func comparable(_ scalar: SQLScalar, _ relation: SQLRelation) -> SQLNode {
        comparable(scalar, scalar.node, relation)
    }

    private static func comparable(_ scalar: SQLScalar, _ node: SQLNode, _ relation: SQLRelation) -> SQLNode {
        switch scalar.kind {
        case .boolean: return .cast(node, "int4")
        case .text:
            let isPlain = scalar.column.map { relation == .equal ? $0.hasPlainEquality : $0.hasCodePointOrder } ?? false
            return isPlain ? node : .collate(node, "\"C\"")
        case .uuid:
            if let column = scalar.column, column.type == .uuid(.lowercaseText) || column.type == .uuid(.uppercaseText)
            {
                return .collate(node, "\"C\"")
            }
            return node
        default: return node
        }
    }

    static func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: SQLRelation
    ) -> (SQLNode, SQLNode)? {
        // A larger integer is rounded beside a double, and a double as a decimal keeps 15 digits.
        let isRealA = a.kind == .real
        let isRealB = b.kind == .real
        if isRealA != isRealB, a.kind.isNumber, b.kind.isNumber { return nil }
        return (comparable(a, nodeA, relation), comparable(b, nodeB, relation))
    }

    /// No text of PostgreSQL has the code point 0, and so none equals the constant.
    static func textWithZero(_ text: String) -> SQLConstant { .unknown("texts of PostgreSQL cannot hold U+0000") }

    static func integer(_ integer: Int64, beside scalar: SQLScalar) -> SQLConstant {
        guard scalar.kind == .real else { return .value(.parameter(.value(.integer(integer)), .integer)) }
        guard let double = Double(exactly: integer) else { return .never }
        return .value(.parameter(.value(.real(double)), .real))
    }

    static func double(_ double: Double, beside scalar: SQLScalar) -> SQLConstant {
        if scalar.kind == .real { return .value(.parameter(.value(.real(double)), .real)) }
        if scalar.kind == .decimal { return .unknown("PostgreSQL compares a decimal and a double after rounding") }
        guard let integer = Int64(exactly: double) else { return .never }
        return .value(.parameter(.value(.integer(integer)), .integer))
    }

    static func decimal(_ decimal: Decimal, beside scalar: SQLScalar) -> SQLConstant {
        if scalar.kind == .real {
            // The two are compared as doubles (D100).
            guard let double = Double(decimal.description), double.isFinite else { return .unknown("it is too large") }
            return .value(.parameter(.value(.real(double)), .real))
        }
        return .value(.parameter(.value(.numeric("\(decimal)")), .numeric))
    }

    static func scale(of form: SQLDateForm) -> SQLDateScale? {
        switch form {
        case .timestampWithZone: .microseconds(first: SQLDateScale.firstOfPostgreSQL)
        case .unixSeconds: .unixSeconds
        case .referenceSeconds: .referenceSeconds
        case .timestamp: .localMicroseconds
        case .day: .days
        case .text: nil
        }
    }

    /// `extract` gives a decimal since PostgreSQL 14, so that the seconds are rounded once.
    static func referenceSeconds(_ node: SQLNode, _ form: SQLDateForm) -> SQLNode? {
        switch form {
        case .timestampWithZone, .timestamp, .day:
            .cast(
                .infix(.call("EXTRACT", [.marked("EPOCH FROM ", node)]), "-", .literal("978307200"), .sum), "float8")
        case .unixSeconds, .referenceSeconds, .text: nil
        }
    }

    static func kind(ofVariableBeside scalar: SQLScalar) -> SQLValueKind? {
        switch scalar.kind {
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        case .boolean: .integer
        case .date, .decimal, .uuid, .json, .array: nil
        }
    }
}
