import PredicateFiles
import PredicateFormat

/// Writes places of a document in the client's units.
struct PlaceWriter {
    private var cursor: PositionCursor

    init(_ text: EditorText, _ encoding: PositionEncoding) { cursor = PositionCursor(text, encoding) }

    mutating func range(_ range: Range<Int>) -> JSONNode {
        let start = cursor.position(of: range.lowerBound)
        let end = cursor.position(of: range.upperBound)
        return .members(["start": Self.node(start), "end": Self.node(end)])
    }

    mutating func range(_ range: SourceRange) -> JSONNode { self.range(range.lowerBound..<range.upperBound) }

    /// A replacement of a part of the document.
    mutating func edit(_ range: Range<Int>, _ text: String) -> JSONNode {
        .members(["range": self.range(range), "newText": .string(text)])
    }

    private static func node(_ position: DocumentPosition) -> JSONNode {
        .members(["line": .integer(position.line), "character": .integer(position.character)])
    }
}

/// Writes text for people.
enum MarkupWriter {
    /// Markdown, or plain text if the client shows no Markdown.
    static func node(_ markdown: String, isMarkdown: Bool) -> JSONNode {
        .members([
            "kind": .string(isMarkdown ? "markdown" : "plaintext"),
            "value": .string(isMarkdown ? markdown : plain(markdown)),
        ])
    }

    /// Markdown without the lines around code. Code within a line keeps its quotes.
    private static func plain(_ markdown: String) -> String {
        markdown.parts(between: UInt8(ascii: "\n"))
            .filter { !$0.utf8.starts(with: "```".utf8) }.joined(separator: "\n")
    }

    /// A text as code within a line.
    static func code(_ text: String) -> String {
        "`" + text.parts(between: UInt8(ascii: "`")).filter { !$0.isEmpty }.joined(separator: "'") + "`"
    }
}
