#if SQLite
import PredicateFormat
import PredicateRecords
import PredicateSQLite

/// Writes records into new tables of an SQLite file, in one transaction.
struct SQLiteImport {
    private let file: String
    private let layout: ImportLayout
    private let connection: SQLiteConnection
    /// Whether the file was made for the import.
    private let isNew: Bool

    /// The names of the tables of a file; none if it does not exist.
    static func tableNames(in file: String) throws(CommandFailure) -> [String] {
        guard FileKind(path: file) == .file else { return [] }
        do throws(SQLiteFailure) {
            return try SQLiteCatalogue(SQLiteConnection(reading: file)).names
        } catch {
            throw CommandFailure(error, reading: file)
        }
    }

    init(_ layout: ImportLayout, into file: String) throws(CommandFailure) {
        self.file = file
        self.layout = layout
        let kind = FileKind(path: file)
        if kind == .folder { throw CommandFailure(.noInput, "error: cannot open \(file): it is a folder") }
        isNew = kind != .file
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(writing: file)
        } catch {
            throw CommandFailure(error, writing: file)
        }
    }

    /// Makes the tables, writes what a function gives, and makes the indexes. After a failure the file is as before.
    ///
    /// - Parameters:
    ///   - indexes: the columns to index.
    ///   - records: calls its argument with each record and its number.
    func run(
        indexes: [String], _ records: ((PredicateValue, Int) throws -> Void) throws -> Void
    ) throws {
        do {
            try connection.execute("BEGIN IMMEDIATE")
            for table in layout.sqliteTables { try connection.execute(table) }
            try write(records)
            for index in indexes { try connection.execute(layout.index(of: index)) }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            if isNew { FileKind.remove(file) }
            if let failure = error as? SQLiteFailure { throw CommandFailure(failure, writing: file) }
            throw error
        }
    }

    private func write(_ records: ((PredicateValue, Int) throws -> Void) throws -> Void) throws {
        let rows = try insertion(
            into: layout.name, count: layout.columns.count + (layout.number == nil ? 0 : 1))
        let children = try layout.children.map { try insertion(into: $0.name, count: $0.columns.count + 2) }
        try records { record, number in
            try insert(try layout.row(of: record, number: number), rows)
            for row in try layout.children(of: record, number: number) { try insert(row.row, children[row.child]) }
        }
    }

    private func insertion(into table: String, count: Int) throws -> SQLiteStatement {
        let places = Array(repeating: "?", count: count).joined(separator: ", ")
        return try connection.prepare("INSERT INTO \(table.quotedSQLName) VALUES (\(places))")
    }

    private func insert(_ values: [PredicateValue], _ statement: SQLiteStatement) throws {
        try statement.bind(values)
        do throws(SQLiteFailure) {
            _ = try statement.step()
        } catch {
            statement.reset()
            guard error.kind == .constraint else { throw error }
            throw ImportLayout.Misfit(message: error.message)
        }
        statement.reset()
    }
}

extension CommandFailure {
    /// The failure to write a database.
    init(_ failure: SQLiteFailure, writing file: String) {
        switch failure.kind {
        case .isReadOnly: self.init(.inputOutput, "error: cannot write \(file): \(failure.message)")
        case .isFull: self.init(.inputOutput, "error: cannot write \(file): the disk is full; nothing was imported")
        case .notADatabase, .isLocked, .cannotOpen, .interrupted: self.init(failure, reading: file)
        case .constraint, .other: self.init(.inputOutput, "error: cannot write \(file): \(failure.message)")
        }
    }
}
#endif
