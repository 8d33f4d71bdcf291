import PredicateAnalysis
import PredicateRecords

/// The records of a file answer from memory.
extension ReplDataSet: ReplData {
    var size: String { Plural.of(recordCount, "record") }
    var place: String { "the file" }

    /// The number of records that match, of how many.
    func share(_ matches: Int) -> String { matches == recordCount ? size : "\(matches) of \(size)" }

    func refresh(in session: ReplSession) throws { try checkFile() }

    func fieldKnowledge() throws -> ReplFieldKnowledge { try ReplFieldKnowledge(self) }

    func answer(_ predicate: CheckedPredicate, started: ContinuousClock.Instant, in session: ReplSession) throws {
        let settings = session.settings
        let matches = try session.evaluating { context in
            try scanning(predicate.readKeys, in: session) { try $0.matches(of: predicate, context: context) }
        }
        if matches.isEmpty { try session.warnOfNoMatch(predicate, in: self) }
        let limit = settings.limit.number(inFile: session.destination != nil)
        if !settings.group.isEmpty {
            return try showGroups(of: matches, limit: limit, started: started, in: session)
        }
        let wanted = settings.isDistinct ? nil : limit.map { $0.addingReportingOverflow(settings.offset) }
        var ordered = try ordered(
            matches, first: wanted.flatMap { $0.overflow ? nil : $0.partialValue }, in: session)
        let display = ReplRecordDisplay(session: session, data: self, predicate: predicate)
        if settings.isDistinct { ordered = try display.distinct(ordered) }
        let count = settings.isDistinct ? ordered.count : matches.count
        try display.show(Array(ordered.dropFirst(settings.offset)), of: count, matches: matches.count, started: started)
    }

    func values(
        of expressions: [CheckedExpression], matching predicate: CheckedPredicate?, context: EvaluationContext,
        in session: ReplSession
    ) throws -> [[PredicateValue]] {
        let matches = try predicate.map { predicate in
            try scanning(predicate.readKeys, in: session) { try $0.matches(of: predicate, context: context) }
        }
        return try expressions.map { expression in
            try scanning(expression.readKeys, in: session) {
                try $0.values(of: expression, at: matches, context: context)
            }
        }
    }

    func count(of predicate: CheckedPredicate?, in session: ReplSession) throws -> Int {
        guard let predicate else { return recordCount }
        let count = try session.evaluating { context in
            try scanning(predicate.readKeys, in: session) { try $0.count(of: predicate, context: context) }
        }
        if count == 0 { try session.warnOfNoMatch(predicate, in: self) }
        return count
    }

    func records(
        of predicate: CheckedPredicate, atMost most: Int, context: EvaluationContext, in session: ReplSession
    ) throws -> [PredicateValue] {
        let matches = try scanning(predicate.readKeys, in: session) { try $0.matches(of: predicate, context: context) }
        let numbers = Array(matches.prefix(most))
        // A record takes more memory than its text.
        let bytes = numbers.reduce(0) { $0 + table.byteCount(at: $1) }
        guard bytes <= ReplSession.mostBytesOfResult else { throw ReplSession.tooLargeResult }
        return try scanning(nil, in: session) { try $0.records(at: numbers) }
    }

    func record(at number: Int, in session: ReplSession) throws -> (title: String, record: RawRecord) {
        // A bad record is told as such.
        _ = try value(at: number, for: [], in: session)
        return ("record \(number)", table.record(at: number - 1) ?? RawRecord(bytes: []))
    }

    func check(number: Int) throws(ReplFailure) {
        guard table.record(at: number - 1) == nil else { return }
        throw ReplFailure("there is no record \(number); the last is \(table.count)")
    }

    func value(
        at number: Int, for predicates: [CheckedPredicate], in session: ReplSession
    ) throws -> (title: String, value: PredicateValue, byteCount: Int) {
        try check(number: number)
        let value = try session.interruptibly { [reader, table] _ in
            var reader = reader
            return try reader.read(table.record(at: number - 1) ?? RawRecord(bytes: []))
        }
        return ("record \(number)", value, table.byteCount(at: number - 1))
    }

    func parts<Part: Sendable>(
        for predicates: [CheckedPredicate], in session: ReplSession, _ empty: @escaping @Sendable () -> Part,
        _ take: @escaping @Sendable (inout Part, PredicateValue, Int) -> Void
    ) throws -> [Part] {
        let keys = predicates.map(\.readKeys)
        let isPartial = keys.allSatisfy { $0 != nil }
        return try scanning(isPartial ? keys.flatMap { $0 ?? [] } : nil, in: session) { [table] scan in
            try scan.parts(empty) { part, number, record in take(&part, record, table.byteCount(at: number)) }
        }
    }

    func quickCoverage(of predicate: CheckedPredicate, context: EvaluationContext, in session: ReplSession) throws
        -> PredicateCoverage?
    {
        try scanning(predicate.readKeys, in: session) { try $0.coverage(of: predicate, context: context) }
    }

    /// Reads records on other threads.
    ///
    /// - Parameter keys: the top-level keys to read; nil for all.
    func scanning<Answer: Sendable>(
        _ keys: [String]?, in session: ReplSession, _ scan: @escaping @Sendable (ReplScan) throws -> Answer
    ) throws -> Answer {
        try session.interruptibly { [self] interruption in try scan(ReplScan(self, keys: keys, interruption)) }
    }
}
