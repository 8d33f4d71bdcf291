import ArgumentParser
import PredicateFormat
import PredicateRecords

/// How records are written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case ndjson
    case json
    case csv
    case table
}

/// `predicate filter`
struct FilterCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Write the records that satisfy a predicate.",
        usage: """
            predicate filter [<options>] <predicate> [<file> ...]
            predicate filter [<options>] --predicate-file <file> [<file> ...]
            """,
        discussion: """
            Records are read from the files, or from standard input; gzip and zstd files as they are. How they are \
            written is recognised: one JSON value a line, a list of records, one record, values one after the \
            other, or what --at and --values reach.

            The names in the predicate are checked before anything is written: against --schema, or against what \
            the records show (of a pipe the first hundred). --untyped checks none. A predicate that begins with \
            `-` goes behind `--`.

            EXAMPLES
              predicate filter 'age > 30 AND name BEGINSWITH[cd] "jo"' people.ndjson
              predicate filter --at /items --output csv 'ANY tags == "new"' shop.json
              predicate filter --arg Ada 'name == %@' --limit 1 people.ndjson.gz
              zcat log.gz | predicate filter --count 'level IN {"error", "fault"}'
            """)

    @Argument(help: "The predicate; not where --predicate-file gives it.", completion: ShellCompletion.predicate)
    var predicate: String?

    @Argument(
        help: ArgumentHelp("The files with the records; `-`, or none, is standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("A file that holds the predicate; `-` is standard input.", valueName: "file"),
        completion: .file())
    var predicateFile: String?

    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    @Flag(help: "Write the number of matching records alone.")
    var count = false

    @Option(help: ArgumentHelp("Write at most so many records.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Pass over so many matching records first.", valueName: "n"))
    var offset = 0

    @Option(help: ArgumentHelp("ndjson, json, csv or table.", valueName: "format"))
    var output = OutputFormat.ndjson

    @Flag(help: "Check every byte of every record, and refuse a key that stands twice.")
    var strict = false

    @Flag(help: "Go on behind a bad record of line-delimited input, and report them at the end.")
    var skipBadRecords = false

    @Flag(help: "Show what is doubtful in the predicate and in the data.")
    var warnings = false

    @Flag(help: "Say at the end how much was read and how long it took.")
    var stats = false

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit is not negative.") }
        if offset < 0 { throw ValidationError("--offset is not negative.") }
        if predicateFile == nil, predicate == nil { throw ValidationError("Missing expected argument '<predicate>'") }
        if predicateFile == "-", recordFiles.isEmpty || recordFiles.contains("-") {
            throw ValidationError("Standard input cannot hold the predicate and the records.")
        }
    }

    /// The operands that name records: with --predicate-file the first one does too.
    private var recordFiles: [String] { predicateFile == nil ? files : (predicate.map { [$0] } ?? []) + files }

    func run(in environment: CommandEnvironment) throws {
        let text = try predicateFile.map(PredicateText.init(file:)) ?? PredicateText(predicate ?? "")
        let subject = PredicateRequest(
            text: text, sources: environment.sources(recordFiles), input: try inputOptions.recordOptions(),
            schemaFile: schemaOptions.schema, untyped: schemaOptions.untyped, arguments: valueOptions.arguments,
            variables: try valueOptions.variableTexts(), showWarnings: warnings)
        let request = FilterRequest(
            predicate: subject, countOnly: count, limit: limit, offset: offset, output: output, strict: strict,
            skipBadRecords: skipBadRecords, showStatistics: stats)
        try FilterRun(request, in: environment).run()
    }
}
