#if Command
import ArgumentParser
import PredicateFormat
import PredicateRecords
import PredicatePlatform

/// The command `predicate` with its sub-commands.
package struct PredicateTool: ParsableCommand {
    /// The version of the command.
    static let version = PredicateLibrary.version

    /// The sub-commands of this build, in the order of help.
    static let commands: [any EnvironmentCommand.Type] =
        [FilterCommand.self, MatchCommand.self, ReplCommand.self, CheckCommand.self]
        + CommandWing.commands(of: .files) + [
            ExplainCommand.self, WhyCommand.self, CoverageCommand.self, FormatCommand.self, SchemaCommand.self,
        ] + CommandWing.commands(of: .databases) + [MessageCommand.self, LanguageCommand.self, ReferenceCommand.self]

    /// The name and the help.
    package static let configuration: CommandConfiguration = {
        let page = CommandPage(of: "predicate")
        return CommandConfiguration(
            commandName: "predicate", abstract: page.abstract, version: version, subcommands: commands)
    }()

    /// The command.
    package init() {}

    /// The words of the process's command line after its name. Names of files need not be UTF-8.
    package static var arguments: [String] {
        UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().compactMap {
            $0.map { FileName.text(ofTyped: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }

    /// Runs a command line in an environment and returns the exit status for the process.
    package static func run(_ arguments: [String], in environment: CommandEnvironment) -> Int32 {
        var environment = environment
        environment.arguments = arguments
        let status = runCommand(arguments, in: environment)
        // A failure that ended the command has been reported.
        if environment.output.hasFailed, status == ExitStatus.inputOutput.rawValue { return status }
        do throws(OutputFailure) {
            try environment.output.flush()
            return status
        } catch {
            return ended(by: error, in: environment)
        }
    }

    private static func runCommand(_ arguments: [String], in environment: CommandEnvironment) -> Int32 {
        do {
            if arguments == ["--version"] {
                try environment.output.write(version + "\n")
                return ExitStatus.success.rawValue
            }
            if let request = CompletionRequest(arguments) {
                try environment.output.write(request.text(from: .tool))
                return ExitStatus.success.rawValue
            }
            let typed = TypedLine(arguments)
            if let failure = typed.longCharacter { throw failure }
            if let script = CompletionScripts.script(for: arguments) {
                try environment.output.write(script.get())
                return ExitStatus.success.rawValue
            }
            if let absent = CommandWing.failure(for: arguments) { throw absent }
            if let help = try helpText(for: arguments, width: helpWidth(in: environment)) {
                try environment.output.write(help)
                return ExitStatus.success.rawValue
            }
            if let misspelt = misspeltCommand(in: arguments) { throw misspelt.failure }
            if let failure = typed.splitList ?? typed.misplacedDirection { throw failure }
            let command = try command(for: arguments)
            guard let runnable = command as? any EnvironmentCommand else {
                var command = command
                try command.run()
                return ExitStatus.success.rawValue
            }
            try runnable.run(in: environment)
            return ExitStatus.success.rawValue
        } catch let failure as CommandFailure {
            // Output from before the failure comes first.
            if let closed = flushed(environment) { return closed }
            environment.say(snippet: failure.message)
            environment.sayExplanations(of: failure.explained)
            return failure.status.rawValue
        } catch let failure as OutputFailure {
            return ended(by: failure, in: environment)
        } catch let status as ExitStatus {
            return status.rawValue
        } catch {
            if exitCode(for: error) == .success { return answer(error, to: arguments, in: environment) }
            let predicate = dashedPredicate(arguments)
            let commands = CommandHelp.tool?.visibleCommands ?? []
            let failure =
                (predicate == nil ? ForeignOptions.failure(message(for: error), arguments, commands) : nil)
                ?? UsageSentence.failure(message(for: error), arguments)
            environment.say(snippet: failure.message)
            if wantsDiagnostics(arguments) {
                try? environment.output.write(
                    json: FailureDiagnostics.json(code: failure.code, message: failure.sentence))
            }
            if let predicate {
                environment.say("note: write `--` before a predicate that begins with `-`: -- '\(predicate)'")
            }
            return exitCode(for: error).rawValue
        }
    }

    /// The columns of help: those that the environment names, or those of the terminal.
    private static func helpWidth(in environment: CommandEnvironment) -> Int {
        getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? environment.outputWidth
    }

    /// The help that a line asks for with a separate word, or with none at all; nil for other lines.
    private static func helpText(for arguments: [String], width: Int) throws(CommandFailure) -> String? {
        if arguments.isEmpty {
            let page = MarkdownPage.section("first steps", ofEmbedded: "help/commands")
            return ReferenceText.text(of: page?.blocks ?? [], width: width)
        }
        // The description of all commands takes a while.
        guard arguments.first == "help", let tool = CommandHelp.tool else { return nil }
        let words = arguments.dropFirst().filter { !$0.startsExactly(with: "-") && $0 != "help" }
        if let misspelt = misspeltCommand(in: Array(words)) { throw misspelt.failure }
        let command = tool.subcommands?.first { $0.commandName == words.first }
        return HelpText.text(of: command ?? tool, all: arguments.contains("--all"), width: width)
    }

    /// The misspelt sub-command with which a command line begins; nil if there is none.
    private static func misspeltCommand(in arguments: [String]) -> MisspeltCommand? {
        guard let word = arguments.first, word != "help", !commands.contains(where: { $0.name == word }) else {
            return nil
        }
        let names = ["help"] + commands.map { $0.name }
        return MisspeltCommand(arguments, among: names + CommandWing.lacking.flatMap(\.commandNames))
    }

    /// Whether a rejected command line asks for diagnostics in JSON.
    private static func wantsDiagnostics(_ arguments: [String]) -> Bool {
        let words = arguments.prefix { $0 != "--" }
        guard words.first == CheckCommand.name else { return false }
        return words.contains("--diagnostics=json")
            || zip(words, words.dropFirst()).contains { $0 == ("--diagnostics", "json") }
    }

    /// The command that a command line asks for.
    ///
    /// Loading all sub-commands takes longer than filtering a small file, so only the named one is tried first. If it
    /// rejects its arguments, help and errors come from the whole command.
    private static func command(for arguments: [String]) throws -> any ParsableCommand {
        if let name = arguments.first,
            let named = commands.first(where: { $0.name == name }),
            let command = try? named.parse(Array(arguments.dropFirst()))
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    /// Options whose value may contain spaces and follow `=`.
    private static let withText = [
        "--arg", "--var", "-s", "--sort", "--select", "--group-by", "--aggregate", "--having",
    ]

    /// An argument that was taken for an option but looks like a predicate.
    private static func dashedPredicate(_ arguments: [String]) -> String? {
        let words = arguments.prefix { $0 != "--" }
        return zip([""] + words, words).first { before, word in
            word.startsExactly(with: "-") && word.utf8.contains(UInt8(ascii: " ")) && before != "--sort"
                && before != "-s" && !isOptionWithValue(word)
                && !withText.contains { word.startsExactly(with: $0) }
        }?.1
    }

    /// Whether a word is `--name=value`, even for a name that is not an option.
    private static func isOptionWithValue(_ word: String) -> Bool {
        guard word.startsExactly(with: "--"), let (name, _) = word.split(atFirst: "="), name.utf8.count > 2 else {
            return false
        }
        return name.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
    }

    private static func flushed(_ environment: CommandEnvironment) -> Int32? {
        do throws(OutputFailure) {
            try environment.output.flush()
            return nil
        } catch {
            return ended(by: error, in: environment)
        }
    }

    private static func ended(by failure: OutputFailure, in environment: CommandEnvironment) -> Int32 {
        switch failure {
        case .closed, .interrupted: return ExitStatus.success.rawValue
        case .failed(let reason):
            environment.say("error: cannot write: \(reason)")
            return ExitStatus.inputOutput.rawValue
        }
    }

    /// Writes what the parser was asked for in place of a command: help, or the version.
    private static func answer(
        _ error: any Error, to arguments: [String], in environment: CommandEnvironment
    ) -> Int32 {
        var text = message(for: error) + "\n"
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }), let tool = CommandHelp.tool {
            let command = tool.subcommands?.first { $0.commandName == arguments.first }
            text = HelpText.text(of: command ?? tool, all: false, width: helpWidth(in: environment))
        }
        do throws(OutputFailure) {
            try environment.output.write(text)
            return ExitStatus.success.rawValue
        } catch {
            return ended(by: error, in: environment)
        }
    }
}

extension CommandHelp {
    /// The command `predicate`. Nil only if the parser's description cannot be decoded, which a test rules out.
    static let tool = CommandHelp(json: PredicateTool._dumpHelp())
}

extension ManualPages {
    /// All pages.
    static var all: [ReferencePage] { CommandHelp.tool.map { pages(of: $0) } ?? [] }
}

/// A sub-command that runs in a given environment.
protocol EnvironmentCommand: ParsableCommand {
    /// The name of the sub-command, and of its page of help.
    static var name: String { get }

    func run(in environment: CommandEnvironment) throws
}

extension EnvironmentCommand {
    static var configuration: CommandConfiguration { CommandPage.configuration(of: name) }

    func run() throws { try run(in: .process()) }
}

extension CommandPage {
    private static let configurations = Locked<[String: CommandConfiguration]>([:])

    /// The configuration of a sub-command with the help of its page, which is read once.
    static func configuration(of command: String) -> CommandConfiguration {
        configurations.withLock { known in
            if let configuration = known[command] { return configuration }
            let page = CommandPage(of: command)
            let configuration = CommandConfiguration(commandName: command, abstract: page.abstract)
            known[command] = configuration
            return configuration
        }
    }
}

extension ArgumentHelp {
    private static let all: [String: ArgumentHelp] = {
        var all: [String: ArgumentHelp] = [:]
        for case .table(let rows) in MarkdownPage.section("options", ofEmbedded: "help/commands")?.blocks ?? [] {
            for row in rows where row.count == 4 {
                all[row[0]] = ArgumentHelp(row[2], discussion: row[3], valueName: row[1].isEmpty ? nil : row[1])
            }
        }
        return all
    }()

    /// What the page says of an option or operand, by the first cell of its row.
    static func of(_ name: String) -> ArgumentHelp { all[name] ?? ArgumentHelp() }
}

/// A first word of the command line that is not a sub-command.
struct MisspeltCommand {
    private let word: String
    private let rest: [String]
    private let names: [String]

    /// What people write for a sub-command who know other programs.
    private static let habits: [String: String] = [
        "grep": "filter", "select": "filter", "query": "filter", "search": "filter", "find": "filter",
        "where": "filter", "count": "filter --count", "validate": "check", "verify": "check", "fmt": "format",
        "shell": "repl", "prompt": "repl", "interactive": "repl", "describe": "schema", "infer": "schema",
        "convert": "sql", "translate": "sql", "load": "import", "version": "--version",
    ]

    /// Nil if the line begins with a sub-command or an option, or is empty.
    init?(_ arguments: [String], among names: [String]) {
        guard let word = arguments.first, !word.startsExactly(with: "-"), !names.contains(word) else { return nil }
        self.word = word
        rest = Array(arguments.dropFirst())
        self.names = names
    }

    /// The message, with the line to write if it is clear.
    var failure: CommandFailure {
        let shown = SafeText.plain(word)
        if let meant = Suggestions.nearest(to: word.lowercased(), among: names) ?? Self.habits[word.lowercased()] {
            return CommandFailure(.usage, "error: `\(shown)` is not a sub-command; did you mean `predicate \(meant)`?")
        }
        let line = ([word] + rest).map(ShellWord.quoted).joined(separator: " ")
        if MisplacedFile.exists(word) {
            return CommandFailure(
                .usage, "error: `\(shown)` is a file, and a sub-command comes first: predicate repl \(line)")
        }
        if MisplacedFile.isPredicate(word) {
            return CommandFailure(.usage, "error: a sub-command comes first: predicate filter \(line)")
        }
        return CommandFailure(
            .usage, "error: `\(shown)` is not a sub-command; `predicate --help` lists them")
    }
}
#endif
