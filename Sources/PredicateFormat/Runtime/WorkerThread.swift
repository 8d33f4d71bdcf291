import PredicatePlatform

/// A value that threads hand to one another: only one of them touches it at a time.
///
/// The compiler cannot see that they take turns. Whoever makes one says in a comment why they do.
package struct HandedOver<Value>: @unchecked Sendable {
    package var value: Value

    package init(_ value: Value) { self.value = value }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
    /// A thread of the system that does one piece of work beside others.
    ///
    /// Who starts it joins it or lets it go, once, and sees to it that the two touch nothing together in the meantime.
    package struct WorkerThread {
        /// What the thread does.
        private final class Job {
            let work: () -> Void
            init(_ work: @escaping () -> Void) { self.work = work }
        }

        private let thread: pthread_t

        /// Starts a thread; nil where the system has none to give.
        ///
        /// - Parameters:
        ///   - stackSize: bytes of its stack.
        ///   - work: what it does.
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

        /// Nobody will wait for the work: what the thread holds is given back when it ends.
        package func detach() { pthread_detach(thread) }

        /// How many processors there are.
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
