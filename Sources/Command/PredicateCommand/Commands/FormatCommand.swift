#if Command
import ArgumentParser

extension PredicateFormatStyle.Layout: ExpressibleByArgument {
    /// The words of the option.
    public static var allValueStrings: [String] { [apple, readable].map(\.rawValue) }
    /// Completes the words of the option.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension PredicateFormatStyle.Dates: ExpressibleByArgument {
    /// The words of the option.
    public static var allValueStrings: [String] { [iso, apple].map(\.rawValue) }
    /// Completes the words of the option.
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// `predicate format`
struct FormatCommand: EnvironmentCommand {
    static let name = "format"

    @Argument(help: .of("format predicate"), completion: ShellCompletion.predicate)
    var predicate: String

    @Option(help: .of("--style"))
    var style = PredicateFormatStyle.Layout.apple

    @Option(help: .of("--dates"))
    var dates = PredicateFormatStyle.Dates.iso

    @Flag(help: .of("format --json"))
    var json = false

    func run(in environment: CommandEnvironment) throws {
        let tree = try PredicateDiagnostics.translating(
            try ParsedPredicate(parsing: predicate, library: commandLibrary).tree
        ) {
            CommandFailure($0, of: PredicateText(predicate), in: environment)
        }
        let text =
            json
            ? tree.json(source: predicate, pretty: true)
            : tree.formatted(PredicateFormatStyle(layout: style, dates: dates))
        if json { try environment.output.write(json: text + "\n") } else { try environment.output.write(text + "\n") }
    }
}
#endif
