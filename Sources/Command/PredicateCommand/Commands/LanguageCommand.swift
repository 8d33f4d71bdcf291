import ArgumentParser

/// `predicate language`
struct LanguageCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "language",
        abstract: "Explain an operator, function or other part of the language.",
        discussion: """
            Explains a part of the language, with examples and their answers: an operator such as BEGINSWITH, an \
            option such as [c], a function such as sum, a collection operator such as @avg, a word such as \
            SUBQUERY, or a topic such as dates. Without a topic, lists all topics.

            EXAMPLES
              predicate language
              predicate language BEGINSWITH
              predicate language @sum
              predicate language '[c]'
            """)

    @Argument(help: "An operator, function, word or topic.", completion: ShellCompletion.languageTopics)
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
