import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// Each answer in a trace equals that of the reference evaluator for the same part alone.
@Suite struct TraceAgreementTests {
    private let library = PredicateLibrary.standard.using(patterns: ToyEngine())
    private let context = EvaluationContext()

    @Test(arguments: 0..<8)
    func onGeneratedPredicates(part: Int) throws {
        var made = 0
        var parts = 0
        var unneeded = 0
        for seed in 0..<150 {
            var predicates = RecordPredicates(seed: UInt64(part * 1000 + seed))
            let text = predicates.predicate()
            guard let predicate = try? ParsedPredicate(parsing: text, library: library).checked() else { continue }
            made += 1
            var records = CoreGenerator(seed: UInt64(part * 1000 + seed))
            for _ in 0..<4 {
                let record = records.record()
                let trace = predicate.trace(of: record, context: context)
                #expect(trace.isComplete)
                #expect(trace.matches == predicate.matches(record, context: context))
                let reference = ReferenceEvaluator(library: library)
                #expect(
                    trace.nodes.first?.outcome
                        == .answer(reference.evaluate(predicate.program, on: record, context: context)))
                unneeded += trace.nodes.count { !$0.isNeeded }
                parts += try check(trace, record, text)
                checkDeciding(trace)
            }
        }
        // Most generated texts must be valid, or little would be tested.
        #expect(made > 80, "\(made)")
        #expect(parts > 3000, "\(parts)")
        #expect(unneeded > 500, "\(unneeded)")
    }

    /// Compares each part that can be evaluated alone with the reference. Returns the number of these parts.
    private func check(_ trace: PredicateTrace, _ record: PredicateValue, _ text: String) throws -> Int {
        let reference = ReferenceEvaluator(library: library)
        var checked = 0
        for index in trace.nodes.indices {
            guard let bindings = bindings(of: index, in: trace) else { continue }
            let node = trace.nodes[index]
            var context = context
            context.bindings = bindings
            switch node.node {
            case .predicate(let tree):
                let program = Lowering.lower(tree, library: library)
                let expected = reference.evaluate(program, on: record, context: context)
                #expect(node.outcome == .answer(expected), "\(tree.predicateFormat) in \(text) for \(record)")
            case .expression(let tree):
                let program = Lowering.lower(tree, library: library)
                let expected = reference.evaluate(program, on: record, context: context)
                #expect(node.outcome == .value(expected), "\(tree.predicateFormat) in \(text) for \(record)")
            }
            checked += 1
        }
        return checked
    }

    /// The values of the variables that a node uses; nil if its element has no name, or if there is no element.
    private func bindings(of index: Int, in trace: PredicateTrace) -> [String: PredicateValue]? {
        var bindings: [String: PredicateValue] = [:]
        var below = index
        while let parent = trace.nodes[below].parent {
            if case .expression(let tree) = trace.nodes[parent].node, below != parent + 1 {
                switch tree.kind {
                case .collection: return nil
                case .subquery(_, let name, _):
                    guard let elements = trace.nodes[parent].elements, let shown = elements.shown,
                        let element = elements.kept.first(where: { $0.index == shown })
                    else { return nil }
                    if bindings[name] == nil { bindings[name] = element.value }
                default: break
                }
            }
            below = parent
        }
        return bindings
    }

    /// The deciding clause has the answer that decides, and all clauses before it have the other answer.
    private func checkDeciding(_ trace: PredicateTrace) {
        for (index, node) in trace.nodes.enumerated() {
            guard case .predicate(let tree) = node.node, let decided = node.decidedBy else { continue }
            let children = trace.children(of: index)
            #expect(children.contains(decided))
            let before = children.prefix { $0 != decided }
            switch tree.kind {
            case .and:
                #expect(trace.nodes[decided].outcome == .answer(false))
                #expect(before.allSatisfy { trace.nodes[$0].outcome == .answer(true) })
                #expect(node.outcome == .answer(false))
            case .or:
                #expect(trace.nodes[decided].outcome == .answer(true))
                #expect(before.allSatisfy { trace.nodes[$0].outcome == .answer(false) })
                #expect(node.outcome == .answer(true))
            case .not: #expect(children == [decided])
            default: Issue.record("a comparison has parts that decide")
            }
            #expect(children.drop { $0 <= decided }.allSatisfy { !trace.nodes[$0].isNeeded } || tree.kind.isNot)
        }
    }
}

extension PredicateTree.Kind {
    fileprivate var isNot: Bool {
        if case .not = self { true } else { false }
    }
}
