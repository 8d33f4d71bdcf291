import PredicateFormat

/// What a database knows of its tables: columns with their types, primary keys and foreign keys.
///
/// ```swift
/// let catalogue = SQLCatalogue(tables: [team, player])
/// catalogue.schema(of: player.name)      // the types of a player, for checking predicates
/// ```
///
/// A foreign key is a field on both sides: `player.team_id` that refers to `team` gives each player an object `team`,
/// and each team a list `player`. `SQLCatalogue.links(of:)` has the rules for their names.
public struct SQLCatalogue: Hashable, Sendable {
    /// The tables, in the order of the database.
    public var tables: [SQLCatalogueTable]

    /// A catalogue of tables.
    public init(tables: [SQLCatalogueTable]) { self.tables = tables }

    /// The table of a name; nil if there is none.
    public func table(_ name: SQLTableName) -> SQLCatalogueTable? { tables.first { $0.name == name } }
}

/// The name of a table, with its schema where the database has schemas.
public struct SQLTableName: Hashable, Sendable, CustomStringConvertible {
    /// The schema, such as `public`; nil for the one that the connection looks in.
    public var schema: String?
    /// The table's own name.
    public var table: String

    /// A name with a schema, or without.
    public init(_ table: String, schema: String? = nil) {
        self.schema = schema
        self.table = table
    }

    /// `schema.table`, or `table`.
    public var description: String { schema.map { $0 + "." + table } ?? table }
}

/// A table with its columns and keys.
public struct SQLCatalogueTable: Hashable, Sendable {
    /// The name.
    public var name: SQLTableName
    /// The columns that have values, in their order.
    public var columns: [SQLCatalogueColumn]
    /// The columns of the primary key, in its order; empty without one.
    public var primaryKey: [String]
    /// The foreign keys of the table.
    public var foreignKeys: [SQLForeignKey]

    /// A table.
    public init(
        _ name: SQLTableName, columns: [SQLCatalogueColumn], primaryKey: [String] = [],
        foreignKeys: [SQLForeignKey] = []
    ) {
        self.name = name
        self.columns = columns
        self.primaryKey = primaryKey
        self.foreignKeys = foreignKeys
    }

    /// The column of a name; nil if there is none.
    public func column(_ name: String) -> SQLCatalogueColumn? { columns.first { sameCodePoints($0.name, name) } }
}

/// A column of a table.
public struct SQLCatalogueColumn: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The type of its values, never optional.
    public var type: ValueType
    /// Whether it may be NULL.
    public var isNullable: Bool

    /// A column.
    public init(_ name: String, _ type: ValueType, isNullable: Bool = true) {
        self.name = name
        self.type = type
        self.isNullable = isNullable
    }

    /// The type of the field.
    var fieldType: ValueType { isNullable ? type.orNil : type }
}

/// A foreign key: columns of its table that refer to columns of another, or of the same.
public struct SQLForeignKey: Hashable, Sendable {
    /// The columns that refer.
    public var columns: [String]
    /// The table that is referred to.
    public var table: SQLTableName
    /// The columns that are referred to, in the order of `columns`.
    public var referenced: [String]

    /// A foreign key.
    public init(_ columns: [String], references table: SQLTableName, _ referenced: [String]) {
        self.columns = columns
        self.table = table
        self.referenced = referenced
    }
}
