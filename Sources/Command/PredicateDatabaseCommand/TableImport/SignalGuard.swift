#if Command && SQLite
import PredicateFormat
import PredicatePlatform

/// Undoes what a process has written before a signal ends it: Ctrl-C, SIGTERM or SIGHUP.
///
/// The thread that waits for signals undoes the work, because the one that writes may wait for input.
final class SignalGuard: Sendable {
    /// What undoes the work; nil once it is undone. The lock is held during a part of the work.
    private let undo: Locked<HandedOver<() -> Void>?>
    private let isEnding = Locked(false)

    /// Begins to guard work.
    ///
    /// - Parameters:
    ///   - interrupt: makes a part of the work that runs fail. It is called on another thread.
    ///   - undo: undoes the work. It is called on another thread, but never during a part of the work.
    init(interrupt: @escaping () -> Void, _ undo: @escaping () -> Void) {
        self.undo = Locked(HandedOver(undo))
        UnfinishedFiles.beforeEnd { [undo = self.undo, isEnding] in
            isEnding.withLock { $0 = true }
            interrupt()
            undo.withLock { work in
                work?.value()
                work = nil
            }
        }
    }

    /// Runs a part of the work. It never returns once the work is undone.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let result = undo.withLock { work in
            while work == nil { pause() }
            return Swift.Result { try body() }
        }
        // The failure is then that of the signal.
        while isEnding.withLock({ $0 }) { pause() }
        return try result.get()
    }

    /// Ends guarding, after the work is done.
    func end() { UnfinishedFiles.beforeEnd(nil) }
}

#endif
