/// The pages of the manual: predicate(1), and one for each of its sub-commands.
enum ManualPages {
    /// The date on the pages: the day of their last change.
    static let date = "November 28, 2026"

    /// The pages of a command and its sub-commands.
    static func pages(of tool: CommandHelp) -> [ReferencePage] {
        ([tool] + tool.visibleCommands).map { page($0, of: tool) }
    }

    /// The page name of a command.
    private static func title(_ command: CommandHelp, of tool: CommandHelp) -> String {
        command.commandName == tool.commandName ? tool.commandName : "\(tool.commandName)-\(command.commandName)"
    }

    private static func page(_ command: CommandHelp, of tool: CommandHelp) -> ReferencePage {
        let title = title(command, of: tool)
        let isTool = command.commandName == tool.commandName
        let help = CommandPage(of: command.commandName)
        var page = MdocText(title: title, date: date)
        page.section("NAME")
        page.macro("Nm", title)
        page.macro("Nd", lowercased(help.abstract))
        page.section("SYNOPSIS")
        for usage in help.usage.split(separator: "\n") { page.synopsis(String(usage)) }
        page.section("DESCRIPTION")
        for (index, paragraph) in help.description.enumerated() {
            page.paragraph(paragraph, isFirst: index == 0)
        }
        if isTool {
            page.section("COMMANDS")
            page.list(
                tool.visibleCommands.map { ("Xr \(self.title($0, of: tool)) 1", $0.abstract ?? "") })
        }
        page.section("OPTIONS")
        page.list(command.visibleArguments.map { (tag(of: $0), text(of: $0)) })
        page.section("ENVIRONMENT")
        let shared = isTool ? [] : CommandPage(of: tool.commandName).variables
        page.list((help.variables + shared).map { ("Ev \($0.name)", $0.text) })
        if !help.files.isEmpty {
            page.section("FILES")
            page.list(help.files.map { ("Pa \(MdocText.argument($0.name))", $0.text) })
        }
        page.section("EXIT STATUS")
        page.list(help.exitStatuses.map { ($0.name, $0.text) })
        if !help.examples.isEmpty {
            page.section("EXAMPLES")
            page.paragraph("The files are in `Examples/Data` and `Examples/Schemas` of the source.", isFirst: true)
            for example in help.examples {
                if let note = example.note { page.paragraph(note) }
                page.literal(("$ " + example.command).split(separator: "\n").map(String.init))
            }
        }
        page.section("SEE ALSO")
        let others = ([tool] + tool.visibleCommands).map { self.title($0, of: tool) }.filter { $0 != title }.sorted()
        for (index, other) in others.enumerated() {
            if index + 1 < others.count { page.macro("Xr", other, "1", ",") } else { page.macro("Xr", other, "1") }
        }
        return ReferencePage(name: "\(title).1", text: page.text)
    }

    /// A sentence in the form of the NAME section: without a period, in lower case.
    private static func lowercased(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : Substring(sentence)
        // NSPredicate keeps its capital letters.
        let isWord = words.dropFirst().first?.isLowercase ?? false
        return isWord ? words.prefix(1).lowercased() + words.dropFirst() : String(words)
    }

    private static func tag(of argument: CommandHelp.Argument) -> String {
        let value = argument.valueName.map { " Ar \(MdocText.argument($0))" } ?? ""
        guard let names = argument.names, !names.isEmpty else {
            return "Ar \(MdocText.argument(argument.valueName ?? "value"))" + (argument.isRepeating ? " ..." : "")
        }
        // The short name comes first, as usual.
        return names.sorted { $0.text.count < $1.text.count }.map { name in
            "Fl \(MdocText.argument(String(name.text.dropFirst())))"
        }.joined(separator: " , ") + (argument.kind == .option ? value : "")
    }

    private static func text(of argument: CommandHelp.Argument) -> String {
        var sentences = [argument.abstract ?? ""]
        if argument.kind == .option {
            if let values = argument.completionKind?.list?.values {
                let words = values.map { "`\($0)`" }
                sentences.append("One of \(words.dropLast().joined(separator: ", ")) and \(words.last ?? "").")
            }
            if let value = argument.defaultValue { sentences.append("The default is `\(value)`.") }
        }
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
