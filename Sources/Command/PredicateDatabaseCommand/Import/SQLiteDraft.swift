#if SQLite
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// A database that is written where no other program can open it, and gets its name when it is whole. A file that has
/// the name by then stays.
///
/// On Linux the draft has no name before, so that nothing of it is left whatever ends the process. Elsewhere, and where
/// a file system cannot do that, it has a name of its own.
final class SQLiteDraft: Sendable {
    /// How the draft is opened.
    let path: String
    private let target: String
    private let descriptor: Int32
    /// Whether `path` is the name of the draft.
    private let isNamed: Bool
    private let isOver = Locked(false)

    /// Makes an empty draft in the folder of a file that does not exist.
    init(of file: String) throws(OutputFileFailure) {
        target = try OutputFile.target(of: file)
        let folder = OutputFile.folder(of: target)
        if let unnamed = Self.unnamed(in: folder.isEmpty ? "." : folder) {
            (path, descriptor, isNamed) = (Self.link(to: unnamed), unnamed, false)
            return
        }
        let name = folder + UnfinishedFiles.newName()
        let opened = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw .system }
        (path, descriptor, isNamed) = (name, opened, true)
    }

    deinit {
        discard()
        close(descriptor)
    }

    /// Removes the draft, unless it has its name. Any thread may do it.
    func discard() {
        isOver.withLock { isOver in
            if !isOver, isNamed { unlink(path) }
            isOver = true
        }
    }

    /// Gives the draft its name, after it is written to the disk.
    func publish() throws(OutputFileFailure) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system }
        let code = isOver.withLock { isOver in
            guard !isOver else { return EINTR }
            let code = name()
            isOver = code == 0
            return code
        }
        switch code {
        case 0: return
        case EEXIST: throw OutputFileFailure("another program has made the file meanwhile")
        default: throw OutputFileFailure(String(cString: strerror(code)))
        }
    }

    /// Gives the draft its name, and the code of the failure otherwise.
    private func name() -> Int32 {
        guard isNamed else { return linkat(AT_FDCWD, path, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno }
        if PredicatePlatform.link(path, target) == 0 {
            unlink(path)
            return 0
        }
        guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { return errno }
        // Without hard links, an empty file of its own holds the place.
        let place = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard place >= 0 else { return errno }
        close(place)
        return rename(path, target) == 0 ? 0 : errno
    }

    /// A file without a name; nil if the system or the file system has none, or if it could not be opened again.
    private static func unnamed(in folder: String) -> Int32? {
        #if os(Linux)
        // O_TMPFILE
        let descriptor = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        if access(link(to: descriptor), R_OK | W_OK) == 0 { return descriptor }
        close(descriptor)
        #endif
        return nil
    }

    /// A path that leads to an open file.
    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
#endif
