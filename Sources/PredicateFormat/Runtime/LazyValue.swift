#if canImport(Synchronization) && !canImport(Darwin)
    import Synchronization
#endif

/// A value that is made on first use, and kept.
///
/// Reading it takes no lock once it exists. Threads that need it first at the same time may each make one. All get the
/// one that is kept.
package struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
    private final class Kept: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    #if canImport(Synchronization) && !canImport(Darwin)
        private let kept = AtomicLazyReference<Kept>()

        package init() {}

        /// The value. It is made now if it does not exist yet.
        package func value(_ make: () -> Value) -> Value {
            if let kept = kept.load() { return kept.value }
            return kept.storeIfNil(Kept(make())).value
        }
    #else
        // Atomics of the standard library need newer systems than this package does.
        private let kept = Locked<Kept?>(nil)

        package init() {}

        /// The value. It is made now if it does not exist yet.
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
