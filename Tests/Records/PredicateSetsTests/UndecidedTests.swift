import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import Testing

/// A limit is not a no: a predicate that forbids something does not let a record pass because the record is costly.
@Suite struct UndecidedTests {
    private static let library = PredicateLibrary.standardWithPatterns

    /// Narrow limits on patterns, and on the work that a rule is to exceed.
    private static func limits(_ limit: EvaluationLimit? = nil) -> PredicateLimits {
        var limits = PredicateLimits.standard
        limits.patternSteps = 20
        limits.patternBytes = 40
        if limit == .steps { limits.evaluationSteps = 2_000 }
        if limit == .bytes { limits.evaluationBytes = 20_000 }
        return limits
    }

    private struct Event: PredicateDescribed {
        var name = "plain"
        var pattern = "x"
        var size = 1
        var tags: [String] = []

        static let predicateDescription = PredicateDescription<Event> {
            PredicateField("name", \.name)
            PredicateField("pattern", \.pattern)
            PredicateField("size", \.size)
            PredicateField("tags", \.tags)
        }

        var json: String {
            let tags = tags.map { "\"\($0)\"" }.joined(separator: ",")
            return "{\"name\":\"\(name)\",\"pattern\":\"\(pattern)\",\"size\":\(size),\"tags\":[\(tags)]}"
        }
    }

    private static let plain = Event()
    private static let hostile = Event(
        name: String(repeating: "a", count: 40) + "!", pattern: String(repeating: "(a?)", count: 20), size: 7,
        tags: (0..<2_000).map { "t\($0)" })
    private static let evil = "(a+)+[bc]"

    /// Rules that forbid, each with the limit that the hostile event exceeds.
    private static let rules: [(text: String, limit: EvaluationLimit)] = [
        ("name MATCHES '\(evil)'", .pattern(evil)),
        ("NOT name MATCHES '\(evil)'", .pattern(evil)),
        ("size == 7 AND NOT (name MATCHES[c] '\(evil)' OR size == 8)", .pattern(evil)),
        ("name MATCHES pattern", .patternSize(hostile.pattern)),
        ("NOT name MATCHES pattern", .patternSize(hostile.pattern)),
        ("ANY tags MATCHES 't.*x'", .steps),
        ("ALL tags IN tags", .steps),
        ("NOT (ANY tags == 'none')", .steps),
        ("SUBQUERY(tags, $t, $t == 'x').@count > 0", .steps),
        ("(tags UNION tags).@count == 7", .bytes),
        ("NOT (tags UNION tags).@count == 7", .bytes),
        ("TERNARY(name MATCHES '\(evil)', size, 0) == 7", .pattern(evil)),
    ]

    @Test("Every engine leaves the predicate undecided for a hostile record", arguments: rules.indices)
    func everyEngine(index: Int) throws {
        let (text, limit) = Self.rules[index]
        let limits = Self.limits(limit)
        let hostile = Self.hostile
        let checked = try CheckedPredicate(text, library: Self.library, limits: limits)
        let typed = try Event.predicate(parsing: text, library: Self.library, limits: limits)
        let value = hostile.predicateValue
        #expect(checked.answer(for: value) == .undecided(limit))
        #expect(typed.answer(for: hostile) == .undecided(limit))
        #expect(typed.checked.answer(for: value) == .undecided(limit))
        // With a context, with one of other limits, and bound at the last moment.
        let context = EvaluationContext(limits: limits)
        var other = context
        other.limits.depth -= 1
        for context in [context, other] {
            #expect(checked.answer(for: value, context: context) == .undecided(limit))
            #expect(typed.answer(for: hostile, context: context) == .undecided(limit))
        }
        // Composed step by step.
        let chain = try typed && Event.predicate("size > 0", library: Self.library, limits: limits)
        #expect(chain.answer(for: hostile) == .undecided(limit))

        let set = PredicateSet<Int>(library: Self.library, limits: limits)
        _ = try set.insert(text, for: 1)
        _ = try set.insert("size == 7", for: 2)
        _ = try set.insert("name == 'other' AND (\(text))", for: 3)
        let json = hostile.json
        for answer in [
            try set.answer(json: json), set.answer(for: value), set.answer(for: hostile),
            set.answer(for: value, context: context), set.answer(for: value, context: other),
        ] {
            #expect(answer.ids == [2])
            // The index rules out the third one.
            #expect(answer.undecided.map(\.id) == [1])
            #expect(answer.undecided.map(\.limit) == [limit])
            #expect(!answer.isDecided)
        }

        // Columns and lines tell the context, in the same words.
        let told = Limits(limits)
        var table = RecordTable()
        let stream = try RecordStream(.bytes(Array((Self.plain.json + "\n" + json + "\n").utf8)))
        while let record = try stream.next() { table.append(record) }
        _ = RecordColumns(table, reader: JSONReader()).matches(of: checked, context: told.context, threads: 1)
        #expect(told.all.contains(limit))
    }

    @Test("What is decided stays decided", arguments: rules.indices)
    func plainRecords(index: Int) throws {
        let (text, limit) = Self.rules[index]
        let limits = Self.limits(limit)
        let checked = try CheckedPredicate(text, library: Self.library, limits: limits)
        let typed = try Event.predicate(parsing: text, library: Self.library, limits: limits)
        let holds = checked.matches(Self.plain.predicateValue)
        let expected: PredicateAnswer = holds ? .yes : .no
        #expect(checked.answer(for: Self.plain.predicateValue) == expected)
        #expect(typed.answer(for: Self.plain) == expected)
        let set = PredicateSet<Int>(library: Self.library, limits: limits)
        _ = try set.insert(text, for: 1)
        let answer = try set.answer(json: Self.plain.json)
        #expect(answer.ids == (holds ? [1] : []) && answer.isDecided)
        #expect(try set.matches(json: Self.plain.json) == answer.ids)
    }

    @Test("A cancelled evaluation is undecided")
    func cancellation() throws {
        let context = EvaluationContext(limits: Self.limits(), isCancelled: { true })
        let typed = try Event.predicate("size == 1", library: Self.library, limits: Self.limits())
        #expect(typed.checked.answer(for: Self.plain.predicateValue, context: context) == .undecided(.cancellation))
        #expect(typed.answer(for: Self.plain, context: context) == .undecided(.cancellation))
        let set = PredicateSet<Int>(library: Self.library, limits: Self.limits())
        _ = try set.insert("NOT name MATCHES pattern", for: 1)
        _ = try set.insert("size == 1", for: 2)
        // The index decides the second rule without an evaluation.
        let answer = set.answer(for: Self.plain.predicateValue, context: context)
        #expect(answer.undecided.map(\.limit) == [.cancellation] && answer.undecided.map(\.id) == [1])
        #expect(answer.ids == [2])
    }

    @Test("A rule is not undecided if an alternative holds, and a removed one is not told")
    func alternatives() throws {
        let set = PredicateSet<Int>(library: Self.library, limits: Self.limits(.steps))
        _ = try set.insert("size == 7 OR NOT (ANY tags == 'none')", for: 1)
        _ = try set.insert("NOT (ANY tags == 'none')", for: 2)
        _ = set.remove(2)
        let answer = set.answer(for: Self.hostile.predicateValue)
        #expect(answer.undecided.allSatisfy { $0.id == 1 })
        #expect(Set(answer.ids).isDisjoint(with: answer.undecided.map(\.id)))
        #expect(answer.ids + answer.undecided.map(\.id) == [1])
    }

    @Test("A template has an answer for the values of its variables")
    func templates() throws {
        let context = EvaluationContext(bindings: ["p": .string(Self.evil)], limits: Self.limits())
        let typed = try Event.template("NOT name MATCHES $p", library: Self.library, limits: Self.limits())
        #expect(try typed.answer(for: Self.hostile, context: context) == .undecided(.pattern(Self.evil)))
        #expect(
            try typed.binding(context).answer(for: Self.hostile) == .undecided(.pattern(Self.evil)))
        let open = try PredicateTemplate("NOT name MATCHES $p", library: Self.library, limits: Self.limits())
        #expect(
            try open.answer(for: Self.hostile.predicateValue, context: context) == .undecided(.pattern(Self.evil)))
        #expect(try open.answer(for: Self.plain.predicateValue, context: context) == .yes)
    }

    @Test("Warnings and cancellation reach the context that asked")
    func contexts() throws {
        let told = Limits(Self.limits())
        let checked = try CheckedPredicate(
            "name MATCHES \(Self.evil)", library: Self.library, limits: Self.limits())
        _ = checked.answer(for: Self.hostile.predicateValue, context: told.context)
        #expect(told.all == [.pattern(Self.evil)])
        // A malformed pattern from a record is a no, with a warning: it is no limit.
        let other = try CheckedPredicate("name MATCHES pattern", library: Self.library, limits: Self.limits())
        #expect(other.answer(for: ["name": "a", "pattern": "("], context: told.context) == .no)
    }

    private final class Limits: Sendable {
        private let limits: PredicateLimits
        private let found = Locked<[EvaluationLimit]>([])

        init(_ limits: PredicateLimits) { self.limits = limits }

        var all: [EvaluationLimit] { found.withLock { $0 } }
        var context: EvaluationContext {
            EvaluationContext(
                limits: limits,
                warn: { warning in
                    if let limit = warning.limit { self.found.withLock { $0.append(limit) } }
                })
        }
    }
}
