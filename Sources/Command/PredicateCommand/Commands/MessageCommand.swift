import ArgumentParser

/// `predicate message`
struct MessageCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Explain a message by its code.",
        discussion: """
            Every message has a code, such as unknown-field. A terminal names it below the errors, and predicate check \
            --diagnostics json shows it. The code stays the same when the words change. Explains what the message means and what to write instead, with \
            examples that provoke it. Without a code, lists all codes.

            EXAMPLES
              # All codes.
              predicate message
              predicate message missing-quantifier
            """)

    @Argument(help: "The code of a message.", completion: ShellCompletion.messageCodes)
    var code: String?

    func run(in environment: CommandEnvironment) throws {
        guard let code else {
            try environment.output.write(list())
            return
        }
        let found = MessageReference.entries(for: code)
        guard !found.isEmpty else { throw unknown(code) }
        try environment.output.write(found.map { $0.text(width: environment.width) }.joined(separator: "\n"))
    }

    private func unknown(_ code: String) -> CommandFailure {
        let suggestions = MessageReference.suggestions(for: code).map { "`\($0)`" }.joined(separator: ", ")
        let advice =
            suggestions.isEmpty
            ? "`predicate message` lists all codes" : "did you mean \(suggestions)?"
        return CommandFailure(.usage, "error: there is no message `\(code)`; \(advice)")
    }

    private func list() -> String {
        let width = MessageReference.codes.map(\.count).max() ?? 0
        return MessageReference.pages.map { page in
            let rows = page.entries.map { entry in
                "  " + entry.code + String(repeating: " ", count: width - entry.code.count + 2) + entry.title
            }
            return page.title + "\n" + rows.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }
}
