#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Android)
    @preconcurrency import Android
#elseif canImport(Darwin)
    import Darwin
#endif

import CRecordScan

/// The error numbers of the system that have messages of their own.
package enum Errno {
    static let noEntry = ENOENT
    static let notDirectory = ENOTDIR
    package static let access = EACCES
    static let notPermitted = EPERM
    static let isDirectory = EISDIR
    package static let tooManyFiles = EMFILE
    static let interrupted = EINTR

    /// The number of the last failure on this thread.
    static var last: Int32 { errno }

    /// What the system says of a number.
    static func text(_ number: Int32) -> String {
        guard let text = strerror(number) else { return "error \(number)" }
        return String(cString: text)
    }
}

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
        #if canImport(Darwin)
            let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC)
        #elseif canImport(Glibc)
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        #elseif canImport(Musl)
            let descriptor = Musl.open(path, O_RDONLY | O_CLOEXEC)
        #else
            let descriptor = Android.open(path, O_RDONLY | O_CLOEXEC)
        #endif
        if descriptor < 0 {
            let number = errno
            throw .cannotOpen(path, number: number)
        }
        let handle = InputFile(descriptor, closes: true)
        if handle.status.isDirectory { throw .cannotOpen(path, number: EISDIR) }
        return handle
    }

    /// Whether a path names a regular file; unlike `open`, never waits for the other end of a pipe, nor disturbs it.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a read would return at once, with bytes, the end or an error.
    var isReady: Bool { isReady(within: 0) }

    /// Whether a read would return at once, with bytes, the end or an error, before so many milliseconds have passed.
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

    /// The size of a regular file; nil for pipes and devices.
    var status: (size: Int?, isDirectory: Bool) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return (nil, false) }
        let format = status.st_mode & S_IFMT
        return (format == S_IFREG ? Int(status.st_size) : nil, format == S_IFDIR)
    }

    /// Bytes that a file of `/sys` may claim to have. It has no blocks, and usually holds less.
    private static let claimedBytes = 1 << 16

    /// What makes a file the same one when it is opened again.
    struct Identity: Hashable, Sendable {
        private let device: UInt64
        private let inode: UInt64

        init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Which file it is; nil where the system does not say.
    var identity: Identity? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Identity(status) : nil
    }

    /// The size of a regular file that has to be there to its end; nil for pipes, devices, and files whose size says nothing,
    /// such as those of `/proc` and `/sys`. Those are read to their end, wherever it is.
    var promisedSize: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            return nil
        }
        let hasNoBlocks = status.st_blocks == 0 && status.st_size <= Self.claimedBytes
        return hasNoBlocks ? nil : Int(status.st_size)
    }

    /// Moves the place where reading goes on; false where that cannot be.
    func seek(by count: Int) -> Bool { lseek(descriptor, off_t(count), SEEK_CUR) >= 0 }

    /// How many bytes of a regular file have been passed by whoever read it before; 0 where nobody can tell.
    var position: Int { max(0, Int(lseek(descriptor, 0, SEEK_CUR))) }

    /// Reads what is there, at most the size of the buffer; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, file: String?) throws(RecordError) -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Glibc)
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
            #else
                let count = Android.read(descriptor, buffer.baseAddress, buffer.count)
            #endif
            if count >= 0 { return count }
            let number = errno
            if number != EINTR { throw .readFailed(reason: Errno.text(number), file: file) }
        }
    }

    /// What tells a file that has been written to since: its size, and when it was last changed in nanoseconds.
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

    /// Reads a part of a regular file, without moving the place where reading goes on; 0 at the end.
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

    /// Fills a buffer from a part of a regular file; gives how many bytes there are, fewer where it ends or cannot be read.
    func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            guard let read = try? read(into: rest, at: offset + count, file: nil), read > 0 else { break }
            count += read
        }
        return count
    }

    /// Lets a pipe hold more, where the system can, so that its two ends wait less often for one another.
    func widen() {
        #if os(Linux)
            // F_SETPIPE_SZ, which C has as a macro of its own extensions.
            _ = fcntl(descriptor, 1031, Int32(1 << 20))
        #endif
    }

    /// The first bytes of a regular file, without moving the place where reading goes on.
    func firstBytes(_ count: Int) -> [UInt8] { bytes(0..<count) }

    /// A part of a regular file, without moving the place where reading goes on; less where the file ends or cannot be read.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = fill(UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
        }
    }

    deinit { if closes { _ = close(descriptor) } }
}

/// Memory that records point into: a part of an input. Released with the last of them.
///
/// What has been handed out is never written again: the stream writes only behind it, or when it is the only owner.
final class ByteStorage: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>
    let capacity: Int
    /// What addresses of memory are a multiple of. Copying is several times slower where the places in an input and in memory
    /// are not alike in their last bits.
    static let alignment = 64

    init(capacity: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, capacity), alignment: Self.alignment)
        self.base = memory.bindMemory(to: UInt8.self, capacity: max(1, capacity))
        self.capacity = capacity
    }

    convenience init(copying bytes: UnsafeBufferPointer<UInt8>) {
        self.init(capacity: bytes.count)
        if let source = bytes.baseAddress { base.update(from: source, count: bytes.count) }
    }

    deinit { UnsafeMutableRawPointer(base).deallocate() }
}

/// The index of the first line feed at or after `start`; nil when there is none before `end`.
@inline(__always)
func firstLineFeed(in base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    guard start < end, let found = memchr(base + start, 0x0A, end - start) else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
}

/// Where a few bytes begin in memory; nil where they are not there.
func find(_ bytes: [UInt8], in base: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
        guard count > 0, let needle = bytes.baseAddress, let found = rs_find(base, count, needle, bytes.count) else {
            return nil
        }
        return base.distance(to: found)
    }
}

/// How many line feeds there are.
func lineFeedCount(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return rs_count_bytes(base, bytes.count, 0x0A)
}

/// The index of the last line feed; nil when there is none.
func lastLineFeed(in bytes: UnsafeBufferPointer<UInt8>) -> Int? { bytes.lastIndex(of: 0x0A) }

/// How two pieces of memory of one length compare, byte by byte: below, at or above 0.
@inline(__always)
func compareMemory(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Int {
    Int(memcmp(a, b, count))
}
