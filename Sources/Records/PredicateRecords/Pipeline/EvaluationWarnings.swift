import PredicateFormat

/// Counts the warnings of an evaluation. They may come from any thread.
package final class EvaluationWarnings: Sendable {
    private let seen = Locked<[EvaluationWarning: Int]>([:])

    package init() {}

    package func add(_ warning: EvaluationWarning, count: Int = 1) {
        seen.withLock { $0[warning, default: 0] += count }
    }

    /// How often each warning occurred.
    package var counts: [EvaluationWarning: Int] { seen.withLock { $0 } }

    /// The number of records whose evaluation reached a limit.
    package var limitCount: Int { seen.withLock { $0[.stepLimit, default: 0] + $0[.byteLimit, default: 0] } }
}
