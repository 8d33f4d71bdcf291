import PredicateCore
import PredicateFormat

/// Many predicates, and which of them match a record.
///
/// ```swift
/// let rules = PredicateSet<String>()
/// try rules.insert("level == 'error' AND size > 1000", for: "large errors")
/// try rules.insert("path BEGINSWITH '/api/'", for: "api")
/// try rules.matches(json: #"{"level": "error", "size": 2000, "path": "/api/users"}"#)
/// // ["large errors", "api"]
/// ```
///
/// The answer is the same as evaluating each predicate. The time of a match depends on how many rules come into
/// question, not on how many there are: each rule is found by the condition that fewest records are expected to fulfil.
///
/// Any number of threads may match, insert, update and remove at the same time. A match sees the set as it is when
/// the match begins, and never waits while rules are inserted. `snapshot` gives that state as a value.
///
/// Inserting many rules at once (`insert(contentsOf:)`) is faster than one by one.
public final class PredicateSet<ID: Hashable & Sendable>: PredicateRules {
    /// The schema of predicates that are inserted without one; nil treats every field as `any`.
    public let schema: RecordSchema?
    /// The functions, operators and the pattern engine of predicates that are inserted.
    public let library: PredicateLibrary
    /// The limits of predicates that are inserted.
    public let limits: PredicateLimits

    private typealias Segment = PredicateSetSnapshot<ID>.Segment

    /// What writers change.
    private struct State {
        var segments: [(number: Int, segment: Segment)] = []
        var places: [ID: (segment: Int, rule: Int)] = [:]
        var nextSegment = 0
        var nextOrder: UInt64 = 0
        var fields = KeyLocations<[ExactName]>()
        var rows: PredicateSetSnapshot<ID>.Rows
    }

    private let writer: Locked<State>
    private let current: Locked<PredicateSetSnapshot<ID>>
    private let samples = EventSamples()

    /// How many times larger a segment is than all later ones together.
    private static var growth: Int { 8 }

    /// A set without rules.
    ///
    /// - Parameters:
    ///   - schema: the types of the records of predicates that are inserted; nil treats every field as `any`.
    ///   - library: their functions, operators and pattern engine.
    ///   - limits: their limits.
    public init(
        schema: RecordSchema? = nil, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) {
        self.schema = schema
        self.library = library
        self.limits = limits
        let rows = PredicateSetSnapshot<ID>.Rows(EventFields([]), samples)
        writer = Locked(State(rows: rows))
        current = Locked(PredicateSetSnapshot([], rows))
    }

    // MARK: Reading

    /// The rules as they are now.
    public var snapshot: PredicateSetSnapshot<ID> { current.withLock { $0 } }

    /// The predicate of a rule; nil if there is no such rule. Unlike matching, it waits while rules are inserted.
    public subscript(id: ID) -> CheckedPredicate? {
        writer.withLock { state in
            guard let place = state.places[id], let segment = Self.segment(place.segment, in: state) else { return nil }
            return state.segments[segment].segment.index.rules[place.rule].predicate
        }
    }

    // MARK: Writing

    /// Adds a rule after all others.
    ///
    /// - Returns: whether it was added; false if there is a rule with the id, which stays as it is.
    /// - Throws: `PredicateDiagnostics` if a substitution variable has no value, with its range.
    @discardableResult
    public func insert(_ predicate: CheckedPredicate, for id: ID) throws(PredicateDiagnostics) -> Bool {
        try predicate.requireBound()
        return writer.withLock { state in
            if state.places[id] != nil { return false }
            add([(id, predicate, nil)], to: &state)
            return true
        }
    }

    /// Adds a rule after all others; see `insert(_:for:)`.
    @discardableResult
    public func insert<Root>(_ predicate: TypedPredicate<Root>, for id: ID) throws(PredicateDiagnostics) -> Bool {
        try insert(predicate.checked, for: id)
    }

    /// Adds a rule after all others, from a string.
    ///
    /// - Parameters:
    ///   - text: a format string.
    ///   - id: the id of the rule.
    ///   - schema: the types of its records; nil takes the schema of the set.
    /// - Returns: whether it was added; false if there is a rule with the id, which stays as it is.
    /// - Throws: `PredicateDiagnostics` with every error of the text, including for a variable without a value.
    @discardableResult
    public func insert(_ text: String, for id: ID, against schema: RecordSchema? = nil) throws(PredicateDiagnostics)
        -> Bool
    {
        try insert(checked(text, schema), for: id)
    }

    /// Adds rules after all others, at once. A rule whose id is in the set, or occurs twice, is left out.
    ///
    /// - Returns: the number of rules that were added.
    /// - Throws: `PredicateDiagnostics` of the first rule with a variable without a value. Then no rule is added.
    @discardableResult
    public func insert(contentsOf rules: some Sequence<(ID, CheckedPredicate)>) throws(PredicateDiagnostics) -> Int {
        var added: [(ID, CheckedPredicate, UInt64?)] = []
        var ids: Set<ID> = []
        for (id, predicate) in rules {
            try predicate.requireBound()
            if ids.insert(id).inserted { added.append((id, predicate, nil)) }
        }
        return writer.withLock { state in
            added.removeAll { state.places[$0.0] != nil }
            add(added, to: &state)
            return added.count
        }
    }

    /// Replaces the predicate of a rule, which keeps its place, or adds a rule after all others.
    ///
    /// - Returns: the predicate that was replaced; nil if the rule is new.
    /// - Throws: `PredicateDiagnostics` if a substitution variable has no value, with its range.
    @discardableResult
    public func update(_ predicate: CheckedPredicate, for id: ID) throws(PredicateDiagnostics) -> CheckedPredicate? {
        try predicate.requireBound()
        return writer.withLock { state in
            let old = drop(id, from: &state)
            add([(id, predicate, old?.order)], to: &state)
            return old?.predicate
        }
    }

    /// Replaces the predicate of a rule by a string; see `update(_:for:)` and `insert(_:for:against:)`.
    @discardableResult
    public func update(_ text: String, for id: ID, against schema: RecordSchema? = nil) throws(PredicateDiagnostics)
        -> CheckedPredicate?
    {
        try update(checked(text, schema), for: id)
    }

    /// Replaces, adds and removes rules at once: a match sees all of these changes or none.
    ///
    /// - Parameter changes: ids with the predicate that replaces the rule or is added after all others, or nil to remove
    ///   it. If an id occurs twice, its last change counts. A rule that is not there is removed without an error.
    /// - Throws: `PredicateDiagnostics` of the first predicate with a variable without a value. Then nothing is changed.
    public func update(contentsOf changes: some Sequence<(ID, CheckedPredicate?)>) throws(PredicateDiagnostics) {
        var last: [ID: Int] = [:]
        var all: [(ID, CheckedPredicate?)] = []
        for (id, predicate) in changes {
            try predicate?.requireBound()
            if let known = last[id] {
                all[known].1 = predicate
            } else {
                last[id] = all.count
                all.append((id, predicate))
            }
        }
        writer.withLock { state in
            var added: [(ID, CheckedPredicate, UInt64?)] = []
            for (id, predicate) in all {
                let old = drop(id, from: &state)
                if let predicate { added.append((id, predicate, old?.order)) }
            }
            add(added, to: &state)
        }
    }

    /// Removes a rule.
    ///
    /// - Returns: its predicate; nil if there is no such rule.
    @discardableResult
    public func remove(_ id: ID) -> CheckedPredicate? {
        writer.withLock { state in
            guard let old = drop(id, from: &state) else { return nil }
            publish(state)
            return old.predicate
        }
    }

    /// Removes all rules.
    public func removeAll() {
        writer.withLock { state in
            state.segments = []
            state.places = [:]
            state.fields = KeyLocations<[ExactName]>()
            state.rows = PredicateSetSnapshot<ID>.Rows(EventFields([]), samples)
            publish(state)
        }
    }

    /// Indexes all rules again, in an order based on recently matched records.
    ///
    /// How a rule is found, and in which order its conditions are tested, follows how many of these records fulfil each
    /// condition. Until there are records it follows the constants of all rules. Rules that are inserted or removed are
    /// indexed in this way anyway, and so are those that share an index with them. A set whose rules stay the same is faster
    /// after this if many records have the same value, or if evaluated conditions differ much in how often they hold. It
    /// takes as long as inserting the rules. Answers do not change, and matching goes on meanwhile.
    ///
    /// The set keeps the values of up to 64 records that its rules read, without large ones.
    public func reorder() {
        writer.withLock { state in
            if state.segments.isEmpty { return }
            rebuild(Array(state.segments.indices), with: [], &state)
            publish(state)
        }
    }

    private func checked(_ text: String, _ schema: RecordSchema?) throws(PredicateDiagnostics) -> CheckedPredicate {
        try ParsedPredicate(parsing: text, library: library, limits: limits).checked(against: schema ?? self.schema)
    }

    // MARK: Segments

    private static func segment(_ number: Int, in state: State) -> Int? {
        state.segments.firstIndex { $0.number == number }
    }

    /// Makes the state visible.
    private func publish(_ state: State) {
        let snapshot = PredicateSetSnapshot(state.segments.map(\.segment), state.rows)
        // The old snapshot is released after the lock.
        let old = current.withLock { current in
            let old = current
            current = snapshot
            return old
        }
        _ = old
    }

    /// Removes a rule from its segment.
    private func drop(_ id: ID, from state: inout State) -> IndexedRule? {
        guard let place = state.places.removeValue(forKey: id),
            let location = Self.segment(place.segment, in: state)
        else { return nil }
        let rule = state.segments[location].segment.index.rules[place.rule]
        state.segments[location].segment.remove(place.rule)
        let segment = state.segments[location].segment
        if segment.liveCount == 0 {
            state.segments.remove(at: location)
        } else if 2 * segment.liveCount < segment.ids.count {
            // At least half of the rules are gone.
            rebuild([location], with: [], &state)
        }
        return rule
    }

    /// Adds rules with ids that are not in the set, and makes the state visible.
    ///
    /// They become a separate segment. Later segments are joined with it while they are not much larger, so that there
    /// are few segments, and a rule is indexed again only as often as the set grows to a multiple.
    private func add(_ added: [(ID, CheckedPredicate, UInt64?)], to state: inout State) {
        var rules: [(ID, IndexedRule)] = []
        rules.reserveCapacity(added.count)
        var maker = IndexedRuleMaker()
        for (id, predicate, order) in added {
            rules.append((id, maker.rule(predicate, order: order ?? state.nextOrder)))
            state.nextOrder += 1
        }
        var joined: [Int] = []
        var size = rules.count
        for location in state.segments.indices.reversed() {
            let other = state.segments[location].segment.liveCount
            if other > Self.growth * size { break }
            joined.append(location)
            size += other
        }
        if !rules.isEmpty { rebuild(joined, with: rules, &state) }
        publish(state)
    }

    /// Replaces segments by one that has their rules and others.
    private func rebuild(_ locations: [Int], with rules: [(ID, IndexedRule)], _ state: inout State) {
        var all: [(ID, IndexedRule)] = []
        for location in locations.sorted() {
            let segment = state.segments[location].segment
            for (number, rule) in segment.index.rules.enumerated() where segment.isAlive(number) {
                all.append((segment.ids[number], rule))
            }
        }
        all += rules
        for location in locations.sorted().reversed() { state.segments.remove(at: location) }
        // Fields that only removed rules read are forgotten as soon as no other index uses the numbers.
        let isAlone = state.segments.isEmpty
        if isAlone { state.fields = KeyLocations<[ExactName]>() }
        let index = RuleIndexBuilder.build(all.map(\.1), fields: &state.fields, samples: samples.all)
        if isAlone || state.fields.keys.count != state.rows.fields.paths.count {
            state.rows = PredicateSetSnapshot<ID>.Rows(EventFields(state.fields.paths), samples)
        }
        let number = state.nextSegment
        state.nextSegment += 1
        for (rule, (id, _)) in all.enumerated() { state.places[id] = (number, rule) }
        // Larger segments come first.
        let location = state.segments.firstIndex { $0.segment.liveCount < all.count } ?? state.segments.count
        state.segments.insert((number, Segment(index, all.map(\.0))), at: location)
    }
}
