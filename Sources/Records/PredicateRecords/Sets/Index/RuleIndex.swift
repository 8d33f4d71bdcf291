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
    let branches: IndexList<Branch>
    let tests: IndexList<IndexTest>
    let members: IndexList<UInt32>
    let texts: [TextTest]
    let residuals: [Residual]
    let pairs: PairIndex
    let points: [(column: Int, index: PointIndex)]
    let intervals: [(column: Int, index: IntervalIndex)]
    let substrings: [Substrings]
    let always: IndexList<IndexEntry>
    /// Whether a column has codes for the elements of lists.
    let hasElements: Bool
    /// The memory of all lists and tables.
    private let arena: IndexArena
    private let scratches = Locked<[IndexRun]>([])

    init(
        rules: [IndexedRule], columns: [Column], columnKeys: [EventColumnKey], readers: [[UInt32]],
        lists: RuleIndexBuilder.Lists, members: [UInt32], texts: [TextTest], residuals: [Residual], pairs: PairIndex,
        in arena: IndexArena
    ) {
        self.rules = rules
        self.columns = columns
        self.columnKeys = columnKeys
        self.readers = readers
        plans = lists.plans
        branches = arena.list(lists.branches)
        tests = arena.list(lists.tests)
        always = arena.list(lists.always)
        points = lists.points.sorted { $0.key < $1.key }.map { ($0.key, PointIndex($0.value, in: arena)) }
        intervals = lists.intervals.sorted { $0.key < $1.key }.map { ($0.key, IntervalIndex($0.value, in: arena)) }
        substrings = lists.substrings.map { key, needles in
            Substrings(field: key.field, options: key.options, index: SubstringIndex(needles, in: arena))
        }
        self.members = arena.list(members)
        self.texts = texts
        self.residuals = residuals
        self.pairs = pairs
        self.arena = arena
        hasElements = columnKeys.contains { if case .elements = $0.aspect { true } else { false } }
    }

    /// The size of the index in bytes, without the predicates.
    var size: Int { arena.size + readers.reduce(0) { $0 + 4 * $1.count } }

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

/// The memory of an index, which is freed with it.
final class IndexArena: @unchecked Sendable {
    // Threads may share it because only the builder of an index adds to it.
    private var memory: [UnsafeMutableRawPointer] = []
    private var tables: [TextIndex] = []
    /// The size in bytes, roughly.
    private(set) var size = 0

    deinit {
        for memory in memory { memory.deallocate() }
        for table in tables { table.deallocate() }
    }

    /// A list in the arena.
    func list<Element: BitwiseCopyable>(_ elements: [Element]) -> IndexList<Element> {
        let base = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        base.initialize(from: elements, count: elements.count)
        memory.append(base)
        size += elements.count * MemoryLayout<Element>.stride
        return IndexList(base: base, count: elements.count)
    }

    /// Takes a table, which nothing is inserted into any more.
    func keep(_ table: TextIndex) {
        tables.append(table)
        size += 64 * table.count + table.byteCount
    }
}

/// A list in an `IndexArena`: plain memory, so that a loop over it counts no references.
struct IndexList<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>
    let count: Int

    @inline(__always)
    subscript(index: Int) -> Element { base[index] }
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

    var column: UInt32 = 0
    var operation: UInt32
    var low: UInt32 = 0
    var high: UInt32 = 0

    static let none = IndexTest(operation: Operation.none)
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
