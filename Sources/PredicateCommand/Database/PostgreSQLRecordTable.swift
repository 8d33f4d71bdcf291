#if PostgreSQL
import PredicateFormat
import PredicatePostgreSQL
import PredicateRecords

/// A table of a PostgreSQL server.
struct PostgreSQLRecordTable: DatabaseTable {
    private let connection: PostgreSQLConnection
    let table: PostgreSQLTable

    /// Connects, and reads what the server knows of a table.
    ///
    /// - Throws: `CommandFailure` if the server or the table cannot be used.
    init(url: String, table name: String) throws(CommandFailure) {
        do {
            connection = try PostgreSQLConnection(url)
            guard !name.isEmpty else {
                throw TableNames.missing(
                    "", in: "the database `\(connection.database)`", try connection.tableNames(),
                    form: "postgresql://HOST/DB#TABLE")
            }
            table = try connection.table(name)
        } catch let error as PostgreSQLError {
            throw CommandFailure(error)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.internalError, "error: \(error)")
        }
    }

    var name: String { "\(connection.database)#\(table.relation.displayName)" }
    var schema: RecordSchema { table.schema }
    var columns: [String] { table.columns.map(\.name) }
    var orderRemark: String? { table.orderRemark }

    func read(_ reading: TableReading, _ body: (TableRow) throws -> Bool) throws {
        let fields = reading.values.map { PostgreSQLFields($0) }
        let text = reading.needsText ? TableText(columns: columns) : nil
        do {
            // Ctrl-C ends the query on the server, too, which would otherwise go on without a reader.
            try connection.cancellation.onInterrupt {
                try table.reading(fields ?? .none, on: connection) {
                    let rows = try table.rows(
                        of: nil, fields: fields, needsColumns: reading.needsText, on: connection)
                    while let row = try rows.next() {
                        let bytes = text?.text { RecordWriter.write(row.columns[$0], to: &$1) } ?? []
                        let value = reading.values == nil ? PredicateValue.null : .object(row.object)
                        guard try body(TableRow(text: bytes, value: value)) else { return }
                    }
                }
            }
        } catch let error as PostgreSQLError {
            throw CommandFailure(error)
        }
    }
}

extension PostgreSQLFields {
    /// The fields that an evaluation reads.
    init(_ tree: FieldTree) {
        self = tree.isWhole ? .allColumns : .none
        for field in tree.fields { self[field.name] = PostgreSQLFields(field.tree) }
    }
}

extension CommandFailure {
    /// The failure of a server.
    init(_ error: PostgreSQLError) {
        let status: ExitStatus =
            switch error.kind {
            case .usage: .usage
            case .connection, .authentication, .missingDatabase, .missingTable, .permission: .noInput
            case .value: .data
            case .cancelled: .interrupted
            case .timeout, .connectionLost, .changed, .diskFull, .server: .inputOutput
            }
        self.init(status, "error: \(error.message)")
    }
}
#endif
