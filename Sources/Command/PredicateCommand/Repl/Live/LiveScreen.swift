import PredicateFormat

/// How a piece of the line being typed looks.
struct LiveStyle: Hashable, Sendable {
    /// What the piece is.
    enum Role: UInt8, Sendable {
        case plain, field, text, number, keyword, command, aside, prompt
    }

    var role = Role.plain
    /// Whether it is a mistake.
    var isWrong = false
    /// Whether it is one of the brackets at the cursor.
    var isPair = false

    static let plain = LiveStyle()
    static let aside = LiveStyle(role: .aside)
}

/// The colours and underlines of a terminal.
struct LivePalette: Sendable {
    /// The number of colours: 0, 16 or 256.
    var colours = 16
    /// Whether it draws curly lines under text.
    var hasCurls = false

    init(colours: Int = 16, hasCurls: Bool = false) { (self.colours, self.hasCurls) = (colours, hasCurls) }

    /// What the variables of the environment say of the terminal.
    init(of variables: [String: String]) {
        let (terminal, program) = (variables["TERM"] ?? "", variables["TERM_PROGRAM"] ?? "")
        colours = terminal.contains("256color") || variables["COLORTERM"] != nil ? 256 : 16
        if !(variables["NO_COLOR"] ?? "").isEmpty { colours = 0 }
        hasCurls =
            (variables["VTE_VERSION"].flatMap(Int.init) ?? 0) >= 5102 || terminal.contains("kitty")
            || ["WezTerm", "iTerm.app", "ghostty"].contains(program)
    }

    /// The sequence that begins a style after any other.
    func sequence(_ style: LiveStyle) -> String {
        var codes = "0"
        switch (style.role, colours) {
        case (.plain, _): break
        case (.prompt, 256): codes += ";38;5;244"
        // The words that join the parts are bold, so that the parts are seen without colours as well.
        case (.keyword, _), (.command, _): codes += colours == 256 ? ";1;38;5;133" : colours == 16 ? ";1;35" : ";1"
        case (.field, 256): codes += ";38;5;33"
        case (.field, 16): codes += ";36"
        case (.text, 256): codes += ";38;5;71"
        case (.text, 16): codes += ";32"
        case (.number, 256): codes += ";38;5;37"
        case (.number, 16): codes += ";35"
        case (.aside, _): codes += ";2"
        default: break
        }
        if style.isWrong { codes += (hasCurls ? ";4:3" : ";4") + (colours == 0 ? "" : ";31") }
        if style.isPair { codes += ";7" }
        return "\u{1B}[\(codes)m"
    }
}

/// A place of the screen, from the first row of the line.
struct LivePlace: Hashable, Sendable {
    var row = 0
    var column = 0
}

/// Rows of cells as they should be on the screen, and the place of the cursor.
struct LiveFrame: Hashable, Sendable {
    /// What one column shows. The second column of a wide character has an empty text.
    struct Cell: Hashable, Sendable {
        var text: String
        var style: LiveStyle
    }

    /// The columns of the screen.
    let width: Int
    var rows: [[Cell]] = [[]]
    /// The rows that continue in the next one, as a terminal continues a long line.
    private(set) var wrapped: Set<Int> = []
    var cursor = LivePlace()

    init(width: Int) { self.width = max(2, width) }

    /// The place where the next character goes.
    var end: LivePlace { LivePlace(row: rows.count - 1, column: rows[rows.count - 1].count) }

    /// Adds a code point. Those without a width join the one before, and control characters become visible.
    mutating func add(_ scalar: Unicode.Scalar, _ style: LiveStyle) {
        switch scalar {
        case "\u{20}"..."\u{7E}":
            if end.column == width { wrap() }
            rows[rows.count - 1].append(Cell(text: String(scalar), style: style))
        case "\n": rows.append([])
        case "\t":
            repeat { put(" ", columns: 1, style) } while end.column % 8 != 0 && end.column < width
        case "\u{00}"..."\u{1F}", "\u{7F}":
            put("^", columns: 1, style)
            put(String(UnicodeScalar(UInt8(scalar.value ^ 0x40))), columns: 1, style)
        default:
            let columns = TextWidth.columns(of: scalar)
            if columns > 0 { return put(SafeText.plain(String(scalar)), columns: columns, style) }
            // A terminal that gets no base for a mark would put it anywhere.
            guard let last = rows[rows.count - 1].lastIndex(where: { !$0.text.isEmpty }),
                SafeText.isSafe(String(scalar)), rows[rows.count - 1][last].text.utf8.count < 64
            else { return }
            rows[rows.count - 1][last].text.unicodeScalars.append(scalar)
        }
    }

    mutating func add(_ text: String, _ style: LiveStyle) {
        for scalar in text.unicodeScalars { add(scalar, style) }
    }

    /// Begins a row that does not continue the last one.
    mutating func beginRow(_ cells: [Cell] = []) { rows.append(cells) }

    /// The row of a string that is not longer than the screen is wide.
    static func row(_ text: String, _ style: LiveStyle, width: Int) -> [Cell] {
        var frame = LiveFrame(width: width)
        frame.add(text, style)
        return frame.rows[0]
    }

    /// Puts the cursor where a code point goes next.
    mutating func makeRoomForCursor(at scalar: Unicode.Scalar) {
        if end.column + max(1, TextWidth.columns(of: scalar)) > width { wrap() }
        cursor = end
    }

    private mutating func wrap() {
        wrapped.insert(rows.count - 1)
        rows.append([])
    }

    private mutating func put(_ text: String, columns: Int, _ style: LiveStyle) {
        // Text that is made visible may have more than one character.
        if text.unicodeScalars.count > 1 {
            for scalar in text.unicodeScalars { put(String(scalar), columns: 1, style) }
            return
        }
        if end.column + columns > width { wrap() }
        rows[rows.count - 1].append(Cell(text: text, style: style))
        if columns > 1 { rows[rows.count - 1].append(Cell(text: "", style: style)) }
    }

    /// Only some of the rows.
    func rows(in range: Range<Int>) -> LiveFrame {
        var part = self
        part.rows = Array(rows[range])
        part.wrapped = Set(wrapped.map { $0 - range.lowerBound }.filter { $0 >= 0 && $0 + 1 < range.count })
        part.cursor.row = min(max(0, cursor.row - range.lowerBound), range.count - 1)
        return part
    }
}

/// What a terminal shows from the first row of the line on, and what has to be written to change it.
struct LiveScreen: Sendable {
    private var shown: LiveFrame?
    private var cursor = LivePlace()
    /// The last row that exists below the first one.
    private var reach = 0
    /// Whether the last column was just written, so that the cursor is between two rows.
    private var isBetween = false
    private var style = LiveStyle.plain
    private var output = ""
    let palette: LivePalette

    init(palette: LivePalette) { self.palette = palette }

    /// The screen knows nothing, and the cursor is at the left of an empty row.
    mutating func forget() {
        self = LiveScreen(palette: palette)
    }

    /// What is written to show a frame in place of the last one.
    mutating func show(_ frame: LiveFrame) -> String {
        if let shown, frame.width != shown.width { return reshown(shown, as: frame) }
        let cursorRow = cursor.row
        for row in frame.rows.indices { update(row, of: frame) }
        if let shown, shown.rows.count > frame.rows.count {
            move(to: LivePlace(row: frame.rows.count, column: 0))
            output += "\u{1B}[J"
        }
        let isElsewhere = !output.isEmpty && (cursor.row != frame.cursor.row || cursorRow != cursor.row)
        move(to: frame.cursor)
        setStyle(.plain)
        shown = frame
        defer { output = "" }
        // The cursor would be seen on its way.
        return isElsewhere ? "\u{1B}[?25l" + output + "\u{1B}[?25h" : output
    }

    /// Erases all rows.
    mutating func erase() -> String {
        move(to: LivePlace())
        output += "\u{1B}[J"
        defer { forget() }
        return output
    }

    /// A terminal of another width has moved the rows, each to as many as it now needs.
    private mutating func reshown(_ shown: LiveFrame, as frame: LiveFrame) -> String {
        var above = 0
        if shown.width > frame.width {
            for row in shown.rows.prefix(cursor.row) { above += max(1, (row.count + frame.width - 1) / frame.width) }
            above += cursor.column / frame.width
        } else {
            var cells = 0
            for (number, row) in shown.rows.prefix(cursor.row).enumerated() {
                cells += row.count
                if shown.wrapped.contains(number) { continue }
                above += max(1, (cells + frame.width - 1) / frame.width)
                cells = 0
            }
            above += (cells + cursor.column) / frame.width
        }
        let start = (above > 0 ? "\u{1B}[\(above)A" : "") + "\r\u{1B}[J"
        forget()
        return start + show(frame)
    }

    private mutating func update(_ row: Int, of frame: LiveFrame) {
        let new = frame.rows[row]
        let old = shown.flatMap { $0.rows.indices.contains(row) ? $0.rows[row] : nil } ?? []
        // A terminal joins two rows that were written without a line end, so that the line can be copied as one.
        let begins = row > 0 && frame.wrapped.contains(row - 1) && old.isEmpty && !new.isEmpty && !isBetween
        if begins, let last = frame.rows[row - 1].lastIndex(where: { !$0.text.isEmpty }) {
            move(to: LivePlace(row: row - 1, column: last))
            write(frame.rows[row - 1], from: last, in: frame)
        }
        guard new != old else { return }
        var first = zip(new, old).prefix { $0 == $1 }.count
        while first > 0, first < new.count, new[first].text.isEmpty { first -= 1 }
        var last = new.count
        if new.count == old.count {
            while last > first, new[last - 1] == old[last - 1] { last -= 1 }
            while last < new.count, new[last].text.isEmpty { last += 1 }
        }
        if first < last || old.count > new.count {
            let continues = first < last && frame.wrapped.contains(row - 1)
            move(to: LivePlace(row: row, column: first), continuing: continues)
        }
        write(Array(new[..<last]), from: first, in: frame)
        if old.count > new.count, new.count < frame.width {
            setStyle(.plain)
            output += "\u{1B}[K"
        }
    }

    private mutating func write(_ cells: [LiveFrame.Cell], from first: Int, in frame: LiveFrame) {
        guard first < cells.count else { return }
        for cell in cells[first...] {
            setStyle(cell.style)
            output += cell.text
        }
        cursor.column = cells.count
        isBetween = cells.count >= frame.width
    }

    private mutating func setStyle(_ new: LiveStyle) {
        defer { style = new }
        // Two styles may look the same.
        if new == style || palette.sequence(new) == palette.sequence(style) { return }
        output += palette.sequence(new)
    }

    /// Moves the cursor.
    ///
    /// - Parameter continues: whether a character is written there next, which continues the row above.
    private mutating func move(to place: LivePlace, continuing continues: Bool = false) {
        defer { (cursor, isBetween) = (place, false) }
        if isBetween, continues, place.row == cursor.row + 1, place.column == 0 {
            reach = max(reach, place.row)
            return
        }
        if place == cursor, !isBetween { return }
        setStyle(.plain)
        if place.row < cursor.row { output += "\u{1B}[\(cursor.row - place.row)A" }
        let within = min(place.row, reach)
        if within > cursor.row { output += "\u{1B}[\(within - cursor.row)B" }
        if place.row > reach {
            output += String(repeating: "\r\n", count: place.row - reach)
            reach = place.row
        } else if place.column == cursor.column, !isBetween {
            return
        } else {
            output += "\r"
        }
        if place.column > 0 { output += "\u{1B}[\(place.column)C" }
    }
}
