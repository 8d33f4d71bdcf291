#if SQLite || PostgreSQL
import PredicateFormat
import PredicateSQL

/// An index that would serve a predicate: the columns that it compares with constants by `==` or IN, then one that it
/// compares by order.
struct IndexAdvice {
    /// A statement or a comment, with a line feed.
    let text: String

    /// The advice for a predicate over the root of a mapping.
    ///
    /// - Parameter steps: the steps of the database without a new index.
    init(_ predicate: CheckedPredicate, _ mapping: SQLMapping, in dialect: SQLDialect, _ steps: [String]) {
        guard let table = mapping.rootTable else {
            text = ""
            return
        }
        // A condition about a related table may read that one as a whole.
        guard steps.contains(where: { $0.hasPrefix("SCAN ") || $0.contains("Seq Scan on") }) else {
            text = "-- An index serves already.\n"
            return
        }
        var equal: [(name: String, sql: String)] = []
        var ordered: [(name: String, sql: String)] = []
        for part in Self.conjuncts(of: predicate.tree) {
            guard case .comparison(let comparison) = part.kind, let column = Self.column(comparison, table) else {
                continue
            }
            switch comparison.comparator {
            case .equal, .in: equal.append((column.name, column.name.quotedSQLName))
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .beginsWith:
                ordered.append((column.name, Self.ordered(column, in: dialect)))
            default: continue
            }
        }
        var columns: [(name: String, sql: String)] = []
        for column in equal + ordered.filter({ part in !equal.contains { $0.name == part.name } }).prefix(1)
        where !columns.contains(where: { $0.name == column.name }) {
            columns.append(column)
        }
        guard !columns.isEmpty else {
            text =
                "-- No index of \(Self.line(table.name)) would serve: no condition that each match satisfies compares one of"
                + " its columns with a constant.\n"
            return
        }
        let name = ([table.name] + columns.map(\.name)).joined(separator: "_")
        let owner = table.schema.map { $0.quotedSQLName + "." } ?? ""
        text =
            "CREATE INDEX \(name.quotedSQLName) ON \(owner)\(table.name.quotedSQLName) "
            + "(\(columns.map(\.sql).joined(separator: ", ")));\n"
    }

    /// A column as the condition orders it: texts by code points, which the column's own collation may not do.
    private static func ordered(_ column: SQLColumn, in dialect: SQLDialect) -> String {
        let name = column.name.quotedSQLName
        if column.hasCodePointOrder || column.type != .text { return name }
        return name + (dialect == .sqlite ? " COLLATE BINARY" : " COLLATE \"C\"")
    }

    /// The parts that must all be true.
    private static func conjuncts(of tree: PredicateTree) -> [PredicateTree] {
        var parts: [PredicateTree] = []
        var waiting = [tree]
        while let next = waiting.popLast() {
            if case .and(let inner) = next.kind { waiting += inner.reversed() } else { parts.append(next) }
        }
        return parts
    }

    /// The column that a comparison compares with a constant, as it is stored; nil if it compares something else.
    private static func column(_ comparison: PredicateTree.Comparison, _ table: SQLTable) -> SQLColumn? {
        guard comparison.options.isEmpty, comparison.quantifier == nil, comparison.right.uses.fields.isEmpty,
            case .field(let base, let name) = comparison.left.kind, case .record = base.kind,
            case .column(let column)? = table.fields[name]
        else { return nil }
        return column
    }

    private static func line(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
}
#endif
