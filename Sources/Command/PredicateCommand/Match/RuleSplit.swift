import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// A file of records for each rule that holds for a record. Few files are open at a time.
///
/// The files are written into a new folder within the folder. They replace those of an earlier run when all of them are complete, so that
/// a run that fails or is ended changes nothing.
final class RuleSplit {
    private let folder: String
    private let names: [String]
    /// The folder of the new files.
    private let unfinished: String
    /// Whether the folder itself is new.
    private let isNew: Bool
    private var isComplete = false
    private var buffers: [Int: [UInt8]] = [:]
    private var buffered = 0
    private var begun: Set<Int> = []
    /// The bytes that are kept before they are written.
    private static let most = 8 << 20

    /// Files in a folder, which is made if it does not exist.
    ///
    /// - Parameter inputs: files that are read, which therefore must not be replaced.
    init(_ folder: String, _ ids: [String], reading inputs: [String]) throws(CommandFailure) {
        self.folder = folder
        names = RuleFileNames.names(ids)
        isNew = FileSystem.makeFolder(folder, 0o777)
        guard isNew || errno == EEXIST else { throw Self.failure(folder, errno) }
        let read = InputFiles(inputs)
        for name in isNew ? [] : names {
            let path = "\(folder)/\(name).ndjson"
            guard let status = FileSystem.status(path) else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { throw Self.failure(path, EISDIR) }
            if read.contains(FileIdentity(status)) {
                throw CommandFailure(
                    .usage, "error: `\(SafeText.plain(path))` is read, and --split-into would replace it")
            }
        }
        let unfinished = folder + "/" + UnfinishedFiles.newName()
        let isMade = UnfinishedFiles.make(unfinished) { FileSystem.makeFolder(unfinished, 0o700) }
        guard isMade else {
            let failure = Self.failure(folder, errno)
            UnfinishedFiles.remove(unfinished)
            throw failure
        }
        self.unfinished = unfinished
    }

    deinit {
        UnfinishedFiles.remove(unfinished)
        if isNew, !isComplete { FileSystem.removeFolder(folder) }
    }

    private func newPath(_ rule: Int) -> String { "\(unfinished)/\(names[rule]).ndjson" }

    private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
        failure(path, String(cString: strerror(number)))
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(
            .inputOutput, "error: cannot write `\(SafeText.plain(path))`: \(reason); no file has been replaced")
    }

    /// Adds a record to the file of a rule.
    func add(_ record: [UInt8], to rule: Int) throws(CommandFailure) {
        buffers[rule, default: []] += record
        buffers[rule, default: []].append(0x0A)
        buffered += record.count + 1
        if buffered > Self.most { try flush() }
    }

    /// Writes what is kept, file by file.
    private func flush() throws(CommandFailure) {
        for (rule, bytes) in buffers {
            let how = begun.insert(rule).inserted ? O_CREAT | O_EXCL : O_APPEND
            let descriptor = FileSystem.open(newPath(rule), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | how, 0o644)
            guard descriptor >= 0 else { throw Self.failure(finalPath(rule), errno) }
            let sink = OutputSink(descriptor: descriptor)
            do throws(OutputFailure) {
                try sink.write(bytes)
                try sink.flush()
            } catch {
                _ = close(descriptor)
                throw Self.failure(finalPath(rule), OutputFileFailure(error).reason)
            }
            guard close(descriptor) == 0 else { throw Self.failure(finalPath(rule), errno) }
        }
        buffers = [:]
        buffered = 0
    }

    private func finalPath(_ rule: Int) -> String { "\(folder)/\(names[rule]).ndjson" }

    /// Replaces the files of an earlier run, and removes those of rules that hold for no record now.
    func complete() throws(CommandFailure) {
        try flush()
        for rule in begun { try synchronize(rule) }
        let failed: (rule: Int, number: Int32)? = UnfinishedFiles.commit { replace() }
        isComplete = true
        if let failed {
            let reason = String(cString: strerror(failed.number))
            let path = SafeText.plain(finalPath(failed.rule))
            throw CommandFailure(
                .inputOutput, "error: cannot replace `\(path)`: \(reason); files of other rules may be new already")
        }
    }

    /// A full disk may be reported only now.
    private func synchronize(_ rule: Int) throws(CommandFailure) {
        let descriptor = FileSystem.open(newPath(rule), O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(finalPath(rule), errno) }
        let number = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
        _ = close(descriptor)
        if number != 0 { throw Self.failure(finalPath(rule), number) }
    }

    /// Gives the new files their names.
    ///
    /// - Returns: the rule whose file could not be replaced, with the system's error number; nil for none.
    private func replace() -> (rule: Int, number: Int32)? {
        // Two runs replace their files one after the other, and do not mix them.
        let lock = FileSystem.open(folder, O_RDONLY | O_CLOEXEC)
        defer { if lock >= 0 { _ = close(lock) } }
        if lock >= 0 { _ = flock(lock, LOCK_EX) }
        for rule in names.indices {
            let isReplaced =
                begun.contains(rule)
                ? FileSystem.rename(newPath(rule), to: finalPath(rule))
                : FileSystem.remove(finalPath(rule)) || errno == ENOENT
            if !isReplaced { return (rule, errno) }
        }
        return nil
    }
}
