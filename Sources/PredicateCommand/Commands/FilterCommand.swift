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
        discussion: """
            Records are read from the files, or from standard input; gzip and zstd files as they are. How they are
            written is recognised: one JSON value a line, a list of records, one record, values one after the
            other, or what --at and --values reach.

            EXAMPLES
              predicate filter 'age > 30 AND name BEGINSWITH[cd] "jo"' people.ndjson
              predicate filter --at /items --output csv 'ANY tags == "new"' shop.json
              predicate filter --arg 2024-01-01 'born >= %@' --schema person.schema.json people.ndjson
              zcat log.gz | predicate filter --count 'level IN {"error", "fault"}'
            """)

    @Argument(
        help: ArgumentHelp(
            "The predicate, and then the files; with --predicate-file only files. `-` is standard input.",
            valueName: "predicate> [<file ...>] <"))
    var operands: [String] = []

    @Option(help: ArgumentHelp("A file that holds the predicate.", valueName: "file"))
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
        if predicateFile == nil, operands.isEmpty { throw ValidationError("Missing expected argument '<predicate>'") }
    }

    func run(in environment: CommandEnvironment) throws {
        let text: String
        let files: [String]
        if let predicateFile {
            text = try readText(predicateFile).trimmingBlanks()
            files = operands
        } else {
            text = operands.first ?? ""
            files = Array(operands.dropFirst())
        }
        let request = FilterRequest(
            predicate: text, sources: sources(files), input: try inputOptions.recordOptions(),
            schemaFile: schemaOptions.schema, untyped: schemaOptions.untyped, arguments: valueOptions.arguments,
            variables: try valueOptions.variableTexts(), countOnly: count, limit: limit, offset: offset, output: output,
            strict: strict, skipBadRecords: skipBadRecords, showWarnings: warnings, showStatistics: stats)
        try FilterRun(request, in: environment).run()
    }
}

extension String {
    /// The text without blanks and line ends around it, such as the one at the end of every file.
    func trimmingBlanks() -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
        }
        var scalars = unicodeScalars[...]
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return String(scalars)
    }
}
