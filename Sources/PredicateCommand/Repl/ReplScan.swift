import PredicateFormat
import PredicateRecords

/// Walks over the records of a data set with as many threads as there are processors, and gives what it finds in the order of
/// the records. Each record is read as far as the question names its fields; predicates over lines are decided by the scanner of
/// lines, which builds no values.
struct ReplScan: Sendable {
    /// The records.
    let table: RecordTable
    private let isLines: Bool
    /// What is known to be bad, and up to which record that is known.
    private let verdict: ReplStatistics.Verdict
    /// How records are read.
    private let reader: JSONReader
    /// The fields that are built; nil builds all.
    private let fields: WantedFields?
    private let interruption: ReplInterruption

    /// About how many bytes a thread takes at once, so that all of them end at about the same time.
    private static let bytesAtOnce = 1 << 20
    private static let recordsAtOnce = 8192

    /// A walk.
    ///
    /// - Parameter keys: the keys at the top of a record that the question reads; nil for all.
    init(_ data: ReplDataSet, keys: [String]?, _ interruption: ReplInterruption) {
        table = data.table
        isLines = data.isLines
        verdict = data.statistics.verdict
        reader = data.reader
        fields = keys.map { WantedFields($0) }
        self.interruption = interruption
    }

    // MARK: All records

    /// What a thread reads records with.
    private struct Reading<State> {
        var reader: JSONReader
        var state: State
        /// For predicates over lines.
        var scan: LineScan?
    }

    /// How many records a thread takes at once.
    private var recordsAtOnce: Int {
        let byBytes = table.count * Self.bytesAtOnce / max(1, table.byteCount)
        return max(1, min(Self.recordsAtOnce, byBytes))
    }

    /// Collects something of all records that can be read.
    ///
    /// - Parameters:
    ///   - start: makes what a thread needs for its work, such as a run of a predicate.
    ///   - visit: looks at a record and says what comes of it; nil leaves it out.
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

    /// The numbers of the records that satisfy a predicate, in their order.
    ///
    /// - Parameters:
    ///   - predicate: the predicate, whose keys this walk was made for.
    ///   - context: what it is evaluated with.
    ///   - isScanned: whether the scanner of lines is used where it can be; tests compare both ways.
    func matches(
        of predicate: CheckedPredicate, context: EvaluationContext, isScanned: Bool = true
    ) throws -> [Int] {
        let compiled = predicate.compiled
        return try Self.inPieces(of: table.count, length: recordsAtOnce) {
            Reading(
                reader: reader, state: compiled.makeRun(context: context),
                scan: isScanned ? lineScan(predicate, context) : nil)
        } _: { reading, range in
            guard let scan = reading.scan else {
                return try read(range, &reading) { run, number, record in
                    compiled.evaluate(on: record, in: &run) ? number : nil
                }
            }
            let found = scan.scan(
                table, in: range, bad: verdict.bad, known: verdict.known, shouldStop: interruption.isWanted)
            guard let found else { throw ReplFailure.interrupted }
            return found
        }
    }

    /// The scan of lines; nil where the records are none, or have to be read.
    private func lineScan(_ predicate: CheckedPredicate, _ context: EvaluationContext) -> LineScan? {
        guard isLines, reader.shape == nil else { return nil }
        var options = LineScan.Options()
        options.limits.depth = reader.maximumDepth
        // What was too large has not become a record.
        options.limits.recordBytes = .max
        options.requiresObjects = reader.requiresObjects
        return LineScan(predicate, context: context, options: options)
    }

    /// Collects something of the records of a range.
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
            // A hasty reading has not seen what stands behind the fields that it wanted.
            if isCertain(raw, number, reading.reader) { found.append(one) }
            return true
        }
        if isOver { throw ReplFailure.interrupted }
        return found
    }

    // MARK: Some records

    /// Collects something of some records, which are good, in the order that they are given in.
    func collect<State, Found: Sendable>(
        at places: [Int], start: @escaping @Sendable () -> State,
        visit: @escaping @Sendable (inout State, PredicateValue) -> Found
    ) throws -> [Found] {
        try Self.inPieces(of: places.count, length: 4096) { range in
            var state = start()
            var reader = reader
            var found: [Found] = []
            found.reserveCapacity(range.count)
            for place in places[range] {
                try interruption.check()
                let value = table.record(at: place).flatMap { read($0, place, &reader) }
                found.append(visit(&state, value ?? .null))
            }
            return found
        }
    }

    /// Visits all records that can be read, one after the other.
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
        return try? reader.readHastily(raw, fields: fields)
    }

    @inline(__always)
    private func isCertain(_ raw: RawRecord, _ number: Int, _ reader: JSONReader) -> Bool {
        if fields == nil || number < verdict.known { return true }
        return (try? reader.validate(raw)) != nil
    }

    // MARK: Threads

    /// What is still to be done and what has been found, of all threads.
    private struct Pieces<Found: Sendable>: Sendable {
        var next = 0
        var found: [[Found]]
        var failure: (any Error)?
        var running: Int
    }

    /// Does work for so many things, a piece after the other, with as many threads as there are processors; what comes of the
    /// pieces is given in their order.
    static func inPieces<Found: Sendable>(
        of count: Int, length: Int, _ work: @escaping @Sendable (Range<Int>) throws -> [Found]
    ) throws -> [Found] {
        try inPieces(of: count, length: length, start: {}) { _, range in try work(range) }
    }

    /// The same with something that each thread makes for itself before its first piece.
    static func inPieces<State, Found: Sendable>(
        of count: Int, length: Int, start: @escaping @Sendable () -> State,
        _ work: @escaping @Sendable (inout State, Range<Int>) throws -> [Found]
    ) throws -> [Found] {
        let pieceCount = (count + length - 1) / length
        let threads = min(pieceCount, ReplThread.processors)
        if threads <= 1 {
            var state = start()
            return try (0..<pieceCount).flatMap { try work(&state, $0 * length..<min(count, ($0 + 1) * length)) }
        }
        let pieces = Locked(
            Pieces<Found>(found: Array(repeating: [], count: pieceCount), running: threads))
        let promise = ReplPromise<Bool>()
        let run: @Sendable () -> Void = {
            var state = start()
            while true {
                let piece = pieces.withLock { pieces -> Int? in
                    guard pieces.failure == nil, pieces.next < pieceCount else { return nil }
                    defer { pieces.next += 1 }
                    return pieces.next
                }
                guard let piece else { break }
                do {
                    let found = try work(&state, piece * length..<min(count, (piece + 1) * length))
                    pieces.withLock { $0.found[piece] = found }
                } catch {
                    pieces.withLock { $0.failure = $0.failure ?? error }
                }
            }
            let isLast = pieces.withLock { pieces in
                pieces.running -= 1
                return pieces.running == 0
            }
            if isLast { promise.give(true) }
        }
        for _ in 1..<threads { ReplThread.start(run) }
        run()
        while promise.wait(milliseconds: 1000) == nil {}
        let all = pieces.withLock { $0 }
        if let failure = all.failure { throw failure }
        return Array(all.found.joined())
    }
}
