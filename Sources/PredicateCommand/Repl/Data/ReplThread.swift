#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import PredicateFormat
import PredicateRecords

/// Threads beside the one that reads lines. The keys of the terminal are no matter of theirs.
enum ReplThread {
    /// Room for what recurses as deep as a record or a predicate may be nested without a thread of its own.
    private static let stackSize = 8 << 20

    /// Starts work on a thread of its own; where the system has none to give, the work is done before this returns.
    static func start(_ work: @escaping @Sendable () -> Void) {
        // A new thread begins with the signals held back that its maker holds back: those of the terminal are for the thread
        // that reads and writes there, so that they end its waiting.
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGWINCH, SIGTSTP, SIGCONT] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        let thread = WorkerThread(stackSize: stackSize, work)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        if let thread { thread.detach() } else { work() }
    }

    /// How many threads can work at once.
    static let processors = ParallelWork.processors
}

/// What one thread waits for and another gives, once.
final class ReplPromise<Value: Sendable>: @unchecked Sendable {
    // The lock guards `value`, and the condition tells that it is there.
    private var value: Value?
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        lock.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    /// Gives the value.
    func give(_ value: Value) {
        pthread_mutex_lock(lock)
        self.value = value
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(lock)
    }

    /// The value, waited for at most so many milliseconds.
    func wait(milliseconds: Int) -> Value? {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_nsec += milliseconds * 1_000_000
        end.tv_sec += end.tv_nsec / 1_000_000_000
        end.tv_nsec %= 1_000_000_000
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while value == nil {
            // Anything but a wake-up, as when the time is over, ends the waiting.
            if pthread_cond_timedwait(condition, lock, &end) != 0 { break }
        }
        return value
    }
}

/// Whether somebody wants something to end that was begun at some time, also after the key has been forgotten.
struct ReplInterruption: Sendable {
    /// Whether it is to end; asked from any thread.
    let isWanted: @Sendable () -> Bool

    /// Ends what is being done where somebody wants it to end.
    @inline(__always)
    func check() throws(ReplFailure) {
        if isWanted() { throw .interrupted }
    }
}
