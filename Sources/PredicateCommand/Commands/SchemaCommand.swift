import ArgumentParser
import PredicateFormat
import PredicateRecords

/// `predicate schema`
struct SchemaCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Write the schema of records as JSON Schema.",
        usage: """
            predicate schema [<options>] [<file> ...]
            predicate schema --from <address>
            """,
        discussion: """
            Examines every record of the files, or of standard input, and describes the fields: their types, \
            whether they are always present, and their values if there are few. The result can be edited \
            and given to --schema of the other commands. With --from, the schema is that of a table of a database.

            EXAMPLES
              predicate schema cities.ndjson
              # The records are the values of one object.
              predicate schema --values countries.json
            """)

    @Argument(
        help: ArgumentHelp("The files with the records; `-`, or none, is standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var sourceOptions: SourceOptions

    func validate() throws {
        try sourceOptions.refuse([
            ("a file of records", !files.isEmpty), ("--at", inputOptions.pointer != nil),
            ("--values", inputOptions.values),
        ])
    }

    func run(in environment: CommandEnvironment) throws {
        if let table = try sourceOptions.address()?.openTable() {
            return try environment.output.write(json: JSONSchemaWriter.text(table.schema))
        }
        try environment.checkInputs(files.isEmpty ? ["-"] : files)
        var inference = SchemaInference()
        var reader = JSONReader()
        do {
            for source in environment.sources(files) {
                let stream = try RecordStream(source, try inputOptions.recordOptions())
                while let record = try stream.next() { inference.add(try reader.read(record)) }
            }
        } catch let error as RecordError {
            throw CommandFailure(error.behind(inference.recordCount), in: environment)
        }
        try environment.output.write(json: JSONSchemaWriter.text(inference.schema))
    }
}
