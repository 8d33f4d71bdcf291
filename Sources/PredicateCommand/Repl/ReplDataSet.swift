import PredicateFormat
import PredicateRecords

/// Records that have been loaded, under a name.
final class ReplDataSet: Sendable {
    /// Where what is known of the records comes from.
    enum Knowledge: Sendable {
        /// From the records.
        case inferred
        /// From a schema that somebody has named.
        case declared(RecordSchema)
        /// Nobody asks for it: every field may hold anything.
        case untyped
    }

    /// The name.
    let name: String
    /// The file as it was named.
    let file: String
    /// The records in the order of the file, bad ones among them, so that their numbers stay.
    let table: RecordTable
    /// The columns that predicates have read.
    let columns: RecordColumns
    /// Where what is known of the records comes from.
    let knowledge: Knowledge
    /// What the records show.
    let statistics: ReplStatistics
    /// How the records are read.
    let reader: JSONReader
    /// How they were found in the file.
    let input: RecordInputOptions
    /// What was wrong between the records.
    let failures: ReplLoading.Failures
    /// The files that it was read from, its schema among them.
    let inputs: InputFiles

    init(
        name: String, file: String, table: RecordTable, knowledge: Knowledge, reader: JSONReader,
        input: RecordInputOptions, failures: ReplLoading.Failures, inputs: InputFiles = InputFiles(),
        whenComplete: @escaping @Sendable () -> Void
    ) {
        self.name = name
        self.file = file
        self.table = table
        columns = RecordColumns(table, reader: reader)
        self.knowledge = knowledge
        self.reader = reader
        self.input = input
        self.failures = failures
        self.inputs = inputs
        statistics = ReplStatistics(table, reader, whenComplete: whenComplete)
    }

    deinit { statistics.cancel() }

    /// - Throws: where the file has been changed since it was loaded, and its records are still read from it.
    func checkFile() throws(ReplFailure) {
        guard table.isFileChanged else { return }
        throw ReplFailure("\(SafeText.plain(file)) has been changed since it was loaded; `:load` reads it anew")
    }

    /// How many records there are, without those that are known to be bad.
    var recordCount: Int { table.count - statistics.badCount }

    /// What texts are checked against; nil checks no names.
    var schema: RecordSchema? {
        switch knowledge {
        case .inferred: statistics.schema
        case .declared(let schema): schema
        case .untyped: nil
        }
    }

    /// What is offered at the cursor: what is declared, with the values that have been seen.
    var offeredSchema: RecordSchema? {
        guard case .declared(let schema) = knowledge else { return statistics.schema }
        return statistics.schema.map { schema.addingStatistics(of: $0) } ?? schema
    }

    /// Whether records that have not been looked at yet may have more fields and other types.
    var isProvisional: Bool {
        if case .inferred = knowledge { return !statistics.isComplete }
        return false
    }

    /// What stands behind numbers that are of a part of the records: "so far, of 1000 of 2704 records"; empty where they are of all.
    var progressNote: String {
        let known = statistics.knownCount
        return known < table.count ? "so far, of \(known) of \(Plural.of(table.count, "record"))" : ""
    }
}

/// Reads a file into a data set.
struct ReplLoading {
    /// What could not be taken apart.
    struct Failures: Sendable {
        private(set) var first: [RecordError] = []
        private(set) var count = 0

        mutating func add(_ error: RecordError) {
            count += 1
            if first.count < ReplStatistics.shownErrors { first.append(error) }
        }
    }

    /// What is to be read.
    let request: ReplLoadRequest
    /// Where what is known of the records comes from.
    let knowledge: ReplDataSet.Knowledge
    /// Called when all records have been looked at, on a thread of its own.
    let whenComplete: @Sendable () -> Void

    /// Finds the records of the file, and looks at the first of them. What is wrong in one is kept to be said.
    ///
    /// - Throws: where the file cannot be read at all, and where somebody wants the reading to end.
    func load(name: String, in session: ReplSession) throws -> ReplDataSet {
        var progress = Progress(sources: [.file(request.file)], in: session.environment, overOutput: true)
        defer { progress.clear() }
        let source = RecordSource.file(request.file)
        let inputs = InputFiles([request.file] + (request.schemaFile.map { [$0] } ?? []))
        let input = request.input
        let file = request.file
        let offset = Locked(0)
        let found = try session.interruptibly {
            progress.redraw(bytes: offset.withLock { $0 })
        } _: { interruption in
            let lines = try RecordTable.lines(
                of: file, input, threads: ParallelWork.processors, isCancelled: interruption.isWanted
            ) { bytes in offset.withLock { $0 = bytes } }
            try interruption.check()
            if let lines { return Found(table: lines) }
            return try Self.records(of: source.held(isCancelled: interruption.isWanted), input, offset, interruption)
        }
        let data = ReplDataSet(
            name: name, file: request.file, table: found.table, knowledge: knowledge,
            reader: reader, input: input, failures: found.failures, inputs: inputs, whenComplete: whenComplete)
        try session.interruptibly { try data.statistics.takeSample($0) }
        // Where nothing could be read the first error says why.
        if data.statistics.schema == nil, let first = data.firstErrors.first { throw first }
        return data
    }

    private struct Found: Sendable {
        var table = RecordTable()
        var failures = Failures()
    }

    /// Finds the records of a source.
    ///
    /// - Parameter offset: how far it has come.
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
                    // A file that is not there, or that nobody may read, is no matter of one record.
                    if error.kind != .data { throw error }
                    found.failures.add(error)
                }
                if found.table.count & 0xFF == 0 { offset.withLock { $0 = stream.offset } }
                try interruption.check()
            }
        } catch {
            // What is not read to its end has errors that are none.
            try interruption.check()
            throw error
        }
        try interruption.check()
        return found
    }

    private var reader: JSONReader {
        var shape: RecordShape?
        // Scalars are records only where somebody said so (D70).
        var requiresObjects = true
        switch knowledge {
        case .inferred: break
        case .declared(let schema):
            shape = RecordShape(schema)
            requiresObjects = schema.rootIsRecord
        case .untyped: requiresObjects = false
        }
        var reader = JSONReader(shape: shape)
        reader.requiresObjects = requiresObjects
        return reader
    }
}

extension ReplDataSet {
    /// The first errors, in the order of the file.
    var firstErrors: [RecordError] {
        let all = failures.first + statistics.errors
        return Array(
            all.sorted { ($0.place?.offset ?? 0) < ($1.place?.offset ?? 0) }.prefix(ReplStatistics.shownErrors))
    }

    /// Which records were skipped, as it is shown; empty where none was.
    func report(in session: ReplSession) -> String {
        let count = failures.count + statistics.badCount
        if count == 0 { return "" }
        let shown = firstErrors
        let pictures = shown.map { session.picture(of: $0) }.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }
        let more = count > shown.count ? ", of which the first \(shown.count) are shown" : ""
        return pictures.joined() + "warning: \(Plural.records(count, "bad")) skipped\(more)\n"
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
