/// What `predicate help` shows of a command.
///
/// A command whose page groups its options has a short form, which fits two screens: examples, the first paragraph and
/// the common options. The long form has everything. Other commands have only the long form.
struct HelpText {
    private let command: CommandHelp
    private let page: CommandPage
    private let columns: Int
    /// Where the explanations of options begin.
    private static let margin = 26

    /// The help of a command.
    ///
    /// - Parameters:
    ///   - command: the command, as its parser describes it.
    ///   - all: whether the long form is wanted.
    ///   - width: the columns of the terminal.
    static func text(of command: CommandHelp, all: Bool, width: Int) -> String {
        let help = HelpText(
            command: command, page: CommandPage(of: command.commandName), columns: max(40, min(width, 100)))
        return help.parts(all: all || help.page.optionGroups.isEmpty).joined(separator: "\n\n") + "\n"
    }

    private func parts(all: Bool) -> [String] {
        let examples = page.exampleText.map { [title("Examples") + indented($0)] } ?? []
        let paragraphs = all ? page.description : Array(page.description.prefix(1))
        var parts = [wrapped(page.abstract)] + examples + [title("Usage") + indented(page.usage)]
        parts += paragraphs.map { wrapped($0) }
        if all {
            parts += page.settings.map { part in
                title(part.title) + part.paragraphs.map { wrapped($0) }.joined(separator: "\n\n")
            }
        }
        let commands = command.visibleCommands.map { row($0.commandName, $0.abstract ?? "", margin: 13) }
        if !commands.isEmpty { parts.append(title("Sub-commands") + commands.joined(separator: "\n")) }
        parts += groups(all: all).filter { !$0.options.isEmpty }.map { group in
            title(group.title) + group.options.map { option($0, all: all) }.joined(separator: "\n")
        }
        if !commands.isEmpty {
            let rows = page.exitStatuses.map { row($0.name, $0.text, margin: 6) }
            parts.append(title("Exit status") + rows.joined(separator: "\n"))
            parts.append("`predicate help filter` explains a sub-command, such as filter.")
        } else if !all {
            parts.append("`predicate help \(command.commandName) --all` lists all options and explains more.")
        }
        return parts
    }

    /// The groups of options with their titles. Options that no group of the page has come last.
    private func groups(all: Bool) -> [(title: String, options: [CommandHelp.Argument])] {
        var rest = command.visibleArguments.filter { $0.kind != .positional }
        let operands = command.visibleArguments.filter { $0.kind == .positional }
        var groups = [(title: "Arguments", options: operands)]
        for group in page.optionGroups {
            let names = group.common + (all ? group.more : [])
            let chosen = names.compactMap { name in rest.first { ($0.names ?? []).contains { $0.text == name } } }
            groups.append((group.title, chosen))
            rest.removeAll { option in (option.names ?? []).contains { names.contains($0.text) } }
        }
        if all { groups.append((groups.count == 1 ? "Options" : "Other options", rest)) }
        return groups
    }

    private func option(_ option: CommandHelp.Argument, all: Bool) -> String {
        let names = (option.names ?? []).map(\.text).sorted { $0.utf8.count < $1.utf8.count }
        let value = option.kind == .flag ? "" : option.valueName.map { "<\($0)>" } ?? ""
        let name = [names.joined(separator: ", "), value].filter { !$0.isEmpty }.joined(separator: " ")
        let choices = option.kind == .option ? option.completionKind?.list?.values ?? [] : []
        var facts = choices.isEmpty ? [] : ["one of " + choices.joined(separator: ", ")]
        if option.kind == .option, let value = option.defaultValue { facts.append("default: \(value)") }
        let fact = facts.isEmpty ? "" : "(\(facts.joined(separator: "; ")))"
        let text = [option.abstract ?? "", fact, all ? option.discussion ?? "" : ""]
        return row(name, text.filter { !$0.isEmpty }.joined(separator: " "), margin: Self.margin)
    }

    /// A name and its explanation, which begins on the next line if the name is long.
    private func row(_ name: String, _ text: String, margin: Int) -> String {
        let space = String(repeating: " ", count: margin)
        let lines = MessageText.lines(of: space + text, columns: columns, indentation: margin, keepsCode: false)
        let isLong = name.utf8.count + 4 > margin
        guard !isLong, let first = lines.first else { return (["  " + name] + lines).joined(separator: "\n") }
        let begin = ColumnText.pad("  " + name, to: margin) + String(first.dropFirst(margin))
        return ([begin] + Array(lines.dropFirst())).joined(separator: "\n")
    }

    private func title(_ words: String) -> String { words.uppercased() + "\n" }

    private func wrapped(_ text: String) -> String {
        MessageText.lines(of: text, columns: columns, keepsCode: false).joined(separator: "\n")
    }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    }
}
