import PredicatePlatform

/// A mutex of the system. It never moves in memory.
///
/// The standard library's `Mutex` would do; it asks for systems newer than the ones this package runs on.
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
        // Without threads there is nothing to lock.
        func deallocate() {}
        func acquire() {}
        func release() {}
    #endif
}

/// A value that one thread at a time may touch.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // The lock guards `value`: nothing reads or writes it but `withLock`.
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
    /// A value that one thread at a time may touch, and whose changes others can wait for.
    package final class Monitor<Value>: @unchecked Sendable {
        // The lock guards `value`; the condition tells that it has changed.
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

        /// Reads or changes the value without waking anybody.
        package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
            mutex.acquire()
            defer { mutex.release() }
            return body(&value)
        }

        /// Changes the value and wakes all who wait.
        package func change<Result>(_ body: (inout Value) -> Result) -> Result {
            mutex.acquire()
            defer {
                pthread_cond_broadcast(condition)
                mutex.release()
            }
            return body(&value)
        }

        /// Waits until something is true of the value.
        package func wait(until isTrue: (Value) -> Bool) {
            mutex.acquire()
            defer { mutex.release() }
            while !isTrue(value) { pthread_cond_wait(condition, mutex.lock) }
        }

        /// Waits until the value gives something, for at most so many milliseconds.
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
                // Anything but a wake-up, such as the end of the time, ends the waiting.
                if pthread_cond_timedwait(condition, mutex.lock, &end) != 0 { return result(value) }
            }
        }
    }

    /// A value that one thread waits for and another gives, once.
    package struct Promise<Value: Sendable>: Sendable {
        private let monitor = Monitor<Value?>(nil)

        package init() {}

        package func give(_ value: Value) { monitor.change { $0 = value } }

        /// The value; nil if it does not come within so many milliseconds.
        package func wait(milliseconds: Int) -> Value? { monitor.wait(milliseconds: milliseconds) { $0 } }
    }
#endif
