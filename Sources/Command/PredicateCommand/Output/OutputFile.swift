import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The reason why a file cannot be written, in words that follow its name.
struct OutputFileFailure: Error {
    /// The reason.
    var reason: String

    init(_ reason: String) { self.reason = reason }

    /// The system's reason for the last failure.
    static var system: OutputFileFailure { OutputFileFailure(String(cString: strerror(errno))) }
}

/// An output file. In the end it is either complete, or the old file is unchanged.
///
/// A regular file is written to a new file in the same folder, which replaces it when it is complete. Symbolic links
/// are followed, and the permissions stay. Pipes and devices are written directly.
final class OutputFile {
    /// The path as given.
    let path: String
    /// The sink for the contents.
    let sink: OutputSink
    private let descriptor: Int32
    /// The contents that the old file must still have; nil for any.
    private let expected: [UInt8]?
    /// The path of the new file and its target; nil if the file is written directly, and at the end.
    private var replacement: (new: String, target: String)?
    private var isOpen = true

    /// The maximum number of symbolic links to follow, as in the system.
    private static let mostLinks = 40

    /// Begins to write a file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - inputs: files that must not be written.
    ///   - isPrivate: whether a new file is only accessible to its owner.
    ///   - expected: the contents that the file is made from. If the file has others at the end, it is not replaced.
    init(
        _ path: String, inputs: InputFiles = InputFiles(), isPrivate: Bool = false, replacing expected: [UInt8]? = nil
    ) throws(OutputFileFailure) {
        self.path = path
        self.expected = expected
        let found = FileSystem.status(path)
        let exists = found != nil
        let status = found ?? stat()
        let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
        if isRegular, inputs.contains(FileIdentity(status)) {
            throw OutputFileFailure("it is in use and would be lost; choose another name")
        }
        let target = try Self.target(of: path)
        // A file that its path does not reach, such as the target of /dev/stdout, cannot be replaced.
        let isReachable = isRegular && FileIdentity(path: target) == FileIdentity(status)
        guard !exists || isReachable else {
            descriptor = try Self.openedDirectly(path, isPipe: status.st_mode & S_IFMT == S_IFIFO)
            sink = OutputSink(descriptor: descriptor)
            return
        }
        if exists, !FileSystem.allows(W_OK, target) { throw .system }
        let new = FileSystem.folder(of: target) + UnfinishedFiles.newName()
        descriptor = UnfinishedFiles.make(new) {
            FileSystem.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate || exists ? 0o600 : 0o644)
        }
        guard descriptor >= 0 else {
            let failure = OutputFileFailure.system
            UnfinishedFiles.forget(new)
            throw failure
        }
        if exists {
            // Without permission to change the owner, the new file belongs to the current user, and gets no set-ID
            // bits.
            let isOwners = fchown(descriptor, status.st_uid, status.st_gid) == 0
            _ = fchmod(descriptor, status.st_mode & (isOwners ? 0o7777 : 0o777))
        }
        replacement = (new, target)
        sink = OutputSink(descriptor: descriptor)
    }

    deinit { abandon() }

    /// The number of bytes written. Valid after a flush.
    var length: Int { max(0, Int(lseek(descriptor, 0, SEEK_CUR))) }

    /// Removes the output after a length. Output to a pipe cannot be removed.
    func takeBack(to length: Int) {
        _ = sink.discard()
        guard replacement != nil else { return }
        _ = ftruncate(descriptor, off_t(length))
        _ = lseek(descriptor, off_t(length), SEEK_SET)
    }

    /// Replaces the old file.
    ///
    /// - Throws: if writing failed. The old file is then unchanged.
    func complete() throws(OutputFileFailure) {
        guard isOpen else { return }
        defer { abandon() }
        try OutputFailure.translating(try sink.flush()) { OutputFileFailure($0) }
        guard let (new, target) = replacement else { return }
        // A full disk may be reported only now.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system }
        if let expected {
            try exchange(new, with: target, holding: expected)
        } else {
            guard FileSystem.rename(new, to: target) else { throw .system }
            UnfinishedFiles.forget(new)
            replacement = nil
        }
    }

    /// Replaces a file that somebody else may be writing to.
    private func exchange(
        _ new: String, with target: String, holding expected: [UInt8]
    ) throws(OutputFileFailure) {
        let changed = OutputFileFailure(
            "it has been changed since it was read, or a program is writing to it; run the command again")
        guard OpenedFile.holds(target, expected) else { throw changed }
        // From here on the new name may be that of the old file, which no signal may remove.
        UnfinishedFiles.forget(new)
        guard FileSystem.exchange(new, with: target) else {
            if errno == ENOENT { throw changed }
            // Not every file system can do that.
            guard FileSystem.rename(new, to: target) else { throw .system }
            replacement = nil
            return
        }
        // What was written in the meantime is in the old file. A program that has it open may go on, but nobody opens it any more.
        let end = ContinuousClock.now + .milliseconds(500)
        while OpenedFile.isBeingWritten(new), ContinuousClock.now < end { usleep(10_000) }
        if !OpenedFile.isBeingWritten(new), OpenedFile.holds(new, expected) { return }
        guard FileSystem.exchange(new, with: target), FileIdentity(path: new) == FileIdentity(descriptor: descriptor)
        else {
            replacement = nil
            throw OutputFileFailure(
                "it has been changed since it was read; the changed file is `\(SafeText.plain(new))`")
        }
        throw changed
    }

    /// Removes the new file. The old file is unchanged.
    func abandon() {
        guard isOpen else { return }
        isOpen = false
        _ = close(descriptor)
        if let new = replacement?.new { UnfinishedFiles.remove(new) }
        replacement = nil
    }

    /// Writes a whole file.
    static func write(
        _ bytes: [UInt8], to path: String, inputs: InputFiles = InputFiles(), isPrivate: Bool = false,
        replacing old: [UInt8]? = nil
    ) throws(OutputFileFailure) {
        let file = try OutputFile(path, inputs: inputs, isPrivate: isPrivate, replacing: old)
        try OutputFailure.translating(try file.sink.write(bytes)) { OutputFileFailure($0) }
        try file.complete()
    }

    // MARK: Names

    /// The target of a path after following all symbolic links, even if it does not exist.
    static func target(of path: String) throws(OutputFileFailure) -> String {
        var target = path
        for _ in 0..<mostLinks {
            guard let link = FileSystem.target(ofLink: target) else { return target }
            target = link.utf8.first == UInt8(ascii: "/") ? link : FileSystem.folder(of: target) + link
        }
        throw OutputFileFailure(String(cString: strerror(ELOOP)))
    }

    // MARK: Pipes and devices

    /// The time that a pipe has to be opened by a program that reads it.
    private static let patience: Duration = .seconds(2)

    /// Opens what cannot be replaced. A pipe that no program reads is a failure, where opening it would wait forever.
    private static func openedDirectly(_ path: String, isPipe: Bool) throws(OutputFileFailure) -> Int32 {
        let end = ContinuousClock.now + patience
        while true {
            let descriptor = FileSystem.open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NONBLOCK)
            if descriptor >= 0 {
                let flags = fcntl(descriptor, F_GETFL)
                guard flags >= 0, fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) >= 0 else {
                    let failure = OutputFileFailure.system
                    _ = close(descriptor)
                    throw failure
                }
                return descriptor
            }
            guard isPipe, errno == ENXIO else { throw .system }
            guard ContinuousClock.now < end else {
                throw OutputFileFailure("no program reads this pipe; start the program that reads it first")
            }
            usleep(20_000)
        }
    }
}

extension OutputFileFailure {
    /// The failure of a sink, in words.
    init(_ failure: OutputFailure) {
        switch failure {
        case .closed: self.init("nobody reads it")
        case .interrupted: self.init("interrupted")
        case .failed(let reason): self.init(reason)
        }
    }
}

/// Files and folders that are being written under temporary names, and are of no use if the process ends now.
enum UnfinishedFiles {
    /// The absolute or relative paths. No file is made and none gets its name while a signal removes them.
    private static let paths = Locked<Set<String>>([])
    private static let undo = Locked<HandedOver<() -> Void>?>(nil)

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

    /// What to do first if a signal ends the process, on the thread that waits for signals.
    static func beforeEnd(_ work: (() -> Void)?) { undo.withLock { $0 = work.map { HandedOver($0) } } }

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
            undo.withLock { $0 }?.value()
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
