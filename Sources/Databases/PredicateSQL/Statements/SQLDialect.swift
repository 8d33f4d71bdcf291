/// A dialect of SQL that a predicate can be translated to.
public enum SQLDialect: String, CaseIterable, Hashable, Sendable {
    /// SQLite 3.38 or later.
    case sqlite
    /// PostgreSQL 14 or later.
    case postgresql
    /// DuckDB 2.0.
    case duckdb
    /// Spark SQL 4, whether its ANSI mode is on or off.
    case spark
}

// What the printer asks of a dialect.
extension SQLDialect {
    func truth(_ value: Bool) -> String {
        switch self {
        case .sqlite: value ? "1" : "0"
        case .postgresql, .duckdb, .spark: value ? "TRUE" : "FALSE"
        }
    }

    /// The spelling of an operator. SQLite knows `IS DISTINCT FROM` only since 3.39.
    func spelling(of symbol: String) -> String {
        guard self == .sqlite else { return symbol }
        return switch symbol {
        case "IS DISTINCT FROM": "IS NOT"
        case "IS NOT DISTINCT FROM": "IS"
        default: symbol
        }
    }

    /// What makes NULL come first in ascending order, and last in descending order.
    func nullOrder(isDescending: Bool) -> String {
        switch self {
        case .sqlite: ""
        case .postgresql, .duckdb, .spark: isDescending ? " NULLS LAST" : " NULLS FIRST"
        }
    }

    /// What puts NULL in its place in an order; empty where the dialect does so by itself. An index serves an order only
    /// if NULL has the same place in both.
    func nullPlace(isFirst: Bool, isDescending: Bool) -> String {
        switch self {
        case .sqlite where isFirst != isDescending, .postgresql where isFirst == isDescending: ""
        default: isFirst ? " NULLS FIRST" : " NULLS LAST"
        }
    }

    func placeholder(_ number: Int, _ parameter: SQLParameter, _ kind: SQLValueKind) -> String {
        switch self {
        case .sqlite, .spark: return "?"
        case .postgresql, .duckdb:
            var array = ""
            if case .value(.array) = parameter { array = "[]" }
            return "$\(number)::\(typeName(of: kind))\(array)"
        }
    }

    /// The name of the type of a parameter. SQLite has none.
    func typeName(of kind: SQLValueKind) -> String {
        switch self {
        case .duckdb: DuckDBSpelling.type(of: kind)
        case .spark: SparkSpelling.type(of: kind)
        case .sqlite, .postgresql: PostgreSQLSpelling.type(of: kind)
        }
    }

    /// The name of a table, a column or a field, in quotes.
    package func quoted(name: String) -> String {
        self == .spark ? SparkSpelling.quoted(name: name) : name.quotedSQLName
    }

    /// Whether texts may have the code point 0.
    var holdsZero: Bool { self == .duckdb || self == .spark }

    /// A value as people write it in SQL.
    package func literal(_ value: SQLValue) -> String {
        switch self {
        case .sqlite: SQLiteSpelling.literal(value)
        case .postgresql: PostgreSQLSpelling.literal(value)
        case .duckdb: DuckDBSpelling.literal(value)
        case .spark: SparkSpelling.literal(value)
        }
    }
}

/// How literals are written in any dialect.
enum SQLSpelling {
    /// A text in single quotes.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted += "'" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }

    static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".unicodeScalars)
        var text = ""
        for byte in bytes {
            text.unicodeScalars.append(digits[Int(byte >> 4)])
            text.unicodeScalars.append(digits[Int(byte & 15)])
        }
        return text
    }
}
