@preconcurrency import PredicatePlatform
import PredicateCore

/// A file that was opened to read the whole of it, such as a schema or settings.
package struct OpenedFile {
    /// What may be read besides regular files.
    package enum Kind: Sendable {
        /// Nothing: reading a pipe or a device may never end. For files that a file names, or that were found.
        case regular
        /// Pipes and devices, for files that the user names.
        case any
    }

    /// Why a file cannot be read.
    package enum Failure: Error, Hashable, Sendable {
        /// The system's error number.
        case system(Int32)
        case notRegular
        /// No program has the pipe open for writing.
        case silentPipe
    }

    /// The descriptor, for its owner to close.
    package let descriptor: Int32
    /// The bytes that have been read of a pipe.
    package let head: [UInt8]

    /// The time that a pipe has to be opened by a program that writes to it. The shell opens both ends of `<(…)` before the command starts.
    private static let patience: Duration = .seconds(2)

    /// Opens a file. A pipe that no program writes to is a failure, where reading would wait forever.
    package init(_ path: String, _ kind: Kind) throws(Failure) {
        // Without O_NONBLOCK opening a pipe waits for a writer.
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(errno) }
        do throws(Failure) {
            head = try Self.prepared(descriptor, kind)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Checks what was opened, waits for the writer of a pipe, and returns the bytes that waiting has read.
    private static func prepared(_ descriptor: Int32, _ kind: Kind) throws(Failure) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        let format = status.st_mode & S_IFMT
        if format == S_IFDIR { throw .system(EISDIR) }
        if kind == .regular, format != S_IFREG { throw .notRegular }
        let head = format == S_IFIFO ? try waitForWriter(descriptor) : []
        guard fcntl(descriptor, F_SETFL, 0) >= 0 else { throw .system(errno) }
        return head
    }

    private static func waitForWriter(_ descriptor: Int32) throws(Failure) -> [UInt8] {
        let end = ContinuousClock.now + patience
        var byte: UInt8 = 0
        while true {
            // A pipe with bytes is ready, and so is one whose writer has gone.
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, 0) > 0 { return [] }
            // Only a read tells a writer that waits from none at all.
            let count = read(descriptor, &byte, 1)
            if count > 0 { return [byte] }
            if count < 0 {
                if errno == EAGAIN || errno == EWOULDBLOCK { return [] }
                if errno != EINTR { throw .system(errno) }
            }
            if ContinuousClock.now >= end { throw .silentPipe }
            _ = poll(nil, 0, 20)
        }
    }
}

extension OpenedFile {
    /// Whether a path leads to a regular file of exactly these bytes.
    package static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
        guard let file = try? OpenedFile(path, .regular) else { return false }
        let input = InputFile(file.descriptor, closes: true)
        guard input.status.size == bytes.count else { return false }
        // One more byte shows that the file goes on.
        return input.bytes(0..<bytes.count + 1) == bytes
    }

    /// Whether a program has a file open for writing. False where the system does not tell.
    package static func isBeingWritten(_ path: String) -> Bool {
        #if os(Linux)
        guard let file = try? OpenedFile(path, .regular) else { return false }
        defer { close(file.descriptor) }
        // F_SETLEASE, a macro of the GNU extensions: a lease for reading is not given as long as somebody writes.
        return fcntl(file.descriptor, 1024, Int32(F_RDLCK)) < 0 && errno == EAGAIN
        #else
        return false
        #endif
    }
}

/// Folders that hold files.
package struct FileBounds: Hashable, Sendable {
    /// Their absolute paths without links.
    package let folders: [String]

    /// Bounds by the paths of folders, in which links are followed.
    package init(_ folders: [String]) { self.folders = folders.compactMap { FileSystem.realPath($0) } }

    /// The same bounds and a folder.
    package func adding(_ folder: String) -> FileBounds { FileBounds(folders + [folder]) }

    /// Whether a path leads to a file or a folder within.
    package func contain(_ path: String) -> Bool {
        guard let real = FileSystem.realPath(path) else { return false }
        return contain(real: real)
    }

    /// Whether a path leads to an open file, which is within.
    package func contain(_ path: String, opened descriptor: Int32) -> Bool {
        var status = stat()
        guard let real = FileSystem.realPath(path), contain(real: real), fstat(descriptor, &status) == 0,
            let found = FileSystem.status(real, followsLinks: false)
        else { return false }
        // A link may have changed since it was opened.
        return FileIdentity(found) == FileIdentity(status)
    }

    private func contain(real path: String) -> Bool {
        folders.contains { folder in
            folder == "/" || sameCodePoints(path, folder) || path.utf8.starts(with: (folder + "/").utf8)
        }
    }
}

/// The identity of a file under every path, link and hard link: its device and its inode.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    package init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The regular file at a path; nil for everything else.
    package init?(path: String) {
        guard let status = FileSystem.status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// The regular file of a descriptor; nil for everything else.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }
}
