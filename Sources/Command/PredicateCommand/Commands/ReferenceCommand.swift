import ArgumentParser

/// `predicate reference`: writes the pages of the reference, for `make reference`. Not for users.
struct ReferenceCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Write the generated pages of the reference.",
        shouldDisplay: false)

    /// The subject of the pages.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        /// The meaning of messages.
        case messages
        /// Every part of the language.
        case language
        /// Guides for users of other languages.
        case guides
        /// The manual.
        case man
        /// The grammars that editors colour predicates by.
        case textmate

        /// The pages.
        var pages: [ReferencePage] {
            switch self {
            case .messages: MessagePages.all
            case .language: LanguagePages.all
            case .guides: GuidePages.all
            case .man: ManualPages.all
            case .textmate: EditorFiles.all
            }
        }
    }

    @Argument(help: "The subject of the pages.")
    var subject: Subject

    @Argument(help: "The folder of the pages; it must exist.")
    var folder: String

    func run(in environment: CommandEnvironment) throws {
        for page in subject.pages { try page.write(into: folder) }
    }
}

extension ReferencePage {
    /// Writes the page, and replaces a page with the same name.
    func write(into folder: String) throws(CommandFailure) {
        let path = "\(folder)/\(name)"
        do throws(OutputFileFailure) {
            try OutputFile.write(text, to: path)
        } catch {
            throw CommandFailure(.inputOutput, "error: cannot write \(path): \(error.reason)")
        }
    }
}
