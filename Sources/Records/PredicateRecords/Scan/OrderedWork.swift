import PredicateCore

/// Processes pieces on several threads, and delivers the results in the order of the pieces.
///
/// The next free thread takes the next piece, so that no thread waits for the slowest. A bound limits the number of
/// pieces that are in progress or wait for delivery.
final class OrderedWork<Piece, Result>: @unchecked Sendable {
    // The functions are called as documented below. Only `state` changes.
    private let next: () throws(RecordError) -> Piece?
    private let work: (Piece, Int) -> Result
    private let bound: Int
    private let state = Monitor(State())
    /// Held by the thread that takes the next piece.
    private let taking = Locked(())

    private struct State {
        var takenCount = 0
        var handedOnCount = 0
        var results: [Int: Result] = [:]
        /// Whether there are no more pieces.
        var isOver = false
        /// Whether the caller has stopped.
        var isStopped = false
        var failure: RecordError?

        /// Whether all results have been delivered.
        var isFinished: Bool { isOver && handedOnCount == takenCount }
        /// Whether no more pieces are taken.
        var isClosed: Bool { isOver || isStopped }
    }

    /// The size of a thread's stack in bytes. Deep nesting uses its own stack.
    private static var stackSize: Int { 4 << 20 }

    /// Work that has not begun.
    ///
    /// - Parameters:
    ///   - bound: the maximum number of pieces in progress or waiting for delivery.
    ///   - next: the next piece; nil at the end or after an error. Called by one thread at a time, from any thread.
    ///   - work: processes a piece on the thread with the given number; 0 is the calling thread.
    init(
        bound: Int, next: @escaping () throws(RecordError) -> Piece?, work: @escaping (Piece, Int) -> Result
    ) {
        self.bound = max(1, bound)
        self.next = next
        self.work = work
    }

    /// Works until there are no more pieces, or the caller stops.
    ///
    /// - Parameters:
    ///   - helpers: the number of threads besides this one.
    ///   - worksHere: whether this thread takes pieces too. It also does if the system provides no other thread.
    ///   - mayBlock: whether a thread may wait for a piece too long for the caller; it is then detached.
    ///   - beforeWaiting: called before this thread waits for the others.
    ///   - consume: called with each result on this thread, in order; false ends the work.
    func run(
        helpers: Int, worksHere: Bool, mayBlock: Bool, beforeWaiting: () throws -> Void,
        consume: (Result) throws -> Bool
    ) throws {
        var threads: [WorkerThread] = []
        for number in 0..<max(0, helpers) {
            if let thread = WorkerThread(stackSize: Self.stackSize, { self.workOn(number + 1) }) {
                threads.append(thread)
            }
        }
        let worksHere = worksHere || threads.isEmpty
        var isWhole = false
        defer {
            state.change { $0.isStopped = true }
            for thread in threads { if isWhole || !mayBlock { thread.join() } else { thread.detach() } }
        }
        while true {
            if let result = handOn() {
                guard try consume(result) else { return }
            } else if isFinished {
                break
            } else if !(worksHere && workOnce(0, waits: false)) {
                try beforeWaiting()
                state.wait { $0.results[$0.handedOnCount] != nil || $0.isFinished }
            }
        }
        isWhole = true
        if let failure = state.withLock(\.failure) { throw failure }
    }

    private var isFinished: Bool { state.withLock(\.isFinished) }

    /// The next result, if it is ready.
    private func handOn() -> Result? {
        state.change { state in
            guard let result = state.results.removeValue(forKey: state.handedOnCount) else { return nil }
            state.handedOnCount += 1
            return result
        }
    }

    private func workOn(_ number: Int) { while workOnce(number, waits: true) {} }

    /// Takes a piece and processes it. Returns false if there is none, or no room.
    private func workOnce(_ number: Int, waits: Bool) -> Bool {
        while true {
            // The lock for taking pieces must not be held while waiting for room, because another thread may have to
            // make room.
            if waits { state.wait { $0.isClosed || hasRoom($0) } }
            switch take() {
            case .piece(let piece, let location):
                let result = work(piece, number)
                state.change { $0.results[location] = result }
                return true
            case .noRoom: if !waits { return false }
            case .nothing: return false
            }
        }
    }

    private enum Taken {
        case piece(Piece, Int)
        case noRoom
        case nothing
    }

    private func hasRoom(_ state: State) -> Bool { state.takenCount - state.handedOnCount < bound }

    private func take() -> Taken {
        taking.withLock { _ in
            if state.withLock(\.isClosed) { return .nothing }
            // No other thread takes pieces meanwhile, so the room remains.
            guard state.withLock({ hasRoom($0) }) else { return .noRoom }
            var piece: Piece?
            var failure: RecordError?
            do throws(RecordError) { piece = try next() } catch { failure = error }
            return state.change { state in
                guard let piece else {
                    state.isOver = true
                    state.failure = failure
                    return .nothing
                }
                state.takenCount += 1
                return .piece(piece, state.takenCount - 1)
            }
        }
    }
}
