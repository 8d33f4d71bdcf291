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

    /// What could not be taken apart.
    struct Failures: Sendable {
        private(set) var first: [RecordError] = []
        private(set) var count = 0

        mutating func add(_ error: RecordError) {
            count += 1
            if first.count < ReplStatistics.shownErrors { first.append(error) }
        }
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
    let failures: Failures
    /// The files that it was read from, its schema among them.
    let inputs: InputFiles

    init(
        name: String, file: String, table: RecordTable, knowledge: Knowledge, reader: JSONReader,
        input: RecordInputOptions, failures: Failures, inputs: InputFiles = InputFiles(),
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

extension ReplDataSet {
    /// The first errors, in the order of the file.
    var firstErrors: [RecordError] {
        let all = failures.first + statistics.errors
        return Array(
            all.sorted { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }.prefix(ReplStatistics.shownErrors))
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
