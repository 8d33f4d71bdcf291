import PredicateCore

/// Decides for one record at a time whether it satisfies a predicate, or what a provider has left of one.
struct RecordDecision {
    private var decision: ValueDecision
    private let context: EvaluationContext
    private var reader: JSONReader
    /// The keys that the predicate reads; nil for all.
    private let wanted: WantedFields?
    /// A scan for single records, so that all records are judged alike; nil if records have to be read.
    private let scan: LineScan?
    /// Whether a record that holds must be valid where the predicate does not read it.
    private let isWritten: Bool
    /// Called with the value of each record that is read.
    private let inspect: ((PredicateValue, RawRecord) -> Void)?

    init(
        _ predicate: CheckedPredicate, reader: JSONReader, context: EvaluationContext, scan: LineScan?,
        isWritten: Bool, inspect: ((PredicateValue, RawRecord) -> Void)?
    ) {
        decision = ValueDecision(predicate, context: context)
        self.context = context
        self.reader = reader
        wanted = predicate.uses.topLevelKeys.map { WantedFields($0) }
        self.scan = scan
        self.isWritten = isWritten
        self.inspect = inspect
    }

    /// Whether a record holds.
    ///
    /// - Parameter number: its number in the input.
    /// - Throws: if the record is bad.
    mutating func holds(_ record: RawRecord, isLine: Bool, number: Int) throws(RecordError) -> Bool {
        let place = UnusableValues.Place(file: record.file, isLine ? record.line : number, isLine: isLine)
        if let found = try scan?.decide(record, isLine: isLine) {
            if var part = found.unusable {
                part.locate { _ in place }
                context.unusable?.join(part)
            }
            return found.matchCount == 1
        }
        let value: PredicateValue
        if let wanted {
            // Records that are written are validated completely below. Others are checked only as far as the
            // predicate reads.
            value = try reader.readPartially(record, fields: wanted)
        } else {
            value = try reader.read(record)
        }
        inspect?(value, record)
        guard decision.holds(value, byteCount: record.count, place) else { return false }
        if wanted != nil, !reader.strict, isWritten { try reader.validate(record) }
        return true
    }

    /// Whether a record with a known value holds.
    ///
    /// - Parameters:
    ///   - byteCount: the size of its text, which its budget grows with.
    ///   - number: its number in the input.
    mutating func holds(_ value: PredicateValue, byteCount: Int, number: Int) -> Bool {
        decision.holds(value, byteCount: byteCount, UnusableValues.Place(file: nil, number, isLine: false))
    }
}
