import PredicateFormat
import PredicateRecords

/// Records that have been loaded, under a name.
final class ReplDataSet {
    /// A record.
    struct Record {
        /// Its bytes as they stand in the file, so that it comes out as it went in.
        let raw: RawRecord
        /// What it holds.
        let value: PredicateValue
    }

    /// The name.
    let name: String
    /// The file as it was named.
    let file: String
    /// The records in the order of the file.
    let records: [Record]
    /// What the records show; nil where there are none.
    let schema: RecordSchema?
    /// Whether each record was a line.
    let isLines: Bool

    init(name: String, file: String, records: [Record], schema: RecordSchema?, isLines: Bool) {
        self.name = name
        self.file = file
        self.records = records
        self.schema = schema
        self.isLines = isLines
    }
}

/// Reads a file into a data set.
struct ReplLoading {
    /// What is read.
    let source: RecordSource
    /// How.
    let input: RecordInputOptions
    private(set) var skipped: [RecordError] = []
    private(set) var skippedCount = 0
    /// How many of the bad records are shown.
    private static let shownErrors = 3

    init(_ file: String, _ input: RecordInputOptions) {
        // Not mapped: a file that somebody cuts short while the session lasts must not take the session with it.
        source = RecordSource.file(file).copied
        self.input = input
    }

    /// Reads all records; what is wrong in one is kept to be said, and the record skipped.
    ///
    /// - Throws: where the file cannot be read at all, and where somebody wants the reading to end.
    mutating func load(name: String, file: String, in session: ReplSession) throws -> ReplDataSet {
        var progress = Progress(sources: [source], in: session.environment, overOutput: true)
        defer { progress.clear() }
        let stream = try RecordStream(source, input)
        var reader = JSONReader()
        reader.requiresObjects = true
        var inference = SchemaInference()
        var records: [ReplDataSet.Record] = []
        while true {
            do throws(RecordError) {
                guard let raw = try stream.next() else { break }
                let value = try reader.read(raw)
                inference.add(value)
                records.append(ReplDataSet.Record(raw: raw, value: value))
            } catch {
                // A file that is not there, or that nobody may read, is no matter of one record.
                if error.kind != .data { throw error }
                skip(error)
            }
            progress.update(bytes: stream.offset)
            try session.checkInterrupt()
        }
        // Where nothing could be read the first error says why.
        if records.isEmpty, let first = skipped.first { throw first }
        return ReplDataSet(
            name: name, file: file, records: records, schema: inference.recordCount > 0 ? inference.schema : nil,
            isLines: stream.layout == .lines)
    }

    private mutating func skip(_ error: RecordError) {
        skippedCount += 1
        if skipped.count < Self.shownErrors { skipped.append(error) }
    }

    /// Says which records were skipped.
    func report(in session: ReplSession) throws(OutputFailure) {
        if skippedCount == 0 { return }
        for error in skipped {
            try session.tell(session.picture(of: error))
        }
        let more = skippedCount > skipped.count ? ", of which the first \(skipped.count) are shown" : ""
        try session.tell("warning: \(Plural.records(skippedCount, "bad")) skipped\(more)")
    }
}

/// Numbers with their nouns.
enum Plural {
    /// "1 bad record was", "2 bad records were".
    static func records(_ count: Int, _ adjective: String) -> String {
        count == 1 ? "1 \(adjective) record was" : "\(count) \(adjective) records were"
    }

    /// "1 record", "2 records".
    static func of(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
