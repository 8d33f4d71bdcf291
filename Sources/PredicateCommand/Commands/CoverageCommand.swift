import ArgumentParser
import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// `predicate coverage`
struct CoverageCommand: EvaluationCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show which clauses of a predicate matter for some records.",
        usage: """
            predicate coverage [<options>] <predicate> [<file> ...]
            predicate coverage [<options>] --predicate-file <file> [<file> ...]
            """,
        discussion: """
            Shows for each clause under AND, OR and NOT how many records make it true and how many false, and for how many \
            it decides: the predicate would have another answer if the clause had another one. The bar is the share of the \
            records that make the clause true. A clause that never mattered could be left out, by itself, without another \
            answer for any of these records; the whole predicate never mattered where every record satisfies it.

            Records are read as by predicate filter. --output json writes one object: version (1), text, records, \
            matches, unfinished and clauses.

            EXAMPLES
              predicate coverage 'capital == YES OR population > 9000000' \\
                cities.ndjson
            """)

    @OptionGroup var subject: EvaluationOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    @Option(help: ArgumentHelp("How the numbers are written.", valueName: "format"))
    var output = ReportFormat.text

    func run(in environment: CommandEnvironment) throws {
        let request = try predicateRequest(in: environment)
        let prepared = try FilterPreparation(request: request, environment: environment).prepare()
        prepared.sayWarnings(request, in: environment)
        let walk = RecordWalk(request, prepared, in: environment)
        let warnings = EvaluationWarnings()
        var coverage = PredicateCoverage(
            prepared.predicate, context: EvaluationContext(warn: { warnings.add($0) }))
        var reader = walk.reader
        try walk.forEach { raw in
            coverage.add(try reader.read(raw))
            return true
        }
        switch output {
        case .text:
            let width = environment.output.isTerminal ? environment.width : 80
            try environment.output.write(CoverageText(coverage: coverage, width: width).text)
        case .json: try environment.output.write(json: coverage.json(pretty: true) + "\n")
        }
        for sentence in warnings.sentences() { environment.say("warning: \(sentence)") }
    }
}
