import PredicateFormat
import PredicateRecords

/// Comma-separated values (RFC 4180), with line feeds.
struct CSVLayout: TabularLayout {
    /// Whether an apostrophe precedes text that a spreadsheet would run as a formula, so that it stays text.
    var isSafe = false
    var isStreaming: Bool { true }

    func lines(header: [String]?, rows: [[Cell]]) -> String {
        var text = ""
        if let header { text += header.map { field(Cell(text: $0, isNumber: false)) }.joined(separator: ",") + "\n" }
        for row in rows { text += row.map { field($0) }.joined(separator: ",") + "\n" }
        return text
    }

    private func field(_ cell: Cell) -> String {
        RecordWriter.csvField(isSafe ? SpreadsheetText.safe(cell) : cell.text)
    }
}

/// Tab-separated values: a record is a line, and a tab is always the end of a cell. Tabs, line breaks and backslashes
/// in a cell are `\t`, `\n`, `\r` and `\\`, as `@tsv` of jq and COPY of PostgreSQL write them.
struct TSVLayout: TabularLayout {
    /// Whether an apostrophe precedes text that a spreadsheet would run as a formula, so that it stays text.
    var isSafe = false
    var isStreaming: Bool { true }

    func lines(header: [String]?, rows: [[Cell]]) -> String {
        var text = ""
        if let header { text += line(header.map { Cell(text: $0, isNumber: false) }) }
        for row in rows { text += line(row) }
        return text
    }

    private func line(_ cells: [Cell]) -> String {
        cells.map { Self.escaped(isSafe ? SpreadsheetText.safe($0) : $0.text) }.joined(separator: "\t") + "\n"
    }

    /// A string that has no tab and no line break.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x09, 0x0A, 0x0D, 0x5C].contains($0) }) else { return text }
        return text.escaping(["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"])
    }
}

/// Cells for spreadsheets, which run text that looks like a formula.
enum SpreadsheetText {
    /// The text of a cell, with an apostrophe before text that a spreadsheet would run, so that it stays text.
    static func safe(_ cell: Cell) -> String {
        guard !cell.isNumber, let first = cell.text.utf8.first, formulaSigns.contains(first) else { return cell.text }
        return "'" + cell.text
    }

    /// The first characters of formulas: `=`, `+`, `-`, `@`, and the tab and carriage return that spreadsheets skip.
    private static let formulaSigns = Set("=+-@\t\r".utf8)
}

/// A table of Markdown, as GitHub reads it. Characters with a meaning in Markdown are escaped, and line breaks are `<br>`.
struct MarkdownLayout: TabularLayout {
    var isStreaming: Bool { false }

    /// The maximum number of columns to which cells are padded. A longer cell would widen all rows.
    private static let widestPadding = 32

    func lines(header: [String]?, rows: [[Cell]]) -> String {
        let names = (header ?? []).map { Self.escaped($0) }
        let shown = rows.map { row in row.map { Cell(text: Self.escaped($0.text), isNumber: $0.isNumber) } }
        var widths = names.map { max(3, TextWidth.columns(of: $0)) }
        for row in shown {
            for (index, cell) in row.enumerated() where widths.indices.contains(index) {
                widths[index] = max(widths[index], TextWidth.columns(of: cell.text))
            }
        }
        widths = widths.map { min($0, Self.widestPadding) }
        let isNumeric = names.indices.map { index in
            shown.contains { $0[index].isNumber } && shown.allSatisfy { $0[index].isNumber || $0[index].text.isEmpty }
        }
        func line(_ cells: [String]) -> String {
            let padded = cells.enumerated().map { index, text in
                isNumeric[index]
                    ? ColumnText.right(text, to: widths[index]) : ColumnText.pad(text, to: widths[index])
            }
            return "| " + padded.joined(separator: " | ") + " |\n"
        }
        let rule = widths.indices.map { index in
            String(repeating: "-", count: max(2, widths[index] - 1)) + (isNumeric[index] ? ":" : "-")
        }
        return line(names) + line(rule) + shown.map { line($0.map(\.text)) }.joined()
    }

    /// The characters that Markdown may read as marks within a line. `_` is one only at the end of a word.
    private static let marks = Set<Unicode.Scalar>("\\`*[]<&~|$".unicodeScalars)

    private static func escaped(_ text: String) -> String {
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
        return lines.map { line in
            var line = line
            if line.last == "\r" { line.removeLast() }
            return escapedLine(SafeText.plain(String(line)))
        }.joined(separator: "<br>")
    }

    private static func escapedLine(_ line: String) -> String {
        let scalars = Array(line.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isWithinWord =
                index > 0 && index + 1 < scalars.count && isOfWord(scalars[index - 1]) && isOfWord(scalars[index + 1])
            if marks.contains(scalar) || scalar == "_" && !isWithinWord { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}

/// A table for people: aligned columns, with numbers to the right. On a terminal strings are cut to fit, numbers are
/// not, and columns that do not fit are listed below the table.
struct TableLayout: TabularLayout {
    /// The width of the terminal; nil for a file, which also gets the names of columns without rows.
    var width: Int?
    /// The paths whose columns are always shown.
    var wanted: [String] = []
    var isStreaming: Bool { false }
    var isForPeople: Bool { true }

    func lines(header: [String]?, rows: [[Cell]]) -> String {
        let names = header ?? []
        var table = ScreenTable(width: width ?? ScreenTable.unlimited, isNumbered: false, wanted: wanted)
        if width == nil { table.measure(names.map { ($0, .empty) }, number: 0) }
        let rows = rows.map { row in Array(zip(names, row)) }
        for row in rows { table.measure(row, number: 0) }
        table.fit(order: names)
        return table.header + rows.map { table.line($0, number: 0) }.joined() + table.footer
    }
}

/// Distinct column names in order of first appearance, compared by code points.
struct ColumnNames: Sendable {
    private(set) var names: [String] = []
    private var known: Set<ExactName> = []

    mutating func add(_ name: String) {
        if known.insert(ExactName(name)).inserted { names.append(name) }
    }

    /// The names in the given order; the remaining names follow.
    func ordered(as order: [String]) -> [String] { Self.ordered(names, as: order) }

    /// Names in the given order, in which a path has the place of its first key; the remaining names follow.
    static func ordered(_ names: [String], as order: [String]) -> [String] {
        let locations = Dictionary(
            order.enumerated().map { (ExactName($1), $0) }, uniquingKeysWith: { first, _ in first })
        func location(_ name: String) -> Int {
            locations[ExactName(name)] ?? locations[ExactName(String(name.prefix { $0 != "." }))] ?? .max
        }
        return names.enumerated().map { (location($1), $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

/// Text in columns of a terminal.
enum ColumnText {
    /// The text, cut with `…` if it exceeds a number of columns.
    static func cut(_ text: String, to columns: Int) -> String {
        // A string of that many bytes is cut without measuring it.
        let isHuge = text.utf8.count > 64 * (columns + 16)
        if !isHuge, TextWidth.columns(of: text) <= columns { return text }
        var kept = ""
        var used = 0
        for character in text {
            let next = TextWidth.columns(of: character)
            // Characters without width could continue forever.
            if used + next > columns - 1 || kept.utf8.count > 64 * (columns + 16) { break }
            kept.append(character)
            used += next
        }
        return columns > 0 ? kept + "…" : ""
    }

    /// The beginning of a string that is longer than a number of columns. A much longer string is not measured.
    static func beginning(_ text: String, _ columns: Int) -> String {
        text.utf8.count > 64 * (columns + 16) ? String(text.unicodeScalars.prefix(8 * (columns + 16))) : text
    }

    /// The text, padded with spaces to a number of columns.
    static func pad(_ text: String, to columns: Int) -> String {
        text + space(beside: text, columns)
    }

    /// The text with spaces before it, so that it ends at a column.
    static func right(_ text: String, to columns: Int) -> String { space(beside: text, columns) + text }

    private static func space(beside text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TextWidth.columns(of: text)))
    }

    /// A line without spaces at its end.
    static func trimmed(_ line: String) -> String {
        var line = line
        while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
        return line
    }

    /// Text in a colour or another style of terminals.
    ///
    /// - Parameter code: the parameters of the sequence that sets it; nil for none.
    static func styled(_ text: String, _ code: String?) -> String {
        guard let code, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// A bar that shows a share of a whole. A single part, and a single part that is missing, is always visible.
    static func bar(_ count: Int, of total: Int, columns: Int) -> String {
        var filled = total > 0 ? Int((Double(count) / Double(total) * Double(columns)).rounded()) : 0
        if count > 0 { filled = max(1, filled) }
        if count < total { filled = min(columns - 1, filled) }
        return String(repeating: "█", count: filled) + String(repeating: "░", count: columns - filled)
    }
}

extension ColumnText {
    /// The text in lines of a maximum width, broken between words if possible; a longer word is cut.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        let words = text.parts(between: UInt8(ascii: " ")).map { cut($0, to: columns) }
        return MessageText.lines(of: words.joined(separator: " "), columns: columns, keepsCode: false)
    }
}
