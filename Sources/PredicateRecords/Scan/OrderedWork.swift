import PredicatePlatform

import PredicateFormat

/// Pieces that several threads work on, and whose results are handed on in the order of the pieces.
///
/// Whichever thread is free takes the next piece, so that none waits for the slowest. So many pieces as a bound allows are
/// under way or wait to be handed on, and no more.
final class OrderedWork<Piece, Result>: @unchecked Sendable {
    // Threads may share it because `monitor` guards all that changes, and `taking` lets one thread at a time ask for a piece.
    private let next: () throws(RecordError) -> Piece?
    private let work: (Piece, Int) -> Result
    private let bound: Int
    private let taking = Monitor()
    private let monitor = Monitor()
    private var takenCount = 0
    private var handedOnCount = 0
    private var results: [Int: Result] = [:]
    /// Whether there are no more pieces.
    private var isOver = false
    /// Whether the caller has stopped.
    private var isStopped = false
    private var failure: RecordError?
    /// The size of a thread's stack in bytes; deep work has a stack of its own.
    private static var stackSize: Int { 4 << 20 }

    /// Work that has not begun.
    ///
    /// - Parameters:
    ///   - bound: the maximum number of pieces in progress or waiting for delivery.
    ///   - next: the next piece; nil at the end or after an error. Called by one thread at a time, from any thread.
    ///   - work: processes a piece, on the thread with a number: 0 is the calling thread.
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
            monitor.change { isStopped = true }
            for thread in threads { if isWhole || !mayBlock { thread.join() } else { thread.detach() } }
        }
        while true {
            if let result = handOn() {
                guard try consume(result) else { return }
            } else if isFinished {
                break
            } else if !(worksHere && workOnce(0, waits: false)) {
                try beforeWaiting()
                monitor.wait { results[handedOnCount] != nil || (isOver && handedOnCount == takenCount) }
            }
        }
        isWhole = true
        if let failure { throw failure }
    }

    private var isFinished: Bool { monitor.look { isOver && handedOnCount == takenCount } }

    /// The next result, if it is there.
    private func handOn() -> Result? {
        monitor.change {
            guard let result = results.removeValue(forKey: handedOnCount) else { return nil }
            handedOnCount += 1
            return result
        }
    }

    private func workOn(_ number: Int) { while workOnce(number, waits: true) {} }

    /// Takes a piece and processes it; returns false if there is none, or no room.
    private func workOnce(_ number: Int, waits: Bool) -> Bool {
        while true {
            // A thread that prevents others from taking pieces must not wait for room, because one of them may have to make it.
            if waits { monitor.wait { isOver || isStopped || hasRoom } }
            switch take() {
            case .piece(let piece, let location):
                let result = work(piece, number)
                monitor.change { results[location] = result }
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

    private var hasRoom: Bool { takenCount - handedOnCount < bound }

    private func take() -> Taken {
        taking.look {
            if monitor.look({ isOver || isStopped }) { return .nothing }
            // No other thread takes pieces meanwhile, so room stays.
            guard monitor.look({ hasRoom }) else { return .noRoom }
            var piece: Piece?
            var failure: RecordError?
            do throws(RecordError) { piece = try next() } catch { failure = error }
            return monitor.change {
                guard let piece else {
                    isOver = true
                    self.failure = failure
                    return .nothing
                }
                takenCount += 1
                return .piece(piece, takenCount - 1)
            }
        }
    }
}

/// A lock, with which one can wait until something is so.
final class Monitor: @unchecked Sendable {
    // Threads may share it because the system's mutex and condition are made for that.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads the guarded state.
    func look<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Changes the guarded state, and wakes all waiting threads.
    func change<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body()
    }

    /// Waits until something is so.
    func wait(until isSo: () -> Bool) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !isSo() { pthread_cond_wait(condition, mutex) }
    }
}
