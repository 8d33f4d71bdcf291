// Expressions. Pure constant parts are computed at compile time.
extension PredicateCompiler {
    /// An expression of the core.
    package mutating func operand(_ expression: CoreExpression) -> CompiledOperand {
        switch expression {
        case .constant(let value): .constant(value)
        case .record: CompiledOperand { run in run.record }
        case .input(let location): CompiledOperand { run in run.input(location) }
        case .slot(let slot): CompiledOperand { run in run.slot(slot) }
        case .variable(let name): CompiledOperand { run in run.context.bindings.value(ofName: name) ?? .null }
        case .member(let base, let key): member(base, key)
        case .dynamicMember(let base, let key): dynamicMember(base, key)
        case .read(let base, let reading): read(base, reading)
        case .collection(let op, let base, let slot, let path): collection(op, base, slot, path)
        case .compared(let operation, let reading): compared(operation, as: reading)
        case .subquery(let base, let slot, let predicate): subquery(base, slot, predicate)
        case .ternary(let condition, let a, let b): ternary(condition, a, b)
        case .once(let location, let base): once(location, base)
        case .counted(let site, let operation): counted(site, operation)
        default: operation(expression)
        }
    }

    private mutating func operation(_ expression: CoreExpression) -> CompiledOperand {
        switch expression {
        case .first(let base): unary(base) { value, _ in ValueSemantics.first(value) }
        case .last(let base): unary(base) { value, _ in ValueSemantics.last(value) }
        case .size(let base): unary(base) { value, _ in ValueSemantics.size(value) }
        case .index(let base, let index): binary(base, index) { base, index, _ in ValueSemantics.index(base, index) }
        case .aggregate(let parts): aggregate(parts)
        case .arithmetic(let op, let a, let b): binary(a, b) { ValueSemantics.arithmetic(op, $0, $1, &$2) }
        case .complement(let operand): unary(operand) { value, _ in ValueSemantics.complement(value) }
        case .set(let op, let a, let b): setOperation(op, a, b)
        case .call(let function, let arguments): call(function, arguments)
        case .registered(let function, let arguments): call(function, arguments)
        case .cast(let operand, let target): unary(operand) { ValueSemantics.cast($0, target, &$1) }
        case .constant, .record, .input, .slot, .variable, .member, .dynamicMember, .read, .collection, .compared,
            .subquery, .ternary, .once, .counted:
            .constant(.null)
        }
    }

    private mutating func compared(_ operation: CoreExpression, as reading: CoreReading) -> CompiledOperand {
        switch operation {
        case .collection(let op, let base, let slot, let path):
            return collection(op, base, slot, path, comparedAs: reading)
        case .set(let op, let a, let b): return setOperation(op, a, b, comparedAs: reading)
        case .call(let function, let arguments):
            let note = takeNote()
            guard let list = arguments.first.map({ operand($0).computed }) else { return .constant(.null) }
            return CompiledOperand { run in
                let list = list.value(&run)
                return note.pass(ValueSemantics.list(function, list, comparedAs: reading, &run.work), [list], &run)
            }
        default: return operand(operation)
        }
    }

    private mutating func once(_ location: Int, _ base: CoreExpression) -> CompiledOperand {
        let base = operand(base).computed
        return CompiledOperand { run in run.once(location, base.value) }
    }

    private mutating func unary(
        _ operand: CoreExpression,
        _ apply: @escaping @Sendable (PredicateValue, inout WorkBudget) -> PredicateValue
    ) -> CompiledOperand {
        let note = takeNote()
        switch self.operand(operand) {
        case .constant(let value):
            var work = WorkBudget.unlimited
            return .constant(apply(value, &work))
        case .computed(let operand):
            return CompiledOperand { run in
                let value = operand.value(&run)
                return note.pass(apply(value, &run.work), [value], &run)
            }
        }
    }

    private mutating func binary(
        _ a: CoreExpression, _ b: CoreExpression,
        _ apply: @escaping @Sendable (PredicateValue, PredicateValue, inout WorkBudget) -> PredicateValue
    ) -> CompiledOperand {
        let note = takeNote()
        switch (operand(a, partOf: note), operand(b, partOf: note)) {
        case (.constant(let a), .constant(let b)):
            var work = WorkBudget.unlimited
            return .constant(apply(a, b, &work))
        case (let a, .constant(let b)):
            let a = a.computed
            return CompiledOperand { run in
                let left = a.value(&run)
                return note.pass(apply(left, b, &run.work), [left, b], &run)
            }
        case (let a, let b):
            let (a, b) = (a.computed, b.computed)
            return CompiledOperand { run in
                let left = a.value(&run)
                let right = b.value(&run)
                return note.pass(apply(left, right, &run.work), [left, right], &run)
            }
        }
    }

    private mutating func setOperation(
        _ op: SetOperator, _ a: CoreExpression, _ b: CoreExpression, comparedAs reading: CoreReading? = nil
    ) -> CompiledOperand {
        let (a, b) = (operand(a).computed, operand(b).computed)
        return CompiledOperand { run in
            let left = a.value(&run)
            let right = b.value(&run)
            return ValueSemantics.setOperation(op, left, right, comparedAs: reading, &run.work)
        }
    }

    private mutating func member(_ base: CoreExpression, _ key: String) -> CompiledOperand {
        if case .record = base {
            let location = fields.location(key)
            return CompiledOperand { run in run.field(location) }
        }
        if case .member(.record, let first) = base {
            let location = fields.location(first)
            return CompiledOperand { run in
                let base = run.field(location)
                return run.member(base, key)
            }
        }
        let base = operand(base).computed
        return CompiledOperand { run in
            let base = base.value(&run)
            return run.member(base, key)
        }
    }

    private mutating func dynamicMember(_ base: CoreExpression, _ key: CoreExpression) -> CompiledOperand {
        let (base, key) = (operand(base).computed, operand(key).computed)
        return CompiledOperand { run in
            let base = base.value(&run)
            let key = key.value(&run)
            return ValueSemantics.dynamicMember(base, key, &run.work)
        }
    }

    private mutating func read(_ base: CoreExpression, _ reading: CoreReading) -> CompiledOperand {
        if case .member(.record, let key) = base {
            let location = fields.location(key)
            return CompiledOperand { run in
                let value = run.field(location)
                return ValueSemantics.read(value, as: reading, &run.work)
            }
        }
        if case .member(let path, let key) = base {
            let path = operand(path).computed
            return CompiledOperand { run in
                let base = path.value(&run)
                let value = run.member(base, key)
                return ValueSemantics.read(value, as: reading, &run.work)
            }
        }
        let base = operand(base).computed
        return CompiledOperand { run in
            let value = base.value(&run)
            return ValueSemantics.read(value, as: reading, &run.work)
        }
    }

    private mutating func collection(
        _ op: CollectionOperator, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression?,
        comparedAs reading: CoreReading? = nil
    ) -> CompiledOperand {
        let note = takeNote()
        let base = operand(base).computed
        guard let path else {
            return CompiledOperand { run in
                let collection = base.value(&run)
                let result = ValueSemantics.collection(op, of: collection, comparedAs: reading, &run.work)
                return note.pass(result, [collection], &run)
            }
        }
        let perElement = operand(path).computed
        let weight = CoreWeight.of(path)
        return CompiledOperand { run in
            let collection = base.value(&run)
            guard let elements = ValueSemantics.elements(of: collection) else {
                return note.pass(.null, [collection], &run)
            }
            guard let values = Self.map(elements, slot, perElement, weight, &run) else { return .null }
            let result = ValueSemantics.collection(
                op, of: collection, elements: values, comparedAs: reading, &run.work)
            return note.pass(result, [.list(values)], &run)
        }
    }

    private static func map(
        _ elements: [PredicateValue], _ slot: Int, _ path: CompiledValue, _ weight: Int, _ run: inout EvaluationRun
    ) -> [PredicateValue]? {
        guard run.work.make(elements: elements.count) else { return nil }
        var values: [PredicateValue] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard run.step(1 + weight) else { return nil }
            run.set(slot, element)
            values.append(path.value(&run))
        }
        return values
    }

    private mutating func subquery(_ base: CoreExpression, _ slot: Int, _ predicate: CorePredicate) -> CompiledOperand {
        let note = takeNote()
        let base = operand(base).computed
        let test = CompiledElementTest(condition(predicate).test, weight: CoreWeight.of(predicate))
        return CompiledOperand { run in
            let collection = base.value(&run)
            let found: PredicateValue =
                switch collection {
                case .list(let elements): .list(Self.filter(elements, slot, test, &run))
                case .set(let elements): .set(Self.filter(elements, slot, test, &run))
                default: .null
                }
            return note.pass(found, [collection], &run)
        }
    }

    private static func filter(
        _ elements: [PredicateValue], _ slot: Int, _ test: CompiledElementTest, _ run: inout EvaluationRun
    ) -> [PredicateValue] {
        var found: [PredicateValue] = []
        // All elements may be in the result.
        guard run.work.make(elements: elements.count) else { return [] }
        let held = run.work.holding
        for element in elements {
            guard run.step(1 + test.weight) else { return [] }
            run.set(slot, element)
            if test.holds(&run) { found.append(element) }
            run.work.holding = held
        }
        return found
    }

    private mutating func ternary(_ test: CorePredicate, _ a: CoreExpression, _ b: CoreExpression) -> CompiledOperand {
        switch condition(test) {
        case .constant(let holds): return operand(holds ? a : b)
        case .test(let test):
            let (a, b) = (operand(a).computed, operand(b).computed)
            return CompiledOperand { run in
                if test.holds(&run) { return a.value(&run) }
                return b.value(&run)
            }
        }
    }

    private mutating func aggregate(_ parts: [CoreExpression]) -> CompiledOperand {
        if let constants = CoreExpression.constants(parts) { return .constant(.list(constants)) }
        let operands = operands(parts)
        let constants = operands.compactMap(\.constant)
        if constants.count == operands.count { return .constant(.list(constants)) }
        let parts = operands.map(\.computed)
        return CompiledOperand { run in
            let values = Self.values(parts, &run)
            return run.makeList(values)
        }
    }

    private mutating func operands(_ expressions: [CoreExpression]) -> [CompiledOperand] {
        var operands: [CompiledOperand] = []
        operands.reserveCapacity(expressions.count)
        for expression in expressions { operands.append(operand(expression)) }
        return operands
    }

    /// The values of parts, in order.
    private static func values(_ parts: [CompiledValue], _ run: inout EvaluationRun) -> [PredicateValue] {
        var values: [PredicateValue] = []
        values.reserveCapacity(parts.count)
        for part in parts { values.append(part.value(&run)) }
        return values
    }

    private mutating func call(_ function: BuiltInFunction, _ arguments: [CoreExpression]) -> CompiledOperand {
        let note = takeNote()
        let operands = operands(arguments)
        let constants = operands.compactMap(\.constant)
        if CoreKnown.isKnown(function), constants.count == operands.count {
            // A pure function does not use the context, and constant lists are not the record's work.
            var work = WorkBudget.unlimited
            return .constant(ValueSemantics.call(function, constants, context: EvaluationContext(), &work))
        }
        let values = operands.map(\.computed)
        if function == .finds {
            return search(values, isPatternKnown: arguments.last.map(CoreKnown.isKnown) ?? true, note)
        }
        return CompiledOperand { run in
            let values = Self.values(values, &run)
            let context = run.context
            return note.pass(ValueSemantics.call(function, values, context: context, &run.work), values, &run)
        }
    }

    /// A search for a pattern. Patterns are kept from record to record.
    private func search(
        _ arguments: [CompiledValue], isPatternKnown: Bool, _ note: OperationNote?
    ) -> CompiledOperand {
        let patterns = PatternCache(library: library)
        return CompiledOperand { run in
            let values = Self.values(arguments, &run)
            if !isPatternKnown, values.count == 2, !run.stepCompiling(values[1]) { return .null }
            let context = run.context
            return note.pass(
                ValueSemantics.finds(values, patterns: patterns, context: context, &run.work), values, &run)
        }
    }

    private mutating func call(_ function: PredicateFunction, _ arguments: [CoreExpression]) -> CompiledOperand {
        let arguments = operands(arguments).map(\.computed)
        return CompiledOperand { run in
            let values = Self.values(arguments, &run)
            return ValueSemantics.call(function, values, &run.work)
        }
    }
}
