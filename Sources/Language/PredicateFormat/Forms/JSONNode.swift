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
