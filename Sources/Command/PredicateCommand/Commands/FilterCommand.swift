#if Command
import ArgumentParser
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
        .of(value == .warnings ? "--warnings" : "filter --no-warnings")
    }
}

/// `predicate filter`
struct FilterCommand: EvaluationCommand {
    static let name = "filter"

    @OptionGroup var subject: EvaluationOptions
    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    @Flag(help: .of("--all"))
    var all = false

    @Flag(name: .shortAndLong, help: .of("--count"))
    var count = false

    @OptionGroup var queryOptions: QueryOptions

    @Option(
        name: [.customLong("omit"), .customLong("exclude")], parsing: .unconditionalSingleValue, help: .of("--omit"))
    var omit: [String] = []

    @Flag(help: .of("--with-filename"))
    var withFilename = false

    @Option(help: .of("--filename-field"))
    var filenameField: String?

    @Option(name: .shortAndLong, help: .of("filter --output"))
    var output: OutputFormat?

    @Flag(help: .of("filter --strict"))
    var strict = false

    @Flag(help: .of("--skip-bad-records"))
    var skipBadRecords = false

    @Flag(help: .of("--strict-limits"))
    var strictLimits = false

    @Flag(help: .of("--exit-status"))
    var exitStatus = false

    @Flag(help: .of("--csv-safe"))
    var csvSafe = false

    @Option(help: .of("--threads"))
    var threads: Int?

    @Flag var warnings: WarningFlag?

    @Option(help: .of("--diagnostics"))
    var diagnostics = DiagnosticsFormat.text

    @Flag(help: .of("--stats"))
    var stats = false

    @Option(name: .customLong("into"), help: .of("filter --into"))
    var folders: [String] = []

    /// The new folder on the cluster; nil without the option.
    private var into: String? { folders.first }

    func validate() throws {
        if let threads, threads < 1 { throw ValidationError("`--threads` needs a number, 1 or more, not `\(threads)`") }
        if csvSafe, output != .csv, output != .tsv {
            throw ValidationError("--csv-safe needs a format of cells; add `--output csv` or `--output tsv`")
        }
        try subject.validatePredicate(takesAll: all)
        try validateFields()
        try refuseRepeated("--into", folders, "the records go into one folder")
        guard sourceOptions.from != nil else {
            if into != nil {
                throw ValidationError("--into needs records on a cluster; add `--from spark://MASTER#PATH`")
            }
            return try subject.validateStandardInput()
        }
        try sourceOptions.refuse([
            ("a file of records", !recordFiles.isEmpty), ("--with-filename", showsFileName),
            ("`*` with other fields in --select", queryOptions.keptFields != nil),
        ])
        // The database knows the records of a table. Spark reads files.
        guard let address = try? sourceOptions.address(), address.scheme != .spark else { return }
        if into != nil { throw ValidationError("--into needs records on a cluster; add `--from spark://MASTER#PATH`") }
        try sourceOptions.refuse(
            inputOptions.textOptions + [
                ("--untyped", schemaOptions.untyped), ("--strict", strict),
                ("--skip-bad-records", skipBadRecords), ("--threads", threads != nil),
            ])
    }

    var takesAll: Bool { all }

    private var showsFileName: Bool { withFilename || filenameField != nil }

    private var recordFiles: [String] { subject.recordFiles(takesAll: all) }

    /// Refuses --omit and --with-filename where results are not records.
    private func validateFields() throws {
        if !omit.isEmpty {
            if count { throw ValidationError("--omit and --count cannot be combined") }
            // Which records are equal must not depend on what is left out after they were compared.
            let name = queryOptions.firstName { !["--sort", "--limit", "--offset"].contains($0) }
            if let name { throw ValidationError("--omit and \(name) cannot be combined; --select names the fields") }
        }
        if showsFileName {
            var names = ["--distinct", "--group-by", "--aggregate", "--having"]
            if count { names += ["--sort", "--select"] }
            if let name = queryOptions.firstName(where: names.contains) {
                throw ValidationError("--with-filename and \(count ? "--count with " : "")\(name) cannot be combined")
            }
            let field = filenameField ?? FileNameOutput.field
            let spellings = [field, SourceSpelling.quoted(field), "SELF." + SourceSpelling.component(field)]
            if queryOptions.items.contains(where: { item in spellings.contains { sameCodePoints($0, item) } }) {
                throw ValidationError(
                    "the name of the file is written before the selected fields: leave `\(field)` out of --select")
            }
        }
    }

    func run(in environment: CommandEnvironment) throws { try environment.saying(diagnostics) { try filter(in: $0) } }

    private func filter(in environment: CommandEnvironment) throws {
        let count = try matchCount(in: environment)
        if countsTogether, environment.errors.isTerminal, environment.output.isTerminal {
            let number = recordFiles.count == 2 ? "both files" : "all \(recordFiles.count) files"
            environment.say("note: the number is for \(number) together; --with-filename counts each")
        }
        if exitStatus, count == 0 { throw ExitStatus.noMatch }
    }

    /// Whether one number stands for the records of several files, where `grep -c` writes one for each.
    private var countsTogether: Bool {
        count && !showsFileName && recordFiles.count > 1 && warnings != .noWarnings && queryOptions.query == nil
            && queryOptions.range == nil
    }

    /// Runs the filter. Returns how many records matched.
    private func matchCount(in environment: CommandEnvironment) throws -> Int {
        environment.output.form = form(in: environment).form
        if let address = try sourceOptions.address() {
            let request = try request(in: environment)
            if address.scheme == .spark {
                return try SparkRun(request: request, source: address, into: into, environment: environment).run()
            }
            return try address.openTable().filter(request, in: environment)
        }
        // `--distinct city`, as SQL has it.
        if queryOptions.distinct, queryOptions.select.isEmpty, let name = recordFiles.first, PlainName.isOne(name),
            !MisplacedFile.exists(name)
        {
            throw CommandFailure(
                .usage,
                "error: --distinct takes no value, and there is no file `\(name)`; write `--select \(name) --distinct`")
        }
        environment.sayWaiting(for: recordFiles)
        return try SQLiteFile.whileReading(recordFiles, line: "--from") {
            try FilterRun(request: try request(in: environment), environment: environment).run()
        }
    }

    /// The form of the records: on a terminal, one for people unless another is asked for.
    private func form(in environment: CommandEnvironment) -> OutputFormat {
        output ?? (environment.output.isTerminal && into == nil ? .pretty : .ndjson)
    }

    /// The request that the options describe.
    func request(in environment: CommandEnvironment) throws -> FilterRequest {
        var predicate = try predicateRequest(in: environment, otherTexts: queryOptions.texts)
        predicate.warnings = WarningFlag.choice(warnings)
        var request = FilterRequest(
            predicate: predicate, countOnly: count, output: form(in: environment), strict: strict,
            strictLimits: strictLimits)
        request.options.skipsBadRecords = skipBadRecords
        // The statistics tell it.
        request.options.countsExactly = stats
        request.options.scans = true
        if let query = queryOptions.query {
            request.query = query
            request.keptFields = queryOptions.keptFields
        } else {
            (request.options.offset, request.options.limit) = (queryOptions.offset, queryOptions.limit)
        }
        request.csvSafe = csvSafe
        request.omitted = OmittedFields(omit)
        request.showsFileName = showsFileName
        request.fileNameField = filenameField ?? FileNameOutput.field
        // Each thread needs memory, and additional threads would only wait for one another.
        request.options.threads = min(threads ?? WorkerThread.processorCount, 4 * WorkerThread.processorCount)
        return request
    }
}
#endif
