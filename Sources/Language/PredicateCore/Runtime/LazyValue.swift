#if canImport(Synchronization) && !canImport(Darwin)
import Synchronization

/// A value that is made on first use, and kept.
///
/// Reading it takes no lock once it exists. Threads that need it first at the same time may each make one. All get
/// the one that is kept.
package struct LazyValue<Value: Sendable>: ~Copyable, @unchecked Sendable {
    // Set once, after the value is in place, and never changed. The standard library's `AtomicLazyReference` does
    // the same, but its calls are not inlined and take as long as a short evaluation.
    private let kept = Atomic<UnsafeMutablePointer<Value>?>(nil)

    package init() {}

    deinit {
        guard let made = kept.load(ordering: .acquiring) else { return }
        made.deinitialize(count: 1)
        made.deallocate()
    }

    /// The value. It is made now if it does not exist yet.
    @inline(__always)
    package func value(_ make: () -> Value) -> Value {
        if let made = kept.load(ordering: .acquiring) { return made.pointee }
        return keep(make())
    }

    private func keep(_ value: Value) -> Value {
        let made = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        made.initialize(to: value)
        let (isKept, other) = kept.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
        guard !isKept, let other else { return value }
        made.deinitialize(count: 1)
        made.deallocate()
        return other.pointee
    }
}
#else
/// A value that is made on first use, and kept; see above. Atomics of the standard library need newer systems than
/// this package does.
package struct LazyValue<Value: Sendable>: ~Copyable, Sendable {
    private let kept = Locked<Value?>(nil)

    package init() {}

    /// The value. It is made now if it does not exist yet.
    package func value(_ make: () -> Value) -> Value {
        if let made = kept.withLock({ $0 }) { return made }
        let made = make()
        return kept.withLock { kept in
            if let kept { return kept }
            kept = made
            return made
        }
    }
}
#endif
