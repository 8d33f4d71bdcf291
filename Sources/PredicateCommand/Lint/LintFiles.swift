import PredicateConfiguration
import PredicatePlatform

/// The files of a `predicate lint`: those that are named, and those in folders.
struct LintFiles {
    /// A path that cannot be read, with the reason.
    struct Failure {
        let path: String
        let reason: String
    }

    /// The paths in order, without what is of no interest.
    private(set) var paths: [String] = []
    private(set) var failures: [Failure] = []
    /// Folders that have been entered, by device and inode: a link may lead back.
    private var entered: Set<[UInt64]> = []

    /// Folders that hold what others built or fetched.
    private static let skipped: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData", "build"]
    /// Folders in folders.
    private static let depth = 100

    init(_ roots: [String]) {
        for root in roots { visit(root, isRoot: true, depth: 0) }
    }

    private mutating func visit(_ path: String, isRoot: Bool, depth: Int) {
        var status = stat()
        // Only links that the user names are followed.
        guard (isRoot ? stat(path, &status) : lstat(path, &status)) == 0 else {
            if isRoot { failures.append(Failure(path: path, reason: String(cString: strerror(errno)))) }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            guard depth < Self.depth,
                entered.insert([UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)])
                    .inserted
            else { return }
            for name in names(in: path, isRoot: isRoot) {
                visit(path.hasSuffix("/") ? path + name : path + "/" + name, isRoot: false, depth: depth + 1)
            }
        case S_IFREG:
            if isRoot || status.st_size <= off_t(ConfigurationLimits.fileBytes) { paths.append(path) }
        default:
            if isRoot { failures.append(Failure(path: path, reason: "it is no file and no folder")) }
        }
    }

    /// The names in a folder, in order, without hidden ones.
    private mutating func names(in path: String, isRoot: Bool) -> [String] {
        guard let folder = opendir(path) else {
            failures.append(Failure(path: path, reason: String(cString: strerror(errno))))
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    String(cString: $0)
                }
            }
            if name.utf8.first == UInt8(ascii: ".") || Self.skipped.contains(name) { continue }
            names.append(name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The bytes of a file.
    static func bytes(of path: String) -> Result<[UInt8], ReadFailure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(ReadFailure(reason: String(cString: strerror(errno)))) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var status = stat()
        if fstat(descriptor, &status) == 0 { bytes.reserveCapacity(max(0, min(Int(status.st_size), 1 << 26)) + 1) }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        while true {
            let count = read(descriptor, chunk.baseAddress, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(ReadFailure(reason: String(cString: strerror(errno))))
            }
            if count == 0 { return .success(bytes) }
            bytes += UnsafeRawBufferPointer(rebasing: chunk[..<count])
            if bytes.count > ConfigurationLimits.fileBytes {
                return .failure(ReadFailure(reason: "it has more than \(ConfigurationLimits.fileBytes >> 20) MiB"))
            }
        }
    }

    /// The reason that a file cannot be read.
    struct ReadFailure: Error {
        let reason: String
    }
}
