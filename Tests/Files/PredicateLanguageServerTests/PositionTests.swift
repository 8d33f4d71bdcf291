import PredicateTesting
import Testing

@testable import PredicateLanguageServer

@Suite("Positions in documents")
struct PositionTests {
    private static let pieces = [
        "a", "bc", " ", "é", "e\u{301}", "😀", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "\n", "\r\n", "\r", "\n\n", "\r\r\n", "漢字",
    ]

    private static func text(_ dice: inout SeededRandom) -> String {
        (0..<Int.random(in: 0...30, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
    }

    /// The same as the server's, in the plainest way: line by line and scalar by scalar.
    private struct Reference {
        var lines: [(start: Int, scalars: [Unicode.Scalar])] = [(0, [])]
        let count: Int

        init(_ text: String) {
            let scalars = Array(text.unicodeScalars)
            var offset = 0
            var index = 0
            while index < scalars.count {
                let scalar = scalars[index]
                offset += UTF8.width(scalar)
                index += 1
                if scalar == "\r", index < scalars.count, scalars[index] == "\n" {
                    offset += 1
                    index += 1
                    lines.append((offset, []))
                } else if scalar == "\r" || scalar == "\n" {
                    lines.append((offset, []))
                } else {
                    lines[lines.count - 1].scalars.append(scalar)
                }
            }
            count = offset
        }

        static func width(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
            switch encoding {
            case .utf8: UTF8.width(scalar)
            case .utf16: UTF16.width(scalar)
            case .utf32: 1
            }
        }

        func offset(_ position: DocumentPosition, _ encoding: PositionEncoding) -> Int {
            guard position.line < lines.count else { return count }
            var left = position.character
            var offset = lines[position.line].start
            for scalar in lines[position.line].scalars {
                left -= Self.width(scalar, encoding)
                if left < 0 { break }
                offset += UTF8.width(scalar)
            }
            return offset
        }

        /// Every position at the start of a scalar, or at the end of a line, with its offset.
        func positions(_ encoding: PositionEncoding) -> [(DocumentPosition, Int)] {
            lines.enumerated().flatMap { number, line in
                var found = [(DocumentPosition(line: number, character: 0), line.start)]
                for scalar in line.scalars {
                    let (position, offset) = found[found.count - 1]
                    found.append(
                        (
                            DocumentPosition(
                                line: number, character: position.character + Self.width(scalar, encoding)),
                            offset + UTF8.width(scalar)
                        ))
                }
                return found
            }
        }
    }

    @Test("Offsets and positions agree with a plain reading", arguments: PositionEncoding.allCases)
    func conversions(_ encoding: PositionEncoding) {
        var dice = SeededRandom(seed: 7)
        for _ in 0..<300 {
            let source = Self.text(&dice)
            let text = EditorText(source)
            let reference = Reference(source)
            #expect(text.lineStarts == reference.lines.map(\.start))
            var cursor = PositionCursor(text, encoding)
            for (position, offset) in reference.positions(encoding) {
                #expect(text.offset(of: position, encoding) == offset)
                #expect(text.position(of: offset, encoding) == position)
                #expect(cursor.position(of: offset) == position)
            }
            // Every position, those within code points and outside of the text too.
            for line in 0..<(reference.lines.count + 2) {
                for character in 0..<20 {
                    let position = DocumentPosition(line: line, character: character)
                    #expect(text.offset(of: position, encoding) == reference.offset(position, encoding))
                }
                let far = DocumentPosition(line: line, character: .max)
                #expect(text.offset(of: far, encoding) == reference.offset(far, encoding))
            }
            for offset in [-5, source.utf8.count + 5, .max] { _ = text.position(of: offset, encoding) }
            #expect(text.position(of: .max, encoding) == text.position(of: source.utf8.count, encoding))
        }
    }

    @Test("Lines are the same after changes as of a new text")
    func changes() {
        var dice = SeededRandom(seed: 11)
        for _ in 0..<200 {
            var text = EditorText(Self.text(&dice))
            for _ in 0..<10 {
                let bounds = [0, text.bytes.count].map { _ in
                    text.clamped(Int.random(in: 0...text.bytes.count, using: &dice))
                }.sorted()
                text.replace(bounds[0]..<bounds[1], with: Array(Self.text(&dice).utf8))
                #expect(text.lineStarts == EditorText(text.bytes).lineStarts)
            }
        }
    }

    @Test("The difference of two texts turns one into the other, at whole code points")
    func differences() {
        var dice = SeededRandom(seed: 13)
        for _ in 0..<500 {
            let old = Array(Self.text(&dice).utf8)
            let new = Bool.random(using: &dice) ? Array(Self.text(&dice).utf8) : old + Array("é😀".utf8) + old
            let change = DocumentChange(from: old, to: new)
            var text = EditorText(old)
            text.replace(change.range, with: change.text)
            #expect(text.bytes == new)
            #expect(Array(String(decoding: change.text, as: UTF8.self).utf8) == change.text)
        }
    }

    @Test("A change in the client's units is the change of the bytes", arguments: PositionEncoding.allCases)
    func incrementalChanges(_ encoding: PositionEncoding) {
        let session = TestSession("{\"general\": {\"positionEncodings\": [\"utf-7\", \"\(encoding.rawValue)\"]}}")
        let uri = "file:///a/x.predicates"
        // The wrong operator stands behind characters that the encodings count differently.
        session.open(uri, "# comment\r\na == \"é😀e\u{301}\" AND b = = 2")
        let start = ["utf-8": 23, "utf-16": 19, "utf-32": 18][encoding.rawValue] ?? 0
        #expect(session.diagnostics(uri) == ["unknown-operator 1:\(start)-1:\(start + 3)"])
        session.edit(uri, "1:\(start)-1:\(start + 3)", "==")
        #expect(session.diagnostics(uri) == [])
    }

    @Test("Many positions in one long line take no quadratic time")
    func longLine() {
        let text = EditorText(String(repeating: "é", count: 1_000_000))
        var cursor = PositionCursor(text, .utf16)
        var last = 0
        for offset in stride(from: 0, to: text.bytes.count, by: 20) { last = cursor.position(of: offset).character }
        #expect(last == 999_990)
    }

    @Test(
        "A name of a document is a path",
        arguments: [
            ("file:///a/b%20c.yaml", "/a/b c.yaml"), ("file://localhost/a/b.yaml", "/a/b.yaml"),
            ("untitled:Untitled-1", "Untitled-1"),
            ("file:///a/%E4%B8%80%ZZ.json", "/a/一%ZZ.json"), ("file:", ""), ("", ""), ("file:///%", "/%"),
            ("file://host", ""),
            ("vscode-notebook-cell:/a/b.yaml#W0", "/a/b.yaml"),
        ])
    func paths(_ test: (uri: String, path: String)) { #expect(DocumentURI.path(of: test.uri) == test.path) }
}
