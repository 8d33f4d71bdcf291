import PredicateFormat
import PredicateRecords

/// Runs a filter: reads records, evaluates the predicate, writes those that match.
struct FilterRun {
    let request: FilterRequest
    let environment: CommandEnvironment

    init(_ request: FilterRequest, in environment: CommandEnvironment) {
        self.request = request
        self.environment = environment
    }

    func run() throws {
        let started = ContinuousClock.now
        let prepared = try FilterPreparation(
            request: request.predicate, query: request.query, environment: environment
        ).prepare()
        prepared.sayWarnings(request.predicate, in: environment)
        var scan = RecordScan(request, prepared, in: environment)
        do {
            try scan.run()
        } catch let failure as RecordError {
            // Everything before the bad record has been written by now, and is shown first. A number that counts only
            // a part is not: it would pass for the whole.
            try scan.finish(isWhole: false)
            scan.report(started)
            throw CommandFailure(failure.behind(scan.recordCount), in: environment)
        }
        try scan.finish()
        scan.report(started)
        if scan.matchCount == 0, scan.recordCount > 0 {
            prepared.sayWhyNothingMatches(request.predicate, in: environment)
        }
    }
}

/// Counts warnings of an evaluation, which come from any thread and any number of times.
final class EvaluationWarnings: Sendable {
    private let seen = Locked<Set<EvaluationWarning>>([])

    func add(_ warning: EvaluationWarning) { seen.withLock { _ = $0.insert(warning) } }

    /// What happened, a sentence each.
    var sentences: [String] {
        seen.withLock { $0 }.map { warning in
            switch warning {
            case .patternLimit(let pattern): "a match of `\(pattern)` took too many steps and counted as no match"
            case .badPattern(let pattern, let reason):
                "the pattern `\(pattern)` cannot be used and matched nothing: \(reason)"
            case .stepLimit: "the predicate took too many steps for a record and counted as false"
            }
        }.sorted()
    }
}

extension CheckedPredicate {
    /// The keys of the record that have to be read; nil for all.
    var readKeys: [String]? { tree.uses.topLevelKeys }
}
