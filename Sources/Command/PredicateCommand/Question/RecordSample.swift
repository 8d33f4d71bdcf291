import PredicateFormat
import PredicateRecords

/// A sample of the records of some inputs.
///
/// Reading continues where it stopped, so that a pipe can be sampled too.
final class RecordSample {
    private var streams: [Input] = []
    /// An input that has been opened.
    private struct Input {
        var stream: RecordStream
        /// The number of records read, and the offset of the end of the last one.
        var seen = 0
        var end = 0
    }

    private let sources: [RecordSource]
    private let input: RecordInputOptions
    private var inference: SchemaInference
    private var reader = JSONReader()
    /// The first error. Records that can be read count nevertheless.
    private(set) var failure: RecordError?
    /// The first record.
    private(set) var first: RawRecord?
    /// What is wrong with the first of the kept records that has a key twice.
    private(set) var duplicate: RecordError?
    private var strictReader = JSONReader(strict: true)
    /// The largest record in which duplicate keys are looked for.
    private static let mostComparedBytes = 1 << 16

    /// The first records, for checks that need values.
    private(set) var values: [PredicateValue] = []
    private let keptRecords: Int
    /// The bytes of the records in `values`.
    private var keptBytes = 0
    /// The maximum number of bytes of kept records. One record is kept whatever its size.
    private static let mostKeptBytes = 16 << 20

    /// Creates an empty sample.
    ///
    /// - Parameter keeping: the number of records to keep in `values`.
    init(
        _ request: PredicateRequest, limits: SchemaInference.Limits = SchemaInference.Limits(), keeping: Int = 0
    ) {
        keptRecords = keeping
        inference = SchemaInference(limits: limits)
        sources = request.sources
        input = request.input
    }

    /// The schema of the records so far; nil if there are none.
    var schema: RecordSchema? { inference.recordCount > 0 ? inference.schema : nil }

    /// Whether all records of all inputs have been read.
    private var isWhole: Bool { streams.count == sources.count && ended == streams.count }
    /// The number of inputs that have ended.
    private var ended = 0

    /// A note on how many records decide names and types; nil if all of them do.
    var remark: String? {
        isWhole ? nil : Self.remark(of: inference.recordCount)
    }

    /// The number of records that decide names and types, if there are more; otherwise nil.
    var partCount: Int? { isWhole ? nil : inference.recordCount }

    /// How many records were examined.
    static func extent(of count: Int) -> String {
        count == 1 ? "only the first record was examined" : "only the first \(count) records were examined"
    }

    /// A note that only the first records were examined.
    static func remark(of count: Int) -> String {
        "\(extent(of: count)); --schema declares the fields of all records, and --untyped checks no names"
    }

    /// Continues until a number of records of each input has been read.
    func read(upTo count: Int) throws(CommandFailure) {
        for index in sources.indices {
            if index == streams.count { streams.append(Input(stream: try Self.open(sources[index], input))) }
            read(&streams[index], count)
        }
    }

    /// Adds some records from later parts of line-delimited files, where the form of dates or the type of a field may
    /// change.
    ///
    /// The sample must not be continued afterwards, because these records would count twice.
    func lookAhead() {
        guard input.pointer.components.isEmpty, !input.values, input.form == TextForm() else { return }
        for (index, opened) in streams.enumerated() where opened.stream.layout == .lines && opened.seen < .max {
            for record in sources[index].laterLines(behind: opened.end) {
                guard let value = try? reader.read(record), case .object = value else { continue }
                inference.add(value)
                if keptRecords > 0 { keep(value, of: record) }
            }
        }
    }

    /// Adds a record, unless it is not an object.
    func add(_ record: RawRecord) throws(RecordError) {
        let value = try reader.read(record)
        guard case .object = value else { return }
        inference.add(value)
        guard values.count < keptRecords else { return }
        keep(value, of: record)
        if duplicate == nil, record.count <= Self.mostComparedBytes {
            do throws(RecordError) { _ = try strictReader.read(record) } catch { duplicate = error }
        }
    }

    private func keep(_ value: PredicateValue, of record: RawRecord) {
        guard values.isEmpty || keptBytes + record.count <= Self.mostKeptBytes else { return }
        keptBytes += record.count
        values.append(value)
    }

    private func read(_ input: inout Input, _ count: Int) {
        while input.seen < count {
            do throws(RecordError) {
                guard let record = try input.stream.next() else {
                    ended += 1
                    // The input has ended.
                    input.seen = .max
                    return
                }
                input.seen += 1
                input.end = record.offset + record.count
                if first == nil { first = record }
                try add(record)
            } catch {
                // A stream that cannot continue throws once, and then has no more records.
                failure = failure ?? error
            }
        }
    }

    /// A stream of records.
    static func open(_ source: RecordSource, _ input: RecordInputOptions) throws(CommandFailure) -> RecordStream {
        try RecordError.translating(try RecordStream(source, input)) { CommandFailure($0) }
    }
}

extension PredicateDiagnostic {
    /// Whether the error is about the type of an operand, which may differ in other records.
    var isOfType: Bool { severity == .error && (code == .wrongOperand || code == .wrongArgumentType) }
}
