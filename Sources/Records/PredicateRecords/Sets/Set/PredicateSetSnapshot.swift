import PredicateCore

/// The rules of a `PredicateSet` at one moment, as a value.
///
/// A snapshot never changes, whatever is done to its set. Any number of threads may match records against it at once.
public struct PredicateSetSnapshot<ID: Hashable & Sendable>: PredicateRules {
    /// An index and the ids of its rules.
    struct Segment: Sendable {
        let index: RuleIndex
        let ids: [ID]
        /// A bit for each rule that is still in the set; empty if all are.
        var alive: [UInt64]
        var liveCount: Int

        init(_ index: RuleIndex, _ ids: [ID]) {
            self.index = index
            self.ids = ids
            alive = []
            liveCount = ids.count
        }

        func isAlive(_ rule: Int) -> Bool { alive.isEmpty || alive[rule >> 6] & 1 << UInt64(rule & 63) != 0 }

        /// Removes a rule.
        mutating func remove(_ rule: Int) {
            if alive.isEmpty { alive = [UInt64](repeating: .max, count: (ids.count + 63) / 64) }
            alive[rule >> 6] &= ~(1 << UInt64(rule & 63))
            liveCount -= 1
        }
    }

    /// The memory for records, which is used again.
    final class Rows: Sendable {
        let fields: EventFields
        private let samples: EventSamples
        private let kept = Locked<[EventRow]>([])

        init(_ fields: EventFields, _ samples: EventSamples) {
            self.fields = fields
            self.samples = samples
        }

        func take() -> EventRow { kept.withLock { $0.popLast() } ?? EventRow(fields) }

        func put(_ row: EventRow) {
            if let sample = row.sample() { samples.add(sample) }
            row.clear()
            kept.withLock { kept in if kept.count < 64 { kept.append(row) } }
        }
    }

    var segments: [Segment]
    let rows: Rows

    init(_ segments: [Segment], _ rows: Rows) {
        self.segments = segments
        self.rows = rows
    }

    /// The rules, which are always the same.
    public var snapshot: PredicateSetSnapshot { self }

    /// The number of rules.
    var liveCount: Int { segments.reduce(0) { $0 + $1.liveCount } }

    /// All rules, in their order.
    var rules: [(order: UInt64, id: ID, rule: IndexedRule)] {
        var all: [(order: UInt64, id: ID, rule: IndexedRule)] = []
        for segment in segments {
            for (number, rule) in segment.index.rules.enumerated() where segment.isAlive(number) {
                all.append((rule.order, segment.ids[number], rule))
            }
        }
        return all.sorted { $0.order < $1.order }
    }

    // MARK: Questions

    /// The answer to a question about a value.
    func asking<Answer>(_ value: PredicateValue, _ question: (Self, EventRow) -> Answer) -> Answer {
        let row = rows.take()
        defer { rows.put(row) }
        row.take(value)
        return question(self, row)
    }

    /// The answer to a question about a JSON text.
    func asking<Answer>(
        json: UnsafeBufferPointer<UInt8>, _ question: (Self, EventRow) -> Answer
    ) throws(RecordError) -> Answer {
        let row = rows.take()
        defer { rows.put(row) }
        try row.read(json)
        return question(self, row)
    }

    func found(_ row: EventRow, _ context: EvaluationContext?) -> [ID] {
        let contexts = EventContexts(context)
        var found: [(order: UInt64, segment: Int, rule: Int)] = []
        for (number, segment) in segments.enumerated() {
            visit(segment, row, contexts, isAny: false) { run in
                for rule in run.found {
                    found.append((segment.index.rules[Int(rule)].order, number, Int(rule)))
                }
            }
        }
        found.sort { $0.order < $1.order }
        return found.map { segments[$0.segment].ids[$0.rule] }
    }

    func answer(_ row: EventRow, _ context: EvaluationContext?) -> PredicateSetAnswer<ID> {
        let contexts = EventContexts(context, notesLimits: true)
        var found: [(order: UInt64, id: ID)] = []
        var undecided: [(order: UInt64, id: ID, limit: EvaluationLimit)] = []
        for segment in segments {
            visit(segment, row, contexts, isAny: false) { run in
                // One alternative may hold where a limit ended another one. An alternative may end more than once.
                var told = Set(run.undecided.isEmpty ? [] : run.found)
                for rule in run.found {
                    found.append((segment.index.rules[Int(rule)].order, segment.ids[Int(rule)]))
                }
                for (rule, limit) in run.undecided where segment.isAlive(Int(rule)) && told.insert(rule).inserted {
                    undecided.append((segment.index.rules[Int(rule)].order, segment.ids[Int(rule)], limit))
                }
            }
        }
        found.sort { $0.order < $1.order }
        undecided.sort { $0.order < $1.order }
        return PredicateSetAnswer(
            ids: found.map(\.id), undecided: undecided.map { PredicateSetAnswer.Undecided(id: $0.id, limit: $0.limit) })
    }

    func first(_ row: EventRow, _ context: EvaluationContext?) -> ID? {
        let contexts = EventContexts(context)
        var first: (order: UInt64, segment: Int, rule: Int)?
        for (number, segment) in segments.enumerated() {
            visit(segment, row, contexts, isAny: false) { run in
                for rule in run.found {
                    let order = segment.index.rules[Int(rule)].order
                    if first.map({ order < $0.order }) ?? true { first = (order, number, Int(rule)) }
                }
            }
        }
        return first.map { segments[$0.segment].ids[$0.rule] }
    }

    func number(_ row: EventRow, _ context: EvaluationContext?, isAny: Bool) -> Int {
        let contexts = EventContexts(context)
        var number = 0
        for segment in segments {
            visit(segment, row, contexts, isAny: isAny) { number += $0.found.count }
            if isAny, number > 0 { break }
        }
        return number
    }

    private func visit(
        _ segment: Segment, _ row: EventRow, _ contexts: EventContexts, isAny: Bool, _ body: (IndexRun) -> Void
    ) {
        segment.index.withRun { run in
            segment.alive.withUnsafeBufferPointer { alive in
                EventMatch(
                    segment.index, row, run, alive: alive.isEmpty ? nil : alive.baseAddress, isAny: isAny, contexts
                ).find()
            }
            body(run)
        }
    }
}
