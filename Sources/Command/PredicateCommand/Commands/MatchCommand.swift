import ArgumentParser
import PredicateFormat
import PredicateRecords

extension RuleFormat: ExpressibleByArgument {}

/// `predicate match`
struct MatchCommand: EnvironmentCommand {
    static let name = "match"

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

    @Flag(help: "Skip bad records of line-delimited input, and report them at the end.")
    var skipBadRecords = false

    @Flag(help: "Show no warnings about the rules and the data.")
    var noWarnings = false

    @Option(help: ArgumentHelp("The form of errors and warnings.", valueName: "format"))
    var diagnostics = DiagnosticsFormat.text

    func validate() throws {
        if rules == "-", files.isEmpty || files.contains("-") {
            throw ValidationError("Standard input cannot hold the rules and the records.")
        }
        if splitInto != nil, let output, output != .counts {
            throw ValidationError("--split-into and --output \(output.rawValue) cannot be combined.")
        }
    }

    func run(in environment: CommandEnvironment) throws { try environment.saying(diagnostics) { try match(in: $0) } }

    private func match(in environment: CommandEnvironment) throws {
        let inputs = files.isEmpty ? ["-"] : files
        try environment.checkInputs(inputs + [rules, schema].compactMap { $0 })
        var request = PredicateRequest(text: PredicateText(""))
        request.schemaFile = schema
        let file = try RuleFile(rules, schema: try request.declaredSchema(in: environment), in: environment)
        var match = try RuleMatch(
            file, format: output ?? .ids, isLenient: lenientLimits, skipsBadRecords: skipBadRecords,
            splitInto: splitInto,
            reading: files + [rules, schema].compactMap { $0 },
            warns: !noWarnings, in: environment)
        try match.run(environment.sources(files), try inputOptions.recordOptions())
    }
}
