/// A dialect of SQL that a predicate can be translated to.
public enum SQLDialect: String, CaseIterable, Hashable, Sendable {
    /// SQLite 3.35 or later.
    case sqlite
    /// PostgreSQL 13 or later.
    case postgresql
}
