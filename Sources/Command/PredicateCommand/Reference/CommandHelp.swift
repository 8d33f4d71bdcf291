import PredicatePlatform

/// The description of a command and its sub-commands, which help, the manual and shell completion share.
///
/// It is decoded from the description that the command line parser exports, so that nothing is written twice.
struct CommandHelp: Decodable {
    /// The name of the command.
    var commandName: String
    /// One sentence.
    var abstract: String?
    /// False for commands that users do not call.
    var shouldDisplay: Bool?
    /// The sub-commands, including hidden ones.
    var subcommands: [CommandHelp]?
    /// Operands, options and flags in the order of the help.
    var arguments: [Argument]?

    /// An operand, an option or a flag.
    struct Argument: Decodable {
        /// The kind of an argument.
        enum Kind: String, Decodable {
            case positional, option, flag
        }

        /// A name with its dashes.
        struct Name: Decodable {
            var kind: String
            var name: String

            /// The name with its dashes.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// The completion of a value.
        struct Completion: Decodable {
            struct List: Decodable { var values: [String] }
            struct Files: Decodable { var extensions: [String] }
            struct Nothing: Decodable {}

            var list: List?
            var file: Files?
            /// Set for a predicate. The command itself is not asked further.
            var custom: Nothing?
        }

        var kind: Kind
        var shouldDisplay: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var defaultValue: String?
        var abstract: String?
        var discussion: String?
        var completionKind: Completion?
    }

    /// The sub-commands that users call, without `help`.
    var visibleCommands: [CommandHelp] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The arguments that help shows.
    var visibleArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    private struct Dump: Decodable { var command: CommandHelp }

    /// Reads the description that the command line parser exports.
    init?(json: String) {
        guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(json.utf8)) else { return nil }
        self = dump.command
    }
}
