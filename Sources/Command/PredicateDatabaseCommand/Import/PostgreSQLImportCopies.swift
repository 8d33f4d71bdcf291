#if PostgreSQL
import PredicateFormat
import PredicatePostgreSQL

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
