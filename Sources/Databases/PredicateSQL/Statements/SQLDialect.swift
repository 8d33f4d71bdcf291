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

/// How DuckDB writes values and types.
enum DuckDBSpelling {
    static func type(of kind: SQLValueKind) -> String {
        switch kind {
        case .boolean: "BOOLEAN"
        case .integer: "BIGINT"
        case .real, .number: "DOUBLE"
        case .numeric: "DECIMAL"
        case .text: "VARCHAR"
        case .blob: "BLOB"
        case .timestamp: "TIMESTAMPTZ"
        case .uuid: "UUID"
        }
    }

    static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .integer(let integer): String(integer)
        case .real(let double): real(double)
        case .numeric(let text): text
        case .text(let text): quoted(text)
        case .blob(let bytes): "'" + bytes.map { "\\x" + SQLSpelling.hex([$0]) }.joined() + "'::BLOB"
        case .timestamp(let microseconds): "'\(instant(microseconds))'::TIMESTAMPTZ"
        case .uuid(let uuid): "'\(uuid.uuidString.lowercased())'::UUID"
        case .array(let values): "[" + values.map(literal).joined(separator: ", ") + "]"
        }
    }

    /// A text, in which a backslash is itself. The code point 0 is written as a call, because a statement ends at it.
    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(0) else { return SQLSpelling.quoted(text) }
        let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "" : SQLSpelling.quoted(String($0))
        }
        let terms = parts.dropFirst().reduce(into: [parts[0]]) { terms, part in terms += ["chr(0)", part] }
        return "(" + terms.filter { !$0.isEmpty }.joined(separator: " || ") + ")"
    }

    /// A double. Digits without an exponent are a decimal, which up to 15 digits becomes the same double beside one.
    private static func real(_ double: Double) -> String {
        guard double.isFinite else { return "'\(double)'::DOUBLE" }
        let text = "\(double)"
        if text.utf8.contains(UInt8(ascii: "e")) { return text }
        let digits = text.utf8.count { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
        let isNegativeZero = double == 0 && double.sign == .minus
        return digits <= 15 && !isNegativeZero ? text : text + "e0"
    }

    /// An instant before Christ has its mark behind the day.
    private static func instant(_ microseconds: Int64) -> String {
        let text = SQLTimestamp.text(microseconds)
        guard text.hasSuffix(" BC"), let space = text.firstIndex(of: " ") else { return text }
        return text[..<space] + " (BC)" + text[space...].dropLast(3)
    }
}

/// How PostgreSQL writes values and types.
enum PostgreSQLSpelling {
    static func type(of kind: SQLValueKind) -> String {
        switch kind {
        case .boolean: "boolean"
        case .integer: "int8"
        case .real: "float8"
        case .numeric, .number: "numeric"
        case .text: "text"
        case .blob: "bytea"
        case .timestamp: "timestamptz"
        case .uuid: "uuid"
        }
    }

    static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .integer(.min): "'-9223372036854775808'::int8"
        case .integer(let integer): String(integer)
        case .real(let double): "'\(double)'::float8"
        case .numeric(let text): "'\(text)'::numeric"
        case .text(let text):
            text.utf8.contains(where: { $0 == 0x5C || $0 < 0x20 }) ? escaped(text) : SQLSpelling.quoted(text)
        case .blob(let bytes): "'\\x\(SQLSpelling.hex(bytes))'::bytea"
        case .timestamp(let microseconds): "'\(SQLTimestamp.text(microseconds))'::timestamptz"
        case .uuid(let uuid): "'\(uuid.uuidString.lowercased())'::uuid"
        case .array(let values): "ARRAY[" + values.map(literal).joined(separator: ", ") + "]"
        }
    }

    /// A text with backslashes or control characters, in the form that does not depend on the server's settings.
    private static func escaped(_ text: String) -> String {
        var quoted = "E'"
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 {
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
                continue
            }
            if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "'"
    }
}

/// How SQLite writes values.
enum SQLiteSpelling {
    static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .boolean(let flag): flag ? "1" : "0"
        // The parser reads the smallest integer as a double: its digits without the sign do not fit.
        case .integer(.min): "(-9223372036854775807 - 1)"
        case .integer(let integer): String(integer)
        case .real(let double): "\(double)"
        case .numeric(let text): text
        case .text(let text): text.utf8.contains(where: { $0 < 0x20 }) ? joined(text) : SQLSpelling.quoted(text)
        case .blob(let bytes): "x'\(SQLSpelling.hex(bytes))'"
        case .timestamp(let microseconds): String(microseconds)
        case .uuid(let uuid): SQLSpelling.quoted(uuid.uuidString)
        case .array(let values): "(" + values.map(literal).joined(separator: ", ") + ")"
        }
    }

    /// A text with control characters, which a literal has no escapes for.
    private static func joined(_ text: String) -> String {
        var parts: [String] = []
        var plain = String.UnicodeScalarView()
        func end() {
            if !plain.isEmpty { parts.append(SQLSpelling.quoted(String(plain))) }
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
}

/// How Spark SQL writes values, types and names.
enum SparkSpelling {
    static func type(of kind: SQLValueKind) -> String {
        switch kind {
        case .boolean: "BOOLEAN"
        case .integer: "BIGINT"
        case .real, .number: "DOUBLE"
        case .numeric: "DECIMAL(38, 18)"
        case .text, .uuid: "STRING"
        case .blob: "BINARY"
        case .timestamp: "TIMESTAMP"
        }
    }

    static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: "NULL"
        case .boolean(let flag): flag ? "TRUE" : "FALSE"
        case .integer(let integer): String(integer)
        case .real(let double): real(double)
        case .numeric(let text): text + "BD"
        case .text(let text): quoted(text)
        case .blob(let bytes): "X'" + SQLSpelling.hex(bytes) + "'"
        case .timestamp(let microseconds): "TIMESTAMP '\(instant(microseconds))Z'"
        case .uuid(let uuid): "'\(uuid.uuidString.lowercased())'"
        case .array(let values): "array(" + values.map(literal).joined(separator: ", ") + ")"
        }
    }

    /// A text. A backslash begins an escape, and `${` a variable of the session.
    static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20 || scalar == "$":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }

    /// The name of a column, field or table, in backticks.
    static func quoted(name: String) -> String {
        var quoted = "`"
        for scalar in name.unicodeScalars {
            if scalar == "`" { quoted += "`" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "`"
    }

    private static func real(_ double: Double) -> String {
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
