#if SQLite
import GRDB
import PredicateFormat
import PredicateSQL
import PredicateSQLite

extension Database {
    /// Adds the function that conditions of predicates call for what SQL cannot say.
    ///
    /// ```swift
    /// var configuration = Configuration()
    /// configuration.prepareDatabase { try $0.installPredicateFunctions() }
    /// ```
    ///
    /// - Throws: `DatabaseError`.
    public func installPredicateFunctions() throws {
        guard let connection = sqliteConnection else { return }
        do {
            try SQLiteTest.install(in: connection)
        } catch {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: "\(error)")
        }
    }

    /// Where the records of a table are stored, as the database declares it: columns, and the objects and lists that
    /// foreign keys give. `player.team_id` that refers to `team` gives each player an object `team`, and each team a
    /// list `player`.
    ///
    /// - Throws: `DatabaseError`, also if there is no such table.
    public func predicateMapping(of table: String) throws -> SQLMapping {
        guard let connection = sqliteConnection else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the connection is closed")
        }
        do {
            let catalogue = try SQLiteCatalogue(
                PredicateSQLite.SQLiteConnection(borrowing: connection), including: table)
            guard let table = catalogue.table(table) else {
                throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no such table: \(table)")
            }
            return catalogue.mapping(of: table)
        } catch let failure as SQLiteFailure {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: failure.message)
        }
    }
}
#endif
