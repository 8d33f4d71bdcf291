import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Predicates, expressions, continued lines, interruption and hostile lines.
@Suite struct ReplLineTests {
    let folder: TemporaryFolder
    let towns: String

    init() throws {
        folder = try TemporaryFolder()
        towns = try folder.file("towns.ndjson", townRecords)
    }

    @Test func withoutRecords() throws {
        let session = TestSession()
        #expect(try session.type("1 + 2 * 3") == "7\n")
        #expect(try session.type(#""abc" LIKE "a*""#).hasSuffix("true\n"))
        #expect(try session.type(#"1 > 2"#).hasSuffix("false\n"))
        #expect(try session.type("uppercase(\"é\")") == "\"É\"\n")
        #expect(try session.type("name == 1").contains("`:load FILE` loads some"))
        #expect(try session.type("name").contains("`:load FILE` loads some"))
        #expect(try session.type("") == "")
        #expect(try session.type("# remark\n#!x\n##") == "")
    }

    @Test func mistakesAreShownAllAtOnceAndTheSessionGoesOn() throws {
        let session = try TestSession(towns)
        let text = try session.type("nmae == 1 AND popultion > \"x\"\n:count")
        #expect(text.components(separatedBy: "error: ").count >= 3, "\(text)")
        #expect(text.hasSuffix("\n5\n"))
        #expect(try session.type("name >").contains("error: "))
        #expect(try session.type("name == %@").contains("error: "))
        #expect(try session.type("population > 5 AND 1 == 1").contains("warning: "))
    }

    @Test func linesGoOnBehindAnOpenBracketOrQuote() throws {
        let session = try TestSession(towns)
        #expect(try session.type("name IN {\n\"Porto\",\n\"x\"\n}").hasSuffix("1 of 5 records\n"))
        #expect(try session.type(":count (name == \"Porto\"\nOR\nname == \"Lisbon\")") == "2\n")
        #expect(try session.type("\"a\n\"").contains("a"))
        // An empty line or the end of input ends an unclosed entry.
        #expect(try session.type("(1 + 2\n\n3 + 4").hasSuffix("\n7\n"))
        #expect(try session.type("(1 + 2").contains("error: "))
        // A file's name may have an apostrophe.
        #expect(try session.type(":use it's\n1 + 1").hasSuffix("\n2\n"))
        #expect(try session.type("# it's\n1 + 1") == "2\n")
        #expect(ReplEntry(#"name == "a\""#).goesOn)
        #expect(!ReplEntry(#"name == "a\"""#).goesOn)
        #expect(!ReplEntry(#"name == "(""#).goesOn)
        #expect(!ReplEntry("a)").goesOn)
        #expect(ReplEntry(":let x = {1,").goesOn)
        #expect(ReplEntry(":select round(").goesOn)
        #expect(!ReplEntry(":nothing (").goesOn)
    }

    // MARK: Interruption

    /// Becomes true after a number of calls.
    private final class Countdown: @unchecked Sendable {
        private let lock = NSLock()
        private var left: Int
        init(_ count: Int) { left = count }
        func isOver() -> Bool {
            lock.withLock {
                left -= 1
                return left < 0
            }
        }
    }

    @Test func anEvaluationCanBeInterrupted() throws {
        let countdown = Countdown(40)
        let session = TestSession(isInterrupted: { countdown.isOver() })
        let list = "[" + (0..<2000).map(String.init).joined(separator: ",") + "]"
        let file = try folder.file("long.ndjson", "{\"l\":\(list)}\n")
        #expect(try session.type(":load \(file)").hasPrefix("long: 1 record"))
        let text = try session.type("SUBQUERY(l, $a, SUBQUERY(l, $b, $a == $b + 1).@count > 5).@count > 0")
        #expect(text == "interrupted\n")
    }

    @Test(arguments: [
        "population > 3", "population", ":count population > 3", ":load FILE", ":let x = 1",
        ":sort name\nTRUEPREDICATE",
    ])
    func everythingLongCanBeInterrupted(line: String) throws {
        let flag = Countdown(1000)
        let session = TestSession(isInterrupted: { flag.isOver() })
        try session.type(":load \(towns)")
        while !flag.isOver() {}
        #expect(try session.type(line.replacing("FILE", with: towns)).contains("interrupted\n"))
    }

    @Test func aSourceIsInterruptedAsAWhole() throws {
        let flag = Countdown(0)
        let session = TestSession(isInterrupted: { flag.isOver() })
        let file = try folder.file("lines", ":let x = 1\n:let y = 2\n")
        #expect(try session.type(":source \(file)") == "interrupted\ninterrupted\n")
    }

    /// A line source that is interrupted in the middle of an entry.
    private final class InterruptedLines: ReplLineSource {
        var lines: [ReplLine] = [.line("(1 +"), .interrupted, .line("2 + 2"), .end]
        var prompts: [String] = []
        func next(prompt: String) -> ReplLine {
            prompts.append(prompt)
            return lines.removeFirst()
        }
    }

    @Test func theInterruptKeyThrowsAwayWhatWasTyped() throws {
        let session = try TestSession(towns)
        let source = InterruptedLines()
        try ReplLoop(session: session.session, source: source).run()
        #expect(session.text.hasSuffix("\n4\n"))
        #expect(source.prompts == ["towns> ", ".....> ", "towns> ", "towns> "])
        #expect(session.session.history.entries == ["2 + 2"])
    }

    // MARK: Hostile lines

    @Test func longLines() throws {
        let session = try TestSession(towns)
        let names = (0..<2000).map { "\"n\($0)\"" }.joined(separator: ",")
        let answer = try session.type(":count name IN {\(names), \"Porto\"}")
        #expect(answer.hasSuffix(" more of the kind\n1\n"))
        let long = String(repeating: "x", count: 1_100_000)
        #expect(try session.type(long).contains("error: "))
        #expect(try session.type(":" + long).utf8.count < 300)
        #expect(try session.type("name == \"\(long)\"").contains("error: "))
        #expect(try session.type(":let " + long + " = 1").utf8.count < 300)
        #expect(session.session.history.entries.allSatisfy { $0.utf8.count <= ReplHistory.longestEntry })
    }

    @Test(arguments: [
        String(repeating: "(", count: 100_000), String(repeating: "NOT ", count: 50_000), "\u{0}", ":\u{0}",
        ":\u{1B}[2J",
        "\u{1B}]0;title\u{7}", "\u{202E}name == 1", ":load \u{1B}[2J", ":use \u{1B}[2J", ":let \u{1B} = 1",
        ":run \u{9B}",
        ":schema \u{1B}", ":mode \u{1B}", ":limit 99999999999999999999", ":history 99999999999999999999", ":sort ,",
        ":select (", ":output", ":session", ":save", ":: ", ":", "\\", "'", "\"", "{", "%", "$", "@", ":help \u{1B}",
    ])
    func hostileLines(line: String) throws {
        let session = try TestSession(towns)
        let text = try session.type(line)
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B || $0.value == 0x202E })
        #expect(try session.type(":count").hasSuffix("5\n"))
    }

    @Test func hostileRecords() throws {
        let file = try folder.file(
            "evil.ndjson",
            #"{"\u001b[2J":"\u001b]0;x\u0007","b":"\u202e\u0000\r\n","c":1e308,"d":[[[]]],"e":{"\u009b":1}}"# + "\n"
                + #"{"\u001b[2J":"# + "\"" + String(repeating: "y", count: 100_000) + "\"" + #","b":null,"c":-1e308}"#
                + "\n")
        let session = try TestSession(file)
        var text = ""
        for line in [
            "TRUEPREDICATE", "b", "c", "d", "e", ":schema", ":schema b", "SELF", ":select b, e\nTRUEPREDICATE",
        ] {
            text += try session.type(line)
        }
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B || $0.value == 0x202E })
        #expect(text.utf8.count < 20_000)
    }
}
