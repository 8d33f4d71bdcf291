import PredicatePlatform
import PredicateRecords

/// Threads besides the one that reads lines. They do not receive the signals of the terminal.
enum ReplThread {
    /// The size of the stack in bytes, enough for the nesting that records and predicates may have on this thread.
    private static let stackSize = 8 << 20

    /// Runs work on a new thread. If the system provides no thread, the work is done before this returns.
    ///
    /// - Parameter yields: whether the thread, and those that it starts, have a lower priority. On Linux only.
    static func start(yields: Bool = false, _ work: @escaping @Sendable () -> Void) {
        // A new thread inherits the signal mask. Signals of the terminal must go to the thread that reads and writes
        // there, so that they end its waiting.
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGWINCH, SIGTSTP, SIGCONT] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        let thread = WorkerThread(stackSize: stackSize) {
            #if os(Linux)
            // Elsewhere this changes the whole process.
            if yields { _ = nice(10) }
            #endif
            work()
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        if let thread { thread.detach() } else { work() }
    }

    /// Waits for a short time.
    static func rest() { usleep(20_000) }
}

/// How far work is, in records. Any thread may tell.
final class ReplWork: Sendable {
    private let state = Locked((expected: 0, done: 0, planned: 0))

    /// Records will be read several times, so that each of the next readings is a part of this number.
    func plan(_ count: Int) {
        state.withLock { state in
            state.expected += count
            state.planned += count
        }
    }

    /// More records will be read.
    func expect(_ count: Int) {
        state.withLock { state in
            let planned = min(count, state.planned)
            state.planned -= planned
            state.expected += count - planned
        }
    }

    /// Some of the expected records have been read.
    func advance(by count: Int) { state.withLock { $0.done += count } }

    /// The share that is done, in thousandths; nil if nothing is expected.
    var share: Int? {
        state.withLock { $0.expected > 0 ? Int(Double(min($0.done, $0.expected)) / Double($0.expected) * 1000) : nil }
    }
}

/// Whether the user has cancelled work since it began. Forgetting the key does not change the answer.
struct ReplInterruption: Sendable {
    /// Whether the work is cancelled. May be called from any thread.
    let isWanted: @Sendable () -> Bool
    /// How far the work is.
    let work = ReplWork()

    /// Throws if the work is cancelled.
    @inline(__always)
    func check() throws(ReplFailure) {
        if isWanted() { throw .interrupted }
    }
}

/// The reason why a line failed, as a sentence or a snippet. The session continues.
struct ReplFailure: Error {
    /// The text to show.
    var message: String
    /// Whether the user pressed the interrupt key.
    var isInterruption = false
    /// Whether values exceeded a limit, so that a command says what it left unchanged.
    var isLimit = false

    /// A failure with a sentence.
    init(_ sentence: String) { message = "error: " + SafeText.lines(sentence) }

    /// A failure with its snippet.
    init(snippet: String) { message = snippet }

    /// The failure with another sentence, on a separate line.
    func adding(_ sentence: String) -> ReplFailure {
        var failure = self
        failure.message += (message.hasSuffix("\n") ? "" : "\n") + sentence
        return failure
    }

    /// The user pressed the interrupt key.
    static var interrupted: ReplFailure {
        var failure = ReplFailure("interrupted")
        failure.message = "interrupted"
        failure.isInterruption = true
        return failure
    }
}
