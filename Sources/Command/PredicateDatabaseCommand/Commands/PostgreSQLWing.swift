#if PostgreSQL
extension CommandWing {
    /// Tables in databases of PostgreSQL's servers.
    public static let postgreSQL = CommandWing.tables(of: PostgreSQLDatabase())
}
#endif
