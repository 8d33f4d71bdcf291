import PredicateFormat

#if SQLite
import PredicateSQL
import PredicateSQLite
#endif
#if PostgreSQL
import PredicatePostgreSQL
#endif

/// A table as a list of tables shows it.
struct ListedTable: Hashable {
    /// The name, as an address has it.
    var name: String
    /// What it is if it is no ordinary table: `view`.
    var kind: String?
    /// The number of records in words; nil if it is not known without reading the table.
    var size: String?
    /// The number of columns; nil if it is not known.
    var columnCount: Int?
    /// The columns of the primary key.
    var primaryKey: [String] = []
}

extension SourceAddress {
    /// Records are counted up to this number.
    static let countedRecords = 100_000

    /// The tables of the database of an address, in alphabetic order. The table of the address is ignored.
    ///
    /// - Throws: `CommandFailure` if the database cannot be read.
    func listTables() throws(CommandFailure) -> [ListedTable] {
        switch self {
        case .sqlite(let file, _):
            #if SQLite
            return try Self.reading(file) { database, catalogue in
                try catalogue.names.map { name in
                    guard let table = catalogue.table(name), table.kind == .table else {
                        return ListedTable(name: name, kind: "view")
                    }
                    let count = try Self.count(table, in: database)
                    return ListedTable(
                        name: name,
                        size: count > Self.countedRecords
                            ? "more than \(Self.countedRecords) records" : Plural.of(count, "record"),
                        columnCount: table.columns.count, primaryKey: table.primaryKey)
                }
            }
            #else
            _ = file
            throw CommandFailure(lacking: "SQLite", for: self)
            #endif
        case .postgresql(let url, _):
            #if PostgreSQL
            do throws(PostgreSQLError) {
                return try PostgreSQLConnection(url).listedTables().map { table in
                    ListedTable(
                        name: table.name, kind: Self.word(table.kind),
                        size: table.kind == .view
                            ? nil : table.estimatedCount.map { "about " + Plural.of($0, "record") },
                        columnCount: table.columnCount, primaryKey: table.primaryKey)
                }
            } catch {
                throw CommandFailure(error)
            }
            #else
            _ = url
            throw CommandFailure(lacking: "PostgreSQL", for: self)
            #endif
        case .spark:
            throw CommandFailure(
                .usage, "error: a cluster of Spark has no list of tables here; only `predicate filter` reads it")
        }
    }

    /// The names of the tables of the database of an address.
    ///
    /// - Throws: `CommandFailure` if the database cannot be read.
    func tableNames() throws(CommandFailure) -> [String] {
        switch self {
        #if SQLite
        case .sqlite(let file, _): return try Self.reading(file) { $1.names }
        #endif
        #if PostgreSQL
        case .postgresql(let url, _):
            do throws(PostgreSQLError) {
                return try PostgreSQLConnection(url).tableNames()
            } catch {
                throw CommandFailure(error)
            }
        #endif
        default: return []
        }
    }

    #if SQLite
    private static func reading<Result>(
        _ file: String, _ body: (SQLiteConnection, SQLiteCatalogue) throws -> Result
    ) throws(CommandFailure) -> Result {
        try SQLiteRecordTable.opening(file) { database in
            try database.reading { try body(database, SQLiteCatalogue(database)) }
        }
    }

    private static func count(_ table: SQLiteTable, in database: SQLiteConnection) throws -> Int {
        let statement = try database.prepare(
            "SELECT count(*) FROM (SELECT 1 FROM \(table.name.quotedSQLName) LIMIT \(countedRecords + 1))")
        return try statement.step() ? Int(clamping: statement.integer(0)) : 0
    }
    #endif

    #if PostgreSQL
    private static func word(_ kind: PostgreSQLRelation.Kind) -> String? {
        switch kind {
        case .table, .partitionedTable: nil
        case .view: "view"
        case .materialisedView: "materialised view"
        case .foreignTable: "foreign table"
        }
    }
    #endif
}
