import PredicateFormat

/// What the rules of a set say about a record: which hold, and which are undecided because their evaluation reached a
/// limit.
///
/// `matches` leaves undecided rules out, so a record that is costly enough escapes a rule that forbids it. Where rules
/// forbid something, ask for the answer:
///
/// ```swift
/// let answer = try forbidden.answer(json: line)
/// guard answer.ids.isEmpty, answer.isDecided else { throw Refused() }
/// ```
public struct PredicateSetAnswer<ID: Hashable & Sendable>: Hashable, Sendable {
    /// A rule without an answer.
    public struct Undecided: Hashable, Sendable {
        /// The id of the rule.
        public let id: ID
        /// The limit that its evaluation reached.
        public let limit: EvaluationLimit
    }

    /// The ids of the rules that hold, in the order of the set.
    public let ids: [ID]
    /// The undecided rules, in the order of the set. A rule that the index rules out is not evaluated, and does not hold.
    public let undecided: [Undecided]
    /// Whether every rule holds or does not.
    public var isDecided: Bool { undecided.isEmpty }
}

extension PredicateSetSnapshot {
    /// What the rules say about a value.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value if the rules are about one.
    ///   - context: `now()`, limits, cancellation. By default each rule has its own limits, and `now()` is the current
    ///     instant.
    public func answer(for value: PredicateValue, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID> {
        let row = rows.take()
        defer { rows.put(row) }
        row.take(value)
        return answer(row, context)
    }

    /// What the rules say about a record; see `answer(for:context:)`.
    public func answer(for record: some PredicateRecord, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID> {
        answer(for: .object(record), context: context)
    }

    /// What the rules say about a Swift value; see `answer(for:context:)`.
    public func answer(for value: some PredicateDescribed, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID>
    {
        answer(for: value.predicateValue, context: context)
    }

    /// What the rules say about a JSON text in UTF-8; see `matches(json:context:)`.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func answer(
        json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil
    ) throws(RecordError) -> PredicateSetAnswer<ID> {
        let row = rows.take()
        defer { rows.put(row) }
        try row.read(json)
        return answer(row, context)
    }

    /// The same for a text as a string.
    public func answer(
        json: String, context: EvaluationContext? = nil
    ) throws(RecordError) -> PredicateSetAnswer<ID> {
        try Array(json.utf8).withUnsafeBufferPointer { bytes throws(RecordError) in
            try answer(json: bytes, context: context)
        }
    }

    /// The same for a record of a stream.
    public func answer(
        for record: RawRecord, context: EvaluationContext? = nil
    ) throws(RecordError) -> PredicateSetAnswer<ID> {
        try record.withBytes { bytes throws(RecordError) in try answer(json: bytes, context: context) }
    }
}

// What a set answers is what its snapshot answers.
extension PredicateSet {
    /// What the rules say about a value; see `PredicateSetSnapshot.answer(for:context:)`.
    public func answer(for value: PredicateValue, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID> {
        snapshot.answer(for: value, context: context)
    }

    /// What the rules say about a record.
    public func answer(for record: some PredicateRecord, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID> {
        snapshot.answer(for: record, context: context)
    }

    /// What the rules say about a Swift value.
    public func answer(for value: some PredicateDescribed, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID>
    {
        snapshot.answer(for: value, context: context)
    }

    /// What the rules say about a JSON text in UTF-8.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func answer(
        json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil
    ) throws(RecordError) -> PredicateSetAnswer<ID> {
        try snapshot.answer(json: json, context: context)
    }

    /// What the rules say about a JSON text.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func answer(
        json: String, context: EvaluationContext? = nil
    ) throws(RecordError) -> PredicateSetAnswer<ID> {
        try snapshot.answer(json: json, context: context)
    }

    /// What the rules say about a record of a stream.
    ///
    /// - Throws: `RecordError` if the record is not one JSON value.
    public func answer(
        for record: RawRecord, context: EvaluationContext? = nil
    ) throws(RecordError) -> PredicateSetAnswer<ID> {
        try snapshot.answer(for: record, context: context)
    }
}
