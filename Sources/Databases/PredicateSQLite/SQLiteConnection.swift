#if SQLite
import GRDBSQLite
import PredicateCore
import PredicatePlatform

/// A connection to a database of SQLite. It belongs to one thread.
package final class SQLiteConnection {
    /// The connection of the C library.
    package let handle: OpaquePointer
    private let isOwner: Bool
    /// The file, if nothing may be written to it.
    private let readFile: String?
    /// Whether a function of `reading` runs.
    private var isReading = false
    /// The state of the file when it began.
    private var stateBefore: FileState?
    /// The work of the current statement, if it is limited.
    private var steps: SQLiteSteps?

    /// The number of bytes that a value that is read may have.
    package static let valueBytes = 256 << 20
    /// The number of bytes that SQLite may use for all connections, once one reads: for sorts above all.
    package static let memoryBytes: Int64 = 4 << 30
    /// The number of SQLite's steps for a statement over a view: at most ten seconds of work in a small file, and about a
    /// minute in a large one. A join of ten million rows takes one step for each byte of its file.
    ///
    /// - Parameter bytes: the size of the file.
    package static func viewSteps(fileBytes bytes: Int64) -> Int64 { 200_000_000 + min(max(0, bytes), 450_000_000) * 4 }

    /// Uses a connection that another library has opened, and will close.
    package init(borrowing handle: OpaquePointer) {
        self.handle = handle
        isOwner = false
        readFile = nil
    }

    /// Opens a file to be read. No file is written, made or deleted, not even for a sort, and a lock of another program
    /// is waited for. The size of a value and the memory for sorts are limited.
    ///
    /// - Parameters:
    ///   - path: the file. It is opened even if its name looks like a URI or like `:memory:`.
    ///   - milliseconds: how long to wait for a lock.
    /// - Throws: `SQLiteFailure`.
    package convenience init(reading path: String, waiting milliseconds: Int32 = 5000) throws(SQLiteFailure) {
        guard let files = SQLiteFileSystems.reading else { throw SQLiteFailure(code: SQLITE_ERROR, in: nil) }
        // SQLite takes this option in a URI alone.
        let plain = Self.plain(path)
        let scheme = plain.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
        let uri = scheme + Self.escaped(plain) + "?readonly_shm=1"
        self.init(
            owning: try Self.open(
                uri, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, files, waiting: milliseconds), reading: path)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(Self.valueBytes))
        try execute("PRAGMA temp_store = MEMORY; PRAGMA hard_heap_limit = \(Self.memoryBytes)")
    }

    /// Opens a file to be written, and creates it if it does not exist.
    ///
    /// - Throws: `SQLiteFailure`.
    package convenience init(writing path: String, waiting milliseconds: Int32 = 5000) throws(SQLiteFailure) {
        self.init(
            owning: try Self.open(
                Self.plain(path), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil, waiting: milliseconds))
    }

    /// Opens an empty file that nobody else knows. No journal is kept of what is written, and nothing waits for the
    /// disk, since a file that is not whole is thrown away.
    ///
    /// - Parameter path: the file. A link in it is opened, whatever its target.
    /// - Throws: `SQLiteFailure`.
    package convenience init(drafting path: String) throws(SQLiteFailure) {
        guard let files = SQLiteFileSystems.drafting else { throw SQLiteFailure(code: SQLITE_ERROR, in: nil) }
        self.init(owning: try Self.open(Self.plain(path), flags: SQLITE_OPEN_READWRITE, files, waiting: 0))
        try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }

    private init(owning handle: OpaquePointer, reading readFile: String? = nil) {
        self.handle = handle
        self.readFile = readFile
        isOwner = true
    }

    /// A path that SQLite does not take for a name with a meaning.
    private static func plain(_ path: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    }

    private static func escaped(_ path: String) -> String {
        FileName.bytes(path).percentEncoded(uppercase: false) { $0.isASCIIAlphanumeric || "-./_".utf8.contains($0) }
    }

    private static func open(
        _ name: String, flags: Int32, _ files: UnsafePointer<CChar>?, waiting milliseconds: Int32
    ) throws(SQLiteFailure) -> OpaquePointer {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(
            FileName.bytes(name).map { CChar(bitPattern: $0) } + [0], &handle, flags | SQLITE_OPEN_NOMUTEX, files)
        guard code == SQLITE_OK, let handle else {
            let failure = SQLiteFailure(code: code, in: handle)
            sqlite3_close_v2(handle)
            throw failure
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, milliseconds)
        return handle
    }

    /// Limits the work of each statement, for views, which may have no end.
    ///
    /// - Parameters:
    ///   - limit: the number of steps, rounded to a thousand; nil for the number that the size of the file allows.
    ///   - time: how long SQLite may work; nil for seven times what so many steps usually take.
    package func limitSteps(to limit: Int64? = nil, time: Duration? = nil) {
        guard steps == nil else { return }
        let limit = limit ?? Self.viewSteps(fileBytes: readFile.map { FileState(path: $0).size } ?? 0)
        let steps = SQLiteSteps(limit: limit, time: time ?? .nanoseconds(limit * 100))
        self.steps = steps
        // Few steps, because one step may make a string of megabytes.
        sqlite3_progress_handler(
            handle, Int32(SQLiteSteps.portion),
            { steps in
                guard let steps else { return 0 }
                return Unmanaged<SQLiteSteps>.fromOpaque(steps).takeUnretainedValue().hasEnded() ? 1 : 0
            }, Unmanaged.passUnretained(steps).toOpaque())
    }

    deinit {
        if isOwner {
            sqlite3_progress_handler(handle, 0, nil, nil)
            sqlite3_close_v2(handle)
        }
    }

    /// Runs statements without results.
    ///
    /// - Throws: `SQLiteFailure`.
    package func execute(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code, in: handle) }
    }

    /// Runs reads that see one state of the database. Inside of another one, they see its state.
    ///
    /// - Throws: what the reads throw, and `SQLiteFailure`, of kind `changed` if no lock kept the state from others.
    package func reading<Result>(_ body: () throws -> Result) throws -> Result {
        if isReading {
            do { return try body() } catch { throw explained(error) }
        }
        stateBefore = readFile.map(FileState.init)
        try execute("BEGIN")
        isReading = true
        // A transaction that has only read needs no more than to end.
        defer {
            isReading = false
            try? execute("ROLLBACK")
        }
        let result: Result
        do { result = try body() } catch { throw explained(error) }
        if hasChanged { throw SQLiteFailure(kind: .changed, message: "the file has changed") }
        return result
    }

    /// Whether another program has written the file since the reads began, and no lock kept it from that.
    private var hasChanged: Bool {
        guard let readFile, let stateBefore, SQLiteReadOnlyFile.of(handle)?.isUnguarded == true else { return false }
        return FileState(path: readFile) != stateBefore
    }

    /// The cause of a failure that SQLite cannot tell from others.
    private func explained(_ error: any Error) -> any Error {
        guard var failure = error as? SQLiteFailure else { return error }
        if failure.kind == .interrupted, let steps, steps.isBeyondLimit {
            failure = SQLiteFailure(kind: .endless, message: steps.limits)
        } else if hasChanged || (failure.kind == .other && isOvertaken) {
            // What is read of a file that changes may look like damage, and a log that was not there cannot be read.
            failure.kind = .changed
        }
        return failure
    }

    private var isOvertaken: Bool { readFile != nil && SQLiteReadOnlyFile.of(handle)?.isOvertaken == true }

    /// A statement. Its steps are counted from here on.
    ///
    /// - Throws: `SQLiteFailure`.
    package func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        steps?.restart()
        return try SQLiteStatement(sql, in: handle, steps)
    }

    /// Ends the current statement with a failure. It may be called from any thread while the connection is open.
    package func interrupt() { sqlite3_interrupt(handle) }
}

/// A prepared statement.
package final class SQLiteStatement {
    /// The statement of the C library.
    package let handle: OpaquePointer
    private let connection: OpaquePointer
    private let steps: SQLiteSteps?

    fileprivate init(_ sql: String, in connection: OpaquePointer, _ steps: SQLiteSteps?) throws(SQLiteFailure) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
        guard code == SQLITE_OK, let handle else { throw SQLiteFailure(code: code, in: connection) }
        self.handle = handle
        self.connection = connection
        self.steps = steps
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives the parameters values, in order.
    ///
    /// - Throws: `SQLiteFailure`.
    package func bind(_ values: [PredicateValue]) throws(SQLiteFailure) {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(clamping: index + 1)) }
    }

    /// Gives a parameter a value. The first parameter has the number 1.
    ///
    /// - Throws: `SQLiteFailure`.
    package func bind(_ value: PredicateValue, at index: Int32) throws(SQLiteFailure) {
        try check(SQLiteBinding.bind(value, handle, index))
    }

    /// Goes to the next row; false after the last one.
    ///
    /// - Throws: `SQLiteFailure`.
    package func step() throws(SQLiteFailure) -> Bool {
        steps?.begin()
        let code = sqlite3_step(handle)
        steps?.end()
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteFailure(code: code, in: connection)
        }
    }

    /// Makes the statement ready to be run again. Its parameters keep their values.
    package func reset() { sqlite3_reset(handle) }

    /// The text of a column of the current row, counted from 0; nil if it is NULL.
    package func text(_ index: Int32) -> String? {
        switch SQLiteCell(handle, index) {
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }

    /// The integer of a column of the current row, counted from 0; 0 if it is none.
    package func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }

    /// Throws the failure of a result code.
    package func check(_ code: Int32) throws(SQLiteFailure) {
        guard code == SQLITE_OK else { throw SQLiteFailure(code: code, in: connection) }
    }
}

extension SQLiteFailure {
    /// The failure of a result code, in the words of the connection.
    init(code: Int32, in connection: OpaquePointer?) {
        let message = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        self.init(code: code, message: message.map { String(cString: $0) } ?? "error \(code)")
    }
}

/// The work of a statement, and its limits. What the caller does between two rows does not count.
private final class SQLiteSteps {
    /// How many steps SQLite makes until it asks again.
    static let portion = 1_000

    private let limit: Int64
    private let time: Duration
    private var count: Int64 = 0
    private var taken = Duration.zero
    private var start: ContinuousClock.Instant?

    init(limit: Int64, time: Duration) {
        self.limit = limit
        self.time = time
    }

    /// The limits in words.
    var limits: String {
        "more than \(limit / 1_000_000) million steps of SQLite or \(time.components.seconds) seconds"
    }

    var isBeyondLimit: Bool { count > limit || taken > time }

    func restart() { (count, taken, start) = (0, .zero, nil) }

    func begin() { start = .now }

    func end() {
        if let start { taken += start.duration(to: .now) }
        start = nil
    }

    /// Counts a portion, and says whether it is one too many.
    func hasEnded() -> Bool {
        count += Int64(Self.portion)
        if start != nil {
            end()
            begin()
        }
        return isBeyondLimit
    }
}

/// What tells a file from a later state of it.
private struct FileState: Equatable {
    private(set) var size: Int64
    private var seconds: Int
    private var nanoseconds: Int

    init(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            (size, seconds, nanoseconds) = (-1, 0, 0)
            return
        }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        (size, seconds, nanoseconds) = (Int64(status.st_size), time.tv_sec, time.tv_nsec)
    }
}

/// Binds values to the parameters of a statement.
package enum SQLiteBinding {
    /// Binds a value: a date as RFC 3339, a UUID as its text, a decimal as its digits. Lists and objects are NULL.
    ///
    /// - Returns: SQLite's result code.
    package static func bind(_ value: PredicateValue, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
        switch value {
        case .null, .list, .set, .object: return sqlite3_bind_null(statement, index)
        case .boolean(let value): return sqlite3_bind_int64(statement, index, value ? 1 : 0)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .double(let value): return sqlite3_bind_double(statement, index, value)
        case .decimal(let value): return bind("\(value)", statement, index)
        case .string(let text), .url(let text): return bind(text, statement, index)
        case .date(let date): return bind(PredicateDate.format(date), statement, index)
        case .uuid(let uuid): return bind(uuid.uuidString, statement, index)
        case .data(let data): return bind(blob: Array(data), statement, index)
        }
    }

    /// Binds a string, NUL included.
    package static func bind(_ text: String, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bind($0, statement, index) }
    }

    /// Binds the UTF-8 of a string.
    package static func bind(
        _ bytes: UnsafeBufferPointer<UInt8>, _ statement: OpaquePointer, _ index: Int32
    ) -> Int32 {
        guard let base = bytes.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, transient) }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            sqlite3_bind_text64(statement, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    /// Binds bytes.
    package static func bind(blob bytes: [UInt8], _ statement: OpaquePointer, _ index: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            // An empty blob has no address, which would bind NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), transient)
        }
    }

    /// SQLITE_TRANSIENT: SQLite copies the bytes.
    static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
#endif
