import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The manual pages, the examples of help, and the files that `make install` installs.
@Suite struct ManualTests {
    private static let mandoc = ["/usr/bin/mandoc", "/usr/local/bin/mandoc", "/opt/homebrew/bin/mandoc"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test func everyCommandHasAPageWithItsOptions() throws {
        registeredWings
        let tool = try #require(CommandHelp.tool)
        let pages = Dictionary(uniqueKeysWithValues: ManualPages.all.map { ($0.name, $0.text) })
        for command in [tool] + tool.visibleCommands {
            let name = command.commandName == "predicate" ? "predicate.1" : "predicate-\(command.commandName).1"
            let page = try #require(pages[name])
            for section in [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES", "SEE ALSO",
            ] {
                #expect(page.contains("\n.Sh \(section)\n"), "\(name)")
            }
            for name in command.visibleArguments.flatMap({ $0.names ?? [] }) {
                #expect(page.contains("Fl \(MdocText.escaped(String(name.text.dropFirst())))"), "\(name.text)")
            }
        }
        // Each option and operand has a row of the page, and each row is of one.
        let commands = [tool] + (tool.subcommands ?? []).filter { $0.commandName != "help" }
        let arguments = commands.flatMap(\.visibleArguments)
        #expect(arguments.allSatisfy { $0.abstract?.isEmpty == false })
        let section = try #require(MarkdownPage.section("options", ofEmbedded: "help/commands"))
        for case .table(let rows) in section.blocks {
            for row in rows { #expect(arguments.contains { $0.abstract == row[2] }, "\(row)") }
        }
        #expect(pages["predicate-repl.1"]?.contains("\n.Sh FILES\n") == true)
        #expect(!pages.keys.contains("predicate-reference.1"))
    }

    /// Help fits two screens of 40 lines and 80 columns, and all its forms together name every option.
    @Test func helpFitsTwoScreens() throws {
        registeredWings
        let tool = try #require(CommandHelp.tool)
        for command in [tool] + tool.visibleCommands {
            let name = command.commandName
            let words = name == "predicate" ? [] : [name]
            let short = predicate(["help"] + words).output
            #expect(short == predicate(words + ["--help"]).output && short == predicate(words + ["-h"]).output)
            let lines = short.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 81 && lines.allSatisfy { $0.count <= 80 }, "\(name): \(lines.count)")
            #expect(short.contains("\nEXAMPLES\n"))
            let long = predicate(["help"] + words + ["--all"]).output
            let options = command.visibleArguments.flatMap { ($0.names ?? []).map(\.text) }
            #expect(options.allSatisfy(long.contains), "\(name)")
            for group in CommandPage(of: name).optionGroups {
                #expect((group.common + group.more).allSatisfy(options.contains), "\(name): \(group)")
                #expect(group.common.allSatisfy(short.contains) && long.contains("\n\(group.title.uppercased())\n"))
            }
        }
        let first = predicate([])
        #expect(first.status == 0 && first.output.contains("`predicate help filter` explains one"))
        #expect(predicate(["help", "filtr"]).messages.contains("did you mean `predicate filter`?"))
        #expect(predicate(["help", "help"]).output == predicate(["help"]).output)
    }

    /// What the parser says has the form of all other messages: the problem, what was given, the fix.
    @Test(arguments: [
        (["filter"], "a predicate is missing: predicate filter 'population > 1000000' FILE"),
        (["check"], "a predicate is missing: predicate check 'population > 1000000'"),
        (["match"], "`--rules <file>` is missing: predicate match --rules <file> [<options>] [<file> ...]"),
        (["filter", "--limit", "-1", "a == 1"], "`--limit` needs a number, 0 or more, not `-1`"),
        (["filter", "--limit=-1", "a == 1"], "`--limit` needs a number, 0 or more, not `-1`"),
        (["filter", "--threads", "x", "a == 1"], "`--threads` needs a number, 1 or more, not `x`"),
        (["filter", "a == 1", "--output"], "`--output` needs a value: `--output <format>`"),
        (["filter", "--count=3", "a == 1"], "`--count` is a switch without a value; write only `--count`"),
        (["filter", "--warnings", "--no-warnings", "a == 1"], "--warnings and --no-warnings cannot be combined"),
        (["test"], "a file is missing: predicate test [<options>] <file> ..."),
        (["--filter", "a == 1"], "`--filter` is not an option; did you mean `predicate filter`?"),
        (["--fliter", "a == 1"], "`--fliter` is not an option; `predicate --help` lists what there is"),
        (
            ["check", "a == 1", "/dev/null"],
            "`check` takes no file after the predicate; to use the names and types of these records, write `--data /dev/null`"
        ),
        (["format", "a == 1", "b"], "`b` is one argument too many; `predicate format --help` shows what it takes"),
        (
            ["format", "a", "b", "c"],
            "`b` and `c` are 2 arguments too many; `predicate format --help` shows what it takes"
        ),
    ])
    func rejectedLines(arguments: [String], message: String) {
        let result = predicate(arguments)
        #expect(result.status == 64 && result.messages == "error: \(message)\n")
    }

    @Test(arguments: [
        (["filter", "--output", "xml", "a == 1"], "`--output` cannot be `xml`; it is one of `ndjson`, `json`"),
        (["filter", "--sort", "a,", "a > 1", "/dev/null"], "an item is missing next to this comma"),
        (["filter", "name", "/dev/null"], "without quotes around the predicate, the shell takes `<`, `>`"),
        (["why", "a == 1", "/dev/null"], "there are no records"),
    ])
    func adviceFollows(arguments: [String], advice: String) {
        let result = predicate(arguments)
        #expect(result.status != 0 && result.messages.contains(advice), "\(result)")
    }

    @Test func theCommandWritesThem() throws {
        let folder = try TemporaryFolder()
        #expect(predicate(["reference", "man", folder.url.path]).status == 0)
        registeredWings
        for page in ManualPages.all {
            #expect(try String(contentsOf: folder.url.appendingPathComponent(page.name), encoding: .utf8) == page.text)
        }
        #expect(predicate(["reference", "man", folder.path("nowhere")]).status == 74)
    }

    @Test(.enabled(if: mandoc != nil, "mandoc is not installed"))
    func mandocHasNothingToSay() throws {
        let mandoc = try #require(Self.mandoc)
        let folder = try TemporaryFolder()
        #expect(predicate(["reference", "man", folder.url.path]).status == 0)
        let result = try BuiltCommand.shell("\(mandoc) -T lint -W warning *.1", in: folder)
        #expect(result.status == 0 && result.output == "", "\(result)")
    }

    @Test func signsAreEscaped() {
        #expect(MdocText.escaped("a-'b' `c` \\ ^ ~") == "a\\-\\(aqb\\(aq \\(gac\\(ga \\e \\(ha \\(ti")
        var page = MdocText(title: "x", date: "y")
        page.paragraph("One. `.Two-3` four.", isFirst: true)
        #expect(page.text.hasSuffix("\nOne.\n\\fB.Two\\-3\\fP four.\n"))
        page.literal([".Sh x", "'y'"])
        #expect(page.text.hasSuffix("\n\\&.Sh x\n\\(aqy\\(aq\n.Ed\n"))
        page.synopsis("x y [--a <b> | --c] <d> [<e> ...]")
        #expect(
            page.text.hasSuffix(
                ".Nm x\n.Cm y\n.Oo\n.Fl \\-a\n.Ar b\n.No \\&|\n.Fl \\-c\n.Oc\n.Ar d\n.Oo\n.Ar e\n.No ...\n.Oc\n"))
    }

    // MARK: Examples

    /// Examples that show a mistake or a warning.
    private static let failing = [
        "predicate check --schema city.schema.json", "predicate check --diagnostics json",
        "predicate check --untyped --fail-on-warnings", "predicate check --untyped --apple",
        "predicate check --complete", "predicate lint Config",
        "predicate lint --format sarif Config", "predicate lint --diff Config",
    ]

    @Test func theExamplesOfHelpRun() throws {
        registeredWings
        let tool = try #require(CommandHelp.tool)
        let folder = try TemporaryFolder()
        let examples = Repository.root.appendingPathComponent("Examples")
        for part in ["Config", "Predicates"] {
            try FileManager.default.createSymbolicLink(
                at: folder.url.appendingPathComponent(part), withDestinationURL: examples.appendingPathComponent(part))
        }
        for part in ["Data", "Schemas"] {
            let source = examples.appendingPathComponent(part)
            for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
                try FileManager.default.createSymbolicLink(
                    at: folder.url.appendingPathComponent("\(name)"),
                    withDestinationURL: source.appendingPathComponent(name))
            }
        }
        let fixed = "predicate check --data cities.ndjson --fix 'nmae BEGINSWITH \"A\"'"
        #expect(CommandPage(of: "check").examples.contains { $0.command == fixed })
        #expect(try BuiltCommand.shell(fixed, in: folder).output == "name BEGINSWITH \"A\"\n")
        #expect(predicate(["help"]).output.contains("  69  A required program is not installed."))
        for command in [tool] + tool.visibleCommands {
            let examples = CommandPage(of: command.commandName).examples
            #expect(!examples.isEmpty, "\(command.commandName)")
            for example in examples {
                let result = try BuiltCommand.shell(example.command, in: folder)
                let status: Int32 = Self.failing.contains { example.command.hasPrefix($0) } ? 65 : 0
                #expect(result.status == status, "\(example.command)\n\(result)")
                #expect(result.output != "" || status != 0, "\(example.command)")
                // Help and the manual show them in 80 columns.
                for line in example.command.split(separator: "\n") { #expect(line.count <= 67, "\(line)") }
            }
        }
    }

    // MARK: Exit statuses

    /// Each exit status that a page names, with a command that causes it.
    @Test(arguments: [
        ("filter", "filter 'a == 1' a.ndjson", 0), ("filter", "filter --limit x 'a == 1' a.ndjson", 64),
        ("filter", "filter 'b == 1' a.ndjson", 65), ("filter", "filter 'a == 1' none", 66),
        ("filter", "filter 'a == 1' a.ndjson > /dev/full", 74), ("check", "check 'a == 1'", 0), ("check", "check", 64),
        ("check", "check 'a =='", 65), ("check", "check --data none 'a == 1'", 66),
        ("check", "check --diagnostics json 'a == 1' > /dev/full", 74), ("explain", "explain 'a == 1'", 0),
        ("explain", "explain --output x 'a == 1'", 64), ("explain", "explain 'a =='", 65),
        ("explain", "explain --data none 'a == 1'", 66), ("explain", "explain 'a == 1' > /dev/full", 74),
        ("why", "why 'a == 1' a.ndjson", 0), ("why", "why --record 0 'a == 1' a.ndjson", 64),
        ("why", "why --record 9 'a == 1' a.ndjson", 65), ("why", "why 'a == 1' none", 66),
        ("why", "why 'a == 1' a.ndjson > /dev/full", 74), ("coverage", "coverage 'a == 1' a.ndjson", 0),
        ("coverage", "coverage", 64), ("coverage", "coverage 'b == 1' a.ndjson", 65),
        ("coverage", "coverage 'a == 1' none", 66), ("coverage", "coverage 'a == 1' a.ndjson > /dev/full", 74),
        ("format", "format 'a=1'", 0), ("format", "format", 64), ("format", "format 'a='", 65),
        ("format", "format 'a=1' > /dev/full", 74), ("schema", "schema a.ndjson", 0), ("schema", "schema --x", 64),
        ("schema", "schema bad.ndjson", 65), ("schema", "schema none", 66),
        ("schema", "schema a.ndjson > /dev/full", 74),
        ("import", "import a.ndjson --into sqlite:b#t", 0), ("import", "import a.ndjson", 64),
        ("import", "import bad.ndjson --into sqlite:b#t", 65), ("import", "import none --into sqlite:b#t", 66),
        ("import", "import a.ndjson --into sqlite:b#t --dry-run > /dev/full", 74),
        ("sql", "sql --dialect sqlite --schema s.json 'a == 1'", 0), ("sql", "sql 'a == 1'", 64),
        ("sql", "sql --dialect sqlite --schema s.json 'b == 1'", 65), ("sql", "sql --from sqlite:none#t 'a == 1'", 66),
        ("sql", "sql --dialect sqlite --schema s.json 'a == 1' > /dev/full", 74),
        ("message", "message unknown-field", 0), ("message", "message none", 64),
        ("message", "message > /dev/full", 74),
        ("match", "match --rules r a.ndjson", 0), ("match", "match a.ndjson", 64),
        ("match", "match --rules a.ndjson a.ndjson", 65), ("match", "match --rules none a.ndjson", 66),
        ("match", "match --rules r a.ndjson > /dev/full", 74),
        ("repl", "repl a.ndjson", 0), ("repl", "repl --x", 64), ("repl", "repl none", 65),
        ("repl", "repl a.ndjson > /dev/full", 74),
    ])
    func statusesAreAsThePageSays(command: String, line: String, status: Int32) throws {
        let isFullDeviceThere = FileManager.default.fileExists(atPath: "/dev/full")
        guard isFullDeviceThere || !line.contains("/dev/full") else { return }
        let folder = try TemporaryFolder()
        _ = try folder.file("a.ndjson", "{\"a\":1}\n")
        _ = try folder.file("bad.ndjson", "{\"a\":}\n")
        _ = try folder.file("r", "one: a == 1\n")
        _ = try folder.file("s.json", #"{"type":"object","properties":{"a":{"type":"integer"}}}"#)
        #expect(try BuiltCommand.shell("predicate \(line)", in: folder).status == status)
        #expect(CommandPage(of: command).exitStatuses.contains { $0.name == "\(status)" })
    }

    // MARK: Installing

    @Test func installAndUninstall() throws {
        let command = try #require(BuiltCommand.url, "the command `predicate` has not been built")
        let script = Repository.root.appendingPathComponent("Scripts/install.sh").path
        let folder = try TemporaryFolder()
        let prefix = folder.path("a prefix")
        let result = try BuiltCommand.shell("'\(script)' install '\(command.path)' '\(prefix)'", in: folder)
        #expect(result.status == 0, "\(result)")
        func files() throws -> Set<String> {
            Set(try BuiltCommand.shell("cd '\(prefix)' && find . -type f", in: folder).lines)
        }
        // `make worker` may have built the worker, which is installed, too.
        let worker = Repository.root.appendingPathComponent(".build/worker/release/predicate-worker").path
        let hasWorker = FileManager.default.fileExists(atPath: worker)
        #expect(
            try files()
                == Set(
                    ManualPages.all.map { "./share/man/man1/\($0.name)" } + [
                        "./bin/predicate", "./share/bash-completion/completions/predicate",
                        "./share/zsh/site-functions/_predicate", "./share/fish/vendor_completions.d/predicate.fish",
                    ] + (hasWorker ? ["./libexec/predicate/predicate-worker"] : [])))
        #expect(try BuiltCommand.shell("'\(prefix)/bin/predicate' --version", in: folder).status == 0)
        #expect(try BuiltCommand.shell("'\(script)' uninstall '\(prefix)'", in: folder).status == 0)
        #expect(try files() == [])
        #expect(try BuiltCommand.shell("'\(script)' uninstall", in: folder).status == 64)
    }
}
