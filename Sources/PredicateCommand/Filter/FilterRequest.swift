import PredicateFormat

/// What a filter is asked for.
struct FilterRequest {
    /// The predicate, the records, and what is known of them.
    var predicate: PredicateRequest
    /// Whether the number of records is all that is wanted.
    var countOnly = false
    /// Order, groups, and what is written of the records; nil where they are written as they come.
    var query: RecordQuery?
    /// How many records are written at most, where there is no query that knows it.
    var limit: Int?
    /// How many matching records are skipped first, where there is no query that knows it.
    var offset = 0
    /// How they are written.
    var output = OutputFormat.ndjson
    /// Whether comma-separated values hold nothing that a spreadsheet would run.
    var csvSafe = false
    /// Whether every byte of every record is checked.
    var strict = false
    /// Whether bad lines are skipped.
    var skipBadRecords = false
    /// Whether it is an error when the evaluation of a record exceeds a limit.
    var strictLimits = false
    /// How many threads read at most.
    var threads = WorkerThread.processorCount
    /// Whether records are scanned where they can be, which changes nothing but the time.
    var scans = true
    /// Whether the effort is shown.
    var showStatistics = false
}
