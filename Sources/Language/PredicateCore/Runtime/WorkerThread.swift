import PredicatePlatform

/// A value that is passed between threads. Only one of them accesses it at a time.
///
/// The compiler cannot see that they take turns, so a comment at each use says why they do.
package struct HandedOver<Value>: @unchecked Sendable {
    package var value: Value

    package init(_ value: Value) { self.value = value }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
/// A system thread that does one piece of work.
///
/// Its creator must either join it or detach it, exactly once, and must not access the same data in the meantime.
package struct WorkerThread {
    /// The work of the thread.
    private final class Job {
        let work: () -> Void
        init(_ work: @escaping () -> Void) { self.work = work }
    }

    private let thread: pthread_t

    /// Starts a thread; nil if the system cannot create one.
    ///
    /// - Parameters:
    ///   - stackSize: the size of its stack in bytes.
    ///   - work: the work of the thread.
    package init?(stackSize: Int, _ work: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setstacksize(&attributes, (stackSize + 0xFFFF) & ~0xFFFF) == 0 else { return nil }
        let argument = Unmanaged.passRetained(Job(work)).toOpaque()
        #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(&thread, &attributes, Self.main, argument)
        guard status == 0, let thread else {
            Unmanaged<Job>.fromOpaque(argument).release()
            return nil
        }
        #else
        var thread = pthread_t()
        guard pthread_create(&thread, &attributes, Self.main, argument) == 0 else {
            Unmanaged<Job>.fromOpaque(argument).release()
            return nil
        }
        #endif
        self.thread = thread
    }

    /// Waits for the end of the work.
    package func join() { pthread_join(thread, nil) }

    /// Lets the thread run on its own. It releases its resources when it ends.
    package func detach() { pthread_detach(thread) }

    /// The number of processors.
    package static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

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
}
#endif
