import Foundation
import PredicateFormat
import Testing

@testable import PredicateLanguageServer

@Suite("Files of named predicates in editors")
struct NamedFileTests {
    private let uri = "file:///a/rules.yaml"

    private let text = """
        schema: {title: City, type: object, properties: {name: {type: string}, population: {type: integer}}}
        predicates:
          big:
            description: Many people.
            arguments: {minimum: int}
            predicate: population >= $minimum
          near: "@{bgi} AND population > 3"
          far: "NOT @{big} AND name == 'x'"

        """

    private func labels(_ result: PredicateValue) -> [String] {
        result["items"].elements?.compactMap { $0["label"].text } ?? []
    }

    private func choosing(_ label: String, _ result: PredicateValue, in text: String) -> String? {
        guard let item = result["items"].elements?.first(where: { $0["label"].text == label }) else { return nil }
        return TestSession.applying([item["textEdit"]], to: text)
    }

    @Test("The whole file is checked")
    func diagnostics() {
        let session = TestSession(TestSession.capable)
        session.open(uri, text)
        #expect(
            session.diagnostics(uri) == ["predicate-argument 4:25-4:28", "unknown-predicate 6:11-6:14"])
        session.edit(uri, "4:25-4:28", "integer")
        session.edit(uri, "6:11-6:14", "big")
        #expect(session.diagnostics(uri).isEmpty)
        // Renaming a predicate breaks the others.
        session.edit(uri, "2:2-2:5", "huge")
        #expect(session.diagnostics(uri).map { $0.prefix(17) } == ["unknown-predicate", "unknown-predicate"])
    }

    @Test("A file that loses its only good predicate stays what it is")
    func sticky() {
        let session = TestSession(TestSession.capable)
        session.open(uri, "predicates:\n  a: name == 'x'\n")
        #expect(session.diagnostics(uri).isEmpty)
        session.edit(uri, "1:10-1:16", "")
        #expect(session.diagnostics(uri).map { $0.prefix(7) } == ["missing"])
        session.edit(uri, "1:5-1:6", "")
        #expect(session.diagnostics(uri).isEmpty == false)
        // Another text in its place is what it would be if it were opened.
        session.replace(uri, "predicates:\n  a: name x\n")
        #expect(session.diagnostics(uri).isEmpty)
    }

    @Test("Names of predicates and arguments are completed")
    func completion() {
        let session = TestSession(TestSession.capable)
        session.open(uri, text)
        // `@{b|gi}`, whose bracket is there.
        let inName = session.ask("completion", uri, "6:12")
        #expect(labels(inName) == ["big"])
        #expect(inName["items"].elements?.first?["detail"].text == "population >= $minimum")
        let arguments = session.ask("completion", uri, "5:30")
        #expect(labels(arguments).contains("$minimum"))
        session.replace(uri, text.replacing("@{bgi}", "@{b"))
        #expect(
            choosing("big", session.ask("completion", uri, "6:12"), in: text.replacing("@{bgi}", "@{b"))?
                .contains("\"@{big} AND population > 3\"") == true)
        session.replace(uri, text.replacing("@{bgi}", "@"))
        let names = session.ask("completion", uri, "6:10")
        #expect(labels(names) == ["big", "near", "far"])
        #expect(
            choosing("far", names, in: text.replacing("@{bgi}", "@"))?.contains("\"@{far} AND population > 3\"") == true
        )
        // Fields are known behind a reference.
        #expect(labels(session.ask("completion", uri, "7:23")).contains("name"))
        // While the file cannot be read, its text follows.
        session.replace(uri, text)
        session.edit(uri, "7:27-7:32", "@{")
        #expect(labels(session.ask("completion", uri, "7:29")).contains("big"))
    }

    @Test("A reference shows what it stands for")
    func hover() {
        let session = TestSession(TestSession.capable)
        session.open(uri, text)
        let value = session.ask("hover", uri, "7:15")["contents"]["value"].text ?? ""
        #expect(value == "`big`: `population >= $minimum`\n\nMany people.")
        #expect(session.ask("hover", uri, "6:12").isNull)
        #expect(session.ask("hover", uri, "7:24")["contents"]["value"].text?.contains("a string") == true)
    }

    @Test("Suggestions are actions, and formatting keeps references")
    func actions() {
        let session = TestSession(TestSession.capable)
        session.open(uri, text)
        let range = TestSession.range("0:0-8:0")
        let actions =
            session.request(
                "textDocument/codeAction",
                "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"range\": \(range), \"context\": {\"diagnostics\": []}}"
            ).elements ?? []
        let titles = actions.compactMap { $0["title"].text }
        #expect(titles.contains("Replace `int` by `integer`"))
        #expect(titles.contains("Replace `bgi` by `big`"))
        #expect(titles.contains { $0.contains("Fix all") })
        session.replace(uri, text.replacing("@{bgi} AND", "@{big}  and").replacing("int}", "integer}"))
        let edits =
            session.request(
                "textDocument/formatting", "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"options\": {\"tabSize\": 2}}"
            ).elements ?? []
        let formatted = TestSession.applying(
            edits, to: text.replacing("@{bgi} AND", "@{big}  and").replacing("int}", "integer}"))
        #expect(formatted.contains("near: \"@{big} AND population > 3\""))
        #expect(formatted.contains("far: \"(NOT @{big}) AND name == 'x'\""))
    }
}

extension String {
    /// The text with another one in place of a part.
    fileprivate func replacing(_ old: String, _ new: String) -> String { replacingOccurrences(of: old, with: new) }
}
