import PredicateFormat
import PredicateRecords

/// What the first records of inputs show of which some can be read only once: what has been taken of those is kept.
///
/// Nobody is kept waiting: from the first record on more are waited for only a moment, and what has come by then is the sample.
struct PipeSample {
    /// The inputs that cannot be read twice, by their place in the request.
    private(set) var begun: [Int: FilterPreparation.BegunStream] = [:]
    /// How many records have been looked at.
    private(set) var count = 0
    /// Whether all records of all inputs have been looked at.
    private(set) var isWhole = true
    /// Whether it ended because no more records came within a moment.
    private(set) var isCut = false
    /// The first records that were looked at, for what only values tell.
    private(set) var values: [PredicateValue] = []
    private let request: PredicateRequest
    private var inference = SchemaInference()
    private var deadline: ContinuousClock.Instant?

    /// How long more records are waited for behind the first one.
    static let patience = Duration.milliseconds(300)

    /// Takes the sample.
    init(_ request: PredicateRequest) throws(CommandFailure) {
        self.request = request
        for (index, source) in request.sources.enumerated() {
            // Names are not refused any more, so others that may have to be waited for need not be looked at.
            if isCut { return }
            let stream = try RecordSample.open(source, request.input)
            if source.isRereadable {
                look(at: stream)
            } else {
                begun[index] = take(from: stream)
            }
        }
    }

    /// What the records show; nil where there are none.
    var schema: RecordSchema? { inference.recordCount > 0 ? inference.schema : nil }

    /// Why a field may be missing in the sample, and what to do about it; nil where all records have been looked at.
    var remark: String? {
        if isWhole { return nil }
        let looked =
            count == 1 ? "only the first record was looked at" : "only the first \(count) records were looked at"
        return "\(looked); --schema says what all of them hold, and --untyped checks no names"
    }

    /// Looks at the first records of an input that can be read again.
    private mutating func look(at stream: RecordStream) {
        var seen = 0
        var reader = JSONReader()
        while seen < FilterPreparation.sampleSize {
            do throws(RecordError) {
                guard let record = try stream.next() else { return }
                seen += 1
                add(record, &reader)
            } catch {
                // What is wrong with records is said when they are evaluated.
                if !stream.canSkipBadRecords { return }
            }
        }
        isWhole = false
    }

    /// Takes the first records of an input that cannot be read again.
    private mutating func take(from stream: RecordStream) -> FilterPreparation.BegunStream {
        var taken = FilterPreparation.BegunStream(stream: stream, sample: [])
        var reader = JSONReader()
        while taken.sample.count < FilterPreparation.fewRecords {
            do throws(RecordError) {
                if let deadline, try !stream.hasNext(until: deadline) {
                    isCut = true
                    isWhole = false
                    return taken
                }
                // The layout is told by what comes within a moment; the first record itself is waited for.
                while deadline == nil, stream.layout == nil,
                    try !stream.hasNext(until: ContinuousClock.now + Self.patience)
                {}
                guard let record = try stream.next() else { return taken }
                taken.sample.append(record)
                add(record, &reader)
                if deadline == nil { deadline = ContinuousClock.now + Self.patience }
            } catch {
                taken.failure = error
                return taken
            }
        }
        isWhole = false
        return taken
    }

    private mutating func add(_ record: RawRecord, _ reader: inout JSONReader) {
        count += 1
        guard let value = try? reader.read(record), case .object = value else { return }
        inference.add(value)
        if values.count < FilterPreparation.fewRecords { values.append(value) }
    }
}
