/// Bounds on the cost of a predicate. All are on by default; the message names the limit and the location where it was
/// exceeded.
public struct PredicateLimits: Hashable, Encodable, Sendable {
    /// Bytes of a format string.
    public var sourceBytes: Int
    /// Levels of nesting: brackets, NOT and arithmetic. A chain of AND or OR, or a list, is one level.
    public var depth: Int
    /// Nodes of a tree.
    public var nodes: Int
    /// The maximum number of elements of a list in the text or in an argument.
    public var listElements: Int
    /// Bytes of a pattern of MATCHES or LIKE.
    public var patternBytes: Int
    /// Steps of one match. A match that needs more does not match.
    public var patternSteps: Int
    /// Steps of one evaluation, for a record of up to a mebibyte; the limit grows in proportion for a larger record.
    /// If it is exceeded, the whole predicate is false for the record.
    ///
    /// A step is about ten nanoseconds: an element that is visited, with each operation on it; a pair of values that
    /// is compared, at any depth; a few bytes of a string that is searched, folded or made; a step of a pattern. Work
    /// that takes the same time for every record costs nothing.
    public var evaluationSteps: Int
    /// Bytes of the strings and lists of one evaluation besides the record, for a record of up to a mebibyte; the limit
    /// grows in proportion for a larger record. If it is exceeded, the whole predicate is false for the record.
    public var evaluationBytes: Int
    /// The maximum estimated number of steps of a predicate. The check reports a higher estimate as an error. nil sets
    /// no limit.
    public var estimatedCost: Int?
    /// The sizes of records for `estimatedCost`. Missing sizes come from the schema; without either,
    /// a size has no bound, and neither has a cost that depends on it.
    public var estimatedRecord: RecordSizes
    /// Levels of nesting of a record.
    public var recordDepth: Int
    /// Whether a predicate may call `random` and `randomn`, whose answers nobody can repeat.
    public var allowsRandom: Bool
    /// The selectors of the registered functions that a predicate may call (`PredicateFunction.selector`), and the
    /// names of the registered operators that it may use; nil allows all of the library. Built-in functions are
    /// switched off in a library:
    /// `PredicateLibrary.without(_:)`.
    public var allowedFunctions: Set<String>?
    /// The number of errors and warnings that the check keeps. The others are only counted.
    package var diagnostics = 1_000
    /// The number of errors after which the parser leaves the rest of a format string unread.
    package var syntaxDiagnostics = 100

    /// The limits that coders write, by the names of the properties.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sourceBytes, depth, nodes, listElements, patternBytes, patternSteps, evaluationSteps, evaluationBytes
        case estimatedCost, estimatedRecord, recordDepth, allowsRandom, allowedFunctions
    }

    /// The same limits for fixing, which makes all edits at once. More mistakes than that are not fixed.
    package var fixing: PredicateLimits {
        var limits = self
        limits.diagnostics = 4_000
        limits.syntaxDiagnostics = 2_000
        return limits
    }

    /// Limits; each has its default unless it is given.
    public init(
        sourceBytes: Int = 1 << 20, depth: Int = 200, nodes: Int = 200_000, listElements: Int = 100_000,
        patternBytes: Int = 10_000, patternSteps: Int = 1_000_000, evaluationSteps: Int = 9_000_000,
        evaluationBytes: Int = 48 << 20, estimatedCost: Int? = nil, estimatedRecord: RecordSizes = RecordSizes(),
        recordDepth: Int = 200, allowsRandom: Bool = true, allowedFunctions: Set<String>? = nil
    ) {
        self.sourceBytes = sourceBytes
        self.depth = depth
        self.nodes = nodes
        self.listElements = listElements
        self.patternBytes = patternBytes
        self.patternSteps = patternSteps
        self.evaluationSteps = evaluationSteps
        self.evaluationBytes = evaluationBytes
        self.estimatedCost = estimatedCost
        self.estimatedRecord = estimatedRecord
        self.recordDepth = recordDepth
        self.allowsRandom = allowsRandom
        self.allowedFunctions = allowedFunctions
    }

    /// The defaults.
    public static let standard = PredicateLimits()

    /// Limits for untrusted predicates; see `untrusted(allowing:)`. No registered function or operator is allowed.
    public static let untrusted = untrusted(allowing: [])

    /// Limits for untrusted predicates: filters that users of a service send, for example.
    ///
    /// They leave room for any filter that a person writes by hand: 10,000 bytes, 50 levels, 2,000 nodes, lists of
    /// 1,000 elements. A predicate whose estimate for a record of 64 KiB is over twice what an evaluation may take is
    /// refused when it is checked. An evaluation ends after about 20 ms. `random` is off. The functions and operators
    /// that the program registered are off, except those that it allows.
    ///
    /// - Parameter functions: the selectors of the registered functions, and the names of the registered operators,
    ///   that a predicate may use.
    public static func untrusted(allowing functions: Set<String>) -> PredicateLimits {
        PredicateLimits(
            sourceBytes: 10_000, depth: 50, nodes: 2_000, listElements: 1_000, patternBytes: 1_000,
            patternSteps: 100_000, evaluationSteps: 2_000_000, evaluationBytes: 8 << 20, estimatedCost: 4_000_000,
            estimatedRecord: RecordSizes(recordBytes: 64 << 10), recordDepth: 100, allowsRandom: false,
            allowedFunctions: functions)
    }

    /// Whether a predicate that is compiled under these limits is right under others: its patterns are compiled in advance, and
    /// an evaluation takes all other limits from its context.
    @inlinable @inline(__always)
    package func compilesPatterns(like other: PredicateLimits) -> Bool {
        patternBytes == other.patternBytes && patternSteps == other.patternSteps
    }

    /// The limits that allow what both allow. Patterns may have the length that one allows, because there may be such patterns.
    package func stricter(_ other: PredicateLimits) -> PredicateLimits {
        var limits = self
        for path in [
            \PredicateLimits.sourceBytes, \.depth, \.nodes, \.listElements, \.patternSteps, \.evaluationSteps,
            \.evaluationBytes, \.recordDepth,
        ] { limits[keyPath: path] = min(limits[keyPath: path], other[keyPath: path]) }
        limits.patternBytes = max(patternBytes, other.patternBytes)
        if let cost = other.estimatedCost, cost < estimatedCost ?? .max {
            limits.estimatedCost = cost
            limits.estimatedRecord = other.estimatedRecord
        }
        limits.allowsRandom = allowsRandom && other.allowsRandom
        limits.allowedFunctions =
            allowedFunctions.map { other.allowedFunctions?.intersection($0) ?? $0 } ?? other.allowedFunctions
        return limits
    }

    /// The size of a record up to which the budget of an evaluation does not grow.
    static let ordinaryRecord = 1 << 20

    /// The budget for a record of a given size in bytes.
    package func budget(forRecordOf size: Int) -> (steps: Int, bytes: Int) {
        if size <= Self.ordinaryRecord { return (evaluationSteps, evaluationBytes) }
        let factor = Double(size) / Double(Self.ordinaryRecord)
        return (
            Int(clamping: Double(evaluationSteps) * factor), Int(clamping: Double(evaluationBytes) * factor)
        )
    }
}

extension Int {
    /// A number that is not negative, rounded down, or the largest integer if it is larger.
    fileprivate init(clamping double: Double) {
        self = Int(exactly: double.rounded(.down)) ?? .max
    }
}

/// The maximum sizes of records, for an estimate of the cost of a predicate.
///
/// Missing sizes come from the schema (`FieldLimits`), and have no bound if they are missing there too.
public struct RecordSizes: Hashable, Codable, Sendable {
    /// Bytes of the text of a record. It bounds every list and every text in it.
    public var recordBytes: Int?
    /// The elements of a list without another limit.
    public var elements: Int?
    /// The bytes of a string without another limit.
    public var textBytes: Int?
    /// Elements of lists, and bytes of strings, by key path: `items`, `items.name`.
    public var fields: [String: Int]

    /// Sizes; nil means no bound.
    public init(
        recordBytes: Int? = nil, elements: Int? = nil, textBytes: Int? = nil, fields: [String: Int] = [:]
    ) {
        self.recordBytes = recordBytes
        self.elements = elements
        self.textBytes = textBytes
        self.fields = fields
    }
}
