#if SQLite
import GRDBSQLite
import PredicateCore
import PredicateSQL

/// The tables of an SQLite database, with what the database knows of them.
package struct SQLiteCatalogue: Sendable {
    /// The names of all tables, views and virtual tables, in alphabetic order.
    package let names: [String]
    /// The ordinary tables, and the table that was asked for.
    package let tables: [SQLiteTable]
    /// Whether the database stores text in UTF-8.
    package let isUTF8: Bool

    /// Reads the catalogue of a database.
    ///
    /// - Parameters:
    ///   - connection: the connection, inside a read.
    ///   - name: a view or a virtual table that is wanted too. Others are not examined: a broken view, or a module
    ///     that is not loaded, must not matter to other tables.
    /// - Throws: `SQLiteFailure`.
    package init(_ connection: SQLiteConnection, including name: String? = nil) throws(SQLiteFailure) {
        let encoding = try connection.prepare("PRAGMA encoding")
        isUTF8 = try encoding.step() ? encoding.text(0) == "UTF-8" : true
        let list = try connection.prepare(
            """
            SELECT name, type, wr, strict FROM pragma_table_list
            WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            ORDER BY name
            """)
        var names: [String] = []
        var tables: [SQLiteTable] = []
        let reader = try TableReader(connection)
        while try list.step() {
            guard let table = list.text(0) else { continue }
            names.append(table)
            let kind = SQLiteTable.Kind(rawValue: list.text(1) ?? "") ?? .table
            guard kind == .table || table == name else { continue }
            tables.append(
                try reader.table(table, kind, isStrict: list.integer(3) != 0, withoutRowID: list.integer(2) != 0))
        }
        // Names of tables in foreign keys may be spelled in other cases, and their columns left out.
        for index in tables.indices {
            tables[index].foreignKeys = tables[index].foreignKeys.compactMap { key in
                guard let target = tables.first(where: { Self.areSame($0.name, key.table.table) }) else { return nil }
                let referenced = key.referenced.isEmpty ? target.primaryKey : key.referenced
                let columns = referenced.compactMap { name in
                    target.columns.first { Self.areSame($0.name, name) }?.name
                }
                guard !columns.isEmpty, columns.count == key.columns.count, target.isUnique(columns) else { return nil }
                return SQLForeignKey(key.columns, references: SQLTableName(target.name), columns)
            }
        }
        self.names = names
        self.tables = tables
    }

    /// The table of a name. SQLite ignores the case of ASCII letters in names.
    package func table(_ name: String) -> SQLiteTable? {
        tables.first { sameCodePoints($0.name, name) } ?? tables.first { Self.areSame($0.name, name) }
    }

    /// The catalogue in the form that all databases share.
    package var shared: SQLCatalogue { SQLCatalogue(tables: tables.map(\.catalogued)) }

    private static func areSame(_ a: String, _ b: String) -> Bool {
        a.utf8.elementsEqual(b.utf8) || a.utf8.map(lowercased).elementsEqual(b.utf8.map(lowercased))
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

/// Reads what a database knows of a table.
private struct TableReader {
    private let connection: SQLiteConnection
    private let columns: SQLiteStatement
    private let keys: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        self.connection = connection
        columns = try connection.prepare(
            #"SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid"#)
        keys = try connection.prepare(
            #"SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq"#)
    }

    func table(
        _ name: String, _ kind: SQLiteTable.Kind, isStrict: Bool, withoutRowID: Bool
    ) throws(SQLiteFailure) -> SQLiteTable {
        columns.reset()
        try columns.bind([.string(name)])
        var rows: [(name: String, type: String, isNotNull: Bool, key: Int64)] = []
        while try columns.step() {
            rows.append(
                (columns.text(0) ?? "", columns.text(1) ?? "", columns.integer(2) != 0, columns.integer(3)))
        }
        let primaryKey = rows.filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
        let hasRowID = kind == .table && !withoutRowID
        var found: [SQLiteColumn] = []
        for row in rows {
            let isRowID = hasRowID && primaryKey == [row.name] && row.type.uppercased() == "INTEGER"
            var form = SQLiteColumnForm(declaredType: row.type)
            if form == .date { form = try dateForm(of: row.name, in: name) }
            found.append(
                SQLiteColumn(
                    name: row.name, declaredType: row.type, form: form,
                    isNullable: !(row.isNotNull || isRowID || (row.key > 0 && withoutRowID)), isRowID: isRowID,
                    collation: kind == .table ? collation(of: row.name, in: name) : "BINARY"))
        }
        let own = Set(found.map { $0.name.lowercased() })
        return SQLiteTable(
            name: name, kind: kind, isStrict: isStrict,
            rowID: hasRowID ? ["_rowid_", "rowid", "oid"].first { !own.contains($0) } : nil, columns: found,
            primaryKey: primaryKey, uniqueKeys: kind == .table ? try uniqueKeys(of: name) : [],
            foreignKeys: kind == .table ? try foreignKeys(of: name) : [])
    }

    /// The form of a column that is declared as a date: numbers if its first values are numbers, because programs count
    /// seconds, milliseconds or days from different days.
    private func dateForm(of column: String, in table: String) throws(SQLiteFailure) -> SQLiteColumnForm {
        let (column, table) = (column.quotedSQLName, table.quotedSQLName)
        let statement = try connection.prepare(
            "SELECT typeof(v) FROM (SELECT \(column) AS v FROM \(table) LIMIT 100) WHERE v IS NOT NULL LIMIT 1")
        guard try statement.step() else { return .date }
        return switch statement.text(0) {
        case "integer": .integer
        case "real": .real
        default: .date
        }
    }

    private func collation(of column: String, in table: String) -> String {
        var name: UnsafePointer<CChar>?
        let code = sqlite3_table_column_metadata(connection.handle, "main", table, column, nil, &name, nil, nil, nil)
        guard code == SQLITE_OK, let name else { return "BINARY" }
        return String(cString: name).uppercased()
    }

    /// The columns of unique indexes over whole columns of all rows.
    private func uniqueKeys(of table: String) throws(SQLiteFailure) -> [[String]] {
        let statement = try connection.prepare(
            """
            SELECT i.seq, x.name FROM pragma_index_list(?) AS i, pragma_index_info(i.name) AS x
            WHERE i."unique" = 1 AND i.partial = 0 ORDER BY i.seq, x.seqno
            """)
        try statement.bind([.string(table)])
        var keys: [Int64: [String?]] = [:]
        while try statement.step() { keys[statement.integer(0), default: []].append(statement.text(1)) }
        return keys.values.compactMap { columns in
            let names = columns.compactMap { $0 }
            return names.count == columns.count ? names : nil
        }
    }

    private func foreignKeys(of table: String) throws(SQLiteFailure) -> [SQLForeignKey] {
        keys.reset()
        try keys.bind([.string(table)])
        var found: [SQLForeignKey] = []
        var last: Int64?
        while try keys.step() {
            let id = keys.integer(0)
            if id != last { found.append(SQLForeignKey([], references: SQLTableName(keys.text(1) ?? ""), [])) }
            last = id
            found[found.count - 1].columns.append(keys.text(2) ?? "")
            // Without a column, the key refers to the primary key.
            if let to = keys.text(3) { found[found.count - 1].referenced.append(to) }
        }
        return found
    }
}
#endif
