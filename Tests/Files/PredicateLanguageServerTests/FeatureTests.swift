import Foundation
import PredicateFormat
import Testing

@testable import PredicateLanguageServer

@Suite("What an editor asks about predicates")
struct FeatureTests {
    private let yaml = "file:///a/manifest.yaml"
    private let json = "file:///a/recipe.json"
    private let plain = "file:///a/rules.predicates"

    /// Settings for `conditional_items`, with a field that has two values.
    private static let kinds = """
        {"keys": ["conditional_items[].condition"], "profiles": [], "schema": {"type": "object", "title": "Fact",
        "properties": {"machine_type": {"enum": ["laptop", "desktop"], "description": "The kind of computer."},
        "hostname": {"type": "string"},
        "applications": {"type": "array", "items": {"type": "object", "properties": {"bundleid": {"type": "string"}}}}}}}
        """

    private func labels(_ result: PredicateValue) -> [String] {
        result["items"].elements?.compactMap { $0["label"].text } ?? []
    }

    /// The text after the choice of a candidate.
    private func choosing(_ label: String, _ result: PredicateValue, in text: String) -> String? {
        guard let item = result["items"].elements?.first(where: { $0["label"].text == label }) else { return nil }
        return TestSession.applying((item["additionalTextEdits"].elements ?? []) + [item["textEdit"]], to: text)
    }

    // MARK: Completion

    @Test("Fields, operators and values are offered, in the form of the file")
    func completion() {
        let session = TestSession(TestSession.capable, options: Self.kinds)
        let text =
            "conditional_items:\n- condition: machine_type == \n- condition: \"hostname BEG\"\n- condition: 'machine_type == '\n"
        session.open(yaml, text)
        #expect(
            choosing("\"laptop\"", session.ask("completion", yaml, "1:29"), in: text)?.contains(
                "machine_type == \"laptop\"\n") == true)
        #expect(
            choosing("BEGINSWITH", session.ask("completion", yaml, "2:26"), in: text)?.contains(
                "\"hostname BEGINSWITH\"") == true)
        #expect(
            choosing("\"laptop\"", session.ask("completion", yaml, "3:30"), in: text)?.contains(
                "'machine_type == \"laptop\"'") == true)
        #expect(labels(session.ask("completion", yaml, "1:13")).contains("machine_type"))
        #expect(session.ask("completion", yaml, "0:3").isNull)
        #expect(session.ask("completion", "file:///not/open.yaml", "0:3").isNull)
        let item = session.ask("completion", yaml, "2:26")["items"].elements?.first ?? .null
        #expect(item["documentation"]["kind"].text == "markdown")
        #expect(item["filterText"].text == "BEGINSWITH")
        let resolved = session.request(
            "completionItem/resolve", "{\"label\": \"BEGINSWITH\", \"kind\": 24, \"data\": {\"topic\": \"BEGINSWITH\"}}"
        )
        #expect(resolved["documentation"]["value"].text == "About `BEGINSWITH`.")
        #expect(resolved["kind"].integer == 24)
    }

    @Test("Candidates are escaped as their file demands")
    func escapedCandidates() {
        let session = TestSession(
            options:
                "{\"keys\": [\"when\"], \"profiles\": [], \"schema\": {\"type\": \"object\", \"properties\": {\"kind\": {\"enum\": [\"a<b\", \"c\\\"d\"]}}}}"
        )
        let text = "{\"when\": \"kind == \"}"
        session.open(json, text)
        #expect(
            choosing("\"a<b\"", session.ask("completion", json, "0:18"), in: text)
                == "{\"when\": \"kind == \\\"a<b\\\"\"}")
        let xml = "file:///a/x.plist"
        let list = "<plist><dict><key>when</key><string>kind == </string></dict></plist>"
        session.open(xml, list)
        #expect(
            choosing("\"a<b\"", session.ask("completion", xml, "0:44"), in: list)?.contains("kind == \"a&lt;b\"<")
                == true)
    }

    @Test("An empty line of a file of predicates begins one")
    func emptyLine() {
        let session = TestSession(
            options: "{\"schema\": {\"type\": \"object\", \"properties\": {\"load\": {\"type\": \"number\"}}}}")
        session.open(plain, "load > 3\n\n# note\n")
        #expect(labels(session.ask("completion", plain, "1:0")).contains("load"))
        #expect(labels(session.ask("completion", plain, "0:0")).contains("load"))
        // A comment is no predicate.
        #expect(session.ask("completion", plain, "2:3").isNull)
    }

    // MARK: Hover

    @Test("A field has its type, its values and its sentence")
    func hover() throws {
        let session = TestSession(TestSession.capable, options: Self.kinds)
        session.open(
            yaml,
            "conditional_items:\n- condition: \"\\u00e9 == machine_type AND ANY applications.bundleid BEGINSWITH 'a'\"\n"
        )
        let field = session.ask("hover", yaml, "1:28")
        let text = try #require(field["contents"]["value"].text)
        #expect(text.hasPrefix("`machine_type`: a string of 2 cases"))
        #expect(text.contains("The kind of computer."))
        #expect(text.contains("Values: `\"laptop\"`, `\"desktop\"`"))
        #expect(TestSession.shown(field["range"]) == "1:24-1:36")
        let path = session.ask("hover", yaml, "1:60")
        #expect(path["contents"]["value"].text?.hasPrefix("`applications.bundleid`") == true)
        #expect(session.ask("hover", yaml, "1:49")["contents"]["value"].text?.hasPrefix("`applications`") == true)
        #expect(session.ask("hover", yaml, "1:70")["contents"]["value"].text == "About `BEGINSWITH`.")
        #expect(session.ask("hover", yaml, "1:22")["contents"]["value"].text == "About `==`.")
        #expect(session.ask("hover", yaml, "0:3").isNull)
    }

    @Test("A client without Markdown gets plain text, and a wrong predicate has types too")
    func plainHover() {
        let session = TestSession(
            options:
                "{\"schema\": {\"type\": \"object\", \"properties\": {\"load\": {\"type\": \"number\", \"description\": \"Per core.\"}}}}"
        )
        session.open(plain, "load > 3 AND laod = = 3")
        let hover = session.ask("hover", plain, "0:1")["contents"]
        #expect(hover["kind"].text == "plaintext")
        #expect(hover["value"].text?.contains("Per core.") == true)
    }

    // MARK: Code actions

    private func actions(_ session: TestSession, _ uri: String, _ range: String, only: String? = nil)
        -> [PredicateValue]
    {
        let kinds = only.map { ", \"only\": [\"\($0)\"]" } ?? ""
        return session.request(
            "textDocument/codeAction",
            "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"range\": \(TestSession.range(range)), \"context\": {\"diagnostics\": []\(kinds)}}"
        ).elements ?? []
    }

    @Test("Settings of a tree hold in editors, and their own mistakes are shown")
    func settingsOfATree() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("predicate-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = folder.appendingPathComponent(".predicate.yaml")
        try "files:\n  - paths: 'a*.yaml'\n    keys: rules[].when\nignore: b.yaml\n".write(
            to: settings, atomically: true, encoding: .utf8)
        let text = "rules:\n  - when: a CONTAIN 'x'\nconditional_items:\n  - condition: os_vers CONTAIN '1'\n"
        let session = TestSession(TestSession.capable)
        func count(_ name: String) -> Int {
            let uri = folder.appendingPathComponent(name).absoluteString
            session.open(uri, text)
            return session.diagnostics(uri).count
        }
        #expect(count("a.yaml") == 2)
        #expect(count("b.yaml") == 0)
        #expect(count("c.yaml") == 1)
        try "ignore: a.yaml\n".write(to: settings, atomically: true, encoding: .utf8)
        session.notify("textDocument/didSave", "{\"textDocument\": {\"uri\": \"\(settings.absoluteString)\"}}")
        #expect(session.diagnostics(folder.appendingPathComponent("a.yaml").absoluteString).isEmpty)
        session.open(settings.absoluteString, "ignor: a.yaml\n")
        #expect(session.diagnostics(settings.absoluteString) == ["unknown-setting 0:0-0:5"])
    }

    @Test("Items of device management are completed")
    func itemsAreCompleted() {
        let session = TestSession(TestSession.capable)
        let uri = "file:///activation.json"
        let predicate = "@status(device.model.f) == 'iPad'"
        let text = #"{"Type": "com.apple.activation.simple", "Payload": {"Predicate": "\#(predicate)"}}"#
        session.open(uri, text)
        let offset = text.range(of: "model.f")?.upperBound.utf16Offset(in: text) ?? 0
        let list = session.request(
            "textDocument/completion",
            "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"position\": {\"line\": 0, \"character\": \(offset)}}")
        #expect(list["items"].elements?.map { $0["label"].text } == ["device.model.family"])
    }

    @Test("Edits are offered where they help, and the file is what they promise")
    func quickFixes() {
        let session = TestSession(TestSession.capable)
        let text =
            "conditional_items:\n- condition: \"hostname CONTAIN \\\"a\\\"\"\n- condition: board-id == \"x\"\n- condition: os_vers CONTAIN \"b\"\n"
        session.open(yaml, text)
        let first = actions(session, yaml, "1:25-1:25")
        #expect(
            first.map { $0["title"].text } == ["Replace `CONTAIN` by `CONTAINS`", "Fix all predicates in this file"])
        #expect(first.first?["isPreferred"].boolean == true)
        #expect(first.first?["diagnostics"].elements?.count == 1)
        let edits = first.first?["edit"]["changes"][yaml].elements ?? []
        #expect(TestSession.applying(edits, to: text).contains("\"hostname CONTAINS \\\"a\\\"\""))
        // Only the sign differs from a known name, so the edit of this warning is applied too.
        #expect(actions(session, yaml, "2:14-2:14").first?["isPreferred"].boolean == true)
        #expect(actions(session, yaml, "0:0-0:1").isEmpty)
        for only in ["source", "source.fixAll", "source.fixAll.predicate"] {
            let all = actions(session, yaml, "0:0-0:0", only: only)
            #expect(all.map { $0["kind"].text } == ["source.fixAll.predicate"])
            let fixed = TestSession.applying(all.first?["edit"]["changes"][yaml].elements ?? [], to: text)
            #expect(fixed == text.replacing("CONTAIN ", with: "CONTAINS ").replacing("board-id", with: "board_id"))
        }
        #expect(actions(session, yaml, "0:0-3:9", only: "refactor").isEmpty)
        #expect(actions(session, yaml, "0:0-3:30", only: "quickfix").count == 3)
    }

    @Test("Edits name the version of the document where the client wants it")
    func versionedEdits() {
        let session = TestSession(
            "{\"textDocument\": {\"codeAction\": {\"codeActionLiteralSupport\": {}}}, \"workspace\": {\"workspaceEdit\": {\"documentChanges\": true}}}"
        )
        session.open(plain, "a CONTAIN 'b'")
        session.edit(plain, "0:0-0:0", "a")
        let change = actions(session, plain, "0:5-0:5").first?["edit"]["documentChanges"].elements?.first ?? .null
        #expect(change["textDocument"]["version"].integer == 1)
        #expect(change["edits"].elements?.count == 1)
    }

    @Test("An injection in Swift has no edit")
    func injection() {
        let session = TestSession(TestSession.capable)
        let swift = "file:///a/Search.swift"
        let text = "let p = NSPredicate(format: \"name == '\\(name)'\")\n"
        session.open(swift, text)
        #expect(session.diagnostics(swift) == ["injection 0:38-0:45"])
        #expect(actions(session, swift, "0:40-0:40").isEmpty)
    }

    // MARK: Formatting

    private func formatted(_ session: TestSession, _ uri: String, _ text: String) -> String {
        session.open(uri, text)
        let edits = session.request(
            "textDocument/formatting", "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"options\": {}}")
        return TestSession.applying(edits.elements ?? [], to: text)
    }

    @Test(
        "Predicates are written in their canonical form, and nothing else changes",
        arguments: [
            (
                "x.predicates", "a==1&&b   contains[C] 'x'\n# a==1\nc ==1",
                "a == 1 AND b CONTAINS[c] 'x'\n# a==1\nc == 1"
            ),
            ("x.predicates", "a = = 1\nb==2", "a = = 1\nb == 2"),
            // A name that was probably meant otherwise is not pulled apart.
            (
                "m.yaml", "conditional_items:\n- condition: board-id=='x'\n",
                "conditional_items:\n- condition: board-id=='x'\n"
            ),
            (
                "m.yaml", "conditional_items: # c\n- condition: \"hostname=='\\u00e9'\"\n",
                "conditional_items: # c\n- condition: \"hostname == '\\u00e9'\"\n"
            ),
            (
                "m.yaml", "conditional_items:\n- condition: >-\n    hostname=='a'\n    and  os_vers=='b'\n",
                "conditional_items:\n- condition: >-\n    hostname == 'a'\n    AND os_vers == 'b'\n"
            ),
            (
                "m.plist",
                "<plist><dict><key>installable_condition</key><string>os_vers_major&gt;3 &amp;&amp; hostname=='a'</string></dict></plist>",
                "<plist><dict><key>installable_condition</key><string>os_vers_major &gt; 3 AND hostname == 'a'</string></dict></plist>"
            ),
            (
                "x.swift", "f(NSPredicate(format: \"a==%@ and b=1\", x))",
                "f(NSPredicate(format: \"a == %@ AND b == 1\", x))"
            ),
            (
                "r.recipe.yaml",
                "Process:\n- Processor: StopProcessingIf\n  Arguments:\n    predicate: a=='%NAME%'  and %NAME%==1\n",
                "Process:\n- Processor: StopProcessingIf\n  Arguments:\n    predicate: a == '%NAME%' AND %NAME% == 1\n"
            ),
        ])
    func formatting(_ test: (name: String, text: String, expected: String)) {
        let session = TestSession()
        let uri = "file:///a/" + test.name
        #expect(formatted(session, uri, test.text) == test.expected)
        #expect(formatted(session, uri, test.expected) == test.expected)
    }

    @Test("A range is formatted by itself, and an unreadable file not at all")
    func rangeFormatting() {
        let session = TestSession()
        session.open(plain, "a==1\nb==2\nc==3")
        let edits = session.request(
            "textDocument/rangeFormatting",
            "{\"textDocument\": {\"uri\": \"\(plain)\"}, \"range\": \(TestSession.range("1:0-1:2")), \"options\": {}}")
        #expect(edits.elements?.map { TestSession.shown($0["range"]) } == ["1:1-1:1", "1:3-1:3"])
        session.open(json, "{\"predicate\": \"a==1}")
        #expect(session.request("textDocument/formatting", "{\"textDocument\": {\"uri\": \"\(json)\"}}").isNull)
    }

    // MARK: Tokens

    /// Tokens as `line:character+length kind`.
    private func tokens(_ result: PredicateValue) -> [String] {
        let numbers = result["data"].elements?.compactMap(\.integer) ?? []
        var (line, character) = (0, 0)
        return stride(from: 0, to: numbers.count - numbers.count % 5, by: 5).map { index in
            character = numbers[index] == 0 ? character + numbers[index + 1] : numbers[index + 1]
            line += numbers[index]
            return "\(line):\(character)+\(numbers[index + 2]) \(SemanticTokensFeature.legend[numbers[index + 3]])"
        }
    }

    @Test("Words and signs have their kinds")
    func semanticTokens() {
        let session = TestSession()
        session.open(plain, "sum(a.b) >= 1 AND $x CONTAINS[cd] 'é😀' OR t.@count == %@")
        let whole = tokens(
            session.request("textDocument/semanticTokens/full", "{\"textDocument\": {\"uri\": \"\(plain)\"}}"))
        #expect(
            whole == [
                "0:0+3 function", "0:4+1 property", "0:6+1 property", "0:9+2 operator", "0:12+1 number",
                "0:14+3 keyword",
                "0:18+2 variable", "0:21+8 keyword", "0:30+2 modifier", "0:34+5 string", "0:40+2 keyword",
                "0:43+1 property",
                "0:45+6 function", "0:52+2 operator", "0:55+2 parameter",
            ])
        let part = session.request(
            "textDocument/semanticTokens/range",
            "{\"textDocument\": {\"uri\": \"\(plain)\"}, \"range\": \(TestSession.range("0:5-0:10"))}")
        #expect(tokens(part) == ["0:6+1 property", "0:9+2 operator"])
    }

    @Test("A token on several lines is one on each, without the indentation")
    func multilineTokens() {
        let session = TestSession()
        session.open(yaml, "conditional_items:\n- condition: >-\n    hostname == 'a\n    b'\n")
        #expect(
            tokens(session.request("textDocument/semanticTokens/full", "{\"textDocument\": {\"uri\": \"\(yaml)\"}}"))
                == ["2:4+8 property", "2:13+2 operator", "2:16+2 string", "3:4+2 string"])
    }
}
