import PredicateCore
import PredicatePlatform

// Comparisons of one field with constants.
extension ValueTestCompiler {
    /// The fast test of a comparison; nil if it has none.
    func comparison(_ predicate: CorePredicate, _ scope: ValueScope) -> ValueCondition? {
        if case .quantified(let quantifier, let over, let slot, let expansion, let body) = predicate {
            return quantified(quantifier, over, slot, expansion, body, scope)
        }
        let plan = ComparisonPlan(
            predicate, library: library, patterns: patterns, limits: limits, constant: constant)
        guard let plan else { return numeric(predicate, nil, scope) }
        if case .read(let value, as: .ordered(let order)) = plan.operand {
            return scope.location(value).flatMap { ordered($0, by: order, plan.relation) }
        }
        if let location = scope.location(plan.operand) {
            if case .text(.contains, let value, let options) = plan.relation,
                case .collection(let collection) = location.shape
            {
                return contains(location, collection, value, options)
            }
            return scalar(plan, location)
        }
        return gathered(plan, scope) ?? numeric(predicate, plan, scope)
    }

    /// The value of an expression that does not depend on the record.
    func constant(_ expression: CoreExpression) -> PredicateValue? {
        switch expression {
        case .constant(let value): return value
        // These are never constant, so do not compile them.
        case .record, .input, .slot, .variable, .member, .read: return nil
        default:
            var folding = folding
            return folding.operand(expression).constant
        }
    }

    // MARK: Orders of Swift types

    /// A comparison by the `<` of a Swift type: of its values in memory if the type is mapped last and its values are exactly
    /// what is read, and otherwise of values that are made from what is read.
    private func ordered(
        _ location: ValueLocation, by order: ValueOrder, _ relation: ConstantRelation
    ) -> ValueCondition? {
        guard let ordered = location.ordered, ordered.order == order else {
            let library = library
            return decided(location) { value, _ in
                var work = WorkBudget.unlimited
                let value = ValueSemantics.read(value, as: .ordered(order))
                return relation.holds(value, library: library, &work)
            }
        }
        func record(_ value: PredicateValue) -> (any OrderedRecord)? {
            if case .object(let record) = value { record as? any OrderedRecord } else { nil }
        }
        let test: ValueTest
        switch relation {
        case .ordered(let ordering, let constant, _):
            guard let constant = record(constant) else { return nil }
            test = ValueTest(cost: 10) { pointer, _ in
                ValueSemantics.holds(ordering, constant.order(ofValueAt: pointer))
            }
        case .between(let low, let high):
            guard let low = record(low), let high = record(high) else { return nil }
            test = ValueTest(cost: 20) { pointer, _ in
                low.order(ofValueAt: pointer) != .less && high.order(ofValueAt: pointer) != .greater
            }
        default: return nil
        }
        return .test(test.behind(ordered.steps, whenNil: false))
    }

    // MARK: Scalars

    private func scalar(_ plan: ComparisonPlan, _ location: ValueLocation) -> ValueCondition? {
        if case .text(let op, let value, _) = plan.relation, op != .contains {
            return textual(location, value, plan)
        }
        switch (location.shape, plan.test) {
        // Values of the other shapes may be nil themselves, if they are not finite.
        case (.collection, .isNil), (.object, .isNil), (.integer, .isNil), (.boolean, .isNil),
            (.string, .isNil):
            return nilTest(location)
        case (.collection, _), (.object, _): return nil
        case (.string, .text(let test)):
            return .test(textTest(location, test, plan.relation))
        case (.string, .general) where plan.relation.isOfText:
            // The compiled predicate compares with a collation, and charges it.
            return nil
        case (_, .boolean(let flag)):
            if let found = ranged(location, NumberRange(equal: .boolean(flag)), isDate: false) { return found }
        case (_, .range(let test, _)):
            if let found = ranged(location, test.range, isDate: test.isDate) { return found }
        case (_, .among(let set)):
            return among(location, set)
        default: break
        }
        return decided(location, plan.relation)
    }

    /// An operator that works only on text.
    private func textual(
        _ location: ValueLocation, _ value: PredicateValue, _ plan: ComparisonPlan
    ) -> ValueCondition? {
        guard ValueSemantics.text(of: value) != nil else { return .constant(false) }
        guard case .text(let test) = plan.test, test.holds(under: limits) else { return nil }
        switch location.shape {
        case .string: return .test(textTest(location, test, plan.relation))
        // Operators on strings also accept URLs and UUIDs.
        case .scalar:
            return decided(location) { value, run in
                guard let text = ValueSemantics.text(of: value) else { return false }
                return UTF8Text.withBytes(text) { test.holds($0, &run) }
            }
        // Other values satisfy no operator on strings.
        default: return .constant(false)
        }
    }

    /// Tests whether a number or a date is within a range.
    private func ranged(_ location: ValueLocation, _ range: NumberRange?, isDate: Bool) -> ValueCondition? {
        guard let range else { return nil }
        let tail = ScalarTail(location)
        let test: ValueTest?
        switch location.shape {
        case .integer where !isDate, .boolean where !isDate:
            let visitor = IntegerRangeVisitor(low: range.lowInteger, high: range.highInteger)
            test = tail.visitInteger(location.shape, visitor)
        case .double where !isDate, .float where !isDate, .date where isDate:
            guard range.isExactForReals else { return nil }
            let visitor = RealRangeVisitor(low: range.low, high: range.high)
            test = isDate ? tail.visitDate(location.shape, visitor) : tail.visitReal(location.shape, visitor)
        default: return nil
        }
        return test.map { .test($0.behind(tail.before, whenNil: false)) }
    }

    /// `field IN {…}`.
    private func among(_ location: ValueLocation, _ set: ConstantSet) -> ValueCondition? {
        let tail = ScalarTail(location)
        var test: ValueTest?
        if case .string = location.shape, set.isExact, !set.hasOthersForText {
            test = tail.visitText(location.shape, TextTableVisitor(table: set.texts))
        } else if case .integer = location.shape, !set.hasOthersForNumbers {
            test = tail.visitInteger(location.shape, IntegerTableVisitor(table: set.integers))
        }
        if let test { return .test(test.behind(tail.before, whenNil: false)) }
        return decided(location) { value, _ in set.contains(value) }
    }

    private func textTest(_ location: ValueLocation, _ test: TextTest, _ relation: ConstantRelation) -> ValueTest {
        if case .equal(.string(let text), let options) = relation, options.effective.isEmpty {
            return equalText(location, text)
        }
        let tail = ScalarTail(location)
        let test = tail.visitText(location.shape, TextVisitor(test: test)) ?? ValueTest(cost: 0) { _, _ in false }
        return test.behind(tail.before, whenNil: false)
    }

    private func equalText(_ location: ValueLocation, _ text: String) -> ValueTest {
        let tail = ScalarTail(location)
        let text = ConstantText(text)
        let test: ValueTest?
        if case .read(.string(_, let equal)) = tail.source {
            test = ValueTest(cost: 3) { pointer, _ in equal(pointer, text) }
        } else {
            test = tail.visitText(location.shape, EqualTextVisitor(text: text))
        }
        return (test ?? ValueTest(cost: 0) { _, _ in false }).behind(tail.before, whenNil: false)
    }

    /// Tests whether the value at a location is nil.
    private func nilTest(_ location: ValueLocation) -> ValueCondition {
        .test(ValueTest(cost: 1) { _, _ in false }.behind(location.steps, whenNil: true))
    }

    /// A comparison of a scalar by its value.
    private func decided(_ location: ValueLocation, _ relation: ConstantRelation) -> ValueCondition? {
        let library = library
        return decided(location) { value, _ in
            var work = WorkBudget.unlimited
            return relation.holds(value, library: library, &work)
        }
    }

    private func decided(
        _ location: ValueLocation, _ decide: @escaping @Sendable (PredicateValue, inout ValueRun) -> Bool
    ) -> ValueCondition? {
        switch location.shape {
        case .collection, .object: return nil
        // A value of the type `any` may be a list. Its elements cost steps, which this test does not count.
        case .scalar(let scalar) where scalar.type == .any: return nil
        default: break
        }
        var run = ValueRun(steps: 0)
        let whenNil = decide(.null, &run)
        let shape = location.shape
        let test = ValueTest(cost: 40) { decide(shape.value(at: $0), &$1) }
        return .test(test.behind(location.steps, whenNil: whenNil))
    }
}
