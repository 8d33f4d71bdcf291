import PredicatePlatform

/// A system mutex at a fixed address.
///
/// The standard library's `Mutex` needs newer systems than this package does.
private struct SystemMutex {
    #if canImport(WinSDK)
    let lock: UnsafeMutablePointer<SRWLOCK>

    init() {
        lock = .allocate(capacity: 1)
        InitializeSRWLock(lock)
    }

    func deallocate() { lock.deallocate() }
    func acquire() { AcquireSRWLockExclusive(lock) }
    func release() { ReleaseSRWLockExclusive(lock) }
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    let lock: UnsafeMutablePointer<pthread_mutex_t>

    init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    func deallocate() {
        pthread_mutex_destroy(lock)
        lock.deinitialize(count: 1)
        lock.deallocate()
    }

    func acquire() { pthread_mutex_lock(lock) }
    func release() { pthread_mutex_unlock(lock) }
    #else
    // Without threads no lock is needed.
    func deallocate() {}
    func acquire() {}
    func release() {}
    #endif
}

/// A value that only one thread at a time may access.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // The lock guards `value`. Only `withLock` reads or writes it.
    private var value: Value
    private let mutex = SystemMutex()

    package init(_ value: Value) { self.value = value }

    deinit { mutex.deallocate() }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        mutex.acquire()
        defer { mutex.release() }
        return body(&value)
    }
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
/// A value that only one thread at a time may access. Other threads can wait for its changes.
package final class Monitor<Value>: @unchecked Sendable {
    // The lock guards `value`. The condition is signalled when it changes.
    private var value: Value
    private let mutex = SystemMutex()
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        condition.initialize(to: pthread_cond_t())
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deinitialize(count: 1)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the value without waking waiting threads.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        mutex.acquire()
        defer { mutex.release() }
        return body(&value)
    }

    /// Changes the value and wakes all waiting threads.
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        mutex.acquire()
        defer {
            pthread_cond_broadcast(condition)
            mutex.release()
        }
        return body(&value)
    }

    /// Waits until the value satisfies a condition.
    package func wait(until isTrue: (Value) -> Bool) {
        mutex.acquire()
        defer { mutex.release() }
        while !isTrue(value) { pthread_cond_wait(condition, mutex.lock) }
    }

    /// Waits until the value gives a result, for at most so many milliseconds.
    package func wait<Result>(milliseconds: Int, for result: (Value) -> Result?) -> Result? {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_nsec += milliseconds * 1_000_000
        end.tv_sec += end.tv_nsec / 1_000_000_000
        end.tv_nsec %= 1_000_000_000
        mutex.acquire()
        defer { mutex.release() }
        while true {
            if let found = result(value) { return found }
            // Any error, such as the timeout, ends the wait.
            if pthread_cond_timedwait(condition, mutex.lock, &end) != 0 { return result(value) }
        }
    }
}

/// A value that one thread waits for and another thread gives, once.
package struct Promise<Value: Sendable>: Sendable {
    private let monitor = Monitor<Value?>(nil)

    package init() {}

    package func give(_ value: Value) { monitor.change { $0 = value } }

    /// The value; nil if it does not arrive within so many milliseconds.
    package func wait(milliseconds: Int) -> Value? { monitor.wait(milliseconds: milliseconds) { $0 } }
}
#endif

#if canImport(Synchronization) && !canImport(Darwin)
import Synchronization

/// A value that is made on first use, and kept.
///
/// Reading it takes no lock once it exists. Threads that need it first at the same time may each make one. All get
/// the one that is kept.
package struct LazyValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
    // Set once, after the value is in place, and never changed. The standard library's `AtomicLazyReference` does
    // the same, but its calls are not inlined and take as long as a short evaluation.
    private let kept = Atomic<UnsafeMutablePointer<Value>?>(nil)

    package init() {}

    deinit {
        guard let made = kept.load(ordering: .acquiring) else { return }
        made.deinitialize(count: 1)
        made.deallocate()
    }

    /// The value. It is made now if it does not exist yet.
    @inline(__always)
    package func value(_ make: () -> Value) -> Value {
        if let made = kept.load(ordering: .acquiring) { return made.pointee }
        return keep(make())
    }

    private func keep(_ value: Value) -> Value {
        let made = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        made.initialize(to: value)
        let (isKept, other) = kept.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
        guard !isKept, let other else { return value }
        made.deinitialize(count: 1)
        made.deallocate()
        return other.pointee
    }
}
#else
/// A value that is made on first use, and kept; see above. Atomics of the standard library need newer systems than
/// this package does.
package struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
    private let kept = Locked<Value?>(nil)

    package init() {}

    /// The value. It is made now if it does not exist yet.
    package func value(_ make: () -> Value) -> Value {
        if let made = kept.withLock({ $0 }) { return made }
        let made = make()
        return kept.withLock { kept in
            if let kept { return kept }
            kept = made
            return made
        }
    }
}
#endif
