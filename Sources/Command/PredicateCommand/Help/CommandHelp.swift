import ArgumentParser

import PredicatePlatform

/// The description of a command and its sub-commands, which help, the manual and shell completion share.
///
/// It is decoded from the description that the command line parser exports, so that nothing is written twice.
struct CommandHelp: Decodable {
    /// The name of the command.
    var commandName: String
    /// One sentence.
    var abstract: String?
    /// The text of `predicate help` before the options.
    var discussion: String?
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
        var completionKind: Completion?
    }

    /// The sub-commands that users call, without `help`.
    var visibleCommands: [CommandHelp] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The arguments that help shows.
    var visibleArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    private struct Dump: Decodable { var command: CommandHelp }

}

extension CommandHelp {
    /// Reads the description of a command and its sub-commands.
    init?(of command: any ParsableCommand.Type) {
        guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)) else { return nil }
        self = dump.command
    }
}

extension CommandHelp {
    /// The text under a heading of the discussion.
    struct Section: Equatable {
        /// The heading in capitals; nil before the first.
        var title: String?
        /// The lines under it, without empty lines at the ends.
        var lines: [String]
    }

    /// The discussion, split at its headings: lines in capitals only, such as EXAMPLES.
    var sections: [Section] {
        var sections = [Section(title: nil, lines: [])]
        for line in (discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if !line.isEmpty, line.allSatisfy({ $0.isUppercase || $0 == " " }), line.first != " " {
                sections.append(Section(title: line, lines: []))
            } else {
                sections[sections.count - 1].lines.append(line)
            }
        }
        for index in sections.indices {
            while sections[index].lines.last?.isEmpty == true { sections[index].lines.removeLast() }
        }
        return sections.filter { $0.title != nil || !$0.lines.isEmpty }
    }

    /// The commands under EXAMPLES, each with the remark before it. A line that ends with `|` or a backslash
    /// continues on the next line.
    var examples: [(note: String?, command: String)] {
        guard let section = sections.first(where: { $0.title == "EXAMPLES" }) else { return [] }
        var examples: [(note: String?, command: String)] = []
        var note: [String] = []
        for line in section.lines.map({ $0.drop { $0 == " " } }) where !line.isEmpty {
            if line.hasPrefix("# ") {
                note.append(String(line.dropFirst(2)))
            } else if let last = examples.last?.command, last.hasSuffix("|") || last.hasSuffix("\\") {
                examples[examples.count - 1].command = last + "\n  " + line
            } else {
                examples.append((note.isEmpty ? nil : note.joined(separator: " "), String(line)))
                note = []
            }
        }
        return examples
    }
}
