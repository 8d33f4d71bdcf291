import PredicateFormat

/// Decides for one record at a time whether it satisfies a predicate, or what a provider has left of one.
struct RecordDecision {
    private let predicate: CompiledPredicate
    /// One run for all records, so that `now()` is one instant (D101).
    private var evaluation: EvaluationRun
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
        self.predicate = predicate.compiled
        evaluation = self.predicate.makeRun(context: context)
        self.reader = reader
        wanted = predicate.uses.topLevelKeys.map { WantedFields($0) }
        self.scan = scan
        self.isWritten = isWritten
        self.inspect = inspect
    }

    /// Whether a record holds.
    ///
    /// - Throws: if the record is bad.
    mutating func holds(_ record: RawRecord, isLine: Bool) throws(RecordError) -> Bool {
        if let holds = try scan?.decide(record, isLine: isLine) { return holds }
        let value: PredicateValue
        if let wanted {
            // Records that are written are validated completely below. Others are checked only as far as the
            // predicate reads.
            value = try reader.readPartially(record, fields: wanted)
        } else {
            value = try reader.read(record)
        }
        inspect?(value, record)
        guard holds(value, byteCount: record.count) else { return false }
        if wanted != nil, !reader.strict, isWritten { try reader.validate(record) }
        return true
    }

    /// Whether a record with a known value holds.
    ///
    /// - Parameter byteCount: the size of its text, which its budget grows with.
    mutating func holds(_ value: PredicateValue, byteCount: Int) -> Bool {
        evaluation.recordBytes = byteCount
        return predicate.evaluate(on: value, in: &evaluation)
    }
}
