#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(WinSDK)
    import WinSDK
#endif

/// A value that one thread at a time may touch.
///
/// The standard library's `Mutex` would do; it asks for systems newer than the ones this package runs on.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // The lock guards `value`: nothing reads or writes it but `withLock`.
    private var value: Value
    #if canImport(WinSDK)
        private let lock: UnsafeMutablePointer<SRWLOCK>
    #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    package init(_ value: Value) {
        self.value = value
        #if canImport(WinSDK)
            lock = .allocate(capacity: 1)
            InitializeSRWLock(lock)
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
            lock = .allocate(capacity: 1)
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
        #endif
    }

    deinit {
        #if canImport(WinSDK)
            lock.deallocate()
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
            pthread_mutex_destroy(lock)
            lock.deinitialize(count: 1)
            lock.deallocate()
        #endif
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        #if canImport(WinSDK)
            AcquireSRWLockExclusive(lock)
            defer { ReleaseSRWLockExclusive(lock) }
        #elseif canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
        #endif
        return body(&value)
    }
}
