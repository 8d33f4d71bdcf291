import PredicateFormat

// Arithmetic in the dialects. Where the language has no result, the value is NULL.
extension SQLDialect {
    /// The result of an operator; nil if the dialect does not compute it as the language does.
    ///
    /// - Parameters:
    ///   - first: the left side, which may be a constant.
    ///   - second: the right side.
    func arithmetic(
        _ op: ArithmeticOperator, _ a: SQLScalar, _ b: SQLScalar, _ first: SQLOperand, _ second: SQLOperand
    ) -> SQLScalar? {
        switch self {
        case .sqlite: SQLiteArithmetic.result(op, a, b, second)
        case .postgresql: PostgreSQLArithmetic.result(op, a, b, first, second)
        case .duckdb: DuckDBArithmetic.result(op, a, b, second)
        }
    }

    /// Why there is no result.
    var arithmeticReason: String {
        switch self {
        case .sqlite: "SQLite does not compute it exactly"
        case .postgresql: "PostgreSQL raises errors where there is no result"
        case .duckdb: "DuckDB does not compute it exactly"
        }
    }

    /// A number without its sign or its fraction, or its square root; nil if the dialect does not compute it exactly.
    func rounded(_ function: BuiltInFunction, _ scalar: SQLScalar) -> SQLScalar? {
        switch self {
        case .sqlite: SQLiteArithmetic.rounded(function, scalar)
        case .postgresql: PostgreSQLArithmetic.rounded(function, scalar)
        case .duckdb: DuckDBArithmetic.rounded(function, scalar)
        }
    }

    /// The remainder of integers; NULL for the divisor 0.
    func remainder(_ a: SQLScalar, _ b: SQLScalar) -> SQLNode {
        switch self {
        case .sqlite: .infix(a.node, "%", b.node, .product, isNullable: true)
        case .postgresql: PostgreSQLArithmetic.remainder(a, b)
        case .duckdb: DuckDBArithmetic.remainder(a, b)
        }
    }

    /// An integer or a boolean as an integer of 64 bits.
    func integer(_ scalar: SQLScalar) -> SQLNode {
        switch self {
        case .sqlite: scalar.node
        case .postgresql: PostgreSQLArithmetic.integer(scalar)
        case .duckdb: DuckDBArithmetic.integer(scalar)
        }
    }
}
