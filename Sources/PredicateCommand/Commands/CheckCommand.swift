import ArgumentParser
import PredicateFormat
import PredicateRecords

/// `predicate check`
struct CheckCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with a predicate.",
        discussion: """
            Ends with status 0 when the predicate can be used, and with 65 when it cannot. Warnings are shown and \
            do not fail.

            EXAMPLES
              predicate check --schema person.schema.json 'age > "thirty"'
              predicate check --data people.ndjson 'nmae BEGINSWITH "A"'
              predicate check --untyped 'ANY tags ==[cd] "sao"'
            """)

    @Argument(help: "The predicate.")
    var predicate: String

    @OptionGroup var schemaOptions: SchemaOptions

    @Option(help: ArgumentHelp("Records whose fields the predicate may use.", valueName: "file"))
    var data: String?

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    func run(in environment: CommandEnvironment) throws {
        let request = FilterRequest(
            predicate: predicate, sources: data.map { environment.sources([$0]) } ?? [],
            input: try inputOptions.recordOptions(),
            schemaFile: schemaOptions.schema,
            untyped: schemaOptions.untyped || (data == nil && schemaOptions.schema == nil),
            arguments: valueOptions.arguments, variables: try valueOptions.variableTexts(), showWarnings: true,
            allowsUnbound: true)
        let prepared = try PredicatePreparation(request: request, environment: environment).prepare()
        FilterRun(request, in: environment).showWarnings(of: prepared.predicate)
    }
}
