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
