import PredicateFormat

/// Draws a predicate as a tree of lines, with the type of every node in a column next to it.
///
///     AND            true or false
///     ├─ >           true or false
///     │  ├─ age      an integer
///     │  └─ 30       an integer
///     └─ ==          true or false
///
/// The drawing keeps its width as far as the depth of the tree allows: labels are cut, but not below a few columns.
struct TreeDrawing {
    private let rows: [ExplanationRows.Row]
    private let width: Int
    /// The minimum width of a label that is cut.
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
    private var leads: [String] { TreeLines(parents: rows.map(\.parent)).leads }
}

/// The lines of a tree of rows, each below its parent.
struct TreeLines {
    /// The text before the label of each row.
    private(set) var leads: [String]
    /// The text before the children of each row.
    private(set) var margins: [String]
    /// Whether a row has children.
    private(set) var hasChildren: [Bool]

    /// - Parameter parents: the index of each row's parent; nil for a root.
    init(parents: [Int?]) {
        leads = [String](repeating: "", count: parents.count)
        margins = leads
        hasChildren = [Bool](repeating: false, count: parents.count)
        var last = [Int?](repeating: nil, count: parents.count)
        for (index, parent) in parents.enumerated() {
            guard let parent else { continue }
            last[parent] = index
            hasChildren[parent] = true
        }
        for (index, parent) in parents.enumerated() {
            guard let parent else { continue }
            let isLast = last[parent] == index
            leads[index] = margins[parent] + (isLast ? "└─ " : "├─ ")
            margins[index] = margins[parent] + (isLast ? "   " : "│  ")
        }
    }
}
