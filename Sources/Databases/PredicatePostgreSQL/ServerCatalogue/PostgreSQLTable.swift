#if PostgreSQL
import PredicateCore
import PredicateSQL

/// A table of a server as a source of records: what predicates check against, and how they become SQL.
///
///     let table = try connection.table("player")
///     let predicate = try CheckedPredicate("score > 10 AND team.name BEGINSWITH 'r'", schema: table.schema)
///     let names = try table.records(matching: predicate, on: connection).map { $0.value(forKey: "name") }
public struct PostgreSQLTable: Sendable {
    /// The table as the server describes it.
    package let relation: PostgreSQLRelation
    /// The types of the records: the columns, an object for each foreign key, and a list for each that refers to the table.
    public let schema: RecordSchema
    /// Where the fields of the records are stored.
    public let mapping: SQLMapping
    /// The table, and those that links reach, with their links.
    let tables: [String: LinkedTable]

    /// A table with its links by their names.
    struct LinkedTable: Sendable {
        var relation: PostgreSQLRelation
        var links: [SQLCatalogueLink]
    }

    /// A table of a catalogue.
    package init(_ catalogue: PostgreSQLCatalogue) {
        relation = catalogue.root
        let shared = catalogue.shared
        let root = PostgreSQLCatalogue.name(of: catalogue.root)
        schema = shared.schema(of: root) ?? RecordSchema(root: .any)
        var tables: [String: LinkedTable] = [:]
        var mapped: [String: SQLTable] = [:]
        for relation in catalogue.relations.values {
            let name = PostgreSQLCatalogue.name(of: relation)
            let links = shared.links(of: name)
            tables[name.description] = LinkedTable(relation: relation, links: links)
            mapped[name.description] = Self.mapped(relation, links)
        }
        self.tables = tables
        mapping = SQLMapping(root: root.description, tables: mapped)
    }

    private static func mapped(_ relation: PostgreSQLRelation, _ links: [SQLCatalogueLink])
        -> SQLTable
    {
        var fields: [String: SQLField] = [:]
        for column in relation.columns { fields[column.name] = .column(column.mapped) }
        for link in links {
            let target = SQLLink(
                to: link.table.description, on: Array(zip(link.columns, link.targetColumns)),
                isNullable: link.isNullable)
            fields[link.name] = link.isToMany ? .toMany(target) : .toOne(target)
        }
        return SQLTable(
            relation.name, schema: relation.schema, fields: fields, primaryKey: relation.primaryKey)
    }

    /// A table of the mapping as the server describes it.
    package func relation(_ key: String) -> PostgreSQLRelation? { tables[key]?.relation }

    /// The columns in their order: the fields of a record without its links.
    package var columns: [PostgreSQLColumn] { relation.columns }

    /// Why the rows have no defined order; nil if they come in the order of the primary key.
    package var orderRemark: String? {
        guard relation.primaryKey.isEmpty else { return nil }
        return switch relation.kind {
        case .view, .materialisedView:
            "the rows of the view `\(relation.displayName)` have no defined order"
        default:
            "the rows of `\(relation.displayName)` have no defined order, because it has no primary key"
        }
    }
}

extension PostgreSQLConnection {
    /// A table, view, materialised view, foreign table or partitioned table by its name, as it is stored: `player`,
    /// `sales.player`.
    ///
    /// - Throws: kind `missingTable`, with a suggestion, and errors of the server.
    public func table(_ name: String) throws(PostgreSQLError) -> PostgreSQLTable {
        PostgreSQLTable(try PostgreSQLCatalogue(of: name, on: self))
    }
}

extension PostgreSQLCatalogue {
    /// The name of a table in the shared catalogue.
    static func name(of relation: PostgreSQLRelation) -> SQLTableName {
        SQLTableName(relation.name, schema: relation.schema)
    }

    /// The catalogue in the form that all databases share.
    package var shared: SQLCatalogue {
        // The server's numbers follow the order in which tables were made.
        let sorted = relations.values.sorted { $0.identifier < $1.identifier }
        return SQLCatalogue(
            tables: sorted.map { relation in
                let keys = foreignKeys.filter { $0.child == relation.identifier }.compactMap { key in
                    relations[key.parent].map { parent in
                        SQLForeignKey(key.childColumns, references: Self.name(of: parent), key.parentColumns)
                    }
                }
                return SQLCatalogueTable(
                    Self.name(of: relation),
                    columns: relation.columns.map { column in
                        SQLCatalogueColumn(
                            column.name, column.valueType,
                            isNullable: !column.isRequired || column.type.mayReadAsNil)
                    },
                    primaryKey: relation.primaryKey, foreignKeys: keys)
            })
    }
}

extension PostgreSQLColumn {
    /// The type of the values of the field.
    var valueType: ValueType {
        if let cases, type == .text || type == .paddedText {
            return .enumeration(EnumerationType(cases))
        }
        return type.valueType
    }

    /// The column for translation.
    var mapped: SQLColumn {
        SQLColumn(
            name, mappedType, isNullable: !isRequired,
            hasPlainEquality: comparesBytes,
            hasCodePointOrder: ordersByCodePoints && mappedType == .text, digits: precision?.digits)
    }

    private var mappedType: SQLColumnType { mapped(type) }

    private func mapped(_ type: PostgreSQLType) -> SQLColumnType {
        switch type {
        case .boolean: .boolean
        case .smallInteger, .integer, .bigInteger: .integer
        case .real: .singlePrecision
        case .double: .real
        // A decimal here has 38 digits. Without a declared precision a number may have more.
        case .numeric: hasSmallPrecision ? .decimal : .other
        case .text: .text
        case .uuid: .uuid(.native)
        case .date: .date(.day)
        case .timestamp: .date(.timestamp)
        case .timestampWithZone: .date(.timestampWithZone)
        case .bytes: .blob
        case .paddedText, .caselessText, .enumeration, .other: .textOfValue
        case .binaryJSON: .binaryJSON
        case .array(let element):
            switch element {
            // Elements have no declared precision here, and the text of padded ones is not asked for.
            case .numeric, .paddedText, .binaryJSON, .json, .array: .other
            default: mapped(element) == .other ? .other : .array(mapped(element))
            }
        case .json, .objectIdentifier: .other
        }
    }

    /// Whether a numeric has at most 38 digits: `numeric(12,2)`.
    private var hasSmallPrecision: Bool {
        guard let precision else { return false }
        return precision.digits <= 38 && (0...38).contains(precision.scale)
    }

    /// The declared digits of a numeric, and how many of them are after the point.
    private var precision: (digits: Int, scale: Int)? {
        guard typeName.hasPrefix("numeric(") else { return nil }
        let numbers = typeName.dropFirst(8).split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
        return numbers.first.map { ($0, numbers.count < 2 ? 0 : numbers[1]) }
    }
}

/// A table, view, materialised view, foreign table or partitioned table, as the server describes it.
package struct PostgreSQLRelation: Hashable, Sendable {
    /// What it is.
    package enum Kind: String, Hashable, Sendable {
        case table = "r"
        case partitionedTable = "p"
        case view = "v"
        case materialisedView = "m"
        case foreignTable = "f"

        /// Whether the server can lock it against changes.
        var isLockable: Bool { self == .table || self == .partitionedTable }
    }

    /// The server's number of the table.
    var identifier: UInt32
    /// The schema of the database that the table is in.
    package var schema: String
    /// The name of the table in its schema.
    package var name: String
    /// What it is.
    package var kind: Kind
    /// Whether the name suffices, by the search path.
    package var isVisible: Bool
    /// The columns in their order.
    package var columns: [PostgreSQLColumn]
    /// The names of the columns of the primary key, in its order; empty if there is none.
    package var primaryKey: [String]
    /// A sentence about the table: its comment.
    package var documentation: String?

    /// The name as a user writes it: with the schema unless the search path finds it.
    package var displayName: String { isVisible ? name : "\(schema).\(name)" }
    /// The name in SQL.
    package var quotedName: String {
        "\(schema.quotedSQLName).\(name.quotedSQLName)"
    }
}

/// A column of a table.
package struct PostgreSQLColumn: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// The type of its values.
    package var type: PostgreSQLType
    /// The identifier of the type that its values arrive as.
    var resultType: UInt32
    /// The name of its type as the server writes it: `numeric(12,2)`.
    package var typeName: String
    /// Whether it is declared NOT NULL.
    package var isRequired: Bool
    /// Whether equal strings have equal bytes: false for collations that ignore case, accents or normalisation.
    package var comparesBytes: Bool
    /// Whether the column's own order is that of code points.
    package var ordersByCodePoints: Bool
    /// The declared cases of a text column, from a check constraint; nil if there is none.
    package var cases: [String]?
    /// A sentence about the column: its comment.
    package var documentation: String?

    /// The column in a list of columns to select, as text if its own binary form is not read here.
    package func selected(from alias: String) -> String {
        "\(alias).\(name.quotedSQLName)" + (type.isReadAsText ? "::text" : "")
    }
}

/// A foreign key.
package struct PostgreSQLForeignKey: Hashable, Sendable {
    /// The name of the constraint.
    package var name: String
    /// The table that has the key.
    var child: UInt32
    /// The table that the key refers to.
    var parent: UInt32
    /// The columns of the key, in its order.
    package var childColumns: [String]
    /// The columns that they refer to, in the same order.
    package var parentColumns: [String]
}
#endif
