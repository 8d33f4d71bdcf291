import ArgumentParser
import PredicateFormat
import PredicateRecords

import PredicatePlatform

/// `predicate repl`
struct ReplCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl",
        abstract: "Explore records at a prompt.",
        usage: "predicate repl [<options>] [<file> ...]",
        discussion: """
            Reads the records of the files, and then lines. A predicate shows the matching records as a table, an \
            expression shows a summary of its values, and a line that begins with `:` is a command; `:help` lists the \
            commands.

            In place of a file, sqlite:FILE#TABLE or postgresql://HOST/DB#TABLE opens a table of a database. Its records \
            stay there, and each predicate asks the database anew. At a terminal, `-` is standard input.

            On a terminal, lines can be edited, Tab completes, and the history is kept in \
            $XDG_STATE_HOME/predicate/history (by default under ~/.local/state). Ctrl-C cancels a line or the command \
            that is running, and Ctrl-D leaves. Answers that do not fit are shown with $PAGER. A large file is examined \
            while you type, and a line reports when all its fields and values are known. Without a terminal, lines are \
            read from standard input after the whole file has been examined; --echo shows each line before its answer. \
            The status is then 65 if any line was wrong.

            EXAMPLES
              predicate repl cities.ndjson
              predicate repl --values countries.json
              predicate repl --schema city.schema.json cities.ndjson
              # Without a terminal.
              echo 'population > 15000000' | predicate repl --echo cities.ndjson
            """)

    @Argument(
        help: ArgumentHelp(
            "The files with the records, or addresses of tables, each a data set; predicates apply to the first.",
            valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "Open a table first: sqlite:FILE#TABLE or postgresql://HOST/DB#TABLE.", valueName: "address"),
        completion: ShellCompletion.address)
    var addresses: [String] = []

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var schemaOptions: SchemaOptions

    @Option(
        help: ArgumentHelp("A file of named predicates for `:run`.", valueName: "file"),
        completion: ShellCompletion.predicateFile)
    var predicates: String?

    @Flag(help: "Show each line before its answer, as on a terminal.")
    var echo = false

    func validate() throws {
        try refuseRepeated("--from", addresses, "it names the first table; write the others without it")
        if files.isEmpty, schemaOptions.schema != nil || schemaOptions.untyped {
            throw ValidationError(
                "--schema and --untyped need a file; at the prompt, use `:load FILE schema FILE`."
            )
        }
    }

    func run(in environment: CommandEnvironment) throws {
        let input = try inputOptions.recordOptions()
        // Here a text that is no address is a mistake, not the name of a file.
        for address in addresses { _ = try SourceAddress(parsing: address) }
        let files = addresses + files
        try environment.checkInputs(files + [schemaOptions.schema, predicates].compactMap { $0 })
        let standardInput = try files.contains("-") ? recordsOfStandardInput(in: environment) : nil
        let isTerminal = isatty(0) == 1 && environment.output.isTerminal
        // Without a terminal the interrupt key ends the process, as in other programs.
        let session = ReplSession(in: environment) { ReplInterrupts.isPressed() }
        session.echoes = echo && !isTerminal
        if isTerminal {
            ReplInterrupts.catchKey()
            session.watchInterrupts = ReplInterrupts.watch
            environment.output.shouldStop = ReplInterrupts.isPressed
            session.awaitsStatistics = false
            session.hasTerminal = true
            session.whenNoticed = { ReplEditor.wake() }
            session.measureTerminal = CommandEnvironment.terminalWidth
            if let file = ReplHistory.standardFile() { session.history = ReplHistory(file: file) }
        }
        try session.open(
            files, input, schemaFile: schemaOptions.schema, isUntyped: schemaOptions.untyped,
            standardInput: standardInput)
        if let predicates { try session.reporting { try session.openPredicates(predicates) } }
        if isTerminal { try session.greet() }
        let source: any ReplLineSource =
            isTerminal
            ? ReplEditor(history: session.history.entries) { line, cursor in
                session.tab(line, cursor: cursor)
            } notices: {
                session.takeNotices()
            } : ReplInputLines()
        // Completes the file of `:output` even if nobody reads the answers any more.
        defer { try? session.completeOutput() }
        // Without a terminal only a query on a server catches the interrupt key, to be cancelled there.
        let isInterrupted = try ReplLoop(session: session, source: source).run(stopsWhenInterrupted: !isTerminal)
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

extension ReplSession {
    /// Loads the files of the command line. Predicates apply to the first file that can be read.
    ///
    /// - Parameters:
    ///   - input: options for reading their records.
    ///   - schemaFile: a JSON Schema of their records; nil infers a schema from them.
    ///   - isUntyped: whether every field may hold anything.
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
            if try reporting({ try load(read) }) == .interrupted { ReplInterrupts.forget() }
        }
        if let first = dataSets.first { use(first) }
    }

    /// Tells a person at a terminal how to begin. What was loaded stands above it.
    func greet() throws(OutputFailure) {
        let first =
            current.map { "Predicates are about \(ColumnText.cut(SafeText.plain($0.name), to: 24))." }
            ?? "No records are loaded; `:load FILE` loads some."
        let second = "`:help` lists the commands, Ctrl-D leaves."
        let isWide = TextWidth.columns(of: first) + 1 + TextWidth.columns(of: second) > width
        try show(first + (isWide ? "\n" : " ") + second)
    }
}
