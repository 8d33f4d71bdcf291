import CRecordScan
import PredicateCore

/// An index of rules. It never changes.
///
/// Each rule is divided into alternatives, and each alternative is found by its access: the condition that fewest
/// records are expected to fulfil. A record is looked up in the lists of all accesses; the other conditions of the
/// alternatives found there are tested with codes that were computed once for the record.
final class RuleIndex: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`, except through the lock of `scratches`.

    /// An alternative.
    struct Branch: BitwiseCopyable {
        var rule: UInt32
        /// The tests after the first one.
        var firstTest: UInt32
        var testCount: UInt32
    }

    /// The access of an alternative.
    enum Access: Hashable, Sendable {
        case pair(Int, Int)
        case point(Int)
        case interval(Int)
        case substring(Int)
        /// Every record is a candidate.
        case always
    }

    /// How an alternative is found and decided.
    struct Plan: Sendable {
        var access: Access
        /// The tests besides the access.
        var testCount: Int
        /// Whether a part is evaluated.
        var evaluates: Bool
    }

    /// Substrings of a field.
    struct Substrings {
        var field: Int
        var options: StringOptions
        var index: SubstringIndex
    }

    /// The size of a record up to which the work of a rule is not looked at. Rules that could exceed their limits for
    /// such a record are evaluated as a whole.
    static let ordinarySize = 1 << 14

    let rules: [IndexedRule]
    let columns: [Column]
    let columnKeys: [EventColumnKey]
    /// How each alternative is found.
    let plans: [Plan]
    /// For each column, the rules that depend on it.
    let readers: [[UInt32]]
    let branches: IndexMemory<Branch>
    let tests: IndexMemory<IndexTest>
    let members: IndexMemory<UInt32>
    let texts: [TextTest]
    let residuals: [Residual]
    let pairs: PairIndex
    let points: [(column: Int, index: PointIndex)]
    let intervals: [(column: Int, index: IntervalIndex)]
    let substrings: [Substrings]
    let always: IndexMemory<IndexEntry>
    /// Whether a column has codes for the elements of lists.
    let hasElements: Bool
    private let scratches = Locked<[IndexRun]>([])

    init(_ parts: Parts) {
        rules = parts.rules
        columns = parts.columns
        columnKeys = parts.columnKeys
        plans = parts.plans
        readers = parts.readers
        branches = IndexMemory(parts.branches)
        tests = IndexMemory(parts.tests)
        members = IndexMemory(parts.members)
        texts = parts.texts
        residuals = parts.residuals
        pairs = parts.pairs
        points = parts.points
        intervals = parts.intervals
        substrings = parts.substrings
        always = IndexMemory(parts.always)
        hasElements = parts.columnKeys.contains { if case .elements = $0.aspect { true } else { false } }
    }

    deinit {
        for column in columns { column.deallocate() }
        branches.deallocate()
        tests.deallocate()
        members.deallocate()
        pairs.deallocate()
        for point in points { point.index.deallocate() }
        for interval in intervals { interval.index.deallocate() }
        for substring in substrings { substring.index.deallocate() }
        always.deallocate()
    }

    /// The parts of an index, as the builder makes them.
    struct Parts {
        var rules: [IndexedRule]
        var columns: [Column]
        var columnKeys: [EventColumnKey]
        var plans: [Plan]
        var readers: [[UInt32]]
        var branches: [Branch]
        var tests: [IndexTest]
        var members: [UInt32]
        var texts: [TextTest]
        var residuals: [Residual]
        var pairs: PairIndex
        var points: [(column: Int, index: PointIndex)]
        var intervals: [(column: Int, index: IntervalIndex)]
        var substrings: [Substrings]
        var always: [IndexEntry]
    }

    /// The size of the index in bytes, without the predicates.
    var size: Int {
        var size = columns.reduce(0) { $0 + $1.size } + branches.size + tests.size + members.size + pairs.size
        size += always.size + readers.reduce(0) { $0 + 4 * $1.count }
        size += points.reduce(0) { $0 + $1.index.size } + intervals.reduce(0) { $0 + $1.index.size }
        return size + substrings.reduce(0) { $0 + $1.index.size }
    }

    /// Calls a function with memory for a run, which is used again.
    func withRun<Result>(_ body: (IndexRun) -> Result) -> Result {
        let run = scratches.withLock { $0.popLast() } ?? IndexRun(self)
        let result = body(run)
        scratches.withLock { kept in if kept.count < 64 { kept.append(run) } }
        return result
    }
}

/// The memory of one look-up in an index. Used by one thread at a time.
final class IndexRun: @unchecked Sendable {
    // Safe because a run is taken from a pool, used by one thread, and returned.
    /// The codes of the record, by column.
    let codes: UnsafeMutablePointer<UInt32>
    /// For each rule, the number of the look-up in which it was decided.
    let stamps: UnsafeMutablePointer<UInt32>
    private let ruleCount: Int
    private(set) var epoch: UInt32 = 0
    /// The codes of the elements of lists, by column; empty for a column without a list.
    var elementCodes: [[UInt32]]
    /// The rules that hold.
    var found: [UInt32] = []
    /// The rules whose evaluation reached a limit, if somebody asks for them. Another alternative may hold.
    var undecided: [(rule: UInt32, limit: EvaluationLimit)] = []

    init(_ index: RuleIndex) {
        codes = .allocate(capacity: max(1, index.columns.count))
        codes.initialize(repeating: 0, count: max(1, index.columns.count))
        ruleCount = max(1, index.rules.count)
        stamps = .allocate(capacity: ruleCount)
        stamps.initialize(repeating: 0, count: ruleCount)
        elementCodes = index.hasElements ? [[UInt32]](repeating: [], count: index.columns.count) : []
    }

    deinit {
        codes.deallocate()
        stamps.deallocate()
    }

    func begin() {
        found.removeAll(keepingCapacity: true)
        if !undecided.isEmpty { undecided.removeAll() }
        epoch &+= 1
        if epoch == 0 {
            stamps.update(repeating: 0, count: ruleCount)
            epoch = 1
        }
    }
}

/// A list in plain memory that its owner frees, so that a loop over it counts no references.
struct IndexMemory<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        base = .allocate(capacity: max(1, elements.count))
        base.initialize(from: elements, count: elements.count)
        count = elements.count
    }

    func deallocate() { base.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element { base[index] }

    /// The size in bytes.
    var size: Int { count * MemoryLayout<Element>.stride }
}

/// A test of a column's code, or of what a code cannot say.
struct IndexTest: BitwiseCopyable {
    /// What is tested.
    enum Operation {
        /// The code is from `low` through `high`.
        static let interval: UInt32 = 0
        /// The code is among `high` codes from `low` on in the list of members.
        static let member: UInt32 = 1
        /// The text passes the test with the number `low`.
        static let text: UInt32 = 2
        /// The residual with the number `low` holds.
        static let residual: UInt32 = 3
        /// The whole rule holds.
        static let whole: UInt32 = 4
        /// Nothing.
        static let none: UInt32 = 5
        /// A bit: the test is negated.
        static let negated: UInt32 = 256
    }

    var column: UInt32
    var operation: UInt32
    var low: UInt32
    var high: UInt32

    static let none = IndexTest(column: 0, operation: Operation.none, low: 0, high: 0)
}

/// An alternative of a rule in a list that an access leads to.
struct IndexEntry: BitwiseCopyable {
    /// The bound of the alternative's interval in a list of an `IntervalIndex`.
    var bound: UInt32 = 0
    /// The number of the alternative.
    var branch: UInt32
    /// The first test, which rejects most candidates without another look at memory.
    var test: IndexTest
}

/// A rule of a set, without its id.
final class IndexedRule: Sendable {
    let predicate: CheckedPredicate
    /// The place of the rule in the order of the set.
    let order: UInt64
    /// The decimals of its records; nil if they have none.
    let shape: RecordShape?
    private let lateBound = LazyValue<EvaluationBound>()

    init(_ predicate: CheckedPredicate, order: UInt64, shape: RecordShape?) {
        self.predicate = predicate
        self.order = order
        self.shape = shape
    }

    /// The size of a record up to which the rule cannot exceed its limits.
    var safeBytes: Int {
        lateBound.value {
            EvaluationBound(predicate.program, context: EvaluationContext(limits: predicate.limits))
        }.recordBytes
    }

    /// Whether the rule holds for a record, by evaluating it.
    func holds(_ record: PredicateValue, _ context: EvaluationContext) -> Bool {
        predicate.compiled.evaluate(on: record, context: context)
    }
}

/// Makes rules of which most have the same schema.
struct IndexedRuleMaker {
    /// The last schema, and the decimals of its records.
    private var known: (schema: RecordSchema, shape: RecordShape?)?

    mutating func rule(_ predicate: CheckedPredicate, order: UInt64) -> IndexedRule {
        IndexedRule(predicate, order: order, shape: predicate.schema.flatMap { shape(of: $0) })
    }

    private mutating func shape(of schema: RecordSchema) -> RecordShape? {
        if let known, known.schema == schema { return known.shape }
        let shape = RecordShape(schema)
        known = (schema, shape)
        return shape
    }
}
