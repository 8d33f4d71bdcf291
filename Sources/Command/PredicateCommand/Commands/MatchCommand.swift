#if Command
import ArgumentParser
import PredicateRecords

extension RuleFormat: ExpressibleByArgument {}

/// `predicate match`
struct MatchCommand: EnvironmentCommand {
    static let name = "match"

    @Option(help: .of("--rules"), completion: .file())
    var rules: String

    @Argument(help: .of("files"), completion: .file())
    var files: [String] = []

    @Option(help: .of("--schema"), completion: ShellCompletion.schemaFile)
    var schema: String?

    @OptionGroup var inputOptions: InputOptions

    @Option(name: .shortAndLong, help: .of("match --output"))
    var output: RuleFormat?

    @Option(help: .of("--split-into"), completion: .directory)
    var splitInto: String?

    @Flag(help: .of("--lenient-limits"))
    var lenientLimits = false

    @Flag(help: .of("--skip-bad-records"))
    var skipBadRecords = false

    @Flag(help: .of("match --no-warnings"))
    var noWarnings = false

    @Option(help: .of("--diagnostics"))
    var diagnostics = DiagnosticsFormat.text

    func validate() throws {
        if rules == "-", files.isEmpty || files.contains("-") {
            throw ValidationError("standard input cannot hold the rules and the records; name a file for one of them")
        }
        if splitInto != nil, let output, output != .counts {
            throw ValidationError("--split-into and --output \(output.rawValue) cannot be combined")
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
#endif
