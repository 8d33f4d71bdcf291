import PredicatePlatform

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
