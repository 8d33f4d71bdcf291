import Foundation
import PredicateFormat
import PredicateLanguageServer
import PredicatePatterns
import PredicateRecords

/// Bytes as what a client sends to the language server. If they begin with `C`, they are the stream with its headers;
/// otherwise each piece between bytes 0xFF, which no text has, is the body of a message with a right header.
///
/// Each request has one answer, each body that is no message has one too, and everything that is sent is JSON.
@Sendable
func fuzzMessages(_ bytes: [UInt8]) {
    let stream: [UInt8]
    if bytes.first == UInt8(ascii: "C") {
        stream = bytes
    } else {
        stream = bytes.split(separator: 0xFF).prefix(60).flatMap { body in
            Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        }
    }
    let client = FuzzedClient()
    var frames = FrameReader()
    // The cuts between reads may be anywhere.
    let size = 1 + Int(bytes.last ?? 0) * 3
    var events: [FrameReader.Event] = []
    for start in stride(from: 0, to: stream.count, by: size) {
        frames.append(stream[start..<min(stream.count, start + size)])
        while let event = frames.next() {
            events.append(event)
            let message: ClientMessage
            switch event {
            case .body(let body): message = ClientMessage(body)
            case .fault: continue
            }
            client.send(message)
            if client.server.exitStatus != nil { return }
        }
    }
    // The same stream in one piece is cut in the same way.
    var whole = FrameReader()
    whole.append(stream)
    var again: [FrameReader.Event] = []
    while let event = whole.next() { again.append(event) }
    require(events == again, "the stream is cut in another way where it arrives in pieces of \(size) bytes")
    require(whole.pendingBytes <= stream.count, "bytes of the stream are kept that it did not have")
}

/// A client of a language server in the same process, which checks the form of what the server sends.
final class FuzzedClient {
    let server: LanguageServer
    /// The diagnostics that were sent last for each document.
    private(set) var published: [String: [PredicateValue]] = [:]
    private var number: Int64 = 0

    init() {
        server = LanguageServer(
            ServerEnvironment(
                version: "1", library: .standardWithPatterns,
                read: { _ in .failure(.init(reason: "No such file or directory")) },
                documentation: { $0.utf8.count < 12 ? "About `\($0)`." : nil }))
    }

    /// Sends a message, lets the server work until it has nothing to do, and returns the answer.
    @discardableResult
    func send(_ message: ClientMessage) -> PredicateValue {
        server.handle(message)
        var rounds = 0
        while server.hasWork {
            server.work { false }
            rounds += 1
            require(rounds < 10_000, "the server does not come to an end")
        }
        var answers: [PredicateValue] = []
        for sent in server.takeOutput() {
            var reader = JSONReader(maximumDepth: 200)
            guard let value = try? reader.read(sent.body) else { fatalError("no JSON: \(sent.body)") }
            switch value["method"] {
            case .string("textDocument/publishDiagnostics"):
                guard case .string(let uri) = value["params"]["uri"] else { fatalError("no name: \(sent.body)") }
                published[uri] = value["params"]["diagnostics"].elements
            case .string: break
            default: answers.append(value)
            }
        }
        switch message {
        case .request, .invalid: require(answers.count == 1, "a message has \(answers.count) answers: \(message)")
        case .notification, .response: require(answers.isEmpty, "a notification has an answer: \(message)")
        }
        return answers.first ?? .null
    }

    /// Sends a request and returns its result; null if it has none.
    func request(_ method: String, _ parameters: String) -> PredicateValue {
        number += 1
        let text = "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":\(parameters)}"
        let answer = send(ClientMessage(Array(text.utf8)))
        require(answer["id"] == .integer(number), "the answer is that of another request: \(text)")
        require(answer["error"] == .null, "a request is refused: \(text): \(answer)")
        return answer["result"]
    }

    /// Sends a notification.
    func notify(_ method: String, _ parameters: String) {
        let text = "{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(parameters)}"
        let message = ClientMessage(Array(text.utf8))
        guard case .notification = message else { fatalError("no notification: \(text)") }
        send(message)
    }
}

extension PredicateValue {
    /// The value of a key of an object; null if there is none.
    subscript(key: String) -> PredicateValue {
        guard case .object(let object) = self else { return .null }
        return object.value(forKey: key)
    }

    /// The elements of a list; none for other values.
    var elements: [PredicateValue] { if case .list(let elements) = self { elements } else { [] } }
}
