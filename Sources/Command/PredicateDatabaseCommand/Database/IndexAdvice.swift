#if SQLite || PostgreSQL
import PredicateFormat
import PredicatePlatform
import PredicateSQL

/// Indexes that would serve a predicate and an order.
///
/// An index of the table has the columns that the predicate compares with constants by `==` or IN, then those of an order
/// with a limit, or else one that the predicate compares by order. Where one of several conditions must hold, each of
/// them has an index. An index of a linked table has the columns that tie its rows to the table.
struct IndexAdvice {
    /// Statements or a comment, each with a line feed.
    let text: String

    /// The advice for a predicate over the root of a mapping.
    ///
    /// - Parameters:
    ///   - plan: the order and the range of the results; nil for neither.
    ///   - steps: the steps of the database for the statement.
    ///   - stepsOf: asks the database for its steps for another statement.
    init(
        _ predicate: CheckedPredicate, _ plan: SQLQueryPlan?, _ mapping: SQLMapping, in dialect: SQLDialect,
        _ steps: [String], stepsOf: (SQLStatement) throws -> [String]
    ) rethrows {
        guard let table = mapping.rootTable else {
            text = ""
            return
        }
        let isSorted = plan?.pushed.contains(.sort) == true && plan?.pushed.contains(.limit) == true
        guard steps.contains(where: { Self.isScan($0) || isSorted && Self.isSort($0) }) else {
            text = "-- An index serves already.\n"
            return
        }
        var candidates = Candidates(mapping, dialect)
        let order = isSorted ? plan?.orderColumns ?? [] : []
        candidates.add(root: predicate.tree, table, order)
        candidates.add(links: predicate.tree.uses.fields)
        var lines: [String] = []
        for index in candidates.indexes {
            if let statement = index.search(in: dialect), !(index.table == table && !order.isEmpty),
                try !stepsOf(statement).contains(where: Self.isScan)
            {
                continue
            }
            lines.append(index.text)
        }
        if !lines.isEmpty {
            text = lines.joined()
        } else if candidates.indexes.isEmpty {
            text =
                "-- No index of \(Self.line(table.name)) would serve: no condition that each match satisfies compares one of"
                + " its columns with a constant.\n"
        } else {
            text = "-- The indexes that would serve exist already; the database prefers to read the table.\n"
        }
    }

    /// Whether a step reads a table as a whole, in no order, or makes an index for one statement.
    private static func isScan(_ step: String) -> Bool {
        if step.hasPrefix("SCAN ") { return !step.contains(" USING ") }
        return step.contains("Seq Scan on") || step.contains(" USING AUTOMATIC ")
    }

    /// Whether a step sorts all rows. A few that are equal in the first columns of an order are sorted in no time.
    private static func isSort(_ step: String) -> Bool {
        step == "USE TEMP B-TREE FOR ORDER BY" || step.contains("Sort ") && !step.contains("Incremental Sort ")
    }

    private static func line(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
}

/// An index that may serve.
private struct AdvisedIndex: Hashable {
    struct Column: Hashable {
        var name: String
        /// The column as the index has it, with its collation and direction.
        var sql: String
    }

    var table: SQLTable
    var columns: [Column]

    /// The statement that makes the index, with a line feed.
    var text: String {
        let name = ([table.name] + columns.map(\.name)).joined(separator: "_")
        return "CREATE INDEX \(name.quotedSQLName) ON \(owner) (\(columns.map(\.sql).joined(separator: ", ")));\n"
    }

    private var owner: String {
        (table.schema.map { $0.quotedSQLName + "." } ?? "") + table.name.quotedSQLName
    }

    /// A statement that the index would serve, to see whether another one does; nil if the database is not asked: a
    /// server reads a small table as a whole even if it has an index.
    func search(in dialect: SQLDialect) -> SQLStatement? {
        guard dialect == .sqlite, let first = columns.first else { return nil }
        // An order compares by the collation of the index.
        let isOrdered = first.sql.hasSuffix(" COLLATE BINARY")
        return SQLStatement("SELECT 1 FROM \(owner) WHERE \(first.sql) \(isOrdered ? ">" : "=") 1")
    }
}

/// The indexes that may serve a predicate.
private struct Candidates {
    let mapping: SQLMapping
    let dialect: SQLDialect
    private(set) var indexes: [AdvisedIndex] = []
    /// The columns of linked rows that are compared with constants, by the keys of the paths to the rows.
    private var compared: [[String]: [AdvisedIndex.Column]] = [:]

    /// The most indexes.
    private static let limit = 16

    init(_ mapping: SQLMapping, _ dialect: SQLDialect) {
        self.mapping = mapping
        self.dialect = dialect
    }

    private mutating func add(_ table: SQLTable, _ columns: [AdvisedIndex.Column]) {
        let index = AdvisedIndex(table: table, columns: columns)
        guard !columns.isEmpty, indexes.count < Self.limit, !indexes.contains(index) else { return }
        indexes.append(index)
    }

    /// Adds an index of the table, or one for each part of a disjunction that each match satisfies.
    mutating func add(
        root tree: PredicateTree, _ table: SQLTable, _ order: [SQLQueryPlan.OrderColumn]
    ) {
        let parts = Self.parts(of: tree)
        let columns = columns(of: parts, table, order)
        if !columns.isEmpty { return add(table, columns) }
        for case .or(let branches) in parts.map(\.kind) {
            let all = branches.map { self.columns(of: Self.parts(of: $0), table, []) }
            // A part without an index makes the database read all rows.
            guard !all.contains(where: \.isEmpty) else { continue }
            for columns in all { add(table, columns) }
            return
        }
    }

    /// Adds indexes for the links of paths.
    mutating func add(links paths: [FieldPath]) {
        for path in paths {
            guard var table = mapping.rootTable else { return }
            var keys: [String] = []
            for key in path.keys {
                keys.append(key)
                guard let field = table.fields[key] else { break }
                let link: SQLLink
                switch field {
                case .column: continue
                case .toOne(let next):
                    // Rows that a compared one belongs to are found by the column that refers to it.
                    if compared[keys] != nil, keys.count == 1 { add(table, next.pairs.map { column($0.from) }) }
                    link = next
                case .toMany(let next), .list(let next, _): link = next
                }
                guard let target = mapping.tables[link.table] else { break }
                switch field {
                case .toMany: add(target, link.pairs.map { column($0.to) } + (compared[keys] ?? []).prefix(1))
                case .list(_, let value) where compared[keys] != nil:
                    add(target, link.pairs.map { column($0.to) } + [column(value.name)])
                case .list: add(target, link.pairs.map { column($0.to) })
                case .toOne: add(target, Array((compared[keys] ?? []).prefix(1)))
                case .column: break
                }
                table = target
            }
        }
    }

    private func column(_ name: String) -> AdvisedIndex.Column {
        AdvisedIndex.Column(name: name, sql: name.quotedSQLName)
    }

    /// The parts that must all be true.
    private static func parts(of tree: PredicateTree) -> [PredicateTree] {
        var parts: [PredicateTree] = []
        var waiting = [tree]
        while let next = waiting.popLast() {
            if case .and(let inner) = next.kind { waiting += inner.reversed() } else { parts.append(next) }
        }
        return parts
    }

    /// The columns of an index for conditions that must all hold. Notes those of linked rows.
    private mutating func columns(
        of parts: [PredicateTree], _ table: SQLTable, _ order: [SQLQueryPlan.OrderColumn]
    ) -> [AdvisedIndex.Column] {
        var equal: [AdvisedIndex.Column] = []
        var ordered: [AdvisedIndex.Column] = []
        for part in parts {
            guard case .comparison(let comparison) = part.kind, comparison.options.isEmpty,
                comparison.right.uses.fields.isEmpty, let path = Self.path(comparison.left),
                let column = storedColumn(at: path)
            else { continue }
            let isEqual: Bool
            switch comparison.comparator {
            case .equal, .in, .contains: isEqual = true
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .beginsWith: isEqual = false
            default: continue
            }
            let advised = isEqual ? self.column(column.name) : self.ordered(column)
            let rows = Array(path.dropLast())
            if case .list? = field(at: path) {
                compared[path, default: []].append(advised)
            } else if comparison.comparator == .contains {
                continue
            } else if !rows.isEmpty {
                compared[rows, default: []].append(advised)
            } else if comparison.quantifier == nil {
                if isEqual { equal.append(advised) } else { ordered.append(advised) }
            }
        }
        var columns: [AdvisedIndex.Column] = []
        let sorted = order.map { AdvisedIndex.Column(name: $0.name, sql: $0.sql) }
        for column in equal + (sorted.isEmpty ? Array(ordered.prefix(1)) : sorted)
        where !columns.contains(where: { $0.name == column.name }) {
            columns.append(column)
        }
        return columns
    }

    /// The keys of a path of fields; nil for another expression.
    private static func path(_ expression: ExpressionTree) -> [String]? {
        var keys: [String] = []
        var next = expression
        while case .field(let base, let name) = next.kind {
            keys.append(name)
            next = base
        }
        guard case .record = next.kind, !keys.isEmpty else { return nil }
        return keys.reversed()
    }

    private func field(at path: [String]) -> SQLField? {
        var table = mapping.rootTable
        var found: SQLField?
        for key in path {
            guard let field = table?.fields[key] else { return nil }
            found = field
            switch field {
            case .column: table = nil
            case .toOne(let link), .toMany(let link), .list(let link, _): table = mapping.tables[link.table]
            }
        }
        return found
    }

    private func storedColumn(at path: [String]) -> SQLColumn? {
        switch field(at: path) {
        case .column(let column), .list(_, let column): column
        default: nil
        }
    }

    /// A column as the condition orders it: texts by code points, which the column's own collation may not do.
    private func ordered(_ column: SQLColumn) -> AdvisedIndex.Column {
        let name = column.name.quotedSQLName
        guard column.type == .text, !column.hasCodePointOrder else { return self.column(column.name) }
        return AdvisedIndex.Column(
            name: column.name, sql: name + (dialect == .sqlite ? " COLLATE BINARY" : " COLLATE \"C\""))
    }
}
#endif
