#if Command
import PredicateFormat
import PredicateRecords

/// What the parser of the command line says, in the form of all other messages: the problem, what was given, the fix.
enum UsageSentence {
    /// The failure for an error that comes without advice.
    ///
    /// - Parameters:
    ///   - message: the message of the parser, or of a command that refuses its options.
    ///   - arguments: the words of the command line.
    static func failure(_ message: String, _ arguments: [String]) -> CommandFailure {
        CommandFailure(.usage, "error: " + sentence(message, arguments))
    }

    private static func sentence(_ message: String, _ arguments: [String]) -> String {
        let name = arguments.first ?? ""
        if let match = message.prefixMatch(of: /Missing expected argument '(.*)'/) {
            return missing("\(match.1)", of: name)
        }
        if let match = message.prefixMatch(of: /Missing value for '(.*)'/) {
            // A value that begins with a minus was taken for an option.
            let given = arguments.drop { $0 != word(of: "\(match.1)") }.dropFirst().first
            return needs("\(match.1)", given)
        }
        if let match = message.prefixMatch(of: /The value '((?s:.*))' is invalid for '([^']*)'/) {
            return needs("\(match.2)", "\(match.1)")
        }
        if let match = message.prefixMatch(of: /The option '(.*?)' does not take any value/) {
            return "`\(match.1)` is a switch without a value; write only `\(match.1)`"
        }
        if let match = message.prefixMatch(of: /Value to be set with flag '(.*?)' had already been .* flag '(.*?)'/) {
            return "\(match.2) and \(match.1) cannot be combined"
        }
        if let match = message.wholeMatch(of: /(?:Unexpected argument|([0-9]+) unexpected arguments:) '((?s:.*))'/) {
            let words = match.2.replacing("', '", with: "` and `")
            if ["check", "explain"].contains(name), MisplacedFile.exists("\(words)") {
                return
                    "`\(name)` takes no file after the predicate; to use the names and types of these records, write "
                    + "`--data \(ShellWord.quoted("\(words)"))`"
            }
            let excess = match.1.map { "are \($0) arguments" } ?? "is one argument"
            return "`\(SafeText.plain("\(words)"))` \(excess) too many\(hint(name))"
        }
        if let match = message.prefixMatch(of: /Unknown option '(-+((?s:.*?)))'/) {
            let command = PredicateTool.commands.first { $0.name == "\(match.2)" }
            let hint =
                command.map { "did you mean `predicate \($0.name)`?" }
                ?? "`predicate \(name.hasPrefix("-") ? "" : name + " ")--help` lists what there is"
            return "`\(SafeText.plain("\(match.1)"))` is not an option; \(hint)"
        }
        return message
    }

    /// The name of an option before its value: `--limit` of `--limit <n>`.
    private static func word(of option: String) -> String { String(option.prefix { $0 != " " }) }

    private static func hint(_ command: String) -> String { "; `predicate \(command) --help` shows what it takes" }

    private static func missing(_ argument: String, of command: String) -> String {
        let form = CommandPage(of: command).usage.split(separator: "\n").first.map(String.init) ?? "predicate --help"
        guard argument == "<predicate>" else {
            let noun = argument.hasPrefix("<") ? "a \(argument.filter(\.isLetter))" : "`\(argument)`"
            return "\(noun) is missing: \(form)"
        }
        let file = form.contains("<file> ...") ? " FILE" : ""
        return "a predicate is missing: predicate \(command) 'population > 1000000'\(file)"
    }

    /// What an option needs, and what it was given.
    private static func needs(_ option: String, _ given: String?) -> String {
        let name = word(of: option)
        let kind =
            option.hasSuffix("<n>")
            ? "a number, \(["--limit", "-n", "--offset"].contains(name) ? 0 : 1) or more" : "a value"
        guard let given else { return "`\(name)` needs \(kind): `\(option)`" }
        return "`\(name)` needs \(kind), not `\(SafeText.plain(given))`"
    }
}
#endif
