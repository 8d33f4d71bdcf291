import PredicateCore
import PredicateFormat

/// Which clauses of a predicate matter for some data: how many records make each of them true or false, how many
/// answers it decides, and which clauses could be removed without changing an answer.
///
/// A clause is a predicate under the AND, OR and NOT of the whole: a comparison, quantified or not, or a group of
/// clauses. Each is evaluated once per record, even if the evaluation of the whole would skip it.
public struct PredicateCoverage: Sendable {
    /// The text that ranges refer to.
    public let source: String
    /// The tree that is evaluated.
    public let tree: PredicateTree
    /// The clauses, each before the clauses in it, in the order of the text. The first one is the whole predicate.
    public private(set) var clauses: [Clause] = []
    /// The number of records that were counted.
    public private(set) var recordCount = 0
    /// The number of counted records that satisfy the predicate.
    public var matchCount: Int { clauses.first?.trueCount ?? 0 }
    /// The number of records that were not counted, because a limit was exceeded or the evaluation was cancelled.
    public private(set) var unfinishedCount = 0

    /// A clause and its counts.
    public struct Clause: Sendable {
        /// The clause.
        public let predicate: PredicateTree
        /// The index of the enclosing clause; nil for the whole predicate.
        public let parent: Int?
        /// The number of records that make it true.
        public internal(set) var trueCount = 0
        /// The number of records that make it false.
        public internal(set) var falseCount = 0
        /// The number of records for which the predicate would have another answer if this clause did.
        public internal(set) var decidedCount = 0
        /// The number of records with another answer without this clause: its AND or OR continues without it, a NOT
        /// is removed with its clause, and without the whole predicate every record would match.
        public internal(set) var changedCount = 0

        /// Whether any record would have another answer without it. Clauses are removed one at a time: if two clauses
        /// are equal, neither matters, but removing both would change answers.
        public var matters: Bool { changedCount > 0 }
    }

    private let tests: [CompiledPredicate?]
    /// The assignments of the whole, which are available in each of its clauses (D42); nil if there are none. They are
    /// evaluated once for a record and stay in the run's slots.
    private let assignments: CompiledPredicate?
    /// The indices of the clauses that are evaluated for each record. The others follow from them.
    package var evaluatedClauses: [Int] { tests.indices.filter { tests[$0] != nil } }
    private var run: EvaluationRun?

    /// The coverage before the first record.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
    public init(_ predicate: CheckedPredicate, context: EvaluationContext? = nil) {
        source = predicate.source
        tree = predicate.meaning
        let library = predicate.library
        let tree = predicate.meaning
        let (program, cores) = DeepStack.run(levels: tree.height) { Lowering.lowerNodes(tree, library: library) }
        (clauses, tests) = Self.clauses(of: tree, program, cores, library)
        if case .scoped(let assigned, _) = program.predicate {
            assignments = CompiledPredicate(
                CoreProgram(predicate: .scoped(assigned, .constant(true)), slotCount: program.slotCount),
                library: library)
        } else {
            assignments = nil
        }
        run = EvaluationRun(
            context: context ?? EvaluationContext(limits: predicate.limits), slotCount: program.slotCount)
    }

    private static func clauses(
        of tree: PredicateTree, _ program: CoreProgram, _ cores: [LoweredNode], _ library: PredicateLibrary
    ) -> ([Clause], [CompiledPredicate?]) {
        var clauses: [Clause] = []
        var tests: [CompiledPredicate?] = []
        /// For each pending node: its clause, and whether the node is a clause itself.
        var pending: [(node: PredicateTreeNode, parent: Int?, isClause: Bool)] = [(.predicate(tree), nil, true)]
        var location = 0
        while let (node, parent, isClause) = pending.popLast() {
            let core = cores[location]
            location += 1
            var index: Int?
            if isClause, case .predicate(let predicate) = node, case .predicate(let core) = core {
                index = clauses.count
                clauses.append(Clause(predicate: predicate, parent: parent))
                if case .comparison = predicate.kind {
                    let program = CoreProgram(predicate: core, slotCount: program.slotCount)
                    tests.append(CompiledPredicate(program, library: library))
                } else {
                    tests.append(nil)
                }
            }
            for child in node.children.reversed() {
                if case .predicate = child {
                    pending.append((child, index, index != nil))
                } else {
                    pending.append((child, nil, false))
                }
            }
        }
        return (clauses, tests)
    }

    /// Counts a record.
    ///
    /// - Returns: false if a limit was exceeded or the evaluation was cancelled. The record is then not counted.
    @discardableResult
    public mutating func add(_ record: PredicateValue) -> Bool {
        guard var run else { return false }
        self.run = nil
        defer { self.run = run }
        if let assignments {
            _ = assignments.evaluate(on: record, in: &run)
            if run.isStopped {
                unfinishedCount += 1
                return false
            }
        }
        var answers = [Bool](repeating: false, count: clauses.count)
        // All clauses together may take what the predicate may.
        run.allowance = run.context.limits.budget(forRecordOf: run.recordBytes).steps
        for (index, test) in tests.enumerated() {
            guard let test else { continue }
            answers[index] = test.evaluate(on: record, in: &run)
            if run.isStopped {
                unfinishedCount += 1
                return false
            }
        }
        count(&answers)
        return true
    }

    /// Counts records of which another engine has found what their clauses are.
    ///
    /// - Parameters:
    ///   - truths: which of the `evaluatedClauses` are true, in their order.
    ///   - times: the number of such records.
    package mutating func add(truths: [Bool], times: Int) {
        guard times > 0 else { return }
        var answers = [Bool](repeating: false, count: clauses.count)
        for (index, truth) in zip(evaluatedClauses, truths) { answers[index] = truth }
        count(&answers, times: times)
    }

    /// Adds the counts of another coverage of the same text, such as one with other values of its variables.
    ///
    /// - Returns: false if the clauses differ. Nothing is then added.
    @discardableResult
    package mutating func merge(_ other: PredicateCoverage) -> Bool {
        guard clauses.map(\.parent) == other.clauses.map(\.parent) else { return false }
        for (index, clause) in other.clauses.enumerated() {
            clauses[index].trueCount += clause.trueCount
            clauses[index].falseCount += clause.falseCount
            clauses[index].decidedCount += clause.decidedCount
            clauses[index].changedCount += clause.changedCount
        }
        recordCount += other.recordCount
        unfinishedCount += other.unfinishedCount
        return true
    }

    // MARK: Many records at once

    /// The comparisons as predicates, in the order of `clauses`; nil if one of them needs the rest of the text, such as
    /// an assignment.
    ///
    /// - Parameters:
    ///   - schema: the declared types of the records; nil if there are none.
    ///   - library: the library of the predicate.
    package func conditions(against schema: RecordSchema?, library: PredicateLibrary) -> [CheckedPredicate]? {
        var conditions: [CheckedPredicate] = []
        for (index, test) in tests.enumerated() where test != nil {
            guard let condition = try? clauses[index].predicate.checked(against: schema, library: library),
                condition.variables.isEmpty
            else { return nil }
            conditions.append(condition)
        }
        return conditions
    }

    private mutating func count(_ answers: inout [Bool], times: Int = 1) {
        // The number of deciding parts: false clauses of each AND, and true clauses of each OR.
        var deciding = [Int](repeating: 0, count: clauses.count)
        for index in clauses.indices.reversed() {
            switch clauses[index].predicate.kind {
            case .constant(let value): answers[index] = value
            case .and: answers[index] = deciding[index] == 0
            case .or: answers[index] = deciding[index] > 0
            case .not, .comparison: break
            }
            guard let parent = clauses[index].parent else { continue }
            switch clauses[parent].predicate.kind {
            case .and: deciding[parent] += answers[index] ? 0 : 1
            case .or: deciding[parent] += answers[index] ? 1 : 0
            default: answers[parent] = !answers[index]
            }
        }
        recordCount += times
        var decides = [Bool](repeating: false, count: clauses.count)
        var changes = decides
        for index in clauses.indices {
            let answer = answers[index]
            if let parent = clauses[index].parent {
                switch clauses[parent].predicate.kind {
                case .and:
                    decides[index] = decides[parent] && deciding[parent] == (answer ? 0 : 1)
                    changes[index] = decides[index] && !answer
                case .or:
                    decides[index] = decides[parent] && deciding[parent] == (answer ? 1 : 0)
                    changes[index] = decides[index] && answer
                default:
                    decides[index] = decides[parent]
                    changes[index] = changes[parent]
                }
            } else {
                decides[index] = true
                changes[index] = !answer
            }
            if answer { clauses[index].trueCount += times } else { clauses[index].falseCount += times }
            if decides[index] { clauses[index].decidedCount += times }
            if changes[index] { clauses[index].changedCount += times }
        }
    }
}

extension CheckedPredicate {
    /// Which clauses of the predicate matter for some records, found in one pass over them.
    ///
    /// - Parameters:
    ///   - records: the records; the pass ends early if the context cancels the evaluation.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
    public func coverage(over records: some Sequence<PredicateValue>, context: EvaluationContext? = nil)
        -> PredicateCoverage
    {
        var coverage = PredicateCoverage(self, context: context)
        for record in records where !coverage.add(record) {
            if context?.isCancelled?() ?? false { break }
        }
        return coverage
    }
}

extension PredicateCoverage {
    /// The version of the JSON form that is written.
    static let jsonVersion = 1

    /// The coverage as a JSON object.
    ///
    /// Its members are `version` (1; another number if the form changes incompatibly), `text`, `records`, `matches`,
    /// `unfinished` (records that were not counted because of a limit), and `clauses`, each before the clauses in it:
    /// an object of `parent` (an index, or null), `text` (shortened), `range` if it is known, `true`, `false`,
    /// `decided`, `changed` (numbers of records, as in `Clause`) and `matters`. Members may be added without a new
    /// version.
    ///
    /// - Parameter pretty: whether to break and indent lines.
    public func json(pretty: Bool = false) -> String {
        let locations = DiagnosticJSON(source)
        let clauses = self.clauses.map { clause -> JSONNode in
            let parent = clause.parent.map { PredicateTreeNode.predicate(self.clauses[$0].predicate) }
            return [
                "parent": clause.parent.map { .integer($0) } ?? .null,
                "text": .string(JSONNode.shortText(of: .predicate(clause.predicate), under: parent, in: source)),
                "range": clause.predicate.range.map(locations.node),
                "true": .integer(clause.trueCount), "false": .integer(clause.falseCount),
                "decided": .integer(clause.decidedCount), "changed": .integer(clause.changedCount),
                "matters": .boolean(clause.matters),
            ]
        }
        let node: JSONNode = [
            "version": .integer(Self.jsonVersion), "text": .string(source), "records": .integer(recordCount),
            "matches": .integer(matchCount), "unfinished": .integer(unfinishedCount), "clauses": .array(clauses),
        ]
        return node.text(pretty: pretty)
    }
}
