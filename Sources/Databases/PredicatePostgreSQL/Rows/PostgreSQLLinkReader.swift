#if PostgreSQL
import PredicateCore
import PredicateSQL

/// The rows of one table, by columns, and what is read of their links.
struct RowShape {
    /// The columns that are fetched: those that are wanted, then those that only links need.
    var columns: [PostgreSQLColumn]
    /// How many of the columns are fields of the object.
    var fieldCount: Int
    /// The links that are read, with the shape of their rows.
    var links: [LinkShape]

    /// A link of a row.
    struct LinkShape {
        var link: SQLCatalogueLink
        /// The positions of the link's own columns in the row.
        var keys: [Int]
        /// The names of their types, for parameters.
        var keyTypes: [String]
        var relation: PostgreSQLRelation
        var rows: RowShape
    }

    /// The shape for the wanted fields of a table. Its depth is that of the fields.
    init(
        _ table: PostgreSQLTable.LinkedTable, _ fields: SQLFieldTree,
        in tables: [String: PostgreSQLTable.LinkedTable]
    ) {
        var columns = table.relation.columns.filter {
            fields.readsColumn($0.name)
        }
        fieldCount = columns.count
        var links: [LinkShape] = []
        for link in table.links {
            guard let wanted = fields[link.name],
                let target = tables[link.table.description]
            else { continue }
            var keys: [Int] = []
            var types: [String] = []
            for name in link.columns {
                guard let column = table.relation.columns.first(where: { sameCodePoints($0.name, name) })
                else { continue }
                let position = columns.firstIndex { sameCodePoints($0.name, name) }
                keys.append(position ?? columns.count)
                if position == nil { columns.append(column) }
            }
            for name in link.targetColumns {
                guard let column = target.relation.columns.first(where: { sameCodePoints($0.name, name) })
                else { continue }
                types.append(column.typeName)
            }
            guard keys.count == link.columns.count, types.count == keys.count else { continue }
            links.append(
                LinkShape(
                    link: link, keys: keys, keyTypes: types, relation: target.relation,
                    rows: RowShape(target, wanted, in: tables)))
        }
        self.columns = columns
        self.links = links
    }
}

/// Completes rows with the objects and lists of their links: one query for each link and batch of rows, never one for each row.
final class PostgreSQLLinkReader {
    private let connection: PostgreSQLConnection
    private let shape: RowShape
    /// The prepared statements, by the place of the link in the shape; nil before the first batch.
    private var statements: [Int: PostgreSQLStatement] = [:]
    private var readers: [Int: PostgreSQLLinkReader] = [:]

    init(_ shape: RowShape, on connection: PostgreSQLConnection) {
        self.shape = shape
        self.connection = connection
    }

    /// The objects of rows: the fields of their columns, and their links.
    func objects(_ rows: [[PredicateValue]]) throws(PostgreSQLError) -> [PredicateObject] {
        var linked: [[PredicateValue]] = []
        for position in shape.links.indices { linked.append(try values(ofLink: position, rows)) }
        return rows.enumerated().map { index, row in
            var fields: [(String, PredicateValue)] = []
            fields.reserveCapacity(shape.fieldCount + linked.count)
            for (column, value) in zip(shape.columns.prefix(shape.fieldCount), row) {
                fields.append((column.name, value))
            }
            for (link, values) in zip(shape.links, linked) {
                fields.append((link.link.name, values[index]))
            }
            return PredicateObject(fields)
        }
    }

    /// The values of a link for rows, in their order.
    private func values(ofLink position: Int, _ rows: [[PredicateValue]]) throws(PostgreSQLError)
        -> [PredicateValue]
    {
        let link = shape.links[position]
        // Each key is asked for once. A key with NULL refers to nothing.
        var numbers: [[PredicateValue]: Int] = [:]
        var keys: [[PredicateValue]] = []
        let numberOfRow = rows.map { row -> Int? in
            let key = link.keys.map { $0 < row.count ? row[$0] : .null }
            guard !key.contains(.null) else { return nil }
            if let known = numbers[key] { return known }
            numbers[key] = keys.count
            keys.append(key)
            return keys.count - 1
        }
        let found = keys.isEmpty ? [] : try objects(ofLink: position, keys)
        return numberOfRow.map { number in
            guard let number, number < found.count else {
                return link.link.isToMany ? .list([]) : .null
            }
            let objects = found[number]
            return link.link.isToMany ? .list(objects) : objects.first ?? .null
        }
    }

    /// The objects that each key refers to.
    private func objects(
        ofLink position: Int, _ keys: [[PredicateValue]]
    ) throws(PostgreSQLError) -> [[PredicateValue]] {
        let link = shape.links[position]
        let statement = try statement(ofLink: position)
        let parameters = link.keys.indices.map { part in PredicateValue.list(keys.map { $0[part] }) }
        let result = try statement.run(parameters)
        let readers = link.rows.columns.map {
            PostgreSQLValueReader($0.type, checksText: connection.hasUncheckedText)
        }
        func place(_ column: Int) -> String {
            "`\(link.rows.columns[column].name)` of `\(link.relation.displayName)`"
        }
        let changed = link.rows.columns.indices.first {
            result.type(ofColumn: $0 + 1) != link.rows.columns[$0].resultType
        }
        if let changed, result.rowCount > 0 {
            throw PostgreSQLError(
                .changed, "column \(place(changed)): its type changed while it was read; try again")
        }
        var rows: [[PredicateValue]] = []
        var numbers: [Int] = []
        for row in 0..<result.rowCount {
            guard case .integer(let number)? = try result.values(ofRow: row, [PostgreSQLValueReader(.bigInteger)]).first
            else { throw PostgreSQLValueReader.malformed }
            numbers.append(Int(clamping: number) - 1)
            rows.append(try result.values(ofRow: row, from: 1, readers, place: place))
        }
        let reader = self.readers[position] ?? PostgreSQLLinkReader(link.rows, on: connection)
        self.readers[position] = reader
        var found: [[PredicateValue]] = Array(repeating: [], count: keys.count)
        for (number, object) in zip(numbers, try reader.objects(rows))
        where found.indices.contains(number) {
            found[number].append(.object(object))
        }
        return found
    }

    /// The statement that finds the rows of keys. The server compares the keys, so that its equality decides.
    private func statement(ofLink position: Int) throws(PostgreSQLError) -> PostgreSQLStatement {
        if let known = statements[position] { return known }
        let link = shape.links[position]
        let columns = ["k.number"] + link.rows.columns.map { $0.selected(from: "t") }
        let arrays = link.keyTypes.enumerated().map { "$\($0 + 1)::text[]::\($1)[]" }.joined(
            separator: ", ")
        let parts = link.keys.indices.map { "part\($0)" }
        let conditions = zip(link.link.targetColumns, parts).map {
            "t.\($0.quotedSQLName) = k.\($1)"
        }
        let order =
            (["k.number"] + link.relation.primaryKey.map { "t.\($0.quotedSQLName)" })
        let statement = try connection.prepare(
            """
            SELECT \(columns.joined(separator: ", "))
            FROM unnest(\(arrays)) WITH ORDINALITY AS k(\(parts.joined(separator: ", ")), number)
            JOIN \(link.relation.quotedName) AS t ON \(conditions.joined(separator: " AND "))
            ORDER BY \(order.joined(separator: ", "))
            """)
        statements[position] = statement
        return statement
    }
}
#endif
