// Operations whose unusable values are counted. The answer is that of the operation. Only where it is nil or false are
// the operands evaluated again, without a charge, to see whether a value was there that the operation could not use.
extension PredicateCompiler {
    // MARK: Expressions

    /// An operation that can give nil for a value that is there.
    mutating func noted(_ site: Int, _ operation: CoreExpression) -> CompiledOperand {
        let compiled = operand(operation)
        guard case .computed(let value) = compiled, let note = note(of: operation) else { return compiled }
        return CompiledOperand { run in
            let result = value.value(&run)
            guard let tally = run.tally else { return result }
            if case .null = result {
                note.add(to: tally, site, &run)
            } else {
                tally.addUsed(site)
            }
            return result
        }
    }

    private mutating func note(of operation: CoreExpression) -> OperationNote? {
        switch operation {
        case .once(_, let operation), .noted(_, let operation): return note(of: operation)
        case .compared(let operation, _): return note(of: operation)
        case .arithmetic: return note(Self.terms(of: operation), .numbers)
        case .complement(let operand): return note([operand], .numbers)
        case .cast(let operand, _): return note([operand], .any)
        case .index(let base, let key): return note([base, key], .elements)
        case .subquery(let base, _, _): return note([base], .lists)
        case .collection(let op, let base, let slot, let path):
            switch op {
            case .sum, .avg, .min, .max:
                guard let path else { return note([base], .listsOfValues) }
                return note([.collection(.unionOfObjects, base, slot: slot, path: path)], .listsOfValues)
            default: return note([base], .lists)
            }
        case .call(let function, let arguments):
            switch function {
            case .sum, .average, .median, .stddev, .min, .max, .mode: return note(arguments, .listsOfValues)
            // Nil is an answer of these for values that they can use.
            case .indexOf, .substring: return note(arguments, .texts)
            case .has, .now, .random, .randomBelow, .noIndex, .anywhere, .count: return nil
            default: return note(arguments, .any)
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

    private mutating func note(_ operands: [CoreExpression], _ usable: OperationNote.Usable) -> OperationNote {
        var compiled: [CompiledValue] = []
        // Parts that are evaluated again must not count again.
        for operand in operands { compiled.append(self.operand(operand.withoutNotes).computed) }
        return OperationNote(operands: compiled, usable: usable)
    }

    // MARK: Comparisons

    /// A comparison that is false for values that can never be equal or ordered.
    mutating func noted(_ site: Int, _ comparison: CorePredicate) -> CompiledCondition {
        if case .quantified(let quantifier, let over, let slot, let expansion, let body) = comparison {
            return quantified(quantifier, over, slot, expansion, body, site: site)
        }
        let compiled = condition(comparison)
        guard case .test(let test) = compiled, let note = note(of: comparison) else { return compiled }
        return CompiledCondition { run in
            let holds = test.holds(&run)
            if let tally = run.tally { note.add(to: tally, site, holds, &run) }
            return holds
        }
    }

    private mutating func note(of comparison: CorePredicate) -> ComparisonNote? {
        switch comparison {
        // What is computed has a type that the checker knows, and to compute it again costs too much.
        case .equal(let a, let b, _), .ordered(_, let a, let b, _), .between(let a, let b, _),
            .text(_, let a, let b, _):
            guard Self.isRead(a), Self.isRead(b) else { return nil }
        default: return nil
        }
        switch comparison {
        case .equal(let a, let b, _): return note(a, b, .equality)
        case .ordered(_, let a, let b, _): return note(a, b, .order)
        case .between(let a, let low, _): return note(a, low, .order)
        case .text(.contains, let container, let element, _): return note(container, element, .containment)
        case .text(_, let a, let b, _): return note(a, b, .text)
        default: return nil
        }
    }

    /// Whether an expression is known, or a value of the record that is read and not computed.
    private static func isRead(_ expression: CoreExpression) -> Bool {
        switch expression {
        case .constant, .record, .input, .slot, .variable, .once: true
        case .member(let base, _), .read(let base, _), .first(let base), .last(let base), .noted(_, let base):
            isRead(base)
        case .index(let base, let key): isRead(base) && isRead(key)
        default: CoreKnown.isKnown(expression)
        }
    }

    private mutating func note(_ a: CoreExpression, _ b: CoreExpression, _ relation: ComparisonNote.Relation)
        -> ComparisonNote
    {
        let (left, right) = (operand(a.withoutNotes), operand(b.withoutNotes))
        return ComparisonNote(
            left: left.computed, right: right.computed, isLeftConstant: left.constant != nil, relation: relation)
    }
}

/// What an operation needs of its operands.
private struct OperationNote: Sendable {
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
        case .any: tally.addUnused(site, first)
        case .numbers: tally.addUnused(site, values.first { !$0.isNumber } ?? values.last ?? first)
        case .texts: if ValueSemantics.text(of: first) == nil { tally.addUnused(site, first) }
        case .lists: if ValueSemantics.elements(of: first) == nil { tally.addUnused(site, first) }
        case .elements:
            switch (first, values.last) {
            case (.list, _), (.object, .string?): break
            default: tally.addUnused(site, first)
            }
        case .listsOfValues:
            guard let elements = ValueSemantics.elements(of: first) else { return tally.addUnused(site, first) }
            let present = elements.filter { $0 != .null }
            let fault = present.first { !$0.isNumber && !$0.isDate } ?? present.first
            if let fault { tally.addUnused(site, fault) }
        }
    }
}

/// What a comparison needs of its sides.
private struct ComparisonNote: Sendable {
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
        if a == .null || b == .null { return }
        if isUsable(a, b) { tally.addUsed(site) } else { tally.addUnused(site, isLeftConstant ? b : a) }
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

    fileprivate var isDate: Bool { if case .date = self { true } else { false } }
}

extension ValueSemantics {
    /// Whether the answer of `==` is what a reader expects: the values can be equal, or they differ however they are read.
    /// A number and a text that spells a number can not be equal, and look so.
    static func areDistinctOrEqual(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.null, _), (_, .null): return false
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
        if case (.string, .string) = (a, b) { return true }
        var work = WorkBudget.unlimited
        return order(a, b, &work) != nil
    }
}
