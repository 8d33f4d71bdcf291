import PredicateFormat
import PredicateRecords

/// Writes records in a format.
protocol RecordOutput {
    /// Writes a record. `isLine` is true if it was a whole line of the input.
    mutating func write(_ record: RawRecord, isLine: Bool) throws
    /// Writes the remaining output.
    mutating func finish() throws
    /// The same if not all records could be read. Output that would look complete is not written.
    mutating func finishPart() throws
    /// Whether no further record would be written.
    var isFull: Bool { get }
}

extension RecordOutput {
    mutating func finishPart() throws { try finish() }
    var isFull: Bool { false }
}

extension OutputFormat {
    /// The writer of the format.
    ///
    /// - Parameter csvSafe: whether comma-separated values contain nothing that a spreadsheet would run.
    func writer(schema: RecordSchema?, csvSafe: Bool = false, in environment: CommandEnvironment) -> any RecordOutput {
        switch self {
        case .ndjson: LinesOutput(output: environment.output)
        case .json: ListOutput(output: environment.output)
        case .csv: TabularOutput(layout: CSVLayout(isSafe: csvSafe), schema: schema, output: environment.output)
        case .table:
            TabularOutput(
                layout: TableLayout(width: environment.output.isTerminal ? environment.width : nil), schema: schema,
                output: environment.output)
        }
    }

    /// The writer of the results of a query, which may have columns of its own.
    func writer(
        of query: CheckedQuery, schema: RecordSchema?, csvSafe: Bool = false, in environment: CommandEnvironment
    ) -> any RecordOutput {
        guard let names = query.names else { return writer(schema: schema, csvSafe: csvSafe, in: environment) }
        switch self {
        case .ndjson, .json: return writer(schema: nil, in: environment)
        case .csv: return TabularOutput(layout: CSVLayout(isSafe: csvSafe), columns: names, output: environment.output)
        case .table:
            return TabularOutput(
                layout: TableLayout(width: environment.output.isTerminal ? environment.width : nil), columns: names,
                output: environment.output)
        }
    }
}

/// Writes nothing, because only the number of records is wanted.
struct CountOutput: RecordOutput {
    mutating func write(_ record: RawRecord, isLine: Bool) {}
    mutating func finish() {}
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

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        let result: Result<Void, OutputFailure> = record.withBytes { bytes in
            do throws(OutputFailure) {
                if isLine {
                    try output.write(bytes)
                } else {
                    let compact = JSONText.compact(bytes)
                    try compact.withUnsafeBufferPointer { bytes throws(OutputFailure) in try output.write(bytes) }
                }
                return .success(try output.write("\n"))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
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
        let compact = record.withBytes { JSONText.compact($0) }
        try compact.withUnsafeBufferPointer { bytes throws(OutputFailure) in try output.write(bytes) }
    }

    mutating func finish() throws { try output.write(isFirst ? "[]\n" : "\n]\n") }
}
