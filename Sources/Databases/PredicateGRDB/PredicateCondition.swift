#if SQLite
import GRDB
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
    /// The records that a predicate takes.
    ///
    /// Fetching throws `PredicateRequestError.missingFunction` if the condition needs our function and the connection
    /// lacks it.
    public static func filter(_ condition: PredicateCondition) -> QueryInterfaceRequest<Self> {
        all().filter(condition)
    }
}

extension FilteredRequest {
    /// The rows that a predicate takes, too.
    ///
    /// Fetching throws `PredicateRequestError.missingFunction` if the condition needs our function and the connection
    /// lacks it.
    public func filter(_ condition: PredicateCondition) -> Self {
        filterWhenConnected { database in
            if let part = condition.partOfFunction, !database.hasPredicateFunctions {
                throw PredicateRequestError.missingFunction(part: part)
            }
            return condition.sql
        }
    }
}

extension Database {
    /// Whether `installPredicateFunctions` was called for the connection.
    fileprivate var hasPredicateFunctions: Bool {
        // SQLite finds functions when it prepares a statement.
        (try? cachedStatement(sql: "SELECT \(SQLiteTest.name)(0)")) != nil
    }
}
#endif
