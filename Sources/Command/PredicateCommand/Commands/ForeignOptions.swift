#if Command
import ArgumentParser
import PredicateRecords

/// What to write for an option that a sub-command does not have.
struct ForeignOptions {
    /// The advice for options of other programs, from a table in the page of help.
    private struct Habit {
        /// The options.
        var words: [String]
        /// The option that the command must have; nil if it must take a predicate.
        var needs: String?
        var advice: String

        init(_ row: [String]) {
            words = row.first?.split(separator: ", ").map(String.init) ?? []
            needs = row.dropFirst().first.flatMap { $0.isEmpty ? nil : $0 }
            advice = row.last ?? ""
        }
    }

    private static var habits: [Habit] {
        let blocks = MarkdownPage.section("other options", ofEmbedded: "help/commands")?.blocks ?? []
        for case .table(let rows) in blocks { return rows.map(Habit.init) }
        return []
    }

    /// The failure for a value that an option with a list of values does not have: `--output tabel`.
    private static func wrongValue(in arguments: [String], _ commands: [CommandHelp]) -> CommandFailure? {
        guard let command = commands.first(where: { $0.commandName == arguments.first }) else { return nil }
        for (index, word) in arguments.enumerated() {
            if word == "--" { return nil }
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let given = parts.count == 2 ? parts[1] : index + 1 < arguments.count ? arguments[index + 1] : nil
            guard let name = parts.first, let given,
                let option = (command.arguments ?? []).first(where: { ($0.names ?? []).contains { $0.text == name } }),
                let values = option.completionKind?.list?.values, !values.isEmpty, !values.contains(given)
            else { continue }
            let hint =
                Suggestions.nearest(to: given, among: values).map { "did you mean `\($0)`?" }
                ?? "it is one of " + values.map { "`\($0)`" }.joined(separator: ", ")
            return CommandFailure(.usage, "error: `\(name)` cannot be `\(SafeText.plain(given))`; \(hint)")
        }
        return nil
    }

    /// The failure for an unknown option; nil for other errors of the command line.
    ///
    /// - Parameters:
    ///   - message: the message of the parser.
    ///   - arguments: the words of the command line.
    ///   - commands: the descriptions of the sub-commands.
    static func failure(_ message: String, _ arguments: [String], _ commands: [CommandHelp]) -> CommandFailure? {
        if let wrong = wrongValue(in: arguments, commands) { return wrong }
        let start = "Unknown option '"
        // `--order-by -n` has a value that is an option here, and the parser complains of that first.
        let sorting = arguments.first { $0.startsExactly(with: "--order") || $0.startsExactly(with: "--sort-by") }
        let named = message.hasPrefix(start) ? message.dropFirst(start.count).prefix { $0 != "'" } : nil
        guard let option = named.map(String.init) ?? sorting else { return nil }
        let shown = SafeText.plain(option)
        guard let command = commands.first(where: { $0.commandName == arguments.first }) else {
            guard arguments.first?.startsExactly(with: "-") == true,
                let named = commands.first(where: { $0.optionNames.contains(option) })?.commandName
            else { return nil }
            let line = (["predicate", named] + arguments).map(ShellWord.quoted).joined(separator: " ")
            return CommandFailure(.usage, "error: a sub-command comes first: \(line)")
        }
        let name = "predicate \(command.commandName)"
        let own = command.optionNames
        // `--order_by` is meant as `--order-by`.
        let spelling = option.startsExactly(with: "--") ? option.lowercased().replacing("_", with: "-") : option
        let habit = habits.first { habit in
            habit.words.contains(spelling) && (habit.needs.map(own.contains) ?? command.takesPredicate)
        }
        if let habit {
            let formats = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
            let advice = habit.advice.replacing("COMMAND", with: name).replacing("FORMATS", with: formats)
            return CommandFailure(.usage, "error: `\(shown)` is not an option; \(advice)")
        }
        let long = own.filter { $0.startsExactly(with: "--") }
        let word = String(option.drop { $0 == "-" })
        if word.utf8.count > 1 {
            let near =
                long.first { $0.startsExactly(with: "--" + word) }
                ?? Suggestions.nearest(to: word, among: long.map { String($0.dropFirst(2)) }).map { "--" + $0 }
            if let near {
                return CommandFailure(.usage, "error: `\(shown)` is not an option; did you mean `\(near)`?")
            }
        }
        return CommandFailure(
            .usage, "error: `\(shown)` is not an option of `\(name)`; `\(name) --help` lists its options")
    }
}

extension CommandHelp {
    /// The names of all options and flags, with their dashes.
    fileprivate var optionNames: [String] { (arguments ?? []).flatMap { ($0.names ?? []).map(\.text) } }

    /// Whether the command evaluates a predicate for records.
    fileprivate var takesPredicate: Bool {
        let operands = (arguments ?? []).filter { $0.kind == .positional }.compactMap(\.valueName)
        return operands.contains("predicate") && operands.contains("file") || commandName == "filter"
    }
}
#endif
