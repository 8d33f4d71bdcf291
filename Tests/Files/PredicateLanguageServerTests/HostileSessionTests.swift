import PredicateCore
import PredicatePlatform
import PredicateTesting
import Testing

@testable import PredicateLanguageServer

@Suite("Sessions that are broken on purpose")
struct HostileSessionTests {
    /// Messages of an ordinary session.
    private static let session: [String] = {
        let uri = "file:///a/m.yaml"
        let document = "\"textDocument\":{\"uri\":\"\(uri)\",\"version\":2}"
        let position = "\"position\":{\"line\":1,\"character\":14}"
        let range = "\"range\":{\"start\":{\"line\":1,\"character\":3},\"end\":{\"line\":2,\"character\":9}}"
        let text =
            "conditional_items:\\n- condition: \\\"hostnme == 'a' AND b CONTAIN 3\\\"\\n- condition: >-\\n    os_vers==1\\n    and é 😀\\n"
        func request(_ id: Int, _ method: String, _ parameters: String) -> String {
            "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":{\(parameters)}}"
        }
        return [
            request(
                1, "initialize",
                "\"capabilities\":{\"textDocument\":{\"codeAction\":{\"codeActionLiteralSupport\":{}}}},\"initializationOptions\":{\"keys\":[\"**.condition\"]}"
            ),
            "{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"\(uri)\",\"languageId\":\"yaml\",\"version\":1,\"text\":\"\(text)\"}}}",
            request(2, "textDocument/hover", "\(document),\(position)"),
            "{\"method\":\"textDocument/didChange\",\"params\":{\(document),\"contentChanges\":[{\(range),\"text\":\"\\\" a\\n\"},{\(range),\"text\":\"<&\"}]}}",
            request(3, "textDocument/completion", "\(document),\(position)"),
            request(4, "textDocument/codeAction", "\(document),\(range),\"context\":{\"diagnostics\":[]}"),
            "{\"method\":\"$/cancelRequest\",\"params\":{\"id\":4}}",
            request(5, "textDocument/formatting", "\(document),\"options\":{}"),
            request(6, "textDocument/semanticTokens/full", document),
            request(7, "textDocument/semanticTokens/range", "\(document),\(range)"),
            "{\"method\":\"textDocument/didChange\",\"params\":{\(document),\"contentChanges\":[{\"text\":\"\(text)\"}]}}",
            request(8, "textDocument/diagnostic", document),
            request(9, "completionItem/resolve", "\"data\":{\"topic\":\"sum\"}"),
            "{\"method\":\"workspace/didChangeConfiguration\",\"params\":{\"settings\":{\"profiles\":[\"munki\"]}}}",
            "{\"method\":\"textDocument/didClose\",\"params\":{\(document)}}",
            request(10, "shutdown", ""),
            "{\"method\":\"exit\"}",
        ]
    }()

    private static func mutated(_ dice: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in session {
            if Int.random(in: 0..<20, using: &dice) == 0 { continue }
            var body = Array(text.utf8)
            while Int.random(in: 0..<3, using: &dice) == 0 { mutate(&body, &dice) }
            // Now and then the length is wrong too.
            let length = Int.random(in: 0..<40, using: &dice) == 0 ? Int.random(in: 0...400, using: &dice) : body.count
            bytes += Array("Content-Length: \(length)\r\n\r\n".utf8) + body
            if Int.random(in: 0..<10, using: &dice) == 0 {
                bytes += Array(bytes.suffix(Int.random(in: 0...300, using: &dice)))
            }
        }
        if Int.random(in: 0..<4, using: &dice) == 0 { mutate(&bytes, &dice) }
        return bytes
    }

    private static let words = [
        "null", "-1", "18446744073709551616", "1e400", "[[[[", "{\"a\":", "\\ud800", "\\udc00", "\\", "\"", "0.5",
        "true", "\u{0}",
        "9223372036854775807", "4294967295", "\"text\":5", "\r\n\r\n", "é", "\\u0000", "condition: ", "%ZZ",
    ]

    private static func mutate(_ bytes: inout [UInt8], _ dice: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let start = Int.random(in: 0..<bytes.count, using: &dice)
        let end = min(bytes.count, start + Int.random(in: 0...8, using: &dice))
        switch Int.random(in: 0..<5, using: &dice) {
        case 0: bytes[start] = UInt8.random(in: .min ... .max, using: &dice)
        case 1: bytes.removeSubrange(start..<end)
        case 2: bytes.insert(contentsOf: Array((words.randomElement(using: &dice) ?? "").utf8), at: start)
        case 3: bytes.replaceSubrange(start..<end, with: Array((words.randomElement(using: &dice) ?? "").utf8))
        default: bytes.insert(contentsOf: bytes[start..<end], at: start)
        }
    }

    /// Runs a stream of bytes as the loop does, without threads. Returns the number of answers.
    private func run(_ bytes: [UInt8]) -> Int {
        let server = TestSession(begins: false).server
        var frames = FrameReader()
        var count = 0
        for chunk in stride(from: 0, to: bytes.count, by: 700) {
            frames.append(bytes[chunk..<min(bytes.count, chunk + 700)])
            while let event = frames.next() {
                switch event {
                case .body(let body): server.handle(ClientMessage(body))
                case .fault(let reason): server.handle(.invalid(nil, ResponseError(.parseError, reason)))
                }
                if server.hasWork { server.work { false } }
                for message in server.takeOutput() {
                    count += 1
                    #expect((try? MessageBody.value(of: Array(message.body.utf8))) != nil)
                }
                if server.exitStatus != nil { return count }
            }
        }
        return count
    }

    @Test("An ordinary session has its answers")
    func ordinary() {
        let bytes = Self.session.flatMap { Array("Content-Length: \($0.utf8.count)\r\n\r\n".utf8) + Array($0.utf8) }
        #expect(run(bytes) >= 10)
    }

    @Test("No session ends the program", arguments: 0..<8)
    func mutations(_ seed: Int) {
        var dice = SeededRandom(seed: UInt64(seed) + 100)
        for _ in 0..<60 { _ = run(Self.mutated(&dice)) }
    }

    @Test("Any edit of any file is served, and the result is that of the same text opened anew")
    func randomEdits() {
        let files: [(String, String)] = [
            (
                "m.yaml",
                "conditional_items:\n- condition: \"hostnme == 'a'\" # c\n- condition: >-\n    a==1\n    and os_vers == 2\n"
            ),
            ("m.plist", "<plist><dict><key>installable_condition</key><string>hostnme &gt; 3</string></dict></plist>"),
            (
                "r.json",
                "{\"Payload\": {\"Predicate\": \"@status(device.model.famly) == 'a'\"}, \"Type\": \"com.apple.activation.simple\"}"
            ),
            ("x.swift", "let a = NSPredicate(format: \"a CONTAIN %@ AND b = = \\(c)\", x)\n"),
            ("x.predicates", "a==1\n\nb = = 2\n"),
            ("x.sh", "#!/bin/sh\nlog show --predicate 'procss == \"a\"'\n"), ("a.toml", "condition = \"a = = 1\"\n"),
        ]
        let pieces = [
            "\"", "'", "a", " ", "\n", "<", "&", "{", "[", ":", "- ", "\\", "é😀", "\r\n", "#", "\t", "(", "==", "\u{0}",
        ]
        var dice = SeededRandom(seed: 5)
        for (name, text) in files {
            let session = TestSession(TestSession.capable)
            let uri = "file:///a/" + name
            session.open(uri, text)
            for _ in 0..<60 {
                let points = (0..<2).map { _ in
                    DocumentPosition(
                        line: Int.random(in: 0..<5, using: &dice), character: Int.random(in: 0..<60, using: &dice))
                }.sorted()
                let (start, end) = (points[0], Int.random(in: 0..<4, using: &dice) == 0 ? points[1] : points[0])
                session.edit(
                    uri, "\(start.line):\(start.character)-\(end.line):\(end.character)",
                    pieces.randomElement(using: &dice) ?? "")
                let place = "\(start.line):\(start.character)"
                _ = session.ask("completion", uri, place)
                _ = session.ask("hover", uri, place)
                for method in ["formatting", "semanticTokens/full"] {
                    _ = session.request("textDocument/" + method, "{\"textDocument\": {\"uri\": \"\(uri)\"}}")
                }
                guard let document = session.server.documents[ExactName(uri)],
                    document.analysis(session.server.settings).file != nil
                else { continue }
                let other = TestSession(TestSession.capable)
                other.open(uri, String(decoding: document.text.bytes, as: UTF8.self))
                #expect(other.diagnostics(uri) == session.diagnostics(uri))
            }
        }
    }

    @Test("Halves of surrogate pairs and bytes that are no text keep the columns")
    func surrogates() {
        let session = TestSession()
        let uri = "file:///a/x.predicates"
        session.notify(
            "textDocument/didOpen",
            "{\"textDocument\": {\"uri\": \"\(uri)\", \"version\": 0, \"text\": \"a == '\\ud83d' AND b = = 1\"}}")
        #expect(session.diagnostics(uri) == ["unknown-operator 0:15-0:18"])
        session.change(uri, "{\"range\": \(TestSession.range("0:15-0:18")), \"text\": \"==\"}")
        #expect(session.diagnostics(uri) == [])
    }

    @Test("The loop answers over a pipe, sees cancellations, and ends with the client")
    func loop() throws {
        var input: [Int32] = [0, 0]
        #expect(pipe(&input) == 0)
        let bytes = Self.session.flatMap { Array("Content-Length: \($0.utf8.count)\r\n\r\n".utf8) + Array($0.utf8) }
        #expect(bytes.withUnsafeBytes { write(input[1], $0.baseAddress, $0.count) } == bytes.count)
        close(input[1])
        var output = FrameReader()
        var bodies: [String] = []
        let loop = LanguageServerLoop(TestSession(begins: false).server.environment) { frame in
            output.append(frame)
            while case .body(let body)? = output.next() { bodies.append(String(decoding: body, as: UTF8.self)) }
            return true
        }
        #expect(loop.run(reading: input[0]) == 0)
        for id in 1...10 { #expect(bodies.contains { $0.contains("\"id\":\(id),") }, "\(id)") }
    }

    @Test("A client that goes away ends the loop with status 1")
    func goneClient() {
        var input: [Int32] = [0, 0]
        #expect(pipe(&input) == 0)
        close(input[1])
        #expect(
            LanguageServerLoop(TestSession(begins: false).server.environment) { _ in true }.run(reading: input[0]) == 1)
    }
}
