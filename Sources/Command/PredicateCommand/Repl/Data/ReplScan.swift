import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Reads the records of a data set with one thread per processor, and returns results in record order. Columns decide
/// predicates and provide values. For everything else, only the needed fields of each record are read.
struct ReplScan: Sendable {
    private let data: ReplDataSet
    private var table: RecordTable { data.table }
    /// The known bad records, and the number of records that have been checked.
    private let verdict: RecordColumns.Verdict
    /// The reader of records.
    private let reader: JSONReader
    /// The fields to build; nil builds all.
    private let fields: WantedFields?
    private let interruption: ReplInterruption

    /// The approximate number of bytes per piece. Small pieces let all threads end at about the same time.
    private static let bytesAtOnce = 1 << 20
    private static let recordsAtOnce = 8192

    /// Prepares reading.
    ///
    /// - Parameter keys: the top-level keys to read; nil for all.
    /// - Throws: if the file of the records has changed.
    init(_ data: ReplDataSet, keys: [String]?, _ interruption: ReplInterruption) throws(ReplFailure) {
        try data.checkFile()
        self.data = data
        verdict = data.statistics.verdict
        reader = data.reader
        fields = keys.map { WantedFields($0) }
        self.interruption = interruption
    }

    // MARK: All records

    /// The tools of a thread for reading records.
    private struct Reading<State> {
        var reader: JSONReader
        var state: State
    }

    /// The number of records per piece.
    private var recordsAtOnce: Int {
        let byBytes = table.count * Self.bytesAtOnce / max(1, table.byteCount)
        return max(1, min(Self.recordsAtOnce, byBytes))
    }

    /// Collects results from all readable records.
    ///
    /// - Parameters:
    ///   - start: makes the state of a thread, such as a run of a predicate.
    ///   - visit: returns the result of a record; nil leaves it out.
    func collect<State, Found: Sendable>(
        start: @escaping @Sendable () -> State,
        visit: @escaping @Sendable (inout State, Int, PredicateValue) -> Found?
    ) throws -> [Found] {
        interruption.work.expect(table.count)
        return try Self.inPieces(of: table.count, length: recordsAtOnce) {
            Reading(reader: reader, state: start())
        } _: { reading, range in
            var found: [Found] = []
            try forEachRecord(in: range, &reading) { state, number, raw, value in
                // A partial read does not check the rest of the record.
                if let one = visit(&state, number, value), isCertain(raw, number) { found.append(one) }
            }
            return found
        }
    }

    /// Lets a part take the records of each piece that can be read, and returns the parts in order.
    private func inParts<Part: Sendable>(
        _ empty: @escaping @Sendable () -> Part,
        _ take: @escaping @Sendable (inout Part, Int, RawRecord, PredicateValue) -> Void
    ) throws -> [Part] {
        interruption.work.expect(table.count)
        return try Self.inPieces(of: table.count, length: recordsAtOnce) { range in
            var reading = Reading(reader: reader, state: empty())
            try forEachRecord(in: range, &reading, take)
            return [reading.state]
        }
    }

    /// Visits the records of a range that can be read.
    @inline(__always)
    private func forEachRecord<State>(
        in range: Range<Int>, _ reading: inout Reading<State>,
        _ visit: (inout State, Int, RawRecord, PredicateValue) -> Void
    ) throws(ReplFailure) {
        defer { interruption.work.advance(by: range.count) }
        var isOver = false
        table.forEach(in: range) { number, raw in
            isOver = interruption.isWanted()
            if !isOver, let value = read(raw, number, &reading.reader) { visit(&reading.state, number, raw, value) }
            return !isOver
        }
        if isOver { throw .interrupted }
    }

    /// The numbers of the matching records, in order.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - context: the context of the evaluation.
    func matches(of predicate: CheckedPredicate, context: EvaluationContext) throws -> [Int] {
        try answering(table.count) {
            try data.columns.matches(
                of: predicate, context: context, verdict, interruption.isWanted, whenDone: interruption.work.advance)
        }
    }

    /// The number of records that satisfy a predicate.
    func count(of predicate: CheckedPredicate, context: EvaluationContext) throws -> Int {
        try answering(table.count) {
            try data.columns.count(
                of: predicate, context: context, verdict, interruption.isWanted, whenDone: interruption.work.advance)
        }
    }

    /// The values of an expression.
    ///
    /// - Parameter locations: some good records, in the order of the values; nil for all records that can be read.
    func values(
        of expression: CheckedExpression, at locations: [Int]? = nil, context: EvaluationContext
    ) throws -> [PredicateValue] {
        let values = try answering(locations?.count ?? table.count) {
            if let locations {
                return try data.columns.values(
                    of: expression, at: locations, context: context, interruption.isWanted,
                    whenDone: interruption.work.advance)
            }
            return try data.columns.values(
                of: expression, context: context, verdict, interruption.isWanted, whenDone: interruption.work.advance)
        }
        if let values { return values }
        let compiled = expression.compiled
        guard let locations else {
            return try collect {
                compiled.makeRun(context: context)
            } visit: { run, _, record in
                compiled.evaluate(on: record, in: &run)
            }
        }
        return try collect(at: locations) {
            compiled.makeRun(context: context)
        } visit: { run, record in
            compiled.evaluate(on: record, in: &run)
        }
    }

    /// Runs a column query. The threads that examine records in the background wait meanwhile.
    ///
    /// - Parameter count: the number of records that it reads.
    private func answering<Answer>(_ count: Int, _ answer: () throws -> Answer) throws -> Answer {
        interruption.work.expect(count)
        return try data.statistics.whileWaiting {
            do {
                let found = try answer()
                try interruption.check()
                // Records that were truncated during the query were read as bad records.
                try data.checkFile()
                return found
            } catch is RecordColumns.Cancelled {
                throw ReplFailure.interrupted
            }
        }
    }

    // MARK: Some records

    /// Collects results from some good records, in the given order.
    func collect<State, Found: Sendable>(
        at locations: [Int], start: @escaping @Sendable () -> State,
        visit: @escaping @Sendable (inout State, PredicateValue) -> Found
    ) throws -> [Found] {
        interruption.work.expect(locations.count)
        return try Self.inPieces(of: locations.count, length: 4096) { range in
            defer { interruption.work.advance(by: range.count) }
            var state = start()
            var reader = reader
            var found: [Found] = []
            found.reserveCapacity(range.count)
            for location in locations[range] {
                try interruption.check()
                let value = table.record(at: location).flatMap { read($0, location, &reader) }
                found.append(visit(&state, value ?? .null))
            }
            return found
        }
    }

    /// Which clauses of a predicate matter. The columns decide each clause once for all records, if they can.
    func coverage(of predicate: CheckedPredicate, context: EvaluationContext) throws -> PredicateCoverage {
        if let coverage = try quickCoverage(of: predicate, context: context) { return coverage }
        let parts = try inParts {
            PredicateCoverage(predicate, context: context)
        } _: { coverage, number, raw, value in
            if isCertain(raw, number) { coverage.add(value) }
        }
        var coverage = PredicateCoverage(predicate, context: context)
        for part in parts { coverage.merge(part) }
        return coverage
    }

    private func quickCoverage(of predicate: CheckedPredicate, context: EvaluationContext) throws -> PredicateCoverage?
    {
        var coverage = PredicateCoverage(predicate, context: context)
        guard var patterns = ClausePatterns(coverage, of: predicate),
            let all = try? CheckedPredicate("TRUEPREDICATE")
        else { return nil }
        let warnings = EvaluationWarnings()
        var scanned = context
        scanned.warn = { warnings.add($0) }
        interruption.work.plan(table.count * (patterns.clauses.count + 1))
        let good = try count(of: all, context: scanned)
        var matches: [[Int]] = []
        for clause in patterns.clauses {
            matches.append(try self.matches(of: clause, context: scanned))
            // A record whose evaluation reaches a limit is not counted at all, which only the other way finds.
            if warnings.limitCount > 0 { return nil }
        }
        for (warning, count) in warnings.counts {
            for _ in 0..<count { context.warn?(warning) }
        }
        patterns.add(matches, of: good)
        patterns.count(in: &coverage)
        return coverage
    }

    /// How many good records rules hold for.
    func counts(of rules: ReplRules, context: EvaluationContext) throws -> ReplRuleCounts {
        let parts = try inParts {
            ReplRuleCounts(rules.rules.count)
        } _: { counts, _, raw, _ in
            // A record that the fast way does not read to its end is checked like any other.
            if let held = try? rules.set.matches(raw, context: context) { counts.add(held) }
        }
        return parts.reduce(into: ReplRuleCounts(rules.rules.count)) { $0.merge($1) }
    }

    // MARK: One record

    @inline(__always)
    private func read(_ raw: RawRecord, _ number: Int, _ reader: inout JSONReader) -> PredicateValue? {
        if verdict.isBad(number) { return nil }
        guard let fields else { return try? reader.read(raw) }
        return try? reader.readPartially(raw, fields: fields)
    }

    @inline(__always)
    private func isCertain(_ raw: RawRecord, _ number: Int) -> Bool {
        if fields == nil || number < verdict.known { return true }
        return (try? reader.validate(raw)) != nil
    }

    // MARK: Threads

    /// Processes a number of items in pieces, with one thread per processor. The results of the pieces are in order.
    static func inPieces<Found: Sendable>(
        of count: Int, length: Int, _ work: @escaping @Sendable (Range<Int>) throws -> [Found]
    ) throws -> [Found] {
        try inPieces(of: count, length: length, start: {}) { _, range in try work(range) }
    }

    /// The same with a state that each thread makes before its first piece.
    static func inPieces<State, Found: Sendable>(
        of count: Int, length: Int, start: @escaping @Sendable () -> State,
        _ work: @escaping @Sendable (inout State, Range<Int>) throws -> [Found]
    ) throws -> [Found] {
        let pieces = try ParallelWork.map(
            (count + length - 1) / length, threads: ParallelWork.processors, start: start
        ) { state, piece in
            try work(&state, piece * length..<min(count, (piece + 1) * length))
        }
        return Array(pieces.joined())
    }
}
