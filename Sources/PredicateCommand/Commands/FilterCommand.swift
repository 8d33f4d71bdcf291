import ArgumentParser
import PredicateFormat
import PredicateRecords

/// The flags that choose the warnings.
enum WarningFlag: EnumerableFlag {
    case warnings
    case noWarnings

    /// The warnings that a flag chooses; nil if there is no flag.
    static func choice(_ flag: WarningFlag?) -> WarningChoice {
        switch flag {
        case .warnings: .all
        case .noWarnings: .none
        case nil: .wrongAnswers
        }
    }

    static func help(for value: WarningFlag) -> ArgumentHelp? {
        switch value {
        case .warnings:
            "Show all warnings about the predicate and the data, not only those of a certainly wrong answer."
        case .noWarnings: "Show no warnings."
        }
    }
}

/// `predicate filter`
struct FilterCommand: EvaluationCommand {
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
            other, or what --at and --values reach. The status is 0 also when no record matches.

            The names in the predicate are checked before anything is written: against --schema, or against what \
            the records show. Of a pipe the first hundred records count; if fewer arrive within a moment, a name that they \
            lack is only a warning. --untyped checks none. A predicate that begins with `-` goes behind `--`.

            Mistakes that certainly make the answer wrong are reported on standard error: for example, a comparison that is \
            always true or always false, SQL's wildcards in LIKE, or a date compared as text with dates in another form.

            A spreadsheet runs a cell that begins with =, +, -, @, a tab or a carriage return as a formula, whoever wrote it. --csv-safe \
            puts an apostrophe before text and names of fields that begin so; numbers stay numbers.

            A record is checked to its end before it is written. Other records, and with --count all of them, are read \
            only as far as the predicate needs, so a mistake after that point goes unnoticed. But every line has to \
            begin and end like an object. --strict checks every byte.

            Groups are made of the records that satisfy the predicate, then come --having, --sort, --select, \
            --distinct, --offset and --limit, wherever they stand on the line. With --sort and --limit no more records \
            are kept in memory than are wanted, without --limit all that satisfy the predicate; of groups the keys and \
            what is computed, of --distinct the different results. All else is written as it is found.

            EXAMPLES
              # The cities of Portugal with more than a hundred thousand inhabitants.
              predicate filter 'countrycode == "PT" AND population > 100000' \\
                cities.ndjson
              # In how many countries some kind of Portuguese is spoken.
              predicate filter --values --count 'ANY languages BEGINSWITH "pt"' \\
                countries.json
              # What comes from outside is a value, and never a part of the predicate.
              predicate filter --arg Porto 'name == %@' cities.ndjson
              # The five largest capitals.
              predicate filter --sort -population --limit 5 'capital == YES' \\
                cities.ndjson
              # The countries with the most people in large cities.
              predicate filter --group-by countrycode --having 'count > 3' \\
                --aggregate 'total = sum(population)' --sort -total \\
                'population > 1000000' cities.ndjson
              # Records come through a pipe as well.
              predicate filter 'capital == YES' cities.ndjson |
                predicate filter --count 'population < 5000'
            """)

    @OptionGroup var subject: EvaluationOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    @Flag(help: "Write the number of matching records alone.")
    var count = false

    @OptionGroup var queryOptions: QueryOptions

    @Option(help: ArgumentHelp("How the records are written.", valueName: "format"))
    var output = OutputFormat.ndjson

    @Flag(help: "Check every byte of every record, and refuse a key that stands twice.")
    var strict = false

    @Flag(help: "Go on behind a bad record of line-delimited input, and report them at the end.")
    var skipBadRecords = false

    @Flag(help: "End with status 65 when the predicate exceeds a limit for a record.")
    var strictLimits = false

    @Flag(help: "With --output csv, put ' before text that a spreadsheet would run.")
    var csvSafe = false

    @Option(
        help: ArgumentHelp(
            "Read on at most N threads; as many as processors otherwise, and never more than four for each.",
            valueName: "n"))
    var threads: Int?

    @Flag var warnings: WarningFlag?

    @Flag(help: "Say at the end how much was read and how long it took.")
    var stats = false

    func validate() throws {
        if let threads, threads < 1 { throw ValidationError("--threads is at least 1.") }
        if csvSafe, output != .csv { throw ValidationError("--csv-safe is for --output csv.") }
    }

    func run(in environment: CommandEnvironment) throws {
        environment.output.form = output.form
        try FilterRun(try request(in: environment), in: environment).run()
    }

    /// What is asked for.
    func request(in environment: CommandEnvironment) throws -> FilterRequest {
        var predicate = try predicateRequest(in: environment)
        predicate.warnings = WarningFlag.choice(warnings)
        var request = FilterRequest(
            predicate: predicate, countOnly: count, output: output, strict: strict, skipBadRecords: skipBadRecords,
            strictLimits: strictLimits, showStatistics: stats)
        if let query = queryOptions.query {
            request.query = query
        } else {
            request.limit = queryOptions.limit
            request.offset = queryOptions.offset
        }
        request.csvSafe = csvSafe
        // Each thread has memory of its own, and more of them than that only wait for one another.
        if let threads { request.threads = min(threads, 4 * WorkerThread.processorCount) }
        return request
    }
}
