#if Command
import ArgumentParser

/// `predicate reference`: writes the manual, for `make install`. Not for users.
struct ReferenceCommand: EnvironmentCommand {
    static let name = "reference"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Write the manual.",
        shouldDisplay: false)

    /// The kind of the files.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        /// The manual.
        case man
    }

    @Argument(help: .of("subject"))
    var subject: Subject

    @Argument(help: .of("folder"))
    var folder: String

    func run(in environment: CommandEnvironment) throws {
        for page in ManualPages.all { try page.write(into: folder) }
    }
}

extension ReferencePage {
    /// Writes the page, and replaces a page with the same name.
    func write(into folder: String) throws(CommandFailure) {
        let path = "\(folder)/\(name)"
        try OutputFileFailure.translating(try OutputFile.write(Array(text.utf8), to: path)) {
            CommandFailure(.inputOutput, "error: cannot write \(path): \($0.reason)")
        }
    }
}

/// `predicate language`
struct LanguageCommand: EnvironmentCommand {
    static let name = "language"

    @Argument(help: .of("topic"), completion: ShellCompletion.languageTopics)
    var topic: String?

    func run(in environment: CommandEnvironment) throws {
        guard let topic else {
            try environment.output.write(LanguageReference.list(width: environment.width))
            return
        }
        guard let text = LanguageReference.text(for: topic, width: environment.width) else {
            throw CommandFailure(.usage, "error: " + LanguageReference.unknown(topic, listedBy: "predicate language"))
        }
        try environment.output.write(text)
    }
}

/// `predicate message`
struct MessageCommand: EnvironmentCommand {
    static let name = "message"

    @Argument(help: .of("code"), completion: ShellCompletion.messageCodes)
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
#endif
