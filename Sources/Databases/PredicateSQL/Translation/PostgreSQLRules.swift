import PredicateCore
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
            values(["NaN", "Infinity", "-Infinity"], "float8")
        case .decimal: values(["NaN", "Infinity", "-Infinity"], "numeric")
        case .date(.timestampWithZone): values(["infinity", "-infinity"], "timestamptz")
        case .date(.timestamp): values(["infinity", "-infinity"], "timestamp")
        case .date(.day): values(["infinity", "-infinity"], "date")
        default: []
        }
    }

    static func comparable(_ scalar: SQLScalar, _ node: SQLNode, _ relation: ConstantComparison) -> SQLNode {
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

    /// No text of PostgreSQL has the code point 0, and so none equals the constant.
    static func textWithZero(_ text: String) -> SQLConstant { .unknown("strings of PostgreSQL cannot hold U+0000") }

    static func integer(_ integer: Int64, beside scalar: SQLScalar) -> SQLConstant {
        guard scalar.kind == .real else { return .value(.integer(integer)) }
        guard let double = Double(exactly: integer) else { return .never }
        return .value(.real(double))
    }

    static func double(_ double: Double, beside scalar: SQLScalar) -> SQLConstant {
        if scalar.kind == .real { return .value(.real(double)) }
        if scalar.kind == .decimal { return .unknown("PostgreSQL compares a decimal and a double after rounding") }
        guard let integer = Int64(exactly: double) else { return .never }
        return .value(.integer(integer))
    }

    static func decimal(_ decimal: Decimal, beside scalar: SQLScalar) -> SQLConstant {
        if scalar.kind == .real {
            // The two are compared as doubles (D100).
            guard let double = Double(decimal.description), double.isFinite else { return .unknown("it is too large") }
            return .value(.real(double))
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
        case .unixMilliseconds, .text: nil
        }
    }

    /// `extract` gives a decimal since PostgreSQL 14, so that the seconds are rounded once.
    static func referenceSeconds(_ node: SQLNode, _ form: SQLDateForm) -> SQLNode? {
        switch form {
        case .timestampWithZone, .timestamp, .day:
            .cast(
                .infix(.call("EXTRACT", [.marked("EPOCH FROM ", node)]), "-", .literal("978307200"), .sum), "float8")
        case .unixSeconds, .unixMilliseconds, .referenceSeconds, .text: nil
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

/// Arithmetic in PostgreSQL, which raises errors where the language has no result. Integers are computed as decimals,
/// and become integers again where they fit. Doubles are computed where they can neither overflow nor round to zero, and
/// elsewhere this program decides.
enum PostgreSQLArithmetic {
    /// The result of an operator of integers; nil if it might raise an error.
    static func integers(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        let (left, right) = (decimal(a), decimal(b))
        switch op {
        case .add, .subtract: return checked(.infix(left, op.rawValue, right, .sum))
        case .multiply: return checked(.infix(left, "*", right, .product))
        case .divide: return checked(.call("div", [left, SQLDialect.divisor(right)], isNullable: true))
        default: return nil
        }
    }

    /// The remainder of integers.
    static func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode {
        .cast(.call("mod", [decimal(a), SQLDialect.divisor(decimal(b))], isNullable: true), "int8")
    }

    /// A value as an integer of 64 bits.
    static func integer(_ scalar: SQLScalar) -> SQLNode {
        .cast(scalar.kind == .boolean ? .cast(scalar.node, "int4") : scalar.node, "int8")
    }

    private static func decimal(_ scalar: SQLScalar) -> SQLNode {
        .cast(scalar.kind == .boolean ? .cast(scalar.node, "int4") : scalar.node, "numeric")
    }

    /// A decimal as an integer; NULL if it does not fit.
    private static func checked(_ node: SQLNode) -> SQLScalar {
        SQLScalar(node: .when(.hasIntegerSize(node), .cast(node, "int8")), kind: .integer)
    }

    /// The result of an operator of doubles; nil if it might raise an error.
    static func doubles(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        let isSum = op == .add || op == .subtract
        guard isSum || op == .multiply || op == .divide,
            let isOrdinaryA = isOrdinary(a, inSum: isSum), let isOrdinaryB = isOrdinary(b, inSum: isSum)
        else { return nil }
        let (left, right) = (double(a), double(b))
        let areOrdinary = SQLNode.and([isOrdinaryA, isOrdinaryB])
        let hasResult =
            op == .divide ? SQLNode.and([areOrdinary, .compare(right, "<>", .literal("0"))]) : areOrdinary
        let node = SQLNode.infix(left, op.rawValue, right, isSum ? .sum : .product)
        var result = SQLScalar(node: hasResult.isTrue ? node : .when(hasResult, node), kind: .real)
        if !areOrdinary.isTrue { result.trust = [.or([areOrdinary, .isNull(left), .isNull(right)])] }
        return result
    }

    private static func double(_ scalar: SQLScalar) -> SQLNode {
        scalar.kind == .real || scalar.kind == .date ? scalar.node : .cast(integer(scalar), "float8")
    }

    /// Whether a number is far from the largest and the smallest double; nil for a constant that is not.
    private static func isOrdinary(_ scalar: SQLScalar, inSum: Bool) -> SQLNode? {
        guard scalar.kind == .real || scalar.kind == .date, !scalar.isStoredDate else { return .yes }
        let (least, most) = inSum ? (0, 1e307) : (1e-140, 1e140)
        switch scalar.node.form {
        case .parameter(.now, _): return .yes
        case .parameter(.value(.real(let constant)), _):
            return constant == 0 || least...most ~= abs(constant) ? .yes : nil
        default: break
        }
        let size = SQLNode.call("abs", [scalar.node])
        let isBelow = SQLNode.compare(size, "<", .literal("\(most)"))
        if inSum { return isBelow }
        return .or([
            .compare(scalar.node, "=", .literal("0")), .and([isBelow, .compare(size, ">", .literal("\(least)"))]),
        ])
    }
}
