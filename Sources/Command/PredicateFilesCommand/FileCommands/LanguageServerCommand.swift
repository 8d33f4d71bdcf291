#if Command && Files
import ArgumentParser
import PredicateFormat
import PredicateFiles
import PredicateLanguageServer

/// `predicate lsp`
struct LanguageServerCommand: EnvironmentCommand {
    static let name = "lsp"

    /// Some clients name the way to talk, of which there is only one.
    @Flag(help: ArgumentHelp("Use standard input and output, as always.", visibility: .hidden))
    var stdio = false

    func run(in environment: CommandEnvironment) throws {
        let output = environment.output
        let loop = LanguageServerLoop(Self.environment) { bytes in
            (try? output.write(bytes)) != nil && (try? output.flush()) != nil
        }
        if loop.run(reading: 0) != 0 { throw ExitStatus.cutShort }
    }

    /// What the server is given.
    static let environment = ServerEnvironment(
        version: PredicateTool.version, library: commandLibrary,
        documentation: { LanguageReference.markup(for: $0) })
}
#endif
