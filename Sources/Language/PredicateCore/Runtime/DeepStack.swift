import PredicatePlatform

/// Runs recursive work on a stack that is large enough.
///
/// Stack sizes differ: a main thread has 8 MiB, others 512 KiB or even 128 KiB. A debug build needs frames several
/// times as large as a release build. The depth of a predicate is known before it is walked. A deep one is walked on
/// the current thread if enough stack is left, and otherwise on a new thread with a stack for that depth.
package enum DeepStack {
    /// Debug builds have larger frames, because they keep every intermediate value.
    private static var isDebug: Bool { _isDebugAssertConfiguration() }
    /// The number of levels that any thread can handle.
    static var shallow: Int { isDebug ? 8 : 16 }
    /// The most stack that one level may take, in bytes.
    private static var bytesPerLevel: Int { isDebug ? 48 << 10 : 24 << 10 }

    /// Whether this thread has enough stack for so many levels.
    static func isRoom(forLevels levels: Int) -> Bool {
        guard levels > shallow else { return true }
        #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
        return bytesLeft >= bytes(forLevels: levels)
        #else
        return true
        #endif
    }

    /// The most stack that so many levels may take.
    private static func bytes(forLevels levels: Int) -> Int { (1 << 20) + levels * bytesPerLevel }

    /// Runs the body, which recurses over `levels` levels, on a large enough stack.
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
    /// The keys under which a thread keeps the bounds of its stack, because the system call is slow; nil if no
    /// keys are left.
    private static let bounds: (lowest: pthread_key_t, size: pthread_key_t)? = {
        var lowest = pthread_key_t()
        var size = pthread_key_t()
        guard pthread_key_create(&lowest, nil) == 0, pthread_key_create(&size, nil) == 0 else { return nil }
        return (lowest, size)
    }()

    /// The remaining bytes of stack of this thread; 0 if they are unknown.
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
        // On another stack, such as that of a signal handler or a fiber, the difference is meaningless.
        let left = here - lowest
        return left > 0 && left <= size ? left : 0
    }

    /// The lowest address and the size of this thread's stack; 1 and 0 if the system does not know them.
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

    /// `pthread_getattr_np`. The C libraries of Linux have it, but declare it only for GNU programs.
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
        // The thread has finished. If it could not be made, the body ran here.
        return result ?? body()
    }
    #endif
}
