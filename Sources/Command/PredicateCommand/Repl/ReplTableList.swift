import PredicateFormat

/// The tables of a database as lines: name, number of records, columns, primary key.
enum ReplTableList {
    /// The lines, each with a line feed.
    static func text(_ tables: [ListedTable], width: Int) -> String {
        let rows = tables.map { table in
            [
                SafeText.plain(table.name), table.size ?? table.kind ?? "",
                table.columnCount.map { Plural.of($0, "column") } ?? "", remark(table),
            ]
        }
        let widths = (0..<3).map { index in rows.map { TextWidth.columns(of: $0[index]) }.max() ?? 0 }
        return rows.map { row in
            var line = row.enumerated().map { index, text in
                index < widths.count ? ColumnText.pad(text, to: widths[index]) : text
            }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return ColumnText.cut(line, to: max(20, width)) + "\n"
        }.joined()
    }

    private static func remark(_ table: ListedTable) -> String {
        if !table.primaryKey.isEmpty { return "key " + SafeText.plain(table.primaryKey.joined(separator: ", ")) }
        return table.kind.map { table.size == nil ? "" : $0 } ?? "no key"
    }
}
