import PredicateCore
import PredicatePlatform

/// What SQLite does with values.
enum SQLiteRules: SQLDialectRules {
    /// Numbers that are too large to read are infinities.
    private static let infinity = SQLNode.literal("9e999")
    private static let negativeInfinity = SQLNode.literal("-9e999")

    /// SQLite stores NaN as NULL, but has infinities. An ordinary column of any type can hold one.
    static func mayHoldInfinity(_ column: SQLColumn) -> Bool {
        switch column.type {
        case .real, .singlePrecision, .date(.unixSeconds), .date(.unixMilliseconds), .date(.referenceSeconds): true
        case .integer, .boolean, .decimal, .date, .uuid, .blob: !column.isGuaranteed
        // A number in a column of strings becomes a string.
        case .text, .textOfValue, .array, .structure, .binaryJSON, .other: false
        }
    }

    static func otherValues(of column: SQLColumn, _ node: SQLNode) -> SQLNode? {
        if column.isGuaranteed { return nil }
        let (text, bytes) = (SQLNode.literal("''"), SQLNode.literal("x''"))
        // Numbers come before strings, and strings before bytes, so an index finds the values of another type.
        switch column.type {
        case .date(.unixSeconds), .date(.unixMilliseconds), .date(.referenceSeconds): return .compare(node, ">=", text)
        case .date, .uuid(.lowercaseText), .uuid(.uppercaseText), .uuid(.text):
            return .or([.compare(node, "<", text), .compare(node, ">=", bytes)])
        case .uuid, .blob: return .compare(node, "<", bytes)
        case .boolean, .integer: return isNone(of: ["'integer'"], node)
        case .real, .singlePrecision, .decimal: return isNone(of: ["'real'"], node)
        case .text: return isNone(of: ["'text'"], node)
        case .textOfValue, .array, .structure, .binaryJSON, .other: return isNone(of: [], node)
        }
    }

    private static func isNone(of types: [String], _ node: SQLNode) -> SQLNode {
        let type = SQLNode.call("typeof", [node], isNullable: false)
        return SQLNode.isIn(type, (types + ["'null'"]).map { .literal($0) }).negated
    }

    static func infinities(of column: SQLColumn) -> [SQLNode] { [infinity, negativeInfinity] }

    /// Numbers come before strings, and strings before bytes: bounds at both ends leave only finite numbers.
    static func bounds(of column: SQLColumn, _ node: SQLNode, _ relation: ConstantComparison) -> [SQLNode] {
        let isUpward = relation == .greater || relation == .greaterOrEqual
        switch column.type {
        case .real, .singlePrecision, .integer, .boolean, .decimal, .date(.unixSeconds), .date(.unixMilliseconds),
            .date(.referenceSeconds):
            guard mayHoldInfinity(column) else { return [] }
            return [isUpward ? .bound(node, "<", infinity) : .bound(node, ">", negativeInfinity)]
        case .text, .uuid(.lowercaseText), .uuid(.uppercaseText), .uuid(.text), .date:
            if column.isGuaranteed { return [] }
            // Bytes come after all strings, and numbers before.
            return isUpward
                ? [.bound(node, "<", .literal("x''"))] : [.bound(node, ">=", .literal("''"))]
        case .uuid, .blob:
            // Everything else comes before bytes.
            if column.isGuaranteed || isUpward { return [] }
            return [.bound(node, ">=", .literal("x''"))]
        case .textOfValue, .array, .structure, .binaryJSON, .other: return []
        }
    }

    static func comparable(_ scalar: SQLScalar, _ node: SQLNode, _ relation: ConstantComparison) -> SQLNode {
        guard let column = scalar.column else { return node }
        // Equality alone gets here: the letters of a UUID may be of any case.
        if column.type == .uuid(.text) { return .collate(node, "NOCASE") }
        guard column.type == .text, !column.hasPlainEquality || !column.hasCodePointOrder else { return node }
        return .collate(node, "BINARY")
    }

    /// A string parameter ends at the code point 0 for most programs. Bytes do not, and a cast makes text of them.
    static func textWithZero(_ text: String) -> SQLConstant {
        .value(.cast(.parameter(.value(.blob(Array(text.utf8))), .blob), "TEXT"))
    }

    static func uuid(_ uuid: UUID, in scalar: SQLScalar) -> SQLConstant {
        guard let column = scalar.column, case .uuid(let form) = column.type else {
            return .unknown("its form is not known")
        }
        if form == .text { return .value(.text(uuid.uuidString)) }
        return form == .native ? .unknown("SQLite has no type for UUIDs") : PostgreSQLRules.uuid(uuid, in: scalar)
    }

    static func integer(_ integer: Int64, beside scalar: SQLScalar) -> SQLConstant {
        .value(.integer(integer))
    }

    static func double(_ double: Double, beside scalar: SQLScalar) -> SQLConstant {
        .value(.real(double))
    }

    static func decimal(_ decimal: Decimal, beside scalar: SQLScalar) -> SQLConstant {
        .unknown("SQLite has no decimals")
    }

    static func scale(of form: SQLDateForm) -> SQLDateScale? {
        switch form {
        case .unixSeconds: .unixSeconds
        case .unixMilliseconds: .unixMilliseconds
        case .referenceSeconds: .referenceSeconds
        case .text, .timestampWithZone, .timestamp, .day: nil
        }
    }

    static func referenceSeconds(_ node: SQLNode, _ form: SQLDateForm) -> SQLNode? {
        switch form {
        case .unixSeconds: .infix(node, "-", .literal("978307200.0"), .sum)
        case .unixMilliseconds:
            .infix(.infix(node, "/", .literal("1000.0"), .product), "-", .literal("978307200.0"), .sum)
        case .referenceSeconds: .infix(node, "+", .literal("0.0"), .sum)
        case .text, .timestampWithZone, .timestamp, .day: nil
        }
    }

    static func kind(ofVariableBeside scalar: SQLScalar) -> SQLValueKind? {
        switch scalar.kind {
        case .boolean, .integer, .real: .number
        case .text: .text
        case .date: .real
        case .blob: .blob
        case .decimal, .uuid, .json, .array: nil
        }
    }
}

/// Arithmetic in SQLite: where the language has no result, the value must be NULL.
enum SQLiteArithmetic {
    /// The result of an operator of integers; nil if SQLite does not compute it exactly.
    ///
    /// - Parameter operand: the right side, which may be a constant.
    static func integers(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ operand: SQLOperand) -> SQLScalar?
    {
        switch op {
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

    /// A double without its sign or its fraction; nil if SQLite does not compute it exactly.
    static func rounded(_ function: BuiltInFunction, _ node: SQLNode) -> SQLNode? {
        // In an ordinary table it may be the smallest integer, for which `abs` raises an error.
        let magnitude = SQLNode.call("abs", [.infix(node, "+", .literal("0.0"), .sum)])
        let whole = SQLNode.cast(.cast(node, "INTEGER"), "REAL")
        let changed: SQLNode
        switch function {
        case .absolute: return magnitude
        case .truncate: changed = whole
        case .floor: changed = .infix(whole, "-", .compare(whole, ">", node), .sum)
        case .ceiling: changed = .infix(whole, "+", .compare(whole, "<", node), .sum)
        default: return nil
        }
        // Doubles without a fraction stay as they are; the others fit in an integer.
        return .cases([(.compare(magnitude, "<", .literal("4503599627370496.0")), changed)], otherwise: node)
    }
}
