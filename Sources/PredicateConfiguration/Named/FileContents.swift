import PredicatePlatform

/// The bytes of a file, with what tells whether it has changed.
struct FileContents {
    /// What a file system says of a file: two that are equal are very likely the same contents.
    struct Signature: Hashable, Sendable {
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
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    /// Why a file cannot be read.
    struct Failure: Error {
        let reason: String

        static let notRegular = Failure(reason: "it is not a regular file")

        /// The reason that the system gives.
        static var system: Failure { Failure(reason: String(cString: strerror(errno))) }
    }

    let bytes: [UInt8]

    /// Whether there is a regular file at a path.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The bytes of a file.
    ///
    /// - Parameter allowsPipes: whether anything but a regular file may be read, which can wait for ever.
    static func contents(of path: String, allowsPipes: Bool) -> Result<FileContents, Failure> {
        // A pipe without a writer would block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failure(.system) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.system) }
        if status.st_mode & S_IFMT == S_IFDIR { return .failure(Failure(reason: "it is a folder")) }
        guard allowsPipes || status.st_mode & S_IFMT == S_IFREG else { return .failure(.notRegular) }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, min(Int(truncatingIfNeeded: status.st_size), 1 << 26)) + 1)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(.system)
            }
            if count == 0 { return .success(FileContents(bytes: bytes)) }
            bytes += UnsafeRawBufferPointer(rebasing: chunk[..<count])
            if bytes.count > ConfigurationLimits.fileBytes {
                return .failure(Failure(reason: "it has more than \(ConfigurationLimits.fileBytes >> 20) MiB"))
            }
        }
    }
}
