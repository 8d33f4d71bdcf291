import PredicateFormat

/// Draws a predicate as a tree of lines, with the type of every node in a column beside it.
///
///     AND            true or false
///     ├─ >           true or false
///     │  ├─ age      an integer
///     │  └─ 30       an integer
///     └─ ==          true or false
///
/// The drawing keeps within its width as far as the depth of the tree lets it: labels are cut, but not below a few columns.
struct TreeDrawing {
    private let rows: [ExplanationRows.Row]
    private let width: Int
    /// No label is cut below so many columns.
    private static let narrowest = 12

    init(_ rows: ExplanationRows, width: Int) {
        self.rows = rows.rows
        self.width = width
    }

    /// The lines, one for each row.
    var lines: [String] {
        let leads = self.leads
        let longestType = rows.map { TextWidth.columns(of: $0.type) }.max() ?? 0
        let typeWidth = min(longestType, max(Self.narrowest, width / 2))
        let room = max(Self.narrowest, width - typeWidth - 2)
        let left = rows.indices.map { index in
            let lead = leads[index] + (rows[index].role.map { $0 + ": " } ?? "")
            let columns = max(Self.narrowest, room - TextWidth.columns(of: lead))
            return lead + rows[index].label.text(columns: columns)
        }
        let column = min(room, left.map { TextWidth.columns(of: $0) }.max() ?? 0)
        return rows.indices.map { index in
            ColumnText.pad(left[index], to: column) + "  " + ColumnText.cut(rows[index].type, to: typeWidth)
        }
    }

    /// The lines of the tree before each label.
    private var leads: [String] {
        var leads = [String](repeating: "", count: rows.count)
        /// What stands before the children of each row.
        var margins = [String](repeating: "", count: rows.count)
        for index in rows.indices {
            guard let parent = rows[index].parent else { continue }
            let isLast = rows[parent].children.last == index
            leads[index] = margins[parent] + (isLast ? "└─ " : "├─ ")
            margins[index] = margins[parent] + (isLast ? "   " : "│  ")
        }
        return leads
    }
}
