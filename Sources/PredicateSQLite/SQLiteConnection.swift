#if SQLite
import GRDBSQLite
import PredicateFormat
import PredicatePlatform

/// A connection to a database of SQLite. It belongs to one thread.
package final class SQLiteConnection {
    /// The connection of the C library.
    package let handle: OpaquePointer
    private let isOwner: Bool
    /// Whether a function of `reading` runs.
    private var isReading = false

    /// Uses a connection that another library has opened, and will close.
    package init(borrowing handle: OpaquePointer) {
        self.handle = handle
        isOwner = false
    }

    /// Opens a file to be read. Nothing is written to it, and a lock of another program is waited for.
    ///
    /// There is one exception. If a program was stopped in the middle of a transaction, the next one that opens the file
    /// must undo what was written of it, and so does this.
    ///
    /// - Parameters:
    ///   - path: the file. It is opened even if its name looks like a URI or like `:memory:`.
    ///   - milliseconds: how long to wait for a lock.
    /// - Throws: `SQLiteFailure`.
    package convenience init(reading path: String, waiting milliseconds: Int32 = 5000) throws(SQLiteFailure) {
        let handle = try Self.open(path, flags: SQLITE_OPEN_READONLY, waiting: milliseconds)
        guard sqlite3_exec(handle, "SELECT 1 FROM sqlite_master LIMIT 1", nil, nil, nil) == SQLITE_READONLY else {
            self.init(owning: handle)
            return
        }
        sqlite3_close_v2(handle)
        self.init(owning: try Self.open(path, flags: SQLITE_OPEN_READWRITE, waiting: milliseconds))
        try execute("PRAGMA query_only = ON")
    }

    /// Opens a file to be written, and creates it if it does not exist.
    ///
    /// - Throws: `SQLiteFailure`.
    package convenience init(writing path: String, waiting milliseconds: Int32 = 5000) throws(SQLiteFailure) {
        self.init(
            owning: try Self.open(path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, waiting: milliseconds))
    }

    private init(owning handle: OpaquePointer) {
        self.handle = handle
        isOwner = true
    }

    private static func open(_ path: String, flags: Int32, waiting milliseconds: Int32) throws(SQLiteFailure)
        -> OpaquePointer
    {
        let path = FileName.bytes(path.utf8.first == UInt8(ascii: "/") ? path : "./" + path)
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path.map { CChar(bitPattern: $0) } + [0], &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let failure = SQLiteFailure(code: code, in: handle)
            sqlite3_close_v2(handle)
            throw failure
        }
        sqlite3_busy_timeout(handle, milliseconds)
        return handle
    }

    deinit {
        if isOwner { sqlite3_close_v2(handle) }
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
    /// - Throws: what the reads throw, and `SQLiteFailure`.
    package func reading<Result>(_ body: () throws -> Result) throws -> Result {
        if isReading { return try body() }
        try execute("BEGIN")
        isReading = true
        // A transaction that has only read needs no more than to end.
        defer {
            isReading = false
            try? execute("ROLLBACK")
        }
        return try body()
    }

    /// A statement.
    ///
    /// - Throws: `SQLiteFailure`.
    package func prepare(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        try SQLiteStatement(sql, in: handle)
    }

    /// Runs a statement and visits its rows.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - parameters: the values of its `?`.
    ///   - body: takes the statement at a row, for `SQLiteCell`; false ends the statement.
    /// - Throws: `SQLiteFailure`, and what `body` throws.
    package func forEachRow(
        _ sql: String, _ parameters: [PredicateValue] = [], _ body: (OpaquePointer) throws -> Bool
    ) throws {
        let statement = try prepare(sql)
        try statement.bind(parameters)
        while try statement.step() {
            if try !body(statement.handle) { return }
        }
    }

    /// Ends the current statement with a failure. It may be called from any thread while the connection is open.
    package func interrupt() { sqlite3_interrupt(handle) }
}

/// A prepared statement.
package final class SQLiteStatement {
    /// The statement of the C library.
    package let handle: OpaquePointer
    private let connection: OpaquePointer

    fileprivate init(_ sql: String, in connection: OpaquePointer) throws(SQLiteFailure) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
        guard code == SQLITE_OK, let handle else { throw SQLiteFailure(code: code, in: connection) }
        self.handle = handle
        self.connection = connection
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
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteFailure(code: code, in: connection)
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
#endif
