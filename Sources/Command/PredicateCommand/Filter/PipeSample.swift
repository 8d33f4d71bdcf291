import PredicateFormat
import PredicateRecords

/// A sample of the first records of the inputs. It keeps what it reads from inputs that can be read only once.
///
/// It waits for the first record. After that it waits only a moment for more, and the sample is whatever has arrived
/// by then.
struct PipeSample {
    /// The inputs that cannot be read twice, by their index in the request.
    private(set) var begun: [Int: BegunStream] = [:]
    /// The number of records in the sample.
    private(set) var count = 0
    /// Whether the sample contains all records of all inputs.
    private(set) var isWhole = true
    /// Whether the sample ended because no more records arrived within a moment, or because its records are large.
    private(set) var isCut = false
    /// The bytes of the records in the sample. Those of a pipe are kept until they are evaluated.
    private var bytes = 0
    private let request: PredicateRequest
    let sample: RecordSample
    private var deadline: ContinuousClock.Instant?

    /// The time to wait for more records after the first one.
    static let patience = Duration.milliseconds(300)
    /// The number of bytes of records after which the sample ends.
    private static let mostBytes = 64 << 20

    /// Takes the sample.
    init(_ request: PredicateRequest) throws(CommandFailure) {
        self.request = request
        sample = RecordSample(request, keeping: FilterPreparation.fewRecords)
        for (index, source) in request.sources.enumerated() {
            // Names are no longer rejected, so other inputs need not be waited for.
            if isCut { return }
            let stream = try RecordSample.open(source, request.input)
            if source.isRereadable {
                look(at: stream)
            } else {
                begun[index] = take(from: stream)
            }
        }
    }

    /// The schema of the sample; nil if there are no records.
    var schema: RecordSchema? { sample.schema }

    /// A note on why a field may be missing in the sample; nil if the sample contains all records.
    var remark: String? {
        if isWhole { return nil }
        return RecordSample.remark(of: count)
    }

    /// Adds the first records of an input that can be read again.
    private mutating func look(at stream: RecordStream) {
        var seen = 0
        while seen < FilterPreparation.sampleSize {
            do throws(RecordError) {
                guard let record = try stream.next() else { return }
                seen += 1
                add(record)
            } catch {
                // Bad records are reported during evaluation.
                if !stream.canSkipBadRecords { return }
            }
        }
        isWhole = false
    }

    /// Adds the first records of an input that cannot be read again.
    private mutating func take(from stream: RecordStream) -> BegunStream {
        var taken = BegunStream(stream)
        while taken.sample.count < FilterPreparation.fewRecords {
            do throws(RecordError) {
                if let deadline, try !stream.hasNext(until: deadline) {
                    isCut = true
                    isWhole = false
                    return taken
                }
                // The layout is decided by what arrives within a moment. The first record is waited for.
                while deadline == nil, stream.layout == nil,
                    try !stream.hasNext(until: ContinuousClock.now + Self.patience)
                {}
                guard let record = try stream.next() else { return taken }
                taken.sample.append(record)
                add(record)
                if bytes > Self.mostBytes {
                    isCut = true
                    isWhole = false
                    return taken
                }
                if deadline == nil { deadline = ContinuousClock.now + Self.patience }
            } catch {
                taken.failure = error
                return taken
            }
        }
        isWhole = false
        return taken
    }

    private mutating func add(_ record: RawRecord) {
        count += 1
        bytes += record.count
        // Bad records are reported during evaluation.
        try? sample.add(record)
    }
}
