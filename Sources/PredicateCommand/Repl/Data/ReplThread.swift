import PredicatePlatform

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
