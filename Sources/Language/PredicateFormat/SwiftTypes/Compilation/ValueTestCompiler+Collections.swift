import PredicateCore

// Collections: quantifiers, membership, SUBQUERY, counts and sums, over elements that are read where they are.
extension ValueTestCompiler {
    /// `ANY list …` and `ALL list …`.
    func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate, _ scope: ValueScope
    ) -> ValueCondition? {
        let location: ValueLocation
        let rest: ValueLocation?
        switch scope.target(over) {
        case .location(let list)?: (location, rest) = (list, nil)
        case .elements(let list, let fields)?: (location, rest) = (list, fields)
        case nil: return nil
        }
        guard case .collection(let collection) = location.shape, collection.kind != .dictionary else { return nil }
        let element = rest ?? ValueLocation(collection.element)
        guard Self.isNoList(element.shape) else { return nil }
        // The right side decides how far lists of lists are expanded. It does not matter here, but it must be
        // constant.
        if case .shallowIfList(let other) = expansion, constant(other) == nil { return nil }
        if quantifier == .any, rest == nil, case .equal(.slot(slot), let other, let options) = body,
            options.effective.isEmpty, let find = constant(other).flatMap(collection.finder)
        {
            return .test(Self.found(find).behind(location.steps, whenNil: false))
        }
        guard let condition = condition(body, ValueScope(base: .slot(slot), location: element)) else { return nil }
        let test = Self.quantified(
            collection.walk, condition.test, isAll: quantifier == .all, weight: CoreWeight.of(body))
        return .test(test.behind(location.steps, whenNil: quantifier == .all))
    }

    private static func isNoList(_ shape: ValueShape) -> Bool {
        switch shape.core {
        case .collection: false
        case .scalar(let scalar): scalar.type != .any
        default: true
        }
    }

    /// Whether a set holds a constant, which takes the same time for sets of every size.
    private static func found(_ find: ValueVisit) -> ValueTest {
        ValueTest(cost: 30) { pointer, _ in
            var isFound = false
            find(pointer) { _ in isFound = true }
            return isFound
        }
    }

    private static func quantified(_ walk: CollectionShape.Walk, _ test: ValueTest, isAll: Bool, weight: Int = 0)
        -> ValueTest
    {
        let holds = test.holds
        return ValueTest(cost: 20 + 4 * test.cost, isQuiet: false) { pointer, run in
            var result = isAll
            walk.forEach(pointer) { element in
                guard run.step(1 + weight) else {
                    result = false
                    return false
                }
                if holds(element, &run) == isAll { return true }
                result = !isAll
                return false
            }
            return result
        }
    }

    /// `collection CONTAINS constant`, and `constant IN collection`.
    func contains(
        _ location: ValueLocation, _ collection: CollectionShape, _ value: PredicateValue, _ options: StringOptions
    ) -> ValueCondition? {
        if case .null = value { return .constant(false) }
        // A dictionary is searched for a value, and finds keys.
        if collection.kind == .set, options.effective.isEmpty, let find = collection.finder(value) {
            return .test(Self.found(find).behind(location.steps, whenNil: false))
        }
        let element = ValueLocation(collection.element)
        guard Self.isNoList(element.shape), ValueSemantics.elements(of: value) == nil else { return nil }
        // A slot number that nothing else uses.
        let scope = ValueScope(base: .slot(-1), location: element)
        guard let condition = condition(.equal(.slot(-1), .constant(value), options), scope) else { return nil }
        let test = Self.quantified(collection.walk, condition.test, isAll: false)
        return .test(test.behind(location.steps, whenNil: false))
    }

    /// A comparison of a number that a collection gives with a constant: `list.@count`, `list[SIZE]`,
    /// `SUBQUERY(list, …).@count`, `list.@max.price`.
    func gathered(_ plan: ComparisonPlan, _ scope: ValueScope) -> ValueCondition? {
        // A date is a range too, but not a count.
        guard let range = plan.numbers?.range else { return nil }
        switch plan.operand {
        case .collection(.count, let base, _, nil), .size(let base): return counted(base, range, scope)
        case .collection(let op, let base, let slot, let path): return folded(op, base, slot, path, range, scope)
        default: return nil
        }
    }

    private func counted(_ list: CoreExpression, _ range: NumberRange, _ scope: ValueScope) -> ValueCondition? {
        if let location = scope.location(list), case .collection(let collection) = location.shape, collection.keepsCount
        {
            let (low, high) = (range.lowInteger, range.highInteger)
            let test = ValueTest(cost: 10) { pointer, _ in
                let number = Int64(collection.count(pointer))
                return number >= low && number <= high
            }
            return .test(test.behind(location.steps, whenNil: false))
        }
        guard case .subquery(let base, let slot, let body) = list, let location = scope.location(base),
            case .collection(let collection) = location.shape, collection.kind != .dictionary,
            collection.keepsCount || range.asksForAny, Self.isNoList(ValueLocation(collection.element).shape),
            let condition = condition(body, ValueScope(base: .slot(slot), location: ValueLocation(collection.element)))
        else { return nil }
        let test = Self.count(collection.walk, condition.test, range, weight: CoreWeight.of(body))
        return .test(test.behind(location.steps, whenNil: false))
    }

    private static func count(
        _ walk: CollectionShape.Walk, _ test: ValueTest, _ range: NumberRange, weight: Int
    ) -> ValueTest {
        let holds = test.holds
        let (low, high) = (range.lowInteger, range.highInteger)
        return ValueTest(cost: 20 + 6 * test.cost, isQuiet: false) { pointer, run in
            var found: Int64 = 0
            var isStopped = false
            walk.forEach(pointer) { element in
                guard run.step(1 + weight) else {
                    isStopped = true
                    return false
                }
                if holds(element, &run) { found += 1 }
                // The answer may be known already.
                return found <= high && (found < low || high != .max)
            }
            return !isStopped && found >= low && found <= high
        }
    }

    /// A comparison of `@sum`, `@avg`, `@min` or `@max` of numbers.
    private func folded(
        _ op: CollectionOperator, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression?, _ range: NumberRange,
        _ scope: ValueScope
    ) -> ValueCondition? {
        guard let location = scope.location(base), case .collection(let collection) = location.shape,
            collection.kind != .dictionary
        else { return nil }
        let own = ValueLocation(collection.element)
        let element = path.map { ValueScope(base: .slot(slot), location: own).location($0) } ?? own
        guard let element, element.isNumber, let reading = number(element),
            let result = Self.folded(op, collection, reading), let test = Self.ranged(result, range)
        else { return nil }
        let each = (op == .min || op == .max ? 3 : 2) + (path.map { 1 + CoreWeight.of($0) } ?? 0)
        let holds = test.holds
        let charged = ValueTest(cost: 60, isQuiet: false) { pointer, run in
            run.step(each * collection.count(pointer)) && holds(pointer, &run)
        }
        return .test(charged.behind(location.steps, whenNil: false))
    }

    private static func folded(_ op: CollectionOperator, _ collection: CollectionShape, _ reading: NumberReading)
        -> NumberReading?
    {
        switch (op, reading) {
        // The language counts equal elements of a set once.
        case (.sum, _) where collection.keepsCount, (.avg, _) where collection.keepsCount:
            let total = total(collection.walk, reading)
            let real: @Sendable (UnsafeRawPointer) -> Double = { pointer in
                switch op == .sum ? total(pointer).sum : total(pointer).average {
                case .integer(let integer): Double(integer)
                case .double(let double): double
                default: .nan
                }
            }
            guard case .integer = reading, op == .sum else { return .real(real) }
            return .integer { if case .integer(let integer) = total($0).sum { integer } else { nil } }
        case (.min, .integer(let read)), (.max, .integer(let read)):
            return .integer(extreme(collection.walk, isLeast: op == .min, read))
        case (.min, .real(let read)), (.max, .real(let read)):
            let found = extreme(collection.walk, isLeast: op == .min) { pointer in
                let double = read(pointer)
                return double.isNaN ? nil : double
            }
            return .real { found($0) ?? .nan }
        default: return nil
        }
    }

    /// The least or the greatest of the numbers; nil without numbers.
    private static func extreme<Number: Comparable & Sendable>(
        _ walk: CollectionShape.Walk, isLeast: Bool,
        _ read: @escaping @Sendable (UnsafeRawPointer) -> Number?
    ) -> @Sendable (UnsafeRawPointer) -> Number? {
        { pointer in
            var found: Number?
            walk.forEach(pointer) { element in
                if let next = read(element), found.map({ isLeast ? next < $0 : next > $0 }) ?? true { found = next }
                return true
            }
            return found
        }
    }

    private static func total(_ walk: CollectionShape.Walk, _ reading: NumberReading)
        -> @Sendable (UnsafeRawPointer) -> ValueSemantics.Total
    {
        switch reading {
        case .integer(let read):
            return { pointer in
                var total = ValueSemantics.Total()
                walk.forEach(pointer) { element in
                    guard let integer = read(element) else { return true }
                    return total.add(.integer(integer))
                }
                return total
            }
        case .real(let read):
            return { pointer in
                var total = ValueSemantics.Total()
                walk.forEach(pointer) { element in
                    let double = read(element)
                    return double.isNaN || total.add(.double(double))
                }
                return total
            }
        }
    }
}

extension NumberRange {
    /// Whether all numbers from 1 on have the same answer, so that it does not matter how many there are.
    fileprivate var asksForAny: Bool { lowInteger <= 1 && highInteger == .max || highInteger < 1 }
}
