import PredicateFormat
import PredicateRecords

/// What is known of the answer to a line that is being typed.
struct LiveAnswer: Sendable {
    /// The number of matching records among those that were read so far.
    var count = 0
    /// The number of all records.
    var total = 0
    /// The first records or the summary, a row each.
    var rows: [String] = []
    var isComplete = false
    /// The answer in words, in place of the numbers.
    var value: String?

    /// Nothing, because records cannot be read any more. Return says why.
    static let none = LiveAnswer(isComplete: true)

    /// The rows that show it.
    ///
    /// - Parameter part: the predicate that is answered, if it is not the whole line.
    func lines(part: String?) -> [String] {
        guard value != nil || total > 0 else { return rows }
        let counted = isComplete ? "\(count) of \(Plural.of(total, "record"))" : "≥ \(count) of \(total) …"
        let numbers = value ?? counted
        return [part.map { "\(numbers) match `\($0)`" } ?? numbers] + rows
    }
}

/// Answers the line being typed, on another thread. A new question ends the one before, whose answer is dropped.
final class LiveCount: Sendable {
    /// Finds the answer to a question. It tells partial answers, and stops when the answer is no longer wanted.
    typealias Work =
        @Sendable (_ isWanted: @escaping @Sendable () -> Bool, _ tell: @escaping @Sendable (LiveAnswer) -> Void) -> Void

    private struct State: Sendable {
        var generation = 0
        var waiting: Work?
        var isRunning = false
        var answer: LiveAnswer?
        /// When an answer was last told, or the question was asked.
        var told = ContinuousClock.now
    }

    private let state = Locked(State())
    private let whenTold: @Sendable () -> Void
    /// How often the count so far is told, and after how long for the first time.
    private static let pause = Duration.milliseconds(50)

    /// - Parameter whenTold: called on the other thread when there is an answer.
    init(whenTold: @escaping @Sendable () -> Void) { self.whenTold = whenTold }

    /// What is known of the last question; nil if that is nothing.
    var answer: LiveAnswer? { state.withLock { $0.answer } }

    /// Ends the last question, and begins another.
    ///
    /// - Parameter work: nil only ends the last one.
    func ask(_ work: Work?) {
        let starts = state.withLock { state in
            state.generation += 1
            (state.waiting, state.answer, state.told) = (work, nil, .now)
            defer { if work != nil { state.isRunning = true } }
            return work != nil && !state.isRunning
        }
        // A key must not wait for the answer to the one before.
        if starts { ReplThread.start(yields: true) { self.run() } }
    }

    private func run() {
        while let (work, generation) = next() {
            let isWanted: @Sendable () -> Bool = { self.state.withLock { $0.generation == generation } }
            work(isWanted) { answer in
                let isNews = self.state.withLock { state in
                    guard state.generation == generation else { return false }
                    state.answer = answer
                    guard answer.isComplete || ContinuousClock.now - state.told > Self.pause else { return false }
                    state.told = .now
                    return true
                }
                if isNews { self.whenTold() }
            }
        }
    }

    private func next() -> (Work, Int)? {
        state.withLock { state in
            guard let work = state.waiting else {
                state.isRunning = false
                return nil
            }
            state.waiting = nil
            return (work, state.generation)
        }
    }
}

extension ReplSession {
    /// How the answer to a question is found while it is typed; nil if it is only answered after Return. The work does not use the
    /// session.
    ///
    /// - Parameters:
    ///   - rows: the most rows of records.
    ///   - width: the columns of the terminal.
    func liveWork(for question: ReplQuestion, rows: Int, width: Int) -> LiveCount.Work? {
        switch question {
        case .predicate(let predicate) where current == nil && predicate.tree.uses.fields.isEmpty:
            return { isWanted, tell in
                let holds = predicate.matches(.null, context: EvaluationContext(isCancelled: { !isWanted() }))
                tell(LiveAnswer(isComplete: true, value: holds ? "true" : "false"))
            }
        case .expression(let expression) where expression.tree.uses.fields.isEmpty:
            return { isWanted, tell in
                let value = expression.value(for: .null, context: EvaluationContext(isCancelled: { !isWanted() }))
                let text = ColumnText.cut(SafeText.plain(value.abbreviated(to: 2 * width)), to: width)
                tell(LiveAnswer(isComplete: true, value: text))
            }
        default: return current?.liveWork(for: question, rows: rows, width: width, in: self)
        }
    }
}

extension ReplDataSet {
    /// About how many records the summary of an expression is about while it is typed.
    private static let summarisedRecords = 5000

    func liveWork(for question: ReplQuestion, rows: Int, width: Int, in session: ReplSession) -> LiveCount.Work? {
        switch question {
        case .predicate(let predicate):
            let arrangement = LiveRows(of: predicate, in: self, session, most: rows, width: width)
            return { isWanted, tell in
                let progress = Locked(LiveAnswer(total: self.table.count))
                let interruption = ReplInterruption(isWanted: { !isWanted() })
                let context = EvaluationContext(isCancelled: interruption.isWanted)
                guard let scan = try? ReplScan(self, keys: predicate.readKeys, interruption),
                    let found = try? scan.firstMatches(
                        of: predicate, atMost: arrangement?.needed ?? 0, context: context,
                        whenDone: { _, matches in
                            let answer = progress.withLock { answer in
                                answer.count += matches
                                return answer
                            }
                            tell(answer)
                        })
                else { return tell(.none) }
                var answer = LiveAnswer(count: found.count, total: self.recordCount)
                answer.isComplete = true
                answer.rows = (try? arrangement?.rows(of: found.first, context, interruption)) ?? []
                tell(answer)
            }
        case .expression(let expression):
            // Values of all records would take long, and much memory.
            let step = max(1, table.count / Self.summarisedRecords)
            return { isWanted, tell in
                let interruption = ReplInterruption(isWanted: { !isWanted() })
                let context = EvaluationContext(isCancelled: interruption.isWanted)
                let some = step == 1 ? nil : Array(stride(from: 0, to: self.table.count, by: step))
                guard let scan = try? ReplScan(self, keys: expression.readKeys, interruption),
                    let values = try? some.map({ try scan.read(expression, at: $0, context: context) })
                        ?? scan.values(of: expression, context: context),
                    let summary = try? ReplSummary(expression.summarised(values), checkInterrupt: interruption.check)
                else { return tell(.none) }
                let lead = step == 1 ? "" : "in 1 of \(step) records: "
                let text = lead + ReplSummaryText(summary: summary, width: width, isShort: true).text
                tell(LiveAnswer(rows: text.textLines.filter { !$0.isEmpty }, isComplete: true))
            }
        }
    }
}

/// The first results of a predicate as the settings of a session arrange them.
private struct LiveRows: Sendable {
    private let data: ReplDataSet
    /// All settings, and only the columns.
    private let query: CheckedQuery
    private let selection: CheckedQuery
    private let offset: Int
    private let most: Int
    /// How many results come before the last one that is shown, and it.
    private let end: Int
    private let columns: HandedOver<OutputColumns>
    private let width: Int

    /// Nil if the settings do not fit these records.
    init?(of predicate: CheckedPredicate, in data: ReplDataSet, _ session: ReplSession, most: Int, width: Int) {
        let settings = session.settings
        var whole = settings.query
        whole.offset = 0
        guard let query = try? session.language.query(whole),
            let selection = try? settings.select.isEmpty || query.isGrouped
                ? RecordQuery().checked() : session.language.query(RecordQuery(select: settings.select))
        else { return nil }
        (self.data, self.query, self.selection) = (data, query, selection)
        (offset, self.most, self.width) = (settings.offset, most, width)
        let (sum, isOver) = offset.addingReportingOverflow(most)
        end = isOver ? .max : sum
        var columns = OutputColumns(
            of: query.isGrouped ? query : selection, schema: query.isGrouped ? nil : data.schema)
        columns.wanted = predicate.readPaths
        self.columns = HandedOver(columns)
    }

    /// How many of the records are needed.
    var needed: Int {
        let isAny = query.order.isEmpty && !query.isGrouped && !query.isDistinct
        return isAny ? end : .max
    }

    func rows(
        of locations: [Int], _ context: EvaluationContext, _ interruption: ReplInterruption
    ) throws -> [String] {
        let run = data.columnQuery(query, at: locations, nil, context, interruption)
        if query.isGrouped {
            let groups = try data.groups(run, of: locations, context).dropFirst(offset).prefix(most)
            return try drawn(groups.map { RawRecord(fields: $0) }) { offset + $0 + 1 }
        }
        let isDistinct = query.isDistinct
        var ordered = try run.inOrder(first: isDistinct ? nil : end).map { locations[$0] }
        if isDistinct {
            let scan = try ReplScan(data, keys: nil, interruption)
            let records = try selection.columns.isEmpty ? scan.records(at: ordered) : nil
            ordered = try data.columnQuery(selection, at: ordered, nil, context, interruption)
                .distinct(Array(ordered.indices), records: records).map { ordered[$0] }
        }
        let shown = Array(ordered.dropFirst(offset).prefix(most))
        return try drawn(shown.compactMap { data.table.record(at: $0) }) {
            shown.indices.contains($0) ? shown[$0] + 1 : 0
        }
    }

    private func drawn(_ records: [RawRecord], number: @escaping (Int) -> Int) throws -> [String] {
        let memory = OutputSink()
        let table = ReplTableOutput(memory, columns.value, number: number, width: width)
        let pipeline = RecordPipeline(
            nil, query: selection.columns.isEmpty ? nil : selection, reader: data.reader, context: EvaluationContext(),
            into: table)
        for record in records { try pipeline.take(record, isLine: query.isGrouped || data.table.areLines) }
        try pipeline.finish()
        return Array(String(decoding: memory.take(), as: UTF8.self).textLines.filter { !$0.isEmpty }.prefix(most))
    }
}
