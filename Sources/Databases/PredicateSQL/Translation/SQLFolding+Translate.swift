import PredicateFormat

// The options `c` and `d` in DuckDB and Spark, whose own functions fold otherwise.
extension SQLFolding {
    /// A text folded as far as the constants ask for it; nil if that needs too many replacements.
    func translated(_ text: SQLNode, _ dialect: SQLDialect) -> SQLNode? {
        guard several.count <= 32 else { return nil }
        var changed = single.flatMap { group in group.sources.map { (source: $0, target: group.target) } }
        if foldsCase {
            for capital in UInt32(0x41)...0x5A where isOrdered || needed.contains(capital | 0x20) {
                changed.append((capital, capital | 0x20))
            }
        }
        changed.sort { $0.source < $1.source }
        var node = text
        if options.contains(.diacriticInsensitive) {
            let sources = changed.map(\.source) + several.map(\.code)
            guard let pattern = marksPattern(sources, dialect) else { return nil }
            // Spark replaces all, and names groups as Java does.
            let replacement = dialect == .spark ? ["'$1'"] : ["'\\1'", "'g'"]
            node = .call(
                "regexp_replace",
                [node, .parameter(.value(.text(pattern)), .text)] + replacement.map { .literal($0) })
        }
        if !changed.isEmpty {
            node = .call(
                "translate", [node, Self.parameter(changed.map(\.source)), Self.parameter(changed.map(\.target))])
        }
        return replaced(node, several)
    }

    /// Bases with the marks behind them. Only what can be part of a constant has to lose its marks, unless the order
    /// matters, or a constant holds a mark itself.
    private func marksPattern(_ sources: [UInt32], _ dialect: SQLDialect) -> String? {
        var bases = Self.bases.union(CodePointSet([0...0]))
        if !isOrdered, !needed.contains(where: TextFolding.isMark) {
            bases = CodePointSet((sources + needed).filter(TextFolding.isBase).map { $0...$0 })
        }
        // The classes of nonspacing marks of databases are of other versions of Unicode.
        guard let members = SQLPattern.members(bases, dialect), let marks = SQLPattern.members(Self.marks, dialect)
        else { return nil }
        return "([\(members)])[\(marks)]+"
    }
}
