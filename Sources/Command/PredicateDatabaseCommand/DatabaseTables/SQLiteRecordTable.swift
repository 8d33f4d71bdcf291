#if Command && SQLite
import PredicateFormat
import PredicatePlatform
import PredicateRecords
import PredicateSQL
import PredicateSQLite

/// A table of an SQLite database.
struct SQLiteRecordTable: DatabaseTable {
    private let file: String
    private let database: SQLiteConnection
    let catalogue: SQLiteCatalogue
    let table: SQLiteTable
    let schema: RecordSchema

    /// Opens a table of a file, which is only read.
    ///
    /// - Throws: `CommandFailure` if the file or the table cannot be used.
    init(file: String, table name: String) throws(CommandFailure) {
        self.file = file
        (database, catalogue, table, schema) = try Self.opening(file) { database in
            // `main` is the only schema of a file.
            let plain = name.startsExactly(with: "main.") ? String(name.dropFirst(5)) : name
            let catalogue = try database.reading {
                let catalogue = try SQLiteCatalogue(database)
                let exact = catalogue.names.first { sameCodePoints($0, name) } ?? catalogue.names.nearestOfCase(plain)
                guard let exact, catalogue.table(exact) == nil else { return catalogue }
                // A view may have no end.
                database.limitSteps()
                return try SQLiteCatalogue(database, including: exact)
            }
            guard let table = catalogue.table(name) ?? catalogue.table(plain),
                let schema = catalogue.shared.schema(of: SQLTableName(table.name))
            else { throw Self.missing(plain, in: file, catalogue.names) }
            return (database, catalogue, table, schema)
        }
    }

    /// Reads a file, with every failure in the words of the command.
    static func opening<Result>(
        _ file: String, _ body: (SQLiteConnection) throws -> Result
    ) throws(CommandFailure) -> Result {
        do {
            return try body(open(file))
        } catch let failure as CommandFailure {
            throw failure
        } catch let failure as SQLiteFailure {
            throw CommandFailure(failure, reading: file)
        } catch {
            throw CommandFailure(.inputOutput, "error: cannot read \(file): \(error)")
        }
    }

    /// Opens a file to be read.
    static func open(_ file: String) throws -> SQLiteConnection {
        // SQLite says nothing more than that it cannot open the file.
        let reason: String? =
            switch FileKind(path: file) {
            case .missing(let reason): reason
            case .other(let kind): "it is " + kind
            case .file: nil
            }
        if let reason { throw CommandFailure(.noInput, "error: \(file): \(reason)") }
        return try SQLiteConnection(reading: file)
    }

    private static func missing(_ name: String, in file: String, _ names: [String]) -> CommandFailure {
        TableNames.missing(name, in: file, names, form: "sqlite:\(file)#TABLE")
    }

    var name: String { "\(file)#\(table.name)" }
    var columns: [String] { table.columns.map(\.name) }

    var orderRemark: String? {
        guard table.order.isEmpty else { return nil }
        return "the rows of \(table.kind == .view ? "the view " : "")`\(table.name)` have no defined order"
    }

    var mapping: SQLMapping? { catalogue.mapping(of: table) }
    var dialect: SQLDialect { .sqlite }

    func declaration(of column: String, in table: String) -> ColumnDeclaration? {
        guard let table = catalogue.table(table),
            let found = table.columns.first(where: { sameCodePoints($0.name, column) })
        else { return nil }
        return ColumnDeclaration(
            type: found.declaredType, isNullable: found.isNullable,
            collation: found.collation == "BINARY" ? nil : found.collation, primaryKey: table.primaryKey,
            uniqueKeys: table.uniqueKeys)
    }

    func read(_ reading: TableReading, _ body: (TableRow) throws -> Bool) throws {
        try inOneState(.none) { try SQLiteRows(database, catalogue).read(table, reading, body) }
    }

    func count(_ plan: SQLPlan, now: Date) throws -> Int {
        try inOneState(.none) {
            let statement = try prepared("", plan.count, now: now)
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }

    func steps(of statement: SQLStatement, now: Date) throws -> [String] {
        try inOneState(.none) {
            let statement = try prepared("EXPLAIN QUERY PLAN ", statement, now: now)
            var steps: [String] = []
            while try statement.step() { steps.append(statement.text(3) ?? "") }
            return steps
        }
    }

    func hasRow(_ statement: SQLStatement, now: Date) throws -> Bool {
        try inOneState(.none) { try prepared("", statement, now: now).step() }
    }

    func forEachGroup(of plan: SQLQueryPlan, now: Date, _ body: ([PredicateValue]) throws -> Bool) throws {
        guard let groups = plan.groups else { return }
        let forms = plan.columns.map { SQLiteColumnForm(result: $0.type) }
        try inOneState(.none) {
            let statement = try prepared("", groups, now: now)
            while try statement.step() {
                let values = forms.enumerated().map { index, form in
                    SQLiteCell(statement.handle, Int32(clamping: index)).value(form) { _ in nil }
                }
                guard try body(values) else { return }
            }
        }
    }

    private func prepared(_ prefix: String, _ statement: SQLStatement, now: Date) throws -> SQLiteStatement {
        let prepared = try database.prepare(prefix + statement.sql)
        try SQLiteBinding.bind(try statement.bound(now: now), prepared)
        return prepared
    }

    var isStored: Bool { table.kind == .table }

    func count(upTo limit: Int) throws -> Int {
        try inOneState(.none) { try SQLiteDatabase.count(table, upTo: limit, in: database) }
    }

    func version() throws -> TableVersion {
        guard let identity = FileIdentity(path: file) else { _ = try Self.open(file); return TableVersion(text: "") }
        return try inOneState(.none) {
            let statement = try database.prepare("PRAGMA schema_version")
            let state = try statement.step() ? "\(statement.integer(0))" : ""
            // A connection does not notice a log that another program makes later.
            return TableVersion(file: identity, text: state + (SQLiteCompanions.hasLog(file) ? " log" : ""))
        }
    }

    var abandon: (@Sendable () -> Void)? { nil }

    var cancel: @Sendable () -> Void {
        let database = HandedOver(database)
        return { database.value.interrupt() }
    }

    func inOneState<Result>(_ fields: SQLFieldTree, _ body: () throws -> Result) throws -> Result {
        do {
            return try database.reading(body)
        } catch let failure as SQLiteFailure {
            throw CommandFailure(failure, reading: file)
        }
    }
}

extension SQLiteColumnForm {
    /// How a column of a statement reads. Its types are those of a dialect without dates and UUIDs.
    fileprivate init(result type: SQLColumnType) {
        switch type {
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .real, .singlePrecision: self = .real
        case .text: self = .text
        case .blob: self = .blob
        default: self = .any
        }
    }
}

extension CommandFailure {
    /// The failure to read a database.
    init(_ failure: SQLiteFailure, reading file: String) {
        let problem = "error: cannot read \(file): "
        switch failure.kind {
        case .cannotOpen:
            if let obstacle = SQLiteCompanions.obstacle(file) {
                self.init(.inputOutput, problem + obstacle)
            } else {
                self.init(.noInput, "error: cannot open \(file): \(failure.message)")
            }
        case .notADatabase:
            self.init(.data, "error: \(file) is not a database of SQLite, or it is encrypted")
        case .isLocked: self.init(.inputOutput, "error: \(file) is locked by another program")
        case .needsRecovery: self.init(.inputOutput, problem + SQLiteCompanions.recovery(of: file))
        case .changed:
            self.init(.inputOutput, problem + "another program wrote the file meanwhile; run the command again")
        case .tooLarge:
            self.init(.data, problem + "a value is too long; the limit is \(SQLiteConnection.valueBytes) bytes")
        case .outOfMemory:
            self.init(
                .inputOutput,
                problem
                    + "SQLite needs more than \(SQLiteConnection.memoryBytes >> 30) GiB of memory, as a long sort does")
        case .endless:
            self.init(
                .inputOutput,
                problem
                    + "a view took \(failure.message); if its rows have an end, store them in a table"
            )
        case .interrupted: self.init(.inputOutput, "error: reading \(file) was interrupted")
        default: self.init(.inputOutput, "error: cannot read \(file): \(failure.message)")
        }
    }
}

/// Files of SQLite.
struct SQLiteDatabase: RecordDatabase {
    var scheme: SourceAddress.Scheme { .sqlite }

    func openTable(at address: SourceAddress, catchesInterrupt: Bool) throws(CommandFailure) -> any SourceTable {
        try SQLiteRecordTable(file: address.place, table: address.target)
    }

    func tables(at address: SourceAddress) throws(CommandFailure) -> [ListedTable] {
        try Self.reading(address.place) { database, catalogue in
            try catalogue.names.map { name in
                guard let table = catalogue.table(name), table.kind == .table else {
                    return ListedTable(name: name, kind: "view")
                }
                let most = SourceAddress.countedRecords
                let count = try Self.count(table, upTo: most + 1, in: database)
                return ListedTable(
                    name: name, size: count > most ? "more than \(most) records" : Plural.of(count, "record"),
                    columnCount: table.columns.count, primaryKey: table.primaryKey)
            }
        }
    }

    func tableNames(at address: SourceAddress) throws(CommandFailure) -> [String] {
        try Self.reading(address.place) { $1.names }
    }

    private static func reading<Result>(
        _ file: String, _ body: (SQLiteConnection, SQLiteCatalogue) throws -> Result
    ) throws(CommandFailure) -> Result {
        try SQLiteRecordTable.opening(file) { database in
            try database.reading { try body(database, SQLiteCatalogue(database)) }
        }
    }

    /// The number of rows of a table, or a limit if there are more.
    static func count(_ table: SQLiteTable, upTo most: Int, in database: SQLiteConnection) throws -> Int {
        let statement = try database.prepare(
            "SELECT count(*) FROM (SELECT 1 FROM \(table.name.quotedSQLName) LIMIT \(most))")
        return try statement.step() ? Int(clamping: statement.integer(0)) : 0
    }
}

extension CommandWing {
    /// Tables in files of SQLite.
    package static let sqlite = CommandWing.tables(of: SQLiteDatabase())
}
#endif
