import PredicateCore
import PredicateFormat

/// What becomes of the records of a provider: those that satisfy a predicate pass to a query, and its results to an output.
///
/// A provider gives records that it has decided, or that are decided here. Everything that does not depend on where records
/// come from happens here, once for all: records are counted, bad ones are skipped, and those before an offset and after
/// a limit are left out.
///
/// It is used by one thread. A class, because providers change it with each record.
package final class RecordPipeline {
    /// Options of a pipeline.
    package struct Options {
        /// Whether only the number of matching records is wanted.
        package var countsOnly = false
        /// The number of matching records to skip first, if there is no query.
        package var offset = 0
        /// The maximum number of records to write, if there is no query.
        package var limit: Int?
        /// Whether bad records are skipped in line-delimited input.
        package var skipsBadRecords = false
        /// Whether no records may be counted after those that are wanted.
        package var countsExactly = false
        /// The limits of records.
        package var limits = RecordLimits.standard
        /// The maximum number of threads that scan.
        package var threads = 1
        /// Whether records are scanned if possible, which changes only the time.
        package var scans = false
        /// Called before the pipeline waits for input.
        package var beforeWaiting: () throws -> Void = {}
        /// Called now and then with the number of bytes that were read.
        package var showProgress: (Int) -> Void = { _ in }
        /// Called with the value of each record before it is decided. Records are then read, not scanned.
        package var inspect: ((PredicateValue, RawRecord) -> Void)?

        package init() {}
    }

    /// What was counted.
    package struct Counts {
        package var records = 0
        /// The records that satisfy the predicate.
        package var matches = 0
        /// The matching records after the offset and within the limit.
        package var written = 0
        package var bytes = 0
        /// The bad records that were skipped, and the errors of the first.
        package var bad = 0
        package var badRecords: [RecordError] = []
        /// The number of written records of each source that was read.
        package var sources: [(name: String?, written: Int)] = []
    }

    package var counts = Counts()
    private let options: Options
    /// Whether only the number of matching records is wanted.
    package private(set) var countsOnly: Bool
    private let context: EvaluationContext
    private let reader: JSONReader
    /// What decides the records that a provider leaves undecided; nil if all match.
    private var decision: RecordDecision?
    /// A scan per thread for records in memory; empty if they have to be read.
    private let scans: [LineScan]
    /// The offset and the limit without a query.
    private var offset: Int
    private var limit: Int?
    /// The number of records of the inputs before the current one.
    private var recordsBefore = 0
    /// The query, or the output.
    private var results: any RecordOutput
    /// The number of errors to keep.
    private static let keptErrors = 5
    /// The instructions of the scanner, nil if nothing was scanned, and the maximum number of threads that scanned.
    package private(set) var scannedBy: String?
    package private(set) var scanThreads = 1

    /// A pipeline that has no records yet.
    ///
    /// - Parameters:
    ///   - predicate: what is to be decided here; nil if every record matches.
    ///   - query: the query over the matching records; nil if they are the results.
    ///   - kept: the number of columns of the query before the fields of the record, which are kept; nil if they are not.
    ///   - reader: how records are read.
    ///   - context: the context of all evaluations.
    ///   - output: takes the results.
    package init(
        _ predicate: CheckedPredicate?, query: CheckedQuery? = nil, keeping kept: Int? = nil,
        reader: JSONReader = JSONReader(), context: EvaluationContext = EvaluationContext(),
        options: Options = Options(), into output: any RecordOutput
    ) {
        self.options = options
        countsOnly = options.countsOnly
        self.context = context
        self.reader = reader
        (offset, limit) = (options.offset, options.limit)
        results = query.map { QueryOutput($0, context: context, reader: reader, keeping: kept, into: output) } ?? output
        let isScanned = options.scans && options.inspect == nil && reader.shape == nil
        let single = isScanned ? predicate.flatMap { Self.scan($0, reader: reader, context: context, options) } : nil
        decision = predicate.map {
            RecordDecision(
                $0, reader: reader, context: context, scan: single, isWritten: !options.countsOnly,
                inspect: options.inspect)
        }
        // Records beyond a limit are not read, so they must not be counted or reported.
        let isLimited = options.limit != nil || query.map { $0.isStreaming && $0.limit != nil } ?? false
        let isExact = options.skipsBadRecords || options.countsExactly
        var scans: [LineScan] = []
        while let single, !(isLimited && isExact), scans.count < options.threads, let copy = single.copy() {
            scans.append(copy)
        }
        self.scans = scans
    }

    /// A scan; nil for a predicate that reads whole records.
    private static func scan(
        _ predicate: CheckedPredicate, reader: JSONReader, context: EvaluationContext, _ options: Options
    ) -> LineScan? {
        var scan = LineScan.Options()
        scan.keepsLines = !options.countsOnly
        scan.skipsBadRecords = options.skipsBadRecords
        scan.isStrict = reader.strict
        scan.limits = options.limits
        scan.requiresObjects = reader.requiresObjects
        return LineScan(predicate, context: context, options: scan)
    }

    /// Begins what a provider leaves of a query, before the first record.
    package func begin(_ query: CheckedQuery) {
        begin { QueryOutput(query, context: $1, reader: reader, into: $0) }
    }

    /// Begins a query of the provider's own, which passes results to the output, and evaluates in the context of the
    /// pipeline.
    package func begin(_ query: (any RecordOutput, EvaluationContext) -> any RecordOutput) {
        (offset, limit) = (0, nil)
        results = query(results, context)
    }

    /// Begins an offset and a limit that a provider leaves.
    package func begin(offset: Int, limit: Int?) { (self.offset, self.limit) = (offset, limit) }

    /// Takes the number of records that match in place of the records.
    package func count(matches: Int, offset: Int, limit: Int?) {
        countsOnly = true
        begin(offset: offset, limit: limit)
        counts.records = matches
        take(matches: matches)
    }

    /// Whether no further record would be written.
    package var isFull: Bool { results.isFull || (limit.map { counts.written >= $0 } ?? false) }

    // MARK: Records

    /// Takes a record that is not decided.
    ///
    /// - Parameters:
    ///   - isLine: whether it was a whole line of the input.
    ///   - canSkip: whether reading can continue after it if it is bad.
    package func decide(_ record: RawRecord, isLine: Bool, canSkip: Bool) throws {
        counts.records += 1
        do {
            let number = counts.records - recordsBefore
            guard try decision?.holds(record, isLine: isLine, number: number) ?? true else { return }
            try take(record, isLine: isLine)
        } catch let error as RecordError {
            try pass(error, canSkip: canSkip)
        }
    }

    /// Takes a record with a known value that is not decided.
    ///
    /// - Parameters:
    ///   - byteCount: the size of its text.
    ///   - record: its text, which may lack fields of the value; called if it is written.
    package func decide(_ value: PredicateValue, byteCount: Int, record: @autoclosure () -> RawRecord) throws {
        counts.records += 1
        guard decision?.holds(value, byteCount: byteCount, number: counts.records) ?? true, count() else { return }
        try results.write(record(), value: value)
    }

    /// Takes a group that a provider has made of records that match.
    package func take(_ group: PredicateValue, of recordCount: Int) throws {
        counts.records += 1
        counts.matches += recordCount
        try results.write(RawRecord(bytes: []), value: group)
    }

    /// Takes a record that matches.
    package func take(_ record: RawRecord, isLine: Bool) throws {
        if count() { try results.write(record, isLine: isLine) }
    }

    /// Counts a record that matches. Returns whether it is written.
    private func count() -> Bool {
        counts.matches += 1
        guard counts.matches > offset else { return false }
        counts.written += 1
        return !countsOnly
    }

    /// Takes a number of records that match, where only their number is wanted.
    package func take(matches: Int) {
        counts.matches += matches
        counts.written = min(limit ?? .max, max(0, counts.matches - offset))
    }

    /// Counts a bad record, or throws its error if bad records are not skipped or reading cannot continue.
    package func pass(_ error: RecordError, canSkip: Bool) throws(RecordError) {
        guard options.skipsBadRecords, error.kind == .data else { throw error }
        guard canSkip else {
            var error = error
            error.message +=
                " (--skip-bad-records works on line-delimited input only: here there is no line to go on from)"
            throw error
        }
        skip(count: 1, [error])
    }

    /// Counts bad records that were skipped, with the errors of the first of them.
    package func skip(count: Int, _ errors: [RecordError]) {
        counts.bad += count
        counts.badRecords += errors.prefix(max(0, Self.keptErrors - counts.badRecords.count))
    }

    /// Writes the remaining output.
    ///
    /// - Parameter isWhole: whether all records were read.
    package func finish(isWhole: Bool = true) throws {
        if countsOnly { return }
        if isWhole { try results.finish() } else { try results.finishPart() }
    }

    /// The query; nil without one.
    var query: QueryOutput? { results as? QueryOutput }

    // MARK: Streams

    /// The number of records to read, after text that could not be scanned, before scanning again.
    private static let readRecords = 16

    /// Takes the rest of an input.
    ///
    /// - Parameter bytesBefore: the number of bytes of other inputs.
    package func read(_ stream: RecordStream, after bytesBefore: Int = 0) throws {
        recordsBefore = counts.records
        while !isFull {
            try scan(stream, after: bytesBefore)
            for _ in 0..<Self.readRecords {
                guard !isFull, let record = try next(of: stream) else { return }
                try read(record, of: stream, after: bytesBefore)
                if counts.records & 0x3FF == 0 { options.showProgress(counts.bytes) }
            }
        }
    }

    /// The next record of an input. Bad records are skipped if that is requested.
    private func next(of stream: RecordStream) throws(RecordError) -> RawRecord? {
        while true {
            do throws(RecordError) {
                return try stream.next()
            } catch {
                try pass(error, canSkip: stream.canSkipBadRecords)
            }
        }
    }

    /// Takes a record of an input.
    func read(_ record: RawRecord, of stream: RecordStream, after bytesBefore: Int) throws {
        counts.bytes = bytesBefore + record.offset + record.count
        try decide(record, isLine: stream.layout == .lines, canSkip: stream.canSkipBadRecords)
    }

    /// Scans an input as far as possible. The rest is read record by record.
    private func scan(_ stream: RecordStream, after bytesBefore: Int) throws {
        guard !scans.isEmpty else { return }
        if let lines = try stream.takeWholeLines() {
            _ = try scan(lines, after: bytesBefore)
            return
        }
        try stream.begin()
        if stream.layout == .lines {
            try ParallelLineScan(scans(for: .max)).run(stream, beforeWaiting: options.beforeWaiting) { found, piece in
                try take(found, piece, of: stream.name, after: bytesBefore)
            }
            return
        }
        let threads = scans.count
        let bytes = threads * Self.windowBytes
        stream.readAhead(bytes, threads: threads)
        while try scanWindow(stream, after: bytesBefore), try stream.readMore(bytes, threads: threads) {}
    }

    /// Scans lines that can be read from any location.
    ///
    /// - Returns: false if they have to be read record by record.
    func scan(_ lines: RecordStream.WholeLines, after bytesBefore: Int = 0) throws -> Bool {
        guard !scans.isEmpty else { return false }
        try ParallelLineScan(scans(for: lines.byteCount)).run(lines) { found, piece in
            try take(found, piece, of: lines.name, after: bytesBefore)
        }
        return true
    }

    /// The scans for a number of bytes.
    private func scans(for byteCount: Int) -> [LineScan] {
        let count = min(scans.count, max(1, byteCount >> 20))
        scannedBy = scans.first?.kernelName
        scanThreads = max(scanThreads, count)
        return Array(scans.prefix(count))
    }

    /// Scans the document text in memory. Returns whether there may be more to scan.
    private func scanWindow(_ stream: RecordStream, after bytesBefore: Int) throws -> Bool {
        guard !isFull, let text = stream.documentText() else { return false }
        let scan = DocumentScan(text, scans(for: text.byteCount), partBytes: Self.partBytes)
        let passed = try scan.run { found, piece in try take(found, piece, of: stream.name, after: bytesBefore) }
        stream.passRecords(passed)
        // After an incomplete record, more of it may arrive.
        return !text.isWhole && text.byteCount - passed < Self.unfinishedBytes
    }

    /// The size of a document window in bytes per thread: large enough to make starting and ending a scan cheap, and
    /// small enough for the processor's caches.
    private static let windowBytes = 1 << 21

    /// The size of a part of the window in bytes, small enough for threads to finish together.
    private static let partBytes = 1 << 18

    /// The size in bytes up to which an incomplete record is scanned again when more of it arrives.
    private static let unfinishedBytes = 1 << 18

    /// Takes the results of a piece of an input. Returns false if no more are wanted.
    private func take(
        _ found: LineScan.Found, _ piece: ScanPiece, of file: String?, after bytesBefore: Int
    ) throws -> Bool {
        if var part = found.unusable {
            let before = counts.records - recordsBefore
            if !piece.isLines {
                part.locate { UnusableValues.Place(file: file, before + $0.number, isLine: false) }
            }
            context.unusable?.join(part)
        }
        counts.records += found.recordCount
        counts.bytes = bytesBefore + piece.end
        if countsOnly {
            take(matches: found.matchCount)
        } else {
            for record in found.matches {
                if isFull { break }
                if count() { try write(record, of: piece, file) }
            }
        }
        if isFull { return false }
        counts.bad += found.badCount - found.errors.count
        for error in found.errors { try pass(error, canSkip: piece.isLines) }
        options.showProgress(counts.bytes)
        return true
    }

    private func write(_ record: Range<Int>, of piece: ScanPiece, _ file: String?) throws {
        if piece.isLines {
            let isWritten = try piece.withText { text in
                try results.write(
                    line: UnsafeBufferPointer(
                        rebasing: text[record.lowerBound..<min(text.count, record.upperBound + 1)]))
            }
            if isWritten { return }
        }
        try results.write(piece.record(at: record, file: file), isLine: piece.isLines)
    }
}

/// Counts the warnings of an evaluation. They may come from any thread.
package final class EvaluationWarnings: Sendable {
    private let seen = Locked<[EvaluationWarning: Int]>([:])
    /// The values that operations could not use.
    package let unusable = UnusableValues()

    package init() {}

    /// A context whose warnings are counted here.
    ///
    /// - Parameter unusable: whether the values that operations could not use are counted, too.
    package func counting(
        _ context: EvaluationContext = EvaluationContext(), unusable: Bool = true
    ) -> EvaluationContext {
        var context = context
        context.warn = { self.add($0) }
        context.unusable = unusable ? self.unusable : nil
        return context
    }

    package func add(_ warning: EvaluationWarning, count: Int = 1) {
        seen.withLock { $0[warning, default: 0] += count }
    }

    /// How often each warning occurred.
    package var counts: [EvaluationWarning: Int] { seen.withLock { $0 } }

    /// The number of records whose evaluation reached a limit.
    package var limitCount: Int { seen.withLock { $0[.stepLimit, default: 0] + $0[.byteLimit, default: 0] } }
}
