import PredicateFormat
import PredicateRecords

/// A table of a database, opened for `--from`.
protocol SourceTable {
    /// The name for messages: `players.sqlite#player`.
    var name: String { get }
    /// The types of the records: the columns, and the objects and lists that foreign keys give.
    var schema: RecordSchema { get }

    /// Writes the records that match a request, and returns how many there are.
    func filter(_ request: FilterRequest, in environment: CommandEnvironment) throws -> Int
    /// What the database is asked for a predicate and a query; nil if predicates are not translated.
    func plan(of predicate: CheckedPredicate, _ query: CheckedQuery?) -> (any SourcePlan)?
}

/// What a database is asked, and what is evaluated here.
protocol SourcePlan {
    /// Lines for people, with a line feed at the end.
    func text() throws -> String
    /// The member `plan` of the JSON of an explanation.
    var member: JSONNode.Member { get }
}

/// A table as a list of tables shows it.
struct ListedTable: Hashable {
    /// The name, as an address has it.
    var name: String
    /// What it is if it is not an ordinary table: `view`.
    var kind: String?
    /// The number of records in words; nil if it is not known without reading the table.
    var size: String?
    /// The number of columns; nil if it is not known.
    var columnCount: Int?
    /// The columns of the primary key.
    var primaryKey: [String] = []
}

/// A kind of databases whose tables hold records. The wing Databases registers those of a build.
protocol RecordDatabase: Sendable {
    /// The scheme of its addresses.
    var scheme: SourceAddress.Scheme { get }

    /// Opens the table of an address.
    ///
    /// - Parameter catchesInterrupt: whether Ctrl-C cancels a read of a server.
    func openTable(at address: SourceAddress, catchesInterrupt: Bool) throws(CommandFailure) -> any SourceTable
    /// The tables of the database of an address, in alphabetic order.
    func tables(at address: SourceAddress) throws(CommandFailure) -> [ListedTable]
    /// Their names.
    func tableNames(at address: SourceAddress) throws(CommandFailure) -> [String]
}

extension SourceAddress {
    /// The databases that this build can read.
    static let databases = Locked<[any RecordDatabase]>([])

    /// Records are counted up to this number.
    static let countedRecords = 100_000

    /// The database of the address.
    ///
    /// - Throws: the failure that this build lacks it, or that there is none for a path of Spark.
    func database() throws(CommandFailure) -> any RecordDatabase {
        if let known = Self.databases.withLock({ $0 }).first(where: { $0.scheme == scheme }) { return known }
        let trait: String
        switch scheme {
        case .sqlite: trait = "SQLite"
        case .postgresql: trait = "PostgreSQL"
        case .spark: throw CommandFailure(.usage, "error: a path of Spark is not a table of a database")
        }
        throw CommandFailure(
            .usage,
            "error: this build cannot read `\(scheme.rawValue):` (the trait \(trait) is off); `make` builds all of it")
    }

    /// Opens the table of an address of a database.
    ///
    /// - Throws: `CommandFailure` if it cannot be opened, or if this build lacks the database.
    func openTable() throws(CommandFailure) -> any SourceTable {
        try database().openTable(at: self, catchesInterrupt: true)
    }

    /// The tables of the database of an address, in alphabetic order. The table of the address is ignored.
    ///
    /// - Throws: `CommandFailure` if the database cannot be read.
    func listTables() throws(CommandFailure) -> [ListedTable] {
        if scheme == .spark {
            throw CommandFailure(
                .usage, "error: a cluster of Spark has no list of tables here; only `predicate filter` reads it")
        }
        return try database().tables(at: self)
    }

    /// The names of the tables of the database of an address; none for one that this build lacks.
    ///
    /// - Throws: `CommandFailure` if the database cannot be read.
    func tableNames() throws(CommandFailure) -> [String] {
        guard let database = try? database() else { return [] }
        return try database.tableNames(at: self)
    }
}
