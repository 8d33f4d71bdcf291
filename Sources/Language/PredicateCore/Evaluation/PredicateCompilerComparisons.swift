// Comparisons. A comparison with a constant follows its plan: a value of the constant's kind takes the short path, and
// every other value goes to `ValueSemantics`, as in the reference evaluator.
extension PredicateCompiler {
    mutating func comparison(_ predicate: CorePredicate) -> CompiledCondition {
        if case .text(.contains, .once(let location, let base), let element, let options) = predicate {
            return contains(keptAt: location, base, operand(element), options)
        }
        let (library, limits) = (library, limits)
        let plan = ComparisonPlan(
            predicate, library: library, patterns: PatternCache(library: library), limits: limits
        ) { expression in
            if case .constant(let value) = expression { return value }
            return CoreKnown.isKnown(expression) ? Self.constant(expression, library, limits) : nil
        }
        if let plan { return carryOut(plan, of: predicate) }
        switch predicate {
        case .equal(let a, let b, let options):
            let library = library
            return values(a, b) { ValueSemantics.equals($0, $1, options: options, library: library, &$2.work) }
        case .ordered(let ordering, let a, let b, let options):
            let library = library
            return values(a, b) {
                ValueSemantics.ordered(ordering, $0, $1, options: options, library: library, &$2.work)
            }
        case .between(let value, let low, let high): return between(value, low, high)
        case .betweenList(let value, let bounds): return between(value, bounds: bounds)
        case .text(let op, let a, let b, let options): return text(op, a, b, options)
        case .custom(let registered, let a, let b, let options):
            return values(a, b) { ValueSemantics.custom(registered, $0, $1, options: options, &$2.work) }
        case .constant, .and, .or, .not, .scoped, .quantified, .counted: return .constant(false)
        }
    }

    /// The value of an expression that does not depend on the record.
    private static func constant(
        _ expression: CoreExpression, _ library: PredicateLibrary, _ limits: PredicateLimits
    ) -> PredicateValue? {
        var compiler = PredicateCompiler(library: library, limits: limits)
        return compiler.operand(expression).constant
    }

    // MARK: Constants

    private mutating func carryOut(_ plan: ComparisonPlan, of predicate: CorePredicate) -> CompiledCondition {
        let compiled = operand(plan.operand)
        if case .constant(let value) = compiled, CoreKnown.isKnown(predicate) {
            var work = WorkBudget.unlimited
            return .constant(plan.relation.holds(value, library: library, &work))
        }
        let operand = compiled.computed
        let relation = relation(plan.relation)
        switch plan.test {
        case .isNil:
            return CompiledCondition { run in
                if case .null = operand.value(&run) { return true }
                return false
            }
        case .boolean(let flag):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .boolean(let other) = value { return other == flag }
                return relation(value, &run)
            }
        case .range(let test, _): return range(operand, test, relation)
        case .text(let test): return text(operand, test, plan.relation, relation)
        case .among, .general: break
        }
        if case .listed(let elements, let options) = plan.relation {
            return listed(operand, elements, options, plan.test)
        }
        return CompiledCondition { run in
            let value = operand.value(&run)
            return relation(value, &run)
        }
    }

    /// A relation as `ValueSemantics` decides it. It is not a closure, so that each comparison makes only one.
    private struct Relation: Sendable {
        let relation: ConstantRelation
        let library: PredicateLibrary
        /// The patterns of MATCHES, if the relation needs them.
        let patterns: PatternCache?

        func callAsFunction(_ value: PredicateValue, _ run: inout EvaluationRun) -> Bool {
            guard let patterns else { return relation.holds(value, library: library, &run.work) }
            let context = run.context
            return relation.holds(value, library: library, patterns: patterns, context: context, &run.work)
        }
    }

    private func relation(_ relation: ConstantRelation) -> Relation {
        Relation(
            relation: relation, library: library,
            patterns: relation.hasPattern ? PatternCache(library: library) : nil)
    }

    private func range(
        _ operand: CompiledValue, _ test: NumberTest, _ relation: Relation
    ) -> CompiledCondition {
        let comparison = test.bound.comparison
        switch (test.bound.number, test.upper?.number) {
        case (_, _) where test.isDate: break
        case (.integer(let integer), nil):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .integer(let other) = value { return comparison.holds(other, integer) }
                return relation(value, &run)
            }
        case (.double(let double), nil):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .double(let other) = value, other.isFinite { return comparison.holds(other, double) }
                return relation(value, &run)
            }
        case (.integer(let lowest), .integer(let highest)?):
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .integer(let integer) = value { return integer >= lowest && integer <= highest }
                return relation(value, &run)
            }
        default: break
        }
        return CompiledCondition { run in
            let value = operand.value(&run)
            return relation(value, &run)
        }
    }

    private func text(
        _ operand: CompiledValue, _ test: TextTest, _ relation: ConstantRelation, _ general: Relation
    ) -> CompiledCondition {
        switch (test, relation) {
        case (.equal(let prepared), .equal(.string(let text), _))
        // Comparing the bytes of a short text costs nothing.
        where prepared.exact != nil && WorkCost.comparing(prepared.size, prepared.size, []) == 0:
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value { return sameCodePoints(other, text) }
                return general(value, &run)
            }
        case (.contains(let part), .text(_, .string(let text), let options)):
            return contains(operand, part, text, options, general)
        // The charge depends on which bound decides.
        case (_, .between), (.contains, _):
            return CompiledCondition { run in
                let value = operand.value(&run)
                return general(value, &run)
            }
        // Operators on strings also accept URLs and UUIDs.
        case (_, .text):
            return CompiledCondition { run in
                let value = operand.value(&run)
                guard test.holds(under: run.context.limits) else { return general(value, &run) }
                guard let text = ValueSemantics.text(of: value) else { return false }
                return test.holds(text, &run)
            }
        default:
            return CompiledCondition { run in
                let value = operand.value(&run)
                if case .string(let other) = value { return test.holds(other, &run) }
                return general(value, &run)
            }
        }
    }

    /// Tests whether a string, or a collection of strings, contains a constant string.
    private func contains(
        _ container: CompiledValue, _ needle: PreparedText, _ text: String, _ options: StringOptions,
        _ general: Relation
    ) -> CompiledCondition {
        // Elements compare with the same prepared text, unless they need a collation.
        let element = options.effective.contains(.localized) ? nil : needle
        let test = TextTest.contains(needle)
        let size = needle.size
        let constant = PredicateValue.string(text)
        return CompiledCondition { run in
            let all = container.value(&run)
            if case .string(let text) = all { return test.holds(text, &run) }
            guard let element, let elements = ValueSemantics.elements(of: all) else { return general(all, &run) }
            for candidate in elements {
                if case .string(let other) = candidate {
                    let steps = WorkCost.candidate + WorkCost.comparing(other.utf8.count, size, options)
                    guard run.step(steps) else { return false }
                    if element.equals(other) { return true }
                } else {
                    guard run.step(WorkCost.candidate) else { return false }
                    if ValueSemantics.equals(candidate, constant, &run.work) { return true }
                }
            }
            return false
        }
    }

    /// Tests for an element of a list that is written in the predicate.
    private func listed(
        _ element: CompiledValue, _ elements: [PredicateValue], _ options: StringOptions, _ test: ConstantTest
    ) -> CompiledCondition {
        let library = library
        let listed = ListedMembership(elements, options: options)
        if case .among(let set) = test {
            return CompiledCondition { run in
                let value = element.value(&run)
                return listed.step(value, &run.work) && set.contains(value)
            }
        }
        let list = PredicateValue.list(elements)
        return CompiledCondition { run in
            let value = element.value(&run)
            return listed.step(value, &run.work)
                && ValueSemantics.contains(list, value, options: options, library: library)
        }
    }

    // MARK: Two values

    /// A comparison of two values that depend on the record.
    private mutating func values(
        _ a: CoreExpression, _ b: CoreExpression,
        _ holds: @escaping @Sendable (PredicateValue, PredicateValue, inout EvaluationRun) -> Bool
    ) -> CompiledCondition {
        let (a, b) = (operand(a).computed, operand(b).computed)
        return CompiledCondition { run in
            let left = a.value(&run)
            let right = b.value(&run)
            return holds(left, right, &run)
        }
    }

    private mutating func between(_ value: CoreExpression, _ low: CoreExpression, _ high: CoreExpression)
        -> CompiledCondition
    {
        let (value, low, high) = (operand(value).computed, operand(low).computed, operand(high).computed)
        return CompiledCondition { run in
            let value = value.value(&run)
            let lowest = low.value(&run)
            let highest = high.value(&run)
            return ValueSemantics.between(value, lowest, highest, &run.work)
        }
    }

    private mutating func between(_ value: CoreExpression, bounds: CoreExpression) -> CompiledCondition {
        let compiled = (operand(value), operand(bounds))
        if case (.constant(let value), .constant(let bounds)) = compiled {
            return .constant(ValueSemantics.between(value, bounds: bounds))
        }
        let (value, bounds) = (compiled.0.computed, compiled.1.computed)
        return CompiledCondition { run in
            let value = value.value(&run)
            let bounds = bounds.value(&run)
            return ValueSemantics.between(value, bounds: bounds, &run.work)
        }
    }

    private mutating func contains(
        keptAt location: Int, _ base: CoreExpression, _ element: CompiledOperand, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        let (container, element) = (operand(.once(location, base)).computed, element.computed)
        return CompiledCondition { run in
            _ = container.value(&run)
            let element = element.value(&run)
            return run.contains(keptAt: location, element, options: options, library: library)
        }
    }

    private mutating func text(
        _ op: TextOperator, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions
    ) -> CompiledCondition {
        let library = library
        guard op.hasPattern else {
            return values(a, b) { text, other, run in
                ValueSemantics.holds(
                    op, text, other, options: options, library: library, patterns: nil, context: nil, &run.work)
            }
        }
        // Each comparison has its own cache. Most predicates have no pattern and need no cache.
        let patterns = PatternCache(library: library)
        return values(a, b) { text, other, run in
            if op == .matches, !run.stepCompiling(other) { return false }
            let context = run.context
            return ValueSemantics.holds(
                op, text, other, options: options, library: library, patterns: patterns, context: context, &run.work)
        }
    }
}

extension TextTest {
    /// Whether a string passes, with the same charge as in the reference evaluator.
    @inline(__always)
    fileprivate func holds(_ text: String, _ run: inout EvaluationRun) -> Bool {
        if case .matches(let pattern, let source, _) = self {
            return PatternCache.matches(text, pattern, pattern: source, context: run.context, &run.work)
        }
        guard run.step(steps(text.utf8.count)) else { return false }
        return UTF8Text.withBytes(text) { decide($0, patternSteps: 0) } ?? false
    }
}
