#if PostgreSQL
import PredicateFormat

/// The rows of a query, in batches, from a cursor on the server. It lives in a transaction.
package final class PostgreSQLCursor {
    private let connection: PostgreSQLConnection
    private let name: String
    private let readers: [PostgreSQLValueReader]
    private let names: [String]
    private let expectedTypes: [UInt32]
    private let place: String
    private var batch: PostgreSQLResult?
    private var row = 0
    private var batchSize = firstBatch
    private var isAtEnd = false

    /// The number of rows of the first batch. Each is twice the one before, so that the first rows come soon.
    private static let firstBatch = 64
    private static let largestBatch = 4096

    /// Opens a cursor.
    ///
    /// - Parameters:
    ///   - sql: a query whose columns are those given.
    ///   - parameters: the values of its parameters.
    ///   - columns: the columns in the order of the query.
    ///   - table: the name of the table, for messages.
    ///   - connection: a connection inside of a transaction.
    /// - Throws: an error of the server.
    package init(
        _ sql: String, _ parameters: [PredicateValue], columns: [PostgreSQLColumn], table: String,
        on connection: PostgreSQLConnection
    ) throws(PostgreSQLError) {
        self.connection = connection
        name = connection.newName("predicate_rows")
        names = columns.map(\.name)
        place = table
        readers = columns.map { PostgreSQLValueReader($0.type, checksText: connection.hasUncheckedText) }
        expectedTypes = columns.map(\.resultType)
        // The plan is the one for all rows, not for the first tenth.
        try connection.execute("SET LOCAL cursor_tuple_fraction = 1.0")
        try connection.run("DECLARE \(name) NO SCROLL CURSOR FOR \(sql)", parameters)
    }

    /// The values of the next row, in the order of the columns; nil after the last.
    ///
    /// - Throws: errors of the server; kinds `changed` if a column has another type than the catalogue said, `value` for a
    ///   value that cannot be read, and `cancelled` after SIGINT.
    package func next() throws(PostgreSQLError) -> [PredicateValue]? {
        if batch.map({ row >= $0.rowCount }) ?? true {
            guard try fetch() else { return nil }
        }
        guard let batch else { return nil }
        defer { row += 1 }
        return try batch.values(ofRow: row, readers) { "`\(names[$0])` of `\(place)`" }
    }

    /// Fetches the next batch; false after the last row.
    private func fetch() throws(PostgreSQLError) -> Bool {
        guard !isAtEnd else { return false }
        guard !PostgreSQLCancellation.wasInterrupted else {
            throw PostgreSQLError(.cancelled, "the query was cancelled")
        }
        let result = try connection.run("FETCH FORWARD \(batchSize) FROM \(name)")
        if batch == nil { try check(result) }
        isAtEnd = result.rowCount < batchSize
        batchSize = min(2 * batchSize, Self.largestBatch)
        batch = result
        row = 0
        return result.rowCount > 0
    }

    /// Checks that the columns have the types that the catalogue said.
    private func check(_ result: PostgreSQLResult) throws(PostgreSQLError) {
        guard result.columnCount == names.count else {
            throw PostgreSQLError(.changed, "the columns of `\(place)` changed while it was read; try again")
        }
        for (column, expected) in expectedTypes.enumerated() where result.type(ofColumn: column) != expected {
            throw PostgreSQLError(
                .changed, "the type of column `\(names[column])` of `\(place)` changed while it was read; try again")
        }
    }
}
#endif
