import PredicateFormat
import PredicateRecords

/// Shows matching records of a data set, according to the settings.
struct ReplRecordDisplay {
    let session: ReplSession
    let data: ReplDataSet
    let predicate: CheckedPredicate

    private var settings: ReplSettings { session.settings }

    /// The number of records, and about how many bytes of them, to write at once.
    private static let recordsAtOnce = 1024
    private static let bytesAtOnce = 1 << 20

    /// Shows the records at some indices of the data set, in the given order.
    ///
    /// - Parameters:
    ///   - count: the number of results, if not all of them are given.
    ///   - matches: the number of records that match.
    func show(_ locations: [Int], of count: Int, matches: Int, started: ContinuousClock.Instant) throws {
        let limit = settings.limit.number(inFile: session.destination != nil) ?? locations.count
        let shown = Array(locations.prefix(limit))
        let query = try selection()
        let results = ReplResults(session: session, data: data, columns: try columns(of: query, shown)) {
            shown.indices.contains($0) ? shown[$0] + 1 : 0
        }
        try results.show { sink in
            try write(shown, query, results, to: sink)
            return shown.count
        }
        let text = settings.isDistinct ? "\(count) distinct of \(data.share(matches))" : "\(count) of \(data.size)"
        try session.summarise(text, of: count, shown: shown.count, started)
    }

    /// The records without duplicates in the columns of `:select`, or as a whole.
    func distinct(_ locations: [Int]) throws -> [Int] {
        let query = try selection()
        let data = data
        return try data.querying(query, at: locations, readings: query.columns.count, in: session) {
            run, _, interruption in
            let records =
                try query.columns.isEmpty ? ReplScan(data, keys: nil, interruption).records(at: locations) : nil
            return try run.distinct(Array(locations.indices), records: records).map { locations[$0] }
        }
    }

    /// The query of `:select`.
    private func selection() throws -> CheckedQuery {
        if settings.select.isEmpty { return try RecordQuery().checked() }
        return try session.asSet(by: "select", endedBy: "all") {
            try session.query(RecordQuery(select: settings.select))
        }
    }

    /// The columns of the output. Those of comma-separated values are found first, so that no row must be kept.
    private func columns(of query: CheckedQuery, _ locations: [Int]) throws -> OutputColumns {
        var columns = OutputColumns(of: query, schema: data.schema)
        columns.wanted = predicate.readPaths
        if settings.mode != .csv || columns.areAll { return columns }
        return try session.interruptibly { [data, order = columns.names] interruption in
            let parts = try ReplScan.inPieces(of: locations.count, length: Self.recordsAtOnce) { range in
                var names = ColumnNames()
                for location in locations[range] {
                    try interruption.check()
                    for (name, _) in data.table.record(at: location).map(Cell.cells) ?? [] { names.add(name) }
                }
                return names
            }
            var names = ColumnNames()
            for part in parts { part.names.forEach { names.add($0) } }
            return OutputColumns(all: names.ordered(as: order))
        }
    }

    private func write(_ locations: [Int], _ query: CheckedQuery, _ results: ReplResults, to sink: OutputSink) throws {
        // The writer writes to memory, from where finished parts go to the output, so that writing can be cancelled.
        // Only the working thread uses them, and between two pieces only the session.
        let memory = HandedOver(OutputSink())
        let pipeline = HandedOver(
            RecordPipeline(
                nil, query: query.columns.isEmpty ? nil : query, reader: data.reader,
                context: session.context(EvaluationWarnings()), into: results.writer(to: memory.value)))
        let progress = Progress(total: locations.count, in: session.environment)
        defer { progress.clear() }
        var next = 0
        while next < locations.count {
            let start = next
            let (end, bytes) = try session.interruptibly { [table = data.table] interruption in
                var (end, size) = (start, 0)
                while end < locations.count, size < Self.bytesAtOnce, end - start < Self.recordsAtOnce {
                    try interruption.check()
                    if let raw = table.record(at: locations[end]) {
                        size += raw.count
                        try pipeline.value.take(raw, isLine: table.areLines)
                    }
                    end += 1
                }
                return (end, memory.value.take())
            }
            next = end
            try sink.write(bytes)
            // On the screen the records themselves show how far it is.
            if sink !== session.environment.output { progress.redraw(bytes: next) }
        }
        try sink.write(
            try session.interruptibly { _ in
                try pipeline.value.finish()
                return memory.value.take()
            })
    }
}
