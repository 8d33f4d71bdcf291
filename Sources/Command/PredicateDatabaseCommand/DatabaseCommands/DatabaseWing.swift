#if Command && (SQLite || PostgreSQL)
extension CommandWing {
    /// Tables of a kind of databases: `import`, `sql`, and addresses of `--from`.
    static func tables(of database: any RecordDatabase) -> CommandWing {
        CommandWing(
            part: .databases, commands: { [ImportCommand.self, SQLCommand.self] },
            provide: {
                SourceAddress.databases.withLock { $0.append(database) }
                SparkColumns.translator.withLock {
                    $0 = SparkColumns.Translator(
                        condition: { SparkCondition($0, over: $1, now: $2).text },
                        explanation: { PlanText.text($0, over: $1, of: $2) })
                }
                ReplSession.openTable.withLock {
                    $0 = { try ReplDatabaseSet($0, file: $1.file, name: $1.name, in: $2) }
                }
            })
    }
}
#endif
