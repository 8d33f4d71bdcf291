import Foundation
import PredicateCore
import PredicateLanguageServer

/// Bytes as the work of somebody in an editor with the language server: the kind of a file, its text, and then edits and
/// requests. Bytes 0xFF, which no text has, stand between them.
///
/// After any edits the server has the text that a plain reading of the edits gives. Every range that it sends lies in
/// the text, edits of one answer do not overlap, and a document that was edited has the diagnostics of the same text
/// opened anew.
@Sendable
func fuzzEdits(_ bytes: [UInt8]) {
    let pieces = bytes.split(separator: 0xFF, maxSplits: 24, omittingEmptySubsequences: false)
    guard let head = pieces.first, let first = head.first else { return }
    let kind = DocumentKind.all[Int(first) % DocumentKind.all.count]
    let options = head.dropFirst().first ?? 0
    var editor = FuzzedEditor(kind, options, String(decoding: head.dropFirst(2), as: UTF8.self))
    for piece in pieces.dropFirst() { editor.act(piece) }
    editor.compareWithNew()
}

/// A file by its name, with a text to begin with.
private struct DocumentKind {
    let name: String
    let language: String
    let text: String

    init(_ name: String, _ text: String, language: String = "") {
        self.name = name
        self.text = text
        self.language = language
    }

    static let all = [
        DocumentKind(
            "m.yaml",
            "conditional_items:\n- condition: \"hostnme == 'a'\" # c\n- condition: >-\n    a==1\n    and os_vers == 2\n"
        ),
        DocumentKind(
            "r.json",
            "{\"Payload\": {\"Predicate\": \"@status(device.model.famly) == 'a'\"}, \"Type\": \"com.apple.activation.simple\"}"
        ),
        DocumentKind(
            "m.plist",
            "<plist><dict><key>installable_condition</key><string>hostnme &gt; 3 AND &quot;é&#x1F600;&quot; IN a</string></dict></plist>"
        ),
        DocumentKind("a.toml", "condition = \"a = = 1\"\nb.condition = '''\nx CONTAIN 2'''\n"),
        DocumentKind("x.swift", "let a = NSPredicate(format: \"a CONTAIN %@ AND b = = \\(c)\", x)\n"),
        DocumentKind("x.m", "id p = [NSPredicate predicateWithFormat:@\"a CONTAIN %d \" @\"AND b\", @\"x\"];\n"),
        DocumentKind("x.predicates", "a==1\n\nb = = 2\n"),
        DocumentKind("x.sh", "#!/bin/sh\nlog show --predicate 'procss == \"a\"'\n"),
        DocumentKind(
            ".predicate.yaml", "rules:\n- paths: ['**.yaml']\n  profiles: [munki]\n  severities: {unknown-field: off}\n"
        ),
        DocumentKind("x.py", "e = d.find_element(AppiumBy.IOS_PREDICATE, \"nme == 'a' AND \" + b)\n"),
        DocumentKind(
            "M.xcdatamodel/contents",
            "<model><entity name=\"A\"><attribute name=\"b\" attributeType=\"String\"/></entity><fetchRequest name=\"f\" entity=\"A\" predicateString=\"c == 1\"/></model>"
        ),
        DocumentKind("x.recipe", "Input: {A: '1'}\nProcess: []\n", language: "yaml"),
        DocumentKind("untitled", "- condition: a = = 1 # predicate\n", language: "yaml"),
        DocumentKind(
            "n.yaml",
            "schema: {type: object, properties: {a: {type: string}}}\npredicates:\n  b: {arguments: {c: int}, predicate: a == $c}\n  d: \"@{b} AND NOT @{d} AND aa = 1\"\n"
        ),
    ]
}

/// A client that edits one document, and knows what its text is.
private struct FuzzedEditor {
    private let client: FuzzedClient
    private let kind: DocumentKind
    private let options: UInt8
    private let uri: String
    private var model: PlainText
    private var version = 0

    init(_ kind: DocumentKind, _ options: UInt8, _ text: String) {
        self.kind = kind
        self.options = options
        uri = "file:///a/" + kind.name
        client = Self.start(options)
        model = PlainText(text.isEmpty ? kind.text : text, PositionEncoding.allCases[Int(options & 3) % 3])
        open()
    }

    private static func start(_ options: UInt8) -> FuzzedClient {
        let client = FuzzedClient()
        let encoding = PositionEncoding.allCases[Int(options & 3) % 3].rawValue
        let pulls = options & 4 != 0 ? ", \"diagnostic\": {}" : ""
        let keys = options & 8 != 0 ? "{\"keys\": [\"**.condition\", \"**.b\"]}" : "null"
        _ = client.request(
            "initialize",
            """
            {"rootUri": "file:///a", "initializationOptions": \(keys), "capabilities": {
            "general": {"positionEncodings": ["\(encoding)"]}, "textDocument": {
            "hover": {"contentFormat": ["markdown"]}, "codeAction": {"codeActionLiteralSupport": {}},
            "publishDiagnostics": {"relatedInformation": true}\(pulls)}}}
            """)
        return client
    }

    private static func json(_ text: String) -> String { JSONNode.string(text).text(pretty: false) }

    private var document: String { "\"textDocument\": {\"uri\": \"\(uri)\", \"version\": \(version)}" }

    private mutating func open(in other: FuzzedClient? = nil) {
        (other ?? client).notify(
            "textDocument/didOpen",
            "{\"textDocument\": {\"uri\": \"\(uri)\", \"languageId\": \"\(kind.language)\", \"version\": \(version), "
                + "\"text\": \(Self.json(model.text))}}")
        check()
    }

    // MARK: Actions

    /// Does what a piece of the input says: a number, four bytes for positions, and text.
    mutating func act(_ piece: ArraySlice<UInt8>) {
        guard let number = piece.first else { return }
        let bytes = Array(piece.dropFirst())
        let numbers = bytes.prefix(4).map(Int.init) + Array(repeating: 0, count: max(0, 4 - bytes.count))
        let text = String(decoding: bytes.dropFirst(4), as: UTF8.self)
        let start = PlainText.Position(line: numbers[0] % 16, character: numbers[1])
        // Most ranges end in the line that they begin in.
        let end = PlainText.Position(
            line: start.line + (numbers[2] < 128 ? 0 : numbers[2] % 4),
            character: numbers[2] < 128 ? start.character + numbers[3] % 32 : numbers[3])
        switch number % 14 {
        case 0, 1, 2: change([edit(start, end, text)])
        case 3: change([edit(start, start, text)])
        case 4:
            // Several edits in one message, each of the text that the one before it leaves.
            let parts = bytes.dropFirst(4).split(separator: UInt8(ascii: "|"), maxSplits: 40)
            change(parts.map { edit(start, end, String(decoding: $0, as: UTF8.self)) })
        case 5: change([("{\"text\": \(Self.json(text))}", { $0.replaceAll(text) })])
        case 6: position("hover", start)
        case 7: position("completion", start)
        case 8: codeActions(start, end, takes: numbers[0] & 0x80 != 0)
        case 9: formatting(start, end, takes: numbers[0] & 0x80 != 0)
        case 10: tokens(start, end)
        case 11:
            client.notify("textDocument/didClose", "{\(document)}")
            open()
        case 12:
            let settings = [
                "{\"profiles\": [\"munki\"]}", "{\"keys\": [\"**\"]}", "{}", "{\"keys\": \(Self.json(text))}",
                "{\"schema\": {\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}}",
            ][numbers[0] % 5]
            client.notify("workspace/didChangeConfiguration", "{\"settings\": \(settings)}")
            // The document that is compared with has the first settings.
            client.notify(
                "workspace/didChangeConfiguration",
                "{\"settings\": \(options & 8 != 0 ? "{\"keys\": [\"**.condition\", \"**.b\"]}" : "{}")}")
            check()
        default: client.notify("textDocument/didSave", "{\(document)}")
        }
    }

    private typealias Change = (json: String, apply: (inout PlainText) -> Void)

    private func edit(_ start: PlainText.Position, _ end: PlainText.Position, _ text: String) -> Change {
        (
            "{\"range\": \(Self.range(start, end)), \"text\": \(Self.json(text))}",
            { $0.replace(from: start, to: end, with: text) }
        )
    }

    private mutating func change(_ changes: [Change]) {
        // Inputs stay small, but pasting the same text again and again would not.
        guard model.text.utf8.count < 1 << 14 else { return }
        version += 1
        for change in changes { change.apply(&model) }
        client.notify(
            "textDocument/didChange",
            "{\(document), \"contentChanges\": [\(changes.map(\.json).joined(separator: ","))]}")
        check()
    }

    private static func position(_ position: PlainText.Position) -> String {
        "{\"line\": \(position.line), \"character\": \(position.character)}"
    }

    private static func range(_ start: PlainText.Position, _ end: PlainText.Position) -> String {
        "{\"start\": \(position(start)), \"end\": \(position(end))}"
    }

    // MARK: Requests

    private func position(_ method: String, _ position: PlainText.Position) {
        let result = client.request(
            "textDocument/\(method)", "{\(document), \"position\": \(Self.position(position))}")
        if result["range"] != .null { require(model.contains(result["range"]), "a hover outside of the text") }
        let cursor = model.offset(position)
        for item in result["items"].elements {
            let edits = [item["textEdit"]] + item["additionalTextEdits"].elements
            require(edits.allSatisfy { model.contains($0["range"]) }, "a candidate outside of the text: \(item)")
            guard let range = model.range(item["textEdit"]["range"]) else { continue }
            require(range.lowerBound <= cursor && cursor <= range.upperBound, "a candidate beside the cursor: \(item)")
        }
    }

    private mutating func codeActions(_ start: PlainText.Position, _ end: PlainText.Position, takes: Bool) {
        let result = client.request(
            "textDocument/codeAction",
            "{\(document), \"range\": \(Self.range(start, end)), \"context\": {\"diagnostics\": []}}")
        for action in result.elements { _ = edited(action["edit"]["changes"][uri].elements) }
        if takes, let action = result.elements.last { take(action["edit"]["changes"][uri].elements) }
    }

    private mutating func formatting(_ start: PlainText.Position, _ end: PlainText.Position, takes: Bool) {
        _ = edited(
            client.request(
                "textDocument/rangeFormatting", "{\(document), \"range\": \(Self.range(start, end)), \"options\": {}}"
            ).elements)
        let edits = client.request("textDocument/formatting", "{\(document), \"options\": {}}").elements
        _ = edited(edits)
        guard takes else { return }
        take(edits)
        let again = client.request("textDocument/formatting", "{\(document), \"options\": {}}").elements
        require(again.isEmpty, "formatting what was formatted changes it again: \(model.text)")
    }

    /// The text with the edits of an answer, which must lie in it and must not overlap.
    private func edited(_ edits: [PredicateValue]) -> String {
        var bytes: [UInt8] = []
        var copied = 0
        let text = Array(model.text.utf8)
        let ranges = edits.compactMap { edit in model.range(edit["range"]).map { ($0, edit["newText"]) } }
        require(ranges.count == edits.count, "an edit outside of the text: \(edits)")
        for (range, new) in ranges.sorted(by: { $0.0.lowerBound < $1.0.lowerBound }) {
            require(range.lowerBound >= copied, "edits that overlap: \(edits)")
            bytes += text[copied..<range.lowerBound]
            if case .string(let new) = new { bytes += Array(new.utf8) }
            copied = range.upperBound
        }
        return String(decoding: bytes + text[copied...], as: UTF8.self)
    }

    /// Makes the edits of an answer.
    private mutating func take(_ edits: [PredicateValue]) {
        guard !edits.isEmpty else { return }
        let text = edited(edits)
        change([("{\"text\": \(Self.json(text))}", { $0.replaceAll(text) })])
    }

    private func tokens(_ start: PlainText.Position, _ end: PlainText.Position) {
        for (method, range) in [("full", ""), ("range", ", \"range\": \(Self.range(start, end))")] {
            let result = client.request("textDocument/semanticTokens/\(method)", "{\(document)\(range)}")
            let numbers = result["data"].elements.map { if case .integer(let number) = $0 { Int(number) } else { -1 } }
            require(numbers.count % 5 == 0 && numbers.allSatisfy { $0 >= 0 }, "these are no tokens: \(numbers)")
            var (line, character, last) = (0, 0, 0)
            for index in stride(from: 0, to: numbers.count - 4, by: 5) {
                if numbers[index] > 0 { (line, character, last) = (line + numbers[index], 0, 0) }
                character += numbers[index + 1]
                require(character >= last, "tokens overlap: \(numbers)")
                last = character + numbers[index + 2]
                require(last > character && last <= model.length(ofLine: line) ?? 0, "a token outside of its line")
            }
        }
    }

    // MARK: What has to hold

    private func check() {
        guard let state = client.server.state(ofDocument: uri) else { fatalError("the document is not open") }
        require(
            state.bytes == Array(model.text.utf8), "the server has another text than \(model.text.debugDescription)")
        for diagnostic in diagnostics(client) {
            require(model.contains(diagnostic["range"]), "a diagnostic outside of the text: \(diagnostic)")
            for related in diagnostic["relatedInformation"].elements {
                require(model.contains(related["location"]["range"]), "a label outside of the text: \(diagnostic)")
            }
        }
    }

    private func diagnostics(_ client: FuzzedClient) -> [PredicateValue] {
        if options & 4 == 0 { return client.published[uri] ?? [] }
        return client.request("textDocument/diagnostic", "{\(document)}")["items"].elements
    }

    /// Compares the diagnostics with those of the same text in a new session. Of a file that cannot be read only a
    /// session knows the predicates that it had before.
    mutating func compareWithNew() {
        change([("{\"text\": \(Self.json(model.text))}", { _ in })])
        guard client.server.state(ofDocument: uri)?.isRead == true else { return }
        let other = Self.start(options)
        open(in: other)
        let (edited, new) = (diagnostics(client), diagnostics(other))
        require(edited == new, "\(model.text.debugDescription) has other diagnostics after edits: \(edited), \(new)")
    }
}

/// A text with positions of the protocol, in the plainest way: scalar by scalar from the beginning.
private struct PlainText {
    struct Position: Comparable {
        var line: Int
        var character: Int

        static func < (a: Position, b: Position) -> Bool { (a.line, a.character) < (b.line, b.character) }
    }

    private(set) var text: String
    private let encoding: PositionEncoding

    init(_ text: String, _ encoding: PositionEncoding) {
        self.text = text
        self.encoding = encoding
    }

    private func units(_ scalar: Unicode.Scalar) -> Int {
        switch encoding {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .utf32: 1
        }
    }

    /// The lines without their ends, each with the offset of its first byte.
    private var lines: [(start: Int, scalars: [Unicode.Scalar])] {
        var lines: [(start: Int, scalars: [Unicode.Scalar])] = [(0, [])]
        var offset = 0
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            offset += UTF8.width(scalar)
            if scalar == "\n", last == "\r" {
                lines[lines.count - 1].start = offset
            } else if scalar == "\n" || scalar == "\r" {
                lines.append((offset, []))
            } else {
                lines[lines.count - 1].scalars.append(scalar)
            }
            last = scalar
        }
        return lines
    }

    /// The units of a line; nil if there is no such line.
    func length(ofLine line: Int) -> Int? {
        let lines = lines
        return lines.indices.contains(line) ? lines[line].scalars.reduce(0) { $0 + units($1) } : nil
    }

    /// The byte at a position; the end of the line or of the text for positions behind it.
    func offset(_ position: Position) -> Int {
        let lines = lines
        guard position.line < lines.count else { return text.utf8.count }
        var (offset, character) = (lines[position.line].start, 0)
        for scalar in lines[position.line].scalars {
            character += units(scalar)
            if character > position.character { break }
            offset += UTF8.width(scalar)
        }
        return offset
    }

    /// The bytes of a range that the server sent; nil if it does not lie in the text.
    func range(_ range: PredicateValue) -> Range<Int>? {
        var offsets: [Int] = []
        for position in [range["start"], range["end"]] {
            guard case .integer(let line) = position["line"], case .integer(let character) = position["character"],
                line >= 0, character >= 0, let length = length(ofLine: Int(line)), character <= length
            else { return nil }
            offsets.append(offset(Position(line: Int(line), character: Int(character))))
        }
        return offsets[0] <= offsets[1] ? offsets[0]..<offsets[1] : nil
    }

    func contains(_ range: PredicateValue) -> Bool { self.range(range) != nil }

    mutating func replace(from start: Position, to end: Position, with new: String) {
        // A range that ends before it starts is read in the other order.
        let (lower, upper) = (offset(min(start, end)), offset(max(start, end)))
        let bytes = Array(text.utf8)
        text = String(decoding: bytes[..<lower] + Array(new.utf8) + bytes[upper...], as: UTF8.self)
    }

    mutating func replaceAll(_ new: String) { text = new }
}
