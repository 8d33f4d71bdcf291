import PredicatePlatform
import PredicateRecords

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
