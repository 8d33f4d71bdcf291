import PredicateCore

// Arithmetic in SQLite and PostgreSQL. Where the language has no result, the value is NULL. Shifts and powers, and all
// arithmetic in DuckDB and Spark, are left to this program.
extension SQLDialect {
    /// The result of an operator; nil if the dialect does not compute it as the language does.
    ///
    /// - Parameter second: the right side, which may be a constant.
    func arithmetic(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ second: SQLOperand) -> SQLScalar? {
        guard self == .sqlite || self == .postgresql else { return nil }
        if a.kind == .date || b.kind == .date { return dates(op, a, b) }
        guard a.kind.isNumber, b.kind.isNumber, a.kind != .decimal, b.kind != .decimal else { return nil }
        if a.kind == .real || b.kind == .real {
            // A double has no bits.
            return op.isBitwise ? SQLScalar(node: .null, kind: .integer) : doubles(op, a, b)
        }
        if op.isBitwise { return bitwise(op, integer(a), integer(b)) }
        return self == .sqlite
            ? SQLiteArithmetic.integers(op, a, b, second) : PostgreSQLArithmetic.integers(op, a, b)
    }

    /// A date is its seconds since 2001.
    private func dates(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        switch (op, a.kind, b.kind) {
        case (.subtract, .date, .date): return doubles(op, a, b)
        case (.add, .date, _) where b.kind.isNumber, (.add, _, .date) where a.kind.isNumber,
            (.subtract, .date, _) where b.kind.isNumber:
            guard a.kind != .decimal, b.kind != .decimal else { return nil }
            var shifted = doubles(op, a, b)
            shifted?.kind = .date
            return shifted
        default: return nil
        }
    }

    /// The date of a Unix time (D126): whole seconds and the rest apart, as this program computes it; nil if the dialect does
    /// not. A quotient of a double may round to zero, which is an error in PostgreSQL; no difference from 1970 is too large.
    func unixDate(_ scalar: SQLScalar, _ unit: UnixUnit) -> SQLScalar? {
        guard self == .sqlite || self == .postgresql, scalar.kind.isNumber, scalar.kind != .decimal else { return nil }
        func date(_ seconds: SQLNode) -> SQLScalar {
            SQLScalar(node: .infix(seconds, "-", .literal("978307200"), .sum), kind: .date, trust: scalar.trust)
        }
        if scalar.kind == .real { return unit == .seconds ? date(scalar.node) : nil }
        let number = integer(scalar)
        if unit == .seconds { return date(double(number)) }
        let perSecond = SQLNode.literal(String(unit.perSecond))
        // The remainder has the sign of the number, and the rest has none.
        let remainder = SQLNode.infix(number, "%", perSecond, .product)
        let rest = SQLNode.infix(.infix(remainder, "+", perSecond, .sum), "%", perSecond, .product)
        let borrowed = SQLNode.infix(.infix(remainder, "-", rest, .sum), "/", perSecond, .product)
        var result = date(double(.infix(.infix(number, "/", perSecond, .product), "+", borrowed, .sum)))
        result.node = .infix(result.node, "+", .infix(double(rest), "/", perSecond, .product), .sum)
        return result
    }

    private func doubles(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        if self == .postgresql { return PostgreSQLArithmetic.doubles(op, a, b) }
        let node: SQLNode
        switch op {
        case .add, .subtract: node = .infix(a.node, op.rawValue, b.node, .sum)
        case .multiply: node = .infix(a.node, "*", b.node, .product)
        // SQLite divides by 0 to NULL.
        case .divide: node = .infix(a.node, "/", b.node, .product, isNullable: true)
        default: return nil
        }
        let isFinite = SQLNode.and([.compare(node, "<", .literal("9e999")), .compare(node, ">", .literal("-9e999"))])
        return SQLScalar(node: .when(isFinite, node), kind: .real)
    }

    private func bitwise(_ op: ArithmeticOperator, _ a: SQLNode, _ b: SQLNode) -> SQLScalar? {
        switch op {
        case .bitAnd: return SQLScalar(node: .infix(a, "&", b, .bits), kind: .integer)
        case .bitOr: return SQLScalar(node: .infix(a, "|", b, .bits), kind: .integer)
        case .bitXor where self == .postgresql: return SQLScalar(node: .infix(a, "#", b, .bits), kind: .integer)
        default: return nil
        }
    }

    /// A divisor; NULL for 0.
    static func divisor(_ node: SQLNode) -> SQLNode { .call("NULLIF", [node, .literal("0")], isNullable: true) }

    /// Why there is no result.
    var arithmeticReason: String {
        self == .postgresql
            ? "PostgreSQL raises errors where there is no result" : "SQL does not compute it exactly"
    }

    /// A number without its sign or its fraction, or its square root; nil if the dialect does not compute it exactly.
    func rounded(_ function: BuiltInFunction, _ scalar: SQLScalar) -> SQLScalar? {
        guard self == .sqlite || self == .postgresql, scalar.kind.isNumber, scalar.kind != .decimal else { return nil }
        var result = scalar
        result.column = nil
        if scalar.kind != .real {
            // The root of an integer is not an integer.
            if function == .squareRoot { return nil }
            result.kind = .integer
            result.node = function == .absolute ? magnitude(scalar) : integer(scalar)
            return result
        }
        if self == .sqlite {
            guard let node = SQLiteArithmetic.rounded(function, scalar.node) else { return nil }
            result.node = node
            return result
        }
        switch function {
        case .absolute: result.node = .call("abs", [scalar.node])
        case .floor: result.node = .call("floor", [scalar.node])
        case .ceiling: result.node = .call("ceil", [scalar.node])
        case .truncate: result.node = .call("trunc", [scalar.node])
        // The root of a negative number is an error.
        case .squareRoot:
            result.node = .when(.compare(scalar.node, ">=", .literal("0")), .call("sqrt", [scalar.node]))
        default: return nil
        }
        return result
    }

    /// An integer without its sign; NULL for the smallest, whose magnitude does not fit: `abs` raises an error.
    private func magnitude(_ scalar: SQLScalar) -> SQLNode {
        let node = integer(scalar)
        return .when(.compare(node, ">", .literal(literal(.integer(.min)))), .call("abs", [node]))
    }

    /// The remainder of integers; NULL for the divisor 0, and nil if this program computes it.
    func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode? {
        switch self {
        case .sqlite: .infix(a.node, "%", b.node, .product, isNullable: true)
        case .postgresql: PostgreSQLArithmetic.remainder(a, b)
        case .duckdb, .spark: nil
        }
    }

    /// An integer or a boolean as an integer of 64 bits.
    func integer(_ scalar: SQLScalar) -> SQLNode {
        switch self {
        case .sqlite: scalar.node
        case .postgresql: PostgreSQLArithmetic.integer(scalar)
        case .duckdb: scalar.kind == .boolean ? .cast(scalar.node, "BIGINT") : scalar.node
        case .spark: .cast(scalar.node, "BIGINT")
        }
    }
}
