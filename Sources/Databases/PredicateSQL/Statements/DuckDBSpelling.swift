import PredicatePlatform

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
