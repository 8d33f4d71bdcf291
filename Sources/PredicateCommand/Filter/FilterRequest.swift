import PredicateRecords

/// What a filter is asked for.
struct FilterRequest {
    /// The text of the predicate.
    var predicate: String
    /// Where the records come from.
    var sources: [RecordSource]
    /// How they are read.
    var input = RecordInputOptions()
    /// A JSON Schema of the records.
    var schemaFile: String?
    /// Whether every field may hold anything.
    var untyped = false
    /// The texts of `--arg`.
    var arguments: [String] = []
    /// The texts of `--var`, by name.
    var variables: [String: String] = [:]
    /// Whether the number of records is all that is wanted.
    var countOnly = false
    /// How many records are written at most.
    var limit: Int?
    /// How many matching records are passed over first.
    var offset = 0
    /// How they are written.
    var output = OutputFormat.ndjson
    /// Whether every byte of every record is checked.
    var strict = false
    /// Whether bad lines are passed over.
    var skipBadRecords = false
    /// Whether warnings are shown.
    var showWarnings = false
    /// Whether the effort is shown.
    var showStatistics = false
    /// Whether variables may stay without a value, as when a predicate is only checked.
    var allowsUnbound = false
}
