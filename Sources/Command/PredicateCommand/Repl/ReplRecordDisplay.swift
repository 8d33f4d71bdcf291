import PredicateFormat
import PredicateRecords

/// Shows matching records, according to the settings, on the screen or in a file.
struct ReplRecordDisplay {
    let session: ReplSession
    let data: ReplDataSet

    private var settings: ReplSettings { session.settings }

    /// Shows the records at some indices of the data set, in the given order.
    ///
    /// - Parameter count: the number of matches, if not all of them are given.
    func show(_ locations: [Int], of count: Int, started: ContinuousClock.Instant) throws {
        let limit = settings.limit.number(inFile: session.destination != nil) ?? locations.count
        let shown = Array(locations.prefix(limit))
        let columns = try self.columns()
        if let destination = session.destination {
            let isWhole = try session.writeAnswer(to: destination, of: data) {
                try write(shown, columns, to: $0, mode: settings.mode)
            }
            if isWhole { try session.show("\(Plural.of(shown.count, "record")) written to \(destination.name)") }
        } else if settings.mode == .table {
            try showTable(shown, columns)
        } else {
            try write(shown, columns, to: session.environment.output, mode: settings.mode)
        }
        let results = "\(count)\(settings.isDistinct ? " distinct" : "") of \(data.size)"
        try session.summarise(results, of: count, shown: shown.count, started)
    }

    /// The records without duplicates in the columns of `:select`, or as a whole.
    func distinct(_ locations: [Int]) throws -> [Int] {
        let query = try selection()
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let data = data
        let kept = try session.interruptibly { interruption in
            let run = ColumnQuery(query, rowCount: locations.count, check: interruption.check) { expression in
                try ReplScan(data, keys: expression.readKeys, interruption)
                    .values(of: expression, at: locations, context: context)
            }
            interruption.work.plan(locations.count * query.columns.count)
            let records: [PredicateValue]? =
                try !query.columns.isEmpty
                ? nil
                : ReplScan(data, keys: nil, interruption).collect(at: locations) {
                } visit: {
                    $1
                }
            return try run.distinct(Array(locations.indices), records: records).map { locations[$0] }
        }
        try session.tell(warnings)
        return kept
    }

    // MARK: Columns

    /// The columns of `:select`; nil for the fields of the records.
    private func columns() throws -> [QueryColumn]? {
        let columns = try selection().columns
        return columns.isEmpty ? nil : columns
    }

    /// The query of `:select`.
    private func selection() throws -> CheckedQuery {
        if settings.select.isEmpty { return try RecordQuery().checked() }
        return try session.asSet(by: "select", endedBy: "all") {
            try session.query(RecordQuery(select: settings.select))
        }
    }

    private var fieldNames: [String] {
        data.schema.flatMap { $0.recordType(of: $0.root)?.fields.map(\.name) } ?? []
    }

    private func rows(_ columns: [QueryColumn]?) -> ReplRows {
        ReplRows(data: data, columns: columns, context: session.context(EvaluationWarnings()))
    }

    // MARK: Tables

    /// The number of records to lay out at once.
    private static let recordsAtOnce = 1024

    private func showTable(_ locations: [Int], _ columns: [QueryColumn]?) throws {
        let rows = rows(columns)
        let width = session.width
        let order = columns?.map(\.name) ?? fieldNames
        // Columns are measured before any row is drawn, so records are read twice and none is kept.
        let table = try session.interruptibly { interruption in
            let parts = try ReplScan.inPieces(of: locations.count, length: Self.recordsAtOnce) { range in
                var table = ScreenTable(width: width)
                for location in locations[range] {
                    try interruption.check()
                    table.measure(rows.cells(at: location), number: location + 1)
                }
                return [table]
            }
            var table = ScreenTable(width: width)
            for part in parts { table.merge(part) }
            table.fit(order: order)
            return table
        }
        try session.show(table.header)
        for start in stride(from: 0, to: locations.count, by: Self.recordsAtOnce) {
            let part = locations[start..<min(locations.count, start + Self.recordsAtOnce)]
            try session.show(
                try session.interruptibly { interruption in
                    var text = ""
                    for location in part {
                        try interruption.check()
                        text += table.line(rows.cells(at: location), number: location + 1)
                    }
                    return text
                })
        }
        try session.show(table.footer)
    }

    // MARK: Other formats

    /// A writer and its buffer.
    private final class Writing {
        var output: any RecordOutput
        let sink: OutputSink

        init(_ output: any RecordOutput, _ sink: OutputSink) {
            self.output = output
            self.sink = sink
        }
    }

    /// The number of bytes of records to write at once.
    private static let bytesAtOnce = 1 << 20

    private func write(_ locations: [Int], _ columns: [QueryColumn]?, to sink: OutputSink, mode: OutputFormat) throws {
        sink.form = mode.form
        defer { sink.form = .text }
        let rows = rows(columns)
        // The writer writes to memory, from where finished parts go to the output, so that writing can be cancelled.
        let memory = OutputSink()
        // Only the working thread uses it, and between two pieces only the session.
        let handedOver = HandedOver(Writing(try writer(mode, rows, locations, memory), memory))
        let isLine = data.table.areLines
        let progress = Progress(total: locations.count, in: session.environment)
        defer { progress.clear() }
        var next = 0
        while next < locations.count {
            let start = next
            let (end, bytes) = try session.interruptibly { interruption in
                let writing = handedOver.value
                var location = start
                var size = 0
                while location < locations.count, size < Self.bytesAtOnce, location - start < Self.recordsAtOnce {
                    try interruption.check()
                    if let raw = rows.record(at: locations[location]) {
                        size += raw.count
                        try writing.output.write(raw, isLine: isLine || columns != nil)
                    }
                    location += 1
                }
                return (location, writing.sink.take())
            }
            next = end
            try sink.write(bytes)
            // On the screen the records themselves show how far it is.
            if sink !== session.environment.output { progress.redraw(bytes: next) }
        }
        try sink.write(
            try session.interruptibly { _ in
                try handedOver.value.output.finish()
                return handedOver.value.sink.take()
            })
    }

    /// The writer for a mode. For comma-separated values the columns are found first, so that no row must be kept.
    private func writer(
        _ mode: OutputFormat, _ rows: ReplRows, _ locations: [Int], _ sink: OutputSink
    ) throws -> any RecordOutput {
        // The full width, because the output is not a snippet for a screen.
        let environment = CommandEnvironment(output: sink, errors: session.environment.errors)
        let schema = rows.columns == nil ? data.schema : nil
        guard mode == .csv else { return mode.writer(schema: schema, in: environment) }
        if let columns = rows.columns {
            return TabularOutput(
                layout: CSVLayout(isSafe: settings.csvSafe), columns: columns.map(\.name), output: sink)
        }
        if case .declared = data.knowledge {
            return mode.writer(schema: schema, csvSafe: settings.csvSafe, in: environment)
        }
        let order = fieldNames
        let columns = try session.interruptibly { interruption in
            let parts = try ReplScan.inPieces(of: locations.count, length: Self.recordsAtOnce) { range in
                var names = ColumnNames()
                for location in locations[range] {
                    try interruption.check()
                    for (name, _) in rows.cells(at: location) { names.add(name) }
                }
                return [names]
            }
            var names = ColumnNames()
            for part in parts { part.names.forEach { names.add($0) } }
            return names.ordered(as: order)
        }
        return TabularOutput(layout: CSVLayout(isSafe: settings.csvSafe), columns: columns, output: sink)
    }
}

/// Records of a data set as rows of a table, read on demand.
struct ReplRows: Sendable {
    let data: ReplDataSet
    /// The columns; nil for the fields of the records.
    let columns: [QueryColumn]?
    let context: EvaluationContext

    /// The cells of a record.
    func cells(at location: Int) -> [(String, Cell)] {
        record(at: location).map { TabularOutput<TableLayout>.cells(of: $0) } ?? []
    }

    /// A record as in the file, or built from the columns with the spelling of the file.
    func record(at location: Int) -> RawRecord? {
        guard let raw = data.table.record(at: location), let columns else { return data.table.record(at: location) }
        let text = RecordText(raw)
        var read: PredicateValue?
        let fields = columns.map { column in
            if let path = column.path, let spelling = text.value(at: path) {
                return (name: column.name, cell: QueryCell(.null, spelling: spelling))
            }
            let record = read ?? value(of: raw)
            read = record
            return (name: column.name, cell: QueryCell(column.expression.value(for: record, context: context)))
        }
        return RawRecord(fields: fields)
    }

    private func value(of raw: RawRecord) -> PredicateValue {
        var reader = data.reader
        return (try? reader.read(raw)) ?? .null
    }
}

extension PredicateValue {
    /// Whether the value is a number, which is right-aligned in a table.
    var isNumber: Bool {
        switch self {
        case .integer, .double, .decimal: true
        default: false
        }
    }
}
