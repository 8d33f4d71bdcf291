import PredicateCore
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateLanguageServer

@Suite("A session with an editor")
struct SessionTests {
    private let uri = "file:///a/rules.predicates"

    private func code(_ answer: PredicateValue) -> Int? { answer["error"]["code"].integer }

    @Test("A session begins once and ends in order")
    func phases() {
        let session = TestSession(begins: false)
        #expect(code(session.answer("textDocument/hover", "{}")) == -32002)
        session.open(uri, "a = = b")
        #expect(session.published.isEmpty)
        let result = session.request("initialize", "{\"capabilities\": {}}")
        #expect(result["serverInfo"]["version"].text == "1.2.3")
        #expect(result["capabilities"]["positionEncoding"].text == "utf-16")
        #expect(result["capabilities"]["diagnosticProvider"].isNull)
        #expect(code(session.answer("initialize", "{}")) == -32600)
        #expect(code(session.answer("window/unknown", "{}")) == -32601)
        #expect(code(session.answer("$/unknown", "{}")) == -32601)
        session.notify("$/setTrace", "{\"value\": \"verbose\"}")
        session.notify("window/unknown", "{}")
        #expect(session.notes.isEmpty)
        let end = session.answer("shutdown", "null")
        #expect(end["result"].isNull && end["error"].isNull)
        #expect(code(session.answer("textDocument/hover", "{}")) == -32600)
        #expect(session.server.exitStatus == nil)
        session.notify("exit", "null")
        #expect(session.server.exitStatus == 0)
    }

    @Test("Leaving without shutdown has another status")
    func earlyExit() {
        for begins in [true, false] {
            let session = TestSession(begins: begins)
            session.notify("exit", "null")
            #expect(session.server.exitStatus == 1)
        }
    }

    @Test("Messages that cannot be read are answered, and the session goes on")
    func brokenMessages() {
        let session = TestSession()
        let cases: [(String, Int)] = [
            ("{", -32700), ("[]", -32600), ("{\"id\": 3}", -32600), ("{\"id\": {}, \"method\": \"shutdown\"}", -32600),
            ("{\"id\": 4, \"method\": 5}", -32600), ("{\"id\": 4, \"method\": \"shutdown\", \"params\": 5}", -32600),
            (String(repeating: "[", count: 100_000), -32700),
        ]
        for (text, code) in cases {
            session.server.handle(ClientMessage(Array(text.utf8)))
            let output = session.server.takeOutput()
            #expect(output.count == 1)
            guard case .failure(_, let error)? = output.first else {
                Issue.record("no error for \(text.prefix(50))")
                continue
            }
            #expect(error.code.rawValue == code, "\(text.prefix(50))")
        }
        session.open(uri, "a = = b")
        #expect(session.diagnostics(uri) == ["unknown-operator 0:2-0:5"] || !session.diagnostics(uri).isEmpty)
        #expect(code(session.answer("textDocument/hover", "{}")) == -32602)
        #expect(code(session.answer("textDocument/hover", "[1]")) == -32602)
        #expect(
            code(
                session.answer(
                    "textDocument/hover",
                    "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"position\": {\"line\": -1, \"character\": 0}}"))
                == -32602)
        session.notify("textDocument/didChange", "{\"textDocument\": {\"uri\": \"\(uri)\"}}")
        #expect(session.notes.last?.method == "window/logMessage")
    }

    @Test("Diagnostics come with an edit and go with the document")
    func lifeOfDocument() {
        let session = TestSession()
        session.open(uri, "name BEGINSWTH 'a'\nage > 3\n")
        #expect(session.diagnostics(uri) == ["unknown-operator 0:5-0:14"])
        session.edit(uri, "0:12-0:12", "I")
        #expect(session.diagnostics(uri) == [])
        session.edit(uri, "1:4-1:5", "> >")
        #expect(session.diagnostics(uri).count == 1)
        session.notify("textDocument/didClose", "{\"textDocument\": {\"uri\": \"\(uri)\"}}")
        #expect(session.published[uri]?.isEmpty == true)
        #expect(session.ask("hover", uri, "0:0").isNull)
        let count = session.publishCount
        session.notify("textDocument/didClose", "{\"textDocument\": {\"uri\": \"\(uri)\"}}")
        #expect(session.publishCount == count)
    }

    @Test("Files without predicates are left alone")
    func otherFiles() {
        let session = TestSession()
        session.open("file:///a/chart.yaml", "{{ .Values.name }}: {{\n")
        session.open("file:///a/notes.txt", "a = = b")
        session.open("file:///a/good.json", "{\"a\": 1}")
        #expect(session.publishCount == 0)
    }

    @Test("The language of the editor counts where the name tells nothing")
    func languages() {
        let session = TestSession()
        session.open("untitled:Untitled-1", "a = = b", language: "predicates")
        #expect(session.diagnostics("untitled:Untitled-1").count == 1)
        session.open("file:///manifests/site_default", "conditional_items:\n- condition: a = = b\n", language: "yaml")
        #expect(session.diagnostics("file:///manifests/site_default").count == 1)
    }

    @Test("Texts that an edit did not touch are not checked again, wherever they stand")
    func cache() throws {
        let session = TestSession()
        session.open(uri, (0..<200).map { "field\($0) == = \($0)" }.joined(separator: "\n"))
        let document = try #require(session.server.documents[ExactName(uri)])
        #expect(document.checkCount == 200)
        session.edit(uri, "100:0-100:0", "x")
        #expect(document.checkCount == 201)
        session.edit(uri, "0:0-0:0", "# a comment\n\n")
        #expect(document.checkCount == 201)
        #expect(session.diagnostics(uri).first?.contains(" 2:") == true)
        session.edit(uri, "102:0-102:1", "")
        #expect(document.checkCount <= 202)
        #expect(session.diagnostics(uri).count == 200)
    }

    @Test("Of edits behind one another only the last state is checked")
    func folding() throws {
        let session = TestSession()
        session.open(uri, "a == 1")
        let count = session.publishCount
        for letter in ["b", "c", "d", "e"] { session.edit(uri, "0:0-0:0", letter, works: false) }
        session.work()
        #expect(session.publishCount == count + 1)
        let document = try #require(session.server.documents[ExactName(uri)])
        #expect(document.checkCount == 2)
        #expect(String(decoding: document.text.bytes, as: UTF8.self) == "edcba == 1")
    }

    @Test("Thousands of changes in one message take no quadratic time, and a broken file keeps its predicates")
    func manyChanges() throws {
        let session = TestSession()
        let name = "file:///a/m.yaml"
        session.open(name, "conditional_items:\n" + (0..<2000).map { "- condition: hostname == 'a\($0)'\n" }.joined())
        let changes = (1...2000).map { "{\"range\": \(TestSession.range("\($0):13-\($0):21")), \"text\": \"hostnme\"}" }
        let seconds = processorSeconds {
            session.change(
                name,
                changes.joined(separator: ",") + ",{\"range\": \(TestSession.range("0:0-0:0")), \"text\": \"{\"}")
        }
        #expect(seconds < 20)
        #expect(session.diagnostics(name).first?.hasPrefix("unreadable-file") == true)
        session.edit(name, "0:0-0:1", "")
        #expect(session.diagnostics(name).count == 2000)
    }

    @Test("A check that is interrupted goes on, and ends even if messages keep coming")
    func interruption() throws {
        let session = TestSession()
        let text = (0..<50).map { "field\($0) = = 1" }.joined(separator: "\n")
        session.notify(
            "textDocument/didOpen",
            "{\"textDocument\": {\"uri\": \"\(uri)\", \"version\": 0, \"text\": \(TestSession.json(text))}}",
            works: false)
        var rounds = 0
        var asked = 0
        while session.server.hasWork, rounds < 100 {
            session.server.work {
                asked += 1
                return asked % 10 == 0
            }
            rounds += 1
        }
        #expect(rounds > 1 && rounds < 10)
        let document = try #require(session.server.documents[ExactName(uri)])
        #expect(document.checkCount == 50)
    }

    @Test("A cancelled request is answered as cancelled")
    func cancellation() {
        let session = TestSession("{\"textDocument\": {\"diagnostic\": {}}}")
        session.open(uri, (0..<50).map { "field\($0) = = 1" }.joined(separator: "\n"))
        var asked = 0
        let context = RequestContext(isCancelled: {
            asked += 1
            return asked > 10
        })
        let parameters = "{\"textDocument\": {\"uri\": \"\(uri)\"}}"
        #expect(code(session.answer("textDocument/diagnostic", parameters, context)) == -32800)
        #expect(asked < 20)
        #expect(session.request("textDocument/diagnostic", parameters)["items"].elements?.count == 50)
        let outdated = RequestContext(isOutdated: { $0 == "file:///a/rules.predicates" })
        let answer = session.answer("textDocument/diagnostic", parameters, outdated)
        #expect(code(answer) == -32802)
        #expect(answer["error"]["data"]["retriggerRequest"].boolean == true)
    }

    @Test("Diagnostics that are asked for have a name, and are sent once")
    func pulling() {
        let session = TestSession(
            "{\"textDocument\": {\"diagnostic\": {}}, \"workspace\": {\"diagnostics\": {\"refreshSupport\": true}}}")
        session.open(uri, "a = = b")
        #expect(session.publishCount == 0)
        func pull(_ id: String?) -> PredicateValue {
            let previous = id.map { ", \"previousResultId\": \"\($0)\"" } ?? ""
            return session.request("textDocument/diagnostic", "{\"textDocument\": {\"uri\": \"\(uri)\"}\(previous)}")
        }
        let first = pull(nil)
        #expect(first["kind"].text == "full" && first["items"].elements?.count == 1)
        let second = pull(first["resultId"].text)
        #expect(second["kind"].text == "unchanged" && second["items"].isNull)
        #expect(pull("other")["kind"].text == "full")
        session.edit(uri, "0:0-0:0", " ")
        let third = pull(first["resultId"].text)
        #expect(third["kind"].text == "full" && third["resultId"].text != first["resultId"].text)
        session.notify("workspace/didChangeConfiguration", "{\"settings\": {\"predicate\": {\"keys\": [\"a\"]}}}")
        #expect(session.notes.contains { $0.method == "workspace/diagnostic/refresh" })
    }

    @Test("Settings name places and schemas, and say what is wrong with them")
    func settings() {
        let schema = "{\"type\": \"object\", \"properties\": {\"load\": {\"type\": \"number\"}}}"
        let session = TestSession(
            options: "{\"keys\": [\"alerts[].when\"], \"schema\": \"schemas/load.json\"}",
            files: ["/work space/schemas/load.json": schema])
        let alerts = "file:///a/alerts.json"
        session.open(alerts, "{\"alerts\": [{\"when\": \"laod > 3\"}]}")
        #expect(session.diagnostics(alerts) == ["unknown-field 0:22-0:26"])
        session.notify("workspace/didChangeConfiguration", "{\"settings\": {\"predicate\": {\"keys\": [\"other\"]}}}")
        #expect(session.diagnostics(alerts) == [])
        session.notify("workspace/didChangeConfiguration", "{\"settings\": null}")
        #expect(session.notes.isEmpty)
        session.notify(
            "workspace/didChangeConfiguration",
            "{\"settings\": {\"keys\": [\"alerts[].when\", \"[\"], \"schema\": \(schema), \"profiles\": [\"none\"], \"models\": 3}}"
        )
        #expect(session.notes.count == 3)
        #expect(session.notes.allSatisfy { $0.method == "window/showMessage" })
        #expect(session.diagnostics(alerts) == ["unknown-field 0:22-0:26"])
    }

    @Test("A file in the middle of an edit keeps what is known of it")
    func unreadable() {
        let session = TestSession()
        let manifest = "file:///a/manifest.plist"
        session.open(
            manifest,
            """
            <plist><dict><key>conditional_items</key><array>
            <dict><key>condition</key><string>hostnme == "a"</string></dict>
            <dict><key>condition</key><string>os_vers_major &gt;= 14</string></dict>
            </array></dict></plist>
            """)
        #expect(session.diagnostics(manifest) == ["unknown-field 1:34-1:41"])
        // A sign that XML does not allow makes the file unreadable.
        session.edit(manifest, "2:56-2:56", " AND host<")
        let broken = session.diagnostics(manifest)
        #expect(broken.first?.hasPrefix("unreadable-file 2:") == true)
        #expect(broken.dropFirst() == ["unknown-field 1:34-1:41"])
        session.edit(manifest, "1:0-1:0", "\n")
        #expect(session.diagnostics(manifest).last == "unknown-field 2:34-2:41")
        // The text that is being written has candidates all the same.
        let items = session.ask("completion", manifest, "3:65")["items"].elements ?? []
        #expect(items.contains { $0["label"].text == "hostname" })
        session.edit(manifest, "3:65-3:66", "name == \"b\"")
        #expect(session.diagnostics(manifest) == ["unknown-field 2:34-2:41"])
    }
}
