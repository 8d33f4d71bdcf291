#if SQLite || PostgreSQL
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// Runs a filter over a table of a database: checks the predicate against the table, evaluates it, and writes the
/// records that match, in the order of the table.
struct TableRun {
    let request: FilterRequest
    let table: any DatabaseTable
    let environment: CommandEnvironment

    /// A run of a request, whose sources are ignored.
    init(_ request: FilterRequest, over table: any DatabaseTable, in environment: CommandEnvironment) {
        var request = request
        request.predicate.givenSchema = table.schema
        request.predicate.sources = []
        // The rows have values.
        request.scans = false
        self.request = request
        self.table = table
        self.environment = environment
    }

    /// Runs the filter. Returns how many records matched.
    func run() throws -> Int {
        let started = ContinuousClock.now
        var prepared = try FilterPreparation(
            request: request.predicate, query: request.query, environment: environment
        ).prepare()
        if request.predicate.warnings != .none {
            let warnings = try UnseenKeys(prepared.predicate, in: table).warnings
            if !warnings.isEmpty {
                prepared.findings = SubjectDiagnostics(
                    predicate: PredicateDiagnostics(source: prepared.predicate.source, diagnostics: warnings))
            }
        }
        prepared.sayWarnings(request.predicate, in: environment)
        sayOrder(of: prepared)
        let context = EvaluationContext()
        let provider = TableProvider(request, prepared, table, context: context)
        let answer = FilterAnswer(
            request, prepared, deciding: provider.residual, query: nil,
            writing: table.schema.restricted(to: table.columns), context: context,
            progress: Progress(sources: [], in: environment), in: environment)
        return try answer.run(provider, started) { seconds in
            let counts = answer.pipeline.counts
            let what = provider.givesGroups ? "group" : "row"
            return "\(counts.records) \(counts.records == 1 ? what : what + "s") read from \(table.name), "
                + "\(counts.matches) matched, in \(FixedNumber.text(seconds, digits: 3)) s"
        }
    }

    /// Says that the order is undefined, if it decides what is written.
    private func sayOrder(of prepared: FilterPreparation.Prepared) {
        guard let remark = table.orderRemark, request.predicate.warnings != .none else { return }
        let isLimited =
            prepared.query.map { $0.limit != nil || $0.offset > 0 } ?? (request.limit != nil || request.offset > 0)
        // Groups are in the order of their first records.
        let isSorted = prepared.query.map { !$0.order.isEmpty } ?? false
        if isLimited && !isSorted || request.predicate.warnings == .all { environment.say("warning: " + remark) }
    }
}
#endif
