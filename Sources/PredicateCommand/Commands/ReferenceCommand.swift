import ArgumentParser

/// `predicate reference`: writes the pages of the reference, for `make reference`. Not for users.
struct ReferenceCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Write the pages of the reference that are generated.",
        shouldDisplay: false)

    /// What the pages are about.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        /// What messages mean.
        case messages
        /// Every part of the language.
        case language
        /// For who comes from another language.
        case guides
        /// The manual.
        case man

        /// The pages.
        var pages: [ReferencePage] {
            switch self {
            case .messages: MessagePages.all
            case .language: LanguagePages.all
            case .guides: GuidePages.all
            case .man: ManualPages.all
            }
        }
    }

    @Argument(help: "What the pages are about.")
    var subject: Subject

    @Argument(help: "The folder of the pages, which exists.")
    var folder: String

    func run(in environment: CommandEnvironment) throws {
        for page in subject.pages { try page.write(into: folder) }
    }
}

extension ReferencePage {
    /// Writes the page; one of the same name is replaced.
    func write(into folder: String) throws(CommandFailure) {
        let path = "\(folder)/\(name)"
        do throws(OutputFileFailure) {
            try OutputFile.write(text, to: path)
        } catch {
            throw CommandFailure(.inputOutput, "error: cannot write \(path): \(error.reason)")
        }
    }
}
