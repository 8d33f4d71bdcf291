import PredicatePlatform

import PredicateFormat

/// A request from the completion script of a shell, and its answer.
///
/// The scripts know nothing about the command. They pass the line and receive the completions at its cursor, so that
/// all completions are decided here and are the same in every shell.
struct CompletionRequest {
    /// The first argument of a request: `predicate ---complete SHELL HEAD TAIL [WORD]`.
    static let marker = "---complete"

    let line: ShellLine
    /// The word as bash splits it: the part after the last quote, blank, `=` or `:`.
    let word: String?

    /// The request in some arguments; nil if they are not one.
    init?(_ arguments: [String]) {
        guard arguments.count >= 4, sameCodePoints(arguments[0], Self.marker),
            let shell = CompletionShellKind(rawValue: arguments[1])
        else { return nil }
        line = ShellLine(head: arguments[2], tail: arguments[3], shell: shell)
        word = arguments.count > 4 ? arguments[4] : nil
    }

    /// The answer: a line with its kind, and then the words, one per line.
    func text(from tool: CommandHelp?) -> String {
        switch CommandLineCompletion.answer(for: line, from: tool) {
        case .files(let extensions): (["files"] + extensions).joined(separator: " ") + "\n"
        case .words(let items): "words\n" + lines(items, isOpen: false)
        case .open(let items): (isWhole(items) ? "words\n" : "open\n") + lines(items, isOpen: true)
        }
    }

    /// fish accepts a word that does not begin with the typed text only if it is the only one, and then closes it.
    private func isWhole(_ items: [CompletionAnswer.Item]) -> Bool {
        line.shell == .fish && items.count == 1
            && !(items.first?.text.startsExactly(with: line.current.content) ?? false)
    }

    private func lines(_ items: [CompletionAnswer.Item], isOpen: Bool) -> String {
        items.filter { SafeText.isSafe($0.text) }.compactMap { line(of: $0, isOpen: isOpen) }.map { $0 + "\n" }.joined()
    }

    private func line(of item: CompletionAnswer.Item, isOpen: Bool) -> String? {
        switch line.shell {
        case .bash:
            let raw = line.raw(for: item.text, opensQuote: isOpen)
            let typed = line.current.raw.utf8
            guard let word, typed.count >= word.utf8.count, typed.suffix(word.utf8.count).elementsEqual(word.utf8)
            else { return raw }
            let kept = typed.dropLast(word.utf8.count)
            // bash keeps the text before its word, so a completion that changes this text is impossible.
            return raw.utf8.starts(with: kept) ? String(decoding: raw.utf8.dropFirst(kept.count), as: UTF8.self) : nil
        case .zsh:
            return "\(item.text)\t\(SafeText.plain(item.label))" + (item.note.map { "  " + SafeText.plain($0) } ?? "")
        case .fish:
            return item.text + (item.note.map { "\t" + SafeText.plain($0) } ?? "")
        }
    }
}

/// The completion scripts of shells.
enum CompletionScripts {
    /// The option that writes a script.
    static let option = "--generate-completion-script"

    /// The script that a command line asks for, or a failure if there is none; nil if it asks for something else.
    static func script(for arguments: [String]) -> Result<String, CommandFailure>? {
        guard let first = arguments.first, first == option || first.hasPrefix(option + "=") else { return nil }
        var name = arguments.dropFirst().first
        if first != option { name = String(first.dropFirst(option.count + 1)) }
        let shells = CompletionShellKind.allCases.map(\.rawValue).joined(separator: ", ")
        let shell = name ?? ProcessInfo.processInfo.environment["SHELL"]?.split(separator: "/").last.map(String.init)
        guard let shell, let kind = CompletionShellKind(rawValue: shell) else {
            return .failure(CommandFailure(.usage, "error: completion scripts are available only for \(shells)"))
        }
        return .success(script(kind))
    }

    /// The script of a shell: a file of the source.
    static func script(_ shell: CompletionShellKind) -> String {
        MarkdownPage.texts(in: "completion").first { $0.name == "completion/" + shell.rawValue }?.text ?? ""
    }
}
