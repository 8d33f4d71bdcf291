import ArgumentParser
import PredicateFormat
import PredicateRecords

extension RuleFormat: ExpressibleByArgument {}

/// `predicate match`
struct MatchCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Show which of many predicates hold for each record.",
        usage: """
            predicate match --rules <file> [<options>] [<file> ...]
            """,
        discussion: """
            Reads each record once and finds the rules that hold for it, in the order of the file of rules. The time grows \
            with the number of rules that come into question, not with the number of rules: thousands of rules take \
            little longer than one.

            A file of rules has a rule on each line, `id: predicate`. The id ends at the first `:`; a backslash before a \
            character makes it part of the id. Lines that begin with # are comments. The file may also be a JSON object of \
            ids and texts, or a file of named predicates. All errors of all rules are reported before a record is read. \
            --diagnostics json writes them, and any other failure, as one array to standard error, in the form of \
            `predicate check`.

            Names are checked if --schema declares the fields. Without it every field may hold anything.

            --output ids writes a JSON array of ids for each record, records writes each record for which a rule holds with \
            its ids, and counts writes the number of records for each rule. --split-into writes the records of each rule to \
            a file of its own in a folder, which is made if it does not exist. A rule that holds for no record has no file. \
            The files replace those of an earlier run when all are complete, so a run that fails changes nothing; other files \
            of the folder stay. \
            In the names of the files, bytes of ids other than letters, digits, -, _ and . become % and two digits.

            A limit may leave a rule undecided for a record. Because the rule may forbid the record, the command ends there \
            with status 65. --lenient-limits makes that a warning, and the part that reached the limit counts as false.

            EXAMPLES
              # The rules that hold for each city.
              predicate match --rules Predicates/rules.txt cities.ndjson
              # How often each rule holds.
              predicate match --rules Predicates/rules.txt --output counts \\
                cities.ndjson
              # The cities of each rule in a file of its own, and their number.
              predicate match --rules Predicates/rules.txt --output counts \\
                --split-into parts cities.ndjson
            """)

    @Option(
        help: ArgumentHelp("The rules: lines `id: predicate`, or a JSON object of ids and texts.", valueName: "file"),
        completion: .file())
    var rules: String

    @Argument(
        help: ArgumentHelp("The files with the records; `-`, or none, is standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("A JSON Schema of the records.", valueName: "file"), completion: ShellCompletion.schemaFile)
    var schema: String?

    @OptionGroup var inputOptions: InputOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("What is written.", valueName: "form"))
    var output: RuleFormat?

    @Option(
        help: ArgumentHelp("Write the records of each rule to a file in this folder.", valueName: "folder"),
        completion: .directory)
    var splitInto: String?

    @Flag(help: "Warn, and go on, if a limit leaves a rule undecided for a record.")
    var lenientLimits = false

    @Option(help: ArgumentHelp("The form of errors.", valueName: "format"))
    var diagnostics = DiagnosticsFormat.text

    func validate() throws {
        if rules == "-", files.isEmpty || files.contains("-") {
            throw ValidationError("Standard input cannot hold the rules and the records.")
        }
        if splitInto != nil, let output, output != .counts {
            throw ValidationError("--split-into and --output \(output.rawValue) cannot be combined.")
        }
    }

    func run(in environment: CommandEnvironment) throws {
        do {
            try match(in: environment)
        } catch let failure as CommandFailure where diagnostics == .json {
            try environment.output.flush()
            let json =
                failure.diagnostics.map { $0.json(pretty: true) + "\n" }
                ?? FailureDiagnostics.json(code: failure.code, message: failure.sentence)
            try environment.errors.write(json: json)
            try environment.errors.flush()
            throw failure.status
        }
    }

    private func match(in environment: CommandEnvironment) throws {
        let inputs = files.isEmpty ? ["-"] : files
        try environment.checkInputs(inputs + [rules, schema].compactMap { $0 })
        var request = PredicateRequest(text: PredicateText(""))
        request.schemaFile = schema
        let file = try RuleFile(rules, schema: try request.declaredSchema(in: environment), in: environment)
        var match = try RuleMatch(
            file, format: output ?? .ids, isLenient: lenientLimits, splitInto: splitInto,
            reading: files + [rules, schema].compactMap { $0 },
            in: environment)
        try match.run(environment.sources(files), try inputOptions.recordOptions())
    }
}
