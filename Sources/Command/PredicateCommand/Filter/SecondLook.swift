import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// A second look at files after no record matched: how many records other readings of the predicate would find.
///
/// It reads a part of large files only, so that an answer is not held back for long.
struct SecondLook {
    private let request: PredicateRequest
    private let predicate: CheckedPredicate

    /// The bytes to read, and the time after which to stop.
    private static let mostBytes = 64 << 20
    private static let patience = Duration.milliseconds(1000)

    init(_ request: PredicateRequest, _ predicate: CheckedPredicate) {
        self.request = request
        self.predicate = predicate
    }

    /// A warning for each reading that records satisfy.
    var warnings: [PredicateDiagnostic] {
        guard request.sources.allSatisfy(\.isRereadable) else { return [] }
        let readings = predicate.alternativeReadings
        guard !readings.isEmpty else { return [] }
        var counts = readings.map { _ in 0 }
        let context = EvaluationContext(limits: predicate.limits)
        var runs = readings.map { $0.predicate.makeRun(context: context) }
        var reader = JSONReader()
        let wanted = predicate.readKeys.map { WantedFields($0) }
        let end = ContinuousClock.now + Self.patience
        var (examined, bytes, isWhole) = (0, 0, true)
        var options = RecordPipeline.Options()
        // Whoever skips bad lines has been told of them.
        options.skipsBadRecords = true
        for source in request.sources where isWhole {
            let output = FunctionOutput { record in
                let value = try? wanted.map { try reader.readPartially(record, fields: $0) } ?? reader.read(record)
                guard let value else { return true }
                examined += 1
                bytes += record.count
                // All readings of a record together may take an eighth of what the predicate may.
                var allowance = predicate.limits.budget(forRecordOf: record.count).steps / 8
                for (index, reading) in readings.enumerated() {
                    runs[index].recordBytes = record.count
                    runs[index].allowance = allowance
                    defer { allowance = runs[index].allowance ?? 0 }
                    if reading.predicate.evaluate(on: value, in: &runs[index]) { counts[index] += 1 }
                }
                isWhole = bytes < Self.mostBytes && ContinuousClock.now < end
                return isWhole
            }
            // A document ends where it is bad.
            try? StreamProvider([source], request.input).give(to: RecordPipeline(nil, options: options, into: output))
        }
        let isOne = zip(readings, counts).contains { !$0.isJoint && $1 > 0 }
        return zip(readings, counts).compactMap { reading, count in
            guard count > 0, !(isOne && reading.isJoint) else { return nil }
            return reading.warning(count, examined: isWhole ? nil : examined)
        }
    }
}
