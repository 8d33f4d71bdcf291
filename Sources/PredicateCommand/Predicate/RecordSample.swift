import PredicateFormat
import PredicateRecords

/// What the records of some inputs show, as far as they have been read.
///
/// Reading goes on where it stopped, so that a pipe can be sampled too.
final class RecordSample {
    private var streams: [Input] = []
    /// An input that has been opened.
    private struct Input {
        var stream: RecordStream
        /// The number of records that were read, and the bytes that they end at.
        var seen = 0
        var end = 0
    }

    private let sources: [RecordSource]
    private let input: RecordInputOptions
    private var inference: SchemaInference
    private var reader = JSONReader()
    /// The first record that could not be read; the others count.
    private(set) var failure: RecordError?
    /// The first record.
    private(set) var first: RawRecord?

    /// The first records, for checks that need values.
    private(set) var values: [PredicateValue] = []
    private let keptRecords: Int

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

    /// What the records show; nil where there are none.
    var schema: RecordSchema? { inference.recordCount > 0 ? inference.schema : nil }

    /// Whether all records of all inputs have been looked at.
    private var isWhole: Bool { streams.count == sources.count && ended == streams.count }
    /// The number of inputs that have ended.
    private var ended = 0

    /// A note on how many records decide names and types; nil if all of them do.
    var remark: String? {
        isWhole ? nil : Self.remark(of: inference.recordCount)
    }

    /// A note that only the first records were examined.
    static func remark(of count: Int) -> String {
        let looked =
            count == 1 ? "only the first record was examined" : "only the first \(count) records were examined"
        return "\(looked); --schema declares the fields of all records, and --untyped checks no names"
    }

    /// Reads on until so many records of each input have been looked at.
    func read(upTo count: Int) throws(CommandFailure) {
        for index in sources.indices {
            if index == streams.count { streams.append(Input(stream: try Self.open(sources[index], input))) }
            read(&streams[index], count)
        }
    }

    /// Looks at some records from later parts of files of lines: the form of dates, or the type of a field, may change there.
    ///
    /// The sample must not be read on with afterwards, since these records would count twice.
    func lookAhead() {
        guard input.pointer.components.isEmpty, !input.values else { return }
        for (index, opened) in streams.enumerated() where opened.stream.layout == .lines && opened.seen < .max {
            for record in sources[index].laterLines(behind: opened.end) {
                guard let value = try? reader.read(record), case .object = value else { continue }
                inference.add(value)
                if keptRecords > 0 { values.append(value) }
            }
        }
    }

    private func read(_ input: inout Input, _ count: Int) {
        while input.seen < count {
            do throws(RecordError) {
                guard let record = try input.stream.next() else {
                    ended += 1
                    // Nothing more comes.
                    input.seen = .max
                    return
                }
                input.seen += 1
                input.end = record.offset + record.count
                if first == nil { first = record }
                let value = try reader.read(record)
                guard case .object = value else { continue }
                inference.add(value)
                if values.count < keptRecords { values.append(value) }
            } catch {
                // A stream that cannot go on says so once, and then has no more records.
                failure = failure ?? error
            }
        }
    }

    /// A stream of records.
    static func open(_ source: RecordSource, _ input: RecordInputOptions) throws(CommandFailure) -> RecordStream {
        do throws(RecordError) {
            return try RecordStream(source, input)
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension PredicateDiagnostic {
    /// Whether the error is the type of an operand, which other records may not share.
    var isOfType: Bool { severity == .error && (code == .wrongOperand || code == .wrongArgumentType) }
}
