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
                text += "\\u" + scalar.value.hexadecimal(digits: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension PredicateValue {
    /// The value that a node is, as deep as the node. The spelling decides whether a number is an integer or a double (D92).
    package init(_ node: JSONNode) {
        switch node {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let spelling): self = NumberText.number(spelling) ?? .null
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.map(PredicateValue.init))
        case .object(let members):
            self = .object(PredicateObject(members.map { ($0.key, PredicateValue($0.value)) }))
        }
    }
}

/// JSON in any coder, for values that have their own JSON form.
extension JSONNode: Codable {
    /// More levels than any value or type has; a decoder without a limit would overflow the stack.
    private static let levelLimit = 1000

    /// A key as it comes.
    private struct ObjectKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count < Self.levelLimit else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the value is nested too deep"))
        }
        if let object = try? decoder.container(keyedBy: ObjectKey.self) {
            self = .object(
                try object.allKeys.map { Member($0.stringValue, try object.decode(JSONNode.self, forKey: $0)) })
        } else if var array = try? decoder.unkeyedContainer() {
            var elements: [JSONNode] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONNode.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONNode {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .boolean(value) }
        if let double = try? container.decode(Double.self) {
            // An integer of 64 bits may have no double, and zero with a sign no integer.
            let isNegativeZero = double == 0 && double.sign == .minus
            if !isNegativeZero, let integer = try? container.decode(Int64.self) { return .number(String(integer)) }
            return .number(NumberText.text(double))
        }
        return .string(try container.decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var array = encoder.unkeyedContainer()
            for element in elements { try array.encode(element) }
        case .object(let members):
            var object = encoder.container(keyedBy: ObjectKey.self)
            for member in members { try object.encode(member.value, forKey: ObjectKey(stringValue: member.key)) }
        case .null, .boolean, .number, .string:
            var single = encoder.singleValueContainer()
            switch self {
            case .boolean(let value): try single.encode(value)
            case .number(let spelling):
                if let integer = Int64(spelling), spelling.utf8.first != UInt8(ascii: "-") || integer != 0 {
                    try single.encode(integer)
                } else {
                    try single.encode(Double(spelling) ?? 0)
                }
            case .string(let text): try single.encode(text)
            default: try single.encodeNil()
            }
        }
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral text: String) { self = .string(text) }

    package init(arrayLiteral elements: JSONNode...) { self = .array(elements) }

    package init(dictionaryLiteral members: (String, JSONNode?)...) { self.init(members: members) }

    /// An object. Members without a value are left out.
    package init(members: [(String, JSONNode?)]) {
        self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// A number that is an integer.
    package static func integer(_ number: Int) -> JSONNode { .number(String(number)) }
}
