import PredicatePlatform

import PredicateFormat
import PredicateRecords

/// Files and folders that are being written under names of their own, and are no use to anyone if the process ends now.
enum UnfinishedFiles {
    /// The absolute or relative paths. No file is made and none gets its name while a signal removes them.
    private static let paths = Locked<Set<String>>([])

    /// A name that no other process has.
    static func newName() -> String {
        ".predicate-" + String(getpid()) + "-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// Makes a file or folder, which is removed if a signal ends the process.
    static func make<Result>(_ path: String, _ body: () -> Result) -> Result {
        paths.withLock { paths in
            paths.insert(path)
            return body()
        }
    }

    /// Leaves a file or folder alone from now on.
    static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Gives files their names without an interruption by a signal.
    static func commit<Result>(_ body: () -> Result) -> Result { paths.withLock { _ in body() } }

    /// Removes a file, or a folder with the files in it.
    static func remove(_ path: String) {
        defer { forget(path) }
        erase(path)
    }

    private static func erase(_ path: String) {
        if FileSystem.remove(path) || errno == ENOENT { return }
        for name in FileSystem.names(in: path) ?? [] { FileSystem.remove(path + "/" + name) }
        FileSystem.removeFolder(path)
    }

    /// From now on the usual signals that end a process remove the files first. For a process that does nothing else with signals.
    static func removeOnSignals() {
        var awaited = sigset_t()
        sigemptyset(&awaited)
        // A signal that is ignored, as by `nohup`, would be received too if it were awaited.
        for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) { sigaddset(&awaited, signal) }
        // Threads that are started later inherit the mask, so that only the waiting thread receives the signals.
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &awaited, &before)
        let wait: @Sendable () -> Void = { [awaited] in
            var awaited = awaited
            var number: Int32 = 0
            guard sigwait(&awaited, &number) == 0 else { return }
            paths.withLock { paths in
                for path in paths { erase(path) }
                signal(number, SIG_DFL)
                pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
                kill(getpid(), number)
                // The signal may reach the process a moment later.
                while true { pause() }
            }
        }
        guard let thread = WorkerThread(stackSize: 1 << 18, wait) else {
            pthread_sigmask(SIG_SETMASK, &before, nil)
            return
        }
        thread.detach()
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        let before = signal(number, SIG_IGN)
        signal(number, before)
        return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
