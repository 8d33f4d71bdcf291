/// A row of the snippet: pieces of text with the colour of each.
struct TextRow {
    enum Tone: CaseIterable {
        case plain, message, gutter, error, warning, label

        /// The code of the colour; empty for none.
        var code: String {
            switch self {
            case .plain: ""
            case .message: "1"
            case .gutter: "34"
            case .error: "1;31"
            case .warning: "1;33"
            case .label: "1;34"
            }
        }
    }

    /// The codes of all colours, and the code that ends a colour.
    static let colours = Set(Tone.allCases.map(\.code) + ["0"]).subtracting([""])

    private var pieces: [(text: String, tone: Tone)]

    init(_ text: String, _ tone: Tone) { pieces = text.isEmpty ? [] : [(text, tone)] }

    static func + (a: TextRow, b: TextRow) -> TextRow {
        var row = a
        for piece in b.pieces {
            if let last = row.pieces.indices.last, row.pieces[last].tone == piece.tone {
                row.pieces[last].text += piece.text
            } else {
                row.pieces.append(piece)
            }
        }
        return row
    }

    /// The row without blanks at its end.
    func string(colour: Bool) -> String {
        var pieces = pieces
        while let last = pieces.popLast() {
            var kept = last.text.unicodeScalars[...]
            while kept.last == " " { kept.removeLast() }
            if kept.isEmpty { continue }
            pieces.append((String(kept), last.tone))
            break
        }
        if !colour { return pieces.map(\.text).joined() }
        return pieces.map { piece in
            let code = piece.tone.code
            return code.isEmpty ? piece.text : "\u{1B}[\(code)m\(piece.text)\u{1B}[0m"
        }.joined()
    }
}

/// The part of a line that a snippet shows, with the positions of its bytes.
struct LineView {
    private struct Cell {
        var bytes: Range<Int>
        var text: String
        /// The column, counted from the beginning of the cells.
        var column: Int
        var columns: Int
    }

    private let cells: [Cell]
    /// The columns of all cells.
    private let total: Int
    /// The columns that are shown.
    private let window: Range<Int>
    private let isCutLeft: Bool
    private let isCutRight: Bool
    /// The number of columns.
    let columns: Int

    /// A view of a line that shows the first of the marks, and as many of the others as possible.
    init(_ lines: SourceLines, _ index: Int, _ marks: [DiagnosticMark], columns: Int) {
        let line = lines.lines[index]
        let focus = marks.first?.range ?? line.lowerBound..<line.lowerBound
        let (start, end, cells) = Self.part(of: lines, line, around: focus.lowerBound, columns)
        self.cells = cells
        total = cells.last.map { $0.column + $0.columns } ?? 0
        self.columns = columns

        let known = LineView.Known(cells: cells, total: total)
        let first = known.columns(of: focus)
        var wanted = first.lowerBound..<min(first.upperBound, first.lowerBound + columns / 2)
        for mark in marks where mark.range.lowerBound >= start && mark.range.upperBound <= end {
            let location = known.columns(of: mark.range)
            let both =
                min(wanted.lowerBound, location.lowerBound)..<max(wanted.upperBound, location.upperBound)
            if both.count <= columns - 8 { wanted = both }
        }
        var left = 0
        let hasStart = start == line.lowerBound
        let hasEnd = end >= line.upperBound
        // A mark after the end needs its own column.
        let whole = max(total, first.upperBound)
        if !(hasStart && hasEnd && whole <= columns), !(hasStart && wanted.upperBound < columns) {
            left = max(0, wanted.lowerBound - (columns - wanted.count) / 2)
            if hasEnd { left = max(0, min(left, whole - columns)) }
        }
        isCutLeft = left > 0 || !hasStart
        isCutRight = !hasEnd || whole - left > columns
        window = left..<(left + columns)
    }

    /// The part of a line that could be shown: the cells on either side of an offset, with as many columns as a snippet has. Few characters
    /// have more than three bytes for a column, so a wider part is only examined where the narrow one has too few columns.
    private static func part(
        of lines: SourceLines, _ line: Range<Int>, around focus: Int, _ columns: Int
    ) -> (start: Int, end: Int, cells: [Cell]) {
        func part(_ reach: Int) -> (start: Int, end: Int, cells: [Cell]) {
            let start = lines.clamped(max(line.lowerBound, focus - reach))
            let end = max(start, lines.clamped(min(line.upperBound, focus + reach)))
            return (start, end, cells(lines.bytes, start..<end))
        }
        let narrow = part(3 * columns)
        let total = narrow.cells.last.map { $0.column + $0.columns } ?? 0
        let left = narrow.cells.first { $0.bytes.upperBound > focus }?.column ?? total
        let isEnough =
            (narrow.start == line.lowerBound || left >= columns)
            && (narrow.end >= line.upperBound || total - left > columns)
        return isEnough ? narrow : part(24 * columns)
    }

    private static func cells(_ bytes: [UInt8], _ range: Range<Int>) -> [Cell] {
        var cells: [Cell] = []
        var offset = range.lowerBound
        var column = 0
        for cluster in String(decoding: bytes[range], as: UTF8.self) {
            // Bytes that are not UTF-8 do not occur: the text was a string.
            let end = offset + cluster.utf8.count
            var text = SafeText.shown(cluster)
            if cluster == "\t" { text = String(repeating: " ", count: 4 - column % 4) }
            let width = TextWidth.columns(of: text)
            cells.append(Cell(bytes: offset..<end, text: text, column: column, columns: width))
            column += width
            offset = end
        }
        return cells
    }

    private struct Known {
        var cells: [Cell]
        var total: Int

        /// The columns of bytes; one column if there are no bytes, or if they have no width.
        func columns(of bytes: Range<Int>) -> Range<Int> {
            let first = index(of: bytes.lowerBound)
            let start = first < cells.count ? cells[first].column : total
            guard !bytes.isEmpty else { return start..<(start + 1) }
            let last = index(of: bytes.upperBound - 1)
            let end = last < cells.count ? cells[last].column + cells[last].columns : total
            return start..<max(start + 1, end)
        }

        /// The index of the cell that contains an offset, or the number of cells.
        private func index(of offset: Int) -> Int {
            cells.partitioningIndex { $0.bytes.upperBound > offset }
        }
    }

    /// The columns of the window for source text, without the cut marks.
    private var inside: Range<Int> {
        (window.lowerBound + (isCutLeft ? 1 : 0))..<(window.upperBound - (isCutRight ? 1 : 0))
    }

    /// Whether the beginning of a mark is visible.
    func shows(_ mark: DiagnosticMark) -> Bool {
        if let first = cells.first, mark.range.lowerBound < first.bytes.lowerBound { return false }
        if let last = cells.last, mark.range.lowerBound > last.bytes.upperBound { return false }
        let location = Known(cells: cells, total: total).columns(of: mark.range)
        return inside.contains(location.lowerBound)
    }

    /// The columns of a mark in the window.
    func columns(of mark: DiagnosticMark) -> Range<Int> {
        let location = Known(cells: cells, total: total).columns(of: mark.range).clamped(to: inside)
        return (location.lowerBound - window.lowerBound)..<(location.upperBound - window.lowerBound)
    }

    /// The text of the window, with `…` where the line is cut.
    var text: TextRow {
        var text = isCutLeft ? "…" : ""
        for cell in cells {
            let end = cell.column + cell.columns
            if end <= inside.lowerBound { continue }
            if cell.column >= inside.upperBound { break }
            if cell.column >= inside.lowerBound, end <= inside.upperBound {
                text += cell.text
            } else {
                // A wide character that is cut at the edge.
                let visible = min(end, inside.upperBound) - max(cell.column, inside.lowerBound)
                text += String(repeating: " ", count: visible)
            }
        }
        if isCutRight {
            text += "…"
        }
        return TextRow(text, .plain)
    }
}

/// The rows under a line: the marks and their labels.
struct MarkRows {
    private(set) var rows: [TextRow] = []
    private let width: Int

    private struct Note {
        var column: Int
        var text: String
        var tone: TextRow.Tone
    }

    init(_ view: LineView, _ marks: [DiagnosticMark], _ tone: TextRow.Tone) {
        width = view.columns
        let located = marks.map { (mark: $0, columns: view.columns(of: $0)) }
        let end = located.map(\.columns.upperBound).max() ?? 0
        var signs = [TextRow.Tone?](repeating: nil, count: end)
        for (mark, columns) in located where !mark.isMain { for column in columns { signs[column] = .label } }
        for (mark, columns) in located where mark.isMain { for column in columns { signs[column] = tone } }
        var line = TextRow("", .plain)
        for sign in signs {
            switch sign {
            case nil: line = line + TextRow(" ", .plain)
            case .label: line = line + TextRow("─", .label)
            case let tone?: line = line + TextRow("^", tone)
            }
        }
        var notes = located.compactMap { located in
            located.mark.text.map {
                Note(column: located.columns.lowerBound, text: $0, tone: located.mark.isMain ? tone : .label)
            }
        }
        // The text of the main mark follows it on the same row if there is room.
        if let main = located.first(where: { $0.mark.isMain }), let text = main.mark.text,
            main.columns.upperBound == end, end + 1 + TextWidth.columns(of: text) <= width
        {
            line = line + TextRow(" " + text, tone)
            notes.removeFirst()
        }
        rows.append(line)
        notes.sort { $0.column > $1.column }
        for (index, note) in notes.enumerated() {
            let waiting = Set(notes[(index + 1)...].map(\.column)).subtracting([note.column])
            add(note, waiting)
        }
    }

    /// A note under its mark, moved left as far as it has to be to fit, with lines down to the marks whose notes are yet
    /// to come. A note that is longer than the snippet is wide takes several lines, one below the other.
    private mutating func add(_ note: Note, _ waiting: Set<Int>) {
        // The text must not cross a line that leads down to another mark.
        let first = waiting.filter { $0 < note.column }.max().map { $0 + 2 } ?? 0
        let fits = TextWidth.columns(of: note.text) <= width - first
        let room = fits ? width - first : width - min(note.column, max(first, width / 2))
        let lines = Self.wrapped(note.text, max(1, room))
        let longest = lines.map(TextWidth.columns(of:)).max() ?? 0
        let column = max(0, min(note.column, max(first, width - longest)))
        for line in lines {
            var row = TextRow("", .plain)
            for location in 0..<column {
                row = row + (waiting.contains(location) ? TextRow("│", .label) : TextRow(" ", .plain))
            }
            rows.append(row + TextRow(line, note.tone))
        }
    }

    /// The words of a string in lines with a maximum width, except for words that are longer.
    private static func wrapped(_ text: String, _ columns: Int) -> [String] {
        if TextWidth.columns(of: text) <= columns { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let grown = line.isEmpty ? String(word) : line + " " + word
            if !line.isEmpty, TextWidth.columns(of: grown) > columns {
                lines.append(line)
                line = String(word)
            } else {
                line = grown
            }
        }
        lines.append(line)
        return lines
    }
}

extension String {
    /// The beginning of the text, in at most so many code points; the last is `…` if something was cut.
    package func excerpt(_ limit: Int) -> String {
        // The code points are counted only as far as needed: the text may be long.
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return self }
        return String(scalars.prefix(limit - 1)) + "…"
    }
}

extension SourceRange {
    /// The text of the range as messages show it.
    package func excerpt(of source: String) -> String { text(in: source).excerpt(40) }
}
