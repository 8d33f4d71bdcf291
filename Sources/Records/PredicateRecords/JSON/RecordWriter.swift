import PredicatePlatform

import PredicateCore

/// Writes values as JSON.
///
/// Text is escaped only where JSON requires it. Doubles have the shortest form that reads back as the same value.
/// Dates are RFC 3339 in UTC, data is base64. A value without a JSON form (a double that is not finite) is `null`.
public enum RecordWriter {
    /// The layout of JSON text.
    public enum Layout: Hashable, Sendable {
        /// On one line, without spaces.
        case compact
        /// Each member on its own line, indented by two spaces per level.
        case pretty
    }

    /// A value as JSON text.
    public static func json(_ value: PredicateValue, layout: Layout = .compact) -> String {
        var bytes: [UInt8] = []
        write(value, layout: layout, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a value as JSON text.
    public static func write(_ value: PredicateValue, layout: Layout = .compact, to bytes: inout [UInt8]) {
        var writer = JSONTextWriter(layout: layout)
        swap(&writer.bytes, &bytes)
        writer.write(value)
        swap(&writer.bytes, &bytes)
    }

    /// Appends a string with its quotes and escapes.
    public static func write(string: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        var string = string
        string.withUTF8 { text in
            var start = 0
            for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: text[start..<index])
                start = index + 1
                bytes.append(0x5C)
                switch byte {
                case 0x22, 0x5C: bytes.append(byte)
                case 0x08: bytes.append(UInt8(ascii: "b"))
                case 0x09: bytes.append(UInt8(ascii: "t"))
                case 0x0A: bytes.append(UInt8(ascii: "n"))
                case 0x0C: bytes.append(UInt8(ascii: "f"))
                case 0x0D: bytes.append(UInt8(ascii: "r"))
                default:
                    let digits = Array("0123456789abcdef".utf8)
                    bytes.append(contentsOf: Array("u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
                }
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(0x22)
    }

    /// A value as a cell of a table: text without quotes, nil as an empty string, everything else as JSON (D105).
    public static func cell(_ value: PredicateValue) -> String {
        switch value {
        case .null: ""
        case .string(let text), .url(let text): text
        case .date(let date): PredicateDate.format(date)
        case .uuid(let uuid): uuid.uuidString
        case .data(let data): data.base64EncodedString()
        default: json(value)
        }
    }

    /// A cell as a field of CSV (RFC 4180). It is quoted if it contains a comma, a quote, a line break, or spaces at
    /// an end.
    package static func csvField(_ cell: String) -> String {
        let special = cell.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
        let blank: (UInt8?) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard special || blank(cell.utf8.first) || blank(cell.utf8.last) else { return cell }
        var text = "\""
        for scalar in cell.unicodeScalars {
            if scalar == "\"" { text += "\"" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}

/// Writes a value. The remaining parts are on an explicit stack, not the call stack.
private struct JSONTextWriter {
    let layout: RecordWriter.Layout
    var bytes: [UInt8] = []
    private var pending: [Step] = []
    private var level = 0

    private enum Step {
        case value(PredicateValue)
        case key(String)
        case comma
        case close(UInt8)
    }

    init(layout: RecordWriter.Layout) { self.layout = layout }

    mutating func write(_ value: PredicateValue) {
        pending.append(.value(value))
        while let step = pending.popLast() {
            switch step {
            case .value(let value): begin(value)
            case .key(let key):
                RecordWriter.write(string: key, to: &bytes)
                append(layout == .pretty ? ": " : ":")
            case .comma:
                append(",")
                newLine()
            case .close(let bracket):
                level -= 1
                newLine()
                bytes.append(bracket)
            }
        }
    }

    private mutating func begin(_ value: PredicateValue) {
        switch value {
        case .null: append("null")
        case .boolean(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .double(let value): append(value.isFinite ? value.description : "null")
        case .decimal(let value): append(value.isNaN ? "null" : NumberText.json(value))
        case .string(let text), .url(let text): RecordWriter.write(string: text, to: &bytes)
        case .date(let date): RecordWriter.write(string: PredicateDate.format(date), to: &bytes)
        case .uuid(let uuid): RecordWriter.write(string: uuid.uuidString, to: &bytes)
        case .data(let data): RecordWriter.write(string: data.base64EncodedString(), to: &bytes)
        case .list(let elements), .set(let elements):
            guard !elements.isEmpty else { return append("[]") }
            open("[")
            pending.append(.close(UInt8(ascii: "]")))
            for (index, element) in elements.enumerated().reversed() {
                pending.append(.value(element))
                if index > 0 { pending.append(.comma) }
            }
        case .object(let record):
            let keys = record.keys
            guard !keys.isEmpty else { return append("{}") }
            open("{")
            pending.append(.close(UInt8(ascii: "}")))
            for (index, key) in keys.enumerated().reversed() {
                pending.append(.value(record.value(forKey: key)))
                pending.append(.key(key))
                if index > 0 { pending.append(.comma) }
            }
        }
    }

    private mutating func open(_ bracket: String) {
        append(bracket)
        level += 1
        newLine()
    }

    private mutating func newLine() {
        guard layout == .pretty else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
