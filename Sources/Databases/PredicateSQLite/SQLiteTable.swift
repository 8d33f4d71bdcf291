#if SQLite
import PredicateCore
import PredicatePlatform
import PredicateSQL

/// A table, a view or a virtual table of an SQLite database.
package struct SQLiteTable: Hashable, Sendable {
    /// What a table is.
    package enum Kind: String, Hashable, Sendable {
        case table
        case view
        case virtual
    }

    /// The name as the database spells it.
    package var name: String
    /// What it is.
    package var kind: Kind
    /// Whether the database guarantees the types of its values (`STRICT`).
    package var isStrict: Bool
    /// A name for the number of a row; nil if rows have no number.
    package var rowID: String?
    /// The columns that have values, in their order.
    package var columns: [SQLiteColumn]
    /// The columns of the primary key, in its order; empty without one.
    package var primaryKey: [String]
    /// The columns of each unique index of all rows.
    package var uniqueKeys: [[String]]
    /// The foreign keys to unique columns.
    package var foreignKeys: [SQLForeignKey]

    /// The columns by which records are in order: the primary key, then the number of a row. Empty if there is
    /// neither.
    package var order: [String] {
        var order = primaryKey
        // The only column of an INTEGER PRIMARY KEY is the number of the row.
        let isNumber = columns.contains { $0.isRowID && primaryKey == [$0.name] }
        if let rowID, !isNumber { order.append(rowID) }
        return order
    }

    /// Whether no two rows have the same values of these columns.
    func isUnique(_ columns: [String]) -> Bool {
        ([primaryKey] + uniqueKeys).contains { !$0.isEmpty && Set($0).isSubset(of: columns) }
    }

    /// What tells the rows of the table apart: their number, or else the primary key; empty if nothing does.
    package var identity: [String] { rowID.map { [$0] } ?? (kind == .table ? primaryKey : []) }

    /// The table for a catalogue.
    var catalogued: SQLCatalogueTable {
        SQLCatalogueTable(
            SQLTableName(name),
            columns: columns.map { SQLCatalogueColumn($0.name, $0.form.type, isNullable: $0.isNullable) },
            primaryKey: primaryKey, foreignKeys: foreignKeys)
    }
}

/// A column of a table.
package struct SQLiteColumn: Hashable, Sendable {
    /// The name as the database spells it.
    package var name: String
    /// The type as it was declared; empty for none.
    package var declaredType: String
    /// How its values are read.
    package var form: SQLiteColumnForm
    /// Whether it may be NULL.
    package var isNullable: Bool
    /// Whether it is the number of the row (`INTEGER PRIMARY KEY`).
    package var isRowID: Bool
    /// The collation, such as `BINARY` or `NOCASE`.
    package var collation: String
}

/// How the values of a column are read, by its declared type.
///
/// A value of another kind is read as it is: text in a column of integers is text (D61).
package enum SQLiteColumnForm: String, Hashable, Sendable {
    /// Nothing is declared, or `ANY`.
    case any
    /// `BOOLEAN`: 0 and 1.
    case boolean
    /// `INTEGER` and everything with `INT`.
    case integer
    /// `REAL`, `FLOAT`, `DOUBLE`, `NUMERIC`, `DECIMAL`.
    case real
    /// `DECIMAL TEXT`: the digits of a number.
    case decimal
    /// `TEXT`, `VARCHAR`, `CLOB`.
    case text
    /// `BLOB`.
    case blob
    /// `DATE`, `DATETIME`, `TIMESTAMP` with text, as GRDB and SQLite's functions write it; UTC unless it names an offset.
    case date
    /// `UUID`: text, or 16 bytes.
    case uuid
    /// `JSON`: text that is JSON.
    case json

    /// The form of a declared type. The order of the tests is SQLite's own for affinities.
    package init(declaredType: String) {
        let type = declaredType.uppercased()
        func has(_ word: String) -> Bool { type.contains(word) }
        self =
            if type.isEmpty || type == "ANY" {
                .any
            } else if has("BOOL") {
                .boolean
            } else if has("UUID") || has("GUID") {
                .uuid
            } else if has("JSON") {
                .json
            } else if has("DATE") || has("TIMESTAMP") {
                .date
            } else if has("DECIMAL"), has("TEXT") {
                .decimal
            } else if has("INT") {
                .integer
            } else if has("CHAR") || has("CLOB") || has("TEXT") || has("STRING") {
                .text
            } else if has("BLOB") || has("BINARY") {
                .blob
            } else {
                .real
            }
    }

    /// The type of the values.
    package var type: ValueType {
        switch self {
        case .any, .json: .any
        case .boolean: .boolean
        case .integer: .integer
        case .real: .double
        case .decimal: .decimal
        case .text: .string
        case .blob: .data
        case .date: .date
        case .uuid: .uuid
        }
    }
}

extension SQLiteColumn {
    /// The column for the translation of predicates.
    ///
    /// A column of numbers without a kind (`NUMERIC`, `DECIMAL`) keeps integers among doubles, which SQL would divide
    /// as integers. No comparison of it is translated.
    func mapped(isStrict: Bool) -> SQLColumn {
        let type: SQLColumnType =
            switch form {
            case .any, .decimal: .other
            case .json: .binaryJSON
            case .boolean: hasTextAffinity ? .other : .boolean
            case .integer: .integer
            case .real: hasRealAffinity ? .real : .other
            case .text: hasTextAffinity ? .text : .other
            case .blob: .blob
            case .date: .date(.text)
            case .uuid: .uuid(.text)
            }
        let isPlain = collation == "BINARY"
        return SQLColumn(
            name, type, isNullable: isNullable, isGuaranteed: isStrict || isRowID, hasPlainEquality: isPlain,
            hasCodePointOrder: isPlain)
    }

    /// Whether SQLite stores numbers in the column as strings. The type `STRING` does not mean strings there.
    private var hasTextAffinity: Bool {
        let type = declaredType.uppercased()
        return ["CHAR", "CLOB", "TEXT"].contains { type.contains($0) }
    }

    /// Whether SQLite makes doubles of the integers that are stored in the column.
    private var hasRealAffinity: Bool {
        let type = declaredType.uppercased()
        return !type.contains("INT") && ["REAL", "FLOA", "DOUB"].contains { type.contains($0) }
    }
}

extension SQLiteCatalogue {
    /// Where the records of a table are stored, and what its links reach. The names of tables are its keys.
    package func mapping(of table: SQLiteTable) -> SQLMapping {
        let shared = shared
        var tables: [String: SQLTable] = [:]
        var waiting = [table]
        while let next = waiting.popLast() {
            guard tables[next.name] == nil else { continue }
            var fields: [String: SQLField] = [:]
            for column in next.columns {
                fields[column.name] = .column(column.mapped(isStrict: next.isStrict && next.kind == .table))
            }
            for link in shared.links(of: SQLTableName(next.name)) {
                let pairs = Array(zip(link.columns, link.targetColumns))
                let target = SQLLink(to: link.table.table, on: pairs, isNullable: link.isNullable)
                fields[link.name] = link.isToMany ? .toMany(target) : .toOne(target)
                if let other = self.table(link.table.table) { waiting.append(other) }
            }
            tables[next.name] = SQLTable(next.name, fields: fields, primaryKey: next.order)
        }
        return SQLMapping(root: table.name, tables: tables, isUTF8: isUTF8)
    }
}

extension SQLiteBinding {
    /// Gives the parameters of a condition their values.
    package static func bind(_ values: [SQLValue], _ statement: SQLiteStatement) throws(SQLiteFailure) {
        for (index, value) in values.enumerated() {
            let place = Int32(clamping: index + 1)
            let predicateValue: PredicateValue =
                switch value {
                case .null, .array: .null
                case .boolean(let flag): .boolean(flag)
                case .integer(let integer): .integer(integer)
                case .real(let double): .double(double)
                case .numeric(let text), .text(let text): .string(text)
                case .blob(let bytes): .data(Data(bytes))
                case .timestamp(let microseconds): .integer(microseconds)
                case .uuid(let uuid): .uuid(uuid)
                }
            try statement.bind(predicateValue, at: place)
        }
    }
}
#endif
