import PredicateCore

// Lists: quantifiers, membership, SUBQUERY and counts, over elements read in memory.
extension ValueTestCompiler {
    /// `ANY list …` and `ALL list …`.
    func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate, _ scope: ValueScope
    ) -> ValueCondition? {
        let location: ValueLocation
        let element: ValueLocation
        switch scope.target(over) {
        case .location(let list)?:
            guard case .list(let shape) = list.shape else { return nil }
            location = list
            element = ValueLocation(shape.element)
        case .elements(let list, let rest)?: (location, element) = (list, rest)
        case nil: return nil
        }
        guard case .list(let list) = location.shape, Self.isNoList(element.shape) else { return nil }
        // The right side decides how far lists of lists are expanded. It does not matter here, but it must be
        // constant.
        if case .shallowIfList(let other) = expansion, constant(other) == nil { return nil }
        guard let condition = condition(body, ValueScope(base: .slot(slot), location: element)) else { return nil }
        return .test(
            Self.quantified(list, condition.test, isAll: quantifier == .all, weight: CoreWeight.of(body)).behind(
                location.steps, whenNil: quantifier == .all))
    }

    private static func isNoList(_ shape: ValueShape) -> Bool {
        switch shape.core {
        case .list, .collection: false
        case .scalar(let scalar): scalar.type != .any
        default: true
        }
    }

    private static func quantified(_ list: ListShape, _ test: ValueTest, isAll: Bool, weight: Int = 0)
        -> ValueTest
    {
        let (withElements, stride, holds) = (list.withElements, list.stride, test.holds)
        return ValueTest(cost: 20 + 4 * test.cost, isQuiet: false) { pointer, run in
            var result = isAll
            withElements(pointer) { first, count in
                var element = first
                for _ in 0..<count {
                    guard run.step(1 + weight) else {
                        result = false
                        return
                    }
                    if holds(element, &run) != isAll {
                        result = !isAll
                        return
                    }
                    element += stride
                }
            }
            return result
        }
    }

    /// `list CONTAINS constant`, and `constant IN list`.
    func contains(
        _ location: ValueLocation, _ list: ListShape, _ value: PredicateValue, _ options: StringOptions
    ) -> ValueCondition? {
        if case .null = value { return .constant(false) }
        let element = ValueLocation(list.element)
        guard Self.isNoList(element.shape), ValueSemantics.elements(of: value) == nil else { return nil }
        // A slot number that nothing else uses.
        let scope = ValueScope(base: .slot(-1), location: element)
        guard let condition = condition(.equal(.slot(-1), .constant(value), options), scope) else { return nil }
        return .test(Self.quantified(list, condition.test, isAll: false).behind(location.steps, whenNil: false))
    }

    /// A comparison of a number of elements with a constant: `list.@count`, `list[SIZE]`, `SUBQUERY(list, …).@count`.
    func counted(_ plan: ComparisonPlan, _ scope: ValueScope) -> ValueCondition? {
        // A date is a range too, but not a count.
        guard let range = plan.numbers?.range else { return nil }
        let list: CoreExpression
        switch plan.operand {
        case .collection(.count, let base, _, nil), .size(let base): list = base
        default: return nil
        }
        if let location = scope.location(list), case .list(let shape) = location.shape {
            return .test(Self.count(shape, range).behind(location.steps, whenNil: false))
        }
        guard case .subquery(let base, let slot, let body) = list, let location = scope.location(base),
            case .list(let shape) = location.shape, Self.isNoList(ValueLocation(shape.element).shape),
            let condition = condition(body, ValueScope(base: .slot(slot), location: ValueLocation(shape.element)))
        else { return nil }
        let weight = CoreWeight.of(body)
        return .test(Self.count(shape, condition.test, range, weight: weight).behind(location.steps, whenNil: false))
    }

    private static func count(_ list: ListShape, _ range: NumberRange) -> ValueTest {
        let (withElements, low, high) = (list.withElements, range.lowInteger, range.highInteger)
        return ValueTest(cost: 10) { pointer, _ in
            var holds = false
            withElements(pointer) { _, count in holds = Int64(count) >= low && Int64(count) <= high }
            return holds
        }
    }

    private static func count(_ list: ListShape, _ test: ValueTest, _ range: NumberRange, weight: Int) -> ValueTest {
        let (withElements, stride, holds) = (list.withElements, list.stride, test.holds)
        let (low, high) = (range.lowInteger, range.highInteger)
        return ValueTest(cost: 20 + 6 * test.cost, isQuiet: false) { pointer, run in
            var found: Int64 = 0
            var isStopped = false
            withElements(pointer) { first, count in
                var element = first
                for _ in 0..<count {
                    guard run.step(1 + weight) else {
                        isStopped = true
                        return
                    }
                    if holds(element, &run) {
                        found += 1
                        // The answer cannot change any more.
                        if found > high || (found >= low && high == .max) { return }
                    }
                    element += stride
                }
            }
            return !isStopped && found >= low && found <= high
        }
    }
}
