#if PCRE2
import CPCRE2
import PredicatePlatform

/// The memory that a match of PCRE2 writes to: its result, its limits and the stack of its machine code. Each
/// thread has its own.
final class MatchScratch {
    let data: OpaquePointer
    let context: OpaquePointer
    private let stack: OpaquePointer?
    private var allowed: UInt32 = 0

    /// The maximum heap for one match of an interpreted pattern, in KiB.
    private static let heapLimit: UInt32 = 64 << 10

    private init?() {
        guard let data = pcre2_match_data_create_8(1, nil) else { return nil }
        guard let context = pcre2_match_context_create_8(nil) else {
            pcre2_match_data_free_8(data)
            return nil
        }
        self.data = data
        self.context = context
        stack = pcre2_jit_stack_create_8(32 << 10, 1 << 20, nil)
        pcre2_set_heap_limit_8(context, Self.heapLimit)
        if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
    }

    deinit {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(context)
        if let stack { pcre2_jit_stack_free_8(stack) }
    }

    /// Sets the maximum number of steps of the next match.
    func allow(steps: UInt32) {
        if steps == allowed { return }
        allowed = steps
        pcre2_set_match_limit_8(context, steps)
        pcre2_set_depth_limit_8(context, steps)
    }

    #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
    /// The key of the thread's own memory, which is released when the thread ends; nil if the system has no
    /// keys left.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        #if canImport(Darwin)
        let failed = pthread_key_create(&key) { Unmanaged<MatchScratch>.fromOpaque($0).release() }
        #else
        let failed = pthread_key_create(&key) { pointer in
            if let pointer { Unmanaged<MatchScratch>.fromOpaque(pointer).release() }
        }
        #endif
        return failed == 0 ? key : nil
    }()

    /// The memory of the current thread, made on first use; nil if memory is exhausted.
    static func ofThread() -> MatchScratch? {
        guard let key else { return MatchScratch() }
        if let known = pthread_getspecific(key) {
            return Unmanaged<MatchScratch>.fromOpaque(known).takeUnretainedValue()
        }
        guard let made = MatchScratch() else { return nil }
        let owned = Unmanaged.passRetained(made)
        if pthread_setspecific(key, owned.toOpaque()) != 0 { owned.release() }
        return made
    }
    #else
    /// Makes new memory for each match, on systems without thread-specific memory.
    static func ofThread() -> MatchScratch? { MatchScratch() }
    #endif
}
#endif
