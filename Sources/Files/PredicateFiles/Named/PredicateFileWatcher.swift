import PredicateCore
import PredicatePlatform
import PredicateRecords

/// Reads a file of named predicates again when it changes, and keeps the last good set when a change is bad.
///
/// ```swift
/// let watcher = try PredicateFileWatcher("rules.yaml")
/// for await change in watcher.changes {
///     switch change {
///     case .loaded(let file): use(file)
///     case .refused(let error): log("\(error)")   // watcher.current is still the last good set
///     }
/// }
/// ```
///
/// The watcher looks at the file and at the schema files that it names from time to time, so that it works on every file system. A
/// change is read when the file has stayed the same for one interval. So a file that is being written is not read too early, unless
/// the writer pauses; a program that replaces a file should write another one and rename it.
///
/// Between two checks there is no thread. Watching ends with `stop()`, or when the watcher is released.
public final class PredicateFileWatcher: Sendable {
    /// What became of a change.
    public enum Change: Sendable {
        /// The file was read, and is `current` now.
        case loaded(PredicateFile)
        /// The file has errors, or is gone. `current` stays as it was.
        case refused(PredicateFileError)
    }

    private let watch: PredicateFileWatch
    private let task: Task<Void, Never>

    /// Reads a file and begins to watch it.
    ///
    /// - Parameters:
    ///   - path: the file, as for `PredicateFile`.
    ///   - types: the types that `type: City` can name.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on each predicate and on the work of an evaluation.
    ///   - interval: the time between two checks of the file; at least ten milliseconds.
    /// - Throws: every problem of the file, with its location.
    public init(
        _ path: String, types: [RecordSchema] = [], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard, interval: Duration = .milliseconds(500)
    ) throws(PredicateFileError) {
        let watch = try PredicateFileWatch(
            WatchedFile(path: path, types: types, library: library, limits: limits))
        let interval = max(interval, .milliseconds(10))
        self.watch = watch
        // The task holds the state and not the watcher, whose end ends the task.
        task = Task.detached(priority: .utility) {
            while !Task.isCancelled {
                guard (try? await Task.sleep(for: interval)) != nil else { return }
                watch.look(waitsForRest: true)
            }
        }
    }

    deinit { stop() }

    /// The last good set of predicates.
    public var current: PredicateFile { watch.current }

    /// Why the newest contents of the file were refused; nil if they are `current`.
    public var problem: PredicateFileError? { watch.problem }

    /// The changes from now on, for any number of readers. A reader that is slow gets the newest sixteen.
    ///
    /// The sequence ends when watching ends.
    public var changes: AsyncStream<Change> { watch.changes() }

    /// Reads the file now if it has changed, without waiting until it stays the same; for a program that is told of a change, for
    /// example by a signal.
    ///
    /// - Returns: what became of the change; nil if there was none.
    @discardableResult
    public func check() -> Change? { watch.look(waitsForRest: false) }

    /// Ends watching, and the sequences of changes. `current` stays.
    public func stop() {
        task.cancel()
        watch.end()
    }
}

/// What is read, and how.
private struct WatchedFile: Sendable {
    let path: String
    let types: [RecordSchema]
    let library: PredicateLibrary
    let limits: PredicateLimits

    func read() -> Result<PredicateFile, PredicateFileError> {
        if FileSignature(path: path) != nil, FileIdentity(path: path) == nil {
            return .failure(PredicateFileError(path: path, reason: FileBytes.Failure.notRegular.reason))
        }
        do throws(PredicateFileError) {
            return .success(try PredicateFile(contentsOf: path, types: types, library: library, limits: limits))
        } catch {
            return .failure(error)
        }
    }
}

/// The state of a watcher.
private final class PredicateFileWatch: Sendable {
    /// What was seen of some files at once.
    private struct Sight: Equatable {
        /// Nil for a file that is not there.
        let signatures: [FileSignature?]

        init(_ paths: [String]) { signatures = paths.map { FileSignature(path: $0) } }

        /// Whether a file was written so recently that it may change again without looking different: clocks of file systems are coarse.
        var isRecent: Bool { signatures.contains { $0?.isRecent ?? false } }
    }

    /// The newest contents that were read.
    private struct Reading {
        let paths: [String]
        let sight: Sight
        let bytes: [[UInt8]?]
        /// Whether `sight` does not tell reliably whether the contents have changed.
        var isRecent: Bool
    }

    private struct State {
        var current: PredicateFile
        var problem: PredicateFileError?
        var readers: [Int: AsyncStream<PredicateFileWatcher.Change>.Continuation] = [:]
        var nextReader = 0
        var isEnded = false
    }

    /// What a look compares with.
    private struct Looks {
        var reading: Reading
        /// A change that has been seen and not yet read.
        var pending: Sight?
    }

    private let file: WatchedFile
    private let state: Locked<State>
    /// Held while the file is read, so that two looks do not mix. `state` is only held for a moment.
    private let looks: Locked<Looks>

    init(_ file: WatchedFile) throws(PredicateFileError) {
        self.file = file
        let (result, reading) = Self.read(file)
        let first = try result.get()
        state = Locked(State(current: first))
        looks = Locked(Looks(reading: reading))
    }

    var current: PredicateFile { state.withLock { $0.current } }
    var problem: PredicateFileError? { state.withLock { $0.problem } }

    func changes() -> AsyncStream<PredicateFileWatcher.Change> {
        AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
            let number: Int? = state.withLock { state in
                guard !state.isEnded else { return nil }
                state.nextReader += 1
                state.readers[state.nextReader] = continuation
                return state.nextReader
            }
            guard let number else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
            }
        }
    }

    func end() {
        let readers = state.withLock { state in
            state.isEnded = true
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }

    // MARK: Looking

    /// Looks at the files, and reads them if they have changed.
    ///
    /// - Parameter waitsForRest: whether a change is only read when the next look sees the same.
    @discardableResult
    func look(waitsForRest: Bool) -> PredicateFileWatcher.Change? {
        looks.withLock { looks in
            if state.withLock({ $0.isEnded }) { return nil }
            let sight = Sight(looks.reading.paths)
            if sight == looks.reading.sight {
                looks.pending = nil
                guard looks.reading.isRecent || !waitsForRest else { return nil }
                looks.reading.isRecent = sight.isRecent
                if Self.bytes(of: looks.reading.paths) == looks.reading.bytes { return nil }
            } else if waitsForRest, looks.pending != sight {
                looks.pending = sight
                return nil
            }
            let (result, reading) = Self.read(file)
            if waitsForRest, Sight(reading.paths) != reading.sight {
                // It changed while it was read: it is read again when it stays the same.
                looks.pending = nil
                return nil
            }
            let isSame = reading.paths == looks.reading.paths && reading.bytes == looks.reading.bytes
            looks.pending = nil
            looks.reading = reading
            // A file that was only touched, or written again as it was, has not changed.
            return isSame ? nil : keep(result)
        }
    }

    private func keep(_ result: Result<PredicateFile, PredicateFileError>) -> PredicateFileWatcher.Change {
        let change: PredicateFileWatcher.Change
        switch result {
        case .success(let file): change = .loaded(file)
        case .failure(let error): change = .refused(error)
        }
        let readers = state.withLock { state in
            switch change {
            case .loaded(let file):
                state.current = file
                state.problem = nil
            case .refused(let error): state.problem = error
            }
            return Array(state.readers.values)
        }
        for reader in readers { reader.yield(change) }
        return change
    }

    /// Reads the file, with what was seen of it and of its schema files before.
    private static func read(_ file: WatchedFile) -> (Result<PredicateFile, PredicateFileError>, Reading) {
        // Which schema files there are is known after the first reading.
        var paths = [file.path]
        while true {
            let sight = Sight(paths)
            let isRecent = sight.isRecent
            let bytes = bytes(of: paths)
            let result = file.read()
            let schemas =
                switch result {
                case .success(let file): file.schemaPaths
                case .failure(let error): error.schemaPaths
                }
            let known = [file.path] + schemas
            if known == paths || paths.count > 1 {
                return (result, Reading(paths: paths, sight: sight, bytes: bytes, isRecent: isRecent))
            }
            paths = known
        }
    }

    private static func bytes(of paths: [String]) -> [[UInt8]?] {
        paths.map { try? FileBytes.read($0, .regular) }
    }
}

/// What a file system says of a file: two that are equal are very likely the same contents.
struct FileSignature: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    /// Of the contents, and of the file itself: a program may set the first one back.
    private let modified: Moment
    private let changed: Moment

    /// A moment by the clock of a file system.
    private struct Moment: Hashable, Sendable {
        let seconds: Int64
        let nanoseconds: Int64

        init(_ time: timespec) {
            seconds = Int64(truncatingIfNeeded: time.tv_sec)
            nanoseconds = Int64(truncatingIfNeeded: time.tv_nsec)
        }
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(truncatingIfNeeded: status.st_size)
        #if canImport(Darwin)
        modified = Moment(status.st_mtimespec)
        changed = Moment(status.st_ctimespec)
        #else
        modified = Moment(status.st_mtim)
        changed = Moment(status.st_ctim)
        #endif
    }

    /// Whether the file was written so recently that it may change again and look the same: clocks of file systems are coarse.
    var isRecent: Bool {
        let seconds = Date().timeIntervalSince1970 - Double(max(modified.seconds, changed.seconds))
        return abs(seconds) < 3
    }

    /// The signature of the file at a path; nil if there is none.
    init?(path: String) {
        guard let status = FileSystem.status(path) else { return nil }
        self.init(status)
    }
}
