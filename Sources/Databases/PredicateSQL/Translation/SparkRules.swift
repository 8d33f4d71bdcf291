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

    static func comparable(_ scalar: SQLScalar, _ relation: SQLRelation) -> SQLNode { comparable(scalar, scalar.node) }

    private static func comparable(_ scalar: SQLScalar, _ node: SQLNode) -> SQLNode {
        scalar.kind == .boolean ? .cast(node, "BIGINT") : node
    }

    static func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: SQLRelation
    ) -> (SQLNode, SQLNode)? {
        if a.kind == .decimal || b.kind == .decimal { return nil }
        if a.kind.isNumber, b.kind.isNumber, (a.kind == .real) != (b.kind == .real) { return nil }
        return (comparable(a, nodeA), comparable(b, nodeB))
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
        case .text: nil
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
        case .timestamp, .text: return nil
        }
    }
}

/// Arithmetic in Spark, which raises errors in its ANSI mode and wraps outside of it: the functions `try_…` give NULL in
/// both. Integers are computed with 64 bits, whatever their columns have. Doubles follow IEEE 754, except for divisions by
/// zero.
enum SparkArithmetic {
    /// The result of an operator of integers; nil if Spark does not compute it exactly.
    ///
    /// - Parameter operand: the right side, which may be a constant.
    static func integers(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ operand: SQLOperand) -> SQLScalar?
    {
        let (left, right) = (wide(a), wide(b))
        switch op {
        case .add: return integer(tried("try_add", left, right))
        case .subtract: return integer(tried("try_subtract", left, right))
        case .multiply: return integer(tried("try_multiply", left, right))
        case .divide: return integer(quotient(left, right, operand))
        case .power: return SQLDialect.power(left, operand) { tried("try_multiply", $0, $1) }
        case .bitAnd: return integer(.infix(left, "&", right, .bits))
        case .bitOr: return integer(.infix(left, "|", right, .bits))
        case .bitXor: return integer(.infix(left, "^", right, .bits))
        case .shiftLeft: return shift("shiftleft", left, operand)
        case .shiftRight: return shift("shiftright", left, operand)
        }
    }

    private static func integer(_ node: SQLNode) -> SQLScalar { SQLScalar(node: node, kind: .integer) }

    private static func tried(_ function: String, _ a: SQLNode, _ b: SQLNode) -> SQLNode {
        .call(function, [a, b], isNullable: true)
    }

    /// A value as an integer of 64 bits.
    static func wide(_ scalar: SQLScalar) -> SQLNode { scalar.kind == .real ? scalar.node : wide(scalar.node) }

    private static func wide(_ node: SQLNode) -> SQLNode {
        switch node.form {
        case .cast(_, "BIGINT"), .call("try_add", _), .call("try_subtract", _), .call("try_multiply", _): node
        default: .cast(node, "BIGINT")
        }
    }

    /// A quotient of integers. Only a division by -1 overflows.
    private static func quotient(_ a: SQLNode, _ b: SQLNode, _ operand: SQLOperand) -> SQLNode {
        if case .constant(.integer(let constant)) = operand, constant != 0, constant != -1 {
            return .infix(a, "div", b, .product)
        }
        return .cases(
            [(.compare(b, "=", .literal("-1")), tried("try_subtract", .literal("0"), a))],
            otherwise: .infix(a, "div", SQLDialect.divisor(b), .product))
    }

    /// The remainder of integers; NULL for the divisor 0.
    static func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode {
        if case .parameter(.value(.integer(let constant)), _) = b.node.form, constant != 0 {
            return .infix(wide(a), "%", b.node, .product)
        }
        return .infix(wide(a), "%", SQLDialect.divisor(wide(b)), .product)
    }

    /// A shift by a constant: the operators of Java use the number of bits modulo 64.
    private static func shift(_ function: String, _ node: SQLNode, _ operand: SQLOperand) -> SQLScalar? {
        guard case .constant(.integer(let count)) = operand else { return nil }
        if count < 0 || count > 63 { return integer(.null) }
        return integer(.call(function, [node, .literal(String(count))]))
    }

    /// A number as a double.
    static func double(_ scalar: SQLScalar) -> SQLNode {
        let isDouble = scalar.kind == .real || scalar.kind == .date
        return isDouble ? scalar.node : SQLDialect.spark.double(wide(scalar.node))
    }

    /// A number without its sign or its fraction, or its square root. `floor` and `ceil` of Spark give integers, and raise
    /// errors beyond their range, where doubles have no fraction.
    static func rounded(_ function: BuiltInFunction, _ scalar: SQLScalar) -> SQLScalar? {
        var result = scalar
        result.column = nil
        guard scalar.kind == .real else {
            // The root of an integer is no integer.
            if function == .squareRoot { return nil }
            let node = wide(scalar)
            result.kind = .integer
            let negative = tried("try_subtract", .literal("0"), node)
            result.node =
                function == .absolute
                ? .cases([(.compare(node, ">=", .literal("0")), node)], otherwise: negative) : node
            return result
        }
        let node = scalar.node
        func whole(_ name: String) -> SQLNode {
            let hasFraction = SQLNode.compare(.call("abs", [node]), "<", .literal("4503599627370496D"))
            return .cases([(hasFraction, .cast(.call(name, [node]), "DOUBLE"))], otherwise: node)
        }
        switch function {
        case .absolute: result.node = .call("abs", [node])
        case .floor: result.node = whole("floor")
        case .ceiling: result.node = whole("ceil")
        case .truncate:
            result.node = .cases([(.compare(node, ">=", .literal("0D")), whole("floor"))], otherwise: whole("ceil"))
        case .squareRoot: result.node = .when(.compare(node, ">=", .literal("0D")), .call("sqrt", [node]))
        default: return nil
        }
        return result
    }
}
