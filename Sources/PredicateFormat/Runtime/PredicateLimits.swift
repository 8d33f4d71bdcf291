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
