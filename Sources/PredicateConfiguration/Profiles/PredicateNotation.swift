import PredicateFormat

/// What a program adds to the language in its files.
package enum PredicateNotation: String, Hashable, Sendable {
    /// AutoPkg replaces `%NAME%` by the text of a variable before the predicate is parsed.
    case placeholders
    /// Declarative device management has `@status(item)`, `@property(name)` and `@key(name)` in place of key paths.
    case items

    /// The text as a predicate of the language, with its locations in the file.
    ///
    /// A placeholder outside quotes becomes a variable, whose type is not known. An item becomes a key in quotes, which the schema can
    /// have as a field: `SELF["@status(device.model.family)"]`.
    package func translated(_ text: LocatedText) -> LocatedText {
        var result = TranslatedText(text)
        let bytes = Array(text.text.utf8)
        var offset = 0
        var quote: UInt8?
        while offset < bytes.count {
            let byte = bytes[offset]
            if let open = quote {
                if byte == UInt8(ascii: "\\") { offset += 1 } else if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if let (end, replacement) = unit(bytes, offset) {
                result.replace(offset..<end, with: replacement)
                offset = end
                continue
            }
            offset += 1
        }
        return result.finish()
    }

    /// A piece of the notation at an offset outside quotes: its end, and what stands for it.
    private func unit(_ bytes: [UInt8], _ offset: Int) -> (end: Int, replacement: String)? {
        switch self {
        case .placeholders:
            guard bytes[offset] == UInt8(ascii: "%") else { return nil }
            let name = bytes[(offset + 1)...].prefix(while: Self.isNameByte)
            guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "%") else {
                return nil
            }
            return (name.endIndex + 1, "$" + String(decoding: name, as: UTF8.self))
        case .items:
            guard bytes[offset] == UInt8(ascii: "@") else { return nil }
            let function = bytes[(offset + 1)...].prefix(while: Self.isNameByte)
            guard ["status", "property", "key"].contains(String(decoding: function, as: UTF8.self)),
                function.endIndex < bytes.count, bytes[function.endIndex] == UInt8(ascii: "(")
            else { return nil }
            let item = bytes[(function.endIndex + 1)...].prefix { $0 != UInt8(ascii: ")") }
            guard !item.isEmpty, item.endIndex < bytes.count else { return nil }
            let key = String(decoding: bytes[offset...item.endIndex], as: UTF8.self)
            return (item.endIndex + 1, "SELF[" + SourceSpelling.quoted(key) + "]")
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A text of which pieces are replaced, with the map to its file kept.
private struct TranslatedText {
    private let original: LocatedText
    private var text: [UInt8] = []
    private var map: TextMap
    private var copied = 0

    init(_ original: LocatedText) {
        self.original = original
        map = TextMap(at: original.fileRange.lowerBound)
    }

    mutating func replace(_ range: Range<Int>, with replacement: String) {
        copy(upTo: range.lowerBound)
        text += Array(replacement.utf8)
        map.appendUnit(
            replacement.utf8.count, for: original.map.fileRange(of: SourceRange(range.lowerBound, range.upperBound)))
        copied = range.upperBound
    }

    mutating func finish() -> LocatedText {
        if copied == 0, text.isEmpty { return original }
        copy(upTo: original.text.utf8.count)
        return LocatedText(String(decoding: text, as: UTF8.self), map, original.style)
    }

    private mutating func copy(upTo end: Int) {
        guard copied < end else { return }
        let part = original.part(SourceRange(copied, end))
        text += Array(part.text.utf8)
        map.append(part.map)
        copied = end
    }
}
