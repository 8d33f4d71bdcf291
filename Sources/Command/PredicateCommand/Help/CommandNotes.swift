/// The additions of a command's manual to its help: exit statuses, environment variables and files.
struct CommandNotes {
    /// The exit statuses besides 0 and 64, which every command has.
    var statuses: [ExitStatus]
    /// Sentences that are more exact than `ExitStatus.meaning`.
    var meanings: [ExitStatus: String] = [:]
    /// The environment variables that the command reads, besides those of every command.
    var environment: [Named] = []
    /// The files that the command keeps.
    var files: [Named] = []

    /// A variable or a file, with a sentence.
    struct Named {
        var name: String
        var text: String
    }

    /// The variables that every command reads.
    static let commonEnvironment = [
        Named(name: "COLUMNS", text: "The width of help in columns; the default is the width of the terminal."),
        Named(name: "NO_COLOR", text: "If set and not empty, messages and records have no colours."),
        Named(name: "TERM", text: "If it is `dumb`, messages and records have no colours."),
    ]

    private static let reading: [ExitStatus] = [.data, .noInput, .inputOutput]

    /// The notes of a command; for other commands, the notes that all commands share.
    static func of(_ command: String) -> CommandNotes {
        switch command {
        case "predicate": return CommandNotes(statuses: [.data, .noInput, .unavailable, .internalError, .inputOutput])
        case "check":
            return CommandNotes(
                statuses: reading,
                meanings: [
                    .success: "The predicate can be used.",
                    .data: """
                    The predicate cannot be used, there are warnings and `--fail-on-warnings` was given, or the schema or \
                    the data is wrong.
                    """,
                ])
        case "lint":
            return CommandNotes(
                statuses: [.data, .noInput, .inputOutput],
                meanings: [
                    .success: "No predicate has an error.",
                    .data: "A predicate has an error, or there are warnings and `--fail-on-warnings` was given.",
                    .noInput: "A path cannot be read, or its format is not known.",
                ])
        case "test":
            return CommandNotes(
                statuses: [.data, .noInput, .inputOutput],
                meanings: [
                    .success: "All cases pass.",
                    .data: "A case fails, or a file has mistakes; with `--strict`, also if something is not tested.",
                    .noInput: "A file cannot be read.",
                ])
        case "lsp":
            return CommandNotes(
                statuses: [.cutShort],
                meanings: [
                    .success: "The editor ended the session by `shutdown` and `exit`.",
                    .cutShort: "The editor went away, or sent `exit` without `shutdown`.",
                ])
        case "explain":
            return CommandNotes(
                statuses: [.data, .noInput, .unavailable, .internalError, .inputOutput],
                meanings: [
                    .unavailable: "`--output svg` needs Graphviz, which is not installed.",
                    .internalError: "Graphviz failed.",
                ],
                environment: [
                    Named(name: "PATH", text: "Where `--output svg` looks for the program `dot`."),
                    Named(name: "TMPDIR", text: "Where `--output svg` keeps a temporary file; the default is `/tmp`."),
                ])
        case "repl":
            return CommandNotes(
                statuses: [.data, .inputOutput],
                meanings: [
                    .success: "Done; on a terminal even if lines were wrong.",
                    .data: "Without a terminal: a line was wrong, or a file could not be read.",
                ],
                environment: [
                    Named(name: "XDG_STATE_HOME", text: "The folder of the history."),
                    Named(
                        name: "PAGER",
                        text: """
                            The program that shows answers that do not fit the terminal; by default less or more. No pager \
                            if it is empty or `cat`.
                            """),
                    Named(name: "LESS", text: "The settings of less; the default is `FRX`."),
                    Named(name: "VISUAL", text: "The editor of `:edit`; otherwise the one that EDITOR names, or vi."),
                    Named(name: "EDITOR", text: "The editor of `:edit` if VISUAL names none."),
                    Named(name: "TMPDIR", text: "Where `:edit` keeps a temporary file; the default is `/tmp`."),
                    Named(name: "HOME", text: "The folder that `~` means in file names."),
                    Named(
                        name: "INPUTRC", text: "The settings of the line editor; the default is `~/.inputrc`."),
                ],
                files: [
                    Named(
                        name: "$XDG_STATE_HOME/predicate/history",
                        text: """
                            The lines typed on a terminal; `~/.local/state/predicate/history` if the variable is not \
                            set. The file can be deleted.
                            """)
                ])
        case "filter":
            return CommandNotes(
                statuses: [.noMatch, .data, .noInput, .unavailable, .internalError, .inputOutput, .interrupted],
                meanings: [
                    .success: "Done, even if nothing matches, unless `--exit-status` is given.",
                    .noMatch: "No record matches, and `--exit-status` is given.",
                    .unavailable: "`--from spark:` needs Spark and the worker, and one of them is missing.",
                    .internalError: "The Spark job failed.",
                ],
                environment: [
                    Named(
                        name: "PGHOST, PGPORT, PGUSER, PGDATABASE, PGSERVICE",
                        text: "What an address of PostgreSQL leaves out, as for `psql`."),
                    Named(
                        name: "PGPASSFILE",
                        text: "The file with the passwords of PostgreSQL; the default is `~/.pgpass`."),
                    Named(
                        name: "PGOPTIONS",
                        text: "Settings of PostgreSQL: `-c statement_timeout=5s` ends a query after five seconds."),
                    Named(
                        name: "SPARK_HOME",
                        text: "The folder of Spark; by default `spark-submit` is looked for on the path."),
                    Named(
                        name: "PREDICATE_WORKER",
                        text: """
                            The worker that `--from spark:` ships; by default `libexec/predicate/predicate-worker` \
                            beside the folder of the command.
                            """),
                    Named(name: "PATH", text: "Where `--from spark:` looks for `spark-submit`."),
                    Named(
                        name: "TMPDIR", text: "Where `--from spark:` keeps a temporary folder; the default is `/tmp`."),
                ])
        case "format", "schema", "why", "coverage", "sql", "import", "match":
            return CommandNotes(statuses: command == "format" ? [.data, .inputOutput] : reading)
        default: return CommandNotes(statuses: [.inputOutput])
        }
    }

    /// The statuses with their meanings, in ascending order.
    var exitStatuses: [(status: ExitStatus, text: String)] {
        ([.success, .usage] + statuses).sorted { $0.rawValue < $1.rawValue }
            .map { ($0, meanings[$0] ?? $0.meaning) }
    }

    /// The statuses and meanings as lines of help.
    var helpLines: String {
        exitStatuses.map { status, text in
            "  \(status.rawValue)\(status.rawValue < 10 ? " " : "")  \(text)"
        }.joined(separator: "\n")
    }
}

extension ExitStatus {
    /// The meaning of the status for most commands.
    var meaning: String {
        switch self {
        case .success: "Done, even if nothing matches."
        case .cutShort: "A session ended without its end being asked for."
        case .usage: "The command line is wrong."
        case .data: "The predicate, the schema or the data is wrong."
        case .noInput: "An input file does not exist or cannot be opened."
        case .unavailable: "A required program is not installed."
        case .internalError: "A program that was run failed."
        case .inputOutput: "Reading or writing failed."
        case .interrupted: "Ctrl-C ended the query of a database."
        }
    }
}
