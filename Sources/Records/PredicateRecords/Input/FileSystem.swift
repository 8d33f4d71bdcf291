import PredicateCore

@preconcurrency import PredicatePlatform

/// Calls of the system that take a path. A path is the text of its bytes (`FileName`), so that every file can be named.
package enum FileSystem {
    /// Gives a call the bytes of a path.
    ///
    /// - Parameter failure: the result for a path with a zero byte, which no file has and the system would cut.
    private static func call<Result>(
        _ path: String, failure: Result, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        guard !path.utf8.contains(0) else {
            errno = ENOENT
            return failure
        }
        guard path.utf8.contains(0xF4) else { return path.withCString(body) }
        let bytes = FileName.bytes(path).map { CChar(bitPattern: $0) } + [0]
        return bytes.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? failure }
    }

    /// The text of a name that the system gives.
    private static func text(_ name: UnsafePointer<CChar>) -> String {
        FileName.text(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }

    /// Opens a file; the descriptor is negative after a failure.
    package static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
        call(path, failure: -1) { SystemCall.openFile($0, flags, mode) }
    }

    /// What the system says of a file; nil after a failure.
    ///
    /// - Parameter followsLinks: whether it is said of the target of a link.
    package static func status(_ path: String, followsLinks: Bool = true) -> stat? {
        var status = stat()
        let code = call(path, failure: -1) { followsLinks ? stat($0, &status) : lstat($0, &status) }
        return code == 0 ? status : nil
    }

    /// Whether a path leads to a folder; nil if nothing is there.
    package static func isFolder(_ path: String) -> Bool? { status(path).map { $0.st_mode & S_IFMT == S_IFDIR } }

    /// A path from the root. Its links stay.
    package static func absolute(_ path: String) -> String {
        if path.utf8.first == UInt8(ascii: "/") { return path }
        let current = currentFolder
        return (current.utf8.last == UInt8(ascii: "/") ? current : current + "/") + path
    }

    /// Whether a file may be used; `F_OK` asks whether it exists.
    package static func allows(_ mode: Int32, _ path: String) -> Bool {
        call(path, failure: -1) { access($0, mode) } == 0
    }

    /// The absolute path without links; nil after a failure.
    package static func realPath(_ path: String) -> String? {
        guard let real = call(path, failure: nil, { realpath($0, nil) }) else { return nil }
        defer { free(real) }
        return text(real)
    }

    /// The path of the current folder; empty if it exists no more.
    package static var currentFolder: String {
        guard let folder = getcwd(nil, 0) else { return "" }
        defer { free(folder) }
        // Linux marks a folder that cannot be reached.
        let path = text(folder)
        return path.utf8.first == UInt8(ascii: "/") ? path : ""
    }

    /// The target of a link; nil for everything else.
    package static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = call(path, failure: -1) { readlink($0, &buffer, buffer.count - 1) }
        return count < 0 ? nil : FileName.text(buffer.prefix(count).map { UInt8(bitPattern: $0) })
    }

    /// The folder of a path with a slash after it; empty for the current folder.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// The names in a folder without `.` and `..`, in no order; nil after a failure.
    package static func names(in path: String) -> [String]? {
        guard let folder = call(path, failure: nil, { opendir($0) }) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                    text($0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    // MARK: Changes

    /// Makes a folder; false after a failure.
    package static func makeFolder(_ path: String, _ mode: mode_t) -> Bool {
        call(path, failure: -1) { mkdir($0, mode) } == 0
    }

    /// Removes a file; false after a failure.
    @discardableResult
    package static func remove(_ path: String) -> Bool { call(path, failure: -1) { unlink($0) } == 0 }

    /// Removes an empty folder; false after a failure.
    @discardableResult
    package static func removeFolder(_ path: String) -> Bool { call(path, failure: -1) { rmdir($0) } == 0 }

    /// Gives a file another name, and replaces the file of that name; false after a failure.
    package static func rename(_ path: String, to other: String) -> Bool {
        call(path, failure: -1) { from in
            call(other, failure: -1) { SystemCall.renameFile(from, to: $0) }
        } == 0
    }

    /// Exchanges the names of two files at once; false after a failure, or where the system cannot.
    package static func exchange(_ path: String, with other: String) -> Bool {
        call(path, failure: -1) { one in
            call(other, failure: -1) { two in
                #if canImport(Darwin)
                return renamex_np(one, two, UInt32(RENAME_SWAP))
                #else
                guard let exchangeFunction else {
                    errno = ENOSYS
                    return -1
                }
                return exchangeFunction(-100, one, -100, two, 2)
                #endif
            }
        } == 0
    }

    #if !canImport(Darwin)
    private typealias Exchange =
        @Sendable @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    /// renameat2, an extension of Linux that its headers hide from Swift. The numbers are AT_FDCWD and RENAME_EXCHANGE.
    private static let exchangeFunction = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Exchange.self) }
    #endif
}
