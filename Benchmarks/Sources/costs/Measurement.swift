import Foundation
import PredicateAnalysis
import PredicateCore
import PredicatePatterns

/// A way to ask what a predicate says of a record.
enum Route: String, CaseIterable {
    /// `filter` and all others that only need the answer.
    case answer
    /// `why`: the trace of all parts.
    case trace
    /// `coverage`: the answers of all clauses.
    case coverage
    /// The warnings that the values of records ask for, and the answer.
    case warnings
}

/// What a predicate took for a record.
struct Measurement {
    var nanoseconds: Double
    /// The steps that were charged, where the route tells them.
    var steps = 0

    var perStep: Double { nanoseconds / Double(max(1, steps)) }
    var milliseconds: Double { nanoseconds / 1e6 }

    /// The nanoseconds that this process has computed.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The least time of several evaluations, with the charged steps; nil if the text has errors.
    init?(
        _ text: String, _ record: PredicateValue, rounds: Int = 3, route: Route = .answer,
        limits: PredicateLimits = .standard
    ) {
        guard let parsed = try? ParsedPredicate(parsing: text, library: .standardWithPatterns, limits: limits),
            let predicate = try? parsed.checked()
        else { return nil }
        let context = EvaluationContext(limits: limits)
        // What is made once for all records is not the record's work.
        let compiled = predicate.compiled
        let budget = limits.budget(forRecordOf: 0).steps
        nanoseconds = .infinity
        for _ in 0..<rounds {
            let start = Self.processorTime
            switch route {
            case .answer:
                var run = compiled.makeRun(context: context)
                _ = compiled.evaluate(on: record, in: &run)
                steps = run.work.exceeded == .steps ? budget : budget - run.work.left.steps
            case .trace: _ = predicate.trace(of: record, context: context)
            case .coverage:
                var coverage = PredicateCoverage(predicate, context: context)
                coverage.add(record)
            case .warnings:
                _ = predicate.findings(in: [record])
                _ = compiled.evaluate(on: record, context: context)
            }
            nanoseconds = min(nanoseconds, Self.processorTime - start)
        }
    }
}
