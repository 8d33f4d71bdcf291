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
    /// The answer if it is not about records.
    var value: String?

    /// Nothing, because records cannot be read any more. Return says why.
    static let none = LiveAnswer(isComplete: true)

    /// The rows that show it.
    ///
    /// - Parameter part: the predicate that is answered, if it is not the whole line.
    func lines(part: String?) -> [String] {
        if let value { return [value] }
        guard total > 0 else { return rows }
        let numbers = isComplete ? "\(count) of \(Plural.of(total, "record"))" : "≥ \(count) of \(total) …"
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
        if starts { ReplThread.start { self.run() } }
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
        case .predicate(let predicate):
            guard let data = current as? ReplDataSet else { return nil }
            let table = liveTable(for: predicate, of: data, width: width)
            return { isWanted, tell in
                let progress = Locked(LiveAnswer(total: data.table.count))
                let interruption = ReplInterruption(isWanted: { !isWanted() })
                guard let scan = try? ReplScan(data, keys: predicate.readKeys, interruption),
                    let found = try? scan.firstMatches(
                        of: predicate, atMost: rows, context: EvaluationContext(isCancelled: interruption.isWanted),
                        whenDone: { _, matches in
                            let answer = progress.withLock { answer in
                                answer.count += matches
                                return answer
                            }
                            tell(answer)
                        })
                else { return tell(.none) }
                var answer = LiveAnswer(count: found.count, total: data.recordCount)
                answer.isComplete = true
                if let table { answer.rows = Array(table(found.first).prefix(rows)) }
                tell(answer)
            }
        case .expression(let expression):
            guard let data = current as? ReplDataSet else { return nil }
            return { isWanted, tell in
                let interruption = ReplInterruption(isWanted: { !isWanted() })
                let context = EvaluationContext(isCancelled: interruption.isWanted)
                guard let scan = try? ReplScan(data, keys: expression.readKeys, interruption),
                    let values = try? scan.values(of: expression, context: context),
                    let summary = try? ReplSummary(expression.summarised(values), checkInterrupt: interruption.check)
                else { return tell(.none) }
                let text = ReplSummaryText(summary: summary, width: width, isShort: true).text
                tell(LiveAnswer(rows: text.textLines.filter { !$0.isEmpty }, isComplete: true))
            }
        }
    }

    /// Draws records of a data set by their indices, as `:select` chooses them; nil if the settings ask for other rows.
    private func liveTable(
        for predicate: CheckedPredicate, of data: ReplDataSet, width: Int
    ) -> (@Sendable ([Int]) -> [String])? {
        guard settings.sort.isEmpty, settings.group.isEmpty, !settings.isDistinct, settings.offset == 0,
            let query = try? settings.select.isEmpty
                ? RecordQuery().checked() : language.query(RecordQuery(select: settings.select))
        else { return nil }
        var columns = OutputColumns(of: query, schema: data.schema)
        columns.wanted = predicate.readPaths
        let drawn = HandedOver(columns)
        return { locations in
            let memory = OutputSink()
            let table = ReplTableOutput(
                memory, drawn.value, number: { locations.indices.contains($0) ? locations[$0] + 1 : 0 }, width: width)
            let pipeline = RecordPipeline(
                nil, query: query.columns.isEmpty ? nil : query, reader: data.reader, context: EvaluationContext(),
                into: table)
            for location in locations {
                if let raw = data.table.record(at: location) { try? pipeline.take(raw, isLine: data.table.areLines) }
            }
            try? pipeline.finish()
            return String(decoding: memory.take(), as: UTF8.self).textLines.filter { !$0.isEmpty }
        }
    }
}
