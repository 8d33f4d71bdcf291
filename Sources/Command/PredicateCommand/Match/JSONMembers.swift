import PredicateFormat
import PredicateRecords

/// A JSON string where it stands in a text, with the location of each byte that it means.
struct JSONLiteral {
    /// The range of the string with its quotes.
    let range: SourceRange
    /// What the string means.
    let text: String
    /// Where each byte of `text` is spelled, and the location after the last one; nil if that is not known.
    private let locations: [Int]?

    /// The string whose quotes are the first and last byte of a range. Nil if it is no string.
    init?(_ bytes: [UInt8], _ range: SourceRange, _ reader: inout JSONReader) {
        let token = Array(bytes[range.lowerBound..<range.upperBound])
        guard case .string(let text)? = token.withUnsafeBufferPointer({ try? reader.read($0) }) else { return nil }
        self.range = range
        self.text = text
        let locations = Self.locations(token, from: range.lowerBound)
        self.locations = locations.count == text.utf8.count + 1 ? locations : nil
    }

    /// The range in the file of a part of `text`. It is the whole string if an escape has no location.
    func range(of part: SourceRange) -> SourceRange {
        guard let locations, part.upperBound < locations.count else { return range }
        return SourceRange(locations[part.lowerBound], locations[part.upperBound])
    }

    private static func locations(_ token: [UInt8], from start: Int) -> [Int] {
        var locations: [Int] = []
        var index = 1
        let end = token.count - 1
        while index < end {
            guard token[index] == UInt8(ascii: "\\"), index + 1 < end else {
                locations.append(start + index)
                index += 1
                continue
            }
            let (bytes, length) = escape(token, index)
            for _ in 0..<bytes { locations.append(start + index) }
            index += length
        }
        return locations + [start + end]
    }

    /// The number of bytes that an escape means, and the number of bytes that spell it.
    private static func escape(_ token: [UInt8], _ index: Int) -> (bytes: Int, length: Int) {
        guard token[index + 1] == UInt8(ascii: "u"), let unit = unit(token, index) else { return (1, 2) }
        switch unit {
        case ..<0x80: return (1, 6)
        case ..<0x800: return (2, 6)
        case 0xD800..<0xDC00:
            // A pair of escapes is one character.
            guard let low = self.unit(token, index + 6), 0xDC00..<0xE000 ~= low else { return (3, 6) }
            return (4, 12)
        default: return (3, 6)
        }
    }

    /// The number of the escape `\uXXXX` at an index; nil if there is none.
    private static func unit(_ token: [UInt8], _ index: Int) -> UInt32? {
        guard index + 6 < token.count, token[index] == UInt8(ascii: "\\"), token[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt32(String(decoding: token[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
    }
}

/// The members of the JSON object that a text is, each where it stands.
struct JSONMembers {
    struct Member {
        var key: JSONLiteral
        var value: SourceRange
        /// The value if it is a string.
        var literal: JSONLiteral?
    }

    private(set) var members: [Member] = []
    private let bytes: [UInt8]
    private var index = 0

    /// - Parameter text: valid JSON, which is an object.
    init(_ text: String) {
        bytes = Array(text.utf8)
        var reader = JSONReader()
        index = (bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count) + 1
        while true {
            skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
            let start = index
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { break }
            skipValue()
            let key = JSONLiteral(bytes, SourceRange(start, index), &reader)
            skip { $0 == UInt8(ascii: ":") || Self.isSpace($0) }
            let value = index
            skipValue()
            guard let key, index > value else { break }
            let range = SourceRange(value, index)
            members.append(Member(key: key, value: range, literal: JSONLiteral(bytes, range, &reader)))
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    }

    /// Skips a value, with all that is in it.
    private mutating func skipValue() {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                index += 1
            default:
                if depth == 0 {
                    return skip {
                        $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && !Self.isSpace($0)
                    }
                }
                index += 1
            }
            if depth == 0 { return }
        }
    }

    private mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }
}
