import PredicatePlatform

import PredicateFormat
import PredicateRecords

/// The statistics of the records of a data set: their fields with types, counts and common values, and the bad
/// records. A sample is examined when the data set is made. Other threads examine the rest.
///
/// The result depends only on the records: every piece ends at the same record in every run, and pieces are merged in
/// order.
final class ReplStatistics: Sendable {
    /// The statistics of a piece of the records.
    private struct Piece: Sendable {
        var inference = SchemaInference()
        var bad: [Int] = []
        var errors: [RecordError] = []
        var end = 0
    }

    private struct State: Sendable {
        var whole = Piece()
        /// Pieces that wait for an earlier one, by their start.
        var waiting: [Int: Piece] = [:]
        /// The start of the next piece.
        var next = 0
        /// The schema of the merged pieces; nil if there are new pieces since.
        var schema: RecordSchema?
        var isCancelled = false
        var isAnnounced = false
        /// The number of running queries, which have priority.
        var waitingFor = 0
    }

    private let table: RecordTable
    private let reader: JSONReader
    private let state = Locked(State())
    /// Called on another thread when all records have been examined.
    private let whenComplete: @Sendable () -> Void
    /// Fulfilled when all records have been examined.
    private let completion = Promise<Bool>()

    /// The size of the sample: the number of records, and the approximate number of bytes.
    static let sampleRecords = 1000
    private static let sampleBytes = 4 << 20
    private static let pieceRecords = 16384
    private static let pieceBytes = 8 << 20
    /// The maximum number of errors to show.
    static let shownErrors = 3

    init(_ table: RecordTable, _ reader: JSONReader, whenComplete: @escaping @Sendable () -> Void = {}) {
        self.table = table
        self.reader = reader
        self.whenComplete = whenComplete
    }

    // MARK: Results

    /// The number of records that have been examined.
    var knownCount: Int { state.withLock { $0.whole.end } }
    /// Whether all records have been examined.
    var isComplete: Bool { knownCount == table.count }
    /// The known bad records.
    var verdict: RecordColumns.Verdict {
        state.withLock { RecordColumns.Verdict(bad: $0.whole.bad, known: $0.whole.end) }
    }
    /// The number of known bad records.
    var badCount: Int { state.withLock { $0.whole.bad.count } }
    /// The errors of the first bad records.
    var errors: [RecordError] { state.withLock { $0.whole.errors } }

    /// The schema so far; nil if no record could be read.
    var schema: RecordSchema? {
        state.withLock { state in
            if state.schema == nil, state.whole.inference.recordCount > 0 {
                state.schema = state.whole.inference.schema
            }
            return state.schema
        }
    }

    /// Returns true once when the statistics are complete.
    func announcesNow() -> Bool {
        let count = table.count
        return state.withLock { state in
            guard state.whole.end == count, !state.isAnnounced else { return false }
            state.isAnnounced = true
            return true
        }
    }

    // MARK: Reading

    /// Examines the first records, and more if all of them are bad.
    func takeSample(_ interruption: ReplInterruption) throws {
        repeat {
            guard let range = claim(records: Self.sampleRecords, bytes: Self.sampleBytes) else { return }
            guard let piece = look(at: range, { interruption.isWanted() }) else { throw ReplFailure.interrupted }
            add(piece, from: range.lowerBound)
        } while schema == nil
    }

    /// Examines all remaining records.
    ///
    /// - Parameter threads: the number of threads.
    func readTheRest(threads: Int) {
        if isComplete { return }
        for _ in 0..<threads {
            ReplThread.start(yields: true) { [self] in
                while let range = claim(records: Self.pieceRecords, bytes: Self.pieceBytes) {
                    guard let piece = look(at: range, isOver) else { return }
                    if add(piece, from: range.lowerBound) {
                        completion.give(true)
                        whenComplete()
                    }
                }
            }
        }
    }

    /// Whether the statistics are complete within a number of milliseconds.
    func isComplete(within milliseconds: Int) -> Bool {
        isComplete || completion.wait(milliseconds: milliseconds) != nil
    }

    /// Runs a query while background reading waits.
    func whileWaiting<Answer>(_ answer: () throws -> Answer) rethrows -> Answer {
        state.withLock { $0.waitingFor += 1 }
        defer { state.withLock { $0.waitingFor -= 1 } }
        return try answer()
    }

    /// Whether background reading should end; waits while a query is running.
    private func isOver() -> Bool {
        while true {
            let (isCancelled, waits) = state.withLock { ($0.isCancelled, $0.waitingFor > 0) }
            if isCancelled || !waits { return isCancelled }
            usleep(500)
        }
    }

    /// Cancels background reading.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Claims the next records for this thread.
    private func claim(records: Int, bytes: Int) -> Range<Int>? {
        state.withLock { state in
            guard state.next < table.count, !state.isCancelled else { return nil }
            let start = state.next
            var end = start
            var size = 0
            while end < table.count, end - start < records, size < bytes {
                size += table.byteCount(at: end)
                end += 1
            }
            state.next = end
            return start..<end
        }
    }

    /// The statistics of some records; nil if cancelled.
    private func look(at range: Range<Int>, _ isOver: () -> Bool) -> Piece? {
        var piece = Piece()
        piece.end = range.upperBound
        var reader = reader
        var isEnded = false
        table.forEach(in: range) { number, raw in
            if isOver() {
                isEnded = true
                return false
            }
            do throws(RecordError) {
                piece.inference.add(try reader.read(raw))
            } catch {
                piece.bad.append(number)
                if piece.errors.count < Self.shownErrors { piece.errors.append(error) }
            }
            return true
        }
        return isEnded ? nil : piece
    }

    /// Merges a piece once all earlier pieces are merged. Returns whether all records have then been examined.
    @discardableResult
    private func add(_ piece: Piece, from start: Int) -> Bool {
        state.withLock { state in
            state.waiting[start] = piece
            var isMore = false
            while let piece = state.waiting.removeValue(forKey: state.whole.end) {
                isMore = true
                if state.whole.end == 0 {
                    state.whole = piece
                    continue
                }
                state.whole.inference.merge(piece.inference)
                state.whole.bad += piece.bad
                state.whole.errors += piece.errors.prefix(Self.shownErrors - state.whole.errors.count)
                state.whole.end = piece.end
            }
            if isMore { state.schema = nil }
            return isMore && state.whole.end == table.count
        }
    }
}
