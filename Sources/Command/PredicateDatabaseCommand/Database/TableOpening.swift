import PredicateFormat

extension SourceAddress {
    /// Opens the table of an address of a database.
    ///
    /// - Parameter catchesInterrupt: whether Ctrl-C cancels a read of a server.
    /// - Throws: `CommandFailure` if it cannot be opened, or if this build lacks the database.
    func openTable(catchesInterrupt: Bool = true) throws(CommandFailure) -> any DatabaseTable {
        switch self {
        case .sqlite(let file, let table):
            #if SQLite
            return try SQLiteRecordTable(file: file, table: table)
            #else
            _ = (file, table)
            throw CommandFailure(lacking: "SQLite", for: self)
            #endif
        case .postgresql(let url, let table):
            #if PostgreSQL
            return try PostgreSQLRecordTable(url: url, table: table, catchesInterrupt: catchesInterrupt)
            #else
            _ = (url, table)
            throw CommandFailure(lacking: "PostgreSQL", for: self)
            #endif
        case .spark:
            throw CommandFailure(.usage, "error: a path of Spark is not a table of a database")
        }
    }
}

extension CommandFailure {
    /// The failure for a database that this build cannot read.
    init(lacking trait: String, for address: SourceAddress) {
        self.init(
            .usage,
            "error: this build cannot read `\(address.scheme.rawValue):` (the trait \(trait) is off); `make` builds all of it"
        )
    }
}
