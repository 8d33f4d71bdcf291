#if SQLite
import GRDBSQLite
import PredicatePlatform

/// SQLite's ways to the files of the system, narrowed for two kinds of connections.
///
/// SQLite writes even for a connection that may only read: it makes the files `-wal` and `-shm`, sorts in temporary
/// files, and gives a journal the owner of the database. A flag of the connection prevents none of that, and so the
/// functions that open and delete files do.
enum SQLiteFileSystems {
    /// Files are opened to be read, and nothing is made or deleted. Nil if SQLite refuses it.
    nonisolated(unsafe) static let reading: UnsafePointer<CChar>? = registered("predicate-reading") { files in
        keepOwners(files)
        files.xOpen = { _, name, file, flags, result in SQLiteReadOnlyFile.open(name, file, flags, result) }
        files.xDelete = { _, _, _ in SQLITE_READONLY }
    }

    /// A path is taken as it is, and `/proc/self/fd/5` is the file that is open there. Nil if SQLite refuses it.
    nonisolated(unsafe) static let drafting: UnsafePointer<CChar>? = registered("predicate-drafting") { files in
        followDescriptors(files)
        files.xFullPathname = { _, name, capacity, result in
            guard let name, let result, strlen(name) < Int(capacity) else { return SQLITE_CANTOPEN }
            memcpy(result, name, strlen(name) + 1)
            return SQLITE_OK
        }
    }

    /// SQLite's own functions.
    nonisolated(unsafe) static let system: UnsafeMutablePointer<sqlite3_vfs>? = sqlite3_vfs_find(nil)

    /// A copy of SQLite's own functions with some of them replaced, for the rest of the process.
    private static func registered(
        _ name: String, _ change: (inout sqlite3_vfs) -> Void
    ) -> UnsafePointer<CChar>? {
        guard var files = system?.pointee, let name = strdup(name) else { return nil }
        files.pNext = nil
        files.zName = UnsafePointer(name)
        change(&files)
        let place = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        place.initialize(to: files)
        return sqlite3_vfs_register(place, 0) == SQLITE_OK ? UnsafePointer(name) : nil
    }

    /// A file that is open for reading keeps its owner. SQLite, run by root, gives every journal and every `-shm` that
    /// it opens the owner of the database; a link in their place would give away any file.
    private static func keepOwners(_ files: sqlite3_vfs) {
        typealias ChangeOwner = @convention(c) (Int32, uid_t, gid_t) -> Int32
        let change: ChangeOwner = { descriptor, user, group in
            fcntl(descriptor, F_GETFL) & (O_WRONLY | O_RDWR) == 0 ? 0 : fchown(descriptor, user, group)
        }
        _ = files.xSetSystemCall?(system, "fchown", unsafeBitCast(change, to: sqlite3_syscall_ptr.self))
    }

    /// SQLite opens no link. The entries of `/proc/self/fd` look like links, but lead to open files.
    private static func followDescriptors(_ files: sqlite3_vfs) {
        typealias Open = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32
        let change: Open = { path, flags, mode in
            guard let path else { return -1 }
            let isDescriptor = strncmp(path, "/proc/self/fd/", 14) == 0
            return PredicatePlatform.open(path, isDescriptor ? flags & ~O_NOFOLLOW : flags, mode_t(mode))
        }
        _ = files.xSetSystemCall?(system, "open", unsafeBitCast(change, to: sqlite3_syscall_ptr.self))
    }
}

/// An open database file of a connection that only reads. SQLite sees only its first member.
///
/// SQLite shares the index of a write-ahead log in the file `-shm`. Where there is none, no other program uses the
/// database, and this one may not make the file. Then SQLite is told that the file cannot be prepared, so that it keeps
/// the index in memory. It cannot lock anything so, and whoever reads must look afterwards whether the file has changed.
struct SQLiteReadOnlyFile {
    private var methods: sqlite3_io_methods
    /// SQLite's own methods.
    private let system: UnsafePointer<sqlite3_io_methods>
    /// The path of the file `-shm`.
    private let sharedMemory: UnsafeMutablePointer<CChar>
    private var usesSharedMemory = false
    /// Whether a log is read without locks against programs that write.
    private(set) var isUnguarded = false
    /// Whether another program has begun to use the database since it was read without locks.
    private(set) var isOvertaken = false

    /// The open file of a connection.
    static func of(_ connection: OpaquePointer) -> SQLiteReadOnlyFile? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        return code == SQLITE_OK ? at(file)?.pointee : nil
    }

    /// Opens a file for SQLite.
    static func open(
        _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        file?.pointee.pMethods = nil
        let kept = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL
        guard let name, let file, let files = SQLiteFileSystems.system, flags & kept != 0 else {
            return SQLITE_CANTOPEN
        }
        var path = name
        // A link would name a file that does not belong to the database, and a pipe would be waited for.
        switch kind(name) {
        case .regular where flags & SQLITE_OPEN_WAL == 0 || isLog(name): break
        // SQLite ignores a log whose beginning is not one, but cannot do so for long without locks.
        case .regular where flags & SQLITE_OPEN_WAL != 0, nil where flags & SQLITE_OPEN_WAL != 0:
            guard let nothing = emptyFile else { return SQLITE_CANTOPEN }
            path = UnsafePointer(nothing)
        default: return SQLITE_CANTOPEN
        }
        let changing = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_DELETEONCLOSE
        let code = files.pointee.xOpen(files, path, file, flags & ~changing | SQLITE_OPEN_READONLY, result)
        guard code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let methods = file.pointee.pMethods else {
            return code
        }
        guard let sharedMemory = strdup(String(cString: name) + "-shm") else { return SQLITE_NOMEM }
        let place = UnsafeMutablePointer<SQLiteReadOnlyFile>.allocate(capacity: 1)
        place.initialize(to: SQLiteReadOnlyFile(methods, sharedMemory))
        file.pointee.pMethods = UnsafeRawPointer(place).assumingMemoryBound(to: sqlite3_io_methods.self)
        return SQLITE_OK
    }

    private init(_ system: UnsafePointer<sqlite3_io_methods>, _ sharedMemory: UnsafeMutablePointer<CChar>) {
        self.system = system
        self.sharedMemory = sharedMemory
        methods = system.pointee
        methods.xClose = { file in SQLiteReadOnlyFile.close(file) }
        methods.xShmMap = { file, page, size, extends, memory in
            guard let this = SQLiteReadOnlyFile.at(file) else { return SQLITE_IOERR }
            let code = this.pointee.findSharedMemory()
            return code == SQLITE_OK ? this.pointee.system.pointee.xShmMap(file, page, size, extends, memory) : code
        }
        methods.xShmLock = { file, offset, count, flags in
            guard let this = SQLiteReadOnlyFile.at(file) else { return SQLITE_IOERR }
            guard this.pointee.usesSharedMemory else { return SQLITE_OK }
            return this.pointee.system.pointee.xShmLock(file, offset, count, flags)
        }
        methods.xShmUnmap = { file, deletes in
            guard let this = SQLiteReadOnlyFile.at(file) else { return SQLITE_IOERR }
            return this.pointee.usesSharedMemory ? this.pointee.system.pointee.xShmUnmap(file, 0) : SQLITE_OK
        }
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let this = at(file) else { return SQLITE_IOERR }
        let code = this.pointee.system.pointee.xClose(file)
        free(this.pointee.sharedMemory)
        this.deinitialize(count: 1)
        this.deallocate()
        return code
    }

    private mutating func findSharedMemory() -> Int32 {
        if usesSharedMemory { return SQLITE_OK }
        switch Self.kind(sharedMemory) {
        case nil:
            isUnguarded = true
            // SQLITE_READONLY_CANTINIT
            return SQLITE_READONLY | (5 << 8)
        case .other: return SQLITE_CANTOPEN
        case .regular:
            usesSharedMemory = true
            isOvertaken = isUnguarded
            isUnguarded = false
            return SQLITE_OK
        }
    }

    private static func at(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<SQLiteReadOnlyFile>? {
        guard let methods = file?.pointee.pMethods else { return nil }
        return UnsafeMutableRawPointer(mutating: methods).assumingMemoryBound(to: SQLiteReadOnlyFile.self)
    }

    /// What replaces a log that does not exist. SQLite keeps the pointer.
    private nonisolated(unsafe) static let emptyFile = strdup("/dev/null")

    /// Whether a file begins as a log of writes does, or is shorter than its header.
    private static func isLog(_ path: UnsafePointer<CChar>) -> Bool {
        let descriptor = PredicatePlatform.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { PredicatePlatform.close(descriptor) }
        var words = [UInt32](repeating: 0, count: 8)
        let count = words.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count == 32 else { return true }
        let numbers = words.map(UInt32.init(bigEndian:))
        guard numbers[0] & ~1 == 0x377F_0682 else { return false }
        // The lowest bit says in which order of bytes the words are added up.
        var (a, b) = (UInt32(0), UInt32(0))
        for index in stride(from: 0, to: 6, by: 2) {
            let isBig = numbers[0] & 1 == 1
            a &+= (isBig ? numbers[index] : words[index].littleEndian) &+ b
            b &+= (isBig ? numbers[index + 1] : words[index + 1].littleEndian) &+ a
        }
        return numbers[6] == a && numbers[7] == b
    }

    private enum Kind { case regular, other }

    /// What is at a path, without following a link; nil if nothing is.
    private static func kind(_ path: UnsafePointer<CChar>) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? nil : .other }
        return status.st_mode & S_IFMT == S_IFREG ? .regular : .other
    }
}
#endif
