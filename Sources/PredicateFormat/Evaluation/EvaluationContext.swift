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
    /// Steps of one evaluation, of a record of up to a mebibyte; of a larger one as many times more. When they are
    /// exceeded the whole predicate is false for the record.
    ///
    /// A step is about ten nanoseconds: an element that is looked at, with each operation that is done for it; a pair of
    /// values that is compared, at any depth; a few bytes of a text that is searched, folded or made; a step of a pattern.
    /// What takes the same time for every record costs none.
    public var evaluationSteps = 10_000_000
    /// Bytes of the texts and lists that one evaluation may hold beside the record, of a record of up to a mebibyte; of a
    /// larger one as many times more. When they are exceeded the whole predicate is false for the record.
    public var evaluationBytes = 48 << 20
    /// Steps that a predicate may cost at most by its estimate; what may cost more is an error when it is checked. nil
    /// refuses nothing.
    public var estimatedCost: Int?
    /// How large the records are that `estimatedCost` goes by. What is missing is taken from the schema; without either a
    /// size has no bound, and neither has what a predicate costs that depends on it.
    public var estimatedRecord = RecordSizes()
    /// Levels of nesting of a record.
    public var recordDepth = 200

    /// The defaults.
    public init() {}
    /// The defaults.
    public static let standard = PredicateLimits()

    /// The size of a record up to which the budget of an evaluation does not grow.
    static let ordinaryRecord = 1 << 20

    /// What may be spent on a record of so many bytes.
    package func budget(forRecordOf size: Int) -> (steps: Int, bytes: Int) {
        if size <= Self.ordinaryRecord { return (evaluationSteps, evaluationBytes) }
        let factor = Double(size) / Double(Self.ordinaryRecord)
        return (
            Int(clamping: Double(evaluationSteps) * factor), Int(clamping: Double(evaluationBytes) * factor)
        )
    }
}

extension Int {
    /// A number that is not negative, rounded down; the largest integer where it is larger.
    fileprivate init(clamping double: Double) {
        self = Int(exactly: double.rounded(.down)) ?? .max
    }
}

/// Something that happened while a predicate was evaluated and that its answer does not show.
public enum EvaluationWarning: Hashable, Sendable {
    /// A match reached its limit and counted as no match; the pattern.
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

/// What one run of a predicate is evaluated with: one for a whole filter, query or REPL line (D101).
public struct EvaluationContext: Sendable {
    /// What `now()` is.
    public var now: Date
    /// The values of substitution variables, by name without `$`.
    public var bindings: [String: PredicateValue]
    /// Bounds on work.
    public var limits: PredicateLimits
    /// How many bytes the text of a record has, where that is known: the budget of an evaluation grows with it. Otherwise 0.
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
