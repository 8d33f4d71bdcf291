import CPredicate
import PredicateCore
import PredicateFormat
import PredicateRecords

/// A scan of a file, whose callback is called on the thread of the caller.
final class FileScan: RecordOutput {
    /// Calls the caller's function with a record, or with nil to show progress; false stops the scan.
    private let take: (UnsafeBufferPointer<UInt8>?, (records: Int, bytes: Int)) -> Bool
    private let showsProgress: Bool
    private var counts: () -> (records: Int, bytes: Int) = { (0, 0) }
    private var shown = ContinuousClock.now
    private(set) var isFull = false

    /// The time between two calls that only show progress.
    private static let interval: Duration = .milliseconds(50)

    /// - Parameter showsProgress: whether the function is called with nil, too.
    init(showsProgress: Bool, _ take: @escaping (UnsafeBufferPointer<UInt8>?, (records: Int, bytes: Int)) -> Bool) {
        self.showsProgress = showsProgress
        self.take = take
    }

    func write(_ record: RawRecord, isLine: Bool) {
        record.withBytes { pass($0) }
    }

    func write(line: UnsafeBufferPointer<UInt8>) -> Bool {
        pass(line.last == UInt8(ascii: "\n") ? UnsafeBufferPointer(rebasing: line.dropLast()) : line)
        return true
    }

    func finish() {}

    private func pass(_ record: UnsafeBufferPointer<UInt8>?) {
        if !isFull, !take(record, counts()) { isFull = true }
    }

    private func showProgress() {
        let now = ContinuousClock.now
        guard showsProgress, now - shown >= Self.interval else { return }
        shown = now
        pass(nil)
    }

    /// Scans a file.
    ///
    /// - Parameter matches: the number of records that matched, also after an error.
    func run(
        _ path: String, _ content: PredicateContent, _ input: RecordInputOptions, _ options: RecordPipeline.Options,
        matches: UnsafeMutablePointer<UInt64>
    ) throws {
        let predicate = content.predicate
        try predicate.requireBound()
        let warnings = EvaluationWarnings()
        var reader = JSONReader(maximumDepth: input.limits.depth, shape: content.shape)
        reader.requiresObjects = predicate.schema?.rootIsRecord ?? true
        var options = options
        options.limits = input.limits
        options.scans = true
        options.showProgress = { _ in self.showProgress() }
        options.beforeWaiting = {
            self.showProgress()
            if self.isFull { throw CallFailure.cancelled }
        }
        let pipeline = RecordPipeline(
            predicate, reader: reader,
            context: warnings.counting(EvaluationContext(limits: predicate.limits), unusable: false),
            options: options, into: self)
        counts = { (pipeline.counts.records, pipeline.counts.bytes) }
        defer {
            // The pipeline and this output keep each other.
            counts = { (0, 0) }
            matches.pointee = UInt64(pipeline.counts.written)
        }
        try StreamProvider([.file(path)], input).give(to: pipeline)
        if isFull { throw CallFailure.cancelled }
        if let limit = warnings.counts.keys.lazy.compactMap(\.limit).first { throw CallFailure(limit, of: "a record") }
    }
}

extension CallFailure {
    /// The callback stopped the scan.
    static var cancelled: CallFailure {
        CallFailure(status: PREDICATE_CANCELLED, message: "error: the callback stopped the scan")
    }
}
