import PredicatePlatform

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
