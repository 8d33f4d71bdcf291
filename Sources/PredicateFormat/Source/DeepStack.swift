#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs recursive work where there is stack enough for it.
///
/// Threads differ: a main thread has 8 MiB, others 512 KiB or even 128 KiB, and a debug build needs several times the
/// frames of a release build. The depth of a predicate is known before it is walked; a deep one is walked on a thread of
/// its own whose stack is made for that depth.
package enum DeepStack {
    /// Up to so many levels any thread will do.
    static let shallow = 16
    /// What a level may cost in the largest frames, those of a debug build.
    private static let bytesPerLevel = 24 << 10

    /// The result of the body, which recurses over `levels` levels.
    package static func run<Result>(levels: Int, _ body: () -> Result) -> Result {
        guard levels > shallow else { return body() }
        #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
            return onThread(stackSize: (1 << 20) + levels * bytesPerLevel, body)
        #else
            return body()
        #endif
    }

    #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
        /// A job that a new thread runs while this one waits: what is in it is never touched by both.
        private final class Job: @unchecked Sendable {
            let work: () -> Void
            init(_ work: @escaping () -> Void) { self.work = work }
        }

        private static func onThread<Result>(stackSize: Int, _ body: () -> Result) -> Result {
            var result: Result?
            withoutActuallyEscaping(body) { body in
                withUnsafeMutablePointer(to: &result) { pointer in
                    let address = UInt(bitPattern: pointer)
                    let job = Job {
                        UnsafeMutablePointer<Result?>(bitPattern: address)?.pointee = body()
                    }
                    if !start(job, stackSize: stackSize) { job.work() }
                }
            }
            // The thread has run to its end or could not be made, and then the job was run here.
            return result ?? body()
        }

        /// Runs a job on a thread of its own and waits for it; false when there could be none.
        private static func start(_ job: Job, stackSize: Int) -> Bool {
            var attributes = pthread_attr_t()
            guard pthread_attr_init(&attributes) == 0 else { return false }
            defer { pthread_attr_destroy(&attributes) }
            guard pthread_attr_setstacksize(&attributes, (stackSize + 0xFFFF) & ~0xFFFF) == 0 else { return false }
            let argument = Unmanaged.passRetained(job).toOpaque()
            #if canImport(Darwin)
                var thread: pthread_t?
                let status = pthread_create(&thread, &attributes, threadMain, argument)
                guard status == 0, let thread else {
                    Unmanaged<Job>.fromOpaque(argument).release()
                    return false
                }
            #else
                var thread = pthread_t()
                guard pthread_create(&thread, &attributes, threadMain, argument) == 0 else {
                    Unmanaged<Job>.fromOpaque(argument).release()
                    return false
                }
            #endif
            pthread_join(thread, nil)
            return true
        }

        #if canImport(Darwin)
            private static let threadMain: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
                Unmanaged<Job>.fromOpaque($0).takeRetainedValue().work()
                return nil
            }
        #else
            private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
                guard let argument = $0 else { return nil }
                Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }
        #endif
    #endif
}
