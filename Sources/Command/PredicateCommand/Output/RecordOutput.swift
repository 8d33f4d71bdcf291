import PredicateFormat
import PredicateRecords

extension OutputFormat {
    /// The writer of the format.
    ///
    /// - Parameters:
    ///   - columns: the fields of the records.
    ///   - csvSafe: whether comma-separated and tab-separated values contain nothing that a spreadsheet would run.
    ///   - screen: the width of a terminal that the output goes to later; nil if it is one, or goes elsewhere.
    func writer(
        _ columns: OutputColumns, csvSafe: Bool = false, screen: Int? = nil, in environment: CommandEnvironment
    ) -> any RecordOutput {
        let output = environment.output
        switch self {
        case .ndjson: return LinesOutput(output: output)
        case .json: return ListOutput(output: output)
        case .pretty: return PrettyOutput(in: environment)
        case .yaml: return YAMLOutput(output: output)
        case .csv: return TabularOutput(layout: CSVLayout(isSafe: csvSafe), columns, output: output)
        case .tsv: return TabularOutput(layout: TSVLayout(isSafe: csvSafe), columns, output: output)
        case .markdown: return TabularOutput(layout: MarkdownLayout(), columns, output: output)
        case .table, .chart:
            let layout = TableLayout(
                width: screen ?? (output.isTerminal ? environment.width : nil), wanted: columns.wanted)
            guard self == .chart else { return TabularOutput(layout: layout, columns, output: output) }
            return TabularOutput(layout: ChartLayout(table: layout, labels: columns.labels), columns, output: output)
        }
    }
}

/// Writes the number of its records.
struct NumberOutput: RecordOutput {
    let output: OutputSink
    private var count = 0

    init(output: OutputSink) { self.output = output }

    mutating func write(_ record: RawRecord, isLine: Bool) { count += 1 }
    mutating func finish() throws { try output.write("\(count)\n") }
    mutating func finishPart() {}
}

/// Writes one record per line. A line of the input is written unchanged.
struct LinesOutput: RecordOutput {
    let output: OutputSink
    /// Not a string, which would be copied for each record.
    private static let end: [UInt8] = [0x0A]

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        try record.withBytes { bytes throws(OutputFailure) in
            if isLine { try output.write(bytes) } else { try output.write(JSONText.compact(bytes)) }
        }
        try output.write(Self.end)
    }

    mutating func write(line: UnsafeBufferPointer<UInt8>) throws -> Bool {
        try output.write(line)
        if line.last != UInt8(ascii: "\n") { try output.write(Self.end) }
        return true
    }

    mutating func finish() {}
}

/// Writes a JSON list of the records.
struct ListOutput: RecordOutput {
    let output: OutputSink
    private var isFirst = true

    init(output: OutputSink) { self.output = output }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        try output.write(isFirst ? "[\n  " : ",\n  ")
        isFirst = false
        try output.write(record.withBytes { JSONText.compact($0) })
    }

    mutating func finish() throws { try output.write(isFirst ? "[]\n" : "\n]\n") }
}

/// The format of records in the output.
enum OutputFormat: String, CaseIterable {
    case ndjson
    case json
    /// JSON over several lines, with colours on a terminal.
    case pretty
    case yaml
    case csv
    case tsv
    case markdown
    case table
    /// A table whose numbers have bars on a terminal.
    case chart

    /// The form of the output for a terminal.
    var form: OutputSink.Form {
        switch self {
        case .ndjson, .json, .pretty: .json
        case .yaml, .csv, .tsv, .markdown, .table, .chart: .text
        }
    }
}
