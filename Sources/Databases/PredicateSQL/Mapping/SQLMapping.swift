import PredicateCore

/// Where the records of a schema are stored: the table of the records, and the tables that links reach.
///
/// ```swift
/// let mapping = SQLMapping(
///     root: "Player",
///     tables: [
///         "Player": SQLTable("player", fields: [
///             "score": .column(SQLColumn("score", .integer)),
///             "team": .toOne(SQLLink(to: "Team", on: [("team_id", "id")])),
///         ]),
///         "Team": SQLTable("team", fields: ["name": .column(SQLColumn("name", .text, isNullable: false))]),
///     ])
/// ```
public struct SQLMapping: Hashable, Sendable {
    /// The key in `tables` of the table of the records.
    public var root: String
    /// The tables by the keys that links use. The names of the schema's record types are good keys.
    public var tables: [String: SQLTable]
    /// Whether the database stores text in UTF-8. In a file of SQLite in UTF-16 strings have another order.
    public var isUTF8: Bool

    /// A mapping of the tables by their keys. Links may refer to one another in circles.
    public init(root: String, tables: [String: SQLTable], isUTF8: Bool = true) {
        self.root = root
        self.tables = tables
        self.isUTF8 = isUTF8
    }

    /// The table of the records; nil if `root` is not a key of `tables`.
    public var rootTable: SQLTable? { tables[root] }
}

/// A table or a view.
public struct SQLTable: Hashable, Sendable {
    /// The schema of the database that the table is in, without quotes; nil for the default.
    public var schema: String?
    /// The name, without quotes.
    public var name: String
    /// The fields of the schema's record type by their names. A field that is not here is evaluated by the program.
    public var fields: [String: SQLField]
    /// The columns of the primary key, which order the records; empty if they have no order.
    public var primaryKey: [String]

    /// A table.
    public init(_ name: String, schema: String? = nil, fields: [String: SQLField], primaryKey: [String] = []) {
        self.schema = schema
        self.name = name
        self.fields = fields
        self.primaryKey = primaryKey
    }
}

/// Where the value of a field is stored.
public enum SQLField: Hashable, Sendable {
    /// In a column of the table.
    case column(SQLColumn)
    /// An object: the row that the link reaches, or nil.
    case toOne(SQLLink)
    /// A list of objects: the rows that the link reaches. Without such rows it is empty, never nil (D15).
    case toMany(SQLLink)
    /// A list of values: a column of the rows that the link reaches.
    case list(SQLLink, SQLColumn)
}

/// A step from a row to rows of another table, or of the same one.
public struct SQLLink: Hashable, Sendable {
    /// A column of the row, and the column of the other table that has the same value.
    public struct Pair: Hashable, Sendable {
        /// The column of the row that the link starts from.
        public var from: String
        /// The column of the table that the link reaches.
        public var to: String
        /// A pair of columns.
        public init(_ from: String, _ to: String) {
            self.from = from
            self.to = to
        }
    }

    /// The key in `SQLMapping.tables` of the table that the link reaches.
    public var table: String
    /// The columns that must be equal; at least one pair. The columns that a to-one link reaches are a unique key of
    /// their table.
    public var pairs: [Pair]
    /// Whether a to-one link may reach no row: a column is NULL, or no row has its value. False only if the database
    /// guarantees it.
    public var isNullable: Bool
    /// The column of the reached table that orders a list; nil if the list has no order.
    public var order: String?

    /// A link over pairs of columns.
    public init(to table: String, on pairs: [(String, String)], isNullable: Bool = true, order: String? = nil) {
        self.table = table
        self.pairs = pairs.map { Pair($0.0, $0.1) }
        self.isNullable = isNullable
        self.order = order
    }
}

extension SQLMapping {
    /// The types of the records that the mapping stores, for checking predicates. A field that the mapping lacks is
    /// unknown.
    public var recordSchema: RecordSchema {
        let types = tables.keys.sorted().compactMap { key in
            tables[key].map { table in
                RecordType(
                    key,
                    fields: table.fields.keys.sorted().compactMap { name in
                        table.fields[name].map { RecordField(name, $0.valueType) }
                    })
            }
        }
        return RecordSchema(root: root, types: types)
    }
}

extension SQLField {
    /// The type of the field's values.
    fileprivate var valueType: ValueType {
        switch self {
        case .column(let column): column.isNullable ? column.type.valueType.orNil : column.type.valueType
        case .toOne(let link): link.isNullable ? .optional(.object(link.table)) : .object(link.table)
        case .toMany(let link): .list(.object(link.table))
        case .list(_, let column): .list(column.isNullable ? column.type.valueType.orNil : column.type.valueType)
        }
    }
}

extension SQLColumnType {
    /// The type of the values, never optional.
    package var valueType: ValueType {
        switch self {
        case .boolean: .boolean
        case .integer: .integer
        case .real, .singlePrecision: .double
        case .decimal: .decimal
        case .text, .textOfValue: .string
        case .date: .date
        case .uuid: .uuid
        case .blob: .data
        case .array(let element): .list(element.valueType.orNil)
        case .structure, .binaryJSON, .other: .any
        }
    }
}
