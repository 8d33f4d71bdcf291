import PredicateCore

/// Evaluates the core in the simplest way: it walks the tree and calls `ValueSemantics` at every node.
///
/// The fast evaluators must give the same answers.
package struct ReferenceEvaluator: Sendable {
    package let library: PredicateLibrary
    package let patterns: PatternCache

    /// An evaluator with a library's engine, collation and operators.
    package init(library: PredicateLibrary = .standard) {
        self.library = library
        self.patterns = PatternCache(library: library)
    }

    /// Whether a predicate holds for a record; false if a limit is exceeded or the evaluation is cancelled.
    package func evaluate(_ program: CoreProgram, on record: PredicateValue, context: EvaluationContext) -> Bool {
        var run = EvaluationRun(context: context, slotCount: program.slotCount)
        return evaluate(program, on: record, in: &run)
    }

    /// Whether a predicate holds for a record, in a run with the program's number of slots.
    package func evaluate(_ program: CoreProgram, on record: PredicateValue, in run: inout EvaluationRun) -> Bool {
        guard run.begin(record) else { return false }
        let program = CoreInvariants.marked(program)
        let holds = CoreDepth.run(levels: CoreDepth.of(program.predicate)) { self.holds(program.predicate, &run) }
        return run.end() && holds
    }

    /// The value of an expression for a record; nil if a limit is exceeded or the evaluation is cancelled.
    package func evaluate(
        _ program: CoreExpressionProgram, on record: PredicateValue, context: EvaluationContext
    ) -> PredicateValue {
        var run = EvaluationRun(context: context, slotCount: program.slotCount)
        guard run.begin(record) else { return .null }
        let program = CoreInvariants.marked(program)
        let value = CoreDepth.run(levels: CoreDepth.of(program.expression)) { self.value(program.expression, &run) }
        return run.end() ? value : .null
    }
}

// Predicates. Each case has its own function, so that frames stay small in deep trees.
extension ReferenceEvaluator {
    /// Whether a predicate holds in a run that has begun. The caller provides a deep enough stack.
    package func holds(_ predicate: CorePredicate, _ run: inout EvaluationRun) -> Bool {
        switch predicate {
        case .constant(let holds): holds
        case .scoped(let assignments, let body): scoped(assignments, body, &run)
        case .and(let parts): all(parts, &run)
        case .or(let parts): any(parts, &run)
        case .not(let part): !holds(part, &run)
        case .counted(_, let part): holds(part, &run)
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            quantified(quantifier, over, slot, expansion, body, &run)
        default: comparison(predicate, &run)
        }
    }

    /// The answer of a predicate that does not depend on the record; nil for others.
    private func known(_ predicate: CorePredicate, _ run: inout EvaluationRun) -> Bool? {
        switch predicate {
        case .constant(let holds): return holds
        case .not(let part): return known(part, &run).map { !$0 }
        case .and(let parts): return known(parts, decidedBy: false, &run)
        case .or(let parts): return known(parts, decidedBy: true, &run)
        default: return CoreKnown.isKnown(predicate) ? comparison(predicate, &run) : nil
        }
    }

    private func known(_ parts: [CorePredicate], decidedBy deciding: Bool, _ run: inout EvaluationRun) -> Bool? {
        var areKnown = true
        for part in parts {
            guard let holds = known(part, &run) else {
                areKnown = false
                continue
            }
            if holds == deciding { return deciding }
        }
        return areKnown ? !deciding : nil
    }

    private func comparison(_ predicate: CorePredicate, _ run: inout EvaluationRun) -> Bool {
        if !run.isFree, CoreKnown.isKnown(predicate) { return run.free { compared(predicate, &$0) } }
        return compared(predicate, &run)
    }

    private func compared(_ predicate: CorePredicate, _ run: inout EvaluationRun) -> Bool {
        switch predicate {
        case .equal(let a, let b, let options):
            values(a, b, &run) { ValueSemantics.equals($0, $1, options: options, library: library, &$2) }
        case .ordered(let ordering, let a, let b, let options):
            values(a, b, &run) { ValueSemantics.ordered(ordering, $0, $1, options: options, library: library, &$2) }
        case .between(let value, let low, let high): between(value, low, high, &run)
        case .betweenList(let value, let bounds):
            values(value, bounds, &run) { ValueSemantics.between($0, bounds: $1, &$2) }
        case .text(let op, let a, let b, let options): text(op, a, b, options, &run)
        case .custom(let registered, let a, let b, let options):
            values(a, b, &run) { ValueSemantics.custom(registered, $0, $1, options: options, &$2) }
        case .constant, .scoped, .and, .or, .not, .quantified, .counted: false
        }
    }

    /// The result of an operation on the values of two expressions. They are evaluated here, outside of the frame of the
    /// caller.
    private func values<Result>(
        _ a: CoreExpression, _ b: CoreExpression, _ run: inout EvaluationRun,
        _ operation: (PredicateValue, PredicateValue, inout WorkBudget) -> Result
    ) -> Result {
        let a = value(a, &run)
        let b = value(b, &run)
        return operation(a, b, &run.work)
    }

    private func scoped(
        _ assignments: [CoreAssignment], _ body: CorePredicate, _ run: inout EvaluationRun
    ) -> Bool {
        for assignment in assignments { run.set(assignment.slot, value(assignment.value, &run)) }
        return holds(body, &run)
    }

    private func all(_ parts: [CorePredicate], _ run: inout EvaluationRun) -> Bool {
        // Constant parts decide before anything is read.
        for part in parts where known(part, &run) == false { return false }
        let held = run.work.holding
        for part in parts where known(part, &run) == nil {
            run.work.holding = held
            if !holds(part, &run) { return false }
        }
        return true
    }

    private func any(_ parts: [CorePredicate], _ run: inout EvaluationRun) -> Bool {
        for part in parts where known(part, &run) == true { return true }
        let held = run.work.holding
        for part in parts where known(part, &run) == nil {
            run.work.holding = held
            if holds(part, &run) { return true }
        }
        return false
    }

    private func between(
        _ tested: CoreExpression, _ low: CoreExpression, _ high: CoreExpression, _ run: inout EvaluationRun
    ) -> Bool {
        let tested = value(tested, &run)
        let low = value(low, &run)
        let high = value(high, &run)
        return ValueSemantics.between(tested, low, high, &run.work)
    }

    private func contains(
        _ container: CoreExpression, _ element: CoreExpression, _ options: StringOptions, _ run: inout EvaluationRun
    ) -> Bool {
        let all = value(container, &run)
        let element = value(element, &run)
        if let listed = ListedMembership(container, options: options) {
            return listed.step(element, &run.work)
                && ValueSemantics.contains(all, element, options: options, library: library)
        }
        if case .once(let location, _) = container {
            return run.contains(keptAt: location, element, options: options, library: library)
        }
        return ValueSemantics.contains(all, element, options: options, library: library, &run.work)
    }

    private func text(
        _ op: TextOperator, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions,
        _ run: inout EvaluationRun
    ) -> Bool {
        if op == .contains { return contains(a, b, options, &run) }
        let text = value(a, &run)
        let other = value(b, &run)
        if op.hasPattern {
            if case .constant = b {
                if op == .like { return like(text, constant: other, options, &run) }
            } else if op == .matches, !run.stepCompiling(other) {
                return false
            }
        }
        return ValueSemantics.holds(
            op, text, other, options: options, library: library, patterns: patterns, context: run.context, &run.work)
    }

    /// A pattern that is written in the predicate is read once for all records.
    private func like(
        _ value: PredicateValue, constant pattern: PredicateValue, _ options: StringOptions, _ run: inout EvaluationRun
    ) -> Bool {
        guard let text = ValueSemantics.text(of: value), let pattern = ValueSemantics.text(of: pattern) else {
            return false
        }
        guard pattern.utf8.count <= run.context.limits.patternBytes else { return false }
        return ValueSemantics.matches(text, LikePattern(pattern, options: options), &run.work)
    }

    private func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate, _ run: inout EvaluationRun
    ) -> Bool {
        let collection = value(over, &run)
        switch ValueSemantics.expansion(of: collection, deep: isDeep(expansion, &run)) {
        case .none: return quantifier == .all
        case .mismatch: return false
        case .elements(let elements): return quantified(quantifier, elements, slot, body, &run)
        }
    }

    package func isDeep(_ expansion: CoreExpansion, _ run: inout EvaluationRun) -> Bool {
        switch expansion {
        case .deep: true
        case .shallow: false
        case .shallowIfList(let other): ValueSemantics.elements(of: value(other, &run)) == nil
        }
    }

    private func quantified(
        _ quantifier: CoreQuantifier, _ elements: ExpandedElements, _ slot: Int, _ body: CorePredicate,
        _ run: inout EvaluationRun
    ) -> Bool {
        var elements = elements
        var visited = 0
        let weight = CoreWeight.of(body)
        let held = run.work.holding
        while let element = elements.next(&visited) {
            guard run.step(visited + weight) else { return false }
            visited = 0
            run.set(slot, element)
            let holds = holds(body, &run)
            run.work.holding = held
            switch quantifier {
            case .any: if holds { return true }
            case .all: if !holds { return false }
            }
        }
        return run.step(visited) && quantifier == .all
    }
}

// Expressions.
extension ReferenceEvaluator {
    /// The value of an expression in a run that has begun. The caller provides a deep enough stack.
    package func value(_ expression: CoreExpression, _ run: inout EvaluationRun) -> PredicateValue {
        switch expression {
        case .constant(let value): value
        case .record: run.record
        case .input(let location): run.input(location)
        case .slot(let slot): run.slot(slot)
        case .variable(let name): run.context.bindings.value(ofName: name) ?? .null
        case .member(let base, let key): value(of: base, &run) { ValueSemantics.member($0, key, &$1) }
        case .dynamicMember(let base, let key): values(base, key, &run) { ValueSemantics.dynamicMember($0, $1, &$2) }
        case .read(let base, let reading): value(of: base, &run) { ValueSemantics.read($0, as: reading, &$1) }
        case .collection(let op, let base, let slot, let path): collection(op, base, slot, path, nil, &run)
        case .compared(let operation, let reading): compared(operation, reading, &run)
        case .subquery(let base, let slot, let predicate): subquery(base, slot, predicate, &run)
        case .once(let location, let base): run.once(location) { value(base, &$0) }
        case .counted(_, let operation): value(operation, &run)
        default: charged(expression, &run)
        }
    }

    private func charged(_ expression: CoreExpression, _ run: inout EvaluationRun) -> PredicateValue {
        if !run.isFree, CoreKnown.isKnown(expression) { return run.free { operation(expression, &$0) } }
        return operation(expression, &run)
    }

    private func operation(_ expression: CoreExpression, _ run: inout EvaluationRun) -> PredicateValue {
        switch expression {
        case .first, .last, .size, .index: indexed(expression, &run)
        case .aggregate(let parts): run.makeList(values(parts, &run))
        case .arithmetic(let op, let a, let b): values(a, b, &run) { ValueSemantics.arithmetic(op, $0, $1, &$2) }
        case .complement(let operand): ValueSemantics.complement(value(operand, &run))
        case .set(let op, let a, let b): values(a, b, &run) { ValueSemantics.setOperation(op, $0, $1, &$2) }
        case .call(let function, let arguments): call(function, arguments, &run)
        case .registered(let function, let arguments):
            ValueSemantics.call(function, values(arguments, &run), &run.work)
        case .cast(let operand, let target): value(of: operand, &run) { ValueSemantics.cast($0, target, &$1) }
        case .ternary(let condition, let a, let b): value(holds(condition, &run) ? a : b, &run)
        case .constant, .record, .input, .slot, .variable, .member, .dynamicMember, .read, .collection, .compared,
            .subquery, .once, .counted:
            .null
        }
    }

    private func compared(
        _ operation: CoreExpression, _ reading: CoreReading, _ run: inout EvaluationRun
    ) -> PredicateValue {
        switch operation {
        case .collection(let op, let base, let slot, let path):
            return collection(op, base, slot, path, reading, &run)
        case .set(let op, let a, let b):
            return values(a, b, &run) { ValueSemantics.setOperation(op, $0, $1, comparedAs: reading, &$2) }
        case .call(let function, let arguments):
            let list = arguments.first.map { value($0, &run) } ?? .null
            return ValueSemantics.list(function, list, comparedAs: reading, &run.work)
        default: return value(operation, &run)
        }
    }

    /// The result of an operation on the value of an expression.
    private func value(
        of expression: CoreExpression, _ run: inout EvaluationRun,
        _ operation: (PredicateValue, inout WorkBudget) -> PredicateValue
    ) -> PredicateValue {
        let value = value(expression, &run)
        return operation(value, &run.work)
    }

    private func values(_ parts: [CoreExpression], _ run: inout EvaluationRun) -> [PredicateValue] {
        var values: [PredicateValue] = []
        values.reserveCapacity(parts.count)
        for part in parts { values.append(value(part, &run)) }
        return values
    }

    private func indexed(_ expression: CoreExpression, _ run: inout EvaluationRun) -> PredicateValue {
        switch expression {
        case .first(let base): ValueSemantics.first(value(base, &run))
        case .last(let base): ValueSemantics.last(value(base, &run))
        case .size(let base): ValueSemantics.size(value(base, &run))
        case .index(let base, let index): ValueSemantics.index(value(base, &run), value(index, &run))
        default: .null
        }
    }

    private func collection(
        _ op: CollectionOperator, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression?,
        _ reading: CoreReading?, _ run: inout EvaluationRun
    ) -> PredicateValue {
        let collection = value(base, &run)
        guard let elements = ValueSemantics.elements(of: collection) else {
            return path == nil ? ValueSemantics.collection(op, of: collection, &run.work) : .null
        }
        guard let path else {
            return ValueSemantics.collection(op, of: collection, comparedAs: reading, &run.work)
        }
        var values: [PredicateValue] = []
        let weight = CoreWeight.of(path)
        guard run.work.make(elements: elements.count) else { return .null }
        values.reserveCapacity(elements.count)
        for element in elements {
            guard run.step(1 + weight) else { return .null }
            run.set(slot, element)
            values.append(value(path, &run))
        }
        return ValueSemantics.collection(op, of: collection, elements: values, comparedAs: reading, &run.work)
    }

    private func subquery(
        _ base: CoreExpression, _ slot: Int, _ predicate: CorePredicate, _ run: inout EvaluationRun
    ) -> PredicateValue {
        switch value(base, &run) {
        case .list(let elements): .list(filtered(elements, slot, predicate, &run))
        case .set(let elements): .set(filtered(elements, slot, predicate, &run))
        default: .null
        }
    }

    private func filtered(
        _ elements: [PredicateValue], _ slot: Int, _ predicate: CorePredicate, _ run: inout EvaluationRun
    ) -> [PredicateValue] {
        var found: [PredicateValue] = []
        let weight = CoreWeight.of(predicate)
        // All elements may be in the result.
        guard run.work.make(elements: elements.count) else { return [] }
        let held = run.work.holding
        for element in elements {
            guard run.step(1 + weight) else { return [] }
            run.set(slot, element)
            if holds(predicate, &run) { found.append(element) }
            run.work.holding = held
        }
        return found
    }

    private func call(
        _ function: BuiltInFunction, _ arguments: [CoreExpression], _ run: inout EvaluationRun
    ) -> PredicateValue {
        let values = values(arguments, &run)
        if function == .finds {
            if arguments.count == 2, !CoreKnown.isKnown(arguments[1]), !run.stepCompiling(values[1]) { return .null }
            return ValueSemantics.finds(values, patterns: patterns, context: run.context, &run.work)
        }
        return ValueSemantics.call(function, values, context: run.context, &run.work)
    }
}
