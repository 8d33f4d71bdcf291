@preconcurrency import PredicatePlatform

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

    /// The regular file behind a descriptor; nil for everything else.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }
}
