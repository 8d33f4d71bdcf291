#if SQLite
import PredicateFormat
import PredicateSQL
import PredicateSQLite

/// Files of SQLite.
struct SQLiteDatabase: RecordDatabase {
    var scheme: SourceAddress.Scheme { .sqlite }

    func openTable(at address: SourceAddress, catchesInterrupt: Bool) throws(CommandFailure) -> any SourceTable {
        try SQLiteRecordTable(file: address.sqliteFile, table: address.tableName)
    }

    func tables(at address: SourceAddress) throws(CommandFailure) -> [ListedTable] {
        try Self.reading(address.sqliteFile) { database, catalogue in
            try catalogue.names.map { name in
                guard let table = catalogue.table(name), table.kind == .table else {
                    return ListedTable(name: name, kind: "view")
                }
                let most = SourceAddress.countedRecords
                let count = try Self.count(table, upTo: most + 1, in: database)
                return ListedTable(
                    name: name, size: count > most ? "more than \(most) records" : Plural.of(count, "record"),
                    columnCount: table.columns.count, primaryKey: table.primaryKey)
            }
        }
    }

    func tableNames(at address: SourceAddress) throws(CommandFailure) -> [String] {
        try Self.reading(address.sqliteFile) { $1.names }
    }

    private static func reading<Result>(
        _ file: String, _ body: (SQLiteConnection, SQLiteCatalogue) throws -> Result
    ) throws(CommandFailure) -> Result {
        try SQLiteRecordTable.opening(file) { database in
            try database.reading { try body(database, SQLiteCatalogue(database)) }
        }
    }

    private static func count(_ table: SQLiteTable, upTo most: Int, in database: SQLiteConnection) throws -> Int {
        let statement = try database.prepare(
            "SELECT count(*) FROM (SELECT 1 FROM \(table.name.quotedSQLName) LIMIT \(most))")
        return try statement.step() ? Int(clamping: statement.integer(0)) : 0
    }
}

extension SourceAddress {
    /// The file of an address of SQLite; empty for others.
    var sqliteFile: String { if case .sqlite(let file, _) = self { file } else { "" } }
}
#endif
