// Operations whose unusable values are counted. The answer, and what it is charged, is that of the operation.
extension PredicateCompiler {
    // MARK: Expressions

    /// An operation that can give nil for a value that is there.
    mutating func counted(_ site: Int, _ operation: CoreExpression) -> CompiledOperand {
        note = Self.usable(by: operation).map { OperationNote(site: site, usable: $0) }
        defer { note = nil }
        return operand(operation)
    }

    /// The note of the operation that is being compiled. Its operands have none.
    mutating func takeNote() -> OperationNote? {
        defer { note = nil }
        return note
    }

    /// An operand. Within a calculation, a calculation counts for the whole.
    mutating func operand(_ expression: CoreExpression, partOf whole: OperationNote?) -> CompiledOperand {
        switch expression {
        case .arithmetic, .read(.arithmetic, _): note = whole?.part
        default: break
        }
        return operand(expression)
    }

    /// What an operation can use; nil for one that has no note.
    private static func usable(by operation: CoreExpression) -> OperationNote.Usable? {
        switch operation {
        case .once(_, let operation), .compared(let operation, _): return usable(by: operation)
        case .arithmetic, .complement: return .numbers
        case .cast: return .any
        case .index: return .elements
        case .subquery: return .lists
        case .collection(let op, _, _, _):
            switch op {
            case .sum, .avg, .min, .max: return .listsOfValues
            default: return .lists
            }
        case .call(let function, _):
            switch function {
            case .sum, .average, .median, .stddev, .min, .max, .mode: return .listsOfValues
            // Nil is an answer of these for values that they can use.
            case .indexOf, .substring: return .texts
            case .has, .now, .random, .randomBelow, .noIndex, .anywhere, .count: return nil
            default: return .any
            }
        default: return nil
        }
    }

    // MARK: Comparisons

    /// A comparison that is false for values that can never be equal or ordered.
    mutating func counted(_ site: Int, _ comparison: CorePredicate) -> CompiledCondition {
        let (a, b): (CoreExpression, CoreExpression)
        let relation: ComparisonNote.Relation
        switch comparison {
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            return quantified(quantifier, over, slot, expansion, body, site: site)
        case .equal(let left, let right, let options): (a, b, relation) = (left, right, .equality(options.effective))
        case .ordered(let order, let left, let right, let options):
            (a, b, relation) = (left, right, .order(order, options.effective))
        case .between(let value, let low, _): (a, b, relation) = (value, low, .bounds)
        case .text(.contains, let container, let element, _): (a, b, relation) = (container, element, .containment)
        case .text(_, let left, let right, _): (a, b, relation) = (left, right, .text)
        default: return condition(comparison)
        }
        // The checker knows the type of what is computed.
        guard Self.isRead(a), Self.isRead(b) else { return condition(comparison) }
        let areReadOnce =
            switch relation {
            case .equality(let options), .order(_, let options): options.isEmpty
            default: false
            }
        // What is read again must not count again.
        let (left, right) = areReadOnce ? (operand(a), operand(b)) : (operand(a.uncounted), operand(b.uncounted))
        guard left.constant == nil || right.constant == nil else { return condition(comparison) }
        let note = ComparisonNote(site: site, relation: relation, isLeftConstant: left.constant != nil)
        let (first, second) = (left.computed, right.computed)
        let library = library
        switch relation {
        case .equality where areReadOnce:
            return CompiledCondition { run in
                let a = first.value(&run)
                let b = second.value(&run)
                return note.pass(ValueSemantics.equals(a, b, library: library, &run.work), a, b, &run)
            }
        case .order(let ordering, _) where areReadOnce:
            return CompiledCondition { run in
                let a = first.value(&run)
                let b = second.value(&run)
                return note.pass(ValueSemantics.ordered(ordering, a, b, library: library, &run.work), a, b, &run)
            }
        default:
            // What is prepared for a constant decides. Only a false answer reads the values again, without a charge.
            let test = condition(comparison).test
            return CompiledCondition { run in
                if test.holds(&run) { return note.pass(true, .null, .null, &run) }
                let (a, b) = run.free { run in (first.value(&run), second.value(&run)) }
                return note.pass(false, a, b, &run)
            }
        }
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

/// Counts the values of an operation, by what it needs.
struct OperationNote: Sendable {
    enum Usable {
        case any, numbers, texts, elements, lists
        /// Lists with elements of one kind.
        case listsOfValues
    }

    let site: Int
    let usable: Usable
    /// Whether a result that is there counts as a value that could be used.
    private(set) var isWhole = true

    init(site: Int, usable: Usable) {
        self.site = site
        self.usable = usable
    }

    /// The note of a calculation within this one.
    var part: OperationNote {
        var part = self
        part.isWhole = false
        return part
    }

    /// Counts a value that made the result nil. Without one the result is nil because an operand is.
    fileprivate func count(unusable values: [PredicateValue], in tally: UnusableTally) {
        guard let first = values.first, !values.contains(where: \.isNil) else { return }
        switch usable {
        case .any: tally.addUnusable(site, first)
        case .numbers:
            let single = values.flatMap { ValueSemantics.elements(of: $0)?.filter { !$0.isNil } ?? [$0] }
            let fault = single.first { !$0.isNumber && !$0.isDate } ?? single.first { !$0.isNumber }
            let isElement = values.contains { ValueSemantics.elements(of: $0) != nil }
            // A divisor of zero, or the largest number: one with too many digits for the operation.
            let size = { abs(ExactNumber($0)?.asDouble ?? 0) }
            let number = values.last.map(size) == 0 ? values.last : values.max { size($0) < size($1) }
            tally.addUnusable(site, fault ?? number ?? first, isElement: isElement)
        case .texts: if ValueSemantics.text(of: first) == nil { tally.addUnusable(site, first) }
        case .lists: if ValueSemantics.elements(of: first) == nil { tally.addUnusable(site, first) }
        case .elements:
            switch (first, values.last) {
            case (.list, _), (.object, .string?): break
            default: tally.addUnusable(site, first)
            }
        case .listsOfValues:
            guard let elements = ValueSemantics.elements(of: first) else { return tally.addUnusable(site, first) }
            let present = elements.lazy.filter { !$0.isNil }
            if let fault = present.first(where: { !$0.isNumber && !$0.isDate }) ?? present.first {
                tally.addUnusable(site, fault)
            }
        }
    }
}

extension OperationNote? {
    /// The result, counted.
    @inline(__always)
    func pass(
        _ result: PredicateValue, _ values: @autoclosure () -> [PredicateValue], _ run: inout EvaluationRun
    ) -> PredicateValue {
        guard let note = self, let tally = run.tally else { return result }
        if !result.isNil {
            if note.isWhole { tally.addUsed(note.site) }
        } else if !run.isStopped, !tally.isFull(note.site) {
            note.count(unusable: values(), in: tally)
        }
        return result
    }
}

/// Counts the values of a comparison, by what it needs.
private struct ComparisonNote: Sendable {
    enum Relation {
        case equality(StringOptions)
        case order(CoreOrdering, StringOptions)
        case bounds, text
        /// CONTAINS: a part of a string, or an element of a list.
        case containment
    }

    let site: Int
    let relation: Relation
    let isLeftConstant: Bool

    /// The answer, counted.
    func pass(_ holds: Bool, _ a: PredicateValue, _ b: PredicateValue, _ run: inout EvaluationRun) -> Bool {
        guard let tally = run.tally else { return holds }
        if holds {
            tally.addUsed(site)
        } else if !run.isStopped, !tally.isFull(site), !a.isNil, !b.isNil {
            if isUsable(a, b) { tally.addUsed(site) } else { tally.addUnusable(site, isLeftConstant ? b : a) }
        }
        return holds
    }

    private func isUsable(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch relation {
        case .equality: return ValueSemantics.areDistinctOrEqual(a, b)
        case .order, .bounds: return ValueSemantics.mayBeOrdered(a, b)
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

    /// Whether a string is one of the words for true and false.
    package static func spellsBoolean(_ text: String) -> Bool {
        text.utf8.count <= 8 && booleans.contains { TextComparison.equal($0, text, options: .caseInsensitive) }
    }

    private static let booleans = [
        "true", "false", "yes", "no", "1", "0", "on", "off", "y", "n", "t", "f", "enabled", "disabled",
    ]

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
