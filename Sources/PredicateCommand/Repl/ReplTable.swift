import PredicateFormat

/// Records as a table that fits the terminal: numbers are never cut, long texts are, and fields for which there is no room are
/// named below.
struct ReplTable {
    /// Columns of the terminal.
    let width: Int
    private var rows: [(number: Int, cells: [String: Cell])] = []
    private var names: [String] = []
    private var known: Set<String> = []

    /// No column of text is cut below so many columns of the terminal where it needs more.
    private static let narrowest = 12
    /// Nor does one take more, where others need room.
    private static let gap = 2

    init(width: Int) { self.width = width }

    /// Adds a record with its number in the data set.
    mutating func add(_ cells: [(String, Cell)], number: Int) {
        for (name, _) in cells where known.insert(name).inserted { names.append(name) }
        let shown = cells.map { ($0.0, Cell(text: Self.plain($0.1.text), isNumber: $0.1.isNumber)) }
        rows.append((number, Dictionary(shown, uniquingKeysWith: { first, _ in first })))
    }

    /// A cell longer than a terminal's line is cut anyway, and need not be looked at whole.
    private static func plain(_ text: String) -> String {
        SafeText.plain(text.utf8.count > 4096 ? String(text.prefix(1024)) : text)
    }

    /// A column as it is drawn.
    private struct Column {
        var header: String
        var cells: [Cell]
        var width = 0

        var isNumeric: Bool {
            cells.contains { $0.isNumber } && cells.allSatisfy { $0.isNumber || $0.text.isEmpty }
        }

        /// The columns that nothing of it would be cut in.
        var natural: Int {
            max(TextWidth.columns(of: header), cells.map { TextWidth.columns(of: $0.text) }.max() ?? 0)
        }
    }

    /// The table, empty where there are no records.
    ///
    /// - Parameter order: the names of the columns in their order; others come behind them.
    func text(order: [String]) -> String {
        if rows.isEmpty { return "" }
        let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let ordered = names.enumerated().sorted {
            (places[$0.element] ?? .max, $0.offset) < (places[$1.element] ?? .max, $1.offset)
        }.map(\.element)
        var columns = [Column(header: "#", cells: rows.map { Cell(text: "\($0.number)", isNumber: true) })]
        for name in ordered {
            columns.append(Column(header: Self.plain(name), cells: rows.map { $0.cells[name] ?? .empty }))
        }
        let dropped = fit(&columns)
        var text = line(columns.map { pad($0.header, in: $0) })
        text += line(columns.map { String(repeating: "─", count: $0.width) })
        for row in rows.indices { text += line(columns.map { pad($0.cells[row].text, in: $0) }) }
        if !dropped.isEmpty {
            text += ColumnText.cut("no room for: " + dropped.joined(separator: ", "), to: width) + "\n"
        }
        return text
    }

    /// Gives every column its width, and takes away those for which there is no room; their names.
    private func fit(_ columns: inout [Column]) -> [String] {
        for index in columns.indices {
            let natural = columns[index].natural
            // A number that is cut is another number.
            columns[index].width = columns[index].isNumeric ? natural : min(natural, Self.narrowest)
        }
        var dropped: [String] = []
        func total() -> Int { columns.reduce(0) { $0 + $1.width } + Self.gap * (columns.count - 1) }
        while total() > width, columns.count > 2 { dropped.insert(columns.removeLast().header, at: 0) }
        if total() > width, let last = columns.indices.last {
            columns[last].width = max(1, columns[last].width - (total() - width))
        }
        // What is left goes to those that are cut, a column at a time, from the left.
        var room = width - total()
        while room > 0 {
            let before = room
            for index in columns.indices where room > 0 && columns[index].width < columns[index].natural {
                columns[index].width += 1
                room -= 1
            }
            if room == before { break }
        }
        return dropped
    }

    private func pad(_ text: String, in column: Column) -> String {
        let text = ColumnText.cut(text, to: column.width)
        let space = String(repeating: " ", count: max(0, column.width - TextWidth.columns(of: text)))
        return column.isNumeric ? space + text : text + space
    }

    private func line(_ cells: [String]) -> String {
        var text = cells.joined(separator: String(repeating: " ", count: Self.gap))
        while text.hasSuffix(" ") { text.removeLast() }
        return text + "\n"
    }
}
