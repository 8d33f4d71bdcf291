// Operations whose unusable values are counted. The answer is that of the operation. Only where it is nil or false are
// the operands evaluated again, without a charge, to see whether a value was there that the operation could not use.
extension PredicateCompiler {
    // MARK: Expressions

    /// An operation that can give nil for a value that is there.
    mutating func counted(_ site: Int, _ operation: CoreExpression) -> CompiledOperand {
        let compiled = operand(operation)
        guard case .computed(let value) = compiled, let check = check(of: operation) else { return compiled }
        return CompiledOperand { run in
            let result = value.value(&run)
            guard let tally = run.tally else { return result }
            if case .null = result {
                check.add(to: tally, site, &run)
            } else {
                tally.addUsed(site)
            }
            return result
        }
    }

    private mutating func check(of operation: CoreExpression) -> OperationCheck? {
        switch operation {
        case .once(_, let operation), .counted(_, let operation): return check(of: operation)
        case .compared(let operation, _): return check(of: operation)
        case .arithmetic: return check(Self.terms(of: operation), .numbers)
        case .complement(let operand): return check([operand], .numbers)
        case .cast(let operand, _): return check([operand], .any)
        // A key that is computed would be computed again for each object that lacks it.
        case .index(let base, let key): return Self.isRead(key) ? check([base, key], .elements) : nil
        case .subquery(let base, _, _): return check([base], .lists)
        case .collection(let op, let base, let slot, let path):
            switch op {
            case .sum, .avg, .min, .max:
                guard let path else { return check([base], .listsOfValues) }
                return check([.collection(.unionOfObjects, base, slot: slot, path: path)], .listsOfValues)
            default: return check([base], .lists)
            }
        case .call(let function, let arguments):
            switch function {
            case .sum, .average, .median, .stddev, .min, .max, .mode: return check(arguments, .listsOfValues)
            // Nil is an answer of these for values that they can use.
            case .indexOf, .substring: return check(arguments, .texts)
            case .has, .now, .random, .randomBelow, .noIndex, .anywhere, .count: return nil
            default: return check(arguments, .any)
            }
        default: return nil
        }
    }

    /// The operands of a calculation, those of its parts in place of them.
    private static func terms(of calculation: CoreExpression) -> [CoreExpression] {
        var terms: [CoreExpression] = []
        var pending = [calculation]
        while let next = pending.popLast() {
            if case .arithmetic(_, let a, let b) = next { pending += [b, a] } else { terms.append(next) }
        }
        return terms
    }

    private mutating func check(_ operands: [CoreExpression], _ usable: OperationCheck.Usable) -> OperationCheck {
        var compiled: [CompiledValue] = []
        // Parts that are evaluated again must not count again.
        for operand in operands { compiled.append(self.operand(operand.uncounted).computed) }
        return OperationCheck(operands: compiled, usable: usable)
    }

    // MARK: Comparisons

    /// A comparison that is false for values that can never be equal or ordered.
    mutating func counted(_ site: Int, _ comparison: CorePredicate) -> CompiledCondition {
        if case .quantified(let quantifier, let over, let slot, let expansion, let body) = comparison {
            return quantified(quantifier, over, slot, expansion, body, site: site)
        }
        if let direct = direct(site, comparison) { return direct }
        let compiled = condition(comparison)
        guard case .test(let test) = compiled, let check = check(of: comparison) else { return compiled }
        return CompiledCondition { run in
            let holds = test.holds(&run)
            if let tally = run.tally { check.add(to: tally, site, holds, &run) }
            return holds
        }
    }

    /// A comparison without options, whose sides are evaluated once: in a loop, evaluating them again costs as much as the
    /// loop. Nil for others.
    private mutating func direct(_ site: Int, _ comparison: CorePredicate) -> CompiledCondition? {
        let (a, b): (CoreExpression, CoreExpression)
        let ordering: CoreOrdering?
        switch comparison {
        case .equal(let left, let right, let options) where options.effective.isEmpty:
            (a, b, ordering) = (left, right, nil)
        case .ordered(let order, let left, let right, let options) where options.effective.isEmpty:
            (a, b, ordering) = (left, right, order)
        default: return nil
        }
        guard Self.isRead(a), Self.isRead(b) else { return nil }
        let sides = (operand(a), operand(b))
        guard sides.0.constant == nil || sides.1.constant == nil else { return nil }
        let isLeftConstant = sides.0.constant != nil
        let (left, right) = (sides.0.computed, sides.1.computed)
        let library = library
        return CompiledCondition { run in
            let a = left.value(&run)
            let b = right.value(&run)
            let holds: Bool
            if let ordering {
                holds = ValueSemantics.ordered(ordering, a, b, library: library, &run.work)
            } else {
                holds = ValueSemantics.equals(a, b, library: library, &run.work)
            }
            guard let tally = run.tally else { return holds }
            if holds {
                tally.addUsed(site)
            } else if !run.isStopped, !tally.isFull(site), !a.isNil, !b.isNil {
                let isUsable =
                    ordering == nil ? ValueSemantics.areDistinctOrEqual(a, b) : ValueSemantics.mayBeOrdered(a, b)
                if isUsable { tally.addUsed(site) } else { tally.addUnusable(site, isLeftConstant ? b : a) }
            }
            return holds
        }
    }

    private mutating func check(of comparison: CorePredicate) -> ComparisonCheck? {
        let (a, b): (CoreExpression, CoreExpression)
        let relation: ComparisonCheck.Relation
        switch comparison {
        case .equal(let left, let right, _): (a, b, relation) = (left, right, .equality)
        case .ordered(_, let left, let right, _): (a, b, relation) = (left, right, .order)
        case .between(let value, let low, _): (a, b, relation) = (value, low, .order)
        case .text(.contains, let container, let element, _): (a, b, relation) = (container, element, .containment)
        case .text(_, let left, let right, _): (a, b, relation) = (left, right, .text)
        default: return nil
        }
        // The checker knows the type of what is computed, and computing it again costs too much.
        guard Self.isRead(a), Self.isRead(b) else { return nil }
        let (left, right) = (operand(a.uncounted), operand(b.uncounted))
        return ComparisonCheck(
            left: left.computed, right: right.computed, isLeftConstant: left.constant != nil, relation: relation)
    }

    /// Whether an expression is the same for all records of a run.
    private static func isFixed(_ expression: CoreExpression) -> Bool {
        switch expression {
        case .call(.now, _): true
        case .counted(_, let operation): isFixed(operation)
        case .arithmetic(_, let a, let b): isFixed(a) && isFixed(b)
        default: CoreKnown.isKnown(expression)
        }
    }

    /// Whether an expression is known, or a value of the record that is read and not computed.
    private static func isRead(_ expression: CoreExpression) -> Bool {
        switch expression {
        case .constant, .record, .input, .slot, .variable, .once: true
        case .member(let base, _), .read(let base, _), .first(let base), .last(let base), .counted(_, let base):
            isRead(base)
        case .index(let base, let key): isRead(base) && isRead(key)
        case .call(.now, _): true
        case .arithmetic(_, let a, let b): isFixed(a) && isFixed(b)
        default: CoreKnown.isKnown(expression)
        }
    }
}

/// What an operation needs of its operands.
private struct OperationCheck: Sendable {
    enum Usable {
        case any, numbers, texts, elements, lists
        /// Lists with elements of one kind.
        case listsOfValues
    }

    let operands: [CompiledValue]
    let usable: Usable

    /// Counts a value that made the result nil. Without one the result is nil because an operand is.
    func add(to tally: UnusableTally, _ site: Int, _ run: inout EvaluationRun) {
        guard !run.isStopped, !tally.isFull(site) else { return }
        let values = run.free { run in operands.map { $0.value(&run) } }
        guard let first = values.first, !values.contains(.null) else { return }
        switch usable {
        case .any: tally.addUnusable(site, first)
        case .numbers:
            let fault = values.first { !$0.isNumber && !$0.isDate } ?? values.first { !$0.isNumber }
            tally.addUnusable(site, fault ?? values.last ?? first)
        case .texts: if ValueSemantics.text(of: first) == nil { tally.addUnusable(site, first) }
        case .lists: if ValueSemantics.elements(of: first) == nil { tally.addUnusable(site, first) }
        case .elements:
            switch (first, values.last) {
            case (.list, _), (.object, .string?): break
            default: tally.addUnusable(site, first)
            }
        case .listsOfValues:
            guard let elements = ValueSemantics.elements(of: first) else { return tally.addUnusable(site, first) }
            let present = elements.filter { $0 != .null }
            let fault = present.first { !$0.isNumber && !$0.isDate } ?? present.first
            if let fault { tally.addUnusable(site, fault) }
        }
    }
}

/// What a comparison needs of its sides.
private struct ComparisonCheck: Sendable {
    enum Relation {
        case equality, order, text
        /// CONTAINS: a part of a text, or an element of a list.
        case containment
    }

    let left: CompiledValue
    let right: CompiledValue
    let isLeftConstant: Bool
    let relation: Relation

    func add(to tally: UnusableTally, _ site: Int, _ holds: Bool, _ run: inout EvaluationRun) {
        guard !run.isStopped, !tally.isFull(site) else { return }
        if holds { return tally.addUsed(site) }
        let (a, b) = run.free { run in (left.value(&run), right.value(&run)) }
        if a.isNil || b.isNil { return }
        if isUsable(a, b) { tally.addUsed(site) } else { tally.addUnusable(site, isLeftConstant ? b : a) }
    }

    private func isUsable(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch relation {
        case .equality: return ValueSemantics.areDistinctOrEqual(a, b)
        case .order: return ValueSemantics.mayBeOrdered(a, b)
        case .text: return ValueSemantics.text(of: a) != nil && ValueSemantics.text(of: b) != nil
        case .containment:
            guard let elements = ValueSemantics.elements(of: a) else {
                if case .object = a { return true }
                return ValueSemantics.text(of: a) != nil && ValueSemantics.text(of: b) != nil
            }
            // The first elements show their kind.
            return elements.isEmpty || elements.prefix(16).contains { ValueSemantics.areDistinctOrEqual($0, b) }
        }
    }
}

extension PredicateValue {
    fileprivate var isNumber: Bool { ExactNumber(self) != nil }

    fileprivate var isNil: Bool { if case .null = self { true } else { false } }

    fileprivate var isDate: Bool { if case .date = self { true } else { false } }
}

extension ValueSemantics {
    /// Whether the answer of `==` is what a reader expects: the values can be equal, or they differ however they are read.
    /// A number and a string that spells it look equal but cannot be.
    static func areDistinctOrEqual(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.integer, .integer), (.string, .string), (.double, .double), (.integer, .double), (.double, .integer):
            return true
        case (.null, _), (_, .null): return false
        case (.string(""), _), (_, .string("")): return true
        case (.list, .list), (.list, .set), (.set, .list), (.set, .set), (.object, .object), (.data, .data),
            (.string, .data), (.data, .string):
            return true
        case (.string(let text), .boolean), (.boolean, .string(let text)): return !spellsBoolean(text)
        case (.string, .integer), (.string, .double), (.string, .decimal): return cast(a, .number) == .null
        case (.integer, .string), (.double, .string), (.decimal, .string): return cast(b, .number) == .null
        default: return mayBeOrdered(a, b)
        }
    }

    private static func spellsBoolean(_ text: String) -> Bool {
        ["true", "false", "yes", "no", "1", "0"].contains { TextComparison.equal($0, text, options: .caseInsensitive) }
    }

    /// Whether two values have an order.
    package static func mayBeOrdered(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.integer, .integer), (.string, .string): return true
        case (.object, _), (_, .object), (.list, _), (_, .list), (.set, _), (_, .set): return false
        default: break
        }
        var work = WorkBudget.unlimited
        return order(a, b, &work) != nil
    }
}
