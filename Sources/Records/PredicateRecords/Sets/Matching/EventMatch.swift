import CRecordScan
import PredicateCore

/// The match of one record against an index.
struct EventMatch {
    let index: RuleIndex
    let row: EventRow
    let run: IndexRun
    /// The rules that are still in the set, a bit each; nil if all are.
    let alive: UnsafePointer<UInt64>?
    /// Whether one rule is enough.
    let isAny: Bool
    /// Gives the context for a rule.
    let contexts: EventContexts
    /// The codes of the record.
    private let codes: UnsafeMutablePointer<UInt32>

    init(
        _ index: RuleIndex, _ row: EventRow, _ run: IndexRun, alive: UnsafePointer<UInt64>?, isAny: Bool,
        _ contexts: EventContexts
    ) {
        self.index = index
        self.row = row
        self.run = run
        self.alive = alive
        self.isAny = isAny
        self.contexts = contexts
        codes = run.codes
    }

    /// Finds the rules that hold, into `run.found`.
    func find() {
        run.begin()
        encode()
        if isAny, !run.found.isEmpty { return }
        findPairs()
        if isAny, !run.found.isEmpty { return }
        for point in index.points {
            let code = codes[point.column]
            if code != 0 { point.index.forEach(code) { visit($0) } }
            if index.hasElements {
                for code in run.elementCodes[point.column] { point.index.forEach(code) { visit($0) } }
            }
        }
        if isAny, !run.found.isEmpty { return }
        for interval in index.intervals {
            let code = codes[interval.column]
            if code != 0 { interval.index.forEach(containing: code) { visit($0) } }
        }
        if isAny, !run.found.isEmpty { return }
        for substrings in index.substrings {
            let slot = row.slots[substrings.field]
            guard slot.isText else { continue }
            if substrings.options.isEmpty {
                substrings.index.forEach(in: slot.text) { visit($0) }
            } else {
                TextFolding.withFolded(utf8: slot.text, substrings.options) {
                    substrings.index.forEach(in: $0) { visit($0) }
                }
            }
        }
        var entry = UnsafePointer(index.always.base)
        let end = entry + index.always.count
        while entry < end {
            if isAny, !run.found.isEmpty { return }
            visit(entry)
            entry += 1
        }
    }

    private func findPairs() {
        let pairs = index.pairs
        for number in 0..<pairs.shapes.count {
            let shape = pairs.shapes[number]
            let first = codes[Int(shape.first)]
            let second = codes[Int(shape.second)]
            if first != 0, second != 0 { pairs.forEach(number, first, second) { visit($0) } }
        }
    }

    /// Computes the codes. Rules that depend on a value without a code are evaluated.
    private func encode() {
        index.columns.withUnsafeBufferPointer { columns in
            for number in columns.indices {
                let slot = row.slots[columns[number].field]
                var code = columns[number].code(slot)
                if case .elements = columns[number].lookup {
                    run.elementCodes[number].removeAll(keepingCapacity: true)
                    if slot.kind == rs_list.rawValue, !encodeElements(of: columns[number], number) {
                        code = Column.unknown
                    }
                }
                if code == Column.unknown {
                    codes[number] = 0
                    evaluateReaders(number)
                } else {
                    codes[number] = code
                }
            }
        }
    }

    /// Computes the codes of the elements of a list; false if the list must be evaluated.
    private func encodeElements(of column: Column, _ number: Int) -> Bool {
        let value = row.value(ofField: column.field)
        guard !row.isBroken, let list = ValueSemantics.elements(of: value) else { return false }
        guard column.addCodes(of: list, to: &run.elementCodes[number]) else {
            run.elementCodes[number].removeAll()
            return false
        }
        return true
    }

    @inline(never)
    private func evaluateReaders(_ column: Int) {
        for rule in index.readers[column] where run.stamps[Int(rule)] != run.epoch {
            run.stamps[Int(rule)] = run.epoch
            if isAlive(rule), evaluate(rule) { run.found.append(rule) }
        }
    }

    @inline(__always)
    private func isAlive(_ rule: UInt32) -> Bool {
        guard let alive else { return true }
        return alive[Int(rule >> 6)] & 1 << UInt64(rule & 63) != 0
    }

    /// Whether a rule holds, by evaluating it.
    private func evaluate(_ number: UInt32) -> Bool {
        let rule = index.rules[Int(number)]
        let holds = rule.holds(row.record(rule.shape), contexts.context(for: rule, size: row.recordBytes))
        guard let limit = contexts.limit() else { return holds }
        run.undecided.append((number, limit))
        return false
    }

    // MARK: Candidates

    @inline(__always)
    private func visit(_ entry: UnsafePointer<IndexEntry>) {
        let test = entry.pointee.test
        if test.operation == IndexTest.Operation.interval {
            // The commonest test, and the one that most candidates fail.
            let code = codes[Int(test.column)]
            if code &- test.low > test.high &- test.low { return }
        }
        consider(entry)
    }

    /// Tests the rest of a candidate.
    @inline(never)
    private func consider(_ entry: UnsafePointer<IndexEntry>) {
        let branch = index.branches[Int(entry.pointee.branch)]
        guard run.stamps[Int(branch.rule)] != run.epoch else { return }
        let first = entry.pointee.test
        if first.operation != IndexTest.Operation.interval, !passes(first, branch.rule) { return }
        for number in 0..<Int(branch.testCount) where !passes(index.tests[Int(branch.firstTest) + number], branch.rule)
        {
            return
        }
        run.stamps[Int(branch.rule)] = run.epoch
        guard isAlive(branch.rule) else { return }
        let isUnsure = row.size > RuleIndex.ordinarySize && row.size > index.rules[Int(branch.rule)].safeBytes
        if isUnsure || contexts.mustEvaluate(index.rules[Int(branch.rule)]) {
            if !evaluate(branch.rule) { return }
        }
        run.found.append(branch.rule)
    }

    @inline(__always)
    private func passes(_ test: IndexTest, _ rule: UInt32) -> Bool {
        let isNegated = test.operation & IndexTest.Operation.negated != 0
        let code = codes[Int(test.column)]
        switch test.operation & 0xFF {
        case IndexTest.Operation.interval: return (code >= test.low && code <= test.high) != isNegated
        case IndexTest.Operation.member: return isMember(code, test) != isNegated
        case IndexTest.Operation.none: return true
        case IndexTest.Operation.text: return passesText(test, code, rule, isNegated)
        case IndexTest.Operation.residual: return passesResidual(Int(test.low), rule, isNegated)
        default: return decided(rule)
        }
    }

    private func isMember(_ code: UInt32, _ test: IndexTest) -> Bool {
        var low = Int(test.low)
        var count = Int(test.high)
        while count > 0 {
            let half = count >> 1
            let member = index.members[low + half]
            if member == code { return true }
            if member < code {
                low += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        return false
    }

    @inline(never)
    private func passesText(_ test: IndexTest, _ code: UInt32, _ rule: UInt32, _ isNegated: Bool) -> Bool {
        guard code == 1 else { return isNegated }
        let field = index.columns[Int(test.column)].field
        let text = row.slots[field].text
        let limits = index.rules[Int(rule)].predicate.limits
        // A rule that is evaluated anyway is not decided by its patterns.
        guard !contexts.mustEvaluate(index.rules[Int(rule)]),
            let holds = index.texts[Int(test.low)].decide(text, patternSteps: limits.patternSteps)
        else { return decided(rule) }
        return holds != isNegated
    }

    @inline(never)
    private func passesResidual(_ number: Int, _ ruleNumber: UInt32, _ isNegated: Bool) -> Bool {
        let rule = index.rules[Int(ruleNumber)]
        if contexts.mustEvaluate(rule) { return decided(ruleNumber) }
        let residual = index.residuals[number]
        let compiled = residual.compiled
        var evaluation = compiled.makeRun(context: contexts.context(for: rule, size: row.recordBytes))
        evaluation.row = row
        evaluation.isPreliminary = true
        row.begin(residual.fields)
        let holds = compiled.evaluate(on: .null, in: &evaluation)
        if contexts.limit() != nil || row.isBroken || evaluation.work.isStopped || evaluation.work.isBeyondEstimate {
            return decided(ruleNumber)
        }
        return holds != isNegated
    }

    /// Whether the whole rule holds. If it does, its alternative may pass; if not, none does.
    private func decided(_ rule: UInt32) -> Bool { evaluate(rule) }
}

/// The contexts of a match: one instant for all rules, and each rule's limits.
final class EventContexts {
    private let given: EvaluationContext?
    private var made: [(limits: PredicateLimits, context: EvaluationContext)] = []
    private let notesLimits: Bool
    /// The limit that the rule being evaluated reaches. It is made with the first context: most records need none.
    private var note: LimitNote?
    private lazy var heard = given.map(listening)

    /// Contexts from the one that a caller gave.
    ///
    /// - Parameter notesLimits: whether rules that a limit leaves undecided are told apart from those that do not hold.
    init(_ given: EvaluationContext?, notesLimits: Bool = false) {
        self.given = given
        self.notesLimits = notesLimits
    }

    /// The limit that the last evaluation reached; nil if it reached none, or if nobody asks.
    @inline(__always)
    func limit() -> EvaluationLimit? { note?.take() }

    /// Whether a rule that would hold is evaluated, because the context that was given has other limits.
    @inline(__always)
    func mustEvaluate(_ rule: IndexedRule) -> Bool {
        guard let given else { return false }
        return given.limits != rule.predicate.limits
    }

    func context(for rule: IndexedRule, size: Int) -> EvaluationContext {
        if var given = notesLimits ? heard : given {
            given.recordBytes = max(given.recordBytes, size)
            return given
        }
        let limits = rule.predicate.limits
        for known in made where known.limits == limits { return known.context }
        var context = made.first?.context ?? listening(EvaluationContext(limits: limits))
        context.limits = limits
        context.recordBytes = size
        made.append((limits, context))
        return context
    }

    private func listening(_ context: EvaluationContext) -> EvaluationContext {
        guard notesLimits else { return context }
        let note = note ?? LimitNote()
        self.note = note
        return note.listening(to: context)
    }
}
