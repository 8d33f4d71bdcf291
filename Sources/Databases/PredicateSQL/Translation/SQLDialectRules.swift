import PredicateCore
import PredicateFormat
import PredicatePlatform

/// What a dialect decides about values, apart from spelling.
protocol SQLDialectRules {
    /// Whether the column may hold an infinity or NaN, which read as nil.
    static func mayHoldInfinity(_ column: SQLColumn) -> Bool
    /// The condition that a value is neither NULL nor of the type of its column; nil if there is no such value.
    static func otherValues(of column: SQLColumn, _ node: SQLNode) -> SQLNode?
    /// The values of the column that read as nil, although they are not NULL.
    static func infinities(of column: SQLColumn) -> [SQLNode]
    /// What a comparison needs in addition, because other values have an order, too.
    static func bounds(of column: SQLColumn, _ node: SQLNode, _ relation: ConstantComparison) -> [SQLNode]
    /// The node of a scalar as it is compared with a constant.
    static func comparable(_ scalar: SQLScalar, _ node: SQLNode, _ relation: ConstantComparison) -> SQLNode
    /// Two values of kinds that compare; nil if SQL does not compare them exactly.
    static func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: ConstantComparison
    ) -> (SQLNode, SQLNode)?
    /// A string constant with the code point 0.
    static func textWithZero(_ text: String) -> SQLConstant
    static func uuid(_ uuid: UUID, in scalar: SQLScalar) -> SQLConstant
    static func integer(_ integer: Int64, beside scalar: SQLScalar) -> SQLConstant
    static func double(_ double: Double, beside scalar: SQLScalar) -> SQLConstant
    static func decimal(_ decimal: Decimal, beside scalar: SQLScalar) -> SQLConstant
    /// How stored dates compare; nil if SQL does not compare them.
    static func scale(of form: SQLDateForm) -> SQLDateScale?
    /// A stored date as seconds since 2001, rounded as reading rounds it; nil if SQL has no such expression.
    static func referenceSeconds(_ node: SQLNode, _ form: SQLDateForm) -> SQLNode?
    /// The kind of a variable that is compared with a scalar; nil if its value has to be converted.
    static func kind(ofVariableBeside scalar: SQLScalar) -> SQLValueKind?
}

extension SQLDialectRules {
    static func comparable(_ scalar: SQLScalar, _ relation: ConstantComparison) -> SQLNode {
        comparable(scalar, scalar.node, relation)
    }

    static func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: ConstantComparison
    ) -> (SQLNode, SQLNode)? {
        (comparable(a, nodeA, relation), comparable(b, nodeB, relation))
    }

    static func otherValues(of column: SQLColumn, _ node: SQLNode) -> SQLNode? { nil }

    /// Values of a type by their names.
    static func values(_ names: [String], _ type: String) -> [SQLNode] { names.map { .literal("'\($0)'::\(type)") } }

    static func uuid(_ uuid: UUID, in scalar: SQLScalar) -> SQLConstant {
        guard let column = scalar.column, case .uuid(let form) = column.type else {
            return .value(.parameter(.value(.uuid(uuid)), .uuid))
        }
        switch form {
        case .native: return .value(.parameter(.value(.uuid(uuid)), .uuid))
        case .blob: return .value(.parameter(.value(.blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })), .blob))
        case .lowercaseText: return .value(.text(uuid.uuidString.lowercased()))
        case .uppercaseText: return .value(.text(uuid.uuidString))
        case .text: return .unknown("its strings are in any case")
        }
    }

    /// In servers, where NaN is larger than all numbers.
    static func bounds(of column: SQLColumn, _ node: SQLNode, _ relation: ConstantComparison) -> [SQLNode] {
        guard mayHoldInfinity(column) else { return [] }
        let ends = infinities(of: column).suffix(2)
        guard let infinity = ends.first, let negative = ends.last else { return [] }
        let isUpward = relation == .greater || relation == .greaterOrEqual
        return [isUpward ? .bound(node, "<", infinity) : .bound(node, ">", negative)]
    }
}

/// What DuckDB and Spark do alike: as PostgreSQL, but with decimals of so many digits and no more, and with the code point 0.
protocol SQLEngineRules: SQLDialectRules {
    /// Why constants are not compared with decimals.
    static var decimals: SQLConstant { get }
}

extension SQLEngineRules {
    static func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: ConstantComparison
    ) -> (SQLNode, SQLNode)? {
        a.kind == .decimal || b.kind == .decimal
            ? nil : (comparable(a, nodeA, relation), comparable(b, nodeB, relation))
    }

    /// Strings hold the code point 0, and all functions see it.
    static func textWithZero(_ text: String) -> SQLConstant { .value(.text(text)) }

    static func integer(_ integer: Int64, beside scalar: SQLScalar) -> SQLConstant {
        scalar.kind == .decimal ? decimals : PostgreSQLRules.integer(integer, beside: scalar)
    }

    static func double(_ double: Double, beside scalar: SQLScalar) -> SQLConstant {
        scalar.kind == .decimal ? decimals : PostgreSQLRules.double(double, beside: scalar)
    }

    static func decimal(_ decimal: Decimal, beside scalar: SQLScalar) -> SQLConstant { decimals }

    static func kind(ofVariableBeside scalar: SQLScalar) -> SQLValueKind? {
        scalar.kind == .date ? .real : PostgreSQLRules.kind(ofVariableBeside: scalar)
    }
}

extension SQLDialect {
    var rules: any SQLDialectRules.Type {
        switch self {
        case .sqlite: SQLiteRules.self
        case .postgresql: PostgreSQLRules.self
        case .duckdb: DuckDBRules.self
        case .spark: SparkRules.self
        }
    }

    func comparable(
        _ a: SQLScalar, _ nodeA: SQLNode, _ b: SQLScalar, _ nodeB: SQLNode, _ relation: ConstantComparison
    ) -> (SQLNode, SQLNode)? {
        // UUIDs compare in one form, and their strings only in one case.
        if a.kind == .uuid, a.column?.type != b.column?.type || a.column?.type == .uuid(.text) { return nil }
        return rules.comparable(a, nodeA, b, nodeB, relation)
    }
}
