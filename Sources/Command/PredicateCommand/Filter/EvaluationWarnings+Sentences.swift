import PredicateFormat
import PredicateRecords

extension EvaluationWarnings {
    /// The warnings, one sentence each.
    ///
    /// - Parameter costliest: the part of the predicate that may cost most, for limits.
    func sentences(costliest: @autoclosure () -> String? = nil) -> [String] {
        counts.map { warning, count in
            switch warning {
            case .patternLimit(let pattern): "a match of `\(pattern)` took too many steps and counted as no match"
            case .largePattern(let pattern, let reason):
                "the pattern `\(EvaluationLimit.start(of: pattern))` cannot be used and matched nothing: \(reason)"
            case .badPattern(let pattern, let reason):
                "the pattern `\(pattern)` cannot be used and matched nothing: \(reason)"
            case .stepLimit, .byteLimit:
                "the predicate \(Self.excess(warning)) for \(Self.records(count)), and counted as false there"
                    + (costliest().map { "; `\($0)` costs most" } ?? "")
            }
        }.sorted()
    }

    /// The failure for a limit that left the predicate undecided; nil if there is none.
    func limitFailure(costliest: @autoclosure () -> String?) -> CommandFailure? {
        let seen = counts
        for limit in [EvaluationWarning.stepLimit, .byteLimit] {
            guard let count = seen[limit] else { continue }
            return CommandFailure(
                .data,
                "error: the predicate \(Self.excess(limit)) for \(Self.records(count))"
                    + (costliest().map { "; `\($0)` costs most" } ?? ""))
        }
        let limit = seen.keys.compactMap { $0.limit?.sentence }.min()
        return limit.map { CommandFailure(.data, "error: \($0)") }
    }

    /// What an evaluation took beyond a limit; nil if it exceeded none.
    var excess: String? {
        let seen = counts
        return [EvaluationWarning.stepLimit, .byteLimit].first { seen[$0] != nil }.map(Self.excess)
    }

    private static func records(_ count: Int) -> String { count == 1 ? "a record" : "\(count) records" }

    private static func excess(_ warning: EvaluationWarning) -> String {
        (warning == .byteLimit ? EvaluationLimit.bytes : .steps).excess
    }
}

extension EvaluationLimit {
    /// What an evaluation did: the end of a sentence. The command has the standard limits.
    fileprivate var excess: String {
        let limits = PredicateLimits.standard
        return switch self {
        case .steps: "took more than \(limits.evaluationSteps) steps (limit `evaluationSteps`)"
        case .bytes: "held more than \(limits.evaluationBytes) bytes (limit `evaluationBytes`)"
        case .pattern: "took more than \(limits.patternSteps) steps (limit `patternSteps`)"
        case .patternSize: "is too large (limit `patternBytes`)"
        case .cancellation: "was cancelled"
        }
    }

    /// What exceeded the limit.
    var sentence: String {
        switch self {
        case .steps, .bytes, .cancellation: "the evaluation \(excess)"
        case .pattern(let pattern): "a match of `\(pattern)` \(excess)"
        case .patternSize(let pattern): "the pattern `\(Self.start(of: pattern))` of the record \(excess)"
        }
    }

    /// As much of a pattern as a message shows.
    fileprivate static func start(of pattern: String) -> String {
        let start = pattern.unicodeScalars.prefix(60)
        return String(start) + (start.endIndex == pattern.endIndex ? "" : "…")
    }
}
