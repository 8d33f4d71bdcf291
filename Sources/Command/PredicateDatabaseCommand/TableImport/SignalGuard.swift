#if SQLite
import PredicateFormat
import PredicatePlatform

/// Undoes what a process has written before a signal ends it: Ctrl-C, SIGTERM or SIGHUP. The signal then does what it
/// does without this, so that the status of the process is the usual one.
///
/// A thread of its own undoes the work, because the one that writes may wait for input.
final class SignalGuard: Sendable {
    /// What undoes the work; nil at the end. The lock is held during a part of the work.
    private let undo: Locked<HandedOver<() -> Void>?>
    private let interrupt: HandedOver<() -> Void>
    private let isEnding = Locked(false)

    /// Begins to guard work.
    ///
    /// - Parameters:
    ///   - interrupt: makes a part of the work that runs fail. It is called on another thread.
    ///   - undo: undoes the work. It is called on another thread, but never during a part of the work.
    init(interrupt: @escaping () -> Void, _ undo: @escaping () -> Void) {
        self.interrupt = HandedOver(interrupt)
        self.undo = Locked(HandedOver(undo))
        guards.withLock { $0.append(self) }
        _ = isWatching
    }

    /// Runs a part of the work. It never returns once the work is undone.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let result = undo.withLock { _ in Swift.Result { try body() } }
        // The failure is then that of the signal.
        while isEnding.withLock({ $0 }) { pause() }
        return try result.get()
    }

    /// Ends guarding, after the work is done.
    func end() {
        undo.withLock { $0 = nil }
        guards.withLock { all in all.removeAll { $0 === self } }
    }

    /// Undoes the work of guards and calls a function, before which no more work can be done.
    fileprivate static func undo(_ guards: ArraySlice<SignalGuard>, _ end: () -> Never) -> Never {
        guard let first = guards.first else { end() }
        first.isEnding.withLock { $0 = true }
        first.interrupt.value()
        return first.undo.withLock { work in
            work?.value()
            undo(guards.dropFirst(), end)
        }
    }
}

private let guards = Locked<[SignalGuard]>([])

/// Where the handler of signals writes their numbers.
private nonisolated(unsafe) var numbers: Int32 = -1

/// Whether signals are watched, from the first guard to the end of the process.
private let isWatching: Bool = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reader = ends[0]
    numbers = ends[1]
    guard let thread = WorkerThread(stackSize: 1 << 20, { watch(reader) }) else { return false }
    thread.detach()
    for number in [SIGINT, SIGTERM, SIGHUP] {
        let before = signal(number) { number in
            let (error, descriptor) = (errno, numbers)
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(descriptor, &byte, 1)
            errno = error
        }
        // Who started the process may want it to ignore the signal, as nohup does.
        if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { _ = signal(number, SIG_IGN) }
    }
    return true
}()

private func watch(_ reader: Int32) {
    var byte: UInt8 = 0
    while read(reader, &byte, 1) != 1 {}
    let number = Int32(byte)
    let all = guards.withLock { $0 }
    SignalGuard.undo(all[...]) {
        _ = signal(number, SIG_DFL)
        kill(getpid(), number)
        while true { pause() }
    }
}
#endif
