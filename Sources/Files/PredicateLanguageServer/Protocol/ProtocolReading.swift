import PredicateCore
import PredicateFiles
import PredicateRecords

/// The parameters of a request or a notification.
struct Parameters {
    let value: PredicateValue

    /// The text at a key.
    func text(_ key: String) throws(ResponseError) -> String {
        guard let text = value[key].text else { throw ResponseError(.invalidParams, "`\(key)` is a string") }
        return text
    }

    /// The name of the document that the parameters are about.
    func uri() throws(ResponseError) -> String {
        guard let uri = value["textDocument"]["uri"].text else {
            throw ResponseError(.invalidParams, "`textDocument.uri` is a string")
        }
        return uri
    }

    /// The position at a key.
    func position(_ key: String) throws(ResponseError) -> DocumentPosition {
        try Self.position(value[key], key)
    }

    /// The range at a key.
    func range(_ key: String) throws(ResponseError) -> Range<DocumentPosition> { try Self.range(value[key], key) }

    /// Reads a range. One that ends before it starts is read in the other order.
    static func range(_ value: PredicateValue, _ key: String) throws(ResponseError) -> Range<DocumentPosition> {
        let start = try position(value["start"], "\(key).start")
        let end = try position(value["end"], "\(key).end")
        return min(start, end)..<max(start, end)
    }

    private static func position(_ value: PredicateValue, _ key: String) throws(ResponseError) -> DocumentPosition {
        guard let line = value["line"].integer, let character = value["character"].integer, line >= 0, character >= 0
        else { throw ResponseError(.invalidParams, "`\(key)` is a position: a line and a character, from 0") }
        return DocumentPosition(line: line, character: character)
    }
}

extension EditorText {
    /// The bytes of a range of positions.
    func offsets(of range: Range<DocumentPosition>, _ encoding: PositionEncoding) -> Range<Int> {
        let lower = offset(of: range.lowerBound, encoding)
        return lower..<max(lower, offset(of: range.upperBound, encoding))
    }
}

/// Reads names of documents.
enum DocumentURI {
    /// The path of a document: that of `file:` URIs, and for others all that follows the scheme.
    static func path(of uri: String) -> String {
        let bytes = Array(uri.utf8)
        var start = 0
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) { start = colon + 1 }
        if bytes[start...].starts(with: "//".utf8) {
            // The name of a host is left out.
            start = bytes[(start + 2)...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
        }
        // Only a file's name has no meaning after `?` and `#`.
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        var path: [UInt8] = []
        var index = start
        while index < end {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < end, let byte = bytes.hexadecimal(2, at: index + 1) {
                path.append(UInt8(byte))
                index += 3
            } else {
                path.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: path, as: UTF8.self)
    }
}

/// What a client can do, as far as the server cares.
struct ClientCapabilities: Sendable {
    var encoding = PositionEncoding.utf16
    /// Whether the client asks for diagnostics by itself.
    var pullsDiagnostics = false
    /// Whether it can be told to ask again.
    var refreshesDiagnostics = false
    /// Whether diagnostics may have further places.
    var showsRelatedInformation = false
    /// Whether hovers and completions may be Markdown.
    var hoversMarkdown = false
    var completesMarkdown = false
    /// Whether edits may name the version that they are for.
    var takesDocumentChanges = false
    /// Whether code actions may be more than commands.
    var takesCodeActions = false
    var showsPreferredActions = false

    init() {}

    /// Reads the capabilities of an `initialize` request.
    init(_ value: PredicateValue) {
        let document = value["textDocument"]
        for name in value["general"]["positionEncodings"].elements ?? [] {
            guard let encoding = name.text.flatMap(PositionEncoding.init(rawValue:)) else { continue }
            self.encoding = encoding
            break
        }
        pullsDiagnostics = !document["diagnostic"].isNull
        refreshesDiagnostics = value["workspace"]["diagnostics"]["refreshSupport"].boolean ?? false
        showsRelatedInformation = document["publishDiagnostics"]["relatedInformation"].boolean ?? false
        hoversMarkdown = Self.hasMarkdown(document["hover"]["contentFormat"])
        completesMarkdown = Self.hasMarkdown(document["completion"]["completionItem"]["documentationFormat"])
        takesDocumentChanges = value["workspace"]["workspaceEdit"]["documentChanges"].boolean ?? false
        takesCodeActions = !document["codeAction"]["codeActionLiteralSupport"].isNull
        showsPreferredActions = document["codeAction"]["isPreferredSupport"].boolean ?? false
    }

    private static func hasMarkdown(_ formats: PredicateValue) -> Bool {
        formats.elements?.contains { $0.text == "markdown" } ?? false
    }
}

/// Writes places of a document in the client's units.
struct PlaceWriter {
    private var cursor: PositionCursor

    init(_ text: EditorText, _ encoding: PositionEncoding) { cursor = PositionCursor(text, encoding) }

    mutating func range(_ range: Range<Int>) -> JSONNode {
        let start = cursor.position(of: range.lowerBound)
        let end = cursor.position(of: range.upperBound)
        return ["start": Self.node(start), "end": Self.node(end)]
    }

    mutating func range(_ range: SourceRange) -> JSONNode { self.range(range.offsetRange) }

    /// A replacement of a part of the document.
    mutating func edit(_ edit: PredicateDiagnostic.Edit) -> JSONNode {
        ["range": range(edit.range), "newText": .string(edit.text)]
    }

    private static func node(_ position: DocumentPosition) -> JSONNode {
        ["line": .integer(position.line), "character": .integer(position.character)]
    }
}

/// Writes text for people.
enum MarkupWriter {
    /// Markdown, or plain text if the client shows no Markdown.
    static func node(_ markdown: String, isMarkdown: Bool) -> JSONNode {
        [
            "kind": .string(isMarkdown ? "markdown" : "plaintext"),
            "value": .string(isMarkdown ? markdown : plain(markdown)),
        ]
    }

    /// Markdown without the lines around code. Code within a line keeps its quotes.
    private static func plain(_ markdown: String) -> String {
        markdown.parts(between: UInt8(ascii: "\n"))
            .filter { !$0.utf8.starts(with: "```".utf8) }.joined(separator: "\n")
    }

    /// A string as code within a line.
    static func code(_ text: String) -> String {
        "`" + text.parts(between: UInt8(ascii: "`")).filter { !$0.isEmpty }.joined(separator: "'") + "`"
    }
}
