import PredicateFormat
import PredicateRecords

/// Reads a file into a data set.
struct ReplLoading {
    /// The request.
    let request: ReplLoadRequest
    /// The types of the records; nil if no schema declares them.
    let declared: RecordSchema?
    /// Called on another thread when all records have been examined.
    let whenComplete: @Sendable () -> Void

    /// Finds the records of the file, and examines the first of them. Errors in records are kept for the report.
    ///
    /// - Throws: if the file cannot be read, or if the user cancels.
    func load(name: String, in session: ReplSession) throws -> ReplDataSet {
        let progress = Progress(sources: [.file(request.file)], in: session.environment)
        defer { progress.clear() }
        let source = RecordSource.records(request.file)
        let inputs = InputFiles([request.file] + (request.schemaFile.map { [$0] } ?? []))
        let input = request.input
        let file = request.file
        let offset = Locked(0)
        let found = try session.interruptibly {
            progress.redraw(bytes: offset.withLock { $0 })
        } _: { interruption in
            let lines =
                try source.isFile
                ? RecordTable.lines(
                    of: file, input, threads: ParallelWork.processors, isCancelled: interruption.isWanted
                ) { bytes in offset.withLock { $0 = bytes } } : nil
            try interruption.check()
            if let lines { return Found(table: lines) }
            return try Self.records(of: source.held(isCancelled: interruption.isWanted), input, offset, interruption)
        }
        let data = ReplDataSet(
            name: name, table: found.table, declared: declared, reader: reader, failures: found.failures,
            inputs: inputs, request: request, whenComplete: whenComplete)
        try session.interruptibly { try data.statistics.takeSample($0) }
        // If nothing could be read, the first error is the reason.
        if data.statistics.schema == nil, let first = data.firstErrors.first { throw first }
        return data
    }

    private struct Found: Sendable {
        var table = RecordTable()
        var failures = ReplDataSet.Failures()
    }

    /// Finds the records of a source.
    ///
    /// - Parameter offset: set to the number of bytes read so far.
    private static func records(
        of source: RecordSource, _ input: RecordInputOptions, _ offset: Locked<Int>, _ interruption: ReplInterruption
    ) throws -> Found {
        var found = Found()
        do {
            let stream = try RecordStream(source, input)
            while true {
                do throws(RecordError) {
                    guard let raw = try stream.next() else { break }
                    found.table.append(raw)
                } catch {
                    // A missing or unreadable file is not an error of one record.
                    if error.kind != .data { throw error }
                    found.failures.add(error)
                }
                if found.table.count & 0xFF == 0 { offset.withLock { $0 = stream.offset } }
                try interruption.check()
            }
        } catch {
            // A cancelled read reports errors that are not real.
            try interruption.check()
            throw error
        }
        try interruption.check()
        return found
    }

    private var reader: JSONReader { JSONReader(of: declared, isUntyped: request.isUntyped) }
}

extension ReplDataSet {
    /// The report of skipped records; empty if there are none.
    func report(in session: ReplSession) -> String {
        let count = failures.count + statistics.badCount
        if count == 0 { return "" }
        let shown = firstErrors
        let snippets = shown.map { session.snippet(of: $0) }.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }
        let more = count > shown.count ? ", of which the first \(shown.count) are shown" : ""
        return snippets.joined() + "warning: \(Plural.records(count, "bad")) skipped\(more)\n"
    }
}

/// The tables of a database as lines: name, number of records, columns, primary key.
enum ReplTableList {
    /// The lines, each with a line feed.
    static func text(_ tables: [ListedTable], width: Int) -> String {
        let rows = tables.map { table in
            [
                SafeText.plain(table.name), table.size ?? table.kind ?? "",
                table.columnCount.map { Plural.of($0, "column") } ?? "", remark(table),
            ]
        }
        let widths = (0..<3).map { index in rows.map { TextWidth.columns(of: $0[index]) }.max() ?? 0 }
        return rows.map { row in
            let line = row.enumerated().map { index, text in
                index < widths.count ? ColumnText.pad(text, to: widths[index]) : text
            }.joined(separator: "  ")
            return ColumnText.cut(ColumnText.trimmed(line), to: max(20, width)) + "\n"
        }.joined()
    }

    private static func remark(_ table: ListedTable) -> String {
        if !table.primaryKey.isEmpty { return "key " + SafeText.plain(table.primaryKey.joined(separator: ", ")) }
        return table.kind.map { table.size == nil ? "" : $0 } ?? "no key"
    }
}
