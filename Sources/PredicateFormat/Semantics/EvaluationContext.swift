import PredicatePlatform

/// Something that happened while a predicate was evaluated and that its answer does not show.
public enum EvaluationWarning: Hashable, Sendable {
    /// A match of this pattern reached its limit and counted as no match.
    case patternLimit(String)
    /// A pattern that is not constant cannot be compiled and matched nothing; pattern and reason.
    case badPattern(String, String)
    /// An evaluation took more than its steps (`PredicateLimits.evaluationSteps`), and the predicate counted as false. Told
    /// once for each record.
    case stepLimit
    /// An evaluation held more than its bytes (`PredicateLimits.evaluationBytes`), and the predicate counted as false. Told
    /// once for each record.
    case byteLimit
}

/// The context of one run of a predicate: one for a whole filter, query or REPL line (D101).
public struct EvaluationContext: Sendable {
    /// The value of `now()`.
    public var now: Date
    /// The values of substitution variables, by name without `$`.
    public var bindings: [String: PredicateValue]
    /// Bounds on work.
    public var limits: PredicateLimits
    /// The size of the text of a record in bytes, if known; the budget of an evaluation grows with it. Otherwise 0.
    public var recordBytes = 0
    /// Asked from time to time; true ends the evaluation, which then counts as false.
    public var isCancelled: (@Sendable () -> Bool)?
    /// Told of warnings, any number of times for one cause; nil drops them.
    public var warn: (@Sendable (EvaluationWarning) -> Void)?

    /// A context whose `now()` is this moment.
    public init(
        now: Date = Date(), bindings: [String: PredicateValue] = [:], limits: PredicateLimits = .standard,
        isCancelled: (@Sendable () -> Bool)? = nil, warn: (@Sendable (EvaluationWarning) -> Void)? = nil
    ) {
        self.now = now
        self.bindings = bindings
        self.limits = limits
        self.isCancelled = isCancelled
        self.warn = warn
    }
}
