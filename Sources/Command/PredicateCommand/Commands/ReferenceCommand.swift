import ArgumentParser

/// `predicate reference`: writes the manual, for `make install`, and the grammars of editors, for `make textmate`. Not for
/// users.
struct ReferenceCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Write the manual or the grammars of editors.",
        shouldDisplay: false)

    /// The kind of the files.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        /// The manual.
        case man
        /// The grammars that editors colour predicates by.
        case textmate

        /// The files.
        var pages: [ReferencePage] {
            switch self {
            case .man: ManualPages.all
            case .textmate: EditorFiles.all
            }
        }
    }

    @Argument(help: "The kind of the files.")
    var subject: Subject

    @Argument(help: "The folder of the files; it must exist.")
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
