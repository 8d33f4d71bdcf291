import PredicateCore
import PredicateFormat

/// Evaluates every node of a predicate for one record, with the reference evaluator.
///
/// A node is evaluated separately, but with the frame of the whole predicate: the assignments of a scope are set when
/// the tracer enters it, and so is the current element of a SUBQUERY or a collection operator. AND, OR and NOT are
/// computed from the answers of their parts.
struct Tracer {
    let evaluator: ReferenceEvaluator
    let limits: PredicateTraceLimits
    let cores: [LoweredNode]
    /// The trace takes at most this part of the steps of an evaluation, which comes before it. A step of the reference
    /// evaluator takes longer than one of the compiled form.
    private static let share = 8
    private(set) var nodes: [PredicateTrace.Node] = []
    private var children: [[Int]] = []
    var run: EvaluationRun
    private let program: CoreProgram
    private let source: String
    private let tree: PredicateTree
    private var isComplete = true

    init(
        _ predicate: CheckedPredicate, _ record: PredicateValue, _ context: EvaluationContext,
        _ limits: PredicateTraceLimits
    ) {
        evaluator = ReferenceEvaluator(library: predicate.library)
        self.limits = limits
        source = predicate.source
        tree = predicate.meaning
        (program, cores) = Lowering.lowerNodes(predicate.meaning, library: predicate.library)
        run = EvaluationRun(context: context, slotCount: program.slotCount)
        run.allowance = context.limits.budget(forRecordOf: context.recordBytes).steps / Self.share
        _ = run.begin(record)
        var pending: [(node: PredicateTreeNode, parent: Int?)] = [(.predicate(tree), nil)]
        while let (node, parent) = pending.popLast() {
            let index = nodes.count
            nodes.append(
                PredicateTrace.Node(
                    node: node, parent: parent, outcome: .unknown, isNeeded: false, decidedBy: nil, elements: nil,
                    remarks: []))
            children.append([])
            if let parent { children[parent].append(index) }
            for child in node.children.reversed() { pending.append((child, index)) }
        }
    }

    mutating func trace(matches: Bool, isStopped: Bool) -> PredicateTrace {
        enter(program.predicate)
        _ = tracePredicate(0, isNeeded: true)
        // The root has the answer of the whole evaluation, even after a limit was exceeded.
        nodes[0].outcome = .answer(matches)
        return PredicateTrace(
            source: source, tree: tree, matches: matches, isComplete: isComplete && !isStopped, nodes: nodes)
    }

    /// Sets the assignments of a scope.
    private mutating func enter(_ scope: CorePredicate) {
        guard case .scoped(let assignments, _) = scope else { return }
        for assignment in assignments { run.set(assignment.slot, evaluator.value(assignment.value, &run)) }
    }

    /// Whether a predicate of the core is true; nil if a limit was exceeded.
    mutating func holds(_ predicate: CorePredicate) -> Bool? {
        let holds = evaluator.holds(predicate, &run)
        if run.isStopped { isComplete = false }
        return run.isStopped ? nil : holds
    }

    private mutating func value(_ index: Int) -> PredicateValue? {
        guard case .expression(let core) = cores[index] else { return nil }
        return value(core)
    }

    /// The value of an expression of the core; nil if a limit was exceeded.
    mutating func value(_ expression: CoreExpression) -> PredicateValue? {
        let value = evaluator.value(expression, &run)
        if run.isStopped { isComplete = false }
        return run.isStopped ? nil : value
    }

    // MARK: Predicates

    private mutating func tracePredicate(_ index: Int, isNeeded: Bool) -> Bool? {
        guard case .predicate(let tree) = nodes[index].node else { return nil }
        nodes[index].isNeeded = isNeeded
        let answer: Bool?
        switch tree.kind {
        case .constant(let value): answer = value
        case .and: answer = traceGroup(index, isNeeded, decidedBy: false)
        case .or: answer = traceGroup(index, isNeeded, decidedBy: true)
        case .not:
            nodes[index].decidedBy = children[index].first
            answer = children[index].first.flatMap { tracePredicate($0, isNeeded: isNeeded) }.map { !$0 }
        case .comparison(let comparison): answer = traceComparison(index, comparison, isNeeded)
        }
        nodes[index].outcome = answer.map { .answer($0) } ?? .unknown
        return answer
    }

    /// A false part decides an AND, a true part an OR.
    private mutating func traceGroup(_ index: Int, _ isNeeded: Bool, decidedBy deciding: Bool) -> Bool? {
        var decided: Int?
        var isKnown = true
        for child in children[index] {
            let answer = tracePredicate(child, isNeeded: isNeeded && decided == nil)
            if answer == nil { isKnown = false }
            if answer == deciding, decided == nil { decided = child }
        }
        nodes[index].decidedBy = decided
        return decided != nil ? deciding : isKnown ? !deciding : nil
    }

    private mutating func traceComparison(
        _ index: Int, _ comparison: PredicateTree.Comparison, _ isNeeded: Bool
    ) -> Bool? {
        for child in children[index] { traceExpression(child, isNeeded: isNeeded) }
        guard case .predicate(let core) = cores[index] else { return nil }
        let answer = holds(core)
        let (stripped, isNegated) = core.stripped
        let isSwapped = comparison.comparator == .in
        if case .quantified(let quantifier, let over, let slot, let expansion, let body) = stripped {
            traceElements(index, quantifier, over, slot, expansion, body, isSwapped: isSwapped)
        } else if !run.isStopped {
            nodes[index].remarks = remarks(on: core, isSwapped: isSwapped)
            // A remark about a nil operand explains a failed comparison, but not a test for nil.
            if answer != true || isNegated { nodes[index].remarks += nilRemarks(of: children[index]) }
        }
        return answer
    }

    // MARK: Elements

    private mutating func traceElements(
        _ index: Int, _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate, isSwapped: Bool
    ) {
        guard let collection = value(over) else { return }
        let isDeep = evaluator.isDeep(expansion, &run)
        switch ValueSemantics.expansion(of: collection, deep: isDeep) {
        case .none: nodes[index].remarks = nilRemarks(of: children[index])
        case .mismatch: nodes[index].remarks = [.noCollection(Remark.kind(of: collection))]
        case .elements(var elements):
            var found = ElementCollector(limit: limits.elements, deciding: quantifier == .any)
            var visited = 0
            while let element = elements.next(&visited) {
                guard run.step(visited) else { break }
                visited = 0
                run.set(slot, element)
                guard let holds = holds(body) else { break }
                let remarks = found.wantsRemarks ? self.remarks(on: body, isSwapped: isSwapped) : []
                found.add(element, holds, remarks)
            }
            if run.isStopped { isComplete = false }
            nodes[index].elements = found.elements
            if found.elements.count == 0 { nodes[index].remarks = [.noElements] }
        }
    }

    /// The elements of a SUBQUERY. The nodes below are traced for the first element that satisfies it, or else for the
    /// first.
    private mutating func traceSubquery(
        _ index: Int, _ base: CoreExpression, _ slot: Int, _ body: CorePredicate, _ isNeeded: Bool
    ) {
        guard children[index].count == 2, let collection = value(base),
            let elements = ValueSemantics.elements(of: collection)
        else { return }
        // Keep the first element that satisfies it, although it decides nothing.
        var found = ElementCollector(limit: limits.elements, deciding: true)
        for element in elements {
            guard run.step() else { break }
            run.set(slot, element)
            guard let holds = holds(body) else { break }
            found.add(element, holds, [])
        }
        if run.isStopped { isComplete = false }
        found.elements.shown = found.elements.decidedBy ?? (elements.isEmpty ? nil : 0)
        found.elements.decidedBy = nil
        nodes[index].elements = found.elements
        guard let location = found.elements.shown else { return }
        run.set(slot, elements[location])
        enter(body)
        _ = tracePredicate(children[index][1], isNeeded: isNeeded)
    }

    /// The elements of a collection operator with a path. The path is traced for the first of them.
    private mutating func traceCollection(
        _ index: Int, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression, _ isNeeded: Bool
    ) {
        guard children[index].count == 2, let collection = value(base),
            let elements = ValueSemantics.elements(of: collection)
        else { return }
        var found = PredicateTrace.Elements()
        found.count = elements.count
        for (ordinal, element) in elements.prefix(limits.elements).enumerated() {
            run.set(slot, element)
            guard let value = value(path) else { break }
            found.kept.append(
                PredicateTrace.Element(index: ordinal, value: element, outcome: .value(value), remarks: []))
        }
        found.shown = elements.isEmpty ? nil : 0
        nodes[index].elements = found
        guard let first = elements.first else { return }
        run.set(slot, first)
        traceExpression(children[index][1], isNeeded: isNeeded)
    }

    // MARK: Expressions

    private mutating func traceExpression(_ index: Int, isNeeded: Bool) {
        guard case .expression(let tree) = nodes[index].node, case .expression(let core) = cores[index] else { return }
        nodes[index].isNeeded = isNeeded
        switch (tree.kind, core.unread) {
        case (.ternary, _):
            guard let condition = children[index].first else { break }
            let answer = tracePredicate(condition, isNeeded: isNeeded)
            for (ordinal, branch) in children[index].dropFirst().enumerated() {
                traceExpression(branch, isNeeded: isNeeded && answer == (ordinal == 0))
            }
        case (.subquery, .subquery(let base, let slot, let body)):
            traceExpression(children[index][0], isNeeded: isNeeded)
            traceSubquery(index, base, slot, body, isNeeded)
        case (.collection, .collection(_, let base, let slot, let path?)):
            traceExpression(children[index][0], isNeeded: isNeeded)
            traceCollection(index, base, slot, path, isNeeded)
        default:
            for child in children[index] { traceExpression(child, isNeeded: isNeeded) }
        }
        nodes[index].outcome = value(core).map { .value($0) } ?? .unknown
    }

    // MARK: nil

    /// The first nil part of each operand that is a path and nil.
    private mutating func nilRemarks(of operands: [Int]) -> [Remark] {
        operands.compactMap { nilRemark(of: $0) }
    }

    private mutating func nilRemark(of operand: Int) -> Remark? {
        guard case .value(.null) = nodes[operand].outcome, nodes[operand].node.isPathStep else { return nil }
        var index = operand
        while let base = children[index].first, nodes[base].node.isPathStep,
            case .value(.null) = nodes[base].outcome
        {
            index = base
        }
        guard case .expression(let tree) = nodes[index].node else { return nil }
        var isMissing = false
        if case .field(_, let name) = tree.kind, let base = children[index].first,
            case .value(.object(let record)) = nodes[base].outcome
        {
            isMissing = !record.hasKey(name)
        }
        return .isNil(tree.predicateFormat, isMissing: isMissing)
    }
}

/// Collects the elements that a trace keeps.
private struct ElementCollector {
    var elements = PredicateTrace.Elements()
    private let limit: Int
    /// The answer of an element that decides for all elements.
    private let deciding: Bool
    private var near = 0
    /// The maximum number of elements to examine for remarks.
    private static let asked = 1000
    /// The maximum number of nearly matching elements to keep after the first ones.
    private static let nearLimit = 3

    init(limit: Int, deciding: Bool) {
        self.limit = limit
        self.deciding = deciding
        elements.satisfied = 0
    }

    var wantsRemarks: Bool { elements.count < Self.asked }

    mutating func add(_ value: PredicateValue, _ holds: Bool, _ remarks: [Remark]) {
        let index = elements.count
        elements.count += 1
        if holds { elements.satisfied = (elements.satisfied ?? 0) + 1 }
        let decides = elements.decidedBy == nil && holds == deciding
        if decides { elements.decidedBy = index }
        let isNear = near < Self.nearLimit && remarks.contains { $0.isNear }
        guard index < limit || decides || isNear else { return }
        if index >= limit, isNear { near += 1 }
        elements.kept.append(
            PredicateTrace.Element(index: index, value: value, outcome: .answer(holds), remarks: remarks))
    }
}

typealias Remark = PredicateTrace.Remark

extension CorePredicate {
    /// The predicate without its outer negations, and whether their number is odd.
    var stripped: (core: CorePredicate, isNegated: Bool) {
        var core = self
        var isNegated = false
        while case .not(let inner) = core {
            core = inner
            isNegated.toggle()
        }
        return (core, isNegated)
    }
}

extension CoreExpression {
    /// The expression without its conversions to declared types.
    fileprivate var unread: CoreExpression {
        switch self {
        case .read(let inner, _), .compared(let inner, _): inner.unread
        default: self
        }
    }
}

extension PredicateTreeNode {
    /// Whether it is a path of at least one step.
    fileprivate var isPathStep: Bool {
        guard case .expression(let tree) = self else { return false }
        switch tree.kind {
        case .field, .dynamicField, .index: return true
        default: return false
        }
    }
}
