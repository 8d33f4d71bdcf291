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
    init(_ predicate: CheckedPredicate, _ mapping: SQLMapping, _ steps: [String]) {
        guard let table = mapping.rootTable else {
            text = ""
            return
        }
        let reads = steps.contains { $0 == "SCAN " + table.name || $0.contains("Seq Scan on") }
        guard reads else {
            text = "-- An index serves already.\n"
            return
        }
        var equal: [String] = []
        var ordered: [String] = []
        for part in Self.conjuncts(of: predicate.tree) {
            guard case .comparison(let comparison) = part.kind, let column = Self.column(comparison, table) else {
                continue
            }
            switch comparison.comparator {
            case .equal, .in: equal.append(column)
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .beginsWith: ordered.append(column)
            default: continue
            }
        }
        var columns: [String] = []
        for column in equal + ordered.filter({ !equal.contains($0) }).prefix(1) where !columns.contains(column) {
            columns.append(column)
        }
        guard !columns.isEmpty else {
            text = "-- No index would serve: no part compares a column of \(Self.line(table.name)) with a constant.\n"
            return
        }
        let name = ([table.name] + columns).joined(separator: "_")
        text =
            "CREATE INDEX \(name.quotedSQLName) ON \(table.name.quotedSQLName) "
            + "(\(columns.map { $0.quotedSQLName }.joined(separator: ", ")));\n"
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
    private static func column(_ comparison: PredicateTree.Comparison, _ table: SQLTable) -> String? {
        guard comparison.options.isEmpty, comparison.quantifier == nil, comparison.right.uses.fields.isEmpty,
            case .field(let base, let name) = comparison.left.kind, case .record = base.kind,
            case .column(let column)? = table.fields[name]
        else { return nil }
        return column.name
    }

    private static func line(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
}
#endif
