import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Passes a hostile record, key, file name and argument to every sub-command, and inspects all output for a
/// terminal.
@Suite struct HostileTextTests {
    let folder: TemporaryFolder

    /// Colours, a title, a bell, C1, both writing directions, separators and tags, all within words.
    private static let hostile =
        "a\u{1B}[31mred\u{1B}]0;title\u{07}\u{7F}\u{80}\u{9B}2J\u{061C}\u{200E}\u{200F}\u{202A}\u{202E}left\u{2066}x\u{2069}"
        + "\u{2028}\u{2029}\u{FFF9}\u{E0001}\u{E0041}👍\u{E0067}\u{E007F}\ttab\rreturn\u{08}"

    /// The colours that the command itself uses in messages.
    private static let colours = ["1", "34", "1;31", "1;33", "1;34", "0"]

    init() throws { folder = try TemporaryFolder() }

    /// The characters of a text that are unsafe on a terminal, except the command's own colours.
    private func unsafe(_ text: String) -> [String] {
        var text = text
        for colour in Self.colours { text = text.replacingOccurrences(of: "\u{1B}[\(colour)m", with: "") }
        return text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
                0xE0000...0xE007F:
                true
            default: false
            }
        }.map { String($0.value, radix: 16) }
    }

    private struct Shown {
        var status: Int32
        var output: String
        var messages: String
    }

    private func run(_ arguments: [String], isTerminal: Bool, colour: Bool = false) -> Shown {
        let environment = CommandEnvironment(
            output: OutputSink(isTerminal: isTerminal), errors: OutputSink(isTerminal: isTerminal), colour: colour)
        registeredWings
        let status = PredicateTool.run(arguments, in: environment)
        return Shown(status: status, output: environment.output.text, messages: environment.errors.text)
    }

    private static func json(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\" + String(scalar)
            case _ where scalar.value < 0x20: String(format: "\\u%04x", scalar.value)
            default: String(scalar)
            }
        }.joined()
    }

    /// A string literal of the language, without escapes.
    private static func literal(_ text: String) -> String { "\"" + text + "\"" }

    private struct Files {
        var records: String
        var list: String
        var bad: String
        var twice: String
        var schema: String
        var predicate: String
        var broken: String
        var missing: String
    }

    private func files() throws -> Files {
        let (key, name) = (Self.json(Self.hostile), Self.hostile)
        let record = "{\"\(key)\":\"\(key)\",\"n\":1,\"o\":{\"\(key)\":[\"\(key)\"]},\"l\":[\"\(key)\"]}"
        return Files(
            records: try folder.file(name + ".ndjson", record + "\n" + record + "\n"),
            list: try folder.file(name + ".json", "[\r\n\t\(record),\t\r\(record)\r]\r\n"),
            bad: try folder.file(name + ".bad", record + "\n{\"n\":\(name)}\n"),
            twice: try folder.file(name + ".twice", "{\"\(key)\":1,\"\(key)\":2}\n"),
            schema: try folder.file(
                name + ".schema.json",
                "{\"type\":\"object\",\"title\":\"\(key)\",\"properties\":{\"\(key)\":{\"type\":\"string\",\"enum\":[\"\(key)\"]},\"n\":{\"type\":\"integer\",\"\(key)\":1}}}"
            ), predicate: try folder.file(name + ".predicate", "n == \(Self.literal(name)) AND nmae == 1"),
            broken: try folder.file(name + ".broken", "{\"type\":\"\(key)\",\"\(key)\":}"),
            missing: folder.path(name + ".missing"))
    }

    /// Command lines for every sub-command, with hostile text in each location.
    private func commandLines() throws -> [[String]] {
        let (files, hostile) = (try files(), Self.hostile)
        let value = Self.literal(hostile)
        let key = "SELF.\(value) == \(value)"
        var lines: [[String]] = [
            [hostile], ["--" + hostile], ["help", hostile], ["--generate-completion-script", hostile],
        ]
        for command in [
            "filter", "check", "explain", "why", "coverage", "format", "schema", "message", "language", "repl",
        ] {
            lines += [
                [command, "--" + hostile], [command, "--output", hostile, hostile],
                [command, "--at", hostile, "a", "b"],
            ]
        }
        for output in ["ndjson", "json", "pretty", "yaml", "csv", "tsv", "markdown", "table"] {
            for file in [files.records, files.list, files.bad] {
                lines.append(["filter", "--output", output, "n == 1", file])
                lines.append(["filter", "--output", output, "--untyped", "--skip-bad-records", key, file])
                lines.append(["filter", "--output", output, "--select", "SELF.\(value), n + 1, x = l", "n == 1", file])
                lines.append(["filter", "--output", output, "--group-by", "SELF.\(value)", "n == 1", file])
            }
            lines.append([
                "filter", "--output", output, "--schema", files.schema, "--warnings", "n == 1", files.records,
            ])
        }
        for command in [["filter"], ["check", "--data"], ["explain", "--data"], ["why"], ["coverage"]] {
            func line(_ predicate: String, _ file: String) -> [String] {
                command.count == 2 ? [command[0], predicate, "--data", file] : [command[0], predicate, file]
            }
            for file in [files.records, files.bad, files.twice, files.missing, folder.url.path] {
                for predicate in [
                    "n == 1", key, "\(hostile) == 1", "SELF.\(Self.literal("x" + hostile)) == 1", "nmae == \(value)",
                ] {
                    lines.append(line(predicate, file))
                    for output in ["json", "dot"] where command[0] != "filter" && command[0] != "check" {
                        lines.append(line(predicate, file) + ["--output", output])
                    }
                }
            }
            for schema in [files.schema, files.broken, files.missing] where command.count == 1 {
                lines.append([command[0], "--schema", schema, "n == \(value)", files.records])
            }
            lines.append(line("n MATCHES \(value) OR l == \"[\(hostile)\"", files.records))
            lines.append(line("ANY l == %@ AND n == $x", files.records) + ["--arg", hostile, "--var", "x=" + hostile])
            lines.append(line("n == 1", files.records) + ["--var", hostile])
        }
        lines += [
            ["filter", "--strict", "n == nil", files.twice], ["filter", "--sort", hostile, "n == 1", files.records],
            ["filter", "--having", hostile, "--group-by", hostile, "n == 1", files.records],
            ["filter", "--at", "/" + hostile, "n == 1", files.list], ["filter", "--values", "n == 1", files.list],
            ["why", "--find", key, "n == 2", files.records], ["why", "--record", "9", "n == 2", files.records],
            ["schema", files.records], ["schema", files.bad], ["schema", files.missing],
            ["message", hostile], ["language", hostile], ["reference", "messages", files.missing],
            ["repl", files.missing], ["format", key], ["format", "--style", "readable", key],
            ["format", "--json", key],
            ["format", hostile], ["format", "n == " + hostile],
        ]
        for schema in [files.schema, files.broken, files.missing] {
            for command in ["check", "explain"] {
                lines.append([command, "--schema", schema, "SELF.\(value) == \(value)"])
                lines.append([command, "--schema", schema, "--predicate-file", files.predicate])
            }
            lines.append(["check", "--diagnostics", "json", "--schema", schema, "SELF.\(value) == 1"])
        }
        lines += [
            ["check", "--fix", "n == \(value) AND"], ["check", "--fix", "--predicate-file", files.predicate],
            ["check", "--diagnostics", "json", "--predicate-file", files.predicate],
            ["check", "--diagnostics", "json", "--predicate-file", files.missing],
            ["check", "--diagnostics", "json", "--" + hostile],
        ]
        return lines
    }

    @Test("No sub-command writes unsafe characters to a terminal")
    func everySubCommand() throws {
        let lines = try commandLines()
        #expect(lines.count > 150)
        for (number, line) in lines.enumerated() where runsDeepTests || number % 5 == 0 {
            // Colours only add to the uncoloured output.
            for colour in runsDeepTests && number % 3 == 0 ? [false, true] : [number % 3 != 0] {
                let shown = run(line, isTerminal: true, colour: colour)
                #expect(unsafe(shown.output) == [], "\(line)")
                #expect(unsafe(shown.messages) == [], "\(line)")
                #expect(!(shown.output + shown.messages).isEmpty || shown.status == 0, "\(line)")
            }
            // Messages and output for people are safe in a file too, because somebody will read it. They are made
            // by the same code as those for a terminal.
            guard runsDeepTests || number % 10 == 0 else { continue }
            let written = run(line, isTerminal: false)
            #expect(unsafe(written.messages) == [], "\(line)")
            let isText = ["why", "coverage", "explain"].contains(line[0]) && !line.contains("json")
            if isText || line.contains("table") { #expect(unsafe(written.output) == [], "\(line)") }
        }
    }

    @Test("JSON has the same meaning on a terminal, and keeps its bytes elsewhere")
    func json() throws {
        let files = try files()
        let hostile = Self.hostile
        let raw = try String(contentsOfFile: files.records, encoding: .utf8)
        #expect(run(["filter", "n == 1", files.records], isTerminal: false).output == raw)
        for (line, isLines) in [
            (["filter", "--output", "ndjson", "n == 1", files.records], true),
            (["filter", "--limit", "1", "n == 1", files.records], false),
            (["filter", "--output", "json", "n == 1", files.list], false),
            (["schema", files.records], false), (["format", "--json", "n == \(Self.literal(hostile))"], false),
            (
                ["check", "--diagnostics", "json", "--schema", files.schema, "SELF.\(Self.literal(hostile)) == 1"],
                false
            ),
            (["explain", "--output", "json", "n == \(Self.literal(hostile))"], false),
            (["why", "--output", "json", "n == 1", files.records], false),
        ] {
            func values(isTerminal: Bool) throws -> [NSObject] {
                let output = run(line, isTerminal: isTerminal).output
                let texts = isLines ? output.split(separator: "\n").map(String.init) : [output]
                return try texts.map {
                    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSObject, "\(line)")
                }
            }
            #expect(try values(isTerminal: true) == values(isTerminal: false), "\(line)")
            if line[0] == "filter" {
                #expect(run(line, isTerminal: true).output.contains("\\u202E"), "\(line)")
                #expect(unsafe(run(line, isTerminal: false).output) != [], "\(line)")
            }
        }
    }

    @Test("The prompt is safe too", arguments: ["table", "json", "ndjson", "csv"])
    func prompt(mode: String) throws {
        let files = try files()
        let quoted = "\"" + Self.hostile + "\""
        let out = folder.path("out" + Self.hostile)
        let sink = OutputSink(isTerminal: true)
        let session = ReplSession(in: CommandEnvironment(output: sink, errors: sink, colour: mode == "json")) { false }
        try session.open([files.records, files.list, files.bad, files.missing], .init())
        let lines = [
            ":mode \(mode)", "n == 1", "SELF.\(quoted) == \(quoted)", ":select SELF.\(quoted)", "n == 1", ":select all",
            ":group SELF.\(quoted)", "n == 1", ":group off", ":sort SELF.\(quoted)", "n == 1", ":sort off", ":schema",
            ":schema SELF.\(quoted)", ":type SELF.\(quoted)", "SELF.\(quoted)", "l", "o", ":why 1 SELF.\(quoted) == 1",
            ":coverage SELF.\(quoted) == \(quoted) OR n == 2", ":explain SELF.\(quoted) == \(quoted)",
            ":tree SELF.\(quoted) == 1",
            ":format SELF.\(quoted) == \(quoted)", ":let x = \(quoted)", ":vars", ":save x n == \(quoted)", ":saved",
            ":run x",
            ":use", ":use \(Self.hostile)", ":use \(quoted)", ":output '\(out)'", "n == 1",
            ":output",
            ":output -", ":session save '\(out).session'", ":session load '\(out).session'",
            ":session load '\(files.broken)'",
            ":session save '\(files.records)'", ":source '\(files.predicate)'", ":source '\(files.missing)'",
            ":history",
            ":load '\(files.bad)' as \(quoted)", ":load '\(files.missing)'",
            ":load '\(files.list)' at /\(Self.hostile)",
            ":load '\(files.records)' schema '\(files.schema)'", ":\(Self.hostile)", ":help \(Self.hostile)",
            Self.hostile,
            ":mode \(Self.hostile)", ":limit \(Self.hostile)", ":timing \(Self.hostile)", "n MATCHES \(quoted)",
            ":offset \(Self.hostile)", ":distinct \(Self.hostile)", ":count \(quoted)", ":let \(Self.hostile) = 1",
        ]
        for line in lines {
            let before = sink.text.utf8.count
            session.history.add(line)
            try session.run(line)
            #expect(unsafe(String(decoding: sink.text.utf8.dropFirst(before), as: UTF8.self)) == [], "\(line)")
        }
        #expect(unsafe(session.takeNotices()) == [])
        if mode == "ndjson" {
            // The file contains all bytes.
            let written = try String(contentsOfFile: out, encoding: .utf8)
            #expect(written == (try String(contentsOfFile: files.records, encoding: .utf8)))
        }
    }

    @Test("Completion inserts the escapes of the language")
    func completion() throws {
        let files = try files()
        let session = TestSession()
        try session.session.open([files.records], .init())
        for line in [
            "SELF.", "n == 1 AND ", "SELF.\"", "l CONTAINS \"", ":load \(folder.url.path)/", ":use ", ":schema SELF.",
        ] {
            let completion = session.session.complete(line, cursor: line.utf8.count)
            #expect(completion.candidates.allSatisfy { unsafe($0.text) == [] && !$0.text.contains("\n") }, "\(line)")
            switch session.session.tab(line, cursor: line.utf8.count) {
            case .nothing: break
            case .replace(_, let text), .replaceAll(let text): #expect(unsafe(text) == [])
            case .list(let text): #expect(unsafe(text) == [])
            }
        }
        let text = "SELF.\"a\\u001B[31m"
        let paths = session.session.complete("SELF.", cursor: 5).candidates.map(\.text)
        let escaped = try #require(paths.first { $0.contains("\\u202E") }, "\(paths)")
        #expect(try session.type("SELF.\(escaped) == nil OR SELF.\(escaped) != nil").contains("2 of 2 records"))
        #expect(try session.type(":count SELF.\(escaped) == \(escaped)") == "2\n", "\(text)")
        for shell in ["bash", "zsh", "fish"] {
            for predicate in ["SELF.", "n == 1 AND SELF.", "l CONTAINS "] {
                let head = "predicate filter '\(predicate)"
                let shown = run(["---complete", shell, head, "' '\(files.records)'"], isTerminal: false)
                // A tab separates a word from its description in fish and zsh.
                #expect(unsafe(shown.output.replacingOccurrences(of: "\t", with: "")) == [], "\(shell) \(predicate)")
            }
        }
    }
}
