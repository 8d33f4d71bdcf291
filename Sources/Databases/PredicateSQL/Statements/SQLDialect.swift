import PredicatePlatform

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
        let names = SQLSpelling.types(of: kind)
        return switch self {
        case .sqlite, .postgresql: names.postgresql
        case .duckdb: names.duckdb
        case .spark: names.spark
        }
    }

    /// The name of a table, a column or a field, in quotes.
    package func quoted(name: String) -> String {
        self == .spark ? SparkSpelling.quoted(name: name) : name.quotedSQLName
    }

    /// Whether strings may have the code point 0.
    var holdsZero: Bool { self == .duckdb || self == .spark }

    /// A value as people write it in SQL.
    package func literal(_ value: SQLValue) -> String {
        switch (self, value) {
        case (_, .null): "NULL"
        case (_, .boolean(let flag)): truth(flag)
        // The parser of SQLite reads the smallest integer as a double: its digits without the sign do not fit.
        case (.sqlite, .integer(.min)): "(-9223372036854775807 - 1)"
        case (.postgresql, .integer(.min)): "'-9223372036854775808'::int8"
        case (_, .integer(let integer)): String(integer)
        case (.sqlite, .real(let double)): "\(double)"
        case (.postgresql, .real(let double)): "'\(double)'::float8"
        case (.duckdb, .real(let double)): DuckDBSpelling.real(double)
        case (.spark, .real(let double)): SparkSpelling.real(double)
        case (.sqlite, .numeric(let text)), (.duckdb, .numeric(let text)): text
        case (.postgresql, .numeric(let text)): "'\(text)'::numeric"
        case (.spark, .numeric(let text)): text + "BD"
        case (.sqlite, .text(let text)): SQLSpelling.sqlite(text)
        case (.postgresql, .text(let text)): SQLSpelling.postgresql(text)
        case (.duckdb, .text(let text)): DuckDBSpelling.quoted(text)
        case (.spark, .text(let text)): SparkSpelling.quoted(text)
        case (.sqlite, .blob(let bytes)): "x'\(SQLSpelling.hex(bytes))'"
        case (.postgresql, .blob(let bytes)): "'\\x\(SQLSpelling.hex(bytes))'::bytea"
        case (.duckdb, .blob(let bytes)): "'" + bytes.map { "\\x" + SQLSpelling.hex([$0]) }.joined() + "'::BLOB"
        case (.spark, .blob(let bytes)): "X'\(SQLSpelling.hex(bytes))'"
        case (.sqlite, .timestamp(let microseconds)): String(microseconds)
        case (.postgresql, .timestamp(let microseconds)): "'\(SQLTimestamp.text(microseconds))'::timestamptz"
        case (.duckdb, .timestamp(let microseconds)): "'\(DuckDBSpelling.instant(microseconds))'::TIMESTAMPTZ"
        case (.spark, .timestamp(let microseconds)): "TIMESTAMP '\(SparkSpelling.instant(microseconds))Z'"
        case (.sqlite, .uuid(let uuid)): "'\(uuid.uuidString)'"
        case (.postgresql, .uuid(let uuid)): "'\(uuid.uuidString.lowercased())'::uuid"
        case (.duckdb, .uuid(let uuid)): "'\(uuid.uuidString.lowercased())'::UUID"
        case (.spark, .uuid(let uuid)): "'\(uuid.uuidString.lowercased())'"
        case (.sqlite, .array(let values)): "(" + list(values) + ")"
        case (.postgresql, .array(let values)): "ARRAY[" + list(values) + "]"
        case (.duckdb, .array(let values)): "[" + list(values) + "]"
        case (.spark, .array(let values)): "array(" + list(values) + ")"
        }
    }

    private func list(_ values: [SQLValue]) -> String { values.map(literal).joined(separator: ", ") }
}

/// How literals are written in any dialect.
enum SQLSpelling {
    /// The names of a type.
    static func types(of kind: SQLValueKind) -> (postgresql: String, duckdb: String, spark: String) {
        switch kind {
        case .boolean: ("boolean", "BOOLEAN", "BOOLEAN")
        case .integer: ("int8", "BIGINT", "BIGINT")
        case .real: ("float8", "DOUBLE", "DOUBLE")
        case .number: ("numeric", "DOUBLE", "DOUBLE")
        case .numeric: ("numeric", "DECIMAL", "DECIMAL(38, 18)")
        case .text: ("text", "VARCHAR", "STRING")
        case .blob: ("bytea", "BLOB", "BINARY")
        case .timestamp: ("timestamptz", "TIMESTAMPTZ", "TIMESTAMP")
        case .uuid: ("uuid", "UUID", "STRING")
        }
    }

    static func quoted(_ text: String) -> String {
        "'" + text.escaping(["'": "''"]) + "'"
    }

    /// A string literal of PostgreSQL. With backslashes or control characters its form does not depend on settings.
    static func postgresql(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "\\" || $0.value < 0x20 }) else { return quoted(text) }
        let escaped = text.escaping(["'": "''", "\\": "\\\\"]) {
            $0.value < 0x20 ? "\\x" + $0.value.hexadecimal(digits: 2) : nil
        }
        return "E'" + escaped + "'"
    }

    /// A string literal of SQLite, whose literals have no escapes for control characters.
    static func sqlite(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return quoted(text) }
        var parts: [String] = []
        var plain = String.UnicodeScalarView()
        func end() {
            if !plain.isEmpty { parts.append(quoted(String(plain))) }
            plain = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            guard scalar.value < 0x20 else {
                plain.append(scalar)
                continue
            }
            end()
            parts.append("char(\(scalar.value))")
        }
        end()
        return "(" + parts.joined(separator: " || ") + ")"
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

/// How DuckDB writes values.
enum DuckDBSpelling {
    /// A literal in which a backslash is itself. The code point 0 is written as a call, because a statement ends at it.
    static func quoted(_ text: String) -> String {
        guard text.utf8.contains(0) else { return SQLSpelling.quoted(text) }
        let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : SQLSpelling.quoted(String($0))
        }
        let terms = parts.dropFirst().reduce(into: [parts[0]]) { terms, part in terms += ["chr(0)", part] }
        return "(" + terms.filter { !$0.isEmpty }.joined(separator: " || ") + ")"
    }

    /// A double. Digits without an exponent are a decimal. Up to 15 digits, it compares with a double as the same one.
    static func real(_ double: Double) -> String {
        guard double.isFinite else { return "'\(double)'::DOUBLE" }
        let text = "\(double)"
        if text.utf8.contains(UInt8(ascii: "e")) { return text }
        let digits = text.utf8.count { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
        let isNegativeZero = double == 0 && double.sign == .minus
        return digits <= 15 && !isNegativeZero ? text : text + "e0"
    }

    /// An instant before Christ has its mark after the day.
    static func instant(_ microseconds: Int64) -> String {
        let text = SQLTimestamp.text(microseconds)
        guard text.hasSuffix(" BC"), let space = text.firstIndex(of: " ") else { return text }
        return text[..<space] + " (BC)" + text[space...].dropLast(3)
    }
}

/// How Spark SQL writes values and names.
enum SparkSpelling {
    /// A string. A backslash begins an escape, and `${` a variable of the session.
    static func quoted(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["'": "\\'", "\\": "\\\\", "\n": "\\n", "\r": "\\r"]
        let escaped = text.escaping(escapes) {
            $0.value < 0x20 || $0 == "$" ? "\\u" + $0.value.hexadecimal(digits: 4) : nil
        }
        return "'" + escaped + "'"
    }

    /// The name of a column, field or table, in backticks.
    static func quoted(name: String) -> String {
        "`" + name.escaping(["`": "``"]) + "`"
    }

    static func real(_ double: Double) -> String {
        double.isFinite ? "\(double)D" : "double('\(double.isNaN ? "NaN" : double < 0 ? "-Infinity" : "Infinity")')"
    }

    /// An instant in UTC without its zone: years are counted with a year 0, and have a sign beyond four digits.
    static func instant(_ microseconds: Int64) -> String {
        let text = SQLTimestamp.text(microseconds)
        let isBeforeChrist = text.hasSuffix(" BC")
        let whole = text.dropLast(isBeforeChrist ? "+00 BC".utf8.count : "+00".utf8.count)
        guard let dash = whole.firstIndex(of: "-"), let number = Int(whole[..<dash]) else { return String(whole) }
        let year = isBeforeChrist ? 1 - number : number
        let digits = String(year.magnitude)
        let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
        return sign + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + whole[dash...]
    }
}

extension SQLDialect {
    /// The most parameters of a statement.
    var parameterLimit: Int {
        switch self {
        case .sqlite: 32_766
        case .postgresql, .duckdb: 65_535
        // It has no limit, but takes long to read a statement.
        case .spark: 10_000
        }
    }

    /// The most symbols that the parser of the database keeps, with some left for the statement around the condition.
    var depthLimit: Int {
        switch self {
        case .sqlite: 82
        case .postgresql, .duckdb: 600
        // The parser of Spark gives up where it runs out of stack.
        case .spark: 300
        }
    }
}
