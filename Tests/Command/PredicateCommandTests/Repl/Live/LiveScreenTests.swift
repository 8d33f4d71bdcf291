import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// What the live prompt writes to a terminal, which a model of the terminal reads.
@Suite struct LiveScreenTests {
    /// A frame of a line, with rows below it.
    private func frame(_ line: String, cursor: Int, below: [String] = [], width: Int) -> LiveFrame {
        var frame = LiveFrame(width: width)
        frame.add("> ", LiveStyle(role: .prompt))
        frame.add(LiveLine(line, cursor: cursor, after: "", joinable: nil), mistake: nil)
        for row in below {
            frame.beginRow()
            frame.add(row, .aside)
        }
        return frame
    }

    /// What the terminal should show of a frame.
    private func expected(_ frame: LiveFrame) -> [String] {
        var rows = frame.rows.map { row in
            var text = row.map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
        while rows.count > 1, rows.last == "" { rows.removeLast() }
        return rows
    }

    @Test func aLineWithRowsBelow() {
        var (screen, model) = (LiveScreen(palette: LivePalette()), ScreenModel(width: 20))
        model.write(screen.show(frame("age > 3", cursor: 7, below: ["2 of 5 records"], width: 20)))
        #expect(model.text == ["> age > 3", "2 of 5 records"])
        #expect(model.cursor == (0, 9))
        model.write(screen.show(frame("age > 31", cursor: 8, width: 20)))
        #expect(model.text == ["> age > 31"])
        model.write(screen.erase())
        #expect(model.text == [""])
        #expect(model.cursor == (0, 0))
    }

    /// A key in a long line writes a few bytes, and not the line again.
    @Test func onlyChangesAreWritten() {
        var screen = LiveScreen(palette: LivePalette())
        let text = String(repeating: "population > 100 AND ", count: 40)
        _ = screen.show(frame(text, cursor: text.utf8.count, below: ["12 of 20 records"], width: 80))
        #expect(screen.show(frame(text, cursor: text.utf8.count, below: ["12 of 20 records"], width: 80)).isEmpty)
        let next = frame(text + "n", cursor: text.utf8.count + 1, below: ["12 of 20 records"], width: 80)
        #expect(screen.show(next).utf8.count < 40)
    }

    /// Every frame that follows any other is shown as a terminal would show it alone.
    @Test func framesAfterOneAnother() {
        var numbers = SeededRandom(seed: 7)
        let pieces = [
            "a", "bc ", "==", "\"é\"", "e\u{301}", "東京", "🙂", "(", ")", " AND ", "\n", "\t", "\u{1B}", "\u{202E}",
        ]
        for width in [5, 12, 20, 80] {
            var (screen, model) = (
                LiveScreen(palette: LivePalette(colours: 256, hasCurls: true)), ScreenModel(width: width)
            )
            var line = ""
            for _ in 0..<400 {
                if Int.random(in: 0..<6, using: &numbers) == 0 {
                    line = String(line.dropLast(Int.random(in: 0..<9, using: &numbers)))
                }
                if Int.random(in: 0..<40, using: &numbers) == 0 { line = "" }
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &numbers)]
                line = Bool.random(using: &numbers) ? line + piece : piece + line
                if line.unicodeScalars.count > 70 { line = String(line.unicodeScalars.prefix(30)) }
                let starts = line.unicodeScalars.indices.map { line.utf8.distance(from: line.startIndex, to: $0) }
                let cursor = (starts + [line.utf8.count])[Int.random(in: 0...starts.count, using: &numbers)]
                let below = (0..<Int.random(in: 0..<4, using: &numbers)).map {
                    String(repeating: "\($0)", count: width - $0)
                }
                let next = frame(line, cursor: cursor, below: below, width: width)
                model.write(screen.show(next))
                #expect(model.text == expected(next), "\(line.debugDescription)")
                #expect(model.cursor == (next.cursor.row, next.cursor.column), "\(line.debugDescription)")
                #expect(model.unknown.isEmpty)
                if Int.random(in: 0..<50, using: &numbers) == 0 { model.write(screen.erase()) }
            }
        }
    }

    /// Data can name no sequence of the terminal.
    @Test func controlCharactersAreVisible() {
        var (screen, model) = (LiveScreen(palette: LivePalette()), ScreenModel(width: 40))
        model.write(screen.show(frame("\u{1B}]0;x\u{7}\u{9B}2J", cursor: 0, width: 40)))
        #expect(model.unknown.isEmpty)
        #expect(model.text[0].hasPrefix("> ^[]0;x^G"))
    }
}

/// How a line is read while it is typed.
@Suite struct LiveLineTests {
    private func line(_ text: String, after before: String = "", joinable: String? = nil) -> LiveLine {
        LiveLine(text, cursor: text.utf8.count, after: before, joinable: joinable)
    }

    /// A letter for the style of each byte.
    private func roles(_ line: LiveLine) -> String {
        line.styles(mistake: nil).map { style in
            switch style.role {
            case .plain: "."
            case .field: "f"
            case .text: "t"
            case .number: "n"
            case .keyword: "k"
            case .command: "c"
            case .aside, .prompt: "?"
            }
        }.joined()
    }

    @Test(arguments: [
        ("age > 3", "fff...n"), ("a.in == TRUE", "f.ff....nnnn"), ("ANY l == 'x'", "kkk.f....ttt"),
        ("name LIKE \"a", "ffff.kkkk.tt"), (":count a == 1", "cccccc.f....n"), (":load a == 1", "ccccc......."),
        ("# a == 1", "........"), ("$x == #in", "ff....fff"), ("n LIKE[c] n", "f.kkkk.k..f"),
    ])
    func colours(text: String, expected: String) { #expect(roles(line(text)) == expected) }

    @Test func aLineOfSeveral() {
        #expect(roles(line("AND b == 'x'", after: "(a == 'y'\n")) == "kkk.f....ttt")
        // The string began on the line before.
        #expect(roles(line("y' AND b", after: "a == 'x\n")) == "tt.kkk.f")
        #expect(roles(line("AND b == 1", joinable: "a == 2")) == "kkk.f....n")
        #expect(line("AND b == 1", joinable: "a == 2").read == "a == 2\nAND b == 1")
        // A long predicate would be read again at each key.
        let long = String(repeating: "a == 2 OR ", count: 500) + "a == 3"
        #expect(!line("AND b == 1", joinable: long).isQuestion)
    }

    @Test(arguments: [
        ("(a == 1)", 8, [0, 7]), ("(a == {1})", 9, [0, 9]), ("(a == {1})", 8, [6, 8]), ("(a", 2, []), ("((a)", 0, []),
        ("f(x)", 1, [1, 3]),
    ])
    func bracketsAtTheCursor(text: String, cursor: Int, expected: [Int]) {
        let styles = LiveLine(text, cursor: cursor, after: "", joinable: nil).styles(mistake: nil)
        #expect(styles.indices.filter { styles[$0].isPair } == expected)
    }

    @Test func partsBeforeAConnective() {
        #expect(line("a == 1 AND b == 2 OR c").parts == ["a == 1 AND b == 2 ", "a == 1 "])
        #expect(line("a == \"x AND y\"").parts.isEmpty)
    }

    /// A mistake shows only when more typing cannot mend it.
    @Test(
        arguments: [
            ("(n == 1", nil), ("n == \"ab", nil), ("n >", nil), ("n == 1 AND", nil), ("NOT", nil), ("n IN {1,", nil),
            ("n ==[c", nil), ("n == 1 AN", "word"), ("n BEGINS", "word"), ("nn", "word"), ("nn ", "certain"),
            ("nn > 3", "certain"), ("n BEGINS ", "certain"), ("n == 1 )", nil), ("n == 1 ) ", "certain"),
        ] as [(String, String?)])
    func prospects(text: String, expected: String?) throws {
        let folder = try TemporaryFolder()
        let session = try TestSession(folder.file("n.ndjson", "{\"n\":1}\n")).session
        var found: [PredicateDiagnostic] = []
        do throws(PredicateDiagnostics) { _ = try session.language.question(text) } catch { found = error.diagnostics }
        let line = line(text)
        let prospects = found.filter { $0.severity == .error }.map { line.prospect(of: $0) }.filter { $0 != .open }
        #expect(prospects.first.map { $0 == .certain ? "certain" : "word" } == expected)
    }

    /// The predicates of the conformance cases that are right, typed key by key: nothing that becomes right is shown as a
    /// mistake.
    @Test func noMistakeIsShownTooEarly() throws {
        let session = TestSession().session
        var early: [String] = []
        var typed = 0
        for name in [
            "comparison", "arithmetic", "collection-operators", "functions", "literals", "casts", "indexes",
            "quantifiers", "strings", "nil", "scopes", "spelling", "values", "more",
        ] {
            let file = try JSONSerialization.jsonObject(
                with: Data(contentsOf: Repository.url("Tests/Conformance/\(name).json")))
            let cases = try #require((file as? [String: Any])?["cases"] as? [[String: Any]])
            for text in cases.compactMap({ $0["text"] as? String }) where text.utf8.count < 60 {
                guard (try? session.language.question(text)) != nil else { continue }
                for end in text.indices.dropFirst() {
                    let part = String(text[..<end])
                    do throws(PredicateDiagnostics) {
                        _ = try session.language.question(part)
                    } catch {
                        let line = line(part)
                        for mistake in error.diagnostics where mistake.severity == .error {
                            typed += 1
                            if line.prospect(of: mistake) == .certain {
                                early.append("\(part): \(mistake.code.rawValue) \(mistake.message) [\(text)]")
                            }
                        }
                    }
                }
            }
        }
        #expect(typed > 1000)
        #expect(early.isEmpty, "\(Set(early).sorted().prefix(20))")
    }
}
