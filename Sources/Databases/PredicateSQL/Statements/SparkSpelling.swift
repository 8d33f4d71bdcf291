import PredicatePlatform

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
