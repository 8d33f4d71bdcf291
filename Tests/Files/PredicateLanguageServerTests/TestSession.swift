import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicatePatterns
import PredicateRecords

@testable import PredicateLanguageServer

/// A client in the same process: it sends JSON texts, and keeps what comes back.
final class TestSession {
    let server: LanguageServer
    private var number = 0
    private var version = 0
    /// The diagnostics that were sent for each document, the last ones of each.
    private(set) var published: [String: [PredicateValue]] = [:]
    /// How often diagnostics were sent.
    private(set) var publishCount = 0
    /// Other messages of the server, with their methods.
    private(set) var notes: [(method: String, value: PredicateValue)] = []

    /// A session that has begun.
    ///
    /// - Parameters:
    ///   - capabilities: JSON.
    ///   - options: JSON.
    ///   - files: files that settings may name.
    init(_ capabilities: String = "{}", options: String = "null", files: [String: String] = [:], begins: Bool = true) {
        server = LanguageServer(
            ServerEnvironment(
                version: "1.2.3", library: .standardWithPatterns,
                read: { path in
                    guard let text = files[path] else { return .failure(.init(reason: "No such file or directory")) }
                    return .success(Array(text.utf8))
                },
                documentation: {
                    ["BEGINSWITH", "sum", "==", "AND", "@count", "[c]"].contains($0) ? "About `\($0)`." : nil
                }))
        guard begins else { return }
        _ = request(
            "initialize",
            "{\"rootUri\": \"file:///work%20space\", \"capabilities\": \(capabilities), \"initializationOptions\": \(options)}"
        )
        notify("initialized", "{}")
    }

    /// The capabilities of a client that knows all that the server can do.
    static let capable = """
        {"textDocument": {"hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
        "codeAction": {"codeActionLiteralSupport": {}, "isPreferredSupport": true},
        "publishDiagnostics": {"relatedInformation": true}}}
        """

    /// Sends a request and returns the whole answer.
    func answer(_ method: String, _ parameters: String, _ context: RequestContext = RequestContext()) -> PredicateValue
    {
        number += 1
        server.handle(
            ClientMessage(
                Array("{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":\(parameters)}".utf8)),
            context)
        return drain(for: number) ?? .null
    }

    /// Sends a request and returns the result.
    func request(_ method: String, _ parameters: String) -> PredicateValue { answer(method, parameters)["result"] }

    /// Sends a notification.
    func notify(_ method: String, _ parameters: String, works: Bool = true) {
        server.handle(
            ClientMessage(Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(parameters)}".utf8)))
        if works { work() }
        _ = drain(for: nil)
    }

    /// Does what the server does when no message waits.
    func work() {
        var rounds = 0
        while server.hasWork, rounds < 1000 {
            server.work { false }
            rounds += 1
        }
        _ = drain(for: nil)
    }

    private func drain(for id: Int?) -> PredicateValue? {
        var found: PredicateValue?
        for message in server.takeOutput() {
            guard let value = try? MessageBody.value(of: Array(message.body.utf8)) else { continue }
            let parameters = value["params"]
            switch value["method"].text {
            case "textDocument/publishDiagnostics"?:
                publishCount += 1
                published[parameters["uri"].text ?? ""] = parameters["diagnostics"].elements ?? []
            case let method?: notes.append((method, parameters))
            case nil: if value["id"].integer == id { found = value } else { notes.append(("", value)) }
            }
        }
        return found
    }

    // MARK: Documents

    static func json(_ text: String) -> String { JSONNode.string(text).text(pretty: false) }

    /// Opens a document.
    func open(_ uri: String, _ text: String, language: String = "") {
        version = 0
        notify(
            "textDocument/didOpen",
            "{\"textDocument\": {\"uri\": \"\(uri)\", \"languageId\": \"\(language)\", \"version\": 0, \"text\": \(Self.json(text))}}"
        )
    }

    /// Replaces a range of a document: `1:2-3:4`.
    func edit(_ uri: String, _ range: String, _ text: String, works: Bool = true) {
        change(uri, "{\"range\": \(Self.range(range)), \"text\": \(Self.json(text))}", works: works)
    }

    /// Replaces all of a document.
    func replace(_ uri: String, _ text: String) { change(uri, "{\"text\": \(Self.json(text))}") }

    func change(_ uri: String, _ changes: String, works: Bool = true) {
        version += 1
        notify(
            "textDocument/didChange",
            "{\"textDocument\": {\"uri\": \"\(uri)\", \"version\": \(version)}, \"contentChanges\": [\(changes)]}",
            works: works)
    }

    /// A request about a position: `1:2`.
    func ask(_ method: String, _ uri: String, _ position: String) -> PredicateValue {
        request(
            "textDocument/" + method,
            "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"position\": \(Self.position(position))}")
    }

    static func position(_ text: String) -> String {
        let parts = text.split(separator: ":")
        return "{\"line\": \(parts[0]), \"character\": \(parts[1])}"
    }

    static func range(_ text: String) -> String {
        let parts = text.split(separator: "-").map { position(String($0)) }
        return "{\"start\": \(parts[0]), \"end\": \(parts[1])}"
    }

    /// A range as it was sent, in the same form.
    static func shown(_ range: PredicateValue) -> String {
        func shown(_ position: PredicateValue) -> String {
            "\(position["line"].integer ?? -1):\(position["character"].integer ?? -1)"
        }
        return shown(range["start"]) + "-" + shown(range["end"])
    }

    /// Codes and ranges of the diagnostics of a document.
    func diagnostics(_ uri: String) -> [String] { Self.shown(published[uri] ?? []) }

    static func shown(_ diagnostics: [PredicateValue]) -> [String] {
        diagnostics.map { ($0["code"].text ?? "") + " " + shown($0["range"]) }
    }

    /// The text after edits of the protocol, whose characters are bytes of ASCII.
    static func applying(_ edits: [PredicateValue], to text: String) -> String {
        var document = EditorText(text)
        for edit in edits.reversed() {
            guard let range = try? Parameters.range(edit["range"], "range") else { continue }
            document.replace(document.offsets(of: range, .utf16), with: Array((edit["newText"].text ?? "").utf8))
        }
        return String(decoding: document.bytes, as: UTF8.self)
    }
}
