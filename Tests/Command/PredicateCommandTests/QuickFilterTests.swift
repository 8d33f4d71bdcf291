import Foundation
import PredicateCore
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Scanning records gives the same output as reading them, for many combinations of inputs, outputs and options.
@Suite struct QuickFilterTests {
    /// A layout of records in an input.
    struct Layout: Sendable, CustomTestStringConvertible {
        var name: String
        var options: [String] = []
        var text: @Sendable ([String]) -> String
        var testDescription: String { name }
    }

    static let layouts = [
        Layout(name: "lines") { $0.joined(separator: "\n") + "\n" },
        Layout(name: "lines, with a mark, blank ones and carriage returns") {
            "\u{FEFF}" + $0.joined(separator: "\r\n\n \t\r\n")
        },
        Layout(name: "lines, some of them bad") { records in
            records.enumerated().map { $0 % 40 == 39 ? $1.dropLast() + "x" : $1 }.joined(separator: "\n")
        },
        Layout(name: "list") { "[" + $0.joined(separator: ",") + "]" },
        Layout(name: "list over lines") { "[\n  " + $0.joined(separator: ",\n  ") + "\n]\n" },
        Layout(name: "pretty list") { records in
            "[\n" + records.map { $0.replacingOccurrences(of: ",", with: ",\n ") }.joined(separator: " ,\n") + "\n]"
        },
        Layout(name: "list with scalars", options: ["--untyped"]) {
            "[1,null," + $0.joined(separator: ",\"x\",") + ",[]]"
        },
        Layout(name: "list with a bad record") { records in
            "[" + records.enumerated().map { $0 == 70 ? $1.dropLast(3) + "]" : $1 }.joined(separator: ",") + "]"
        },
        Layout(name: "list that is cut short") { "[" + $0.joined(separator: ",").dropLast(20) },
        Layout(name: "one behind the other") { $0.joined() },
        Layout(name: "two lists") { "[" + $0.joined(separator: ",") + "]\n[" + $0.joined(separator: ",") + "]" },
        Layout(name: "values", options: ["--values"]) { records in
            "{" + records.enumerated().map { "\"k\($0)\": \($1)" }.joined(separator: ",") + "}"
        },
        Layout(name: "list in a document", options: ["--at", "/a/0/b"]) {
            "{\"x\":[1],\"a\":[{\"b\":[" + $0.joined(separator: ",\n") + "],\"c\":2},3]}"
        },
    ]

    static let choices: [[String]] = [
        [], ["--count"], ["--output", "json"], ["--output", "csv"], ["--output", "table"], ["--limit", "7"],
        ["--limit", "3", "--offset", "5"], ["--count", "--limit", "9"], ["--strict"], ["--strict", "--count"],
        ["--skip-bad-records"], ["--skip-bad-records", "--count"], ["--skip-bad-records", "--limit", "30"],
        ["--output", "csv", "--limit", "4"], ["--output", "json", "--skip-bad-records"], ["--warnings"],
    ]

    static let predicates = [
        "n > 5", "n % 3 == 0 AND name BEGINSWITH 'a'", "n != 99 OR n == nil", "ANY list == 2 OR o.x == 1",
        "name MATCHES '.*[\"é].*'",
    ]

    /// Each choice with a third of the predicates. All pairs would take minutes.
    static let pairs: [(number: Int, choice: [String], predicate: String)] = choices.indices.flatMap { choice in
        predicates.indices.filter { (choice + $0) % 3 == 0 }.map { (choice + 2 * $0, choices[choice], predicates[$0]) }
    }

    static func records(_ count: Int) -> [String] {
        let names = [#""a""#, #""añ\u0062""#, #""b,}{\"""#, #""{\"n\":7},{\"n\":8}""#, "null", #""é""#, #""a\\""#]
        return (0..<count).map { number in
            let n = number % 9 == 4 ? "\"seven\"" : number % 10 == 3 ? "\(number % 13).5" : "\(number % 13)"
            var text = "{\"n\":\(n),\"name\":\(names[number % names.count])"
            if number % 4 == 0 { text += ",\"list\":[1,\(number % 5), {\"n\":1},{\"n\":2}]" }
            if number % 6 == 1 { text += ",\"o\":{ \"x\" : \(number % 3), \"n\":3}" }
            if number % 31 == 30 { text += #","\u006e":4"# }
            return text + "}"
        }
    }

    /// The parsed command lines. The layouts share most of them, and in a debug build parsing one takes longer than
    /// running it.
    private static let commands = Locked<[[String]: FilterCommand]>([:])

    private static func command(_ arguments: [String]) throws -> FilterCommand {
        if let known = commands.withLock({ $0[arguments] }) { return known }
        let command = try FilterCommand.parse(arguments)
        commands.withLock { $0[arguments] = command }
        return command
    }

    /// The result of a filter that scans or reads. `source` replaces the file.
    private func outcome(_ arguments: [String], _ source: RecordSource, scans: Bool) throws -> CommandResult {
        let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
        var status: Int32 = 0
        let command = try Self.command(arguments)
        do {
            var request = try command.request(in: environment)
            request.predicate.sources = [source]
            request.options.scans = scans
            try FilterRun(request: request, environment: environment).run()
        } catch let failure as CommandFailure {
            environment.say(failure.message)
            status = failure.status.rawValue
        }
        var messages = environment.errors.text
        // A scan reads ahead, so that it sees more values before a limit or a bad record.
        if arguments.contains("--limit") || status != 0 || messages.contains("bad record") {
            messages.replace(/\x20could not compare \d+ of \d+ values/, with: " could not compare some values")
        }
        return CommandResult(status: status, output: environment.output.text, messages: messages)
    }

    /// A source that delivers its bytes in portions, like a pipe.
    private func pipe(_ text: String, _ portion: Int) -> RecordSource {
        let rest = Locked(ArraySlice(text.utf8))
        return .function(name: "pipe") { buffer throws(RecordError) in
            rest.withLock { rest in
                let count = min(buffer.count, portion, rest.count)
                buffer.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
        }
    }

    @Test(arguments: layouts)
    func scannedAsRead(layout: Layout) throws {
        let folder = try TemporaryFolder()
        let text = layout.text(Self.records(100))
        let file = try folder.file("records", text)
        // Each pair is in some of the layouts, with one thread or with three.
        let turn = layout.name.utf8.count
        for (number, choice, predicate) in Self.pairs where (number / 2 + turn) % (runsDeepTests ? 2 : 7) == 0 {
            let arguments = layout.options + choice + [predicate]
            let read = try outcome(arguments, .file(file), scans: false)
            let threads = ["--threads", number % 2 == 0 ? "3" : "1"]
            #expect(try outcome(threads + arguments, .file(file), scans: true) == read, "\(threads), \(arguments)")
        }
    }

    @Test(arguments: layouts)
    func pipesAsFiles(layout: Layout) throws {
        let text = layout.text(Self.records(150))
        for (number, choice, predicate) in Self.pairs where number % (runsDeepTests ? 3 : 9) == 0 {
            let arguments = layout.options + choice + [predicate]
            let read = try outcome(arguments, pipe(text, 1000), scans: false)
            let (threads, portion) = number % 2 == 0 ? ("1", 1000) : ("3", 77)
            #expect(
                try outcome(["--threads", threads] + arguments, pipe(text, portion), scans: true) == read,
                "\(threads), \(portion), \(arguments)")
        }
    }

    /// More than one piece, on several threads.
    @Test(arguments: ["lines", "list", "pretty list", "one behind the other", "values", "list in a document"])
    func largeInputs(name: String) throws {
        let folder = try TemporaryFolder()
        let layout = try #require(Self.layouts.first { $0.name == name })
        let file = try folder.file("large", layout.text(Self.records(45_000)))
        for choice in [["--count"], ["--output", "json", "--limit", "900"]] {
            let arguments = layout.options + choice + ["n > 11"]
            let read = try outcome(arguments, .file(file), scans: false)
            #expect(try outcome(["--threads", "4"] + arguments, .file(file), scans: true) == read, "\(choice)")
        }
        let statistics = try outcome(layout.options + ["--stats", "--count", "n > 11"], .file(file), scans: true)
        #expect(statistics.messages.contains(", scanned with "), "\(statistics)")
    }

    /// Line numbers are counted from the start of the file, even for a bad record far into it.
    @Test func placesBehindManyPieces() throws {
        let folder = try TemporaryFolder()
        // A duplicate key would also be a bad record here.
        var records = Self.records(31_000).filter { !$0.contains("u006e") }
        records[25_000] = #"{"n":1,}"#
        records[28_000] = "nonsense"
        let file = try folder.file("large", records.joined(separator: "\n"))
        let arguments = ["--strict", "--count", "n > 11"]
        for arguments in [arguments, arguments + ["--skip-bad-records"]] {
            let read = try outcome(arguments, .file(file), scans: false)
            #expect(read.messages.contains(":25001:8: "), "\(read)")
            #expect(try outcome(["--threads", "3"] + arguments, .file(file), scans: true) == read)
        }
    }
}
