import ArgumentParser
import PredicateFormat

extension PredicateFormatStyle.Layout: ExpressibleByArgument {}
extension PredicateFormatStyle.Dates: ExpressibleByArgument {}

/// `predicate format`
struct FormatCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Write a predicate in its canonical form.",
        discussion: """
            The style `apple` is that of predicateFormat on Apple's systems; `readable` has fewer parentheses and \
            breaks long lines. Names and types are not checked.

            EXAMPLES
              predicate format "a=1 && b<>2"
              predicate format --style readable --dates apple "$(cat long.predicate)"
              predicate format --json 'ANY tags == "x"'
            """)

    @Argument(help: "The predicate.", completion: ShellCompletion.predicate)
    var predicate: String

    @Option(help: "apple or readable.")
    var style = PredicateFormatStyle.Layout.apple

    @Option(help: "How dates are written: iso or apple (seconds since 2001).")
    var dates = PredicateFormatStyle.Dates.iso

    @Flag(help: "Write the tree as JSON.")
    var json = false

    func run(in environment: CommandEnvironment) throws {
        let tree: PredicateTree
        do throws(PredicateDiagnostics) {
            tree = try ParsedPredicate(parsing: predicate, library: commandLibrary).tree
        } catch {
            throw CommandFailure(error, of: PredicateText(predicate), in: environment)
        }
        let text =
            json
            ? tree.json(source: predicate, pretty: true)
            : tree.formatted(PredicateFormatStyle(layout: style, dates: dates))
        try environment.output.write(text + "\n")
    }
}
