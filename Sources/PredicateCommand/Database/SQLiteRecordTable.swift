#if SQLite
import PredicateFormat
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
        do {
            let database = try Self.open(file)
            // `main` is the only schema of a file.
            let plain = name.startsExactly(with: "main.") ? String(name.dropFirst(5)) : name
            let catalogue = try database.reading {
                let catalogue = try SQLiteCatalogue(database)
                let exact = catalogue.names.first { sameCodePoints($0, name) } ?? catalogue.names.nearestOfCase(plain)
                return exact.map { catalogue.table($0) == nil } == true
                    ? try SQLiteCatalogue(database, including: exact) : catalogue
            }
            self.database = database
            self.catalogue = catalogue
            guard let table = catalogue.table(name) ?? catalogue.table(plain) else {
                throw Self.missing(plain, in: file, catalogue.names)
            }
            guard let schema = catalogue.shared.schema(of: SQLTableName(table.name)) else {
                throw Self.missing(plain, in: file, catalogue.names)
            }
            self.table = table
            self.schema = schema
        } catch let failure as CommandFailure {
            throw failure
        } catch let failure as SQLiteFailure {
            throw CommandFailure(failure, reading: file)
        } catch {
            throw CommandFailure(.inputOutput, "error: cannot read \(file): \(error)")
        }
    }

    private static func open(_ file: String) throws -> SQLiteConnection {
        // SQLite says nothing more than that it cannot open the file.
        let reason: String? =
            switch FileKind(path: file) {
            case .missing(let reason): reason
            case .folder: "it is a folder"
            case .file: nil
            }
        if let reason { throw CommandFailure(.noInput, "error: cannot open \(file): \(reason)") }
        return try SQLiteConnection(reading: file)
    }

    private static func missing(_ name: String, in file: String, _ names: [String]) -> CommandFailure {
        TableNames.missing(name, in: file, names, form: "sqlite:\(file)#TABLE")
    }

    var name: String { "\(file)#\(table.name)" }
    var columns: [String] { table.columns.map(\.name) }

    var orderRemark: String? {
        guard table.order.isEmpty else { return nil }
        return "the rows of \(table.kind == .view ? "the view " : "")`\(table.name)` have no order of their own"
    }

    func read(_ reading: TableReading, _ body: (TableRow) throws -> Bool) throws {
        do {
            try database.reading {
                let rows = SQLiteRows(table, reading)
                try database.forEachRow(rows.sql) { statement in
                    try body(rows.row(statement))
                }
            }
        } catch let failure as SQLiteFailure {
            throw CommandFailure(failure, reading: file)
        }
    }
}

/// Reads the rows of a table: the columns that are wanted, as JSON, as values, or both.
private struct SQLiteRows {
    private let columns: [SQLiteColumn]
    private let text: TableText?
    /// The indices of the columns whose values are wanted.
    private let wanted: [Int]
    private let givesValues: Bool
    let sql: String

    init(_ table: SQLiteTable, _ reading: TableReading) {
        let columns = table.columns.filter { reading.needsText || reading.values?.reads($0.name) == true }
        self.columns = columns
        text = reading.needsText ? TableText(columns: columns.map(\.name)) : nil
        wanted = columns.indices.filter { reading.values?.reads(columns[$0].name) == true }
        givesValues = reading.values != nil
        let list = columns.isEmpty ? "1" : columns.map { $0.name.quotedSQLName }.joined(separator: ", ")
        let order = table.order.isEmpty ? "" : " ORDER BY " + table.order.map(\.quotedSQLName).joined(separator: ", ")
        sql = "SELECT \(list) FROM \(table.name.quotedSQLName)\(order)"
    }

    func row(_ statement: OpaquePointer) -> TableRow {
        TableRow(
            text: text?.text { Self.append(SQLiteCell(statement, Int32($0)), columns[$0].form, to: &$1) } ?? [],
            value: givesValues ? .object(object(statement)) : .null)
    }

    private func object(_ statement: OpaquePointer) -> PredicateObject {
        PredicateObject(
            wanted.map { index in
                (
                    columns[index].name,
                    SQLiteCell(statement, Int32(index)).value(columns[index].form) { Self.json($0) }
                )
            })
    }

    private static func json(_ bytes: UnsafeBufferPointer<UInt8>) -> PredicateValue? {
        var reader = JSONReader()
        return try? reader.read(bytes)
    }

    /// Appends a cell as JSON.
    private static func append(_ cell: SQLiteCell, _ form: SQLiteColumnForm, to bytes: inout [UInt8]) {
        switch cell {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .integer(let number):
            if form == .boolean, number == 0 || number == 1 {
                bytes.append(contentsOf: (number == 1 ? "true" : "false").utf8)
            } else {
                TableText.append(number, to: &bytes)
            }
        case .real(let number): TableText.append(number, to: &bytes)
        case .text(let text):
            switch form {
            case .date where PredicateDate.parseRFC3339(utf8: text) == nil, .uuid, .json:
                RecordWriter.write(cell.value(form) { json($0) }, to: &bytes)
            default: TableText.append(text: text, to: &bytes)
            }
        case .blob: RecordWriter.write(cell.value(form) { json($0) }, to: &bytes)
        }
    }
}

extension CommandFailure {
    /// The failure to read a database.
    init(_ failure: SQLiteFailure, reading file: String) {
        switch failure.kind {
        case .cannotOpen: self.init(.noInput, "error: cannot open \(file): \(failure.message)")
        case .notADatabase:
            self.init(.data, "error: \(file) is not a database of SQLite, or it is encrypted")
        case .isLocked: self.init(.inputOutput, "error: \(file) is locked by another program")
        case .interrupted: self.init(.inputOutput, "error: reading \(file) was interrupted")
        default: self.init(.inputOutput, "error: cannot read \(file): \(failure.message)")
        }
    }
}
#endif
