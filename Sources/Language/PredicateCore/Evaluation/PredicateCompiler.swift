/// A slot and the value that is kept in it.
private struct CompiledAssignment: Sendable {
    var slot: Int
    var value: CompiledValue
}

/// A predicate over the elements of a collection, and its charge for each element.
struct CompiledElementTest: Sendable {
    let holds: @Sendable (inout EvaluationRun) -> Bool
    let weight: Int

    init(_ test: CompiledTest, weight: Int) {
        holds = test.holds
        self.weight = weight
    }
}

/// Compiles the core to closures. Each case has its own function, so that frames stay small in deep trees.
package struct PredicateCompiler {
    let library: PredicateLibrary
    let limits: PredicateLimits
    var fields = FieldLocations()
    /// The counted operation that is compiled next; see `counted`.
    var note: OperationNote?

    package init(library: PredicateLibrary, limits: PredicateLimits) {
        self.library = library
        self.limits = limits
    }

    /// A predicate of the core.
    mutating func condition(_ predicate: CorePredicate) -> CompiledCondition {
        switch predicate {
        case .constant(let holds): .constant(holds)
        case .and(let parts): group(parts, decidedBy: false)
        case .or(let parts): group(parts, decidedBy: true)
        case .not(let part): negation(part)
        case .counted(let site, let part): counted(site, part)
        case .scoped(let assignments, let body): scoped(assignments, body)
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            quantified(quantifier, over, slot, expansion, body, site: nil)
        default: comparison(predicate)
        }
    }

    private mutating func negation(_ part: CorePredicate) -> CompiledCondition {
        switch condition(part) {
        case .constant(let holds): return .constant(!holds)
        case .test(let test): return CompiledCondition { run in !test.holds(&run) }
        }
    }

    private mutating func scoped(_ assignments: [CoreAssignment], _ body: CorePredicate) -> CompiledCondition {
        var compiled: [CompiledAssignment] = []
        for assignment in assignments {
            compiled.append(CompiledAssignment(slot: assignment.slot, value: operand(assignment.value).computed))
        }
        let assignments = compiled
        let test = condition(body).test
        return CompiledCondition { run in
            for assignment in assignments { run.set(assignment.slot, assignment.value.value(&run)) }
            return test.holds(&run)
        }
    }

    /// The tests of the parts that are not constant; nil if a constant part decides the whole.
    private mutating func tests(_ parts: [CorePredicate], decidedBy deciding: Bool) -> [CompiledTest]? {
        var tests: [CompiledTest] = []
        tests.reserveCapacity(parts.count)
        for part in parts {
            switch condition(part) {
            case .constant(let holds): if holds == deciding { return nil }
            case .test(let test): tests.append(test)
            }
        }
        return tests
    }

    /// AND is decided by a false part, and OR by a true one.
    private mutating func group(_ parts: [CorePredicate], decidedBy deciding: Bool) -> CompiledCondition {
        guard let tests = tests(parts, decidedBy: deciding) else { return .constant(deciding) }
        switch tests.count {
        case 0: return .constant(!deciding)
        case 1: return .test(tests[0])
        case 2:
            let (a, b) = (tests[0], tests[1])
            return CompiledCondition { run in
                let held = run.work.holding
                if a.holds(&run) == deciding { return deciding }
                run.work.holding = held
                return b.holds(&run)
            }
        default:
            return CompiledCondition { run in
                let held = run.work.holding
                for test in tests {
                    run.work.holding = held
                    if test.holds(&run) == deciding { return deciding }
                }
                return !deciding
            }
        }
    }

    /// ANY or ALL.
    ///
    /// - Parameter site: counts values that are no collections; nil if they are not counted.
    mutating func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate, site: Int?
    ) -> CompiledCondition {
        let collection = operand(over).computed
        let isAll = quantifier == .all
        let test = CompiledElementTest(condition(body).test, weight: CoreWeight.of(body))
        let isDeep = depth(of: expansion)
        return CompiledCondition { run in
            let value = collection.value(&run)
            switch ValueSemantics.expansion(of: value, deep: isDeep.holds(&run)) {
            case .none: return isAll
            case .mismatch:
                if let site { run.tally?.addUnusable(site, value) }
                return false
            case .elements(let elements): return Self.visit(elements, slot, isAll, test, &run)
            }
        }
    }

    private mutating func depth(of expansion: CoreExpansion) -> CompiledTest {
        switch expansion {
        case .deep: return CompiledTest { _ in true }
        case .shallow: return CompiledTest { _ in false }
        case .shallowIfList(let other):
            switch operand(other) {
            case .constant(let value):
                let isDeep = ValueSemantics.elements(of: value) == nil
                return CompiledTest { _ in isDeep }
            case .computed(let other):
                return CompiledTest { run in ValueSemantics.elements(of: other.value(&run)) == nil }
            }
        }
    }

    private static func visit(
        _ elements: ExpandedElements, _ slot: Int, _ isAll: Bool, _ test: CompiledElementTest,
        _ run: inout EvaluationRun
    ) -> Bool {
        var elements = elements
        var visited = 0
        let held = run.work.holding
        while let element = elements.next(&visited) {
            guard run.step(visited + test.weight) else { return false }
            visited = 0
            run.set(slot, element)
            let holds = test.holds(&run)
            run.work.holding = held
            if holds != isAll { return !isAll }
        }
        return run.step(visited) && isAll
    }
}
