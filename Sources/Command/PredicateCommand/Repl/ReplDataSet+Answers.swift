import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// The records of a file answer from memory.
extension ReplDataSet: ReplData {
    var size: String { Plural.of(recordCount, "record") }
    var place: String { "the file" }
    var recordReader: JSONReader { reader }

    func refresh(in session: ReplSession) throws { try checkFile() }

    func fieldKnowledge() throws -> ReplFieldKnowledge { try ReplFieldKnowledge(self) }

    func answer(_ predicate: CheckedPredicate, started: ContinuousClock.Instant, in session: ReplSession) throws {
        let settings = session.settings
        let matches = try matching(predicate, in: session)
        if matches.isEmpty { try session.warnOfNoMatch(predicate, in: self) }
        let limit = settings.limit.number(inFile: session.destination != nil)
        if !settings.group.isEmpty {
            try ReplGroups(session: session, data: self).answer(matches, limit: limit, started: started)
            return
        }
        let order = try session.asSet(by: "sort", endedBy: "off") { try ReplOrder(settings.sort, in: session) }
        let wanted = settings.isDistinct ? nil : limit.map { $0.addingReportingOverflow(settings.offset) }
        var ordered = try order.ordered(
            matches, of: self, first: wanted.flatMap { $0.overflow ? nil : $0.partialValue }, in: session)
        let display = ReplRecordDisplay(session: session, data: self)
        if settings.isDistinct { ordered = try display.distinct(ordered) }
        let count = settings.isDistinct ? ordered.count : matches.count
        try display.show(Array(ordered.dropFirst(settings.offset)), of: count, started: started)
    }

    func summary(of expression: CheckedExpression, context: EvaluationContext, in session: ReplSession) throws
        -> ReplSummary
    {
        try session.interruptibly { [self] interruption in
            let values = try ReplScan(self, keys: expression.readKeys, interruption)
                .values(of: expression, context: context)
            return try ReplSummary(values, checkInterrupt: interruption.check)
        }
    }

    func count(of predicate: CheckedPredicate?, in session: ReplSession) throws -> Int {
        guard let predicate else { return recordCount }
        let count = try asking(predicate, in: session) { try $0.count(of: predicate, context: $1) }
        if count == 0 { try session.warnOfNoMatch(predicate, in: self) }
        return count
    }

    func records(
        of predicate: CheckedPredicate, atMost most: Int, context: EvaluationContext, in session: ReplSession
    ) throws -> [PredicateValue] {
        try session.interruptibly { [self] interruption in
            let matches = try ReplScan(self, keys: predicate.readKeys, interruption)
                .matches(of: predicate, context: context)
            let numbers = Array(matches.prefix(most))
            // A record takes more memory than its text.
            let bytes = numbers.reduce(0) { $0 + table.byteCount(at: $1) }
            guard bytes <= ReplSession.mostBytesOfResult else { throw ReplSession.tooLargeResult }
            return try ReplScan(self, keys: nil, interruption).collect(at: numbers) {
            } visit: {
                $1
            }
        }
    }

    func record(at number: Int, in session: ReplSession) throws -> (title: String, record: RawRecord) {
        try check(number: number)
        return ("record \(number)", table.record(at: number - 1) ?? RawRecord(bytes: []))
    }

    func check(number: Int) throws(ReplFailure) {
        guard table.record(at: number - 1) == nil else { return }
        throw ReplFailure("there is no record \(number); the last is \(table.count)")
    }

    func trace(
        of predicate: CheckedPredicate, at number: Int, context: EvaluationContext, in session: ReplSession
    ) throws -> (title: String, trace: PredicateTrace) {
        try check(number: number)
        let raw = table.record(at: number - 1) ?? RawRecord(bytes: [])
        let trace = try session.interruptibly { [self] _ in
            var reader = reader
            return predicate.trace(of: try reader.read(raw), context: context)
        }
        return ("record \(number)", trace)
    }

    func coverage(of predicate: CheckedPredicate, context: EvaluationContext, in session: ReplSession) throws
        -> PredicateCoverage
    {
        try session.interruptibly { [self] interruption in
            var declared: RecordSchema?
            if case .declared(let schema) = knowledge { declared = schema }
            return try ReplScan(self, keys: predicate.readKeys, interruption)
                .coverage(of: predicate, schema: declared, context: context)
        }
    }

    func rules(
        _ rules: ReplRules, at number: Int, context: EvaluationContext, in session: ReplSession
    ) throws -> (title: String, held: [Int]) {
        let (title, raw) = try record(at: number, in: session)
        return (title, try session.interruptibly { _ in try rules.set.matches(raw, context: context) })
    }

    func ruleCounts(_ rules: ReplRules, context: EvaluationContext, in session: ReplSession) throws -> ReplRuleCounts {
        try session.interruptibly { [self] interruption in
            let parts = try ReplScan(self, keys: nil, interruption).rules(rules, context: context)
            var counts = ReplRuleCounts(rules.rules.count)
            for part in parts { counts.merge(part) }
            return counts
        }
    }

    /// The indices of the matching records, in their order.
    private func matching(_ predicate: CheckedPredicate, in session: ReplSession) throws -> [Int] {
        try asking(predicate, in: session) { try $0.matches(of: predicate, context: $1) }
    }

    private func asking<Answer: Sendable>(
        _ predicate: CheckedPredicate, in session: ReplSession,
        _ ask: @escaping @Sendable (ReplScan, EvaluationContext) throws -> Answer
    ) throws -> Answer {
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let answer = try session.interruptibly { [self] interruption in
            try ask(ReplScan(self, keys: predicate.readKeys, interruption), context)
        }
        try session.tell(warnings)
        return answer
    }
}
