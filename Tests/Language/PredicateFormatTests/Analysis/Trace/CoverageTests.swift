import PredicateTesting
import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// Compares the numbers of a coverage with separate filters.
@Suite struct CoverageTests {
    private let library = PredicateLibrary.standard.using(patterns: ToyEngine())

    @Test(arguments: 0..<6)
    func onGeneratedPredicates(part: Int) throws {
        var made = 0
        var idle = 0
        let seeds = runsDeepTests ? 60 : 12
        for seed in 0..<seeds {
            var predicates = RecordPredicates(seed: UInt64(50_000 + part * 1000 + seed))
            guard
                let predicate = try? ParsedPredicate(parsing: predicates.predicate(), library: library).template().open
            else { continue }
            made += 1
            var generator = CoreGenerator(seed: UInt64(part * 1000 + seed))
            let records = (0..<12).map { _ in generator.record() }
            let coverage = predicate.coverage(over: records)
            #expect(coverage.recordCount == records.count)
            #expect(coverage.matchCount == records.count { predicate.matches($0) })
            #expect(coverage.unfinishedCount == 0)
            for index in coverage.clauses.indices {
                check(coverage, index, records)
                if !coverage.clauses[index].matters { idle += 1 }
            }
        }
        #expect(made >= seeds / 2, "\(made)")
        #expect(idle > seeds / 3, "\(idle)")
    }

    /// Compares each number of a clause with filters for the predicates that it compares.
    private func check(_ coverage: PredicateCoverage, _ index: Int, _ records: [PredicateValue]) {
        let clause = coverage.clauses[index]
        let answers = filter(clause.predicate, records)
        #expect(clause.trueCount == answers.count { $0 })
        #expect(clause.falseCount == answers.count { !$0 })
        let whole = filter(coverage.tree, records)
        let ifTrue = filter(replaced(coverage, index, by: .constant(true)), records)
        let ifFalse = filter(replaced(coverage, index, by: .constant(false)), records)
        #expect(clause.decidedCount == zip(ifTrue, ifFalse).count { $0 != $1 }, "\(coverage.tree.predicateFormat)")
        let without = filter(removed(coverage, index), records)
        #expect(clause.changedCount == zip(whole, without).count { $0 != $1 }, "\(coverage.tree.predicateFormat)")
        #expect(clause.matters == (whole != without))
    }

    private func filter(_ tree: PredicateTree, _ records: [PredicateValue]) -> [Bool] {
        let program = Lowering.lower(tree, library: library)
        let reference = ReferenceEvaluator(library: library)
        return records.map { reference.evaluate(program, on: $0, context: EvaluationContext()) }
    }

    /// The predicate with a clause replaced.
    private func replaced(_ coverage: PredicateCoverage, _ index: Int, by kind: PredicateTree.Kind) -> PredicateTree {
        var next = 0
        func walk(_ tree: PredicateTree) -> PredicateTree {
            let location = next
            next += 1
            let made: PredicateTree
            switch tree.kind {
            case .and(let parts): made = PredicateTree(.and(parts.map(walk)))
            case .or(let parts): made = PredicateTree(.or(parts.map(walk)))
            case .not(let part): made = PredicateTree(.not(walk(part)))
            default: made = tree
            }
            return location == index ? PredicateTree(kind) : made
        }
        return walk(coverage.tree)
    }

    /// The predicate without a clause. An AND or OR keeps its other clauses; a NOT is removed with its clause.
    private func removed(_ coverage: PredicateCoverage, _ index: Int) -> PredicateTree {
        guard let parent = coverage.clauses[index].parent else { return PredicateTree(.constant(true)) }
        switch coverage.clauses[parent].predicate.kind {
        case .and: return replaced(coverage, index, by: .constant(true))
        case .or: return replaced(coverage, index, by: .constant(false))
        default: return removed(coverage, parent)
        }
    }

    // MARK: By hand

    private func record(_ a: PredicateValue, _ b: PredicateValue) -> PredicateValue { ["a": a, "b": b] }

    @Test func byHand() throws {
        let predicate = try checked("a > 1 AND (b == 'x' OR b == 'y') AND NOT a == 9")
        let records = [record(0, "x"), record(2, "x"), record(3, "z"), record(9, "x")]
        let coverage = predicate.coverage(over: records)
        #expect(coverage.clauses.map(\.parent) == [nil, 0, 0, 2, 2, 0, 5])
        #expect(coverage.clauses.map(\.trueCount) == [1, 3, 3, 3, 0, 3, 1])
        #expect(coverage.clauses.map(\.falseCount) == [3, 1, 1, 1, 4, 1, 3])
        #expect(coverage.clauses.map(\.decidedCount) == [4, 2, 2, 2, 1, 2, 2])
        #expect(coverage.clauses.map(\.changedCount) == [3, 1, 1, 1, 0, 1, 1])
        #expect(coverage.clauses.map(\.matters) == [true, true, true, true, false, true, true])
        let json = coverage.json()
        #expect(json.hasPrefix("{\"version\":1,\"text\":\"a > 1 AND"))
        #expect(
            json.contains(
                "{\"parent\":2,\"text\":\"b == 'y'\",\"range\":{\"start\":23,\"end\":31,\"line\":1,\"column\":24},"
                    + "\"true\":0,\"false\":4,\"decided\":1,\"changed\":0,\"matters\":false}"))
    }

    @Test func whatTheWholeAssignsIsKnownInEachClause() throws {
        let predicate = try checked("($v := a) == 2 AND b == $v")
        let coverage = predicate.coverage(over: [record(2, 2), record(2, 3), record(3, 3)])
        #expect(coverage.clauses.map(\.trueCount) == [1, 2, 2])
        #expect(coverage.matchCount == 1)
    }

    @Test func limitsAndCancelling() throws {
        let predicate = try checked("ANY a > 5 OR b == 1")
        var limits = PredicateLimits()
        limits.evaluationSteps = 20
        let long = record(.list([PredicateValue](repeating: 1, count: 20)), 1)
        let coverage = predicate.coverage(over: [long, record([1], 1)], context: EvaluationContext(limits: limits))
        #expect(coverage.recordCount == 1)
        #expect(coverage.unfinishedCount == 1)
        let cancelled = predicate.coverage(
            over: repeatElement(long, count: 1_000_000), context: EvaluationContext(isCancelled: { true }))
        #expect(cancelled.recordCount == 0)
        #expect(cancelled.unfinishedCount == 1)
    }

    @Test func deepAndWide() throws {
        let deep = try checked(String(repeating: "NOT (", count: 95) + "a == 1" + String(repeating: ")", count: 95))
        #expect(deep.coverage(over: [record(1, 1)]).clauses.count == 96)
        let wide = try checked((0..<2000).map { "a == \($0)" }.joined(separator: " OR "))
        let coverage = wide.coverage(over: [record(1, 1)])
        #expect(coverage.clauses.count == 2001)
        #expect(coverage.clauses.count { $0.matters } == 1)
    }
}
