import PredicateAnalysis
import PredicateFormat
import PredicateRecords

extension ReplSession {
    /// Evaluates something and shows its result, then tells the warnings.
    func evaluating<Value>(_ body: (EvaluationContext) throws -> Value) throws -> Value {
        let warnings = EvaluationWarnings()
        let value = try body(context(warnings))
        try tell(warnings)
        return value
    }

    /// The context of a line: one instant for all records (D101), and cancellation.
    func context(_ warnings: EvaluationWarnings) -> EvaluationContext {
        // Variables already have their values when the predicate is evaluated.
        EvaluationContext(
            isCancelled: interruption().isWanted, warn: { warnings.add($0) })
    }

    // MARK: Answering

    /// Answers a predicate or an expression.
    func ask(_ text: String) throws {
        try current?.refresh(in: self)
        let question = try question(text)
        let started = ContinuousClock.now
        switch question {
        case .predicate(let predicate):
            lastPredicate = predicate.source
            if !sameCodePoints(predicate.source, text) { try tell("read as `\(SafeText.plain(predicate.source))`") }
            let reported = try warn(of: predicate, for: current)
            if current == nil, predicate.tree.uses.fields.isEmpty {
                // It can be answered without a record.
                return try evaluating { context in
                    let holds = try interruptibly { _ in predicate.matches(.null, context: context) }
                    try show(holds ? "true\n" : "false\n")
                }
            }
            let data = try dataInUse()
            try data.answer(predicate, started: started, in: self)
            remember(resultOf: predicate, in: data)
            try warnOfUnusable(predicate, in: data, reported: reported)
        case .expression(let expression):
            try warn(expression.warnings, in: expression.source)
            if expression.tree.uses.fields.isEmpty {
                return try evaluating { context in
                    let value = try interruptibly { _ in expression.value(for: .null, context: context) }
                    // The values of a field of a last result, unless they are few.
                    if case .list(let values) = value, values.count > ReplSettings.Limit.few,
                        expression.source.utf8.starts(with: "$_".utf8)
                    {
                        return try summarise(values.flatMap { ValueSemantics.elements(of: $0) ?? [$0] })
                    }
                    try show(Self.line(value))
                }
            }
            try evaluating { context in
                let values = try dataInUse().values(of: [expression], matching: nil, context: context, in: self)
                try summarise(expression.summarised(values.first ?? []))
            }
            if settings.timing { try show("took " + Self.duration(since: started)) }
        }
    }

    private func summarise(_ values: [PredicateValue]) throws {
        let summary = try interruptibly { try ReplSummary(values, checkInterrupt: $0.check) }
        try show(ReplSummaryText(summary: summary, width: width, hasBars: environment.output.isTerminal).text)
    }

    /// Makes the records that match a predicate the last result.
    func remember(resultOf predicate: CheckedPredicate, in data: any ReplData) {
        // The canonical form shows what belongs together, and is one line. Values of variables may have no text.
        let text = predicate.source.utf8.contains(UInt8(ascii: "$")) ? predicate.source : predicate.predicateFormat
        lastResult = ReplLastResult(text: text, data: data)
    }

    /// Evaluates a setting. The user did not type it now, and it may have been made for other records. So its errors
    /// name the command that set it, and the way to remove it.
    func asSet<Value>(by command: String, endedBy word: String, _ body: () throws -> Value) throws -> Value {
        // An edit of a setting is not an edit of the line.
        let line = lineRead
        lineRead = ""
        defer { lineRead = line }
        do {
            return try body()
        } catch let failure as ReplFailure where !failure.isInterruption {
            throw failure.adding("   = note: `:\(command)` set this; `:\(command) \(word)` ends it")
        }
    }

    func tell(_ warnings: EvaluationWarnings) throws(OutputFailure) {
        for sentence in warnings.sentences() { try tell("warning: " + SafeText.plain(sentence)) }
    }

    // MARK: Lines

    /// A value on its own line.
    static func line(_ value: PredicateValue) -> String {
        ColumnText.cut(SafeText.plain(value.abbreviated(to: 2 * longestValue)), to: longestValue) + "\n"
    }

    /// The maximum width of a single value, in columns.
    private static let longestValue = 4000

    /// Reports the number of results below them. Output for programs contains only results, so there it is a message.
    ///
    /// - Parameters:
    ///   - results: the number of results in words: `12 distinct of 2704 records`.
    ///   - count: the number of results.
    ///   - shown: the number of those that were written.
    func summarise(_ results: String, of count: Int, shown: Int, _ started: ContinuousClock.Instant) throws {
        var text = results
        let passed = min(count, settings.offset)
        if passed > 0 { text += ", \(passed) of them skipped (`:offset 0`)" }
        if shown < count - passed, destination == nil {
            text += ", \(count - passed - shown) of them not shown (`:limit all`)"
        }
        if settings.timing { text += ", in " + Self.duration(since: started) }
        if [.table, .chart].contains(settings.mode) || destination != nil { try show(text) } else { try tell(text) }
    }

    /// A duration for people.
    static func duration(since started: ContinuousClock.Instant) -> String {
        let duration = ContinuousClock.now - started
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        if seconds < 1e-3 { return FixedNumber.text(seconds * 1e6, digits: 0) + " µs" }
        return seconds < 1
            ? FixedNumber.text(seconds * 1000, digits: 1) + " ms" : FixedNumber.text(seconds, digits: 2) + " s"
    }
}

extension CheckedExpression {
    /// The top-level keys of the record to read; nil for all.
    var readKeys: [String]? { tree.uses.topLevelKeys }

    /// The values that a summary is about: a path through a list has those of all its elements.
    func summarised(_ values: [PredicateValue]) -> [PredicateValue] {
        guard case .field = tree.kind, let element = type.element, [.number, .text, .date].contains(element.family)
        else { return values }
        return values.flatMap { ValueSemantics.elements(of: $0) ?? [$0] }
    }
}

extension ReplSession {
    /// The interval in milliseconds between checks for cancellation.
    private static let patience = 20

    /// Runs long work, and stops waiting for it as soon as the user cancels. Work that does not check for
    /// cancellation, such as reading one huge record, then continues alone, and its result is dropped. So it must not
    /// use the session.
    ///
    /// - Parameters:
    ///   - meanwhile: called from time to time while the work runs.
    ///   - work: the work; its argument checks whether it was cancelled.
    func interruptibly<Value: Sendable>(
        meanwhile: () -> Void = {}, _ work: @escaping @Sendable (ReplInterruption) throws -> Value
    ) throws -> Value {
        let interruption = interruption()
        try interruption.check()
        let promise = Promise<Result<Value, any Error>>()
        ReplThread.start { promise.give(Result { try work(interruption) }) }
        let progress = Progress(total: 1000, in: environment)
        defer { progress.clear() }
        while true {
            if let result = promise.wait(milliseconds: Self.patience) {
                // An evaluation that was cancelled returns false, which must not be used as an answer.
                try interruption.check()
                return try result.get()
            }
            try interruption.check()
            if let share = interruption.work.share { progress.redraw(bytes: share) }
            meanwhile()
        }
    }
}

/// The warnings next to an answer.
extension ReplSession {
    /// The number of records whose values are examined.
    private static let sampledRecords = 100
    /// The most records, and about how many bytes of them, in which values are counted that a predicate cannot use.
    private static let countedRecords = 20_000
    private static let countedBytes = 32 << 20

    /// Shows the warnings of a predicate before its answer. A warning that one match would refute waits for the answer.
    ///
    /// - Returns: the ranges that the warnings point at.
    @discardableResult
    func warn(of predicate: CheckedPredicate, for data: (any ReplData)?) throws -> [SourceRange] {
        let values = data.map(sample(of:)) ?? []
        let findings = predicate.findings(in: values)
        let told = findings.filter { !$0.isRefutedByMatch }.map(\.diagnostic)
        try warn(predicate.warnings.unexplained(by: findings) + told, in: predicate.source)
        return told.map(\.range)
    }

    /// Says below an answer which values the predicate could not use. Columns answer without asking each value, so they are
    /// counted in records from all parts of the data.
    ///
    /// - Parameter reported: the ranges that other warnings point at.
    func warnOfUnusable(_ predicate: CheckedPredicate, in data: any ReplData, reported: [SourceRange]) throws {
        guard let data = data as? ReplDataSet, predicate.sites?.all.isEmpty == false else { return }
        // The answer is there to be read meanwhile.
        try environment.output.flush()
        let table = data.table
        let step = max((table.count - 1) / Self.countedRecords, (table.byteCount - 1) / Self.countedBytes) + 1
        let numbers = Array(stride(from: 0, to: table.count, by: step))
        let found = try interruptibly { interruption in
            let values = try ReplScan(data, keys: predicate.readKeys, interruption).records(at: numbers)
            return predicate.unusable(in: values, reported: reported, .likely)
        }
        try warn(found, in: predicate.source)
    }

    /// The warnings of a query over the first records.
    func findings(of query: CheckedQuery) -> [RecordQueryDiagnostics.Found] {
        guard let all = try? CheckedPredicate("TRUEPREDICATE") else { return [] }
        return query.findings(in: current.map(sample(of:)) ?? [], selectedBy: all)
    }

    /// Shows possible reasons why no record matched.
    func warnOfNoMatch(_ predicate: CheckedPredicate, in data: ReplDataSet) throws {
        guard data.table.count > 0 else { return }
        let sample = sample(of: data)
        let findings = predicate.findings(in: sample).filter(\.isRefutedByMatch).map(\.diagnostic)
        let found = try interruptibly { interruption in
            let bounds = LookBounds(patience: .milliseconds(50))
            let look = SecondLook(predicate, knowing: sample, reader: data.reader, bounds: bounds)
            if let look {
                data.table.forEach(in: 0..<data.table.count) { !interruption.isWanted() && look.take($1) }
            }
            return SecondLook.warnings(look, of: data.table.count, and: findings, ofFirst: sample.count)
        }
        try warn(found, in: predicate.source)
        guard data.table.count == 1 else { return }
        let advice = RecordAdvice(data.request.input, loaded: data.table.record(at: 0), from: data.file)
        if let note = advice.note(ofMatchesWithin: predicate) { try tell("note: " + note) }
    }

    /// The first records; none if a schema declares their types, or they are untyped.
    private func sample(of data: any ReplData) -> [PredicateValue] {
        guard let data = data as? ReplDataSet, data.isInferred else { return [] }
        var values: [PredicateValue] = []
        var reader = data.reader
        data.table.forEach(in: 0..<min(Self.sampledRecords, data.table.count)) { _, raw in
            if let value = try? reader.read(raw) { values.append(value) }
            return true
        }
        return values
    }
}
