import PredicatePlatform

/// Runs recursive work where there is stack enough for it.
///
/// Threads differ: a main thread has 8 MiB, others 512 KiB or even 128 KiB, and a debug build needs several times the
/// frames of a release build. The depth of a predicate is known before it is walked; a deep one is walked where it stands if
/// the thread has stack enough left, and otherwise on a thread of its own whose stack is made for that depth.
package enum DeepStack {
    /// Whether frames are those of a debug build, which hold every value that a function makes on its way.
    private static var isDebug: Bool { _isDebugAssertConfiguration() }
    /// Up to so many levels any thread will do.
    static var shallow: Int { isDebug ? 8 : 16 }
    /// What a level may cost in the largest frames.
    private static var bytesPerLevel: Int { isDebug ? 48 << 10 : 24 << 10 }

    /// Whether this thread has stack for so many levels.
    static func isRoom(forLevels levels: Int) -> Bool {
        guard levels > shallow else { return true }
        #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
            return bytesLeft >= bytes(forLevels: levels)
        #else
            return true
        #endif
    }

    /// The stack that so many levels may take.
    private static func bytes(forLevels levels: Int) -> Int { (1 << 20) + levels * bytesPerLevel }

    /// The result of the body, which recurses over `levels` levels.
    package static func run<Result>(levels: Int, _ body: () -> Result) -> Result {
        guard levels > shallow else { return body() }
        #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
            let needed = bytes(forLevels: levels)
            return bytesLeft >= needed ? body() : onThread(stackSize: needed, body)
        #else
            return body()
        #endif
    }

    #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
        /// Where a thread keeps the bounds of its stack, which the system is slow to tell; nil where it has no room.
        private static let bounds: (lowest: pthread_key_t, size: pthread_key_t)? = {
            var lowest = pthread_key_t()
            var size = pthread_key_t()
            guard pthread_key_create(&lowest, nil) == 0, pthread_key_create(&size, nil) == 0 else { return nil }
            return (lowest, size)
        }()

        /// Bytes of stack that are left on this thread; 0 where nobody can tell.
        private static var bytesLeft: Int {
            guard let bounds else { return 0 }
            var lowest = Int(bitPattern: pthread_getspecific(bounds.lowest))
            var size = Int(bitPattern: pthread_getspecific(bounds.size))
            if lowest == 0 {
                (lowest, size) = stack
                pthread_setspecific(bounds.lowest, UnsafeRawPointer(bitPattern: lowest))
                pthread_setspecific(bounds.size, UnsafeRawPointer(bitPattern: size))
            }
            var local: UInt8 = 0
            let here = withUnsafeMutablePointer(to: &local) { Int(bitPattern: $0) }
            // Elsewhere than on the thread's own stack, as on that of a signal or a fiber, the difference means nothing.
            let left = here - lowest
            return left > 0 && left <= size ? left : 0
        }

        /// The lowest address of the stack of this thread, and its size; 1 and 0 where the system does not tell.
        private static var stack: (lowest: Int, size: Int) {
            #if canImport(Darwin)
                let size = Int(pthread_get_stacksize_np(pthread_self()))
                return (max(1, Int(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size), size)
            #else
                var attributes = pthread_attr_t()
                guard let attributesOfThread, attributesOfThread(pthread_self(), &attributes) == 0 else {
                    return (1, 0)
                }
                defer { pthread_attr_destroy(&attributes) }
                var address: UnsafeMutableRawPointer?
                var size = 0
                guard pthread_attr_getstack(&attributes, &address, &size) == 0, let address else { return (1, 0) }
                return (Int(bitPattern: address), size)
            #endif
        }

        #if !canImport(Darwin)
            private typealias AttributesOfThread =
                @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

            /// `pthread_getattr_np`, which the C libraries of Linux have and declare for programs of GNU alone.
            private static let attributesOfThread: AttributesOfThread? =
                dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: AttributesOfThread.self) }
        #endif

        private static func onThread<Result>(stackSize: Int, _ body: () -> Result) -> Result {
            var result: Result?
            withoutActuallyEscaping(body) { body in
                withUnsafeMutablePointer(to: &result) { pointer in
                    let address = UInt(bitPattern: pointer)
                    let work: () -> Void = { UnsafeMutablePointer<Result?>(bitPattern: address)?.pointee = body() }
                    if let thread = WorkerThread(stackSize: stackSize, work) { thread.join() } else { work() }
                }
            }
            // The thread has run to its end or could not be made, and then the body was run here.
            return result ?? body()
        }
    #endif
}
