import PredicatePlatform

import PredicateFormat
import PredicateRecords

/// What the records of a data set show: their fields with types, how often each was there, values that are common, and which
/// records are bad. A sample is looked at when the data set is made; the rest is read by threads of its own.
///
/// What is concluded depends on the records alone: they are looked at in pieces that end at the same records always, and the
/// pieces are put together in their order.
final class ReplStatistics: Sendable {
    /// What a piece of the records shows.
    private struct Piece: Sendable {
        var inference = SchemaInference()
        var bad: [Int] = []
        var errors: [RecordError] = []
        var end = 0
    }

    private struct State: Sendable {
        var whole = Piece()
        /// Pieces that wait for one before them, by where they begin.
        var waiting: [Int: Piece] = [:]
        /// Where the next piece begins that nobody has taken yet.
        var next = 0
        /// The schema of what has been put together; nil where there is more since.
        var schema: RecordSchema?
        var isCancelled = false
        var isAnnounced = false
        /// How many answers are being looked for, which come first.
        var waitingFor = 0
    }

    private let table: RecordTable
    private let reader: JSONReader
    private let state = Locked(State())
    /// Called when everything is known, on a thread of its own.
    private let whenComplete: @Sendable () -> Void
    /// Given when everything is known.
    private let completion = Promise<Bool>()

    /// How many records the sample has, and about how many bytes.
    static let sampleRecords = 1000
    private static let sampleBytes = 4 << 20
    private static let pieceRecords = 16384
    private static let pieceBytes = 8 << 20
    /// How many of the bad records are shown.
    static let shownErrors = 3

    init(_ table: RecordTable, _ reader: JSONReader, whenComplete: @escaping @Sendable () -> Void = {}) {
        self.table = table
        self.reader = reader
        self.whenComplete = whenComplete
    }

    // MARK: What is known

    /// How many records have been looked at.
    var knownCount: Int { state.withLock { $0.whole.end } }
    /// Whether all records have been looked at.
    var isComplete: Bool { knownCount == table.count }
    /// What is known to be bad.
    var verdict: RecordColumns.Verdict {
        state.withLock { RecordColumns.Verdict(bad: $0.whole.bad, known: $0.whole.end) }
    }
    /// How many are known to be bad.
    var badCount: Int { state.withLock { $0.whole.bad.count } }
    /// What is wrong with the first of them.
    var errors: [RecordError] { state.withLock { $0.whole.errors } }

    /// What the records show so far; nil where none could be read.
    var schema: RecordSchema? {
        state.withLock { state in
            if state.schema == nil, state.whole.inference.recordCount > 0 {
                state.schema = state.whole.inference.schema
            }
            return state.schema
        }
    }

    /// Whether everything is known and nobody has been told; true only once.
    func announcesNow() -> Bool {
        let count = table.count
        return state.withLock { state in
            guard state.whole.end == count, !state.isAnnounced else { return false }
            state.isAnnounced = true
            return true
        }
    }

    // MARK: Reading

    /// Looks at the first records, at more where none of them is good.
    func takeSample(_ interruption: ReplInterruption) throws {
        repeat {
            guard let range = claim(records: Self.sampleRecords, bytes: Self.sampleBytes) else { return }
            guard let piece = look(at: range, { interruption.isWanted() }) else { throw ReplFailure.interrupted }
            add(piece, from: range.lowerBound)
        } while schema == nil
    }

    /// Looks at all that is left.
    ///
    /// - Parameter threads: how many look at once.
    func readTheRest(threads: Int) {
        if isComplete { return }
        for _ in 0..<threads {
            ReplThread.start { [self] in
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

    /// Whether everything is known; waits at most so many milliseconds for it.
    func isComplete(within milliseconds: Int) -> Bool {
        isComplete || completion.wait(milliseconds: milliseconds) != nil
    }

    /// Looks for an answer while the reading in the background waits.
    func whileWaiting<Answer>(_ answer: () throws -> Answer) rethrows -> Answer {
        state.withLock { $0.waitingFor += 1 }
        defer { state.withLock { $0.waitingFor -= 1 } }
        return try answer()
    }

    /// Whether the reading in the background is to end; waits as long as an answer is looked for.
    private func isOver() -> Bool {
        while true {
            let (isCancelled, waits) = state.withLock { ($0.isCancelled, $0.waitingFor > 0) }
            if isCancelled || !waits { return isCancelled }
            usleep(500)
        }
    }

    /// Ends the reading.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Takes the next records, which nobody else looks at then.
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

    /// What some records show; nil where that is not wanted any more.
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

    /// Puts a piece to the others as soon as those before it are there; whether everything is known then.
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
