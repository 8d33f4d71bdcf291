import PredicateFormat

/// A text of a file, with the location of each of its bytes and the way that the file writes it.
package struct LocatedText: Hashable, Sendable {
    /// The text that the file means: without quotes, escapes and indentation.
    package let text: String
    /// Where its bytes stand.
    package let map: TextMap
    /// How the file writes it.
    package let style: TextStyle

    /// A text with its locations.
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
