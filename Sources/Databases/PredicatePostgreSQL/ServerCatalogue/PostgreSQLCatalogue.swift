#if PostgreSQL
import PredicateCore

/// A table, and all tables that foreign keys connect to it, as the server describes them.
package struct PostgreSQLCatalogue: Sendable {
    /// The table that was asked for.
    package var root: PostgreSQLRelation
    /// All tables by their numbers, the root among them.
    var relations: [UInt32: PostgreSQLRelation]
    /// The foreign keys between the tables, by name.
    var foreignKeys: [PostgreSQLForeignKey]

    /// Reads the catalogue of a table and of the tables that foreign keys connect to it, in either direction.
    ///
    /// - Parameters:
    ///   - name: the name of the table, or of its schema and the table with a point between them, as they are stored.
    ///   - connection: a connection outside of a transaction.
    /// - Throws: kind `missingTable`, with a suggestion, and errors of the server.
    package init(of name: String, on connection: PostgreSQLConnection) throws(PostgreSQLError) {
        let reader = PostgreSQLCatalogueReader(connection: connection)
        let root = try reader.identifier(of: name)
        let keys = try reader.foreignKeys(root: root)
        var found: Set<UInt32> = [root]
        var waiting = [root]
        let byTable = Dictionary(
            grouping: keys.flatMap { [($0.child, $0.parent), ($0.parent, $0.child)] }, by: \.0)
        while let next = waiting.popLast() {
            for (_, other) in byTable[next] ?? [] where found.insert(other).inserted { waiting.append(other) }
        }
        relations = try reader.relations(found)
        foreignKeys = try reader.named(keys.filter { found.contains($0.child) })
        guard let relation = relations[root] else { throw try reader.missing(name) }
        self.root = relation
    }
}

extension PostgreSQLConnection {
    /// The tables, views and other relations with rows that the user may see, as a user names them; those of the system are left out.
    ///
    /// - Throws: an error of the server.
    package func tableNames() throws(PostgreSQLError) -> [String] {
        try PostgreSQLCatalogueReader(connection: self).names()
    }
}

/// Reads the system's catalogue.
struct PostgreSQLCatalogueReader {
    let connection: PostgreSQLConnection

    /// The rows of a query, each value read by its type.
    private func rows(
        _ sql: String, _ parameters: [PredicateValue] = []
    ) throws(PostgreSQLError) -> [CatalogueRow] {
        let result = try connection.run(sql, parameters)
        let readers = result.readers()
        var rows: [CatalogueRow] = []
        for row in 0..<result.rowCount { rows.append(CatalogueRow(values: try result.values(ofRow: row, readers))) }
        return rows
    }

    private static let kinds = "('r','p','v','m','f')"

    /// The number of a table.
    func identifier(of name: String) throws(PostgreSQLError) -> UInt32 {
        guard !name.utf8.contains(0) else { throw PostgreSQLError(.usage, "the name of the table contains NUL") }
        let found = try rows(
            """
            SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN \(Self.kinds) AND (c.relname::text = $1::text COLLATE "C" AND pg_table_is_visible(c.oid)
                OR n.nspname::text || '.' || c.relname::text = $1::text COLLATE "C")
            ORDER BY pg_table_is_visible(c.oid) AND c.relname::text = $1::text COLLATE "C" DESC, c.oid LIMIT 1
            """, [.string(name)])
        guard let identifier = found.first?.identifier(0) else { throw try missing(name) }
        return identifier
    }

    /// The names of all tables of users.
    func names() throws(PostgreSQLError) -> [String] {
        try list().map(\.name)
    }

    /// All tables of users, with what a list shows of them.
    func list() throws(PostgreSQLError) -> [PostgreSQLListedTable] {
        try rows(
            """
            SELECT CASE WHEN pg_table_is_visible(c.oid) THEN c.relname::text
                ELSE n.nspname::text || '.' || c.relname::text END AS name, c.relkind::text,
                (SELECT count(*) FROM pg_catalog.pg_attribute a
                    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
                (SELECT array_agg(a.attname::text ORDER BY k.place) FROM pg_catalog.pg_constraint p,
                    unnest(p.conkey) WITH ORDINALITY AS k(number, place), pg_catalog.pg_attribute a
                    WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attrelid = c.oid AND a.attnum = k.number),
                c.reltuples::int8
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN \(Self.kinds) AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
                AND NOT c.relispartition
            ORDER BY NOT pg_table_is_visible(c.oid), n.nspname, c.relname LIMIT 10000
            """
        ).compactMap { row in
            guard let kind = PostgreSQLRelation.Kind(rawValue: row.text(1)) else { return nil }
            // The number of rows is -1 before the server has counted them.
            let rows = Int(clamping: row.integer(4))
            return PostgreSQLListedTable(
                name: row.text(0), kind: kind, columnCount: Int(clamping: row.integer(2)), primaryKey: row.texts(3),
                estimatedCount: rows < 0 ? nil : rows)
        }
    }

    /// A string that changes with the columns, the constraints and the names of some tables.
    func version(of tables: Set<UInt32>) throws(PostgreSQLError) -> String {
        try rows(
            """
            SELECT md5(COALESCE((SELECT string_agg(concat_ws(':', c.oid, c.relnamespace, c.relname), ',' ORDER BY c.oid)
                    FROM pg_catalog.pg_class c WHERE c.oid = ANY($1::oid[])), ''))
                || md5(COALESCE((SELECT string_agg(concat_ws(':', a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod,
                    a.attnotnull), ',' ORDER BY a.attrelid, a.attnum) FROM pg_catalog.pg_attribute a
                    WHERE a.attrelid = ANY($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped), ''))
                || md5(COALESCE((SELECT string_agg(k.oid::text, ',' ORDER BY k.oid) FROM pg_catalog.pg_constraint k
                    WHERE k.conrelid = ANY($1::oid[]) OR k.confrelid = ANY($1::oid[])), ''))
            """, [Self.list(tables)]
        ).first?.text(0) ?? ""
    }

    /// The failure for a table that does not exist, with the nearest name.
    func missing(_ name: String) throws(PostgreSQLError) -> PostgreSQLError {
        let names = try names()
        let place = "no table `\(name)` in the database `\(connection.database)`"
        if let nearest = Suggestions.nearest(to: name, among: names) {
            return PostgreSQLError(.missingTable, "\(place); did you mean `\(nearest)`?")
        }
        // The same name in a schema that is not searched.
        if let qualified = names.first(where: { $0.hasSuffix("." + name) }) {
            return PostgreSQLError(.missingTable, "\(place); did you mean `\(qualified)`?")
        }
        if names.isEmpty { return PostgreSQLError(.missingTable, "\(place), which has no tables") }
        let shown = names.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
        return PostgreSQLError(
            .missingTable, "\(place); it has \(shown)" + (names.count > 12 ? " and \(names.count - 12) more" : ""))
    }

    /// A foreign key by numbers.
    struct NumberedKey {
        var name: String
        var child: UInt32
        var parent: UInt32
        var childColumns: [Int64]
        var parentColumns: [Int64]
    }

    /// All foreign keys. Those of partitions repeat the key of their table, so they count only for the root.
    func foreignKeys(root: UInt32) throws(PostgreSQLError) -> [NumberedKey] {
        try rows(
            """
            SELECT k.conname, k.conrelid, k.confrelid, k.conkey, k.confkey
            FROM pg_catalog.pg_constraint k
            JOIN pg_catalog.pg_class child ON child.oid = k.conrelid
            JOIN pg_catalog.pg_class parent ON parent.oid = k.confrelid
            WHERE k.contype = 'f' AND (NOT child.relispartition OR child.oid = $1::oid)
                AND (NOT parent.relispartition OR k.conparentid = 0)
            ORDER BY k.conrelid, k.conkey, k.conname
            """, [.integer(Int64(root))]
        ).compactMap { row in
            guard let child = row.identifier(1), let parent = row.identifier(2) else { return nil }
            return NumberedKey(
                name: row.text(0), child: child, parent: parent, childColumns: row.integers(3),
                parentColumns: row.integers(4))
        }
    }

    /// The keys with the names of their columns; one whose columns the user cannot see is left out.
    func named(_ keys: [NumberedKey]) throws(PostgreSQLError) -> [PostgreSQLForeignKey] {
        let tables = Set(keys.flatMap { [$0.child, $0.parent] })
        var names: [Position: String] = [:]
        for row in try rows(
            """
            SELECT attrelid, attnum, attname FROM pg_catalog.pg_attribute
            WHERE attrelid = ANY($1::oid[]) AND attnum > 0 AND NOT attisdropped
            """, [Self.list(tables)])
        {
            guard let table = row.identifier(0) else { continue }
            names[Position(table: table, column: row.integer(1))] = row.text(2)
        }
        return keys.compactMap { key in
            let children = key.childColumns.compactMap { names[Position(table: key.child, column: $0)] }
            let parents = key.parentColumns.compactMap { names[Position(table: key.parent, column: $0)] }
            guard children.count == key.childColumns.count, parents.count == children.count, !children.isEmpty else {
                return nil
            }
            return PostgreSQLForeignKey(
                name: key.name, child: key.child, parent: key.parent, childColumns: children, parentColumns: parents)
        }
    }

    private struct Position: Hashable {
        var table: UInt32
        var column: Int64
    }

    private static func list(_ identifiers: some Sequence<UInt32>) -> PredicateValue {
        .list(identifiers.sorted().map { .integer(Int64($0)) })
    }

    /// Tables with their columns.
    func relations(_ identifiers: Set<UInt32>) throws(PostgreSQLError) -> [UInt32: PostgreSQLRelation] {
        let wanted = Self.list(identifiers)
        var relations: [UInt32: PostgreSQLRelation] = [:]
        for row in try rows(
            """
            SELECT c.oid, n.nspname, c.relname, c.relkind::text, pg_table_is_visible(c.oid),
                obj_description(c.oid, 'pg_class'),
                (SELECT array_agg(a.attname::text ORDER BY k.place) FROM pg_catalog.pg_constraint p,
                    unnest(p.conkey) WITH ORDINALITY AS k(number, place), pg_catalog.pg_attribute a
                    WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attrelid = c.oid AND a.attnum = k.number)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = ANY($1::oid[])
            """, [wanted])
        {
            guard let identifier = row.identifier(0), let kind = PostgreSQLRelation.Kind(rawValue: row.text(3)) else {
                continue
            }
            relations[identifier] = PostgreSQLRelation(
                identifier: identifier, schema: row.text(1), name: row.text(2), kind: kind,
                isVisible: row.boolean(4), columns: [], primaryKey: row.texts(6), documentation: row.optionalText(5))
        }
        let cases = try checkedCases(wanted)
        let types = try PostgreSQLTypeTable(of: wanted) { sql, parameters throws(PostgreSQLError) in
            try rows(sql, parameters)
        }
        for row in try rows(
            """
            SELECT a.attrelid, a.attnum, a.attname, a.atttypid, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                COALESCE(l.collisdeterministic, TRUE),
                COALESCE(CASE WHEN l.collname <> 'default' THEN l.collcollate
                    WHEN COALESCE(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c' THEN d.datcollate END, '')
                    IN ('C', 'POSIX'),
                col_description(a.attrelid, a.attnum)
            FROM pg_catalog.pg_attribute a
            LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
            LEFT JOIN pg_catalog.pg_database d ON d.datname = current_database()
            WHERE a.attrelid = ANY($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attrelid, a.attnum
            """, [wanted])
        {
            guard let table = row.identifier(0), let typeNumber = row.identifier(3) else { continue }
            let (type, resultType) = types.type(typeNumber)
            let name = row.text(2)
            relations[table]?.columns.append(
                PostgreSQLColumn(
                    name: name, type: type, resultType: type.isReadAsText ? PostgreSQLType.textIdentifier : resultType,
                    typeName: row.text(4), isRequired: row.boolean(5), comparesBytes: row.boolean(6),
                    ordersByCodePoints: row.boolean(7),
                    cases: cases[Position(table: table, column: row.integer(1))], documentation: row.optionalText(8)))
        }
        return relations
    }

    /// The cases of text columns whose check constraint lists them.
    private func checkedCases(_ wanted: PredicateValue) throws(PostgreSQLError) -> [Position: [String]] {
        var cases: [Position: [String]] = [:]
        for row in try rows(
            """
            SELECT k.conrelid, k.conkey, pg_get_constraintdef(k.oid) FROM pg_catalog.pg_constraint k
            WHERE k.conrelid = ANY($1::oid[]) AND k.contype = 'c' AND k.convalidated
                AND array_length(k.conkey, 1) = 1
            """, [wanted])
        {
            guard let table = row.identifier(0), let column = row.integers(1).first,
                let found = CheckConstraint.cases(row.text(2))
            else { continue }
            cases[Position(table: table, column: column)] = found
        }
        return cases
    }
}

/// A row of the system's catalogue.
struct CatalogueRow {
    let values: [PredicateValue]

    private func value(_ column: Int) -> PredicateValue { column < values.count ? values[column] : .null }

    func text(_ column: Int) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: Int) -> String? {
        if case .string(let text) = value(column) { text } else { nil }
    }

    func integer(_ column: Int) -> Int64 { if case .integer(let number) = value(column) { number } else { 0 } }

    func identifier(_ column: Int) -> UInt32? {
        if case .integer(let number) = value(column) { UInt32(exactly: number) } else { nil }
    }

    func boolean(_ column: Int) -> Bool { if case .boolean(let value) = value(column) { value } else { false } }

    func integers(_ column: Int) -> [Int64] {
        guard case .list(let elements) = value(column) else { return [] }
        return elements.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    }

    func texts(_ column: Int) -> [String] {
        guard case .list(let elements) = value(column) else { return [] }
        return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}

/// A table as a list of tables shows it.
package struct PostgreSQLListedTable: Hashable, Sendable {
    /// The name as a user writes it, with its schema where the search path does not find it.
    package var name: String
    /// What it is.
    package var kind: PostgreSQLRelation.Kind
    /// The number of columns.
    package var columnCount: Int
    /// The columns of the primary key, in its order; empty without one.
    package var primaryKey: [String]
    /// About how many rows there are, as the server last counted them; nil if it never did.
    package var estimatedCount: Int?
}

extension PostgreSQLConnection {
    /// The tables that `tableNames` names, with what a list shows of them. No table is read.
    ///
    /// - Throws: an error of the server.
    package func listedTables() throws(PostgreSQLError) -> [PostgreSQLListedTable] {
        try PostgreSQLCatalogueReader(connection: self).list()
    }
}

extension PostgreSQLTable {
    /// A string that changes with the columns, constraints and names of the table and of those that its links reach.
    ///
    /// - Throws: errors of the server.
    package func version(on connection: PostgreSQLConnection) throws(PostgreSQLError) -> String {
        try PostgreSQLCatalogueReader(connection: connection).version(
            of: Set(tables.values.map(\.relation.identifier)).union([relation.identifier]))
    }
}
#endif
