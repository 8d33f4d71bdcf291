@preconcurrency import PredicatePlatform

/// A file descriptor that is closed with its last owner.
final class InputFile: Sendable {
    let descriptor: Int32
    private let closes: Bool

    init(_ descriptor: Int32, closes: Bool) {
        self.descriptor = descriptor
        self.closes = closes
    }

    /// Opens a file for reading; a directory is an error.
    static func open(_ path: String) throws(RecordError) -> InputFile {
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            let number = errno
            throw .cannotOpen(path, number: number)
        }
        let handle = InputFile(descriptor, closes: true)
        if handle.status.isDirectory { throw .cannotOpen(path, number: EISDIR) }
        return handle
    }

    /// Opens a file of which the whole is read. A pipe that no program writes to is an error.
    ///
    /// - Returns: the file, and the bytes that have been read of it.
    static func openWhole(_ path: String) throws(RecordError) -> (file: InputFile, head: [UInt8]) {
        do throws(OpenedFile.Failure) {
            let opened = try OpenedFile(path, .any)
            return (InputFile(opened.descriptor, closes: true), opened.head)
        } catch {
            switch error {
            case .system(let number): throw .cannotOpen(path, number: number)
            case .silentPipe, .notRegular: throw .silentPipe(path)
            }
        }
    }

    /// Whether a path names a regular file. Unlike `open`, this never waits for the writer of a pipe, and does not
    /// affect it.
    static func isRegular(_ path: String) -> Bool {
        FileIdentity(path: path) != nil
    }

    /// Whether a read would return at once, with bytes, the end or an error.
    var isReady: Bool { isReady(within: 0) }

    /// Whether a read would return within a number of milliseconds, with bytes, the end or an error.
    func isReady(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    /// The same, with a deadline.
    func isReady(until deadline: ContinuousClock.Instant) -> Bool {
        let (seconds, attoseconds) = (deadline - .now).components
        guard seconds >= 0, attoseconds >= 0 else { return isReady }
        let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000
        return isReady(within: Int32(clamping: milliseconds))
    }

    /// The size of a regular file, nil for pipes and devices; and whether it is a directory.
    var status: (size: Int?, isDirectory: Bool) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return (nil, false) }
        let format = status.st_mode & S_IFMT
        return (format == S_IFREG ? Int(status.st_size) : nil, format == S_IFDIR)
    }

    /// The maximum size that a file of `/sys` may report. Such a file has no blocks, and usually contains less.
    private static let claimedBytes = 1 << 16

    /// The identity of the file; nil if the system does not provide it.
    var identity: FileIdentity? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
    }

    /// The size of a regular file that must be complete; nil for pipes, devices, and files whose size has no meaning,
    /// such as files of `/proc` and `/sys`. Those are read to their end.
    var promisedSize: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            return nil
        }
        let hasNoBlocks = status.st_blocks == 0 && status.st_size <= Self.claimedBytes
        return hasNoBlocks ? nil : Int(status.st_size)
    }

    /// Moves the read position; returns false if that is not possible.
    func seek(by count: Int) -> Bool { lseek(descriptor, off_t(count), SEEK_CUR) >= 0 }

    /// Sets the read position; returns false if that is not possible.
    func seek(to offset: Int) -> Bool { lseek(descriptor, off_t(offset), SEEK_SET) >= 0 }

    /// The number of bytes of a regular file before its read position; 0 if unknown.
    var position: Int { max(0, Int(lseek(descriptor, 0, SEEK_CUR))) }

    /// Reads the available bytes, at most the size of the buffer; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, file: String?) throws(RecordError) -> Int {
        while true {
            let count = SystemCall.readBytes(descriptor, into: buffer)
            if count >= 0 { return count }
            let number = errno
            if number != EINTR { throw .readFailed(reason: Errno.text(number), file: file) }
        }
    }

    /// Detects whether a file has been written to: its size, and the time of its last change in nanoseconds.
    var version: (size: Int, time: Int)? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        let (seconds, overflow) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return (Int(status.st_size), overflow ? Int(time.tv_sec) : seconds &+ Int(time.tv_nsec))
    }

    /// Reads a part of a regular file, without moving the read position; 0 at the end.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int, file: String?
    ) throws(RecordError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            let number = errno
            if number != EINTR { throw .readFailed(reason: Errno.text(number), file: file) }
        }
    }

    /// Fills a buffer from a part of a regular file; returns the number of bytes, which is lower if it ends or cannot
    /// be read.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            guard let read = try? read(into: rest, at: offset + count, file: nil), read > 0 else { break }
            count += read
        }
        return count
    }

    /// Enlarges the buffer of a pipe if the system allows it, so that its two ends wait less often for each other.
    func widen() {
        #if os(Linux)
        // F_SETPIPE_SZ, a macro of the GNU extensions.
        _ = fcntl(descriptor, 1031, Int32(1 << 20))
        #endif
    }

    /// The first bytes of a regular file, without moving the read position.
    func firstBytes(_ count: Int) -> [UInt8] { bytes(0..<count) }

    /// A part of a regular file, without moving the read position; less if the file ends or cannot be read.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = fill(UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
        }
    }

    deinit { if closes { _ = close(descriptor) } }
}
