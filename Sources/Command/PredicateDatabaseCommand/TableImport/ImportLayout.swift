#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// The tables that records are imported into: a table of the records, and one for each list of objects.
///
/// A column keeps the value of a field: numbers, strings and booleans in columns of their types, everything nested as
/// JSON. A row of a list of objects has the key of its record and its position in the list.
struct ImportLayout {
    /// The type of a column.
    enum ColumnType: String {
        case integer = "INTEGER"
        case real = "REAL"
        /// The digits of a number, which SQLite would round in a column of numbers.
        case decimal = "DECIMAL TEXT"
        case text = "TEXT"
        case boolean = "BOOLEAN"
        case date = "DATETIME"
        case uuid = "UUID"
        /// Strings, because SQLite would round such numbers.
        case json = "JSON TEXT"

        /// The type for the values of a field.
        init(_ type: ValueType) {
            switch type.unwrapped {
            case .boolean: self = .boolean
            case .integer: self = .integer
            case .double: self = .real
            case .decimal: self = .decimal
            case .string, .url, .data: self = .text
            case .dateTime, .date: self = .date
            case .uuid: self = .uuid
            case .enumeration(let enumeration): self = ColumnType(enumeration.base)
            case .any, .null, .object, .list, .set, .dictionary, .optional: self = .json
            }
        }

        /// Whether a STRICT table of SQLite has the type.
        var isStrict: Bool { self == .integer || self == .real || self == .text }

        /// A value for the column; nil if it does not fit. Nested values become JSON.
        func stored(_ value: PredicateValue) -> PredicateValue? {
            switch (self, value) {
            case (_, .null): return .null
            case (.json, _): return .string(RecordWriter.json(value))
            case (.integer, .integer), (.real, .double), (.text, .string), (.date, .string), (.uuid, .string):
                return value
            case (.boolean, .boolean), (.decimal, .integer), (.decimal, .decimal): return value
            case (.real, .integer), (.real, .decimal): return ExactNumber(value).map { .double($0.asDouble) }
            case (.date, .date(let date)): return .string(PredicateDate.format(date))
            default: return nil
            }
        }
    }

    /// A column of the value of a field.
    struct Column {
        var name: String
        var type: ColumnType
        var isNullable: Bool
        /// The key that the values are of; nil if they refer to nothing.
        var reference: ImportReference?
    }

    /// A table of the elements of a list.
    struct Child {
        /// The field of the list.
        var field: String
        var name: String
        /// The column with the key of the record.
        var owner: String
        /// The column with the place in the list, from 0.
        var position: String
        var columns: [Column]
    }

    /// The name of the table of the records.
    var name: String
    var columns: [Column]
    /// The field that is the primary key; nil without one.
    var key: String?
    /// A column that numbers the records, because the tables of lists refer to them; nil if they need none.
    var number: String?
    var children: [Child]

    /// The tables for records of a schema.
    ///
    /// - Parameters:
    ///   - schema: the types of the records, whose root is a record type.
    ///   - name: the table of the records.
    ///   - key: the field that is the primary key.
    ///   - references: the columns that refer to other tables.
    ///   - keepsLists: whether lists of objects stay columns of JSON.
    ///   - taken: the names of tables that exist.
    ///   - losesNames: whether the records have names that no field keeps.
    /// - Throws: `CommandFailure` if the records have no fields, or no field that is the key.
    init(
        _ schema: RecordSchema, table name: String, key: String?, references: [ImportReference] = [], keepsLists: Bool,
        taken: [String], losesNames: Bool = false
    ) throws(CommandFailure) {
        guard let type = schema.recordType(of: schema.root), !type.fields.isEmpty else {
            throw CommandFailure(.data, "error: the records have no fields, so there are no columns")
        }
        self.name = name
        var columns: [Column] = []
        var lists: [(field: String, type: RecordType)] = []
        for field in type.fields {
            if !keepsLists, let element = field.type.element, let type = schema.recordType(of: element),
                !element.isOptional, !type.fields.isEmpty, type.additional == nil, !field.type.isOptional
            {
                lists.append((field.name, type))
            } else {
                columns.append(
                    Column(name: field.name, type: ColumnType(field.type), isNullable: field.type.isOptional))
            }
        }
        if type.additional != nil {
            throw CommandFailure(
                .data, "error: the records may have other fields than those of the schema, which have no columns")
        }
        if let key {
            guard let index = columns.firstIndex(where: { sameCodePoints($0.name, key) }) else {
                let other = losesNames ? "; with --name-field \(key) it holds the key of each record" : ""
                throw CommandFailure(
                    .usage,
                    "error: --key `\(key)` is not a field of the records"
                        + columns.map(\.name).hint(for: key, or: other))
            }
            guard !columns[index].isNullable, columns[index].type != .json else {
                throw CommandFailure(.data, "error: --key `\(key)` is missing from some records, or is not one value")
            }
        }
        for reference in references { try Self.add(reference, to: &columns) }
        self.key = key
        self.columns = columns
        let names = columns.map(\.name)
        let number = key == nil && !lists.isEmpty ? Self.free("record", names) : nil
        self.number = number
        var tables = taken + [name]
        children = lists.map { list in
            let table = Self.isFree(list.field, tables) ? list.field : Self.free(name + "_" + list.field, tables)
            tables.append(table)
            let own = list.type.fields.map(\.name)
            let owner = Self.free(name + "_" + (key ?? number ?? "record"), own)
            return Child(
                field: list.field, name: table, owner: owner, position: Self.free("position", own + [owner]),
                columns: list.type.fields.map {
                    Column(name: $0.name, type: ColumnType($0.type), isNullable: $0.type.isOptional)
                })
        }
    }

    private static func add(_ reference: ImportReference, to columns: inout [Column]) throws(CommandFailure) {
        guard let index = columns.firstIndex(where: { sameCodePoints($0.name, reference.field) }) else {
            let hint = columns.map(\.name).hint(for: reference.field)
            throw CommandFailure(
                .usage, "error: --references `\(reference.field)` is not a field of the records\(hint)")
        }
        guard columns[index].type != .json else {
            throw CommandFailure(.data, "error: --references `\(reference.field)` is not one value")
        }
        columns[index].reference = reference
    }

    /// What is wrong with a record whose reference names no row; nil if no column is a reference.
    var brokenReference: String? {
        let references = columns.compactMap(\.reference)
        guard let first = references.first else { return nil }
        if references.count == 1 { return "`\(first.field)` names no row of `\(first.table)`" }
        return "one of `\(references.map(\.field).joined(separator: "`, `"))` names no row of its table"
    }

    /// The part of a column's definition that makes it a reference.
    func reference(_ column: Column) -> String {
        guard let reference = column.reference else { return "" }
        let text = " REFERENCES \(reference.table.quotedSQLName) (\(reference.key.quotedSQLName))"
        // A record may refer to a later one of the same table.
        return sameCodePoints(reference.table, name) ? text + " DEFERRABLE INITIALLY DEFERRED" : text
    }

    /// The type of the key that tables of lists refer to.
    private var keyType: ColumnType { columns.first { $0.name == key }?.type ?? .integer }

    /// A name that is not taken. Databases ignore the case of letters in names.
    private static func free(_ name: String, _ taken: [String]) -> String {
        var name = name
        while !isFree(name, taken) { name += "_" }
        return name
    }

    private static func isFree(_ name: String, _ taken: [String]) -> Bool { taken.nearestOfCase(name) == nil }

    // MARK: SQL

    /// The names of the tables: that of the records, then those of the lists.
    var tableNames: [String] { [name] + children.map(\.name) }

    /// The names of the columns of each table, in the order of its rows.
    var columnNames: [[String]] {
        [(number.map { [$0] } ?? []) + columns.map(\.name)]
            + children.map { [$0.owner, $0.position] + $0.columns.map(\.name) }
    }

    /// The statements that make the tables.
    ///
    /// - Parameters:
    ///   - typeName: the name of a type in the database.
    ///   - mayBeStrict: whether a table is STRICT if its types allow that.
    func tables(_ typeName: (ColumnType) -> String, mayBeStrict: Bool = false) -> [String] {
        func definition(_ column: Column, isKey: Bool = false) -> String {
            column.name.quotedSQLName + " " + typeName(column.type) + (column.isNullable ? "" : " NOT NULL")
                + (isKey ? " PRIMARY KEY" : "") + reference(column)
        }
        func table(_ name: String, _ definitions: [String], _ columns: [Column], _ key: ColumnType) -> String {
            let isStrict = mayBeStrict && key.isStrict && columns.allSatisfy(\.type.isStrict)
            return "CREATE TABLE \(name.quotedSQLName) (\n  " + definitions.joined(separator: ",\n  ") + "\n)"
                + (isStrict ? " STRICT" : "")
        }
        let integer = typeName(.integer)
        let numbers = number.map { ["\($0.quotedSQLName) \(integer) PRIMARY KEY"] } ?? []
        let records = table(
            name, numbers + columns.map { definition($0, isKey: $0.name == key) }, columns, .integer)
        let target = "\(name.quotedSQLName) (\((key ?? number ?? "").quotedSQLName))"
        return [records]
            + children.map { child in
                let (owner, position) = (child.owner.quotedSQLName, child.position.quotedSQLName)
                let own = [
                    "\(owner) \(typeName(keyType)) NOT NULL REFERENCES \(target)", "\(position) \(integer) NOT NULL",
                ]
                let definitions = own + child.columns.map { definition($0) } + ["PRIMARY KEY (\(owner), \(position))"]
                return table(child.name, definitions, child.columns, keyType)
            }
    }

    /// The statement that indexes a column of the records.
    func index(of column: String) -> String {
        "CREATE INDEX \((name + "_" + column).quotedSQLName) ON \(name.quotedSQLName) (\(column.quotedSQLName))"
    }

    // MARK: Rows

    /// Where a value does not fit its column.
    struct Misfit: Error {
        /// A sentence without a full stop.
        var message: String

        /// The failure of the import at a record.
        func failure(at raw: RawRecord) -> CommandFailure {
            CommandFailure(
                .data,
                "error: \(raw.file ?? "standard input"), line \(raw.line), offset \(raw.offset): \(message); nothing was imported"
            )
        }
    }

    /// The row of a record: the values of its columns, after its number if it has one.
    ///
    /// - Parameter number: the number of the record, from 1.
    func row(of record: PredicateValue, number count: Int) throws(Misfit) -> [PredicateValue] {
        let values = try Self.values(of: record, columns, in: nil)
        return number == nil ? values : [PredicateValue.integer(Int64(count))] + values
    }

    /// The rows of the lists of a record, by the index of their table.
    func children(of record: PredicateValue, number count: Int) throws(Misfit) -> [(child: Int, row: [PredicateValue])]
    {
        guard !children.isEmpty, case .object(let object) = record else { return [] }
        let owner = key.map { object.value(forKey: $0) } ?? .integer(Int64(count))
        var rows: [(child: Int, row: [PredicateValue])] = []
        for (index, child) in children.enumerated() {
            guard case .list(let elements) = object.value(forKey: child.field) else {
                if case .null = object.value(forKey: child.field) { continue }
                throw Misfit(message: "`\(child.field)` is not a list")
            }
            for (place, element) in elements.enumerated() {
                let values = try Self.values(of: element, child.columns, in: child.field)
                rows.append((index, [owner, PredicateValue.integer(Int64(place))] + values))
            }
        }
        return rows
    }

    private static func values(
        of record: PredicateValue, _ columns: [Column], in list: String?
    ) throws(Misfit) -> [PredicateValue] {
        guard case .object(let object) = record else {
            throw Misfit(message: (list.map { "an element of `\($0)`" } ?? "the record") + " is not an object")
        }
        var values: [PredicateValue] = []
        values.reserveCapacity(columns.count)
        for column in columns {
            let value = object.value(forKey: column.name)
            let place = (list.map { $0 + "." } ?? "") + column.name
            guard let stored = column.type.stored(value) else {
                throw Misfit(message: "`\(place)` does not fit its column, which is \(column.type.rawValue)")
            }
            if case .null = stored, !column.isNullable { throw Misfit(message: "`\(place)` is missing") }
            values.append(stored)
        }
        return values
    }
}
#endif
