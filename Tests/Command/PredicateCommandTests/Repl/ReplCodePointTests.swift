import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The prompt reads texts by code points, as the lexer does: a mark after a quote or a comma does not hide it.
@Suite struct ReplCodePointTests {
    /// Marks that Swift joins with the preceding character.
    static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20DD}"]

    @Test(arguments: marks) func linesDoNotRunOn(mark: String) {
        for text in [
            "s CONTAINS '\(mark)'", "s == \"\(mark)a\"", "s == '\\\\\(mark)'", "a IN {'\(mark)', \"b\"}",
            "(s == 'x'\(mark))",
            "s IN {'x'}\(mark)", ":count s CONTAINS '\(mark)'", ":sort '\(mark)'",
        ] {
            #expect(!ReplEntry(text).goesOn, "\(text.unicodeScalars.map(\.value))")
        }
        for text in ["s == '\(mark)", "s IN {'\(mark)'", "s IN {\(mark)'a'", "(\(mark)s == 1"] {
            #expect(ReplEntry(text).goesOn, "\(text.unicodeScalars.map(\.value))")
        }
    }

    @Test(arguments: marks) func theNextLineIsALine(mark: String) throws {
        let folder = try TemporaryFolder()
        let records = "{\"s\":\"a\(mark)\",\"n\":1}\n{\"s\":\"b\",\"n\":2}\n"
        let session = try TestSession(try folder.file("r.ndjson", records))
        let text = try session.type(":count s CONTAINS '\(mark)'\n:count n == 2\n:count n > 0")
        #expect(text == "1\n1\n2\n", "\(text)")
        // Characters that end a line elsewhere may occur in a literal.
        _ = try session.type(":let x = 'a\u{2028}b\u{85}c'\n:let y =\(mark)")
        #expect(session.session.names.bindings["x"] == .string("a\u{2028}b\u{85}c"))
    }

    @Test(arguments: marks) func words(mark: String) {
        let found = ReplWords.words(of: "\"\(mark)a b\" c").map { Array($0.text.utf8) }
        #expect(found == ["\(mark)a b", "c"].map { Array($0.utf8) })
        #expect(ReplWords.words(of: "\"a b\"\(mark) c").count == 2)
        #expect(ReplWords.words(of: "a \(mark) c").count == 3)
        for name in ["a\"\(mark)b", "a \(mark)", "\\\(mark)", "'\(mark)"] {
            let words = ReplWords.words(of: ReplWords.quoted(name))
            #expect(words.count == 1 && words.first.map { Array($0.text.utf8) } == Array(name.utf8), "\(name)")
        }
        #expect(ReplSession.command(":count \(mark)").name == "count")
    }

    @Test(arguments: marks) func cellsWithQuotes(mark: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("r.ndjson", "{\"a\":\"x\\\"\(mark)y\",\"b\":\"p,\(mark)q\"}\n")
        let written = "a,b\n\"x\"\"\(mark)y\",\"p,\(mark)q\"\n"
        #expect(Array(filter("TRUEPREDICATE", file, "--output", "csv").output.utf8) == Array(written.utf8))
        let named = filter("TRUEPREDICATE", file, "--select", "\"\(mark)\\\"\(mark)\" = a")
        #expect(Array(named.output.utf8) == Array("{\"\(mark)\\\"\(mark)\":\"x\\\"\(mark)y\"}\n".utf8), "\(named)")
    }
}
