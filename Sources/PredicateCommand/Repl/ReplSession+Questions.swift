import PredicateFormat
import PredicateRecords

extension ReplSession {
    /// The context of a line: one instant for all records (D101), and cancellation.
    func context(_ warnings: EvaluationWarnings) -> EvaluationContext {
        // Variables already have their values when the predicate is evaluated.
        EvaluationContext(
            isCancelled: interruption().isWanted, warn: { warnings.add($0) })
    }

    // MARK: Answering

    /// Answers a predicate or an expression.
    func ask(_ text: String) throws {
        let question = try question(text)
        let started = ContinuousClock.now
        switch question {
        case .predicate(let predicate):
            lastPredicate = text
            try warn(of: predicate, for: current)
            try answer(predicate, started)
        case .expression(let expression):
            try warn(expression.warnings, in: expression.source)
            try answer(expression, started)
        }
    }

    private func answer(_ predicate: CheckedPredicate, _ started: ContinuousClock.Instant) throws {
        guard let current else {
            // A predicate without fields can be answered without a record.
            guard predicate.tree.uses.fields.isEmpty else { _ = try dataInUse(); return }
            let warnings = EvaluationWarnings()
            let context = context(warnings)
            let holds = try interruptibly { _ in predicate.matches(.null, context: context) }
            try show(holds ? "true\n" : "false\n")
            try tell(warnings)
            return
        }
        let matches = try matching(predicate, in: current)
        if matches.isEmpty { try warnOfNoMatch(predicate, in: current) }
        let limit = settings.limit.number(inFile: outputFile != nil)
        if !settings.group.isEmpty {
            try ReplGroups(session: self, data: current).answer(matches, limit: limit, started: started)
            return
        }
        let order = try asSet(by: "sort", endedBy: "off") { try ReplOrder(settings.sort, in: self) }
        let wanted = settings.isDistinct ? nil : limit.map { $0.addingReportingOverflow(settings.offset) }
        var ordered = try order.ordered(
            matches, of: current, first: wanted.flatMap { $0.overflow ? nil : $0.partialValue }, in: self)
        let display = ReplRecordDisplay(session: self, data: current)
        if settings.isDistinct { ordered = try display.distinct(ordered) }
        let count = settings.isDistinct ? ordered.count : matches.count
        try display.show(Array(ordered.dropFirst(settings.offset)), of: count, started: started)
    }

    /// Evaluates a setting. The user did not type it now, and it may have been made for other records. So its errors
    /// name the command that set it, and the way to remove it.
    func asSet<Value>(by command: String, endedBy word: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch var failure as ReplFailure where !failure.isInterruption {
            if !failure.message.hasSuffix("\n") { failure.message += "\n" }
            failure.message += "   = note: `:\(command)` set this; `:\(command) \(word)` ends it"
            throw failure
        }
    }

    private func answer(_ expression: CheckedExpression, _ started: ContinuousClock.Instant) throws {
        let warnings = EvaluationWarnings()
        let context = context(warnings)
        let readsRecord = !expression.tree.uses.fields.isEmpty
        guard readsRecord, let current else {
            if readsRecord { _ = try dataInUse() }
            try show(Self.line(try interruptibly { _ in expression.value(for: .null, context: context) }))
            try tell(warnings)
            return
        }
        let summary = try interruptibly { interruption in
            let values = try ReplScan(current, keys: expression.readKeys, interruption)
                .values(of: expression, context: context)
            return try ReplSummary(values, checkInterrupt: interruption.check)
        }
        try show(ReplSummaryText(summary: summary, type: expression.type, width: width).text)
        try tell(warnings)
        if settings.timing { try show(Self.took(started)) }
    }

    /// The indices of the matching records, in their order.
    func matching(_ predicate: CheckedPredicate, in data: ReplDataSet) throws -> [Int] {
        try asking(predicate, data) { try $0.matches(of: predicate, context: $1) }
    }

    /// The number of records that satisfy a predicate.
    func count(of predicate: CheckedPredicate, in data: ReplDataSet) throws -> Int {
        try asking(predicate, data) { try $0.count(of: predicate, context: $1) }
    }

    private func asking<Answer: Sendable>(
        _ predicate: CheckedPredicate, _ data: ReplDataSet,
        _ ask: @escaping @Sendable (ReplScan, EvaluationContext) throws -> Answer
    ) throws -> Answer {
        let warnings = EvaluationWarnings()
        let context = context(warnings)
        let answer = try interruptibly { interruption in
            try ask(ReplScan(data, keys: predicate.readKeys, interruption), context)
        }
        try tell(warnings)
        return answer
    }

    func tell(_ warnings: EvaluationWarnings) throws(OutputFailure) {
        for sentence in warnings.sentences() { try tell("warning: " + SafeText.plain(sentence)) }
    }

    // MARK: Texts

    /// A value on its own line.
    static func line(_ value: PredicateValue) -> String {
        ColumnText.cut(SafeText.plain(value.description), to: longestValue) + "\n"
    }

    /// The maximum width of a single value, in columns.
    private static let longestValue = 4000

    /// The time since a start, for the timing line.
    static func took(_ started: ContinuousClock.Instant) -> String { "took " + duration(since: started) }

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
}
