import PredicateCore

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

    /// The table with a name; nil if there is none.
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

    /// The column with a name; nil if there is none.
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

/// A field that a foreign key gives a table: an object, or a list of objects.
package struct SQLCatalogueLink: Hashable, Sendable {
    /// The name of the field.
    package var name: String
    /// The table of the object or objects.
    package var table: SQLTableName
    /// Whether it is a list.
    package var isToMany: Bool
    /// The columns of the table that has the field, in the order of `targetColumns`.
    package var columns: [String]
    /// The columns of the other table that are equal to them.
    package var targetColumns: [String]
    /// Whether the object may be missing. A list is empty instead, never nil (D15).
    package var isNullable: Bool
}

extension SQLCatalogue {
    /// The fields that foreign keys give a table, in the order of the keys: objects first, then lists.
    ///
    /// An object is named as its column without `_id` or `Id` (`team_id` gives `team`), or else as the table that is
    /// referred to; if that name is taken, as the column with `_` and the table. A list is named as the table that
    /// refers; if that name is taken, or several of its keys refer, as `TABLE_COLUMN`. A link that finds no free name
    /// is left out.
    package func links(of name: SQLTableName) -> [SQLCatalogueLink] {
        guard let table = table(name) else { return [] }
        var taken = Set(table.columns.map { ExactName($0.name) })
        var links: [SQLCatalogueLink] = []
        func add(_ names: [String], _ make: (String) -> SQLCatalogueLink) {
            guard let name = names.first(where: { !$0.isEmpty && !taken.contains(ExactName($0)) }) else { return }
            taken.insert(ExactName(name))
            links.append(make(name))
        }
        for key in table.foreignKeys where self.table(key.table) != nil {
            let column = key.columns.joined(separator: "_")
            let names = [Self.objectName(of: column), key.table.table, column + "_" + key.table.table]
            add(names.compactMap { $0 }) { name in
                SQLCatalogueLink(
                    name: name, table: key.table, isToMany: false, columns: key.columns,
                    targetColumns: key.referenced,
                    // A key is not checked by every database, so the object may be missing even if no column is NULL.
                    isNullable: true)
            }
        }
        for other in tables {
            let keys = other.foreignKeys.filter { $0.table == name }
            for key in keys {
                let long = other.name.table + "_" + key.columns.joined(separator: "_")
                add(keys.count == 1 ? [other.name.table, long] : [long]) { name in
                    SQLCatalogueLink(
                        name: name, table: other.name, isToMany: true, columns: key.referenced,
                        targetColumns: key.columns, isNullable: false)
                }
            }
        }
        return links
    }

    /// The name of the object that a column refers to: without `_id`, `_ID` or `Id` at the end; nil if it has no such
    /// end.
    static func objectName(of column: String) -> String? {
        for ending in ["_id", "_ID", "Id", "ID"] where column.utf8.count > ending.utf8.count {
            guard column.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { continue }
            return String(decoding: column.utf8.dropLast(ending.utf8.count), as: UTF8.self)
        }
        return nil
    }

    /// The types of the records of a table, and of all tables that links reach from it; nil if there is no such table.
    ///
    /// The types are declared: a table does not hold other columns, so an unknown name is an error.
    public func schema(of name: SQLTableName) -> RecordSchema? {
        guard table(name) != nil else { return nil }
        var types: [RecordType] = []
        var names: [SQLTableName: String] = [:]
        var waiting = [name]
        names[name] = typeName(of: name)
        while let next = waiting.popLast() {
            guard let table = table(next) else { continue }
            var fields = table.columns.map { RecordField($0.name, $0.fieldType) }
            for link in links(of: next) {
                if names[link.table] == nil {
                    names[link.table] = typeName(of: link.table)
                    waiting.append(link.table)
                }
                let object = ValueType.object(typeName(of: link.table))
                fields.append(RecordField(link.name, link.isToMany ? .list(object) : .optional(object)))
            }
            types.append(RecordType(typeName(of: next), fields: fields))
        }
        return RecordSchema(root: typeName(of: name), types: types)
    }

    /// The name of a table's record type: with its schema only if another table has the same name.
    private func typeName(of name: SQLTableName) -> String {
        tables.contains { $0.name != name && sameCodePoints($0.name.table, name.table) }
            ? name.description : name.table
    }
}
