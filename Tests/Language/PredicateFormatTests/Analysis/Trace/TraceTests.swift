import PredicateTesting
import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

/// The trace of each part of a predicate.
@Suite struct TraceTests {
    private let library = PredicateLibrary.standard.using(patterns: ToyEngine())

    private func trace(
        _ text: String, _ record: PredicateValue, limits: PredicateTraceLimits = .standard,
        context: EvaluationContext? = nil
    ) throws -> PredicateTrace {
        try ParsedPredicate(parsing: text, library: library).checked()
            .trace(of: record, context: context, limits: limits)
    }

    /// The sentences of all remarks.
    private func remarks(_ text: String, _ record: PredicateValue) throws -> [String] {
        try trace(text, record).nodes.flatMap(\.remarks).map(\.sentence)
    }

    // MARK: Deciding

    @Test func theFirstPartThatDecidesIsNamed() throws {
        let trace = try trace("a == 1 AND (b == 2 OR b == 3) AND b > 5 AND NOT a == 1", ["a": 1, "b": 3])
        #expect(!trace.matches)
        #expect(trace.isComplete)
        let parts = trace.children(of: 0)
        #expect(
            parts.map { trace.nodes[$0].outcome } == [.answer(true), .answer(true), .answer(false), .answer(false)])
        #expect(parts.map { trace.nodes[$0].isNeeded } == [true, true, true, false])
        #expect(trace.nodes[0].decidedBy == parts[2])
        #expect(trace.deciding == [0, parts[2]])
        // The parts of a clause that was not needed were not needed either, but have answers.
        let negated = trace.children(of: parts[3])
        #expect(trace.nodes[negated[0]].outcome == .answer(true))
        #expect(!trace.nodes[negated[0]].isNeeded)
        let or = trace.children(of: parts[1])
        #expect(trace.nodes[parts[1]].decidedBy == or[1])
    }

    @Test func theDecidingPathGoesDown() throws {
        let trace = try trace("NOT (a == 1 OR (b == 2 AND b == 3))", ["a": 0, "b": 2])
        #expect(trace.matches)
        // Both clauses of the OR had to be false, so neither decided alone.
        #expect(trace.deciding == [0, 1])
        #expect(trace.nodes[1].decidedBy == nil)
        let empty = PredicateTree(.and([]))
        let checked = try empty.checked(against: nil)
        #expect(checked.trace(of: [:]).matches)
        #expect(checked.trace(of: [:]).deciding == [0])
    }

    @Test func aBranchThatIsNotTakenIsNotNeeded() throws {
        let trace = try trace("TERNARY(a > 1, b, c) == 5", ["a": 0, "b": 1, "c": 5])
        let ternary = trace.children(of: 0)[0]
        #expect(trace.children(of: ternary).map { trace.nodes[$0].isNeeded } == [true, false, true])
        #expect(
            trace.children(of: ternary).map { trace.nodes[$0].outcome } == [.answer(false), .value(1), .value(5)])
    }

    @Test func assignedValues() throws {
        let trace = try trace("a == 2 AND ($v := b + 1) > 3 AND c == $v", ["a": 1, "b": 4, "c": 5])
        #expect(!trace.matches)
        #expect(
            trace.children(of: 0).map { trace.nodes[$0].outcome } == [.answer(false), .answer(true), .answer(true)])
        #expect(trace.nodes.last?.outcome == .value(5))
        let inner = try self.trace("SUBQUERY(a, $x, ($y := $x * 2) > 3 AND $y < 5).@count == 1", ["a": [1, 2, 3]])
        #expect(inner.matches)
        #expect(inner.nodes.last { $0.node == .expression(ExpressionTree(.variable("y"))) }?.outcome == .value(4))
    }

    // MARK: Elements

    @Test func elementsOfAQuantifier() throws {
        let any = try trace("ANY a == 'b'", ["a": ["a", "B", "b", "b"]])
        let elements = try #require(any.nodes[0].elements)
        #expect(elements.count == 4)
        #expect(elements.satisfied == 2)
        #expect(elements.decidedBy == 2)
        #expect(elements.kept.map(\.outcome) == [.answer(false), .answer(false), .answer(true), .answer(true)])
        #expect(elements.kept[1].remarks.first == .onlyIn([.letterCase], element: nil))
        let all = try trace("ALL a > 1", ["a": [2, 1, 3]])
        #expect(all.nodes[0].elements?.decidedBy == 1)
        #expect(all.nodes[0].elements?.satisfied == 2)
        // NONE is NOT ANY, so an element that satisfies it decides.
        let none = try trace("NONE a == 1", ["a": [2, 1]])
        #expect(!none.matches)
        #expect(none.nodes[1].elements?.decidedBy == 1)
        #expect(none.deciding == [0, 1])
    }

    @Test func ofManyElementsAFewAreKept() throws {
        let values = (0..<5000).map { PredicateValue.string($0 == 700 ? "WANTED" : $0 == 4000 ? "wanted" : "x\($0)") }
        var limits = PredicateTraceLimits()
        limits.elements = 3
        let trace = try trace("ANY a == 'wanted'", ["a": .list(values)], limits: limits)
        let elements = try #require(trace.nodes[0].elements)
        #expect(elements.count == 5000)
        #expect(elements.kept.map(\.index) == [0, 1, 2, 700, 4000])
        #expect(elements.decidedBy == 4000)
    }

    @Test func elementsOfASubquery() throws {
        let record: PredicateValue = ["o": [["t": 1], ["t": 5], ["t": 7]]]
        let trace = try trace("SUBQUERY(o, $x, $x.t > 3).@count == 2", record)
        let subquery = try #require(trace.nodes.firstIndex { $0.elements != nil })
        let elements = try #require(trace.nodes[subquery].elements)
        #expect(elements.count == 3)
        #expect(elements.satisfied == 2)
        #expect(elements.shown == 1)
        #expect(elements.decidedBy == nil)
        let body = trace.children(of: subquery)[1]
        #expect(trace.nodes[body].outcome == .answer(true))
        #expect(trace.nodes[trace.children(of: body)[0]].outcome == .value(5))
        let empty = try self.trace("SUBQUERY(o, $x, $x.t > 3).@count == 2", ["o": []])
        #expect(empty.nodes[subquery].elements?.shown == nil)
        #expect(empty.nodes[body].outcome == .unknown)
    }

    @Test func elementsOfACollectionOperator() throws {
        let trace = try trace("o.@sum.t > 3", ["o": [["t": 1], ["t": 5]]])
        let elements = try #require(trace.nodes[1].elements)
        #expect(elements.satisfied == nil)
        #expect(elements.kept.map(\.outcome) == [.value(1), .value(5)])
        #expect(trace.nodes[1].outcome == .value(6))
    }

    // MARK: Remarks

    @Test(
        arguments: [
            ("a == 'Bob'", "bob", ["differs only in case", "they differ from character 1: \"bob\" and \"Bob\""]),
            (
                "a == 'José'", "Jose",
                ["differs only in diacritics", "they differ from character 4: \"e\" and \"é\""]
            ),
            (
                "a == 'JOSÉ'", "jose",
                ["differs only in case and diacritics", "they differ from character 1: \"jose\" and \"JOSÉ\""]
            ),
            ("a ==[cd] 'JOSÉ'", "josexy", ["they differ from character 5: \"xy\" and nothing"]),
            ("a ==[c] 'STRASSE'", "straßer", ["they differ from character 7: \"r\" and nothing"]),
            (
                "a == 'x'", "x ",
                [
                    "differs only in a blank at the end of the left side",
                    "they differ from character 2: \" \" and nothing",
                ]
            ),
            (
                "a == 'a b'", "a\u{A0}b",
                [
                    "differs only in a no-break space on the left side",
                    "they differ from character 2: \"\u{A0}b\" and \" b\"",
                ]
            ),
            (
                "a == 'ab'", "a\u{200B}b",
                [
                    "differs only in a zero width space, an invisible character, on the left side",
                    "they differ from character 2: \"\u{200B}b\" and \"b\"",
                ]
            ),
            (
                "a == '\u{E9}'", "e\u{301}",
                [
                    "differs only in the code points that the same letters are made of",
                    "they differ from character 1: \"e\u{301}\" and \"é\"",
                ]
            ),
            (
                "a BEGINSWITH 'ab'", "Abc",
                ["differs only in case", "they differ from character 1: \"Abc\" and \"ab\""]
            ),
            ("a ENDSWITH 'xyz'", "abyz", ["they differ before the last 2: \"ab\" and \"x\""]),
            ("a CONTAINS 'Lovers'", "Ada Lovelace", ["it has \"Love\" and no more of it"]),
            ("a CONTAINS 'q'", "abc", ["it has none of it"]),
            ("a LIKE 'b*'", "abc", ["it matches only part of the text and must match all of it"]),
            (
                "a IN {'x', 'New'}", "new ",
                ["differs from \"New\" only in case and a blank at the end of the left side"]
            ),
            ("a != 'bob'", "bob", []),
            ("a != 'Bob'", "bob", ["differs only in case"]),
            ("a != 'Bob'", "ann", []),
            ("a > 'b'", "a", []),
            ("a == 'a'", "a", []),
        ] as [(String, PredicateValue, [String])])
    func texts(text: String, value: PredicateValue, expected: [String]) throws {
        #expect(try remarks(text, ["a": value]) == expected)
    }

    @Test(
        arguments: [
            ("a > 30", 30, ["both are the same"]), ("a > 30", 12, ["18 too small"]), ("a <= 1.5", 2, ["0.5 too large"]),
            ("a == 5", 7, ["2 apart"]), ("a != 5", 7, []), ("a BETWEEN {3, 5}", 9, ["4 too large"]),
            ("a BETWEEN {3, 5}", 1, ["2 too small"]), ("a BETWEEN {3, 5}", 4, []),
            ("a > '5'", 7, ["a number does not compare with a string"]),
            ("a == 5", "5", ["a string does not compare with a number"]),
            ("a BEGINSWITH 'x'", 5, ["a number does not compare with a string"]),
            ("a > 1", nil, ["`a` is nil"]), ("z > 1", 1, ["`z` is missing"]), ("a.b.c == 1", nil, ["`a` is nil"]),
            ("a.b.c == 1", ["b": nil], ["`a.b` is nil"]), ("a.b.c == 1", ["x": 1], ["`a.b` is missing"]),
            ("a.b.c != nil", [:], ["`a.b` is missing"]), ("a == nil", nil, []),
            ("a < 9223372036854775807", .integer(.max), ["both are the same"]),
            ("a < -9223372036854775808", .integer(.max), []),
            ("ANY a == 1", [], ["there are no elements"]), ("ANY a == 1", nil, ["`a` is nil"]),
            ("ANY a == 1", 5, ["a number is not a collection"]),
            ("a > CAST('2024-01-02', 'NSDate')", "2024-01-01T22:58:00Z", ["1 h 2 min too early"]),
            ("a > 1", [1, 2], ["a list does not compare with a number"]),
        ] as [(String, PredicateValue, [String])])
    func others(text: String, value: PredicateValue, expected: [String]) throws {
        #expect(try remarks(text, ["a": value]) == expected)
    }

    @Test func longTextsAreCut() throws {
        let long = String(repeating: "x", count: 20_000)
        let found = try remarks("a == '\(long)y'", ["a": .string(long + "z" + long)])
        #expect(found == ["they differ from character 20001: \"zxxxxxxxxxxxxxx…\" and \"y\""])
        var limits = PredicateTraceLimits()
        limits.textBytes = 100
        let none = try trace("a == '\(long)y'", ["a": .string(long)], limits: limits)
        #expect(none.nodes[0].remarks == [])
    }

    // MARK: Limits

    @Test func whatALimitEndsIsSaid() throws {
        var limits = PredicateLimits()
        limits.evaluationSteps = 100
        let context = EvaluationContext(limits: limits)
        let record: PredicateValue = ["a": .list([PredicateValue](repeating: 1, count: 500)), "b": 1]
        let trace = try trace("b == 1 OR ANY a == 2", record, context: context)
        #expect(trace.matches)
        #expect(!trace.isComplete)
        #expect(trace.nodes[0].outcome == .answer(true))
        let cancelled = try self.trace("b == 1", record, context: EvaluationContext(isCancelled: { true }))
        #expect(!cancelled.matches)
        #expect(!cancelled.isComplete)
        #expect(cancelled.nodes[0].outcome == .answer(false))
    }

    @Test func deepTreesOnASmallStack() throws {
        let texts = [
            String(repeating: "NOT (", count: 95) + "a == 1" + String(repeating: ")", count: 95),
            "a == 1" + String(repeating: " + 1", count: 180),
            (0..<180).map { "a\($0)" }.joined(separator: ".") + " == 1",
            String(repeating: "SUBQUERY(a, $x, ", count: 60) + "TRUEPREDICATE"
                + String(repeating: ").@count == 1", count: 60),
        ]
        for text in texts {
            let predicate = try checked(text)
            onSmallStack {
                let trace = predicate.trace(of: ["a": [1]])
                #expect(trace.nodes.count > 90)
                #expect(trace.json().isEmpty == false)
            }
        }
    }

    @Test func everyOddValueHasATrace() throws {
        let texts = [
            "a == b", "a < b", "a != b OR ANY a == b", "a CONTAINS b OR a IN b", "a BEGINSWITH[cd] b OR a LIKE b",
            "a ENDSWITH b OR a MATCHES b", "a BETWEEN b OR ALL a.x > b", "a.@sum.x == b.length",
        ]
        let values = Values.hostile.filter { $0 != Values.nested(3000) }
        for text in texts {
            let predicate = try ParsedPredicate(parsing: text, library: library).checked()
            for (index, a) in values.enumerated() {
                for b in [values[(index * 7 + 3) % values.count], values[(index * 11 + 5) % values.count], a] {
                    let record: PredicateValue = ["a": a, "b": b]
                    let trace = predicate.trace(of: record)
                    #expect(trace.matches == predicate.matches(record))
                    _ = trace.json(pretty: true)
                    for remark in trace.nodes.flatMap(\.remarks) { #expect(!remark.sentence.isEmpty) }
                }
            }
        }
    }

    // MARK: JSON

    @Test func json() throws {
        let json = try trace("a > 1 AND ANY t == 'x'", ["a": 0, "t": ["x"]]).json()
        #expect(
            json == """
                {"version":1,"text":"a > 1 AND ANY t == 'x'","matches":false,"complete":true,"deciding":[0,1],"nodes":[\
                {"parent":null,"text":"a > 1 AND ANY t == 'x'","range":{"start":0,"end":22,"line":1,"column":1},\
                "answer":false,"needed":true,"decidedBy":1,"remarks":[]},\
                {"parent":0,"text":"a > 1","range":{"start":0,"end":5,"line":1,"column":1},"answer":false,"needed":true,\
                "decidedBy":null,"remarks":["1 too small"]},\
                {"parent":1,"text":"a","range":{"start":0,"end":1,"line":1,"column":1},"value":0,"needed":true,\
                "decidedBy":null,"remarks":[]},\
                {"parent":2,"text":"SELF","range":{"start":0,"end":0,"line":1,"column":1},"needed":true,\
                "decidedBy":null,"remarks":[]},\
                {"parent":1,"text":"1","range":{"start":4,"end":5,"line":1,"column":5},"value":1,"needed":true,\
                "decidedBy":null,"remarks":[]},\
                {"parent":0,"text":"ANY t == 'x'","range":{"start":10,"end":22,"line":1,"column":11},"answer":true,\
                "needed":false,"decidedBy":null,"remarks":[],"elements":{"count":1,"satisfied":1,"decidedBy":0,\
                "shown":null,"kept":[{"index":0,"value":"x","answer":true,"remarks":[]}]}},\
                {"parent":5,"text":"t","range":{"start":14,"end":15,"line":1,"column":15},"value":["x"],"needed":false,\
                "decidedBy":null,"remarks":[]},\
                {"parent":6,"text":"SELF","range":{"start":14,"end":14,"line":1,"column":15},"needed":false,\
                "decidedBy":null,"remarks":[]},\
                {"parent":5,"text":"'x'","range":{"start":19,"end":22,"line":1,"column":20},"value":"x","needed":false,\
                "decidedBy":null,"remarks":[]}]}
                """)
    }

    @Test func longValuesAreCutInJSON() throws {
        let record: PredicateValue = [
            "a": .list((0..<1000).map { .integer($0) }), "b": .string(String(repeating: "x", count: 5000)),
        ]
        let json = try trace("a == b", record).json()
        #expect(json.utf8.count < 4000)
        #expect(json.contains("197,198,\"…\"]"))
    }

    // MARK: Short descriptions

    @Test(
        arguments: [
            ("abc", 10, "\"abc\""), ("abcdefgh", 8, "\"abcde…\""), ("\"\"\"\"", 6, "\"\\\"…\""), ("", 3, "\"\""),
            (["a", "b"], 100, "{\"a\", \"b\"}"), (.list((0..<99).map { .integer($0) }), 9, "{0, 1, 2…"),
            (12345, 3, "12…"), ("abc", .max, "\"abc\""), (["a"], .max, "{\"a\"}"),
        ] as [(PredicateValue, Int, String)])
    func abbreviated(value: PredicateValue, limit: Int, text: String) {
        #expect(value.abbreviated(to: limit) == text)
    }
}
