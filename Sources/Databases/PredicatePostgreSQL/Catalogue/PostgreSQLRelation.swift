#if PostgreSQL
import PredicateFormat
import PredicateSQL

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
    /// Whether equal texts are those with equal bytes: false for collations that ignore case, accents or normalisation.
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
