#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// A value that is made when it is first asked for, and kept.
///
/// Asking takes no lock once the value is there. Threads that ask at the same time for the first time may each make it; all get
/// the one that is kept.
package struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
    private final class Kept: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    #if canImport(Synchronization) && !canImport(Darwin)
        private let kept = AtomicLazyReference<Kept>()

        package init() {}

        /// The value, made now if it is not there yet.
        package func value(_ make: () -> Value) -> Value {
            if let kept = kept.load() { return kept.value }
            return kept.storeIfNil(Kept(make())).value
        }
    #else
        // Atomics of the standard library ask for newer systems than the ones this package runs on.
        private let kept = Locked<Kept?>(nil)

        package init() {}

        /// The value, made now if it is not there yet.
        package func value(_ make: () -> Value) -> Value {
            if let kept = kept.withLock({ $0 }) { return kept.value }
            let made = Kept(make())
            return kept.withLock { kept in
                if let kept { return kept.value }
                kept = made
                return made.value
            }
        }
    #endif
}
