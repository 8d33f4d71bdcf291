import PredicateCore

/// JSON in any coder, for values that have a JSON form of their own.
extension JSONNode: Codable {
    /// More levels than any value or type has; a decoder without a limit of its own would overflow the stack.
    private static let levelLimit = 1000

    /// A key as it comes.
    private struct Key: CodingKey {
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
        if let object = try? decoder.container(keyedBy: Key.self) {
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
            var object = encoder.container(keyedBy: Key.self)
            for member in members { try object.encode(member.value, forKey: Key(stringValue: member.key)) }
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
