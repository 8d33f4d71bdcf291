#if PostgreSQL
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

/// The rows of an import, which are copied some thousands at a time, while the next are made.
private final class PostgreSQLImportRows {
    private let layout: ImportLayout
    private let copies: PostgreSQLImportCopies
    /// The rows that wait.
    private var waiting: PostgreSQLImportChunk

    /// The number of records that are copied together. A row of a list refers to its record, which must be there before.
    private static let chunk = 5000

    init(_ layout: ImportLayout, on connection: PostgreSQLConnection) {
        self.layout = layout
        let tables = zip(layout.tableNames, layout.columnNames).map {
            PostgreSQLImportCopies.Table(name: $0.quotedSQLName, columns: $1)
        }
        copies = PostgreSQLImportCopies(into: tables, on: connection)
        waiting = copies.emptyChunk()
    }

    func write(_ records: ImportRecords) throws -> Int {
        // A failure of rows that were handed over comes first. The connection is free after this.
        defer { copies.stop() }
        let count: Int
        do {
            count = try records.forEach { record, number in
                try add(record, number: number)
                if waiting.tables[0].records.count >= Self.chunk { waiting = try copies.copy(waiting) }
            }
        } catch {
            try copies.finish()
            throw error
        }
        _ = try copies.copy(waiting)
        try copies.finish()
        return count
    }

    private func add(_ record: PredicateValue, number: Int) throws {
        try add(try layout.row(of: record, number: number), number, to: 0)
        for child in try layout.children(of: record, number: number) { try add(child.row, number, to: child.child + 1) }
    }

    private func add(_ row: [PredicateValue], _ number: Int, to table: Int) throws {
        // PostgreSQL cannot hold the code point 0.
        for case .string(let text) in row where text.utf8.contains(0) {
            throw ImportLayout.Misfit(message: "a text contains NUL, which PostgreSQL cannot hold")
        }
        try PostgreSQLCopyText.append(row, to: &waiting.tables[table].text)
        waiting.tables[table].records.append(number)
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
        try PostgreSQLImport(address.postgreSQLURL)
    }
}

/// Rows that are copied together.
struct PostgreSQLImportChunk {
    /// The rows of a table, and the number of the record of each.
    struct Rows {
        var text: [UInt8] = []
        var records: [Int] = []
    }

    /// That of the records first.
    var tables: [Rows]

    init(tableCount: Int) { tables = (0..<tableCount).map { _ in Rows() } }

    mutating func removeAll() {
        for index in tables.indices {
            tables[index].text.removeAll(keepingCapacity: true)
            tables[index].records.removeAll(keepingCapacity: true)
        }
    }
}

/// Copies the rows of an import on a thread of its own. The server works while the program makes the next rows.
///
/// Nothing else may use the connection before `finish` or `stop`.
final class PostgreSQLImportCopies: @unchecked Sendable {
    // The thread uses the connection and the chunk that it has taken; everything else that changes is in `state`.

    /// A table that rows are copied into.
    struct Table {
        /// The name in SQL.
        var name: String
        var columns: [String]
    }

    private struct State {
        /// The rows that wait for the thread.
        var waiting: PostgreSQLImportChunk?
        var isCopying = false
        var isOver = false
        var failure: (any Error)?
        /// The memory of rows that were copied.
        var free: [PostgreSQLImportChunk] = []

        var isIdle: Bool { waiting == nil && !isCopying }
    }

    private let tables: [Table]
    private let connection: PostgreSQLConnection
    private let state = Monitor(State())
    private var thread: WorkerThread?

    init(into tables: [Table], on connection: PostgreSQLConnection) {
        self.tables = tables
        self.connection = connection
        thread = WorkerThread(stackSize: 1 << 20) { [state, tables, connection] in
            while Self.copyNext(state, tables, connection) {}
        }
    }

    deinit { stop() }

    func emptyChunk() -> PostgreSQLImportChunk {
        state.change { $0.free.popLast() } ?? PostgreSQLImportChunk(tableCount: tables.count)
    }

    /// Copies rows, after those of the call before.
    ///
    /// - Returns: room for more rows.
    /// - Throws: the failure of earlier rows.
    func copy(_ chunk: PostgreSQLImportChunk) throws -> PostgreSQLImportChunk {
        guard thread != nil else {
            try Self.copy(chunk, tables, connection)
            var chunk = chunk
            chunk.removeAll()
            return chunk
        }
        state.wait { $0.waiting == nil }
        try checkFailure()
        state.change { $0.waiting = chunk }
        return emptyChunk()
    }

    /// Waits until everything is copied.
    ///
    /// - Throws: the first failure.
    func finish() throws {
        if thread != nil { state.wait { $0.isIdle } }
        try checkFailure()
    }

    /// Waits for the thread, and ends it.
    func stop() {
        guard let thread else { return }
        self.thread = nil
        state.wait { $0.isIdle }
        state.change { $0.isOver = true }
        thread.join()
    }

    private func checkFailure() throws {
        if let failure = state.withLock(\.failure) { throw failure }
    }

    private static func copyNext(
        _ state: Monitor<State>, _ tables: [Table], _ connection: PostgreSQLConnection
    ) -> Bool {
        state.wait { $0.waiting != nil || $0.isOver }
        let chunk = state.change { state -> PostgreSQLImportChunk? in
            state.isCopying = state.waiting != nil
            defer { state.waiting = nil }
            return state.waiting
        }
        guard var chunk else { return false }
        var failure: (any Error)?
        // After a failure nothing more is copied.
        if state.withLock({ $0.failure == nil }) {
            do { try copy(chunk, tables, connection) } catch { failure = error }
        }
        chunk.removeAll()
        state.change { state in
            state.failure = state.failure ?? failure
            state.free.append(chunk)
            state.isCopying = false
        }
        return true
    }

    private static func copy(
        _ chunk: PostgreSQLImportChunk, _ tables: [Table], _ connection: PostgreSQLConnection
    ) throws {
        guard !PostgreSQLCancellation.wasInterrupted else {
            throw CommandFailure(.interrupted, "error: the import was interrupted; nothing was imported")
        }
        for (table, rows) in zip(tables, chunk.tables) where !rows.records.isEmpty {
            do throws(PostgreSQLError) {
                let copy = try PostgreSQLCopy(into: table.name, columns: table.columns, on: connection)
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
#endif
