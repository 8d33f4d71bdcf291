import PredicateFormat

/// The options of a filter.
struct FilterRequest {
    /// The predicate, its records, and the known types of the records.
    var predicate: PredicateRequest
    /// Whether only the number of records is wanted.
    var countOnly = false
    /// The query over the matching records; nil if records are written unchanged.
    var query: RecordQuery?
    /// The maximum number of records to write, if there is no query.
    var limit: Int?
    /// The number of matching records to skip first, if there is no query.
    var offset = 0
    /// The format of the output.
    var output = OutputFormat.ndjson
    /// Whether comma-separated values contain nothing that a spreadsheet would run.
    var csvSafe = false
    /// Whether every byte of every record is checked.
    var strict = false
    /// Whether bad lines are skipped.
    var skipBadRecords = false
    /// Whether a record that exceeds an evaluation limit is an error.
    var strictLimits = false
    /// The maximum number of threads.
    var threads = WorkerThread.processorCount
    /// Whether records are scanned if possible, which changes only the time.
    var scans = true
    /// Whether to show statistics about the run.
    var showStatistics = false
}
