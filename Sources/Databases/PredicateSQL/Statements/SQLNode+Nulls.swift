// What a condition says of NULL, so that an order need not place it.
extension SQLNode {
    /// The columns, each as an alias and a name, that are not NULL in any row for which the condition is true.
    var presentColumns: Set<[String]> {
        switch form {
        case .and(let parts):
            return parts.reduce(into: []) { $0.formUnion($1.presentColumns) }
        case .or(let parts):
            guard var common = parts.first?.presentColumns else { return [] }
            for part in parts.dropFirst() where !common.isEmpty { common.formIntersection(part.presentColumns) }
            return common
        case .infix(let symbol, let a, let b, .comparison):
            // Other operators of this precedence, such as IS, may be true beside NULL.
            guard Self.strictComparisons.contains(symbol) else { return [] }
            return a.strictColumns.union(b.strictColumns)
        case .bound(_, let a, let b): return a.strictColumns.union(b.strictColumns)
        case .isIn(let node, _), .isInList(let node, _), .isInRows(let node, _): return node.strictColumns
        case .postfix(let node, "IS NOT NULL"): return node.strictColumns
        default: return []
        }
    }

    private static let strictComparisons: Set<String> = ["=", "<>", "<", "<=", ">", ">="]

    /// The columns that make the value NULL by being NULL.
    private var strictColumns: Set<[String]> {
        switch form {
        case .column(let alias, let name): [[alias, name]]
        case .collate(let node, _), .cast(let node, _): node.strictColumns
        // Arithmetic.
        case .infix(_, let a, let b, let precedence) where precedence > .bits && precedence < .text:
            a.strictColumns.union(b.strictColumns)
        default: []
        }
    }
}
