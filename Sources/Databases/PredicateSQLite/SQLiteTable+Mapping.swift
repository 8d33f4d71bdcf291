#if SQLite
import PredicateFormat
import PredicatePlatform
import PredicateSQL

extension SQLiteColumn {
    /// The column for the translation of predicates.
    ///
    /// A column of numbers without a kind (`NUMERIC`, `DECIMAL`) keeps integers among doubles, which SQL would divide
    /// as integers. No comparison of it is translated.
    func mapped(isStrict: Bool) -> SQLColumn {
        let type: SQLColumnType =
            switch form {
            case .any, .json: .other
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

    /// Whether SQLite makes texts of the numbers that are stored in the column. `STRING` is no name for texts there.
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
