#if PostgreSQL
@_exported import PredicateFormat
import CLibPQ
import PredicatePlatform

/// A connection to a PostgreSQL server, through libpq.
///
/// Everything that libpq knows works: services (`PGSERVICE`), password files (`PGPASSFILE`), TLS, several hosts, and the
/// environment. One thread at a time uses a connection; `cancellation` may be used from others.
///
///     let connection = try PostgreSQLConnection("postgresql:///shop")
///     let rows = try connection.run("SELECT name FROM player WHERE score > $1::int8", [.integer(10)])
public final class PostgreSQLConnection {
    /// The connection of libpq.
    let handle: OpaquePointer
    /// What cancels a statement of this connection.
    package let cancellation: PostgreSQLCancellation
    /// Whether the server keeps bytes instead of text, so that text may not be UTF-8.
    let hasUncheckedText: Bool
    private var statementCount = 0

    /// Seconds that connecting may take, unless the connection string, a service or the environment says otherwise.
    package static let connectTimeout = 10

    /// Connects.
    ///
    /// - Parameters:
    ///   - location: a connection string of libpq: `host=… dbname=…`, or `postgresql://HOST:PORT/DATABASE`. Empty: everything
    ///     comes from libpq's own defaults.
    ///   - statementTimeout: the milliseconds that a statement may take; nil: as the server says.
    /// - Throws: kinds `usage`, `connection` (also if libpq is not installed), `authentication` and `missingDatabase`.
    public init(_ location: String, statementTimeout: Int? = nil) throws(PostgreSQLError) {
        guard !location.utf8.contains(0) else {
            throw PostgreSQLError(.usage, "the name of the server or the database contains NUL")
        }
        try LibPQ.load()
        try Self.check(location)
        // Later values win over earlier ones, so the connection string decides about the timeout.
        var options: [(String, String)] = []
        if !Self.hasOwnTimeout(location) { options.append(("connect_timeout", String(Self.connectTimeout))) }
        options += [("dbname", location), ("fallback_application_name", "predicate"), ("client_encoding", "UTF8")]
        let opened = Self.withCStrings(options.map(\.0)) { names in
            Self.withCStrings(options.map(\.1)) { values in libpq.PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw PostgreSQLError(.connection, "there is no memory for a connection") }
        guard libpq.PQstatus(opened) == CONNECTION_OK, let cancel = libpq.PQgetCancel(opened) else {
            defer { libpq.PQfinish(opened) }
            let user = libpq.PQuser(opened).map { String(cString: $0) } ?? ""
            let database = libpq.PQdb(opened).map { String(cString: $0) } ?? ""
            throw .refused(opened, place: Self.place(of: opened), user: user, database: database)
        }
        handle = opened
        cancellation = PostgreSQLCancellation(cancel, socket: libpq.PQsocket(opened))
        hasUncheckedText = libpq.PQparameterStatus(opened, "server_encoding").map { String(cString: $0) } == "SQL_ASCII"
        // Notices would go to standard error.
        _ = libpq.PQsetNoticeProcessor(opened, { _, _ in }, nil)
        // Values are read by the forms of these settings where a type has no binary form that is read here.
        try execute(
            "SET extra_float_digits = 3; SET intervalstyle = iso_8601; SET datestyle = ISO; SET timezone = 'UTC'")
        if let statementTimeout { try execute("SET statement_timeout = \(max(0, statementTimeout))") }
    }

    deinit { libpq.PQfinish(handle) }

    /// The server and its port, or the folder of its socket, for messages.
    public var place: String { Self.place(of: handle) }
    /// The database.
    package var database: String { libpq.PQdb(handle).map { String(cString: $0) } ?? "" }
    /// The version of the server: 150018 is 15.18.
    package var serverVersion: Int { Int(libpq.PQserverVersion(handle)) }

    private static func place(of handle: OpaquePointer) -> String {
        let host = libpq.PQhost(handle).map { String(cString: $0) } ?? ""
        let port = libpq.PQport(handle).map { String(cString: $0) } ?? ""
        return (host.isEmpty ? "localhost" : host) + (port.isEmpty ? "" : ":\(port)")
    }

    /// Checks that libpq can read a connection string. Its own message may quote a password.
    private static func check(_ location: String) throws(PostgreSQLError) {
        guard isConnectionString(location) else { return }
        var message: UnsafeMutablePointer<CChar>?
        if let options = libpq.PQconninfoParse(location, &message) {
            libpq.PQconninfoFree(options)
            return
        }
        defer { libpq.PQfreemem(message) }
        let text = PostgreSQLError.firstLine(message)
        let reason = text.prefix { $0 != "\"" }.split(separator: " ").joined(separator: " ")
        throw PostgreSQLError(.usage, "the location of the PostgreSQL server cannot be read: \(reason)")
    }

    /// libpq takes a word without these signs as the name of a database.
    private static func isConnectionString(_ location: String) -> Bool {
        location.hasPrefix("postgresql://") || location.hasPrefix("postgres://") || location.utf8.contains(0x3D)
    }

    /// Whether something else may say how long connecting takes. A service is read by libpq alone.
    private static func hasOwnTimeout(_ location: String) -> Bool {
        getenv("PGCONNECT_TIMEOUT") != nil || getenv("PGSERVICE") != nil || location.contains("service=")
    }

    /// Calls a function with strings as C strings, and NULL after the last.
    static func withCStrings<Result>(
        _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let copies = texts.map { text in text.flatMap { strdup($0) } }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    // MARK: Statements

    /// Runs statements that return no rows, separated by semicolons.
    ///
    /// - Throws: an error of the server.
    package func execute(_ sql: String) throws(PostgreSQLError) {
        let result = libpq.PQexec(handle, sql)
        defer { libpq.PQclear(result) }
        try check(result)
    }

    /// Runs one statement with the values of its parameters `$1`, `$2`, …, and returns its rows.
    ///
    /// The types of the parameters are those that the statement casts them to, as in `$1::int8`.
    ///
    /// - Parameters:
    ///   - sql: one statement.
    ///   - parameters: the values in order.
    ///   - isBinary: whether values arrive in the server's binary form, as `PostgreSQLValueReader` needs them.
    /// - Throws: an error of the server, or kind `value` for a value that the server cannot hold.
    @discardableResult
    package func run(
        _ sql: String, _ parameters: [PredicateValue] = [], isBinary: Bool = true
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        let texts = try parameters.map { value throws(PostgreSQLError) in try PostgreSQLParameter.text(value) }
        let result = Self.withCStrings(texts) { values in
            libpq.PQexecParams(handle, sql, Int32(clamping: texts.count), nil, values, nil, nil, isBinary ? 1 : 0)
        }
        return try checked(result)
    }

    /// Prepares a statement that runs several times.
    ///
    /// - Throws: an error of the server.
    package func prepare(_ sql: String) throws(PostgreSQLError) -> PostgreSQLStatement {
        statementCount += 1
        let name = "predicate_\(statementCount)"
        let result = libpq.PQprepare(handle, name, sql, 0, nil)
        defer { libpq.PQclear(result) }
        try check(result)
        return PostgreSQLStatement(connection: self, name: name)
    }

    /// A name that no other cursor of this connection has.
    func newName(_ prefix: String) -> String {
        statementCount += 1
        return "\(prefix)_\(statementCount)"
    }

    /// Owns a result that is not an error.
    func checked(_ result: OpaquePointer?) throws(PostgreSQLError) -> PostgreSQLResult {
        do throws(PostgreSQLError) {
            try check(result)
        } catch {
            libpq.PQclear(result)
            throw error
        }
        guard let result else { throw .lost(handle) }
        return PostgreSQLResult(result)
    }

    private func check(_ result: OpaquePointer?) throws(PostgreSQLError) {
        switch libpq.PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_EMPTY_QUERY: return
        default: throw PostgreSQLError(result, on: handle)
        }
    }

    // MARK: Transactions

    /// Runs statements in a transaction, which is undone if they throw.
    ///
    /// - Parameters:
    ///   - readsOneSnapshot: whether all statements see the data of one moment, and none may write.
    ///   - body: the statements; its result is the result.
    /// - Throws: what the statements throw, and errors of the server.
    package func transaction<Result>(
        readsOneSnapshot: Bool = false, _ body: () throws -> Result
    ) throws -> Result {
        try execute(readsOneSnapshot ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // On a lost connection this fails, too, and the first error is the one to tell.
            libpq.PQclear(libpq.PQexec(handle, "ROLLBACK"))
            throw error
        }
    }
}

/// Cancels the statement that runs on a connection, from any thread.
package final class PostgreSQLCancellation: @unchecked Sendable {
    // libpq allows any thread to use the object; it never changes.
    private let cancel: OpaquePointer
    /// The socket of the connection; negative without one.
    private let socket: Int32

    init(_ cancel: OpaquePointer, socket: Int32) {
        self.cancel = cancel
        self.socket = socket
    }

    deinit { libpq.PQfreeCancel(cancel) }

    /// Asks the server to end the statement that runs. The statement then throws kind `cancelled`; if none runs, nothing happens.
    ///
    /// - Returns: whether the server received it.
    @discardableResult
    package func callAsFunction() -> Bool {
        var message = [CChar](repeating: 0, count: 256)
        return libpq.PQcancel(cancel, &message, Int32(message.count)) == 1
    }

    /// Ends the connection without asking the server, which may not answer any more. The statement that runs then throws
    /// kind `connectionLost`.
    ///
    /// Call it only while the connection exists: later its socket may be another one.
    package func abandon() {
        if socket >= 0 { _ = shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// Calls a function during which the first SIGINT (Ctrl-C) cancels the statement instead of ending the process.
    ///
    /// One function at a time in a process is called so.
    package func onInterrupt<Result>(_ body: () throws -> Result) rethrows -> Result {
        CLibPQCancelOnInterrupt(cancel)
        defer { CLibPQEndCancelOnInterrupt() }
        return try body()
    }

    /// Whether SIGINT has arrived since `onInterrupt` began.
    package static var wasInterrupted: Bool { CLibPQWasInterrupted() != 0 }
}

/// A statement that the server has parsed, for several runs.
package struct PostgreSQLStatement {
    let connection: PostgreSQLConnection
    let name: String

    /// Runs the statement with the values of its parameters, and returns its rows in binary form.
    ///
    /// - Throws: as `PostgreSQLConnection.run`.
    package func run(_ parameters: [PredicateValue]) throws(PostgreSQLError) -> PostgreSQLResult {
        let texts = try parameters.map { value throws(PostgreSQLError) in try PostgreSQLParameter.text(value) }
        let result = PostgreSQLConnection.withCStrings(texts) { values in
            libpq.PQexecPrepared(connection.handle, name, Int32(clamping: texts.count), values, nil, nil, 1)
        }
        return try connection.checked(result)
    }
}

/// The rows that a statement returned, as bytes of the server.
package final class PostgreSQLResult {
    private let result: OpaquePointer
    /// The number of rows.
    package let rowCount: Int
    /// The number of columns.
    package let columnCount: Int

    init(_ result: OpaquePointer) {
        self.result = result
        rowCount = Int(libpq.PQntuples(result))
        columnCount = Int(libpq.PQnfields(result))
    }

    deinit { libpq.PQclear(result) }

    /// The identifier of the type of a column, as in `pg_type.oid`.
    package func type(ofColumn column: Int) -> UInt32 { libpq.PQftype(result, Int32(clamping: column)) }

    /// Readers of all columns, in the types that the server names.
    func readers(checksText: Bool = false) -> [PostgreSQLValueReader] {
        (0..<columnCount).map { column in
            PostgreSQLValueReader(PostgreSQLType.known[type(ofColumn: column)] ?? .text, checksText: checksText)
        }
    }

    /// The values of a row from a column on.
    ///
    /// - Parameter place: the name of a column in messages.
    func values(
        ofRow row: Int, from first: Int = 0, _ readers: [PostgreSQLValueReader], place: (Int) -> String? = { _ in nil }
    ) throws(PostgreSQLError) -> [PredicateValue] {
        var values: [PredicateValue] = []
        values.reserveCapacity(readers.count)
        for (index, reader) in readers.enumerated() {
            do throws(PostgreSQLError) {
                let value = try withBytes(row, first + index) { bytes throws(PostgreSQLError) in
                    try reader.value(bytes)
                }
                values.append(value ?? .null)
            } catch {
                guard let place = place(index) else { throw error }
                throw PostgreSQLError(error.kind, "column \(place): \(error.message)")
            }
        }
        return values
    }

    /// Calls a function with the bytes of a value; nil if it is NULL or there is no such value. The bytes are valid during the call.
    @inline(__always)
    package func withBytes<Value, Failure: Error>(
        _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        guard row >= 0, row < rowCount, column >= 0, column < columnCount else { return nil }
        let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        guard libpq.PQgetisnull(result, row, column) == 0, let value = libpq.PQgetvalue(result, row, column) else {
            return nil
        }
        let length = Int(libpq.PQgetlength(result, row, column))
        let bytes = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
        return try body(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// A value of type text, or any value in text form.
    package func text(_ row: Int, _ column: Int) -> String? {
        withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
    }
}
#endif
