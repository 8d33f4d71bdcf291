import PredicateFormat
import PredicatePlatform
import PredicateRecords

extension PredicateValue {
    /// The value of a key of an object; `.null` if it is missing, or if this is no object.
    subscript(key: String) -> PredicateValue {
        guard case .object(let object) = self else { return .null }
        return object.value(forKey: key)
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    var elements: [PredicateValue]? { if case .list(let elements) = self { elements } else { nil } }

    /// A whole number. Some programs write it with a fraction of zero.
    var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }
}

extension JSONNode {
    /// An object of the members that have a value.
    static func members(_ members: KeyValuePairs<String, JSONNode?>) -> JSONNode {
        .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// A whole number.
    static func integer(_ value: Int) -> JSONNode { .number(String(value)) }
}

/// Reads the JSON of messages.
enum MessageBody {
    /// Values in values.
    static let depth = 100

    /// The value of a JSON text.
    ///
    /// Some editors send halves of surrogate pairs, and bytes that are not UTF-8. They are read as U+FFFD, so that the lengths in UTF-16
    /// stay what they are in the editor.
    static func value(of body: [UInt8]) throws(JSONTextError) -> PredicateValue {
        var bytes = body
        // Decoding repairs what is not UTF-8. Most messages have no such bytes.
        if !bytes.allSatisfy({ $0 < 0x80 }) { bytes = Array(String(decoding: bytes, as: UTF8.self).utf8) }
        return PredicateValue(try JSONNode(reading: bytes, depthLimit: depth, repairsSurrogates: true))
    }
}

extension JSONNode {
    /// A value that was read, to be written again. Readers limit its depth.
    init(_ value: PredicateValue) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .number(String(value))
        case .string(let text): self = .string(text)
        case .list(let elements), .set(let elements): self = .array(elements.map(JSONNode.init))
        case .object(let object):
            self = .object(object.keys.map { Member($0, JSONNode(object.value(forKey: $0))) })
        case .double, .decimal, .date, .uuid, .data, .url: self = .number(RecordWriter.json(value))
        }
    }
}
