import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Bounds a look at records that only a message needs: at a part of large files, so that nothing is held back for long,
/// and at all of a small file however long that takes, so that its messages are the same on every machine.
final class LookBounds {
    private static let leastBytes = 64 << 10
    private static let mostBytes = 64 << 20
    private let end: ContinuousClock.Instant
    /// The bytes of the records that were looked at.
    var bytes = 0
    /// Whether the look ends.
    var areReached: Bool { bytes >= Self.mostBytes || bytes >= Self.leastBytes && ContinuousClock.now >= end }

    /// - Parameter patience: how long a look at more than a small file may take.
    init(patience: Duration = .milliseconds(1000)) { end = .now + patience }
}

/// What the operations of a predicate could not use in the records of files, counted as `filter` counts it.
struct UnusableLook {
    let values = UnusableValues()
    /// The number of records that were looked at; nil for all.
    let examined: Int?

    init(_ request: PredicateRequest, _ predicate: CheckedPredicate) {
        let bounds = LookBounds()
        var context = EvaluationContext(limits: predicate.limits)
        context.unusable = values
        var options = RecordPipeline.Options()
        (options.countsOnly, options.scans, options.skipsBadRecords) = (true, true, true)
        options.threads = WorkerThread.processorCount
        options.limits = request.input.limits
        options.showProgress = { bounds.bytes = $0 }
        let pipeline = RecordPipeline(
            predicate, context: context, options: options, into: BoundedOutput(bounds: bounds))
        // A document ends where it is bad.
        try? StreamProvider(request.sources, request.input).give(to: pipeline)
        examined = bounds.areReached ? pipeline.counts.records : nil
    }
}

/// Takes no more records when a look ends.
private struct BoundedOutput: RecordOutput {
    let bounds: LookBounds

    var isFull: Bool { bounds.areReached }
    mutating func write(_ record: RawRecord, isLine: Bool) {}
    mutating func finish() {}
}

/// A second look at records after no record matched: how many of them other readings of the predicate would find.
final class SecondLook {
    private let readings: [AlternativeReading]
    private let limits: PredicateLimits
    private let wanted: WantedFields?
    private let bounds: LookBounds
    private var reader: JSONReader
    private var runs: [EvaluationRun]
    private var counts: [Int]
    private var examined = 0

    /// Nil if the predicate has no other reading.
    ///
    /// - Parameter records: some of the records.
    init?(
        _ predicate: CheckedPredicate, knowing records: [PredicateValue], reader: JSONReader = JSONReader(),
        bounds: LookBounds = LookBounds()
    ) {
        readings = predicate.alternativeReadings(knowing: records)
        if readings.isEmpty { return nil }
        self.bounds = bounds
        limits = predicate.limits
        wanted = predicate.readKeys.map { WantedFields($0) }
        self.reader = reader
        let context = EvaluationContext(limits: limits)
        runs = readings.map { $0.predicate.makeRun(context: context) }
        counts = readings.map { _ in 0 }
    }

    /// Looks at a record, unless it is bad.
    ///
    /// - Returns: whether the look goes on.
    func take(_ record: RawRecord) -> Bool {
        let value = try? wanted.map { try reader.readPartially(record, fields: $0) } ?? reader.read(record)
        return value.map { take($0, byteCount: record.count) } ?? true
    }

    /// Looks at a record that has been read.
    func take(_ record: PredicateValue, byteCount: Int) -> Bool {
        examined += 1
        bounds.bytes += byteCount
        // All readings of a record together may take an eighth of what the predicate may.
        var allowance = limits.budget(forRecordOf: byteCount).steps / 8
        for (index, reading) in readings.enumerated() {
            runs[index].recordBytes = byteCount
            runs[index].allowance = allowance
            defer { allowance = runs[index].allowance ?? 0 }
            if reading.predicate.evaluate(on: record, in: &runs[index]) { counts[index] += 1 }
        }
        return !bounds.areReached
    }

    /// A warning for each part of the predicate with a reading that records satisfy, and for several parts together only if
    /// there is none for one.
    ///
    /// - Parameter recordCount: the number of all records, of which some may not have been looked at.
    func warnings(of recordCount: Int) -> [PredicateDiagnostic] {
        var found: [(warning: PredicateDiagnostic, count: Int, isJoint: Bool)] = []
        for (reading, count) in zip(readings, counts) where count > 0 || examined == 0 {
            if reading.isJoint, let first = found.first, !first.isJoint { continue }
            guard let warning = reading.warning(count, examined: examined < recordCount ? examined : nil) else {
                continue
            }
            if let index = found.firstIndex(where: { $0.warning.range == warning.range }) {
                if count > found[index].count, let spelling = reading.spelling {
                    found[index].warning.notes = ["with `\(spelling)`, \(count) do"]
                }
            } else {
                found.append((warning, count, reading.isJoint))
            }
        }
        return found.map(\.warning)
    }

    /// The warnings of a look and those of the first records, of which the look knows only the same if it saw no others.
    ///
    /// - Parameters:
    ///   - look: nil if the predicate has no other reading.
    ///   - findings: the warnings of the first records.
    ///   - sampled: the number of the first records.
    static func warnings(
        _ look: SecondLook?, of recordCount: Int, and findings: [PredicateDiagnostic], ofFirst sampled: Int
    ) -> [PredicateDiagnostic] {
        func areOne(_ a: PredicateDiagnostic, _ b: PredicateDiagnostic) -> Bool {
            a.code == b.code || a.range == b.range
        }
        var counted = look?.warnings(of: recordCount) ?? []
        if sampled >= recordCount { counted.removeAll { warning in findings.contains { areOne($0, warning) } } }
        return counted + findings.filter { finding in !counted.contains { areOne($0, finding) } }
    }

    /// Looks at files, and at the first records of pipes.
    ///
    /// - Parameter begun: the inputs that cannot be read twice, by their index in the request.
    func take(_ request: PredicateRequest, begun: [Int: BegunStream]) {
        var goesOn = true
        var options = RecordPipeline.Options()
        // Whoever skips bad lines has been told of them.
        options.skipsBadRecords = true
        let output = FunctionOutput { record in
            goesOn = self.take(record)
            return goesOn
        }
        for (index, source) in request.sources.enumerated() where goesOn {
            let pipeline = RecordPipeline(nil, options: options, into: output)
            if let first = begun[index]?.sample {
                for record in first { try? pipeline.take(record, isLine: true) }
            } else {
                // A document ends where it is bad.
                try? StreamProvider([source], request.input).give(to: pipeline)
            }
        }
    }
}
