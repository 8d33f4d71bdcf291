#if Command
import ArgumentParser
import PredicateRecords

/// `predicate schema`
struct SchemaCommand: EnvironmentCommand {
    static let name = "schema"

    @Argument(help: .of("files"), completion: .file())
    var files: [String] = []

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var sourceOptions: SourceOptions

    func validate() throws {
        try sourceOptions.refuse([("a file of records", !files.isEmpty)] + inputOptions.textOptions)
    }

    func run(in environment: CommandEnvironment) throws {
        var sources = environment.sources(files)
        if let address = try sourceOptions.address() {
            guard address.scheme == .spark else {
                return try environment.output.write(json: JSONSchemaWriter.text(address.openTable().schema))
            }
            let told = try SparkDescription(address, in: environment)
            if let columns = told.columns {
                return try environment.output.write(json: JSONSchemaWriter.text(columns.schema))
            }
            if case .lines(let sample, _) = told, !sample.isWhole {
                environment.say("note: this is the schema of the first lines; later ones may differ")
            }
            sources = told.sources(in: environment)
        } else {
            try environment.checkInputs(files.isEmpty ? ["-"] : files)
        }
        var inference = SchemaInference()
        var reader = JSONReader()
        var request = PredicateRequest(text: PredicateText(""), sources: sources)
        request.input = try inputOptions.recordOptions()
        try request.forEachRecord(in: environment) { record in
            inference.add(try reader.read(record))
            return true
        }
        try environment.output.write(json: JSONSchemaWriter.text(inference.schema))
    }
}
#endif
