#if Command
import ArgumentParser
import PredicateRecords

import PredicatePlatform

/// `predicate repl`
struct ReplCommand: EnvironmentCommand {
    static let name = "repl"

    @Argument(help: .of("repl files"), completion: .file())
    var files: [String] = []

    @Option(name: .customLong("from"), help: .of("repl --from"), completion: ShellCompletion.address)
    var addresses: [String] = []

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var schemaOptions: SchemaOptions

    @Option(help: .of("repl --predicates"), completion: ShellCompletion.predicateFile)
    var predicates: String?

    @Option(help: .of("repl --live"))
    var live: ReplSettings.Live?

    @Flag(help: .of("--echo"))
    var echo = false

    func validate() throws {
        try refuseRepeated("--from", addresses, "it names the first table; write the others without it")
        if files.isEmpty, schemaOptions.schema != nil || schemaOptions.untyped {
            throw ValidationError("--schema and --untyped need a file; in the REPL, use `:load FILE schema FILE`")
        }
    }

    func run(in environment: CommandEnvironment) throws {
        let input = try inputOptions.recordOptions()
        // Here a string that is not an address is a mistake, not the name of a file.
        for address in addresses { _ = try SourceAddress(parsing: address) }
        let files = addresses + files
        try environment.checkInputs(files + [schemaOptions.schema, predicates].compactMap { $0 })
        let standardInput = try files.contains("-") ? recordsOfStandardInput(in: environment) : nil
        let isTerminal = isatty(0) == 1 && environment.output.isTerminal
        // Without a terminal the interrupt key ends the process, as in other programs.
        let session = ReplSession(in: environment) { ReplInterrupts.isPressed() }
        session.echoes = echo && !isTerminal
        session.settings.live = live
        if isTerminal {
            ReplInterrupts.catchKey()
            environment.output.shouldStop = ReplInterrupts.isPressed
            session.terminal = ReplTerminal(
                isPresent: true, measure: CommandEnvironment.terminalWidth, watchInterrupts: ReplInterrupts.watch,
                awaitsStatistics: false, whenNoticed: { ReplEditor.wake() })
            if let file = ReplHistory.standardFile() { session.history = ReplHistory(file: file) }
        }
        try session.open(
            files, input, schemaFile: schemaOptions.schema, isUntyped: schemaOptions.untyped,
            standardInput: standardInput)
        if let predicates { try session.reporting { try session.openPredicates(predicates) } }
        if isTerminal { try session.greet() }
        let live = isTerminal ? LivePrompt(session) : nil
        let source: any ReplLineSource =
            live.map { ReplEditor(history: session.history.entries, answers: $0) } ?? ReplInputLines()
        // Completes the file of `:output` even if nobody reads the answers any more.
        defer { try? session.completeOutput() }
        // Without a terminal only a query on a server catches the interrupt key, to be cancelled there.
        let isInterrupted = try ReplLoop(session: session, source: source, live: live)
            .run(stopsWhenInterrupted: !isTerminal)
        if isTerminal, !session.isOver { try session.show("\n") }
        try session.reporting { try session.completeOutput() }
        if isInterrupted { throw ExitStatus.interrupted }
        if session.hasFailed, !isTerminal { throw ExitStatus.data }
    }

    /// The path of standard input with records, if the lines can be typed at the terminal instead.
    private func recordsOfStandardInput(in environment: CommandEnvironment) throws -> String {
        guard files.filter({ $0 == "-" }).count == 1 else {
            throw CommandFailure(.usage, "error: standard input can be read once, and `-` is given twice")
        }
        if isatty(0) == 1 {
            throw CommandFailure(.usage, "error: lines are typed on standard input, so `-` cannot be the records too")
        }
        guard environment.output.isTerminal, let path = ReplStandardInput.makeTerminal() else {
            throw CommandFailure(
                .usage, "error: standard input holds the lines, so `-` cannot be the records too; name their file")
        }
        return path
    }
}

extension ReplSettings.Live: ExpressibleByArgument {}

extension ReplSession {
    /// Loads the files of the command line. Predicates apply to the first file that can be read.
    ///
    /// - Parameters:
    ///   - input: options for reading their records.
    ///   - schemaFile: a JSON Schema of their records; nil infers a schema from them.
    ///   - isUntyped: whether every field may have any value.
    ///   - standardInput: the path of the file `-`; nil if its records cannot be read.
    func open(
        _ files: [String], _ input: RecordInputOptions, schemaFile: String? = nil, isUntyped: Bool = false,
        standardInput: String? = nil
    ) throws(OutputFailure) {
        var request = ReplLoadRequest(file: "", input: input)
        request.schemaFile = schemaFile
        request.isUntyped = isUntyped
        for file in files {
            request.file = file
            var named = request
            if file == "-", let standardInput {
                (named.file, named.name, named.shownFile) = (standardInput, "stdin", ReplStandardInput.name)
            }
            let read = named
            let result = try reporting {
                try SQLiteFile.whileReading([read.file], line: "predicate repl") { try load(read) }
            }
            if result == .interrupted { ReplInterrupts.forget() }
        }
        current = dataSets.first ?? current
    }

    /// Tells a person at a terminal how to begin. The lines above say what was loaded.
    func greet() throws(OutputFailure) {
        let first =
            current.map { "Predicates are about \(ColumnText.cut(SafeText.plain($0.name), to: 24))." }
            ?? "No records are loaded; `:load FILE` loads some."
        let second = "`:help` lists the commands, Ctrl-D leaves."
        let isWide = TextWidth.columns(of: first) + 1 + TextWidth.columns(of: second) > width
        try show(first + (isWide ? "\n" : " ") + second)
    }
}
#endif
