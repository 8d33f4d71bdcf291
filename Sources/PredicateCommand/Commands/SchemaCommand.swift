import ArgumentParser
import PredicateFormat
import PredicateRecords

/// `predicate schema`
struct SchemaCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Write the schema of records as JSON Schema.",
        discussion: """
            Looks at every record of the files, or of standard input, and says what their fields are: types, \
            whether they are always there, and the cases when they are few.

            EXAMPLES
              predicate schema people.ndjson > person.schema.json
              predicate schema --at /items shop.json
            """)

    @Argument(help: "The files; `-` is standard input.", completion: .file())
    var files: [String] = []

    @OptionGroup var inputOptions: InputOptions

    func run(in environment: CommandEnvironment) throws {
        var inference = SchemaInference()
        var reader = JSONReader()
        do {
            for source in environment.sources(files) {
                let stream = try RecordStream(source, try inputOptions.recordOptions())
                while let record = try stream.next() { inference.add(try reader.read(record)) }
            }
        } catch let error as RecordError {
            throw CommandFailure(error, in: environment)
        }
        try environment.output.write(JSONSchemaWriter.text(inference.schema))
    }
}
