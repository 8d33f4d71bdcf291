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
        try Self.inPieces(of: table.count, length: recordsAtOnce) {
            Reading(reader: reader, state: start())
        } _: { reading, range in
            try read(range, &reading, visit)
        }
    }

    /// The numbers of the matching records, in order.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - context: the context of the evaluation.
    func matches(of predicate: CheckedPredicate, context: EvaluationContext) throws -> [Int] {
        try answering { try data.columns.matches(of: predicate, context: context, verdict, interruption.isWanted) }
    }

    /// The number of records that satisfy a predicate.
    func count(of predicate: CheckedPredicate, context: EvaluationContext) throws -> Int {
        try answering { try data.columns.count(of: predicate, context: context, verdict, interruption.isWanted) }
    }

    /// The values of an expression for all records that can be read.
    func values(of expression: CheckedExpression, context: EvaluationContext) throws -> [PredicateValue] {
        let values = try answering {
            try data.columns.values(of: expression, context: context, verdict, interruption.isWanted)
        }
        if let values { return values }
        let compiled = expression.compiled
        return try collect {
            compiled.makeRun(context: context)
        } visit: { run, _, record in
            compiled.evaluate(on: record, in: &run)
        }
    }

    /// The values of an expression for some good records, in the given order.
    func values(
        of expression: CheckedExpression, at locations: [Int], context: EvaluationContext
    ) throws -> [PredicateValue] {
        let values = try answering {
            try data.columns.values(of: expression, at: locations, context: context, interruption.isWanted)
        }
        if let values { return values }
        let compiled = expression.compiled
        return try collect(at: locations) {
            compiled.makeRun(context: context)
        } visit: { run, record in
            compiled.evaluate(on: record, in: &run)
        }
    }

    /// Runs a column query. The threads that examine records in the background wait meanwhile.
    private func answering<Answer>(_ answer: () throws -> Answer) throws -> Answer {
        try data.statistics.whileWaiting {
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

    /// Collects results from the records of a range.
    @inline(__always)
    private func read<State, Found>(
        _ range: Range<Int>, _ reading: inout Reading<State>, _ visit: (inout State, Int, PredicateValue) -> Found?
    ) throws -> [Found] {
        var found: [Found] = []
        var isOver = false
        table.forEach(in: range) { number, raw in
            if interruption.isWanted() {
                isOver = true
                return false
            }
            guard let value = read(raw, number, &reading.reader), let one = visit(&reading.state, number, value) else {
                return true
            }
            // A partial read does not check the rest of the record.
            if isCertain(raw, number, reading.reader) { found.append(one) }
            return true
        }
        if isOver { throw ReplFailure.interrupted }
        return found
    }

    // MARK: Some records

    /// Collects results from some good records, in the given order.
    func collect<State, Found: Sendable>(
        at locations: [Int], start: @escaping @Sendable () -> State,
        visit: @escaping @Sendable (inout State, PredicateValue) -> Found
    ) throws -> [Found] {
        try Self.inPieces(of: locations.count, length: 4096) { range in
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

    /// Calls a function with all readable records, one after another.
    func forEach(_ visit: (PredicateValue) -> Void) throws {
        var reader = reader
        var isOver = false
        table.forEach(in: 0..<table.count) { number, raw in
            isOver = interruption.isWanted()
            if !isOver, let value = read(raw, number, &reader), isCertain(raw, number, reader) { visit(value) }
            return !isOver
        }
        if isOver { throw ReplFailure.interrupted }
    }

    // MARK: One record

    @inline(__always)
    private func read(_ raw: RawRecord, _ number: Int, _ reader: inout JSONReader) -> PredicateValue? {
        if verdict.isBad(number) { return nil }
        guard let fields else { return try? reader.read(raw) }
        return try? reader.readPartially(raw, fields: fields)
    }

    @inline(__always)
    private func isCertain(_ raw: RawRecord, _ number: Int, _ reader: JSONReader) -> Bool {
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
