import PredicateFormat

/// A text of which pieces are replaced, with the map to its file kept.
struct TranslatedText {
    private let original: LocatedText
    private var text: [UInt8] = []
    private var map: TextMap
    private var copied = 0
    private let bytes: [UInt8]

    init(_ original: LocatedText) {
        self.original = original
        bytes = Array(original.text.utf8)
        map = TextMap(at: original.fileRange.lowerBound)
    }

    /// Puts a text in the place of a range. Ranges come in their order.
    mutating func replace(_ range: Range<Int>, with replacement: String) {
        copy(upTo: range.lowerBound)
        text += Array(replacement.utf8)
        map.appendUnit(
            replacement.utf8.count, for: original.map.fileRange(of: SourceRange(range.lowerBound, range.upperBound)))
        copied = range.upperBound
    }

    /// The text with its replacements, up to an offset of the original text.
    mutating func finish(at end: Int = .max) -> LocatedText {
        if copied == 0, text.isEmpty, end >= bytes.count { return original }
        copy(upTo: end)
        return LocatedText(String(decoding: text, as: UTF8.self), map, original.style)
    }

    private mutating func copy(upTo end: Int) {
        let end = min(end, bytes.count)
        guard copied < end else { return }
        text += bytes[copied..<end]
        map.append(original.map.part(SourceRange(copied, end)))
        copied = end
    }
}
