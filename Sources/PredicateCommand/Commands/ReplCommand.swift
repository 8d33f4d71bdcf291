import ArgumentParser
import PredicateFormat
import PredicateRecords

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `predicate repl`
struct ReplCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl",
        abstract: "Explore records at a prompt.",
        usage: "predicate repl [<options>] [<file> ...]",
        discussion: """
            Reads the records of the files, and then lines: a predicate shows the records that satisfy it as a table, an \
            expression what its values are like, and a line that begins with `:` is a command; `:help` lists them.

            On a terminal lines are edited, Tab completes, and history is kept in \
            $XDG_STATE_HOME/predicate/history (~/.local/state otherwise). Ctrl-C ends a line or what it does, Ctrl-D \
            leaves. Without a terminal lines are read from standard input and answered the same; --echo shows each \
            before its answer. The status is then 65 when any line was wrong.

            EXAMPLES
              predicate repl cities.ndjson
              predicate repl --values countries.json
              # Without a terminal.
              echo 'population > 15000000' | predicate repl --echo cities.ndjson
            """)

    @Argument(
        help: ArgumentHelp("The files with the records, each a data set; the first is asked.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @OptionGroup var inputOptions: InputOptions

    @Flag(help: "Show each line before its answer, as it looks on a terminal.")
    var echo = false

    func run(in environment: CommandEnvironment) throws {
        let input = try inputOptions.recordOptions()
        let isTerminal = isatty(0) == 1 && environment.output.isTerminal
        // Without a terminal the interrupt key ends the process, as it does any other, and is never noted.
        let session = ReplSession(in: environment) { ReplInterrupts.isPressed() }
        session.echoes = echo && !isTerminal
        if isTerminal {
            ReplInterrupts.catchKey()
            session.measureTerminal = CommandEnvironment.terminalWidth
            if let file = ReplHistory.standardFile() { session.history = ReplHistory(file: file) }
        }
        try session.open(files, input)
        let source: any ReplLineSource =
            isTerminal
            ? ReplEditor(history: session.history.entries) { line, cursor in
                session.tab(line, cursor: cursor)
            } : ReplInputLines()
        try ReplLoop(session: session, source: source).run()
        if isTerminal, !session.isOver { try session.show("\n") }
        session.outputFile = nil
        if session.hasFailed, !isTerminal { throw ExitStatus.data }
    }
}

extension ReplSession {
    /// Loads the files of the command line; the first that can be read is asked.
    func open(_ files: [String], _ input: RecordInputOptions) throws(OutputFailure) {
        for file in files { try attempt { try load(ReplLoadRequest(file: file, input: input)) } }
        if let first = dataSets.first { use(first) }
    }
}
