import PredicateFormat
import PredicateRecords

/// Shows the results of an answer, according to the settings: on the screen, in a file, or with a command.
struct ReplResults {
    let session: ReplSession
    let data: any ReplData
    /// The columns of the results.
    var columns: OutputColumns
    /// What a result is called: `record` or `group`.
    var noun = "record"
    /// The number of each result in the column `#`, by its place among those that are shown.
    var number: @Sendable (Int) -> Int

    /// Shows results, and tells where they were written.
    ///
    /// - Parameter write: writes them to an output, and returns how many there are.
    /// - Returns: how many there are.
    @discardableResult
    func show(_ write: (OutputSink) throws -> Int) throws -> Int {
        guard let destination = session.destination else { return try formed(session.environment.output, write) }
        var count = 0
        let isWhole = try session.writeAnswer(to: destination, of: data) { count = try formed($0, write) }
        if isWhole { try session.show("\(Plural.of(count, noun)) written to \(destination.name)") }
        return count
    }

    private func formed(_ sink: OutputSink, _ write: (OutputSink) throws -> Int) throws -> Int {
        sink.form = session.settings.mode.form
        defer { sink.form = .text }
        return try write(sink)
    }

    /// The writer for the mode of the session.
    func writer(to sink: OutputSink) -> any RecordOutput {
        let settings = session.settings
        if settings.mode == .table, session.destination == nil {
            return ReplTableOutput(sink, columns, number: number, width: session.width)
        }
        // The full width, because the output is not a snippet for a screen.
        let environment = CommandEnvironment(output: sink, errors: session.environment.errors)
        let screen =
            settings.mode == .chart && session.destination == nil && session.environment.output.isTerminal
            ? session.width : nil
        return settings.mode.writer(columns, csvSafe: settings.csvSafe, screen: screen, in: environment)
    }
}

/// Draws results as a table that fits the screen. Many results are drawn in parts, each with its own widths, so that
/// only one part is in memory.
struct ReplTableOutput: RecordOutput {
    private let output: OutputSink
    private let columns: OutputColumns
    private let number: (Int) -> Int
    private let width: Int
    private var rows: [[(String, Cell)]] = []
    /// The number of results in the parts before.
    private var drawn = 0

    /// The number of results in a part.
    private static let rowsAtOnce = 5000

    /// - Parameters:
    ///   - columns: the names of the columns in their order.
    ///   - number: the number of each result by its place.
    ///   - width: the columns of the screen.
    init(
        _ output: OutputSink, _ columns: OutputColumns, number: @escaping (Int) -> Int,
        width: Int
    ) {
        self.output = output
        self.columns = columns
        self.number = number
        self.width = width
    }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        let cells = columns.showLeaves ? Cell.leaves(of: record) : Cell.cells(of: record)
        rows.append(cells.map { ($0, columns.rounded.contains($0) ? $1.rounded : $1) })
        if rows.count == Self.rowsAtOnce { try draw() }
    }

    mutating func finish() throws { try draw() }

    private mutating func draw() throws {
        if rows.isEmpty { return }
        var table = ScreenTable(width: width, wanted: columns.wanted)
        for (index, cells) in rows.enumerated() { table.measure(cells, number: number(drawn + index)) }
        table.fit(order: columns.names)
        try output.write(table.header)
        for (index, cells) in rows.enumerated() { try output.write(table.line(cells, number: number(drawn + index))) }
        try output.write(table.footer)
        drawn += rows.count
        rows.removeAll(keepingCapacity: true)
    }
}

/// Counts results, and passes on those of a window.
final class ReplWindowOutput: RecordOutput {
    private let offset: Int
    private let limit: Int?
    private var output: any RecordOutput
    /// The number of results.
    private(set) var count = 0
    /// The number of results that were passed on.
    private(set) var shown = 0

    /// - Parameters:
    ///   - offset: how many are skipped.
    ///   - limit: how many are passed on at most; nil for all.
    init(offset: Int, limit: Int?, into output: any RecordOutput) {
        (self.offset, self.limit) = (offset, limit)
        self.output = output
    }

    func write(_ record: RawRecord, isLine: Bool) throws {
        count += 1
        guard count > offset, limit.map({ shown < $0 }) ?? true else { return }
        shown += 1
        try output.write(record, isLine: isLine)
    }

    func finish() throws { try output.finish() }
    func finishPart() throws { try output.finishPart() }
    var isFull: Bool { output.isFull }
}
