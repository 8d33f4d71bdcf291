import PredicateCore
import PredicateFormat

/// Groups of rows as a statement: keys, aggregates, and the place of the first row of each group.
struct SQLGroups: Sendable {
    /// A key or an aggregate.
    struct Item: Sendable {
        /// The name of the field of the language.
        var name: String
        var node: SQLNode
        var kind: SQLScalar.Kind
        /// The column that it is in the table of groups, without its name.
        var column: SQLColumn
    }

    /// A column of the table of groups, by its path in a group or a distinct result.
    struct Place: Sendable {
        var path: [String]
        var value: SQLScalar
    }

    /// The name of the table of groups.
    static let alias = "groups"

    private let condition: SQLPlan
    var keys: [Item] = []
    var aggregates: [Item] = []
    /// What orders the groups by their first rows; nil if rows have no order, or if there is only one group.
    private var first: First?

    private enum First: Sendable {
        /// The least value of the key of the table.
        case key(String)
        /// The least number of a row, because the key has several columns, or a type without a least value.
        case number([String])
    }

    init(_ condition: SQLPlan) { self.condition = condition }

    var nodes: [SQLNode] { (keys + aggregates).map(\.node) }

    var columns: [SQLQueryPlan.Column] {
        (keys + aggregates).map { SQLQueryPlan.Column(name: $0.name, type: $0.column.type) }
    }

    /// The names of the columns in SQL. Names of fields may be too long for SQL, or differ only in case.
    private var names: [String] {
        keys.indices.map { "key\($0 + 1)" } + aggregates.indices.map { $0 == 0 ? "count" : "value\($0)" }
    }

    private static let firstName = "first"
    /// The name of the number of a row, which no column of the table has.
    private var numberName = "row number"

    /// Finds what orders the groups: the first row of each (D103).
    mutating func placeFirst(in mapping: SQLMapping) throws(SQLRefusal) {
        guard !keys.isEmpty, let table = mapping.rootTable, let name = table.primaryKey.first else { return }
        for field in table.fields.values {
            guard case .column(let column) = field, sameCodePoints(column.name, name) else { continue }
            switch column.type {
            case .integer, .text, .real, .decimal, .date:
                if table.primaryKey.count == 1 {
                    first = .key(name)
                    return
                }
            default: break
            }
        }
        if table.primaryKey.count == 1, condition.dialect == .sqlite {
            first = .key(name)
            return
        }
        first = .number(table.primaryKey)
        var names: Set<String> = []
        for case .column(let column) in table.fields.values { names.insert(column.name.lowercased()) }
        while names.contains(numberName) { numberName += "_" }
    }

    /// The columns of the table of groups by their paths; nil for a column that is not a path.
    func places(_ paths: [[String]?]) -> [Place] {
        zip(zip(paths, keys + aggregates), names).compactMap { pair, name in
            guard let path = pair.0 else { return nil }
            var column = pair.1.column
            column.name = name
            let node = SQLNode.column(Self.alias, name, isNullable: column.isNullable)
            return Place(path: path, value: SQLScalar(node: node, kind: pair.1.kind, column: column))
        }
    }

    /// The groups as a table, for `having` and for orders. A key of several names is not a column of it.
    func mapping(of grouping: RecordGrouping) -> SQLMapping {
        var fields: [String: SQLField] = [:]
        let paths = grouping.keys.map(\.resultPath) + [["count"]] + grouping.aggregates.map { [$0.name] }
        for ((path, item), name) in zip(zip(paths, keys + aggregates), names) where path.count == 1 {
            var column = item.column
            column.name = name
            fields[path[0]] = .column(column)
        }
        return self.mapping(fields)
    }

    /// The table of groups with some of its columns.
    func mapping(_ fields: [String: SQLField]) -> SQLMapping {
        SQLMapping(
            root: Self.alias, tables: [Self.alias: SQLTable(Self.alias, fields: fields)],
            isUTF8: condition.mapping.isUTF8)
    }

    // MARK: The statement

    func write(having: SQLNode?, order: [SQLSortKey], limit: Int?, offset: Int, to printer: inout SQLPrinter) {
        let isNested = having != nil || !order.isEmpty
        guard isNested else {
            writeGroups(isNested: false, to: &printer)
            if first != nil {
                printer.write(raw: " ORDER BY ")
                writeFirst(to: &printer)
            }
            printer.write(limit: limit, offset: offset)
            return
        }
        printer.write(raw: "SELECT ")
        for (index, name) in names.enumerated() {
            if index > 0 { printer.write(raw: ", ") }
            printer.write(.column(Self.alias, name, isNullable: true))
        }
        printer.write(raw: " FROM (")
        writeGroups(isNested: true, to: &printer)
        printer.write(raw: ") AS ")
        printer.write(name: Self.alias)
        if let having, !having.isTrue {
            printer.write(raw: " WHERE ")
            printer.write(having)
        }
        var keys = order
        if first != nil {
            keys.append(SQLSortKey(node: .column(Self.alias, Self.firstName, isNullable: false)))
        }
        printer.write(order: keys)
        printer.write(limit: limit, offset: offset)
    }

    private var rootAlias: String { condition.alias ?? condition.mapping.rootTable?.name ?? condition.mapping.root }

    private func writeFirst(to printer: inout SQLPrinter) {
        switch first {
        case .key(let name): printer.write(.call("MIN", [.column(rootAlias, name, isNullable: true)]))
        case .number: printer.write(.call("MIN", [.column(rootAlias, numberName, isNullable: true)]))
        case nil: break
        }
    }

    private func writeGroups(isNested: Bool, to printer: inout SQLPrinter) {
        guard let table = condition.mapping.rootTable else { return }
        printer.write(raw: "SELECT ")
        for (index, (item, name)) in zip(keys + aggregates, names).enumerated() {
            if index > 0 { printer.write(raw: ", ") }
            printer.write(item.node)
            printer.write(raw: " AS ")
            printer.write(name: name)
        }
        if isNested, first != nil {
            printer.write(raw: ", ")
            writeFirst(to: &printer)
            printer.write(raw: " AS ")
            printer.write(name: Self.firstName)
        }
        if case .number(let key) = first {
            printer.write(raw: " FROM (SELECT *, row_number() OVER (")
            let keys = key.map { SQLSortKey(node: .column(rootAlias, $0, isNullable: false)) }
            var inner = SQLPrinter(condition.dialect)
            inner.write(order: keys)
            printer.write(raw: String(inner.text.dropFirst()))
            printer.write(raw: ") AS ")
            printer.write(name: numberName)
            writeRows(of: table, to: &printer)
            printer.write(raw: ") AS ")
            printer.write(name: rootAlias)
        } else {
            writeRows(of: table, to: &printer)
        }
        if !keys.isEmpty {
            printer.write(raw: " GROUP BY " + keys.indices.map { String($0 + 1) }.joined(separator: ", "))
        }
    }

    private func writeRows(of table: SQLTable, to printer: inout SQLPrinter) {
        printer.write(from: table, alias: rootAlias)
        if !condition.isUnconditional {
            printer.write(raw: " WHERE ")
            printer.write(condition.node)
        }
    }
}
