#if Command
import ArgumentParser
import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// `predicate coverage`
struct CoverageCommand: EvaluationCommand {
    static let name = "coverage"

    @OptionGroup var subject: EvaluationOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    @Option(name: .shortAndLong, help: .of("coverage --output"))
    var output = ReportFormat.text

    func validate() throws {
        try subject.validatePredicate()
        try subject.validateStandardInput()
    }

    func run(in environment: CommandEnvironment) throws {
        let request = try predicateRequest(in: environment)
        environment.sayWaiting(for: subject.recordFiles())
        let prepared = try request.prepared(in: environment)
        let (coverage, warnings) = try Self.coverage(of: request, prepared, in: environment)
        switch output {
        case .text:
            let text = CoverageText(
                coverage: coverage, width: environment.outputWidth, isColoured: environment.colouredOutput)
            try environment.output.writeUnchanged(text.text)
        case .json: try environment.output.write(json: coverage.json(pretty: true) + "\n")
        }
        environment.say(
            warnings, about: prepared.predicate, reported: prepared.reportedRanges(by: request.warnings), request)
        request.sayAbsentNames(in: environment)
    }

    /// The coverage of the records, and the warnings of the evaluation.
    static func coverage(
        of request: PredicateRequest, _ prepared: FilterPreparation.Prepared, in environment: CommandEnvironment,
        scans: Bool = true
    ) throws -> (PredicateCoverage, EvaluationWarnings) {
        var reader = prepared.reader(request)
        if scans, var scan = CoverageScan(request, prepared, reader: reader, in: environment),
            let coverage = try scan.run()
        {
            return (coverage, scan.warnings)
        }
        let warnings = EvaluationWarnings()
        var coverage = PredicateCoverage(prepared.predicate, context: warnings.counting(unusable: false))
        var context = EvaluationContext()
        context.unusable = warnings.unusable
        // The clauses have taken what the predicate may.
        context.limits.evaluationSteps /= 8
        var whole = ValueDecision(prepared.predicate, context: context)
        try request.forEachRecord(begun: prepared.begun, in: environment) { raw in
            let value = try reader.read(raw)
            if coverage.add(value) { _ = whole.holds(value, of: raw) }
            return true
        }
        return (coverage, warnings)
    }
}
#endif
