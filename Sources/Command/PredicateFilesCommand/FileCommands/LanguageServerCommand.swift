#if Files
import ArgumentParser
import PredicateFormat
import PredicateFiles
import PredicateLanguageServer

/// `predicate lsp`
struct LanguageServerCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Serve an editor: errors, completion and more for predicates in files.",
        usage: "predicate lsp",
        discussion: """
            A language server (LSP 3.17) for the predicates that `predicate lint` finds: in property lists, YAML, JSON \
            and TOML files, Core Data models, Swift, Objective-C and shell scripts, and in files with the extension \
            .predicates. An editor starts it, and talks to it by standard input and output.

            It gives errors and warnings while you type, edits that fix them, completion of fields, operators and \
            values, the types of fields and the meaning of operators under the cursor, formatting, and colours for the \
            words of a predicate.

            SETTINGS
            The editor may give settings in initializationOptions or workspace/didChangeConfiguration: `keys`, a list \
            of key patterns as for --keys of `predicate lint`; `schema`, the JSON Schema of their records, or its path; \
            `profiles`, the only profiles to use; `models`, Core Data models for source code. Paths start at the folder \
            that the editor has open.

            EXAMPLES
              # An editor starts it. Without one it ends at once.
              predicate lsp </dev/null || echo "status $?"
            """)

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
        version: PredicateTool.configuration.version, library: commandLibrary,
        read: { path in
            do throws(FileBytes.Failure) {
                return .success(try FileBytes.read(path, .regular))
            } catch {
                return .failure(ServerEnvironment.FileFailure(reason: error.reason))
            }
        },
        documentation: { LanguageReference.markup(for: $0) })
}
#endif
