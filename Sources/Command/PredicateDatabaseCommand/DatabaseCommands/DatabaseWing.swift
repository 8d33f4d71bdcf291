#if SQLite || PostgreSQL
extension CommandWing {
    /// Tables of a kind of databases: `import`, `sql`, and addresses of `--from`.
    static func tables(of database: any RecordDatabase) -> CommandWing {
        CommandWing(
            part: .databases, commands: { [ImportCommand.self, SQLCommand.self] },
            provide: {
                SourceAddress.databases.withLock { $0.append(database) }
                SparkColumns.translator.withLock { $0 = SparkSQL() }
                ReplSession.tableOpener.withLock { $0 = ReplDatabaseOpener() }
            })
    }
}
#endif
