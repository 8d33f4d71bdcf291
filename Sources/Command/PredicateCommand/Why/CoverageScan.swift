import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Counts the clauses of a predicate by scanning the records for each clause, as `filter --count` does.
///
/// It takes lines. Other records, and predicates that the scanner does not evaluate, are for `RecordPipeline`.
struct CoverageScan {
    private let request: PredicateRequest
    private let prepared: FilterPreparation.Prepared
    private let environment: CommandEnvironment
    /// A scan of each evaluated clause, and of the whole predicate for what it cannot use, for each thread.
    private let scans: [[LineScan]]
    let warnings = EvaluationWarnings()
    private var coverage: PredicateCoverage
    private var patterns: ClausePatterns

    /// Nil if the records have to be walked.
    ///
    /// - Parameter reader: the reader of the records.
    init?(
        _ request: PredicateRequest, _ prepared: FilterPreparation.Prepared, reader: JSONReader,
        in environment: CommandEnvironment
    ) {
        let context = warnings.counting(unusable: false)
        let coverage = PredicateCoverage(prepared.predicate, context: context)
        guard reader.shape == nil, request.sources.allSatisfy(\.isRereadable),
            let patterns = ClausePatterns(coverage, of: prepared.predicate)
        else { return nil }
        var options = LineScan.Options()
        options.checksKeptLines = false
        options.limits = request.input.limits
        options.requiresObjects = reader.requiresObjects
        // All clauses share what the predicate may take, and the walk evaluates a record again that needs more than a part of it.
        var scanned = context
        scanned.limits.evaluationSteps /= 4 * max(1, patterns.clauses.count)
        var counted = context
        counted.unusable = warnings.unusable
        counted.limits.evaluationSteps /= 8
        let first =
            patterns.clauses.compactMap { LineScan($0, context: scanned, options: options) }
            + [LineScan(prepared.predicate, context: counted, options: options)].compactMap(\.self)
        guard first.count == patterns.clauses.count + 1 else { return nil }
        var scans = [first]
        while scans.count < WorkerThread.processorCount {
            let copies = first.compactMap { $0.copy() }
            guard copies.count == first.count else { break }
            scans.append(copies)
        }
        self.request = request
        self.prepared = prepared
        self.environment = environment
        self.scans = scans
        self.coverage = coverage
        self.patterns = patterns
    }

    /// The coverage; nil if it has to be found record by record.
    mutating func run() throws -> PredicateCoverage? {
        let progress = Progress(sources: request.sources, in: environment)
        defer { progress.clear() }
        var bytesBefore = 0
        do {
            for source in request.sources {
                let stream = try RecordStream(source, request.input)
                guard let lines = try stream.takeWholeLines() else { return nil }
                try ParallelLineScan(several: scans).runSeveral(lines) { found, piece in
                    if let part = found.last?.unusable { warnings.unusable.join(part) }
                    let found = found.dropLast()
                    if let error = Self.firstError(found) { throw error }
                    patterns.add(found.map { $0.matches.map(\.lowerBound) }, of: found.first?.recordCount ?? 0)
                    progress.redraw(bytes: bytesBefore + piece.end)
                    return true
                }
                bytesBefore += lines.byteCount
            }
        } catch is RecordError {
            // The walk reads each record once, and reports its error with the records before it.
            return nil
        }
        // Records that exceed a limit are not counted. The walk knows which.
        guard warnings.limitCount == 0 else { return nil }
        patterns.count(in: &coverage)
        return coverage
    }

    private static func firstError(_ found: ArraySlice<LineScan.Found>) -> RecordError? {
        found.lazy.flatMap(\.errors).min { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }
    }
}
