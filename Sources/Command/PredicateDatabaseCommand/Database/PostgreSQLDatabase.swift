#if PostgreSQL
import PredicateFormat
import PredicatePostgreSQL

/// Databases of PostgreSQL's servers.
struct PostgreSQLDatabase: RecordDatabase {
    var scheme: SourceAddress.Scheme { .postgresql }

    func openTable(at address: SourceAddress, catchesInterrupt: Bool) throws(CommandFailure) -> any SourceTable {
        try PostgreSQLRecordTable(
            url: address.postgreSQLURL, table: address.tableName, catchesInterrupt: catchesInterrupt)
    }

    func tables(at address: SourceAddress) throws(CommandFailure) -> [ListedTable] {
        do throws(PostgreSQLError) {
            return try PostgreSQLConnection(address.postgreSQLURL).listedTables().map { table in
                ListedTable(
                    name: table.name, kind: Self.word(table.kind),
                    size: table.kind == .view
                        ? nil : table.estimatedCount.map { "about " + Plural.of($0, "record") },
                    columnCount: table.columnCount, primaryKey: table.primaryKey)
            }
        } catch {
            throw CommandFailure(error)
        }
    }

    func tableNames(at address: SourceAddress) throws(CommandFailure) -> [String] {
        do throws(PostgreSQLError) {
            return try PostgreSQLConnection(address.postgreSQLURL).tableNames()
        } catch {
            throw CommandFailure(error)
        }
    }

    private static func word(_ kind: PostgreSQLRelation.Kind) -> String? {
        switch kind {
        case .table, .partitionedTable: nil
        case .view: "view"
        case .materialisedView: "materialised view"
        case .foreignTable: "foreign table"
        }
    }
}

extension SourceAddress {
    /// The URL of an address of PostgreSQL; empty for others, and for libpq's own defaults.
    var postgreSQLURL: String { if case .postgresql(let url, _) = self { url } else { "" } }
}
#endif
