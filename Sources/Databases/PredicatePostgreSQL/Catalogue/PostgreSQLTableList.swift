#if PostgreSQL
import PredicateFormat

/// A table as a list of tables shows it.
package struct PostgreSQLListedTable: Hashable, Sendable {
    /// The name as a user writes it, with its schema where the search path does not find it.
    package var name: String
    /// What it is.
    package var kind: PostgreSQLRelation.Kind
    /// The number of columns.
    package var columnCount: Int
    /// The columns of the primary key, in its order; empty without one.
    package var primaryKey: [String]
    /// About how many rows there are, as the server last counted them; nil if it never did.
    package var estimatedCount: Int?
}

extension PostgreSQLConnection {
    /// The tables that `tableNames` names, with what a list shows of them. No table is read.
    ///
    /// - Throws: an error of the server.
    package func listedTables() throws(PostgreSQLError) -> [PostgreSQLListedTable] {
        try PostgreSQLCatalogueReader(connection: self).list()
    }
}

extension PostgreSQLTable {
    /// A text that changes with the columns, the constraints and the names of the table and of those that its links reach.
    ///
    /// - Throws: errors of the server.
    package func version(on connection: PostgreSQLConnection) throws(PostgreSQLError) -> String {
        try PostgreSQLCatalogueReader(connection: connection).version(
            of: Set(tables.values.map(\.relation.identifier)).union([relation.identifier]))
    }
}
#endif
