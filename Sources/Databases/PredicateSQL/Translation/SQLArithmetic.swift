import PredicateFormat

// Arithmetic in the dialects. Where the language has no result, the value is NULL.
extension SQLDialect {
    /// The result of an operator; nil if the dialect does not compute it as the language does.
    ///
    /// - Parameter second: the right side, which may be a constant.
    func arithmetic(_ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ second: SQLOperand) -> SQLScalar? {
        if a.kind == .date || b.kind == .date {
            return switch self {
            case .sqlite: SQLiteArithmetic.dates(op, a, b)
            case .postgresql: PostgreSQLArithmetic.dates(op, a, b)
            case .duckdb: DuckDBArithmetic.dates(op, a, b)
            case .spark: SparkArithmetic.dates(op, a, b)
            }
        }
        guard a.kind.isNumber, b.kind.isNumber, a.kind != .decimal, b.kind != .decimal else { return nil }
        // A double has no bits.
        if op.isBitwise, a.kind == .real || b.kind == .real { return SQLScalar(node: .null, kind: .integer) }
        return switch self {
        case .sqlite: SQLiteArithmetic.result(op, a, b, second)
        case .postgresql: PostgreSQLArithmetic.result(op, a, b, second)
        case .duckdb: DuckDBArithmetic.result(op, a, b, second)
        case .spark: SparkArithmetic.result(op, a, b, second)
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
