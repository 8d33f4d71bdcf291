import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import Testing

/// How rules are found, and other questions about sets.
@Suite struct SetQuestionTests {
    private func set(_ rules: [String]) throws -> PredicateSet<Int> {
        let set = PredicateSet<Int>(library: .standardWithPatterns)
        for (id, rule) in rules.enumerated() { try set.insert(rule, for: id) }
        return set
    }

    @Test(arguments: [
        ("a == 'x' AND b > 3", RuleExplanation.Access.value("a"), 1, false),
        ("a BETWEEN {3, 5}", .range("a"), 0, false), ("a BEGINSWITH 'xyz'", .range("a"), 0, false),
        ("a ENDSWITH[c] 'xyz'", .range("a"), 0, false), ("a LIKE 'xyz*'", .range("a"), 0, false),
        ("a CONTAINS 'xyz'", .substring("a"), 1, false), ("a MATCHES '[0-9]+xyz.*'", .substring("a"), 1, false),
        ("a MATCHES[c] '[0-9]+XYZ.*'", .substring("a"), 1, false), ("a MATCHES 'xyz[0-9]+'", .range("a"), 1, false),
        ("a MATCHES '(xyz|abc)?'", .none, 1, false), ("a IN {'x', 'y', 3}", .value("a"), 0, false),
        ("a != 'x'", .none, 1, false), ("a == nil", .value("a"), 0, false), ("a == b", .none, 1, true),
        ("u.a == 'x' AND b + 1 > c", .value("u.a"), 1, true), ("SELF == 5", .none, 1, true),
        ("ANY tags ==[c] 'x'", .value("tags"), 1, true), ("NONE tags == 'x'", .none, 1, true),
    ])
    func rulesAreFound(rule: String, access: RuleExplanation.Access, tests: Int, isEvaluated: Bool) throws {
        let explanation = try #require(try set([rule]).explain(0))
        let alternative = try #require(explanation.alternatives.first)
        #expect(alternative.access == access && alternative.testCount == tests, "\(explanation)")
        #expect(alternative.isEvaluated == isEvaluated, "\(explanation)")
    }

    /// By its constants, few records have a kind and many a large number; the records say the opposite.
    @Test func accessesFollowTheRecords() throws {
        let set = try set((0..<200).map { "kind == 'k\($0)' AND n > \($0)" })
        #expect(try #require(set.explain(100)).alternatives.map(\.access) == [.value("kind")])
        let lines = (0..<100).map { #"{"kind": "k100", "n": \#($0 % 3 == 0 ? 150 : 7)}"# }
        let found = try lines.map { try set.matches(json: $0) }
        set.reorder()
        #expect(try #require(set.explain(100)).alternatives.map(\.access) == [.range("n")])
        #expect(try lines.map { try set.matches(json: $0) } == found)
        #expect(set.ids == Array(0..<200))
        // Values of a program count as records do.
        let values = try self.set((0..<200).map { "kind == 'k\($0)' AND n > \($0)" })
        for n in 0..<100 { _ = values.matches(["kind": "k100", "n": .integer(Int64(n % 9))]) }
        values.reorder()
        #expect(try #require(values.explain(100)).alternatives.map(\.access) == [.range("n")])
    }

    /// A rule that is inserted is found by what records had, also with its neighbours.
    @Test func newRulesFollowTheRecords() throws {
        let set = try set((0..<20).map { "kind == 'k\($0)' AND n > 5" })
        for _ in 0..<64 { _ = try set.matches(json: #"{"kind": "k100", "n": 1}"#) }
        try set.insert(
            contentsOf: (100..<300).map { id in
                (id, try ParsedPredicate(parsing: "kind == 'k100' AND n > \(id)").checked())
            })
        #expect(try #require(set.explain(150)).alternatives.map(\.access) == [.range("n")])
        #expect(try set.matches(json: #"{"kind": "k100", "n": 102}"#) == [100, 101])
    }

    @Test func manyRulesAreFoundByTwoValues() throws {
        let rules = (0..<2000).map { "a == '\($0 % 20)' AND b == '\($0 / 20 % 20)'" }
        let set = try set(rules)
        #expect(try #require(set.explain(7)).alternatives.map(\.access) == [.values("a", "b")])
        #expect(try set.matches(json: #"{"a": "3", "b": "4"}"#) == [83, 483, 883, 1283, 1683])
        #expect(set.explain(2000) == nil)
        let rule = try #require(set[7])
        #expect(set.explain(7)?.cost == rule.cost())
        #expect(set.snapshot.summary.rules == 2000)
    }

    @Test func talliesFindRulesThatNeverOrAlwaysHold() throws {
        let set = try set(["n > 0", "n > 1", "n > 5"])
        var tally = RuleTally<Int>()
        for n in 1...3 { tally.add(try set.matches(json: "{\"n\": \(n)}")) }
        #expect(tally.records == 3 && tally.count(1) == 2)
        #expect(tally.never(among: set.ids) == [2] && tally.always(among: set.ids) == [0])
        var both = RuleTally<Int>()
        both.add(tally)
        both.add([2])
        #expect(both.records == 4 && both.never(among: set.ids) == [])
    }

    private struct Order: PredicateDescribed {
        var id: Int
        var tags: [String]
        var note: String?

        static let predicateDescription = PredicateDescription<Order> {
            PredicateField("id", \.id)
            PredicateField("tags", \.tags)
            PredicateField("note", \.note)
        }
    }

    @Test func swiftValues() throws {
        let set = PredicateSet<String>()
        try set.insert(Order.predicate("id > 3"), for: "late")
        try set.insert(Order.predicate("ANY tags == 'x' AND note == nil"), for: "x")
        try set.insert(Order.predicate("'y' IN tags OR note BEGINSWITH 'a'"), for: "y")
        #expect(set.matches(Order(id: 4, tags: ["x", "y"])) == ["late", "x", "y"])
        #expect(set.matches(Order(id: 1, tags: [], note: "ab")) == ["y"])
    }

    @Test func limitsOfAContextCount() throws {
        let set = try set(["a MATCHES '(x+)+y' OR b == 1", "b == 1"])
        var limits = PredicateLimits.standard
        limits.evaluationSteps = 1
        let context = EvaluationContext(limits: limits)
        let value = PredicateValue.object(PredicateObject([("a", .string("xxxy")), ("b", .integer(1))]))
        for id in 0..<2 {
            let alone = try #require(set[id])
            #expect(set.matches(value, context: context).contains(id) == alone.matches(value, context: context))
        }
    }
}
