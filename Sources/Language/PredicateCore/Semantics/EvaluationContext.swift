import PredicatePlatform

/// An event during an evaluation that `matches` does not show. One that stands for a limit leaves the predicate
/// undecided: see `PredicateAnswer`.
public enum EvaluationWarning: Hashable, Sendable {
    /// A match of this pattern reached its limit and counted as no match.
    case patternLimit(String)
    /// A pattern that is not constant does not compile, and so matched nothing. Has the pattern and the reason.
    case badPattern(String, String)
    /// A pattern that is not constant is longer than `PredicateLimits.patternBytes`, or too large for its engine, and so
    /// matched nothing. Has the pattern and the reason.
    case largePattern(String, String)
    /// An evaluation exceeded its steps (`PredicateLimits.evaluationSteps`), so the predicate counted as false.
    /// Reported once for each record.
    case stepLimit
    /// An evaluation exceeded its bytes (`PredicateLimits.evaluationBytes`), so the predicate counted as false.
    /// Reported once for each record.
    case byteLimit
}

/// The context of one run of a predicate: one for a whole filter, query or REPL line (D101).
public struct EvaluationContext: Sendable {
    /// The value of `now()`.
    public var now: Date
    /// The values of substitution variables, by name without `$`. A template is bound to them: see `PredicateTemplate`.
    public var bindings: [String: PredicateValue]
    /// The limits of the evaluation.
    public var limits: PredicateLimits
    /// The size of the text of a record in bytes, if known; the budget of an evaluation grows with it. Otherwise 0.
    public var recordBytes = 0
    /// Called from time to time. If it returns true, the evaluation ends and counts as false.
    public var isCancelled: (@Sendable () -> Bool)?
    /// Called with each warning, any number of times for one cause; nil drops warnings.
    public var warn: (@Sendable (EvaluationWarning) -> Void)?
    /// Counts the values that operations could not use; nil counts none. Counting takes time where such values are.
    ///
    /// Predicates, orders and queries over records count. The indexes of a `PredicateSet` and columns do not.
    public var unusable: UnusableValues?

    /// A context whose `now()` is the current moment.
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
