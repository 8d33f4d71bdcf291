import PredicateFormat

/// Rules that answer for records: a `PredicateSet`, or one of its snapshots.
///
/// A set answers as its snapshot of the moment.
public protocol PredicateRules<ID>: Sendable {
    /// What names a rule.
    associatedtype ID: Hashable & Sendable

    /// The rules as they are now.
    var snapshot: PredicateSetSnapshot<ID> { get }
}

extension PredicateRules {
    /// The number of rules.
    public var count: Int { snapshot.liveCount }

    /// Whether there are no rules.
    public var isEmpty: Bool { count == 0 }

    /// The ids of all rules, in their order.
    public var ids: [ID] { snapshot.rules.map(\.id) }

    /// How a rule is found; nil if there is no such rule.
    public func explain(_ id: ID) -> RuleExplanation? { snapshot.explanation(of: id) }

    // MARK: The rules that hold

    /// The ids of the rules that match a value, in the order of the set.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value if the rules are about one.
    ///   - context: `now()`, limits, cancellation. By default each rule has its own limits, and `now()` is the current
    ///     instant.
    public func matches(_ value: PredicateValue, context: EvaluationContext? = nil) -> [ID] {
        snapshot.asking(value) { $0.found($1, context) }
    }

    /// The ids of the rules that match a record, in the order of the set; see `matches(_:context:)`.
    public func matches(_ record: some PredicateRecord, context: EvaluationContext? = nil) -> [ID] {
        matches(.object(record), context: context)
    }

    /// The ids of the rules that match a Swift value, in the order of the set; see `matches(_:context:)`.
    public func matches(_ value: some PredicateDescribed, context: EvaluationContext? = nil) -> [ID] {
        matches(value.predicateValue, context: context)
    }

    /// The ids of the rules that match a JSON text, in the order of the set.
    ///
    /// - Parameters:
    ///   - json: one JSON value in UTF-8, such as a line of JSON. Its bytes are read once, for all rules.
    ///   - context: `now()`, limits, cancellation; nil takes the current instant and the limits of each rule.
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func matches(json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil) throws(RecordError) -> [ID]
    {
        try snapshot.asking(json: json) { $0.found($1, context) }
    }

    /// The same for a string.
    public func matches(json: String, context: EvaluationContext? = nil) throws(RecordError) -> [ID] {
        try Array(json.utf8).withUnsafeBufferPointer { bytes throws(RecordError) in
            try matches(json: bytes, context: context)
        }
    }

    /// The same for a record of a stream.
    public func matches(_ record: RawRecord, context: EvaluationContext? = nil) throws(RecordError) -> [ID] {
        try record.withBytes { bytes throws(RecordError) in try matches(json: bytes, context: context) }
    }

    // MARK: The rules that hold, and those without an answer

    /// What the rules say about a value.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value if the rules are about one.
    ///   - context: `now()`, limits, cancellation. By default each rule has its own limits, and `now()` is the current
    ///     instant.
    public func answer(for value: PredicateValue, context: EvaluationContext? = nil) -> PredicateSetAnswer<ID> {
        snapshot.asking(value) { $0.answer($1, context) }
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
        try snapshot.asking(json: json) { $0.answer($1, context) }
    }

    /// The same for a string.
    public func answer(json: String, context: EvaluationContext? = nil) throws(RecordError) -> PredicateSetAnswer<ID> {
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

    // MARK: First, any, number

    /// The id of the first rule in the order of the set that holds for a value; nil if none does.
    public func first(_ value: PredicateValue, context: EvaluationContext? = nil) -> ID? {
        snapshot.asking(value) { $0.first($1, context) }
    }

    /// The id of the first rule that matches a JSON text; nil if none does.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func first(json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil) throws(RecordError) -> ID? {
        try snapshot.asking(json: json) { $0.first($1, context) }
    }

    /// Whether a rule matches a value. It stops at the first one that it finds.
    public func contains(_ value: PredicateValue, context: EvaluationContext? = nil) -> Bool {
        snapshot.asking(value) { $0.number($1, context, isAny: true) > 0 }
    }

    /// Whether a rule matches a JSON text.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func contains(
        json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil
    ) throws(RecordError) -> Bool {
        try snapshot.asking(json: json) { $0.number($1, context, isAny: true) > 0 }
    }

    /// The number of rules that match a value.
    public func count(_ value: PredicateValue, context: EvaluationContext? = nil) -> Int {
        snapshot.asking(value) { $0.number($1, context, isAny: false) }
    }

    /// The number of rules that match a JSON text.
    ///
    /// - Throws: `RecordError` if the text is not one JSON value.
    public func count(json: UnsafeBufferPointer<UInt8>, context: EvaluationContext? = nil) throws(RecordError) -> Int {
        try snapshot.asking(json: json) { $0.number($1, context, isAny: false) }
    }
}
