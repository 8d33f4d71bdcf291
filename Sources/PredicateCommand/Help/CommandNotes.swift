/// What a manual says of a command beside its help: how it ends, what of the environment it heeds, and its files.
struct CommandNotes {
    /// The statuses that it can end with, beside 0 and 64, which every command has.
    var statuses: [ExitStatus]
    /// Sentences that say more than `ExitStatus.meaning`.
    var meanings: [ExitStatus: String] = [:]
    /// Variables of the environment that it reads beside those that every command reads.
    var environment: [Named] = []
    /// Files that it keeps.
    var files: [Named] = []

    /// A variable or a file, with a sentence.
    struct Named {
        var name: String
        var text: String
    }

    /// The variables that every command reads.
    static let commonEnvironment = [
        Named(name: "COLUMNS", text: "The columns that help is written for; those of the terminal otherwise."),
        Named(name: "NO_COLOR", text: "If it is set, messages are not coloured."),
        Named(name: "TERM", text: "If it is `dumb`, messages are not coloured."),
    ]

    private static let reading: [ExitStatus] = [.data, .noInput, .inputOutput]

    /// What is said of a command; of one that is not named here only what holds for all.
    static func of(_ command: String) -> CommandNotes {
        switch command {
        case "predicate": return CommandNotes(statuses: [.data, .noInput, .unavailable, .internalError, .inputOutput])
        case "check":
            return CommandNotes(
                statuses: reading,
                meanings: [
                    .success: "The predicate can be used.",
                    .data: """
                    The predicate cannot be used, or there are warnings and `--fail-on-warnings` was given; or the schema or \
                    the data is wrong.
                    """,
                ])
        case "explain":
            return CommandNotes(
                statuses: [.data, .noInput, .unavailable, .internalError, .inputOutput],
                meanings: [
                    .unavailable: "`--output svg` needs Graphviz, which is not there.",
                    .internalError: "Graphviz failed.",
                ],
                environment: [
                    Named(name: "PATH", text: "Where `--output svg` looks for the program `dot`."),
                    Named(name: "TMPDIR", text: "Where `--output svg` keeps a file for a moment; `/tmp` otherwise."),
                ])
        case "repl":
            return CommandNotes(
                statuses: [.data, .inputOutput],
                meanings: [
                    .success: "Done; on a terminal also when lines were wrong.",
                    .data: "Without a terminal: some line was wrong, or a file could not be read.",
                ],
                environment: [
                    Named(name: "XDG_STATE_HOME", text: "The folder under which the history is kept."),
                    Named(name: "HOME", text: "What `~` in the name of a file stands for."),
                    Named(
                        name: "INPUTRC", text: "The file with the settings of the line editor; `~/.inputrc` otherwise."),
                ],
                files: [
                    Named(
                        name: "$XDG_STATE_HOME/predicate/history",
                        text: """
                            The lines that were typed on a terminal, `~/.local/state/predicate/history` where the variable is not \
                            set. It can be deleted.
                            """)
                ])
        case "format", "schema", "filter", "why", "coverage":
            return CommandNotes(statuses: command == "format" ? [.data, .inputOutput] : reading)
        default: return CommandNotes(statuses: [.inputOutput])
        }
    }

    /// The statuses with what they mean, from 0 up.
    var exitStatuses: [(status: ExitStatus, text: String)] {
        ([.success, .usage] + statuses).map { ($0, meanings[$0] ?? $0.meaning) }
    }

    /// The same as lines of a help.
    var helpLines: String {
        exitStatuses.map { status, text in
            "  \(status.rawValue)\(status == .success ? " " : "")  \(text)"
        }.joined(separator: "\n")
    }
}

extension ExitStatus {
    /// What it means for most commands.
    var meaning: String {
        switch self {
        case .success: "Done, also when nothing matches."
        case .usage: "The command line is wrong."
        case .data: "The predicate, the schema or the data is wrong."
        case .noInput: "There is no such input."
        case .unavailable: "A program that is needed is not there."
        case .internalError: "A program that was called failed."
        case .inputOutput: "Reading or writing failed."
        }
    }
}
