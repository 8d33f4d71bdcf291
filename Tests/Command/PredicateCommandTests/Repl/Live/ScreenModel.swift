import PredicateCore

/// What a terminal shows of the sequences that the live prompt writes: rows of characters, and the cursor.
///
/// It does what xterm does: text in the last column leaves the cursor there until the next character, which begins a new row.
struct ScreenModel {
    let width: Int
    private(set) var rows: [[String]] = [[]]
    private(set) var cursor = (row: 0, column: 0)
    private var isBetween = false
    /// The characters that are underlined or reversed, by row and column.
    private(set) var marked: Set<[Int]> = []
    private var isMarked = false
    /// Sequences that it does not know.
    private(set) var unknown: [String] = []

    init(width: Int) { self.width = width }

    /// The rows without blanks at their ends.
    var text: [String] {
        var lines = rows.map { row in
            var text = row.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
        while lines.count > 1, lines.last == "" { lines.removeLast() }
        return lines
    }

    mutating func write(_ text: String) {
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": (cursor.column, isBetween) = (0, false)
            case "\n":
                cursor.row += 1
                if cursor.row == rows.count { rows.append([]) }
                isBetween = false
            case "\u{1B}": command(&scalars)
            default: put(scalar)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let columns = TextWidth.columns(of: scalar)
        guard columns > 0 else {
            let last = rows[cursor.row].indices.last {
                $0 < cursor.column + (isBetween ? 1 : 0) && rows[cursor.row][$0] != ""
            }
            if let last { rows[cursor.row][last].unicodeScalars.append(scalar) }
            return
        }
        if isBetween || cursor.column + columns > width {
            cursor = (cursor.row + 1, 0)
            if cursor.row == rows.count { rows.append([]) }
            isBetween = false
        }
        while rows[cursor.row].count < cursor.column + columns { rows[cursor.row].append(" ") }
        rows[cursor.row][cursor.column] = String(scalar)
        if columns == 2 { rows[cursor.row][cursor.column + 1] = "" }
        if isMarked { marked.insert([cursor.row, cursor.column]) } else { marked.remove([cursor.row, cursor.column]) }
        cursor.column += columns
        if cursor.column == width { (cursor.column, isBetween) = (width - 1, true) }
    }

    private mutating func command(_ scalars: inout Substring.UnicodeScalarView) {
        guard scalars.popFirst() == "[" else { return unknown.append("ESC") }
        var parameters = ""
        while let next = scalars.popFirst() {
            guard (0x40...0x7E).contains(next.value) else {
                parameters.unicodeScalars.append(next)
                continue
            }
            let count = Int(parameters) ?? 1
            if next != "m", next != "h", next != "l" { isBetween = false }
            switch next {
            case "A": cursor.row = max(0, cursor.row - count)
            case "B": cursor.row = min(rows.count - 1, cursor.row + count)
            case "C": cursor.column = min(width - 1, cursor.column + count)
            case "K":
                rows[cursor.row] = Array(rows[cursor.row].prefix(cursor.column))
                marked = marked.filter { $0[0] != cursor.row || $0[1] < cursor.column }
            case "J":
                rows[cursor.row] = Array(rows[cursor.row].prefix(cursor.column))
                for row in rows.indices where row > cursor.row { rows[row] = [] }
            case "m": isMarked = parameters.split(separator: ";").contains { ["4", "4:3", "7"].contains($0) }
            case "h", "l": if parameters != "?25" { unknown.append(parameters) }
            default: unknown.append(parameters + String(next))
            }
            return
        }
    }
}
