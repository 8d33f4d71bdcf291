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
        let texts = found.map { text(of: $0.entry, $0.stage, width: environment.width) }
        try environment.output.write(texts.joined(separator: "\n"))
    }

    private func unknown(_ code: String) -> CommandFailure {
        let suggestions = MessageReference.suggestions(for: code).map { "`\($0)`" }.joined(separator: ", ")
        let advice =
            suggestions.isEmpty
            ? "`predicate message` lists all codes" : "did you mean \(suggestions)?"
        return CommandFailure(.usage, "error: there is no message `\(code)`; \(advice)")
    }

    private func list() -> String {
        let width = MessageReference.all.map(\.entry.code.count).max() ?? 0
        return MessageStage.allCases.filter { !$0.entries.isEmpty }.map { stage in
            let rows = stage.entries.map { entry in
                "  " + entry.code + String(repeating: " ", count: width - entry.code.count + 2) + entry.title
            }
            return stage.title + "\n" + rows.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private func text(of entry: MessageEntry, _ stage: MessageStage, width: Int) -> String {
        let columns = max(40, min(width, 100))
        var paragraphs = [
            "\(entry.code) (\(entry.severity.rawValue)): \(entry.title)",
            WrappedText.lines(of: entry.explanation, columns: columns).joined(separator: "\n"),
        ]
        for example in entry.examples {
            if let note = example.note {
                paragraphs.append(WrappedText.lines(of: note, columns: columns).joined(separator: "\n"))
            }
            if let text = example.text { paragraphs.append(indented(text)) }
            let outcome = example.run(max(40, width - 2))
            paragraphs.append(indented(outcome.snippet))
            if let fixed = outcome.fixed { paragraphs.append("Fixed:\n\n" + indented(fixed)) }
            if let suggested = outcome.suggested { paragraphs.append("Suggested:\n\n" + indented(suggested)) }
        }
        if !entry.reasons.isEmpty {
            let rows = entry.reasons.map { reason in
                "  \(reason.shown)\n"
                    + WrappedText.lines(of: reason.run()?.text ?? "", columns: columns - 6)
                    .map { "      " + $0 }.joined(separator: "\n")
            }
            paragraphs.append("Similar cases:\n\n" + rows.joined(separator: "\n"))
        }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
}
