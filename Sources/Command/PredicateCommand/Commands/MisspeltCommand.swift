import ArgumentParser
import PredicateFormat

/// A first word of the command line that is no sub-command.
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
