#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import PredicateFormat

/// Threads beside the one that reads lines. The keys of the terminal are no matter of theirs.
enum ReplThread {
    /// Room for what recurses as deep as a record or a predicate may be nested without a thread of its own.
    private static let stackSize = 8 << 20

    private final class Job: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    /// Starts work on a thread of its own; where the system has none to give, the work is done before this returns.
    static func start(_ work: @escaping @Sendable () -> Void) {
        if !isStarted(Job(work)) { work() }
    }

    private static func isStarted(_ job: Job) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { return false }
        // A new thread begins with the signals held back that its maker holds back: those of the terminal are for the thread
        // that reads and writes there, so that they end its waiting.
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGWINCH, SIGTSTP, SIGCONT] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let argument = Unmanaged.passRetained(job).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let status = pthread_create(&thread, &attributes, main, argument)
            guard status == 0, let thread else {
                Unmanaged<Job>.fromOpaque(argument).release()
                return false
            }
        #else
            var thread = pthread_t()
            guard pthread_create(&thread, &attributes, main, argument) == 0 else {
                Unmanaged<Job>.fromOpaque(argument).release()
                return false
            }
        #endif
        pthread_detach(thread)
        return true
    }

    #if canImport(Darwin)
        private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
            Unmanaged<Job>.fromOpaque($0).takeRetainedValue().work()
            return nil
        }
    #else
        private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            guard let argument = $0 else { return nil }
            Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
            return nil
        }
    #endif

    /// How many threads can work at once.
    static let processors = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
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

extension ReplSession {
    /// How often it is asked whether somebody wants the waiting to end.
    private static let patience = 20

    /// Does work that may last, and gives up waiting for it as soon as somebody wants that: work that does not look up, such as
    /// the reading of one huge record, is left to itself then, and what it gives is thrown away. So it touches nothing of the
    /// session.
    ///
    /// - Parameters:
    ///   - meanwhile: called now and then while the work goes on.
    ///   - work: the work; it is told how to ask whether anybody still waits.
    func interruptibly<Value: Sendable>(
        meanwhile: () -> Void = {}, _ work: @escaping @Sendable (ReplInterruption) throws -> Value
    ) throws -> Value {
        let interruption = interruption()
        try interruption.check()
        let promise = ReplPromise<Result<Value, any Error>>()
        ReplThread.start { promise.give(Result { try work(interruption) }) }
        while true {
            if let result = promise.wait(milliseconds: Self.patience) {
                // An evaluation that was ended counts as false, and must not pass for an answer.
                try interruption.check()
                return try result.get()
            }
            try interruption.check()
            meanwhile()
        }
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

/// What happened while predicates were evaluated, from any thread.
final class ReplWarnings: Sendable {
    private let seen = Locked<Set<EvaluationWarning>>([])

    func add(_ warning: EvaluationWarning) { seen.withLock { _ = $0.insert(warning) } }

    /// What happened, a sentence each.
    var sentences: [String] {
        let warnings = EvaluationWarnings()
        for warning in seen.withLock({ $0 }) { warnings.add(warning) }
        return warnings.sentences
    }
}
