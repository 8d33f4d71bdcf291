#if PostgreSQL
import PredicateCore
import PredicatePlatform
import PredicateSQL

/// The rows of a table that a condition takes, with the wanted fields and links, in the order of the primary key.
///
/// They are read in a transaction that sees one state of the database: `PostgreSQLTable.reading`.
package final class PostgreSQLRows {
    private let cursor: PostgreSQLCursor
    private let linkReader: PostgreSQLLinkReader
    private let hasLinks: Bool
    private let givesObjects: Bool
    private let width: Int
    private var objects: [PredicateObject] = []
    private var rows: [[PredicateValue]] = []
    private var position = 0

    private static let empty = PredicateObject([])

    /// The number of rows whose links are read together.
    private static let linkBatch = 256

    /// A row.
    package struct Row {
        /// The values of all columns, in their order; empty if they were not wanted.
        package var columns: [PredicateValue]
        /// The wanted fields; empty if none were wanted.
        package var object: PredicateObject
    }

    /// Opens a cursor.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - condition: what the rows satisfy; nil for all rows.
    ///   - ending: the order and the number of the rows; nil for all rows in the order of the primary key.
    ///   - values: the values of the parameters of both.
    ///   - fields: the wanted fields; nil if only columns are wanted.
    ///   - needsColumns: whether all columns are wanted in addition to the object of the wanted fields.
    ///   - connection: a connection inside of a transaction.
    /// - Throws: an error of the server.
    init(
        _ table: PostgreSQLTable, where condition: String?, ending: String? = nil, _ values: [PredicateValue],
        fields: SQLFieldTree?, needsColumns: Bool, on connection: PostgreSQLConnection
    ) throws(PostgreSQLError) {
        var wanted = fields ?? .none
        givesObjects = fields != nil
        if needsColumns { wanted.readsAllColumns = true }
        let linked =
            table.tables[table.mapping.root]
            ?? PostgreSQLTable.LinkedTable(relation: table.relation, links: [])
        let shape = RowShape(linked, wanted, in: table.tables)
        hasLinks = !shape.links.isEmpty
        width = needsColumns ? shape.fieldCount : 0
        linkReader = PostgreSQLLinkReader(shape, on: connection)
        let sql = table.select(shape.columns, where: condition, ending: ending)
        cursor = try PostgreSQLCursor(
            sql, values, columns: shape.columns, table: table.relation.displayName, on: connection)
    }

    /// The next row; nil after the last.
    ///
    /// - Throws: as `PostgreSQLCursor.next`.
    package func next() throws(PostgreSQLError) -> Row? {
        if position >= rows.count {
            rows.removeAll(keepingCapacity: true)
            position = 0
            let count = hasLinks ? Self.linkBatch : 1
            while rows.count < count, let row = try cursor.next() { rows.append(row) }
            if rows.isEmpty { return nil }
            if givesObjects { objects = try linkReader.objects(rows) }
        }
        defer { position += 1 }
        let object = position < objects.count ? objects[position] : Self.empty
        let row = rows[position]
        return Row(columns: row.count == width ? row : Array(row.prefix(width)), object: object)
    }
}

extension PostgreSQLTable {
    /// The statement that selects columns of the rows that a condition takes, in the order of the primary key if there
    /// is no other.
    func select(_ columns: [PostgreSQLColumn], where condition: String?, ending: String? = nil) -> String {
        let own = relation.name.quotedSQLName
        let list = columns.map { $0.selected(from: own) }.joined(separator: ", ")
        var sql = "SELECT \(list) FROM \(relation.quotedName)"
        if let condition { sql += " WHERE \(condition)" }
        if let ending { return sql + ending }
        if !relation.primaryKey.isEmpty {
            let order = relation.primaryKey.map { "\(own).\($0.quotedSQLName)" }
            sql += " ORDER BY \(order.joined(separator: ", "))"
        }
        return sql
    }

    /// Runs reading in a transaction that sees one state of the database, in which none of the tables can change its columns.
    ///
    /// - Parameters:
    ///   - fields: the fields that are read, which say which tables are read.
    ///   - connection: a connection outside of a transaction.
    ///   - body: what reads.
    /// - Throws: what `body` throws, and errors of the server.
    package func reading<Result>(
        _ fields: SQLFieldTree = .allColumns, on connection: PostgreSQLConnection,
        _ body: () throws -> Result
    ) throws -> Result {
        try connection.transaction(readsOneSnapshot: true) {
            // The lock is taken before the snapshot. Otherwise a table that was rewritten in between would look empty.
            for relation in relations(of: fields) where relation.kind.isLockable {
                try connection.execute("LOCK TABLE \(relation.quotedName) IN ACCESS SHARE MODE")
            }
            return try body()
        }
    }

    /// The tables that are read for fields, each once.
    private func relations(of fields: SQLFieldTree) -> [PostgreSQLRelation] {
        var found: [UInt32: PostgreSQLRelation] = [relation.identifier: relation]
        func visit(_ shape: RowShape) {
            for link in shape.links {
                found[link.relation.identifier] = link.relation
                visit(link.rows)
            }
        }
        if let linked = tables[mapping.root] { visit(RowShape(linked, fields, in: tables)) }
        return found.values.sorted { $0.identifier < $1.identifier }
    }

    /// The rows that a plan takes, before its residual predicate. Call it inside of `reading`.
    ///
    /// - Parameters:
    ///   - plan: a plan for the mapping of this table in the dialect `postgresql`, without an alias; nil for all rows.
    ///   - ending: the order and the number of the rows, from a plan of a query; nil for all of them in the order of the
    ///     primary key.
    ///   - fields: the wanted fields; nil if only columns are wanted.
    ///   - needsColumns: whether all columns are wanted in addition to the object of the wanted fields.
    ///   - bindings: the values of the variables in the plan, by name without `$`.
    ///   - now: the instant of `now()`.
    ///   - connection: the connection.
    /// - Throws: errors of the server, and `SQLBindingError` for a variable of another type.
    package func rows(
        of plan: SQLPlan?, ending: SQLStatement? = nil, fields: SQLFieldTree?, needsColumns: Bool = false,
        bindings: [String: PredicateValue] = [:], now: Date = Date(),
        on connection: PostgreSQLConnection
    ) throws -> PostgreSQLRows {
        let condition = plan.flatMap { $0.isUnconditional ? nil : $0.condition }
        var values = try condition?.values(bindings: bindings, now: now) ?? []
        values += try ending?.values(bindings: bindings, now: now) ?? []
        return try PostgreSQLRows(
            self, where: condition?.sql, ending: ending?.sql, values.map(PostgreSQLParameter.value), fields: fields,
            needsColumns: needsColumns, on: connection)
    }

    /// The groups that a plan of a query makes, each with the values of the plan's columns. Call it inside of `reading`.
    ///
    /// - Parameters:
    ///   - plan: a plan with groups for the mapping of this table.
    ///   - now: the instant of `now()`.
    ///   - connection: the connection.
    ///   - body: takes a group; false ends the reading.
    /// - Throws: errors of the server, and what `body` throws.
    package func forEachGroup(
        of plan: SQLQueryPlan, now: Date = Date(), on connection: PostgreSQLConnection,
        _ body: ([PredicateValue]) throws -> Bool
    ) throws {
        guard let groups = plan.groups else { return }
        let result = try connection.run(groups.sql, try groups.values(now: now).map(PostgreSQLParameter.value))
        let readers = result.readers(checksText: connection.hasUncheckedText)
        for row in 0..<result.rowCount {
            let values = zip(try result.values(ofRow: row, readers), plan.columns).map { value, column in
                if case .date = column.type, case .double(let seconds) = value {
                    return PredicateValue.date(Date(timeIntervalSinceReferenceDate: seconds))
                }
                return value
            }
            guard try body(values) else { return }
        }
    }

    /// The number of rows that a plan takes, counted by the server. It is the number of matches only if the plan is exact.
    ///
    /// - Throws: as `rows`.
    package func count(
        of plan: SQLPlan?, bindings: [String: PredicateValue] = [:], now: Date = Date(),
        on connection: PostgreSQLConnection
    ) throws -> Int {
        var sql = "SELECT count(*) FROM \(relation.quotedName)"
        var values: [PredicateValue] = []
        if let plan, !plan.isUnconditional {
            sql += " WHERE \(plan.condition.sql)"
            values = try plan.condition.values(bindings: bindings, now: now).map(
                PostgreSQLParameter.value)
        }
        let result = try connection.run(sql, values)
        return try Self.count(in: result)
    }

    private static func count(in result: PostgreSQLResult) throws(PostgreSQLError) -> Int {
        let values = try result.values(ofRow: 0, [PostgreSQLValueReader(.bigInteger)])
        guard case .integer(let count)? = values.first else { return 0 }
        return Int(clamping: count)
    }

    /// The number of rows, or a limit if there are more.
    ///
    /// - Throws: errors of the server.
    package func count(upTo limit: Int, on connection: PostgreSQLConnection) throws(PostgreSQLError) -> Int {
        let result = try connection.run(
            "SELECT count(*) FROM (SELECT 1 FROM \(relation.quotedName) LIMIT \(max(0, limit))) AS rows")
        return try Self.count(in: result)
    }

    /// The number of rows that a statement gives. All of them are fetched.
    ///
    /// - Throws: errors of the server, and `SQLBindingError` for a variable of another type.
    package func rowCount(
        of statement: SQLStatement, now: Date = Date(), on connection: PostgreSQLConnection
    ) throws -> Int {
        try connection.run(statement.sql, try statement.values(now: now).map(PostgreSQLParameter.value)).rowCount
    }

    /// How the server would run a statement: the lines of EXPLAIN.
    ///
    /// - Throws: errors of the server, and `SQLBindingError` for a variable of another type.
    package func explanation(
        of statement: SQLStatement, bindings: [String: PredicateValue] = [:], now: Date = Date(),
        on connection: PostgreSQLConnection
    ) throws -> [String] {
        let values = try statement.values(bindings: bindings, now: now).map(PostgreSQLParameter.value)
        let result = try connection.run("EXPLAIN " + statement.sql, values, isBinary: false)
        return (0..<result.rowCount).compactMap { result.text($0, 0) }
    }

    /// Reads the records that match a predicate: the server finds them as far as SQL can say the predicate, and the rest is
    /// evaluated here.
    ///
    /// - Parameters:
    ///   - predicate: a predicate that was checked against the schema of this table.
    ///   - context: `now()`, limits and the sink for warnings.
    ///   - fields: the wanted fields and links, by their paths; nil for all columns.
    ///   - connection: a connection outside of a transaction.
    ///   - body: takes a record; false ends the reading.
    /// - Throws: errors of the server, and what `body` throws.
    public func forEachRecord(
        matching predicate: CheckedPredicate, context: EvaluationContext? = nil,
        fields: [FieldPath]? = nil,
        on connection: PostgreSQLConnection, _ body: (PredicateObject) throws -> Bool
    ) throws {
        let plan = predicate.plan(for: mapping, in: .postgresql)
        let context = context ?? EvaluationContext(limits: predicate.limits)
        var wanted = fields.map { SQLFieldTree($0) } ?? .allColumns
        if let residual = plan.residual { wanted.add(residual.tree.uses.fields) }
        try reading(wanted, on: connection) {
            let rows = try rows(
                of: plan, fields: wanted, bindings: context.bindings, now: context.now, on: connection)
            while let row = try rows.next() {
                if let residual = plan.residual, !residual.matches(row.object, context: context) {
                    continue
                }
                guard try body(row.object) else { return }
            }
        }
    }

    /// The records that match a predicate, all in memory: their columns.
    ///
    /// - Throws: errors of the server.
    public func records(
        matching predicate: CheckedPredicate, context: EvaluationContext? = nil,
        on connection: PostgreSQLConnection
    ) throws -> [PredicateObject] {
        var records: [PredicateObject] = []
        try forEachRecord(matching: predicate, context: context, on: connection) { record in
            records.append(record)
            return true
        }
        return records
    }
}

extension PostgreSQLParameter {
    /// A value of a plan as a value that becomes a parameter.
    static func value(_ value: SQLValue) -> PredicateValue {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .real(let value): .double(value)
        case .numeric(let text), .text(let text): .string(text)
        case .blob(let bytes): .data(Data(bytes))
        case .timestamp(let microseconds):
            .string(SQLTimestamp.text(microseconds))
        case .uuid(let uuid): .uuid(uuid)
        case .array(let values): .list(values.map(Self.value))
        }
    }
}
#endif
