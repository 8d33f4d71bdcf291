#if SQLite
import GRDB
import PredicateFormat
import PredicateSQL
import PredicateSQLite

/// A predicate as a condition of GRDB, for `filter` and wherever GRDB takes an expression.
public struct PredicateCondition: Sendable {
    /// The condition with its arguments.
    public let sql: SQL
    /// The table whose rows it takes.
    public let table: String
    /// The canonical text of the predicate.
    public let predicateFormat: String
    /// The part of the predicate for which SQL calls our function; nil if it calls none.
    public let partOfFunction: String?
}

extension PredicateCondition: CustomStringConvertible {
    /// The table and the predicate: `player: score > 10`.
    public var description: String { "\(table): \(predicateFormat)" }
}

extension PredicateCondition: SQLSpecificExpressible {
    /// The condition as an expression.
    public var sqlExpression: SQLExpression { sql.sqlExpression }
    /// Whether a row satisfies the condition, as a result column.
    public var sqlSelection: SQLSelection { sql.sqlSelection }
    /// Whether a row satisfies the condition, as a key of an order.
    public var sqlOrdering: SQLOrdering { sql.sqlOrdering }
}

extension TableRecord {
    /// The records that match a predicate.
    ///
    /// Fetching throws `RequestError.missingFunction` if the condition needs our function and the connection
    /// lacks it.
    public static func filter(_ condition: PredicateCondition) -> QueryInterfaceRequest<Self> {
        all().filter(condition)
    }
}

extension FilteredRequest {
    /// The request for the rows that match a predicate.
    ///
    /// Fetching throws `RequestError.missingFunction` if the condition needs our function and the connection
    /// lacks it.
    public func filter(_ condition: PredicateCondition) -> Self {
        filterWhenConnected { database in
            if let part = condition.partOfFunction, !database.hasPredicateFunctions {
                throw RequestError.missingFunction(part: part)
            }
            return condition.sql
        }
    }
}

extension Database {
    /// Whether `installPredicateFunctions` was called for the connection.
    var hasPredicateFunctions: Bool {
        // SQLite finds functions when it prepares a statement.
        (try? cachedStatement(sql: "SELECT \(SQLiteTest.name)(0)")) != nil
    }
}

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
    /// - Throws: `DatabaseError`, including if there is no such table.
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
