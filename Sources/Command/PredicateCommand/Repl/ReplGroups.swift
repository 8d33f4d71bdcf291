import PredicateFormat
import PredicateRecords

/// Shows groups of the matching records, according to the settings.
struct ReplGroups {
    let session: ReplSession
    let data: ReplDataSet

    private typealias Fields = [(name: String, cell: QueryCell)]

    private var settings: ReplSettings { session.settings }

    /// Shows the groups of the records at some locations.
    func answer(_ locations: [Int], limit: Int?, started: ContinuousClock.Instant) throws {
        let query = try session.checkedSettings()
        guard let grouping = query.grouping else { return }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let data = data
        let groups = try session.interruptibly { interruption in
            let count = grouping.keys.count + grouping.aggregates.filter { $0.column != nil }.count
            interruption.work.plan(locations.count * count)
            // Values come from columns, one expression after another. No record is read completely.
            let run = ColumnQuery(query, rowCount: locations.count, check: interruption.check) { expression in
                try ReplScan(data, keys: expression.readKeys, interruption)
                    .values(of: expression, at: locations, context: context)
            }
            // Columns hold only values, so the spelling of a value is read from its record when it is shown.
            return try run.groups(context: context) { row, path in
                if path.isEmpty { return nil }
                return { data.table.record(at: locations[row]).flatMap { RecordText($0).value(at: path) } }
            }
        }
        try session.tell(warnings)
        try show(Array(groups.dropFirst(settings.offset).prefix(limit ?? .max)), of: groups.count, query, started)
    }

    private func show(_ groups: [Fields], of count: Int, _ query: CheckedQuery, _ started: ContinuousClock.Instant)
        throws
    {
        if let destination = session.destination {
            if try session.writeAnswer(to: destination, of: data, { try write(groups, query, to: $0) }) {
                try session.show("\(Plural.of(groups.count, "group")) written to \(destination.name)")
            }
        } else if settings.mode == .table {
            try showTable(groups, query)
        } else {
            try write(groups, query, to: session.environment.output)
        }
        let results = "\(Plural.of(count, "group")) of \(data.size)"
        try session.summarise(results, of: count, shown: groups.count, started)
    }

    private func showTable(_ groups: [Fields], _ query: CheckedQuery) throws {
        let rows = groups.map { TabularOutput<TableLayout>.cells(of: RawRecord(fields: $0)) }
        var table = ScreenTable(width: session.width)
        for (index, cells) in rows.enumerated() { table.measure(cells, number: settings.offset + index + 1) }
        table.fit(order: query.names ?? [])
        try session.show(table.header)
        for (index, cells) in rows.enumerated() {
            try session.show(table.line(cells, number: settings.offset + index + 1))
        }
        try session.show(table.footer)
    }

    private func write(_ groups: [Fields], _ query: CheckedQuery, to sink: OutputSink) throws {
        sink.form = settings.mode.form
        defer { sink.form = .text }
        let environment = CommandEnvironment(output: sink, errors: session.environment.errors)
        var writer = settings.mode.writer(of: query, schema: nil, csvSafe: settings.csvSafe, in: environment)
        for fields in groups { try writer.write(RawRecord(fields: fields), isLine: true) }
        try writer.finish()
    }
}

/// An order of the records of a data set.
struct ReplOrder {
    private let query: CheckedQuery

    /// The order for a text such as `-population, name[cd]:nil-last`. An empty text keeps the order of the data.
    init(_ text: String, in session: ReplSession) throws {
        query = try text.isEmpty ? RecordQuery().checked() : session.query(RecordQuery(sort: text))
    }

    /// The indices of records in this order; only the first ones if a limit is given.
    func ordered(_ locations: [Int], of data: ReplDataSet, first: Int?, in session: ReplSession) throws -> [Int] {
        if query.order.isEmpty { return locations }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let query = query
        let ordered = try session.interruptibly { interruption in
            interruption.work.plan(locations.count * (query.order.keys.count + 1))
            let run = ColumnQuery(query, rowCount: locations.count, check: interruption.check) { expression in
                defer { interruption.work.expect(locations.count) }
                return try ReplScan(data, keys: expression.readKeys, interruption)
                    .values(of: expression, at: locations, context: context)
            }
            return try run.inOrder(first: first) { row in
                if row & 0xFFFF == 0 { interruption.work.advance(by: 0x10000) }
            }.map { locations[$0] }
        }
        try session.tell(warnings)
        return ordered
    }
}
