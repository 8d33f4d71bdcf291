import PredicateCore

/// A string of a file, with the location of each of its bytes and the way that the file writes it.
package struct LocatedText: Hashable, Sendable {
    /// The text that the file means: without quotes, escapes and indentation.
    package let text: String
    /// Where its bytes are.
    package let map: TextMap
    /// How the file writes it.
    package let style: TextStyle

    package init(_ text: String, _ map: TextMap, _ style: TextStyle) {
        self.text = text
        self.map = map
        self.style = style
    }

    /// The part of the file from the first byte of the text to the last one, without quotes.
    package var fileRange: Range<Int> { map.fileRange }

    /// A part of the text, written in the same way.
    package func part(_ range: SourceRange) -> LocatedText {
        LocatedText(range.text(in: text), map.part(range), style)
    }
}

extension PredicateDiagnostic {
    /// The diagnostic with ranges and edits of the file, without edits that the file's form cannot hold.
    package func located(in text: LocatedText) -> PredicateDiagnostic {
        located(in: text) { text.replacement(of: $0.range, with: $0.text) }
    }

    /// The diagnostic with ranges of the file, and with edits that a function makes of those of the text.
    package func located(in text: LocatedText, edit: (Edit) -> Edit?) -> PredicateDiagnostic {
        var located = self
        located.range = text.range(range)
        located.labels = labels.map { Label($0.message, at: text.range($0.range)) }
        let written = edits.compactMap(edit)
        located.edits = written.count == edits.count ? written : []
        return located
    }
}

extension LocatedText {
    fileprivate func range(_ range: SourceRange) -> SourceRange { SourceRange(map.fileRange(of: range)) }

    /// The edit of the file that replaces a range of the text; nil if the file's form cannot hold it, or if the range is not one piece.
    package func replacement(of range: SourceRange, with text: String) -> PredicateDiagnostic.Edit? {
        guard map.isWhole(range), let written = style.written(text) else { return nil }
        return .init(replacing: self.range(range), with: written)
    }
}

/// A string of which pieces are replaced, with the map to its file kept.
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

    /// Puts a string in the place of a range. Ranges come in their order.
    @discardableResult
    mutating func replace(_ range: SourceRange, with replacement: String) -> SourceRange {
        copy(upTo: range.lowerBound)
        let start = text.count
        text += Array(replacement.utf8)
        map.appendUnit(replacement.utf8.count, for: original.map.fileRange(of: range))
        copied = range.upperBound
        return SourceRange(start, text.count)
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
