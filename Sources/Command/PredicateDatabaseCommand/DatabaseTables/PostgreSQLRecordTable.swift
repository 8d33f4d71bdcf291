#if Command && PostgreSQL
import PredicateFormat
import PredicatePlatform
import PredicatePostgreSQL
import PredicateRecords
import PredicateSQL

/// A table of a PostgreSQL server.
struct PostgreSQLRecordTable: DatabaseTable {
    private let connection: PostgreSQLConnection
    let table: PostgreSQLTable
    private let state = State()
    /// Whether Ctrl-C cancels a read. Otherwise `cancel` does.
    private let catchesInterrupt: Bool

    /// Whether reads see the state of a transaction that has begun.
    private final class State {
        var isReading = false
    }

    /// Connects, and reads what the server knows of a table.
    ///
    /// - Throws: `CommandFailure` if the server or the table cannot be used.
    init(url: String, table name: String, catchesInterrupt: Bool = true) throws(CommandFailure) {
        self.catchesInterrupt = catchesInterrupt
        let connection = try PostgreSQLError.translating(try PostgreSQLConnection(url)) { CommandFailure($0) }
        guard !name.isEmpty else {
            let names = try PostgreSQLError.translating(try connection.tableNames()) { CommandFailure($0) }
            throw TableNames.missing(
                "", in: "the database `\(connection.database)`", names, form: "postgresql://HOST/DB#TABLE")
        }
        self.connection = connection
        table = try PostgreSQLError.translating(try connection.table(name)) { CommandFailure($0) }
    }

    var name: String { "\(connection.database)#\(table.relation.displayName)" }
    var schema: RecordSchema { table.schema }
    var columns: [String] { table.columns.map(\.name) }
    var orderRemark: String? { table.orderRemark }

    var mapping: SQLMapping? { table.mapping }
    var dialect: SQLDialect { .postgresql }

    func declaration(of column: String, in table: String) -> ColumnDeclaration? {
        guard let relation = self.table.relation(table),
            let found = relation.columns.first(where: { sameCodePoints($0.name, column) })
        else { return nil }
        return ColumnDeclaration(
            type: found.typeName, isNullable: !found.isRequired, primaryKey: relation.primaryKey, cases: found.cases,
            documentation: found.documentation)
    }

    func read(_ reading: TableReading, _ body: (TableRow) throws -> Bool) throws {
        var fields = reading.values
        var names = columns
        if case .named(let written) = reading.written {
            names = columns.filter { reading.written.contains($0) }
            if !written.isEmpty {
                // Few columns are written from the object.
                let paths = names.map { FieldPath([.key($0)]) }
                fields = fields?.union(SQLFieldTree(paths)) ?? SQLFieldTree(paths)
            }
        }
        let text = reading.written == .none ? nil : TableText(columns: names)
        try inOneState(fields ?? .none) {
            let rows = try table.rows(
                of: reading.plan, ending: reading.ending, fields: fields, needsColumns: reading.written == .all,
                now: reading.now, on: connection)
            var size = 0
            while let row = try rows.next() {
                let bytes =
                    text?.text(size: size) { index, bytes in
                        let value = row.columns.isEmpty ? row.object.value(forKey: names[index]) : row.columns[index]
                        TableText.append(value, to: &bytes)
                    } ?? []
                size = bytes.count
                let value = reading.values == nil ? PredicateValue.null : .object(row.object)
                guard try body(TableRow(text: bytes, value: value)) else { return }
            }
        }
    }

    func count(_ plan: SQLPlan, now: Date) throws -> Int {
        try inOneState(.none) { try table.count(of: plan, now: now, on: connection) }
    }

    func steps(of statement: SQLStatement, now: Date) throws -> [String] {
        try inOneState(.none) { try table.explanation(of: statement, now: now, on: connection) }
    }

    func hasRow(_ statement: SQLStatement, now: Date) throws -> Bool {
        try inOneState(.none) {
            let rows = try table.rowCount(of: statement, now: now, on: connection)
            return rows > 0
        }
    }

    func forEachGroup(of plan: SQLQueryPlan, now: Date, _ body: ([PredicateValue]) throws -> Bool) throws {
        try inOneState(.none) { try table.forEachGroup(of: plan, now: now, on: connection, body) }
    }

    var isStored: Bool {
        switch table.relation.kind {
        case .table, .partitionedTable, .materialisedView: true
        case .view, .foreignTable: false
        }
    }

    func count(upTo limit: Int) throws -> Int {
        try inOneState(.none) { try table.count(upTo: limit, on: connection) }
    }

    func version() throws -> TableVersion {
        try PostgreSQLError.translating(TableVersion(text: try table.version(on: connection))) {
            CommandFailure($0)
        }
    }

    var abandon: (@Sendable () -> Void)? {
        let cancellation = connection.cancellation
        return { cancellation.abandon() }
    }

    var cancel: @Sendable () -> Void {
        let cancellation = connection.cancellation
        return { cancellation() }
    }

    /// Asks the server in one state of the database. Ctrl-C ends the query there, too; otherwise it would go on without a reader.
    func inOneState<Result>(_ fields: SQLFieldTree, _ body: () throws -> Result) throws -> Result {
        do {
            if state.isReading { return try body() }
            state.isReading = true
            defer { state.isReading = false }
            guard catchesInterrupt else { return try table.reading(fields, on: connection, body) }
            return try connection.cancellation.onInterrupt { try table.reading(fields, on: connection, body) }
        } catch let error as PostgreSQLError {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// The failure of a server.
    init(_ error: PostgreSQLError) {
        let status: ExitStatus =
            switch error.kind {
            case .usage: .usage
            case .connection, .authentication, .missingDatabase, .missingTable, .permission: .noInput
            case .value: .data
            case .cancelled: .interrupted
            case .timeout, .connectionLost, .changed, .diskFull, .server: .inputOutput
            }
        self.init(status, "error: \(error.message)")
    }
}

/// Databases of PostgreSQL's servers.
struct PostgreSQLDatabase: RecordDatabase {
    var scheme: SourceAddress.Scheme { .postgresql }

    func openTable(at address: SourceAddress, catchesInterrupt: Bool) throws(CommandFailure) -> any SourceTable {
        try PostgreSQLRecordTable(
            url: address.place, table: address.target, catchesInterrupt: catchesInterrupt)
    }

    func tables(at address: SourceAddress) throws(CommandFailure) -> [ListedTable] {
        let tables = try PostgreSQLError.translating(try PostgreSQLConnection(address.place).listedTables()) {
            CommandFailure($0)
        }
        return tables.map { table in
            ListedTable(
                name: table.name, kind: Self.word(table.kind),
                size: table.kind == .view ? nil : table.estimatedCount.map { "about " + Plural.of($0, "record") },
                columnCount: table.columnCount, primaryKey: table.primaryKey)
        }
    }

    func tableNames(at address: SourceAddress) throws(CommandFailure) -> [String] {
        try PostgreSQLError.translating(try PostgreSQLConnection(address.place).tableNames()) {
            CommandFailure($0)
        }
    }

    private static func word(_ kind: PostgreSQLRelation.Kind) -> String? {
        switch kind {
        case .table, .partitionedTable: nil
        case .view: "view"
        case .materialisedView: "materialised view"
        case .foreignTable: "foreign table"
        }
    }
}

extension CommandWing {
    /// Tables in databases of PostgreSQL's servers.
    package static let postgreSQL = CommandWing.tables(of: PostgreSQLDatabase())
}
#endif
