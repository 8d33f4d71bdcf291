import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Counts the clauses of a predicate by scanning the records for each clause, as `filter --count` does.
///
/// It takes lines. Other records, and predicates that the scanner does not evaluate, are for `RecordWalk`.
struct CoverageScan {
    private let request: PredicateRequest
    private let prepared: FilterPreparation.Prepared
    private let environment: CommandEnvironment
    /// A scan of each evaluated clause for each thread.
    private let scans: [[LineScan]]
    private let warnings = EvaluationWarnings()
    private var coverage: PredicateCoverage

    /// The most clauses: a record is a bit for each.
    private static let mostClauses = 64

    /// Nil if the records have to be walked.
    ///
    /// - Parameter reader: the reader of the records.
    init?(
        _ request: PredicateRequest, _ prepared: FilterPreparation.Prepared, reader: JSONReader,
        in environment: CommandEnvironment
    ) {
        let warnings = warnings
        let context = EvaluationContext(warn: { warnings.add($0) })
        let coverage = PredicateCoverage(prepared.predicate, context: context)
        let clauses = coverage.evaluatedClauses
        guard !coverage.hasAssignments, !clauses.isEmpty, clauses.count <= Self.mostClauses, reader.shape == nil,
            request.sources.allSatisfy(\.isRereadable)
        else { return nil }
        var options = LineScan.Options()
        options.checksKeptLines = false
        options.limits = request.input.limits
        options.requiresObjects = reader.requiresObjects
        let predicate = prepared.predicate
        // What was inferred from a sample must not decide how a clause is evaluated.
        let schema = predicate.schema?.origin == .declared ? predicate.schema : nil
        var first: [LineScan] = []
        for index in clauses {
            guard
                let clause = try? coverage.clauses[index].predicate.checked(
                    against: schema, library: predicate.library, limits: predicate.limits),
                let scan = LineScan(clause, context: context, options: options)
            else { return nil }
            first.append(scan)
        }
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
    }

    /// The coverage; nil if it has to be found record by record.
    mutating func run() throws -> PredicateCoverage? {
        var progress = Progress(sources: request.sources, in: environment)
        defer { progress.clear() }
        var bytesBefore = 0
        var patterns: [UInt64: Int] = [:]
        do {
            for source in request.sources {
                let stream = try RecordStream(source, request.input)
                guard let lines = try stream.takeWholeLines() else { return nil }
                try ParallelLineScan(several: scans).runSeveral(lines) { found, piece in
                    if let error = Self.firstError(found) { throw error }
                    Self.count(found, into: &patterns)
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
        for (pattern, times) in patterns {
            coverage.add(truths: coverage.evaluatedClauses.indices.map { pattern >> $0 & 1 == 1 }, times: times)
        }
        return coverage
    }

    /// The warnings of the evaluation, one sentence each.
    var sentences: [String] { warnings.sentences() }

    private static func firstError(_ found: [LineScan.Found]) -> RecordError? {
        found.lazy.flatMap(\.errors).min { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }
    }

    /// Counts the records of a piece by the clauses that they make true. The matches of each clause are in the order of
    /// the records.
    private static func count(_ found: [LineScan.Found], into patterns: inout [UInt64: Int]) {
        var next = [Int](repeating: 0, count: found.count)
        var rest = found.first?.recordCount ?? 0
        /// The pattern of the last records, and their number.
        var pattern: UInt64 = 0
        var times = 0
        while true {
            var start = Int.max
            for index in found.indices where next[index] < found[index].matches.count {
                start = min(start, found[index].matches[next[index]].lowerBound)
            }
            if start == .max { break }
            var bits: UInt64 = 0
            for index in found.indices
            where next[index] < found[index].matches.count && found[index].matches[next[index]].lowerBound == start {
                bits |= 1 << UInt64(index)
                next[index] += 1
            }
            if bits != pattern {
                patterns[pattern, default: 0] += times
                pattern = bits
                times = 0
            }
            times += 1
            rest -= 1
        }
        patterns[pattern, default: 0] += times
        patterns[0, default: 0] += max(0, rest)
    }
}
