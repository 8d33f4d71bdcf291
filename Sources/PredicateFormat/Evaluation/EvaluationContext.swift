#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bounds on what a predicate may cost. All are on by default; the message names the limit and where it was passed.
public struct PredicateLimits: Hashable, Sendable {
    /// Bytes of a format string.
    public var sourceBytes = 1 << 20
    /// Levels of nesting: brackets, NOT, arithmetic; chains of AND, OR and lists are one level.
    public var depth = 200
    /// Nodes of a tree.
    public var nodes = 200_000
    /// Elements of a list that is written out or given as an argument.
    public var listElements = 100_000
    /// Bytes of a pattern of MATCHES or LIKE.
    public var patternBytes = 10_000
    /// Steps of one match; passing it counts as no match.
    public var patternSteps = 1_000_000
    /// Steps of one evaluation; exceeding them counts as false. A step is an element that a quantifier, a subquery, a
    /// collection operator, a function or a comparison of lists visits, at any depth, or four bytes of text that a
    /// function makes.
    public var evaluationSteps = 10_000_000
    /// Levels of nesting of a record.
    public var recordDepth = 200

    /// The defaults.
    public init() {}
    /// The defaults.
    public static let standard = PredicateLimits()
}

/// Something that happened while a predicate was evaluated and that its answer does not show.
public enum EvaluationWarning: Hashable, Sendable {
    /// A match reached its limit and counted as no match; the pattern.
    case patternLimit(String)
    /// A pattern that is not constant cannot be compiled and matched nothing; pattern and reason.
    case badPattern(String, String)
    /// An evaluation reached its limit of steps and counted as false.
    case stepLimit
}

/// What one run of a predicate is evaluated with: one for a whole filter, query or REPL line (LANGUAGE D101).
public struct EvaluationContext: Sendable {
    /// What `now()` is.
    public var now: Date
    /// The values of substitution variables, by name without `$`.
    public var bindings: [String: PredicateValue]
    /// Bounds on work.
    public var limits: PredicateLimits
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
