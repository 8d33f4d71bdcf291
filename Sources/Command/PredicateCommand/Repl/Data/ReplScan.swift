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

    // MARK: Records

    /// The number of records per piece.
    private var recordsAtOnce: Int {
        let byBytes = table.count * Self.bytesAtOnce / max(1, table.byteCount)
        return max(1, min(Self.recordsAtOnce, byBytes))
    }

    /// Lets a part take the records of each piece, and returns the parts in order.
    ///
    /// - Parameters:
    ///   - numbers: some good records, in this order; nil for all that can be read.
    ///   - empty: makes a part.
    ///   - take: adds a record, with its number, to a part.
    func parts<Part: Sendable>(
        at numbers: [Int]? = nil, _ empty: @escaping @Sendable () -> Part,
        _ take: @escaping @Sendable (inout Part, Int, PredicateValue) -> Void
    ) throws -> [Part] {
        try parts(at: numbers, empty, take, result: { $0 })
    }

    /// The same with a state for each part, of which only a result is kept.
    private func parts<State, Part: Sendable>(
        at numbers: [Int]?, _ begin: @escaping @Sendable () -> State,
        _ take: @escaping @Sendable (inout State, Int, PredicateValue) -> Void,
        result: @escaping @Sendable (State) -> Part
    ) throws -> [Part] {
        let count = numbers?.count ?? table.count
        interruption.work.expect(count)
        return try Self.inPieces(of: count, length: recordsAtOnce) { range in
            defer { interruption.work.advance(by: range.count) }
            var state = begin()
            var reader = reader
            guard let numbers else {
                var isOver = false
                table.forEach(in: range) { number, raw in
                    isOver = interruption.isWanted()
                    if !isOver, let value = read(raw, number, &reader), isCertain(raw, number) {
                        take(&state, number, value)
                    }
                    return !isOver
                }
                if isOver { throw ReplFailure.interrupted }
                return result(state)
            }
            for number in numbers[range] {
                try interruption.check()
                let value = table.record(at: number).flatMap { read($0, number, &reader) }
                take(&state, number, value ?? .null)
            }
            return result(state)
        }
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

    /// The number of matching records, and the numbers of the first of them.
    ///
    /// - Parameters:
    ///   - most: how many are numbered at most.
    ///   - whenDone: called on any thread with a number of records, and with how many of them match.
    func firstMatches(
        of predicate: CheckedPredicate, atMost most: Int, context: EvaluationContext,
        whenDone: @escaping @Sendable (Int, Int) -> Void
    ) throws -> (count: Int, first: [Int]) {
        try answering(table.count) {
            try data.columns.firstMatches(
                of: predicate, atMost: most, context: context, verdict, interruption.isWanted, whenDone: whenDone)
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
        return try values ?? read(expression, at: locations, context: context)
    }

    /// The same without columns: each record is read.
    func read(
        _ expression: CheckedExpression, at locations: [Int]?, context: EvaluationContext
    ) throws -> [PredicateValue] {
        let compiled = expression.compiled
        // A run holds its last record.
        let parts = try parts(at: locations) {
            (run: compiled.makeRun(context: context), values: [PredicateValue]())
        } _: { part, _, record in
            part.values.append(compiled.evaluate(on: record, in: &part.run))
        } result: {
            $0.values
        }
        return parts.flatMap { $0 }
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

    /// Some good records, in the given order.
    func records(at locations: [Int]) throws -> [PredicateValue] {
        try parts(at: locations, { [PredicateValue]() }, { $0.append($2) }).flatMap { $0 }
    }

    /// Which clauses of a predicate matter, if columns decide each clause once for all records; nil otherwise.
    func coverage(of predicate: CheckedPredicate, context: EvaluationContext) throws -> PredicateCoverage? {
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

    // MARK: One record

    @inline(__always)
    private func read(_ raw: RawRecord, _ number: Int, _ reader: inout JSONReader) -> PredicateValue? {
        if verdict.isBad(number) { return nil }
        guard let fields else { return try? reader.read(raw) }
        return try? reader.readPartially(raw, fields: fields)
    }

    /// Whether a record is good: a partial read does not check the rest of it.
    @inline(__always)
    private func isCertain(_ raw: RawRecord, _ number: Int) -> Bool {
        if fields == nil || number < verdict.known { return true }
        return (try? reader.validate(raw)) != nil
    }

    // MARK: Threads

    /// Processes a number of items in pieces, with one thread per processor. The results of the pieces are in order.
    static func inPieces<Found: Sendable>(
        of count: Int, length: Int, _ work: @escaping @Sendable (Range<Int>) throws -> Found
    ) throws -> [Found] {
        try ParallelWork.map((count + length - 1) / length, threads: ParallelWork.processors) {
        } _: { _, piece in
            try work(piece * length..<min(count, (piece + 1) * length))
        }
    }
}
