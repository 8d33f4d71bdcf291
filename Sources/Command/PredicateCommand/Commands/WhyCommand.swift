#if Command
import ArgumentParser
import PredicateAnalysis
import PredicateRecords

/// The form of a trace or a coverage.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    /// A drawing for people.
    case text
    /// An object for programs.
    case json
}

/// `predicate why`
struct WhyCommand: EvaluationCommand {
    static let name = "why"

    @OptionGroup var subject: EvaluationOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    @Option(help: .of("--record"))
    var record: Int?

    @Option(help: .of("--find"), completion: ShellCompletion.predicate)
    var find: String?

    @Option(name: .shortAndLong, help: .of("why --output"))
    var output = ReportFormat.text

    func validate() throws {
        try subject.validatePredicate()
        try subject.validateStandardInput()
        if let record, record < 1 { throw ValidationError("`--record` needs a number, 1 or more, not `\(record)`") }
        if record != nil, find != nil { throw ValidationError("--record and --find cannot be combined") }
    }

    func run(in environment: CommandEnvironment) throws {
        let request = try predicateRequest(in: environment)
        environment.sayWaiting(for: subject.recordFiles())
        if let find {
            try FilterPreparation(request: search(find, request), environment: environment).refuseOpenValues()
        }
        let prepared = try request.prepared(in: environment)
        let found = try record(of: request, prepared, in: environment)
        let warnings = EvaluationWarnings()
        let trace = prepared.predicate.trace(
            of: found.value, context: EvaluationContext(warn: { warnings.add($0) }))
        switch output {
        case .text:
            let text = TraceText(
                trace: trace, title: "record \(found.number)", width: environment.outputWidth,
                isColoured: environment.colouredOutput)
            try environment.output.writeUnchanged(text.text)
        case .json:
            let file = found.raw.file.map { RecordWriter.json(.string($0)) } ?? "null"
            try environment.output.write(
                json:
                    "{\"record\":\(found.number),\"file\":\(file),\"line\":\(found.raw.line),\"trace\":\(trace.json())}\n"
            )
        }
        for sentence in warnings.sentences() { environment.say("warning: \(sentence)") }
    }

    private func record(
        of request: PredicateRequest, _ prepared: FilterPreparation.Prepared, in environment: CommandEnvironment
    ) throws -> (number: Int, raw: RawRecord, value: PredicateValue) {
        var search: CheckedPredicate?
        if let find { search = try predicate(find, request, prepared, in: environment) }
        var reader = prepared.reader(request)
        var found: (number: Int, raw: RawRecord, value: PredicateValue)?
        var count = 0
        try request.forEachRecord(begun: prepared.begun, in: environment) { raw in
            count += 1
            if let search {
                let value = try reader.read(raw)
                guard search.matches(value) else { return true }
                found = (count, raw, value)
                return false
            }
            guard count == record ?? 1 else { return true }
            found = (count, raw, try reader.read(raw))
            return false
        }
        guard let found else {
            let verb = count == 1 ? "is" : "are"
            let records = count == 1 ? "1 record" : "\(count) records"
            let reason =
                find == nil
                ? count == 0 ? "there are no records" : "--record \(record ?? 1): there \(verb) only \(records)"
                : "there \(verb) \(records), and none satisfies the predicate of --find"
            throw CommandFailure(.data, "error: \(reason)")
        }
        return found
    }

    /// A request for the predicate of `--find`, which takes no arguments and no variables.
    private func search(_ text: String, _ request: PredicateRequest) -> PredicateRequest {
        var request = request
        request.text = PredicateText(text)
        request.arguments = []
        request.variables = NameTable()
        return request
    }

    /// The predicate of `--find`, checked in the same way as the main predicate.
    private func predicate(
        _ text: String, _ request: PredicateRequest, _ prepared: FilterPreparation.Prepared,
        in environment: CommandEnvironment
    ) throws(CommandFailure) -> CheckedPredicate {
        let request = search(text, request)
        do throws(PredicateDiagnostics) {
            return try RequestCompiler(request).predicate(against: prepared.schema)
        } catch {
            var error = error
            error.diagnostics.removeAll { $0.severity == .warning }
            throw CommandFailure(error, of: request.text, in: environment)
        }
    }
}
#endif
