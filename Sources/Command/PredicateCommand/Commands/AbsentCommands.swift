#if !Files
import ArgumentParser

/// Stands in for a sub-command that this build lacks. It takes any arguments.
protocol AbsentCommand: EnvironmentCommand {
    static var name: String { get }
    var words: [String] { get }
}

extension AbsentCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: name, abstract: "Not in this build: the trait Files is off.",
            usage: "predicate \(name)", shouldDisplay: false)
    }

    func run(in environment: CommandEnvironment) throws { throw CommandFailure(absent: "`predicate \(Self.name)`") }
}

struct LintCommand: AbsentCommand {
    static let name = "lint"
    @Argument(parsing: .captureForPassthrough, help: .private) var words: [String] = []
}

struct TestCommand: AbsentCommand {
    static let name = "test"
    @Argument(parsing: .captureForPassthrough, help: .private) var words: [String] = []
}

struct LanguageServerCommand: AbsentCommand {
    static let name = "lsp"
    @Argument(parsing: .captureForPassthrough, help: .private) var words: [String] = []
}
#endif
