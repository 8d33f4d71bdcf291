#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicatePlatform
import PredicateRecords
import PredicateSQL

/// A table of a database whose records conditions of SQL choose.
protocol DatabaseTable: SourceTable {
    /// The columns in their order: the fields of a record that is written.
    var columns: [String] { get }
    /// Why records come in no certain order; nil if they come in the order of the primary key or of the rows.
    var orderRemark: String? { get }
    /// Where the records are stored; nil if predicates are not translated.
    var mapping: SQLMapping? { get }
    /// The dialect of the database.
    var dialect: SQLDialect { get }
    /// What the database has declared of a column of one of the tables of the mapping; nil if it has no such column.
    func declaration(of column: String, in table: String) -> ColumnDeclaration?
    /// The number of rows that satisfy the condition of a plan.
    func count(_ plan: SQLPlan, now: Date) throws -> Int
    /// What the database says of its way to the rows of a statement, line by line.
    func steps(of statement: SQLStatement, now: Date) throws -> [String]
    /// Whether a statement gives a row.
    func hasRow(_ statement: SQLStatement, now: Date) throws -> Bool
    /// Visits the groups of a plan in their order, each with the values of its columns; false ends the reading.
    func forEachGroup(of plan: SQLQueryPlan, now: Date, _ body: ([PredicateValue]) throws -> Bool) throws

    /// Visits records in their order. All of them, and the objects and lists of foreign keys, are read from one state
    /// of the database.
    ///
    /// - Parameters:
    ///   - reading: which records are wanted, and what of them.
    ///   - body: takes a record; false ends the reading.
    /// - Throws: `CommandFailure`, and what `body` throws.
    func read(_ reading: TableReading, _ body: (TableRow) throws -> Bool) throws

    /// Runs several reads that see one state of the database.
    ///
    /// - Parameter fields: the fields that are read, which say which tables are read.
    func inOneState<Result>(_ fields: SQLFieldTree, _ body: () throws -> Result) throws -> Result
    /// Whether the rows are stored as they are. Those of a view are made when they are asked for.
    var isStored: Bool { get }
    /// The number of rows, or a limit if there are more.
    func count(upTo limit: Int) throws -> Int
    /// What tells the table from a later state of it with other columns or keys, or from another table in its place.
    ///
    /// - Throws: `CommandFailure` if the table cannot be found any more.
    func version() throws -> TableVersion
    /// Ends what runs with a failure. It may be called from any thread, while the table exists.
    var cancel: @Sendable () -> Void { get }
    /// Ends the connection, so that what runs ends with a failure even if a server does not answer. Nil if there is no
    /// server, so that `cancel` never waits. It may be called from any thread, while the table exists.
    var abandon: (@Sendable () -> Void)? { get }
}

extension DatabaseTable {
    func filter(_ request: FilterRequest, in environment: CommandEnvironment) throws -> Int {
        try TableRun(request, over: self, in: environment).run()
    }

    func plan(of predicate: CheckedPredicate, _ query: CheckedQuery?) -> (any SourcePlan)? {
        PlanText(predicate, query, self)
    }
}

extension SourceAddress {
    /// Opens the table of an address, to ask it in SQL.
    ///
    /// - Parameter catchesInterrupt: whether Ctrl-C cancels a read of a server.
    /// - Throws: `CommandFailure` if it cannot be opened, or if this build lacks the database.
    func openDatabaseTable(catchesInterrupt: Bool = true) throws(CommandFailure) -> any DatabaseTable {
        let opened = try database().openTable(at: self, catchesInterrupt: catchesInterrupt)
        guard let table = opened as? any DatabaseTable else {
            throw CommandFailure(.internalError, "error: \(opened.name) is not a table of SQL")
        }
        return table
    }
}

/// A state of the columns and keys of a table.
struct TableVersion: Hashable, Sendable {
    /// The file of the database; nil if a server has it.
    var file: FileIdentity?
    /// What the database says of its tables, in any form.
    var text: String
}

extension SQLStatement {
    /// The values of the parameters at the instant of `now()` of a run.
    func bound(now: Date) throws(CommandFailure) -> [SQLValue] {
        try SQLBindingError.translating(try values(now: now)) {
            CommandFailure(.data, "error: \($0)")
        }
    }
}

/// Which records of a table are read, and what of them.
struct TableReading {
    /// The columns of a record's text.
    enum Written: Equatable {
        case none
        case all
        case named(Set<ExactName>)

        func contains(_ column: String) -> Bool {
            switch self {
            case .none: false
            case .all: true
            case .named(let names): names.contains(ExactName(column))
            }
        }
    }

    /// The plan whose condition the rows satisfy; nil for all rows.
    var plan: SQLPlan?
    /// The instant of `now()`.
    var now = Date()
    /// The order and the number of the records, as `SQLQueryPlan.ending`; nil for all of them in their own order.
    var ending: SQLStatement?
    /// The fields whose values are wanted; nil if no values are.
    var values: SQLFieldTree?
    /// The columns that are wanted as JSON text.
    var written = Written.all
}

/// A record of a table.
struct TableRow {
    /// The record as an object of JSON: its columns, and nothing of other tables. Empty if no text was wanted.
    var text: [UInt8]
    /// The record with the wanted fields; null if no values were wanted.
    var value: PredicateValue
}

extension RecordSchema {
    /// The schema of the records as they are written: only some of the fields of the root.
    func restricted(to columns: [String]) -> RecordSchema {
        guard case .object(let name) = root.unwrapped, var type = types[name] else { return self }
        let names = Set(columns.map { ExactName($0) })
        type.fields = type.fields.filter { names.contains(ExactName($0.name)) }
        var schema = self
        // Other types may refer to the type of the root, with all of its fields.
        let own = name + " "
        type.name = own
        schema.types[own] = type
        schema.root = .object(own)
        return schema
    }
}
#endif
