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
        let matches = try scanning(predicate, in: session) { try $0.matches(of: predicate, context: $1) }
        if matches.isEmpty { try session.warnOfNoMatch(predicate, in: self) }
        let limit = settings.limit.number(inFile: session.destination != nil)
        if !settings.group.isEmpty {
            return try showGroups(of: matches, limit: limit, started: started, in: session)
        }
        let wanted = settings.isDistinct ? nil : limit.map { $0.addingReportingOverflow(settings.offset) }
        var ordered = try ordered(
            matches, first: wanted.flatMap { $0.overflow ? nil : $0.partialValue }, in: session)
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
        let count = try scanning(predicate, in: session) { try $0.count(of: predicate, context: $1) }
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
            try ReplScan(self, keys: predicate.readKeys, interruption).coverage(of: predicate, context: context)
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
            try ReplScan(self, keys: nil, interruption).counts(of: rules, context: context)
        }
    }

    /// Scans for a predicate, and tells the warnings.
    private func scanning<Answer: Sendable>(
        _ predicate: CheckedPredicate, in session: ReplSession,
        _ scan: @escaping @Sendable (ReplScan, EvaluationContext) throws -> Answer
    ) throws -> Answer {
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let answer = try session.interruptibly { [self] interruption in
            try scan(ReplScan(self, keys: predicate.readKeys, interruption), context)
        }
        try session.tell(warnings)
        return answer
    }
}
