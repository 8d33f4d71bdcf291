import PredicateCore

/// A JSON value whose numbers keep their spelling and whose objects keep the order of their keys. The JSON form of trees is
/// written and read with it.
///
/// The platform's decoders read `5.0` and `5` as the same number, recurse without a limit of ours, and do not report the location
/// of an error.
package enum JSONNode: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number in its original spelling.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONNode
        package init(_ key: String, _ value: JSONNode) {
            self.key = key
            self.value = value
        }

        /// Whether the member has a key.
        package func hasKey(_ other: String) -> Bool { sameCodePoints(key, other) }
    }

    /// The value of a key; of duplicate keys the first.
    subscript(_ key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { sameCodePoints($0.key, key) }?.value
    }

    // MARK: Writing

    /// The text, on one line or indented by two spaces a level.
    package func text(pretty: Bool) -> String {
        var text = ""
        write(to: &text, pretty ? 0 : nil)
        return text
    }

    private func write(to text: inout String, _ level: Int?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .number(let spelling): text += spelling
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements): write(elements, to: &text, level)
        case .object(let members): write(members, to: &text, level)
        }
    }

    private func write(_ elements: [JSONNode], to text: inout String, _ level: Int?) {
        // A pair of numbers, as ranges are, stays on its line.
        let inner = elements.contains { $0.isNested } ? level.map { $0 + 1 } : nil
        text += "["
        for (index, element) in elements.enumerated() {
            if index > 0 { text += inner == nil && level != nil ? ", " : "," }
            Self.breakLine(&text, inner)
            element.write(to: &text, inner)
        }
        if !elements.isEmpty, inner != nil { Self.breakLine(&text, level) }
        text += "]"
    }

    private func write(_ members: [Member], to text: inout String, _ level: Int?) {
        let inner = level.map { $0 + 1 }
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += "," }
            Self.breakLine(&text, inner)
            Self.write(member.key, to: &text)
            text += level == nil ? ":" : ": "
            member.value.write(to: &text, inner)
        }
        if !members.isEmpty { Self.breakLine(&text, level) }
        text += "}"
    }

    private var isNested: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }

    private static func breakLine(_ text: inout String, _ level: Int?) {
        if let level { text += "\n" + String(repeating: "  ", count: level) }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Besides the escapes that JSON requires: terminal controls and characters that change the writing direction.
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

/// Reads a JSON document, within a limit on nesting.
package struct JSONNodeReader {
    /// Why a document is not JSON, and at which byte.
    package struct Failure: Error, Hashable {
        package var message: String
        var offset: Int
    }

    private let bytes: [UInt8]
    private let depthLimit: Int
    private var offset = 0
    private var depth = 0

    /// The value of a document. Recurses as deep as the limit; the caller sees to the stack.
    package static func read(_ bytes: [UInt8], depthLimit: Int) throws(Failure) -> JSONNode {
        var reader = JSONNodeReader(bytes: bytes, depthLimit: depthLimit)
        let value = try reader.value()
        reader.skipSpace()
        guard reader.offset == bytes.count else { throw reader.failure("expected the end of the document") }
        return value
    }

    private init(bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    private func failure(_ message: String) -> Failure { Failure(message: message, offset: offset) }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: scalar) else { return false }
        offset += 1
        return true
    }

    private mutating func value() throws(Failure) -> JSONNode {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try nested { (reader) throws(Failure) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(Failure) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw failure("expected a value, but the document ends")
        default: return .number(try number())
        }
    }

    private mutating func nested(_ rule: (inout JSONNodeReader) throws(Failure) -> JSONNode) throws(Failure)
        -> JSONNode
    {
        guard depth < depthLimit else { throw failure("the document is nested deeper than \(depthLimit) levels") }
        depth += 1
        offset += 1
        let result = try rule(&self)
        depth -= 1
        return result
    }

    private mutating func object() throws(Failure) -> JSONNode {
        var members: [JSONNode.Member] = []
        skipSpace()
        if accept("}") { return .object(members) }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
            let key = try string()
            skipSpace()
            guard accept(":") else { throw failure("expected `:`") }
            members.append(JSONNode.Member(key, try value()))
            skipSpace()
        } while accept(",")
        guard accept("}") else { throw failure("expected `,` or `}`") }
        return .object(members)
    }

    private mutating func array() throws(Failure) -> JSONNode {
        var elements: [JSONNode] = []
        skipSpace()
        if accept("]") { return .array(elements) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while accept(",")
        guard accept("]") else { throw failure("expected `,` or `]`") }
        return .array(elements)
    }

    private mutating func word(_ word: String, _ value: JSONNode) throws(Failure) -> JSONNode {
        guard bytes[offset...].starts(with: word.utf8) else { throw failure("this is not a JSON value") }
        offset += word.utf8.count
        return value
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = current, byte >= 0x30, byte <= 0x39 { offset += 1 }
        return offset - start
    }

    private mutating func number() throws(Failure) -> String {
        let start = offset
        _ = accept("-")
        let isZero = current == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !isZero || whole == 1 else { throw failure("this is not a JSON value") }
        if accept("."), digits() == 0 { throw failure("expected digits after the point") }
        if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if !accept("+") { _ = accept("-") }
            if digits() == 0 { throw failure("expected digits after the exponent's e") }
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func string() throws(Failure) -> String {
        offset += 1
        var content: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                let text = String(decoding: content, as: UTF8.self)
                // Decoding replaces invalid UTF-8, so the result would differ.
                guard text.utf8.elementsEqual(content) else { throw failure("the string is not UTF-8") }
                return text
            case UInt8(ascii: "\\"):
                let scalar = try escape()
                content.append(contentsOf: Array(String(scalar).utf8))
            case 0..<0x20: throw failure("a string cannot contain a control character")
            default:
                content.append(byte)
                offset += 1
            }
        }
        throw failure("the string is not closed")
    }

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        offset += 1
        guard let letter = current else { throw failure("the string is not closed") }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let high = try unit()
            if let scalar = Unicode.Scalar(high) { return scalar }
            guard high < 0xDC00, accept("\\"), accept("u") else { throw failure("half of a surrogate pair") }
            let low = try unit()
            guard (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            else { throw failure("half of a surrogate pair") }
            return scalar
        default: throw failure("this escape does not exist")
        }
    }

    private mutating func unit() throws(Failure) -> UInt32 {
        guard offset + 4 <= bytes.count,
            bytes[offset..<offset + 4].allSatisfy({
                ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66)
            }), let value = UInt32(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
        else { throw failure("expected four hexadecimal digits after \\u") }
        offset += 4
        return value
    }
}
