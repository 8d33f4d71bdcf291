import PredicateRecords

/// Loaded records with a name.
final class ReplDataSet: Sendable {
    /// Errors between records.
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
    /// The records in file order, including bad ones, so that their numbers stay the same.
    let table: RecordTable
    /// The columns that predicates have read.
    let columns: RecordColumns
    /// The types of the records from a schema that the user has named; nil without one.
    let declared: RecordSchema?
    /// The statistics of the records.
    let statistics: ReplStatistics
    /// How the records are read.
    let reader: JSONReader
    /// The errors between the records.
    let failures: Failures
    /// How the records were loaded.
    let request: ReplLoadRequest
    /// The input files, including the schema.
    let inputs: InputFiles

    init(
        name: String, table: RecordTable, declared: RecordSchema?, reader: JSONReader, failures: Failures,
        inputs: InputFiles, request: ReplLoadRequest, whenComplete: @escaping @Sendable () -> Void
    ) {
        self.name = name
        self.table = table
        columns = RecordColumns(table, reader: reader)
        self.declared = declared
        self.reader = reader
        self.failures = failures
        self.inputs = inputs
        self.request = request
        statistics = ReplStatistics(table, reader, whenComplete: whenComplete)
    }

    deinit { statistics.cancel() }

    /// - Throws: if the records are still read from the file and it has changed since it was loaded.
    func checkFile() throws(ReplFailure) {
        guard table.isFileChanged else { return }
        throw ReplFailure("\(SafeText.plain(file)) has changed since it was loaded; `:load` reads it again")
    }

    /// The number of records, without those that are known to be bad.
    var recordCount: Int { table.count - statistics.badCount }

    /// The schema for checking predicates; nil checks no names.
    var schema: RecordSchema? { isInferred ? statistics.schema : declared }

    /// Whether the types are those that the records show.
    var isInferred: Bool { declared == nil && !request.isUntyped }

    /// The schema for completion: the declared one, with the statistics of values.
    var offeredSchema: RecordSchema? {
        guard let declared else { return statistics.schema }
        return statistics.schema.map { declared.addingStatistics(of: $0) } ?? declared
    }

    /// Whether records that have not been examined yet may add fields and types.
    var isProvisional: Bool { isInferred && !statistics.isComplete }

    /// A note on how many records the statistics cover: "so far, of 1000 of 2704 records"; empty if they cover all.
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

/// The arguments of `:load`.
struct ReplLoadRequest: Sendable {
    /// The file or the address as given.
    var file: String
    /// The name of the file in messages; nil for the file as given.
    var shownFile: String?
    /// The name of the data set; nil derives it from the file name.
    var name: String?
    /// The options for reading records.
    var input = RecordInputOptions()
    /// A JSON Schema of the records; nil infers one.
    var schemaFile: String?
    /// Whether every field may hold anything.
    var isUntyped = false
}
