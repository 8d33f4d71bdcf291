import PredicateFormat

/// Records as a table that fits the terminal. Numbers are never cut, long strings are, and columns that do not fit are
/// listed below the table.
///
/// The table keeps no records: all records are measured, then the columns are fitted, then each record is drawn.
struct ScreenTable {
    /// The width of the terminal in columns.
    let width: Int
    /// Whether the first column is the number of the record.
    let isNumbered: Bool
    /// The paths whose columns are dropped last.
    private let wanted: Set<ExactName>
    private var names = ColumnNames()
    private var columns: [ExactName: Column] = [:]
    private var rowCount = 0
    private var widestNumber = 1
    /// The drawn columns, with the number if there is one, and those that do not fit.
    private var drawn: [Column] = []
    private var dropped: [String] = []

    /// The minimum width of a text column that is cut.
    private static let narrowest = 12
    /// A width in which every text has room.
    static let unlimited = Int.max >> 8
    private static let gap = 2

    init(width: Int, isNumbered: Bool = true, wanted: [String] = []) {
        self.width = width
        self.isNumbered = isNumbered
        // A column of an object holds the paths through it. A longer name is that of one key, and of no column here.
        self.wanted = Set(
            wanted.lazy.filter { $0.utf8.count <= 1000 }.flatMap { path in
                [ExactName(path)] + path.indices.filter { path[$0] == "." }.map { ExactName(String(path[..<$0])) }
            })
    }

    /// A column of the table.
    private struct Column {
        var name: String
        var header: String
        /// The width without cutting.
        var natural: Int
        var hasNumber = false
        var hasText = false
        var width = 0

        init(_ name: String, _ width: Int) {
            self.name = name
            header = ScreenTable.plain(name, width)
            natural = TextWidth.columns(of: header)
        }

        var isNumeric: Bool { hasNumber && !hasText }
    }

    /// Measures a record. `number` is its number in the data set.
    mutating func measure(_ cells: [(String, Cell)], number: Int) {
        rowCount += 1
        widestNumber = max(widestNumber, "\(number)".count)
        for (name, cell) in cells {
            names.add(name)
            var column = columns[ExactName(name)] ?? Column(name, width)
            // A string is shown at most at the width of the terminal. A number is shown completely.
            if column.natural <= width || cell.isNumber {
                column.natural = max(column.natural, TextWidth.columns(of: plain(cell.text)))
            }
            if cell.isNumber { column.hasNumber = true } else if !cell.text.isEmpty { column.hasText = true }
            columns[ExactName(name)] = column
        }
    }

    /// Determines the order and the widths of the columns.
    ///
    /// - Parameter order: the names of the columns in order. Other columns follow.
    mutating func fit(order: [String]) {
        var number = Column("#", width)
        number.natural = widestNumber
        number.hasNumber = true
        drawn = (isNumbered ? [number] : []) + names.ordered(as: order).compactMap { columns[ExactName($0)] }
        func total() -> Int { drawn.reduce(0) { $0 + $1.width } + Self.gap * (drawn.count - 1) }
        for index in drawn.indices { drawn[index].width = drawn[index].natural }
        if total() <= width { return }
        // A number must not be cut, because the rest would be another number.
        for index in drawn.indices where !drawn[index].isNumeric {
            drawn[index].width = min(drawn[index].natural, Self.narrowest)
        }
        dropColumns(by: total() - width)
        if total() > width, let last = drawn.indices.last {
            drawn[last].width = max(1, drawn[last].width - (total() - width))
        }
        // The remaining width goes to columns that are cut, one by one, from the left.
        var room = width - total()
        while room > 0 {
            let before = room
            for index in drawn.indices where room > 0 && drawn[index].width < drawn[index].natural {
                drawn[index].width += 1
                room -= 1
            }
            if room == before { break }
        }
    }

    /// Drops columns until enough room is free or one is left: values in objects first, and wanted columns last, each from
    /// the right.
    private mutating func dropColumns(by room: Int) {
        let droppable = drawn.indices.dropFirst(isNumbered ? 1 : 0).reversed()
        let classes = Dictionary(grouping: droppable) { index in
            let name = drawn[index].name
            return wanted.contains(ExactName(name)) ? 2 : name.contains(".") ? 0 : 1
        }
        var freed = 0
        var gone: [Int] = []
        for index in (0...2).flatMap({ classes[$0] ?? [] }).dropLast() {
            if freed >= room { break }
            freed += drawn[index].width + Self.gap
            gone.append(index)
        }
        // The line that names them may be cut, so the column that had room for longest comes first.
        dropped = gone.reversed().map { drawn[$0].header }
        let dropped = Set(gone)
        drawn = drawn.indices.filter { !dropped.contains($0) }.map { drawn[$0] }
    }

    /// The names of the columns and the line below them; empty without records.
    var header: String {
        if rowCount == 0 { return "" }
        return Self.line(drawn.map { Self.pad($0.header, in: $0) })
            + Self.line(drawn.map { String(repeating: "─", count: $0.width) })
    }

    /// The row of a record.
    func line(_ cells: [(String, Cell)], number: Int) -> String {
        let texts = Dictionary(cells.map { (ExactName($0.0), $0.1.text) }, uniquingKeysWith: { first, _ in first })
        return Self.line(
            drawn.enumerated().map { index, column in
                let text = index == 0 && isNumbered ? "\(number)" : plain(texts[ExactName(column.name)] ?? "")
                return Self.pad(text, in: column)
            })
    }

    /// The text below the table.
    var footer: String {
        dropped.isEmpty ? "" : ColumnText.cut("no room for: " + dropped.joined(separator: ", "), to: width) + "\n"
    }

    private func plain(_ text: String) -> String { Self.plain(text, width) }

    /// A cell longer than a terminal's line is cut anyway, and need not be examined completely: each character takes at
    /// least one column. A number is never longer than a line.
    private static func plain(_ text: String, _ width: Int) -> String {
        let most = max(width, 400)
        return SafeText.plain(text.utf8.count > most ? String(text.prefix(width + 1)) : text)
    }

    private static func pad(_ text: String, in column: Column) -> String {
        let text = ColumnText.cut(text, to: column.width)
        return column.isNumeric ? ColumnText.right(text, to: column.width) : ColumnText.pad(text, to: column.width)
    }

    private static func line(_ cells: [String]) -> String {
        ColumnText.trimmed(cells.joined(separator: String(repeating: " ", count: gap))) + "\n"
    }
}
