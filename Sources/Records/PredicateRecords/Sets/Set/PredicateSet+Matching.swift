import PredicateFormat

// What a set answers is what its snapshot answers.
extension PredicateSet {
    /// The ids of the rules that hold for a value, in the order of the set; see
    /// `PredicateSetSnapshot.matches(_:context:)`.
    public func matches(_ value: PredicateValue, context: EvaluationContext? = nil) -> [ID] {
        snapshot.matches(value, context: context)
    }

    /// The ids of the rules that hold for a record, in the order of the set.
    public func matches(_ record: some PredicateRecord, context: EvaluationContext? = nil) -> [ID] {
        snapshot.matches(record, context: context)
    }

    /// The ids of the rules that hold for a Swift value, in the order of the set.
    public func matches(_ value: some PredicateDescribed, context: EvaluationContext? = nil) -> [ID] {
        snapshot.matches(value, context: context)
    }

    /// The ids of the rules that hold for a JSON text in UTF-8, in the order of the set.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func matches(json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil) throws(RecordError) -> [ID]
    {
        try snapshot.matches(json: json, context: context)
    }

    /// The ids of the rules that hold for a JSON text, in the order of the set.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func matches(json: String, context: EvaluationContext? = nil) throws(RecordError) -> [ID] {
        try snapshot.matches(json: json, context: context)
    }

    /// The ids of the rules that hold for a record of a stream, in the order of the set.
    ///
    /// - Throws: `RecordError` if the record is not one JSON value.
    public func matches(_ record: RawRecord, context: EvaluationContext? = nil) throws(RecordError) -> [ID] {
        try snapshot.matches(record, context: context)
    }

    /// The id of the first rule that holds for a value; nil if none does.
    public func first(_ value: PredicateValue, context: EvaluationContext? = nil) -> ID? {
        snapshot.first(value, context: context)
    }

    /// Whether a rule holds for a value.
    public func contains(_ value: PredicateValue, context: EvaluationContext? = nil) -> Bool {
        snapshot.contains(value, context: context)
    }

    /// The number of rules that hold for a value.
    public func count(_ value: PredicateValue, context: EvaluationContext? = nil) -> Int {
        snapshot.count(value, context: context)
    }
}
