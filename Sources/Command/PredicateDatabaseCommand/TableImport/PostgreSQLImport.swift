#if Command && PostgreSQL
import PredicateFormat
import PredicatePostgreSQL
import PredicateRecords
import PredicateSQL

/// Writes records into new tables of a PostgreSQL server with COPY, in one transaction.
struct PostgreSQLImport: ImportDestination {
    private let connection: PostgreSQLConnection
    let tableNames: [String]

    /// Connects, and reads the names of the tables.
    init(_ url: String) throws(CommandFailure) {
        do throws(PostgreSQLError) {
            connection = try PostgreSQLConnection(url)
            tableNames = try connection.tableNames()
        } catch {
            throw CommandFailure(error)
        }
    }

    var place: String { "the database `\(connection.database)`" }
    func address(of table: String) -> String { "\(connection.database)#\(table)" }
    func existing(_ table: String) -> String? { tableNames.first { sameCodePoints($0, table) } }
    func tables(of layout: ImportLayout) -> [String] { layout.tables(\.postgresql) }

    func primaryKey(of table: String) throws(CommandFailure) -> [String] {
        try PostgreSQLError.translating(try connection.table(table).relation.primaryKey) { CommandFailure($0) }
    }

    /// The server would cut longer names in silence.
    func check(_ layout: ImportLayout) throws(CommandFailure) {
        let names = layout.tableNames + layout.columnNames.joined()
        guard let long = names.first(where: { $0.utf8.count > 63 }) else { return }
        throw CommandFailure(.data, "error: `\(long)` is longer than the 63 bytes of a name in PostgreSQL")
    }

    func write(_ layout: ImportLayout, indexes: [String], _ records: ImportRecords) throws -> Int {
        var count = 0
        var isWritten = false
        do {
            try connection.cancellation.onInterrupt {
                try connection.transaction {
                    for table in tables(of: layout) { try connection.execute(table) }
                    count = try PostgreSQLImportRows(layout, on: connection).write(records)
                    for index in indexes { try connection.execute(layout.index(of: index)) }
                    isWritten = true
                }
            }
        } catch let error as PostgreSQLError {
            var failure = CommandFailure(error)
            // A server that has gone may have done what it was asked last.
            failure.message +=
                isWritten && error.kind == .connectionLost
                ? "; the records may be imported, so look for the table" : "; nothing was imported"
            throw failure
        }
        return count
    }
}

/// The rows of an import, which are copied some thousands at a time on another thread, while the next are made.
///
/// Nothing else may use the connection before `write` returns.
private final class PostgreSQLImportRows {
    /// The rows of a table that are copied together, and the number of the record of each.
    private struct Chunk {
        var text: [UInt8] = []
        var records: [Int] = []
    }

    /// The failure of the rows that a thread copies; nil without one.
    private typealias Failure = Locked<(any Error)?>

    private let layout: ImportLayout
    private let connection: PostgreSQLConnection
    /// The rows that wait, table by table: those of the records first.
    private var waiting: [Chunk]
    private var running: (thread: WorkerThread?, failure: Failure)?

    /// The number of records that are copied together. A row of a list refers to its record, which must be there before.
    private static let chunk = 5000

    init(_ layout: ImportLayout, on connection: PostgreSQLConnection) {
        self.layout = layout
        self.connection = connection
        waiting = layout.tableNames.map { _ in Chunk() }
    }

    func write(_ records: ImportRecords) throws -> Int {
        // A failure of rows that were handed over comes first. The connection is free after this.
        let count = Result {
            try records.forEach { record, number in
                try add(record, number: number)
                if waiting[0].records.count >= Self.chunk { try copy() }
            }
        }
        if case .success = count { try copy() }
        try finish()
        return try count.get()
    }

    private func add(_ record: PredicateValue, number: Int) throws {
        try add(try layout.row(of: record, number: number), number, to: 0)
        for child in try layout.children(of: record, number: number) { try add(child.row, number, to: child.child + 1) }
    }

    private func add(_ row: [PredicateValue], _ number: Int, to table: Int) throws {
        // PostgreSQL cannot hold the code point 0.
        for case .string(let text) in row where text.utf8.contains(0) {
            throw ImportLayout.Misfit(message: "a string contains NUL, which PostgreSQL cannot hold")
        }
        try PostgreSQLCopyText.append(row, to: &waiting[table].text)
        waiting[table].records.append(number)
    }

    // MARK: Copying

    /// Copies the rows that wait, after those before them.
    ///
    /// - Throws: the failure of earlier rows. Nothing more is copied then.
    private func copy() throws {
        try finish()
        let (chunks, failure) = (waiting, Failure(nil))
        let work = { [layout, connection] in
            do { try Self.copy(chunks, layout, connection) } catch { failure.withLock { $0 = error } }
        }
        let thread = WorkerThread(stackSize: 1 << 20, work)
        if thread == nil { work() }
        running = (thread, failure)
        for index in waiting.indices {
            waiting[index] = Chunk()
            waiting[index].text.reserveCapacity(chunks[index].text.count)
        }
    }

    /// Waits for the rows that are copied.
    private func finish() throws {
        defer { running = nil }
        running?.thread?.join()
        if let failure = running?.failure.withLock({ $0 }) { throw failure }
    }

    private static func copy(
        _ chunks: [Chunk], _ layout: ImportLayout, _ connection: PostgreSQLConnection
    ) throws {
        guard !PostgreSQLCancellation.wasInterrupted else {
            throw CommandFailure(.interrupted, "error: the import was interrupted; nothing was imported")
        }
        for ((name, columns), rows) in zip(zip(layout.tableNames, layout.columnNames), chunks)
        where !rows.records.isEmpty {
            do throws(PostgreSQLError) {
                let copy = try PostgreSQLCopy(into: name.quotedSQLName, columns: columns, on: connection)
                try copy.add(rows.text, count: rows.records.count)
                try copy.finish()
            } catch {
                // The server counts the rows of this copy.
                guard let line = error.line, line >= 1, line <= rows.records.count else { throw error }
                var named = error
                named.message = "record \(rows.records[line - 1]): \(error.message)"
                throw named
            }
        }
    }
}

extension ImportLayout.ColumnType {
    /// The type in PostgreSQL. `json` and not `jsonb`, which writes numbers in another way.
    var postgresql: String {
        switch self {
        case .integer: "bigint"
        case .real: "double precision"
        case .decimal: "numeric"
        case .text: "text"
        case .boolean: "boolean"
        case .date: "timestamptz"
        case .uuid: "uuid"
        case .json: "json"
        }
    }
}

extension PostgreSQLDatabase: ImportDatabase {
    func importDestination(at address: SourceAddress) throws(CommandFailure) -> any ImportDestination {
        try PostgreSQLImport(address.place)
    }
}
#endif
