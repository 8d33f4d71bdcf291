import PredicateFormat
import PredicateRecords

/// A cell: its text, and whether it is a number, which is right-aligned.
struct Cell {
    var text: String
    var isNumber: Bool

    static let empty = Cell(text: "", isNumber: false)
}

/// The layout of rows of cells.
protocol TabularLayout {
    /// Whether rows can be written before all rows are known.
    var isStreaming: Bool { get }
    /// The lines of the header and the rows.
    func lines(header: [String]?, rows: [[Cell]]) -> String
}

/// Records as rows: a column for each field, in the order of the schema (D105). Numbers keep the spelling of the
/// source, nested values are JSON, and null or missing values are empty.
struct TabularOutput<Layout: TabularLayout>: RecordOutput {
    private let layout: Layout
    private let output: OutputSink
    /// The columns, if a declared schema allows no others.
    private let fixedColumns: [String]?
    /// The columns so far.
    private var columns: [String]
    private var known: Set<ExactName>
    private var held: [NameTable<Cell>] = []
    private var hasHeader = false

    init(layout: Layout, schema: RecordSchema?, output: OutputSink) {
        self.layout = layout
        self.output = output
        let type = schema.flatMap { $0.recordType(of: $0.root) }
        columns = type?.fields.map(\.name) ?? []
        known = Set(columns.map { ExactName($0) })
        fixedColumns = schema?.origin == .declared && type?.additional == nil ? columns : nil
        if fixedColumns == nil, schema?.origin == .inferred {
            // Only fields of matching records become columns, in the order of the schema.
            order = columns
            columns = []
            known = []
        }
    }

    /// A writer with known columns, which writes each row immediately if the layout can.
    init(layout: Layout, columns: [String], output: OutputSink) {
        self.layout = layout
        self.output = output
        self.columns = columns
        known = Set(columns.map { ExactName($0) })
        fixedColumns = columns
    }

    private var order: [String] = []

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        let cells = Self.cells(of: record)
        if fixedColumns == nil {
            for (key, _) in cells where known.insert(ExactName(key)).inserted { columns.append(key) }
        }
        var row = NameTable<Cell>()
        for (key, cell) in cells { row.add(key, cell) }
        guard layout.isStreaming, fixedColumns != nil else {
            held.append(row)
            return
        }
        try output.write(layout.lines(header: hasHeader ? nil : columns, rows: [cellsInOrder(row)]))
        hasHeader = true
    }

    mutating func finish() throws {
        if hasHeader { return }
        if !order.isEmpty {
            columns = ColumnNames.ordered(columns, as: order)
        }
        guard !columns.isEmpty else { return }
        try output.write(layout.lines(header: columns, rows: held.map { cellsInOrder($0) }))
    }

    private func cellsInOrder(_ row: NameTable<Cell>) -> [Cell] { columns.map { row[$0] ?? .empty } }

    /// The fields of a record as cells, in their order.
    static func cells(of record: RawRecord) -> [(String, Cell)] {
        record.withBytes { bytes in
            guard let fields = JSONText.fields(of: bytes, maximumDepth: PredicateLimits.standard.recordDepth) else {
                return [("value", cell(UnsafeBufferPointer(rebasing: bytes[...])))]
            }
            return fields.map { ($0.key, cell(UnsafeBufferPointer(rebasing: bytes[$0.value]))) }
        }
    }

    private static func cell(_ text: UnsafeBufferPointer<UInt8>) -> Cell {
        switch text.first {
        case 0x22:
            var reader = JSONReader()
            if case .string(let text)? = try? reader.read(text) { return Cell(text: text, isNumber: false) }
            return Cell(text: String(decoding: text, as: UTF8.self), isNumber: false)
        case 0x6E: return .empty
        case 0x7B, 0x5B: return Cell(text: String(decoding: JSONText.compact(text), as: UTF8.self), isNumber: false)
        case let first?:
            let trimmed = JSONText.compact(text)
            return Cell(
                text: String(decoding: trimmed, as: UTF8.self), isNumber: first == 0x2D || (0x30...0x39).contains(first)
            )
        case nil: return .empty
        }
    }
}

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
        guard isSafe, !cell.isNumber, let first = cell.text.utf8.first, Self.formulaSigns.contains(first) else {
            return RecordWriter.csvField(cell.text)
        }
        return RecordWriter.csvField("'" + cell.text)
    }

    /// The first characters of formulas: `=`, `+`, `-`, `@`, and the tab and carriage return that spreadsheets skip.
    private static let formulaSigns = Set("=+-@\t\r".utf8)
}

/// A table for people: aligned columns, with numbers to the right.
struct TableLayout: TabularLayout {
    /// The width of the terminal; nil for no limit.
    var width: Int?
    var isStreaming: Bool { false }

    /// The minimum width of a column that is cut.
    private static let narrowest = 8

    func lines(header: [String]?, rows: [[Cell]]) -> String {
        let names = (header ?? []).map { SafeText.plain($0) }
        var widths = names.map { TextWidth.columns(of: $0) }
        let shown = rows.map { row in row.map { Cell(text: SafeText.plain($0.text), isNumber: $0.isNumber) } }
        for row in shown {
            for (index, cell) in row.enumerated() {
                widths[index] = max(widths[index], TextWidth.columns(of: cell.text))
            }
        }
        if let width { widths = Self.fitted(widths, into: width) }
        let isNumeric = names.indices.map { index in
            shown.contains { $0[index].isNumber } && shown.allSatisfy { $0[index].isNumber || $0[index].text.isEmpty }
        }
        var text = Self.line(names.enumerated().map { Self.pad($1, widths[$0], right: isNumeric[$0]) })
        text += Self.line(widths.map { String(repeating: "─", count: $0) })
        for row in shown {
            text += Self.line(row.enumerated().map { Self.pad($1.text, widths[$0], right: isNumeric[$0]) })
        }
        return text
    }

    private static func line(_ cells: [String]) -> String {
        var text = cells.joined(separator: "  ")
        while text.hasSuffix(" ") { text.removeLast() }
        return text + "\n"
    }

    /// Narrows the widest columns until the line fits.
    private static func fitted(_ widths: [Int], into width: Int) -> [Int] {
        var widths = widths
        var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - width
        while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > narrowest {
            let runnerUp = widths.filter { $0 < widths[widest] }.max() ?? narrowest
            let cut = min(excess, max(1, widths[widest] - max(runnerUp, narrowest)))
            widths[widest] -= cut
            excess -= cut
        }
        return widths
    }

    private static func pad(_ text: String, _ width: Int, right: Bool) -> String {
        let text = ColumnText.cut(text, to: width)
        let space = String(repeating: " ", count: max(0, width - TextWidth.columns(of: text)))
        return right ? space + text : text + space
    }
}
