import CRecordScan
import PredicateCore

/// Parts of JSON text in their original spelling. The text must be valid. Other text gives wrong parts, but is never
/// read outside of the buffer.
package enum JSONText {
    /// The fields of an object: each unescaped key with the text of its value. The first of duplicate keys counts.
    /// Nil if the text is not an object.
    package static func fields(of text: UnsafeBufferPointer<UInt8>, maximumDepth: Int) -> [(
        key: String, value: Range<Int>
    )]? {
        var scanner = JSONScanner(text, maximumDepth: maximumDepth)
        scanner.skipBlanks()
        guard scanner.current == 0x7B else { return nil }
        var fields: [(key: String, value: Range<Int>)] = []
        var seen: Set<[UInt8]> = []
        do throws(JSONFault) {
            try scanner.passMembers { key, scanner throws(JSONFault) in
                let key = key.string(in: scanner.base)
                let start = scanner.position
                try scanner.skipValue(depth: 1)
                if seen.insert(Array(key.utf8)).inserted { fields.append((key, start..<scanner.position)) }
                return true
            }
        } catch {
            return fields
        }
        return fields
    }

    /// Writes an object without what is at a path in it. Input that is not an object is written as it is.
    static func write(
        _ text: UnsafeBufferPointer<UInt8>, without path: ArraySlice<String>, maximumDepth: Int, to json: inout [UInt8]
    ) {
        guard let fields = fields(of: text, maximumDepth: maximumDepth) else {
            json += text
            return
        }
        json.append(UInt8(ascii: "{"))
        var isFirst = true
        for field in fields {
            let isOnPath = path.first.map { sameCodePoints($0, field.key) } ?? false
            if isOnPath, path.count == 1 { continue }
            if !isFirst { json.append(UInt8(ascii: ",")) }
            isFirst = false
            RecordWriter.write(string: field.key, to: &json)
            json.append(UInt8(ascii: ":"))
            let value = UnsafeBufferPointer(rebasing: text[field.value])
            if isOnPath {
                write(value, without: path.dropFirst(), maximumDepth: maximumDepth, to: &json)
            } else {
                json += value
            }
        }
        json.append(UInt8(ascii: "}"))
    }

    /// The number of values in the input, at most: one, and one for each comma and each opening bracket outside of
    /// strings. The text need not be valid. A caller that reads the values into memory can refuse input with too many.
    package static func valueCount(of text: some Sequence<UInt8>) -> Int {
        var count = 1
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                isEscaped = byte == 0x5C
                isInString = byte != 0x22
            } else {
                switch byte {
                case 0x22: isInString = true
                case 0x2C, 0x5B, 0x7B: count += 1
                default: break
                }
            }
        }
        return count
    }

    /// The text without the white space between its tokens.
    package static func compact(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let base = text.baseAddress else { return [] }
        return [UInt8](unsafeUninitializedCapacity: text.count) { target, count in
            if let start = target.baseAddress { count = rs_compact(base, text.count, start) }
        }
    }
}

/// Writes and reads values of JSON whose form is known. What has another form is missing.
extension PredicateValue {
    /// An object. Members without a value are left out.
    package init(members: [(String, PredicateValue?)]) {
        self = .object(PredicateObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }

    /// A number.
    package static func count(_ number: Int) -> PredicateValue { .integer(Int64(number)) }

    /// The value of a key of an object; `.null` if it is missing, or if this is not an object.
    package subscript(key: String) -> PredicateValue {
        guard case .object(let object) = self else { return .null }
        return object.value(forKey: key)
    }

    /// The text, if the value is a string.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    package var elements: [PredicateValue]? { if case .list(let elements) = self { elements } else { nil } }

    /// A whole number. Some programs write it with a fraction of zero.
    package var integer: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }
}
