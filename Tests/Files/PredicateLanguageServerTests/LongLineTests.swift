import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateLanguageServer

@Suite("Long lines in editors")
struct LongLineTests {
    /// A line with many code points of each length, and all offsets of code points in an order that jumps.
    @Test("Positions in a long line agree with plain counting, in any order", arguments: PositionEncoding.allCases)
    func positions(_ encoding: PositionEncoding) {
        var dice = SeededRandom(seed: 11)
        let pieces = ["a", "é", "漢", "😀", "e\u{301}", "abcdefgh"]
        let line = (0..<2_000).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
        let text = EditorText("x\n" + line + "\r\n" + line)
        var plain: [(offset: Int, position: DocumentPosition)] = []
        for (number, start) in [(1, 2), (2, 4 + line.utf8.count)] {
            var (offset, character) = (start, 0)
            for scalar in line.unicodeScalars {
                plain.append((offset, DocumentPosition(line: number, character: character)))
                offset += UTF8.width(scalar)
                switch encoding {
                case .utf8: character += UTF8.width(scalar)
                case .utf16: character += UTF16.width(scalar)
                case .utf32: character += 1
                }
            }
            plain.append((offset, DocumentPosition(line: number, character: character)))
        }
        var cursor = PositionCursor(text, encoding)
        for (offset, position) in plain { #expect(cursor.position(of: offset) == position) }
        plain.shuffle(using: &dice)
        for (offset, position) in plain { #expect(cursor.position(of: offset) == position) }
    }

    private static func document(_ count: Int) -> String {
        let items = (0..<count).map {
            "{\"condition\": \"name_\($0) CONTAIN \\\"abcdefghij é 😀 \($0)\\\" AND hostnme == 1\"}"
        }
        return "{conditional_items: [" + items.joined(separator: ", ") + "]}\n"
    }

    /// Eight times the predicates may take three times as long for each of them. Quadratic time would be eight times as long. The best of
    /// some rounds counts, so that other work on the machine does not matter.
    @Test(
        "Thousands of findings in one line take linear time", arguments: ["open", "codeAction", "semanticTokens/full"])
    func growth(_ method: String) {
        let uri = "file:///a/m.yaml"
        let sessions = [75, 600].map { count in
            let session = TestSession(TestSession.capable)
            let text = Self.document(count)
            session.open(uri, text)
            return (session: session, text: text, count: count)
        }
        for session in sessions { #expect((session.session.published[uri] ?? []).count >= session.count) }
        func work(_ index: Int) {
            let (session, text, _) = sessions[index]
            if method == "open" { return session.open(uri, text) }
            let end = TestSession.range("0:0-0:\(text.utf8.count)")
            _ = session.request(
                "textDocument/" + method,
                "{\"textDocument\": {\"uri\": \"\(uri)\"}, \"range\": \(end), \"context\": {\"diagnostics\": [], \"only\": [\"quickfix\"]}}"
            )
        }
        #expect(Growth.factor({ work(0) }, { work(1) }, enough: 24) < 24)
    }
}
