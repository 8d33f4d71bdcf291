import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Bounds a look at records that only a message needs: at a part of large files, so that nothing is held back for long.
final class LookBounds {
    private static let mostBytes = 64 << 20
    private static let patience = Duration.milliseconds(1000)
    private let end = ContinuousClock.now + patience
    /// The bytes of the records that were looked at.
    var bytes = 0
    /// Whether the look ends.
    var areReached: Bool { bytes >= Self.mostBytes || ContinuousClock.now >= end }
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

/// A second look at files, and at the first records of pipes, after no record matched: how many records other readings of
/// the predicate would find.
struct SecondLook {
    let request: PredicateRequest
    let predicate: CheckedPredicate
    /// The inputs that cannot be read twice, by their index in the request.
    let begun: [Int: BegunStream]

    /// A warning for each reading that records satisfy.
    ///
    /// - Parameter recordCount: the number of records of all inputs.
    func warnings(of recordCount: Int) -> [PredicateDiagnostic] {
        let readings = predicate.alternativeReadings
        guard !readings.isEmpty else { return [] }
        var counts = readings.map { _ in 0 }
        let context = EvaluationContext(limits: predicate.limits)
        var runs = readings.map { $0.predicate.makeRun(context: context) }
        var reader = JSONReader()
        let wanted = predicate.readKeys.map { WantedFields($0) }
        let bounds = LookBounds()
        var (examined, isWhole) = (0, true)
        var options = RecordPipeline.Options()
        // Whoever skips bad lines has been told of them.
        options.skipsBadRecords = true
        let output = FunctionOutput { record in
            let value = try? wanted.map { try reader.readPartially(record, fields: $0) } ?? reader.read(record)
            guard let value else { return true }
            examined += 1
            bounds.bytes += record.count
            // All readings of a record together may take an eighth of what the predicate may.
            var allowance = predicate.limits.budget(forRecordOf: record.count).steps / 8
            for (index, reading) in readings.enumerated() {
                runs[index].recordBytes = record.count
                runs[index].allowance = allowance
                defer { allowance = runs[index].allowance ?? 0 }
                if reading.predicate.evaluate(on: value, in: &runs[index]) { counts[index] += 1 }
            }
            isWhole = !bounds.areReached
            return isWhole
        }
        for (index, source) in request.sources.enumerated() where isWhole {
            let pipeline = RecordPipeline(nil, options: options, into: output)
            if let first = begun[index]?.sample {
                for record in first { try? pipeline.take(record, isLine: true) }
            } else {
                // A document ends where it is bad.
                try? StreamProvider([source], request.input).give(to: pipeline)
            }
        }
        if !begun.isEmpty, examined < recordCount { isWhole = false }
        let isOne = zip(readings, counts).contains { !$0.isJoint && $1 > 0 }
        return zip(readings, counts).compactMap { reading, count in
            guard count > 0, !(isOne && reading.isJoint) else { return nil }
            return reading.warning(count, examined: isWhole ? nil : examined)
        }
    }
}
