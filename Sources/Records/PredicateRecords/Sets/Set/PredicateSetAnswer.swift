import PredicateCore

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

    /// The ids of the rules that match, in the order of the set.
    public let ids: [ID]
    /// The undecided rules, in the order of the set. A rule that the index rules out is not evaluated, and does not hold.
    public let undecided: [Undecided]
    /// Whether the answer is known for every rule.
    public var isDecided: Bool { undecided.isEmpty }
}
