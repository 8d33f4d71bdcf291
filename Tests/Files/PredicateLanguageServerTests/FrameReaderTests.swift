import PredicateLanguageServer
import Testing

@Suite("Frames of messages")
struct FrameReaderTests {
    private func events(_ pieces: [[UInt8]]) -> [FrameReader.Event] {
        var reader = FrameReader()
        var events: [FrameReader.Event] = []
        for piece in pieces {
            reader.append(piece)
            while let event = reader.next() { events.append(event) }
        }
        return events
    }

    private func body(_ text: String) -> FrameReader.Event { .body(Array(text.utf8)) }

    private static let cases: [(text: String, bodies: [String], faults: Int)] = [
        ("Content-Length: 2\r\n\r\n{}", ["{}"], 0),
        // Names of headers have no case, and there may be others.
        ("content-length:4\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{\"é", ["{\"é"], 0),
        ("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", ["", "1"], 0),
        // Some programs end lines with LF alone.
        ("Content-Length: 2\n\n[]", ["[]"], 0),
        ("{}\r\n\r\nContent-Length: 2\r\n\r\n[]", ["[]"], 1),
        ("Content-Length: many\r\n\r\nContent-Length: 2\r\n\r\n[]", ["[]"], 1),
        ("Content-Length: -5\r\n\r\nContent-Length: 2\r\n\r\n[]", ["[]"], 1),
        ("Content-Length: 99999999999999999999\r\n\r\nx Content-Length: 2\r\n\r\n[]", ["[]"], 1),
        ("garbage " + String(repeating: "x", count: 20_000) + "Content-Length: 2\r\n\r\n[]", ["[]"], 1),
        ("Content-Length: 3\r\n\r\n{}", [], 0),
        ("", [], 0),
    ]

    @Test("A message is read however its bytes arrive", arguments: cases)
    func pieces(_ test: (text: String, bodies: [String], faults: Int)) {
        let whole = events([Array(test.text.utf8)])
        #expect(whole.filter { if case .body = $0 { true } else { false } } == test.bodies.map(body))
        #expect(whole.count - test.bodies.count == test.faults)
        #expect(events(test.text.utf8.map { [$0] }) == whole)
    }

    @Test("A message that is too long is skipped, and its bytes are not kept")
    func tooLong() {
        let size = FrameReader.bodyBytes + 1
        var reader = FrameReader()
        reader.append(Array("Content-Length: \(size)\r\n\r\n".utf8))
        #expect(reader.next() == .fault("the message has more than 64 MiB"))
        var sent = 0
        while sent < size {
            let count = min(1 << 20, size - sent)
            reader.append(Array(repeating: 0x20, count: count))
            #expect(reader.next() == nil)
            #expect(reader.pendingBytes == 0)
            sent += count
        }
        reader.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
        #expect(reader.next() == body("{}"))
    }

    @Test("A header that never ends is reported once, and its bytes are not kept")
    func endlessHeader() {
        var reader = FrameReader()
        var faults = 0
        for _ in 0..<200 {
            reader.append(Array(repeating: UInt8(ascii: "a"), count: 1000))
            while reader.next() != nil { faults += 1 }
            #expect(reader.pendingBytes <= FrameReader.headerBytes + 1000)
        }
        #expect(faults == 1)
    }
}
