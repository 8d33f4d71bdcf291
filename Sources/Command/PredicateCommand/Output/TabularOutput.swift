import PredicateFormat
import PredicateRecords

/// A cell: its text, and whether it is a number, which is right-aligned.
struct Cell {
    var text: String
    var isNumber: Bool

    static let empty = Cell(text: "", isNumber: false)

    /// The cell with few digits, if it has a number of many.
    var rounded: Cell {
        guard isNumber, text.contains("."), text.utf8.count > 8, let number = Double(text) else { return self }
        return Cell(text: FixedNumber.short(number), isNumber: true)
    }
}

/// The layout of rows of cells.
protocol TabularLayout {
    /// Whether rows can be written before all rows are known.
    var isStreaming: Bool { get }
    /// Whether values in objects have columns, and averages few digits.
    var isForPeople: Bool { get }
    /// The lines of the header and the rows.
    func lines(header: [String]?, rows: [[Cell]]) -> String
}

extension TabularLayout {
    var isForPeople: Bool { false }
}

/// The fields of records, as far as they are known before the first record is written.
struct OutputColumns {
    /// The names in their order.
    var names: [String]
    /// Whether there are no others. Rows can then be written immediately.
    var areAll = false
    /// Whether the names come from a sample: they only give the order of the fields that are found.
    var areInferred = false
    /// Whether a table has a column for each value in an object, and not one for the object.
    var showLeaves = false
    /// The paths that the predicate reads. A table leaves out no column with one of them.
    var wanted: [String] = []
    /// The columns of averages and the like, whose many digits say nothing to people.
    var rounded: Set<String> = []
    /// The columns of the keys of groups.
    var labels: Set<String> = []

    /// All columns.
    init(all names: [String]) {
        self.names = names
        areAll = true
    }

    /// The fields of a schema; nothing is known without one.
    init(schema: RecordSchema?) {
        let type = schema.flatMap { $0.recordType(of: $0.root) }
        names = type?.fields.map(\.name) ?? []
        areAll = schema?.origin == .declared && type?.additional == nil
        areInferred = schema?.origin == .inferred
        showLeaves = true
    }

    /// The columns of the results of a query; those of the records if it selects none.
    init(of query: CheckedQuery, schema: RecordSchema?) {
        if let names = query.names { self.init(all: names) } else { self.init(schema: schema) }
        let functions: [QueryFunction] = [.average, .median, .percentile, .stddev]
        labels = Set((query.grouping?.keys ?? []).map(\.name))
        rounded = Set((query.grouping?.aggregates ?? []).filter { functions.contains($0.function) }.map(\.name))
    }
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

    init(layout: Layout, _ columns: OutputColumns, output: OutputSink) {
        self.layout = layout
        self.output = output
        self.columns = columns.names
        known = Set(columns.names.map { ExactName($0) })
        showsLeaves = layout.isForPeople && columns.showLeaves
        rounded = layout.isForPeople ? columns.rounded : []
        fixedColumns = columns.areAll && !showsLeaves ? columns.names : nil
        if columns.areInferred || showsLeaves {
            // Only fields of matching records become columns, in the order of the schema.
            order = columns.names
            self.columns = []
            known = []
        }
    }

    private var order: [String] = []
    private var showsLeaves: Bool
    private let rounded: Set<String>
    /// The fields of the records, in case their objects have too many keys for columns.
    private var whole: [[(String, Cell)]] = []
    private static var mostColumns: Int { 256 }

    /// The row of a record, whose new fields become columns.
    private mutating func row(of cells: [(String, Cell)]) -> NameTable<Cell> {
        if fixedColumns == nil {
            for (key, _) in cells where known.insert(ExactName(key)).inserted { columns.append(key) }
        }
        var row = NameTable<Cell>()
        for (key, cell) in cells { row.add(key, rounded.contains(key) ? cell.rounded : cell) }
        return row
    }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        if showsLeaves { whole.append(Cell.cells(of: record)) }
        var row = row(of: showsLeaves ? Cell.leaves(of: record) : Cell.cells(of: record))
        if showsLeaves, columns.count > Self.mostColumns {
            // Keys such as ids: a column for each would make a table of blanks.
            showsLeaves = false
            (columns, known) = ([], [])
            held = whole.dropLast().map { self.row(of: $0) }
            row = self.row(of: whole.last ?? [])
            whole = []
        }
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
}

extension Cell {
    /// The fields of a record as cells, in their order.
    static func cells(of record: RawRecord) -> [(String, Cell)] {
        record.withBytes { bytes in
            guard let fields = JSONText.fields(of: bytes, maximumDepth: PredicateLimits.standard.recordDepth) else {
                return [("value", cell(UnsafeBufferPointer(rebasing: bytes[...])))]
            }
            return fields.map { ($0.key, cell(UnsafeBufferPointer(rebasing: bytes[$0.value]))) }
        }
    }

    /// The values of a record and of the objects in it as cells, with their paths. An object with many keys, or with none, is
    /// one value.
    static func leaves(of record: RawRecord) -> [(String, Cell)] {
        record.withBytes { bytes in
            guard var pending = leaves(of: bytes, below: "") else { return cells(of: record) }
            pending.reverse()
            var cells: [(String, Cell)] = []
            while let (path, text) = pending.popLast() {
                if let inner = leaves(of: text, below: path + "."), (1...mostLeaves).contains(inner.count) {
                    pending += inner.reversed()
                } else {
                    cells.append((path, cell(text)))
                }
            }
            return cells
        }
    }

    /// The keys of an object whose values have columns.
    private static let mostLeaves = 16

    private static func leaves(
        of text: UnsafeBufferPointer<UInt8>, below path: String
    ) -> [(String, UnsafeBufferPointer<UInt8>)]? {
        JSONText.fields(of: text, maximumDepth: PredicateLimits.standard.recordDepth)?.map {
            (path + $0.key, UnsafeBufferPointer(rebasing: text[$0.value]))
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
