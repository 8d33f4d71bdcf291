import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// The records of a file answer from memory.
extension ReplDataSet: ReplData {
    var size: String { Plural.of(recordCount, "record") }
    var place: String { "the file" }

    func refresh(in session: ReplSession) throws { try checkFile() }

    func fieldKnowledge() throws -> ReplFieldKnowledge { try ReplFieldKnowledge(self) }

    func answer(_ predicate: CheckedPredicate, started: ContinuousClock.Instant, in session: ReplSession) throws {
        let settings = session.settings
        let matches = try matching(predicate, in: session)
        if matches.isEmpty { try session.warnOfNoMatch(predicate, in: self) }
        let limit = settings.limit.number(inFile: session.outputFile != nil)
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
            var coverage = PredicateCoverage(predicate, context: context)
            let scan = try ReplScan(self, keys: predicate.readKeys, interruption)
            if let patterns = try patterns(of: coverage, predicate, scan, context) {
                patterns.count(in: &coverage)
            } else {
                try scan.forEach { coverage.add($0) }
            }
            return coverage
        }
    }

    /// The records by the clauses that they make true, found as the matches of each clause; nil if each record has to
    /// be evaluated, also because a warning may mean that it is not counted.
    private func patterns(
        of coverage: PredicateCoverage, _ predicate: CheckedPredicate, _ scan: ReplScan, _ context: EvaluationContext
    ) throws -> ClausePatterns? {
        guard var patterns = ClausePatterns(coverage, of: predicate),
            let everything = try? CheckedPredicate("TRUEPREDICATE")
        else { return nil }
        let warnings = EvaluationWarnings()
        var context = context
        context.warn = { warnings.add($0) }
        let matches = try patterns.clauses.map { try scan.matches(of: $0, context: context) }
        let total = try scan.count(of: everything, context: context)
        guard warnings.sentences().isEmpty else { return nil }
        patterns.add(matches, of: total)
        return patterns
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
