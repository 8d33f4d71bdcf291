import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Bad records: their locations, the output before them, and the records after them.
@Suite struct BadRecordTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A bad second line, and the column of its error.
    static let badLines: [(bytes: [UInt8], column: Int)] = [
        (Array(#"{"n": oops}"#.utf8), 7),
        (Array(#"{"n": 1"#.utf8), 8),
        (Array(#"{"é": 1,}"#.utf8), 9),
        (Array(#"{"n": 1} x"#.utf8), 10),
        (Array(#"[1, 2]"#.utf8), 1),
        (Array(#"7"#.utf8), 1),
        (Array(#"{"n": 1e400}"#.utf8), 7),
        (Array("{\"n\": \(String(repeating: "9", count: 39))}".utf8), 7),
        (Array(#"{"n": 01}"#.utf8), 7),
        (Array(#"{"n": "a"#.utf8) + [0] + Array(#""}"#.utf8), 9),
        (Array(#"{"n": "a"#.utf8) + [0xFF] + Array(#""}"#.utf8), 9),
        (Array((#"{"n": "# + String(repeating: "[", count: 300) + String(repeating: "]", count: 300) + "}").utf8), 206),
    ]

    @Test(arguments: badLines.indices)
    func aBadRecordStopsAfterWhatStandsBefore(index: Int) throws {
        let bad = Self.badLines[index]
        let bytes = Data("{\"n\":1}\n".utf8) + Data(bad.bytes) + Data("\n{\"n\":3}\n".utf8)
        let file = try folder.file("bad", bytes)
        let result = filter("n >= 0", file)
        #expect(result.status == 65)
        #expect(result.lines == ["{\"n\":1}"], "\(result)")
        #expect(result.messages.contains("\(file):2:\(bad.column): "), "\(result)")
        let skipping = filter("--skip-bad-records", "n >= 0", file)
        #expect(skipping.status == 0)
        #expect(skipping.lines == ["{\"n\":1}", "{\"n\":3}"])
        #expect(skipping.messages.contains("1 bad record"))
        #expect(skipping.messages.contains("\(file):2:\(bad.column): "), "\(skipping)")
    }

    /// Lines with a mistake after the key that decides, and whether they begin and end like an object.
    static let halfBadLines: [(line: String, isObject: Bool)] = [
        (#"{"b":"x", "a":"#, false), (#"{"b":"x","a":1"#, false), (#"{"b":"x","a":1} x"#, false),
        (#"{"b":"x"},"#, false),
        (#"{"b":"x"]"#, false), (#"{"b":"y","a":"#, false), (#"{"b":"a rare text","a":"#, false),
        ("  {\"b\":\"x\"\r", false),
        (#""b":"x"}"#, false), (#"[{"b":"x"}]"#, false), ("7", false), ("{", false),
        (#"{"b":"x","a":oops}"#, true), (#"{"a":oops,"b":"x"}"#, true), (#"{"b":"x","a":[1,2}}"#, true),
        (#"{"b":"x","a":"unclosed}"#, true),
    ]

    /// Every route treats the start and end of a line alike: in counts and output, whichever key decides.
    @Test(arguments: halfBadLines.indices, ["b == \"x\"", "b == \"a rare text\"", "b != \"q\"", "1 == 1"])
    func everyWayOfReadingJudgesALineAlike(index: Int, predicate: String) throws {
        guard runsDeepTests || (index + predicate.utf8.count / 2) % 4 == 0 else { return }
        let (line, isObject) = Self.halfBadLines[index]
        let good = #"{"b":"x","a":1}"#
        let text = [good, line, good].joined(separator: "\n") + "\n"
        let file = try folder.file("lines", text)
        func tells(_ arguments: [String]) -> Bool {
            let result = filter(arguments: arguments + ["--skip-bad-records", "--", predicate, file])
            #expect(result.status == 0, "\(result)")
            return result.messages.contains("\(file):2:")
        }
        let counting = [["--count"], ["--count", "--limit", "9", "--stats"], ["--count", "--threads", "1"]]
        let writing = [
            [], ["--limit", "9"], ["--sort", "b"], ["--output", "csv"], ["--group-by", "b"], ["--select", "b"],
        ]
        if isObject {
            // Only records that are written are read to their end.
            #expect(Set(counting.map(tells)).count == 1, "\(line)")
            #expect(Set(writing.map(tells)).count == 1, "\(line)")
        } else {
            for arguments in counting + writing { #expect(tells(arguments), "\(line), \(arguments)") }
            #expect(filter("--count", "--", predicate, file).status == 65)
            let prompt = try TestSession(file)
            try prompt.type(":count \(predicate)\n:count a == 1")
            #expect(prompt.text.contains("1 bad record"), "\(prompt.text)")
        }
        // Records of a pipe are treated like those of a file.
        guard predicate == #"b == "x""# else { return }
        for (location, arguments) in (counting + writing).enumerated() where runsDeepTests || location == index % 9 {
            let options = arguments.joined(separator: " ")
            let piped = try BuiltCommand.shell(
                "cat lines | predicate filter --threads 2 \(options) --skip-bad-records -- '\(predicate)'", in: folder)
            #expect(piped.messages.contains("standard input:2:") == tells(arguments), "\(line), \(arguments): \(piped)")
        }
    }

    /// A partial count would look like the whole count.
    @Test func aCountIsWholeOrMissing() throws {
        let file = try folder.file("bad", "{\"n\":1}\noops\n")
        let result = filter("--count", "n >= 0", file)
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(filter("--count", "--skip-bad-records", "n >= 0", file).output == "1\n")
    }

    @Test func manyBadRecordsAreCountedAndTheFirstShown() throws {
        let text = (1...20).map { $0 % 2 == 0 ? "{\"n\":\($0)}" : "oops \($0)" }.joined(separator: "\n")
        let result = filter("--skip-bad-records", "--count", "n > 0", try folder.file("bad", text))
        #expect(result.status == 0)
        #expect(result.output == "10\n")
        #expect(result.messages.contains("10 bad records"))
        #expect(result.messages.contains("bad:1:1: "))
        #expect(result.messages.contains("and 5 more"))
    }

    @Test(arguments: [
        "[{\"n\":1},{\"n\":2},{\"n\":", "[{\"n\":1},{\"n\":2},oops,{\"n\":3}]", "[{\"n\":1},{\"n\":2} {\"n\":3}]",
    ])
    func aDocumentHasNoLineToGoOnFrom(text: String) throws {
        let file = try folder.file("cut.json", text)
        let result = filter("n > 0", file)
        #expect(result.status == 65)
        #expect(result.lines == ["{\"n\":1}", "{\"n\":2}"])
        let skipping = filter("--skip-bad-records", "n > 0", file)
        #expect(skipping.status == 65)
        #expect(skipping.lines == ["{\"n\":1}", "{\"n\":2}"])
        #expect(skipping.messages.contains("no line to go on from"))
    }

    /// A written record is always validated completely. Other records are validated completely only with
    /// `--strict`.
    @Test func strictLooksAtEveryByte() throws {
        let file = try folder.file("late", "{\"n\":1,\"x\":1}\n{\"n\":2,\"x\":oops}\n")
        #expect(filter("n == 1", file).status == 0)
        #expect(filter("n == 2", file).status == 65)
        let strict = filter("--strict", "n == 1", file)
        #expect(strict.status == 65)
        #expect(strict.lines == ["{\"n\":1,\"x\":1}"])
        #expect(strict.messages.contains("late:2:12: "))
    }

    @Test func theFirstOfTwoKeysCountsAndStrictRefusesThem() throws {
        let file = try folder.file("twice", "{\"n\":1,\"\\u006e\":2}\n{\"n\":2}\n")
        #expect(filter("--count", "n == 2", file).output == "1\n")
        #expect(filter("--count", "n == 1", file).output == "1\n")
        let strict = filter("--strict", "n == 2", file)
        #expect(strict.status == 65)
        #expect(strict.messages.contains("twice:1:8: "), "\(strict)")
        #expect(filter("--strict", "--skip-bad-records", "n == 2", file).lines == ["{\"n\":2}"])
    }

    @Test func integersKeepUpToThirtyEightDigits() throws {
        let most = String(repeating: "9", count: 38)
        for digits in [most, "-" + most] {
            let file = try folder.file("long", "{\"n\":\(digits),\"m\":[\(digits)]}\n")
            #expect(filter("n == \(digits) AND ANY m == \(digits)", file).lines.count == 1)
            for key in ["n", "other"] {
                let longer = try folder.file("longer", "{\"n\":1}\n{\"\(key)\":\(digits)0}\n")
                for options in [[], ["--strict"], ["--untyped"]] {
                    let result = predicate(["filter"] + options + ["n != 3", longer])
                    #expect(result.status == 65, "\(options) \(result)")
                    #expect(result.messages.contains("the integer has more than 38 digits"), "\(result)")
                }
            }
        }
    }

    @Test func integersPastSixtyFourBitsAreNumbers() throws {
        let file = try folder.file("big", "{\"n\":18446744073709551616}\n{\"n\":-9223372036854775808}\n")
        #expect(filter("n > 1e19", file).lines == ["{\"n\":18446744073709551616}"])
        #expect(filter("n == -9223372036854775808", file).lines.count == 1)
    }

    /// The messages do not name the other files, and those files are read.
    @Test func theFileIsNamed() throws {
        let good = try folder.file("good", "{\"n\":1}\n")
        let bad = try folder.file("bad", "\n\noops\n")
        let result = filter("--skip-bad-records", "n > 0", good, bad, good)
        #expect(result.lines.count == 2)
        #expect(result.messages.contains("bad:3:1: "))
        #expect(!result.messages.contains("good"))
    }

    /// The message shows the line with its number in the file.
    @Test func theLineIsShown() throws {
        let folder = try TemporaryFolder()
        let lines =
            (1...11).map { "{\"n\": \($0)}" } + ["{\"n\": 日本, \"text\": \"\(String(repeating: "x", count: 200))\"}"]
        let file = try folder.file("people.ndjson", lines.joined(separator: "\n"))
        let result = filter("--count", "n > 5", file)
        #expect(result.status == 65)
        let rows = result.messages.split(separator: "\n").map(String.init)
        #expect(rows.count == 3)
        #expect(rows.first?.hasPrefix("error: \(file):12:7: expected a value, found `日`") == true)
        #expect(rows.dropFirst().first?.hasPrefix(" 12 │ {\"n\": 日本, \"text\": \"xxx") == true)
        #expect(rows.dropFirst().first?.hasSuffix("…") == true)
        #expect(rows.last == "    │       ^^")
    }

    @Test func theLineIsColouredLikeThatOfAPredicate() throws {
        var environment = CommandEnvironment(output: OutputSink(), errors: OutputSink(), colour: true)
        environment.width = 80
        let folder = try TemporaryFolder()
        let file = try folder.file("people.ndjson", String(repeating: "{}\n", count: 99) + "{]}")
        registeredWings
        #expect(PredicateTool.run(["filter", "--untyped", "n == 1", file], in: environment) == 65)
        #expect(environment.errors.text.contains("\u{1B}[34m 100 │ \u{1B}[0m{]}\n"))
        #expect(environment.errors.text.contains("\u{1B}[34m     │ \u{1B}[0m \u{1B}[1;31m^\u{1B}[0m"))
    }
}
