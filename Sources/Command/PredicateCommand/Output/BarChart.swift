import PredicateFormat

/// Rows of words and numbers, whose numbers have bars as long as the screen has room.
struct BarChart {
    /// A column: words, or the lengths of bars.
    enum Column {
        /// - Parameter isRight: whether the words end at the same column, as numbers do.
        case words([String], header: String = "", isRight: Bool = false)
        /// Bars from zero, each as long as its number in relation to the others of the column.
        case bars([Double])
    }

    /// The columns, each with as many rows.
    var columns: [Column]

    private static let gap = 2
    /// Shorter bars say nothing.
    private static let shortestBar = 6
    /// The narrowest words that are cut.
    private static let narrowest = 12
    /// Blocks of one to seven eighths of a column, and a whole one.
    private static let blocks = Array("▏▎▍▌▋▊▉█")

    /// The lines, without their ends; nil if the words alone are wider than the screen.
    ///
    /// - Parameter width: the columns of the screen; nil for a file, which gets no bars.
    func lines(width: Int?) -> [String]? {
        var drawn = columns
        if width == nil { drawn.removeAll(where: \.isBars) }
        var widths = drawn.map(\.natural)
        if let width {
            // Words are cut before bars are left out.
            let bars = drawn.filter(\.isBars).count
            var excess = Self.sum(widths) + bars * 2 * Self.shortestBar - width
            for index in drawn.indices where excess > 0 && drawn[index].isCut {
                let cut = min(excess, max(0, widths[index] - Self.narrowest))
                (widths[index], excess) = (widths[index] - cut, excess - cut)
            }
            let room = width - Self.sum(widths)
            if let last = drawn.lastIndex(where: \.isBars), room < bars * Self.shortestBar {
                drawn.remove(at: last)
                return BarChart(columns: drawn).lines(width: width)
            }
            if room < 0 { return nil }
            for index in drawn.indices where drawn[index].isBars { widths[index] = room / bars }
        }
        let cells = zip(drawn, widths).map { $0.cells(columns: $1) }
        return (0..<(cells.map(\.count).max() ?? 0)).map { row in
            ColumnText.trimmed(cells.map { $0[row] }.joined(separator: String(repeating: " ", count: Self.gap)))
        }.filter { !$0.isEmpty }
    }

    private static func sum(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap * max(0, widths.count - 1) }

    /// A bar from zero.
    ///
    /// - Parameters:
    ///   - range: the numbers of all bars, with zero.
    ///   - columns: the columns of the whole range.
    fileprivate static func bar(_ number: Double, in range: ClosedRange<Double>, columns: Int) -> String {
        // Halves, because a range may be wider than the greatest number.
        let size = range.upperBound / 2 - range.lowerBound / 2
        guard size > 0 else { return "" }
        // Both sides have room for a number.
        let (lower, upper) = (range.lowerBound < 0 ? 1 : 0, range.upperBound > 0 ? columns - 1 : columns)
        let left = max(lower, min(upper, Int((-range.lowerBound / 2 / size * Double(columns)).rounded())))
        let length = number.magnitude / 2 / size * Double(columns)
        if number < 0 {
            let filled = min(left, max(1, Int(length.rounded())))
            return String(repeating: " ", count: left - filled) + String(repeating: "█", count: filled)
        }
        // A number that is not zero is always visible.
        let eighths = min(8 * max(0, columns - left), max(Int((8 * length).rounded()), number > 0 ? 1 : 0))
        let rest = eighths % 8 == 0 ? "" : String(blocks[eighths % 8 - 1])
        return String(repeating: " ", count: left) + String(repeating: "█", count: eighths / 8) + rest
    }
}

extension BarChart.Column {
    fileprivate var isBars: Bool {
        if case .bars = self { true } else { false }
    }

    /// Whether words may be cut. Numbers would become others.
    fileprivate var isCut: Bool {
        if case .words(_, _, false) = self { true } else { false }
    }

    /// The width without cutting.
    fileprivate var natural: Int {
        switch self {
        case .words(let words, let header, _): (words + [header]).map { TextWidth.columns(of: $0) }.max() ?? 0
        case .bars: 0
        }
    }

    /// The header and the cells in a number of columns.
    fileprivate func cells(columns: Int) -> [String] {
        switch self {
        case .words(let words, let header, let isRight):
            return ([header] + words).map { word in
                let cut = ColumnText.cut(word, to: columns)
                return isRight ? ColumnText.right(cut, to: columns) : ColumnText.pad(cut, to: columns)
            }
        case .bars(let numbers):
            let range = min(0, numbers.min() ?? 0)...max(0, numbers.max() ?? 0)
            return ([0] + numbers).map { ColumnText.pad(BarChart.bar($0, in: range, columns: columns), to: columns) }
        }
    }
}

/// Results with bars next to their numbers: those of groups, or all but the first column. A file gets a table.
struct ChartLayout: TabularLayout {
    let table: TableLayout
    /// The columns that say what a row is about.
    let labels: Set<String>
    var isStreaming: Bool { false }
    var isForPeople: Bool { true }

    func lines(header: [String]?, rows: [[Cell]]) -> String {
        let names = header ?? []
        let columns = names.indices.flatMap { index -> [BarChart.Column] in
            let cells = rows.map { $0.indices.contains(index) ? $0[index] : .empty }
            let name = SafeText.plain(names[index])
            let isNumeric = cells.contains(where: \.isNumber) && cells.allSatisfy { $0.isNumber || $0.text.isEmpty }
            let words = BarChart.Column.words(
                cells.map { SafeText.plain($0.text) }, header: name, isRight: isNumeric)
            let isLabel = labels.isEmpty ? index == 0 : labels.contains(names[index])
            return isNumeric && !isLabel ? [words, .bars(cells.map(\.length))] : [words]
        }
        guard let width = table.width, !rows.isEmpty, let lines = BarChart(columns: columns).lines(width: width) else {
            return table.lines(header: header, rows: rows)
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension Cell {
    /// The length of its bar: the number, or nothing.
    fileprivate var length: Double { Double(text).flatMap { $0.isFinite ? $0 : nil } ?? 0 }
}
