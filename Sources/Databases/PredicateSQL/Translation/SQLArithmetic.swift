import PredicateFormat

// Arithmetic in the dialects. Where the language has no result, the value is NULL.
extension SQLDialect {
    /// The result of an operator; nil if the dialect does not compute it as the language does.
    ///
    /// - Parameter second: the right side, which may be a constant.
    func arithmetic(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ second: SQLOperand) -> SQLScalar? {
        if a.kind == .date || b.kind == .date { return dates(op, a, b) }
        guard a.kind.isNumber, b.kind.isNumber, a.kind != .decimal, b.kind != .decimal else { return nil }
        guard a.kind == .real || b.kind == .real else {
            return switch self {
            case .sqlite: SQLiteArithmetic.integers(op, a, b, second)
            case .postgresql: PostgreSQLArithmetic.integers(op, a, b, second)
            case .duckdb: DuckDBArithmetic.integers(op, a, b, second)
            case .spark: SparkArithmetic.integers(op, a, b, second)
            }
        }
        // A double has no bits.
        return op.isBitwise ? SQLScalar(node: .null, kind: .integer) : doubles(op, a, b)
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

    private func doubles(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
        var left: SQLNode
        var right: SQLNode
        switch self {
        case .sqlite: (left, right) = (a.node, b.node)
        case .postgresql: return PostgreSQLArithmetic.doubles(op, a, b)
        case .duckdb: (left, right) = DuckDBArithmetic.doubles(a, b)
        case .spark: (left, right) = (SparkArithmetic.double(a), SparkArithmetic.double(b))
        }
        // The result is not finite if an operand is not, except for a divisor.
        left = unguarded(left) ?? left
        if op != .divide { right = unguarded(right) ?? right }
        let node: SQLNode
        switch op {
        case .add, .subtract: node = .infix(left, op.rawValue, right, .sum)
        case .multiply: node = .infix(left, "*", right, .product)
        case .divide:
            // SQLite divides by 0 to NULL. In the others, a setting makes it NULL or an error.
            let divisor = self == .sqlite || Self.isConstant(right) ? right : Self.divisor(right)
            node = .infix(left, "/", divisor, .product, isNullable: self == .sqlite ? true : nil)
        default: return nil
        }
        return SQLScalar(node: .when(isFinite(node), node), kind: .real)
    }

    /// Whether a double is finite.
    private func isFinite(_ node: SQLNode) -> SQLNode {
        switch self {
        case .sqlite: .and([.compare(node, "<", .literal("9e999")), .compare(node, ">", .literal("-9e999"))])
        case .postgresql, .duckdb: .call("isfinite", [node])
        // NaN is larger than infinity.
        case .spark: .compare(.call("abs", [node]), "<", .literal(Self.infinity))
        }
    }

    private static let infinity = "double('Infinity')"

    /// The value that a node of DuckDB or Spark has if it is finite; nil for other nodes.
    func unguarded(_ node: SQLNode) -> SQLNode? {
        guard case .cases(let branches, otherwise: nil) = node.form, branches.count == 1, let branch = branches.first
        else { return nil }
        switch branch.condition.form {
        case .call("isfinite", _): return branch.value
        case .infix("<", let magnitude, let bound, _):
            guard case .call("abs", _) = magnitude.form, case .literal(Self.infinity) = bound.form else { return nil }
            return branch.value
        default: return nil
        }
    }

    /// Whether a node is a constant other than 0.
    private static func isConstant(_ node: SQLNode) -> Bool {
        switch node.form {
        case .parameter(.value(.integer(let integer)), _): integer != 0
        case .parameter(.value(.real(let double)), _): double != 0
        default: false
        }
    }

    /// A divisor; NULL for 0.
    static func divisor(_ node: SQLNode) -> SQLNode { .call("NULLIF", [node, .literal("0")], isNullable: true) }

    /// A power of an integer with a small constant exponent; nil for other exponents. Where the square does not fit, the cube
    /// does not either.
    ///
    /// - Parameter times: the product of two integers; NULL if it does not fit.
    static func power(
        _ base: SQLNode, _ exponent: SQLOperand, times: (SQLNode, SQLNode) -> SQLNode
    ) -> SQLScalar? {
        guard case .constant(.integer(let exponent)) = exponent else { return nil }
        switch exponent {
        case 1: return SQLScalar(node: base, kind: .integer)
        case 2: return SQLScalar(node: times(base, base), kind: .integer)
        case 3: return SQLScalar(node: times(times(base, base), base), kind: .integer)
        default: return nil
        }
    }

    /// Why there is no result.
    var arithmeticReason: String {
        switch self {
        case .sqlite: "SQLite does not compute it exactly"
        case .postgresql: "PostgreSQL raises errors where there is no result"
        case .duckdb: "DuckDB does not compute it exactly"
        case .spark: "Spark does not compute it exactly"
        }
    }

    /// A number without its sign or its fraction, or its square root; nil if the dialect does not compute it exactly.
    func rounded(_ function: BuiltInFunction, _ scalar: SQLScalar) -> SQLScalar? {
        guard scalar.kind.isNumber, scalar.kind != .decimal else { return nil }
        if self == .sqlite { return SQLiteArithmetic.rounded(function, scalar) }
        if self == .spark { return SparkArithmetic.rounded(function, scalar) }
        var result = scalar
        result.column = nil
        if scalar.kind != .real {
            // The root of an integer is no integer.
            if function == .squareRoot { return nil }
            result.kind = .integer
            result.node = function == .absolute ? magnitude(scalar) : integer(scalar)
            return result
        }
        switch function {
        case .absolute: result.node = .call("abs", [scalar.node])
        case .floor: result.node = .call("floor", [scalar.node])
        case .ceiling: result.node = .call("ceil", [scalar.node])
        case .truncate: result.node = .call("trunc", [scalar.node])
        case .squareRoot:
            // The root of a negative number is an error; in DuckDB, if a setting says so.
            result.node = .when(.compare(scalar.node, ">=", .literal("0")), .call("sqrt", [scalar.node]))
        default: return nil
        }
        return result
    }

    private func magnitude(_ scalar: SQLScalar) -> SQLNode {
        self == .postgresql ? PostgreSQLArithmetic.magnitude(scalar) : DuckDBArithmetic.magnitude(scalar)
    }

    /// The remainder of integers; NULL for the divisor 0.
    func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode {
        switch self {
        case .sqlite: .infix(a.node, "%", b.node, .product, isNullable: true)
        case .postgresql: PostgreSQLArithmetic.remainder(a, b)
        case .duckdb: DuckDBArithmetic.remainder(a, b)
        case .spark: SparkArithmetic.remainder(a, b)
        }
    }

    /// An integer or a boolean as an integer of 64 bits.
    func integer(_ scalar: SQLScalar) -> SQLNode {
        switch self {
        case .sqlite: scalar.node
        case .postgresql: PostgreSQLArithmetic.integer(scalar)
        case .duckdb: DuckDBArithmetic.integer(scalar)
        case .spark: SparkArithmetic.wide(scalar)
        }
    }
}
