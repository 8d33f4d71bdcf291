import PredicateTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Testing

@testable import PredicateAnalysis
@testable import PredicateCore
@testable import PredicateFormat

@Suite struct SimplifierTests {
    @Test(arguments: [
        ("(a == 1 AND b == 2) AND c == 3", "a == 1 AND b == 2 AND c == 3"),
        ("a == 1 OR (b == 2 OR (c == 3 OR d == 4))", "a == 1 OR b == 2 OR c == 3 OR d == 4"),
        ("a == 1 AND TRUEPREDICATE", "a == 1"),
        ("a == 1 AND FALSEPREDICATE", "FALSEPREDICATE"),
        ("a == 1 OR TRUEPREDICATE", "TRUEPREDICATE"),
        ("NOT NOT a > 1", "a > 1"),
        ("NOT a == 1", "a != 1"), ("NOT a != 1", "a == 1"),
        ("NOT a < 1", "NOT a < 1"), ("NOT ANY a == 1", "NOT ANY a == 1"), ("NOT ALL a != 1", "NOT ALL a != 1"),
        ("1 < 2 AND a == 1", "a == 1"), ("'a' BEGINSWITH 'b' OR a == 1", "a == 1"),
        ("'2024-01-02' == CAST('2024-01-02', 'NSDate')", "TRUEPREDICATE"),
        ("nil <= nil", "TRUEPREDICATE"), ("ANY {1, 2} == 2", "TRUEPREDICATE"), ("ALL {} == 2", "TRUEPREDICATE"),
        ("'e' ==[l] 'é'", "\"e\" ==[l] \"é\""), ("'ab' MATCHES 'a.'", "\"ab\" MATCHES \"a.\""),
        ("a == 1 AND b == 2 AND a == 1", "a == 1 AND b == 2"),
        ("a == 1 AND (a == 1 OR b == 2)", "a == 1"), ("a == 1 OR (a == 1 AND b == 2)", "a == 1"),
        ("a > 1 AND b == 2 AND NOT a > 1", "FALSEPREDICATE"), ("a == 1 OR a != 1", "TRUEPREDICATE"),
        ("a == 1 OR a <> 2", "a != 2"), ("a == 1 OR a <> 1.5", "a == 1 OR a != 1.5"),
        ("a == 1 AND a == 2", "FALSEPREDICATE"), ("a > 60 AND b == 1 AND a < 18", "FALSEPREDICATE"),
        ("a > 5 AND a <= 5", "FALSEPREDICATE"), ("a >= 5 AND a <= 5", "a >= 5 AND a <= 5"),
        ("a > 1 AND a > 7 AND a == 7", "FALSEPREDICATE"), ("a > 7 AND a > 1 AND a == 7", "FALSEPREDICATE"),
        ("a == 3 AND a >= 3.5", "a == 3 AND a >= 3.5"), ("a == 3.0 AND a >= 3.5", "FALSEPREDICATE"),
        ("a < CAST('2024-01-01', 'NSDate') AND a > CAST('2024-01-02', 'NSDate')", "FALSEPREDICATE"),
        ("a == 1 AND b == 2", "a == 1 AND b == 2"), ("a == 'x' AND a == 'y'", "a == \"x\" AND a == \"y\""),
        ("ANY a == 1 AND ANY a == 2", "ANY a == 1 AND ANY a == 2"), ("a != 1 OR a != 2", "TRUEPREDICATE"),
        ("a != 1 AND a != 2", "a != 1 AND a != 2"), ("a < 5 OR a > 3", "a < 5 OR a > 3"),
        ("a > 3 AND a > 5", "a > 5"), ("a > 5 AND b == 1 AND a > 3", "a > 5 AND b == 1"), ("a > 3 OR a > 5", "a > 3"),
        ("a >= 3 AND a > 3", "a > 3"), ("a >= 3 OR a > 3", "a >= 3"), ("a < 3 AND a <= 3", "a < 3"),
        ("a == 5 AND a > 3", "a == 5"), ("a > 3 AND a < 9 AND a == 5", "a == 5"), ("a == 5 OR a > 3", "a > 3"),
        ("a == 5 AND a != 3", "a == 5"), ("a > 3 AND a != 3", "a > 3"), ("a > 3 AND a != 4", "a > 3 AND a != 4"),
        ("a == 'a' AND a IN {'a', 'b'}", "a == \"a\""), ("a == 'a' OR a IN {'a', 'b'}", "a IN {\"a\", \"b\"}"),
        ("a IN {1, 2} AND a IN {3, 2, 1}", "a IN {1, 2}"), ("a IN {4, 5} AND a > 3", "a IN {4, 5}"),
        ("a IN {1, 2} OR a IN {2, 1}", "a IN {1, 2}"), ("a BETWEEN {1, 3} AND a > 0", "a BETWEEN {1, 3}"),
        ("a == 2 AND a BETWEEN {1, 3}", "a == 2"), ("a > 3 AND a > 5.0", "a > 3 AND a > 5.0"),
        ("a == 'x' AND a != 'y'", "a == \"x\" AND a != \"y\""),
        ("a ==[c] 'a' AND a IN {'a', 'b'}", "a ==[c] \"a\" AND a IN {\"a\", \"b\"}"),
        ("ANY a > 3 AND ANY a > 5", "ANY a > 3 AND ANY a > 5"),
        ("NOT a > 3 AND NOT a > 5", "(NOT a > 3) AND (NOT a > 5)"),
        ("random() > 0.5 AND random() > 0.7", "random() > 0.5 AND random() > 0.7"),
        ("a.b > 5 AND a.b < 3", "FALSEPREDICATE"), ("a > 5 AND a.b < 3", "a > 5 AND a.b < 3"),
        ("a == 2 + 3 * 4", "a == 14"), ("a == 7 / 2", "a == 3"), ("a == 1 / 0", "a == 1 / 0"),
        ("a == 9223372036854775807 + 1", "a == 9223372036854775807 + 1"), ("a == 2 ** 0.5", "a == 1.4142135623730951"),
        ("a + 1 + 2 == 3", "(a + 1) + 2 == 3"),
        ("a == 'x' + 1 OR a > 1", "a == \"x\" + 1 OR a > 1"),
        ("d > CAST('2024-01-01', 'NSDate') + 86400", "d > CAST(\"2024-01-02T00:00:00Z\", \"NSDate\")"),
        ("a IN {1}", "a == 1"), ("ALL a IN[c] {'x'}", "ALL a ==[c] \"x\""), ("a IN {nil}", "a IN {nil}"),
        ("a IN {}", "FALSEPREDICATE"), ("ALL a IN {}", "ALL a IN {}"), ("a IN {b}", "a IN {b}"),
        ("a BEGINSWITH ''", "FALSEPREDICATE"), ("a CONTAINS ''", "a CONTAINS \"\""), ("a < nil", "FALSEPREDICATE"),
        ("a <= nil", "a <= nil"),
        ("random() > 0.5 AND random() > 0.5", "random() > 0.5 AND random() > 0.5"),
        ("random() > 0.5 OR NOT random() > 0.5", "random() > 0.5 OR (NOT random() > 0.5)"),
        ("now() > now() AND a == 1 AND a == 1", "now() > now() AND a == 1"),
        (
            "FUNCTION(5, 'randomn:') == 1 AND FUNCTION(5, 'randomn:') == 1",
            "FUNCTION(5, \"randomn:\") == 1 AND FUNCTION(5, \"randomn:\") == 1"
        ),
        ("sqrt(a) == 1 AND sqrt(a) == 1", "sqrt:(a) == 1"),
        (
            "$v := a == 1 AND TRUEPREDICATE AND ($v == 1 AND $v == 1)",
            "$v := a == 1 AND TRUEPREDICATE AND $v == 1 AND $v == 1"
        ),
        ("SUBQUERY(a, $x, $x == 1 AND TRUEPREDICATE).@count == 1 + 1", "SUBQUERY(a, $x, $x == 1).@count == 2"),
        ("TERNARY(1 == 1, a, b) == 1", "TERNARY(TRUEPREDICATE, a, b) == 1"),
        ("a == $x AND FALSEPREDICATE", "FALSEPREDICATE"),
        ("é == 1 AND e\u{301} == 1", "é == 1 AND e\u{301} == 1"),
        ("TRUEPREDICATE", "TRUEPREDICATE"),
    ])
    func examples(text: String, expected: String) throws {
        #expect(try tree(text).simplified().predicateFormat == expected)
    }

    @Test func registeredFunctionsMayBeImpure() throws {
        func function(_ name: String, isPure: Bool) -> PredicateFunction {
            PredicateFunction(name, parameters: [], result: .integer, help: "", isPure: isPure) { _ in 1 }
        }
        let library = PredicateLibrary().adding(function("die", isPure: false)).adding(function("one", isPure: true))
        let simpler = try ParsedPredicate(
            parsing: "die() == 1 AND die() == 1 AND one() == 1 AND one() == 1", library: library
        ).checked().simplified()
        #expect(simpler.predicateFormat == "die() == 1 AND die() == 1 AND one() == 1")
    }

    @Test func checkedPredicatesStayChecked() throws {
        let simpler = try open("(age > 1 AND age > 1) AND (name == $x AND name == $x)", against: people)
            .simplified()
        #expect(simpler.predicateFormat == "age > 1 AND name == $x")
        #expect(simpler.source == "age > 1 AND name == $x")
        #expect(simpler.variables.map(\.type) == [.string])
        let level = RecordSchema(
            root: "R",
            types: [
                RecordType("R", fields: [RecordField("level", .enumeration(.init(base: .integer, cases: [1, 2])))])
            ])
        let odd = try ParsedPredicate(parsing: "level == 2 + 3").checked(against: level)
        #expect(odd.simplified().predicateFormat == "level == 2 + 3")
    }

    /// Groups of small conditions over a few fields, so that several rules apply.
    private struct Conditions {
        var generator: TreeGenerator
        static let pool = [
            "a == 1", "a != 1", "NOT a == 1", "a < 1", "NOT a < 1", "a >= 1", "a IN {1}", "a IN {'x'}", "a IN[c] {'X'}",
            "a IN {nil}",
            "a == nil", "a <= nil", "a < nil", "a BETWEEN nil", "a BETWEEN {0, 1 + 1}", "ANY a == 1", "ALL a == 1",
            "NONE a == 1",
            "ANY a IN {1}", "ALL a IN {1}", "NONE a IN {'x'}", "ANY a != 1", "ALL a != 1", "a BEGINSWITH ''",
            "ANY a BEGINSWITH ''",
            "ALL a BEGINSWITH ''", "a LIKE nil", "a CONTAINS 1", "a CONTAINS ''", "a CONTAINS 'x'", "1 == 1", "1 > 2",
            "nil == nil",
            "'a' ==[c] 'A'", "TRUEPREDICATE", "FALSEPREDICATE", "b == 1", "b == 2 * 1.5", "b == a", "b != a",
            "b + 1 == 1 + 1",
            "b == '2024-01-01T00:00:00Z'", "b == CAST('2024-01-01', 'NSDate')", "b IN {'2024-01-01T00:00:00Z'}",
            "b IN {CAST('2024-01-01', 'NSDate')}", "NOT b > 1", "a.@count == 2 - 1", "a[0] == 1", "a[2 - 2] == 1",
            "SUBQUERY(a, $x, $x == 1 OR $x == 1).@count > 0", "TERNARY(a == 1 AND a == 1, b, 1) == 1", "b ==[cd] 'É'",
            "b IN[d] {'É'}",
            "a > 0", "a > 1", "a > 2", "a >= 2", "a <= 2", "a < 3", "a == 2", "a != 2", "a != 'x'", "a == 'x'",
            "a IN {1, 2}", "a IN {2, 3, 'x'}", "a BETWEEN {1, 3}", "b > 1.0", "b >= 1.5", "b < 2.5", "b == 1.5",
            "b > CAST('2023-01-01', 'NSDate')", "b < CAST('2025-01-01', 'NSDate')", "b == '2024-01-01'",
            "b IN {'2024-01-01', '2024-01-01T00:00:00Z'}", "a IN {TRUE}", "a IN {1.0}", "b IN {1}", "a IN {}",
            "ALL a IN {}", "NONE a IN {}",
        ]

        mutating func predicate(_ depth: Int) throws -> PredicateTree {
            if depth == 0 || generator.chance(4) { return try tree(generator.pick(Self.pool)) }
            switch generator.number(0..<3) {
            case 0: return PredicateTree(.and(try parts(depth)))
            case 1: return PredicateTree(.or(try parts(depth)))
            default: return PredicateTree(.not(try predicate(depth - 1)))
            }
        }

        private mutating func parts(_ depth: Int) throws -> [PredicateTree] {
            try (0..<generator.number(0..<5)).map { _ in try predicate(depth - 1) }
        }
    }

    static let values: [PredicateValue] = [
        nil, 0, 1, 2, 3, 1.0, 1.5, 3.0, true, false, "x", "X", "", "É", "e", "2024-01-01T00:00:00Z",
        "2024-01-01T01:00:00+01:00",
        .list([]), [1], [nil], [1, 1.0], ["x"], ["X", nil], [[1]], [[1], []], [2, 3], .set([1]), ["k": 1], [["k": 1]],
        .date(Date(timeIntervalSinceReferenceDate: 725_760_000)), .decimal(1), .url("https://a.b"),
    ]

    /// No answer changes, for every pair of values.
    @Test(arguments: 0..<4)
    func answersStay(seed: Int) throws {
        var conditions = Conditions(generator: TreeGenerator(seed: UInt64(40 + seed)))
        var changed = 0
        let rounds = runsDeepTests ? 400 : 160
        for round in 0..<rounds {
            let tree = try conditions.predicate(round % 4)
            let simpler = tree.simplified()
            #expect(simpler.simplified() == simpler, "\(tree)")
            guard simpler != tree, let whole = try? tree.checked(), let less = try? simpler.checked() else { continue }
            changed += 1
            for a in Self.values {
                for b in Self.values {
                    let record: PredicateValue = .object(PredicateObject([("a", a), ("b", b)]))
                    if whole.matches(record) != less.matches(record) {
                        Issue.record("\(tree) became \(simpler), which differs for \(record)")
                        return
                    }
                }
            }
        }
        #expect(changed > rounds / 4)
    }

    /// The same with declared types, where the type of the other operand decides how a literal is read.
    @Test func answersStayUnderASchema() throws {
        let types: [ValueType] = [
            .integer.orNil, .double, .string, .dateTime.orNil, .date.orNil, .uuid, .url, .list(.integer),
            .list(.string.orNil), .list(.dateTime),
            .any, .boolean, .decimal, .set(.integer),
        ]
        var conditions = Conditions(generator: TreeGenerator(seed: 50))
        var compared = 0
        for round in 0..<1500 {
            let tree = try conditions.predicate(round % 3)
            let schema = RecordSchema(
                root: "R",
                types: [
                    RecordType(
                        "R",
                        fields: [
                            RecordField("a", conditions.generator.pick(types)),
                            RecordField("b", conditions.generator.pick(types)),
                        ])
                ])
            guard let whole = try? tree.checked(against: schema) else { continue }
            let less = whole.simplified()
            compared += 1
            for a in Self.values {
                let record: PredicateValue = .object(
                    PredicateObject([("a", a), ("b", conditions.generator.pick(Self.values))]))
                if whole.matches(record) != less.matches(record) {
                    Issue.record("\(tree) became \(less), which differs for \(record) under \(schema)")
                    return
                }
            }
        }
        #expect(compared > 300)
    }

    /// Trees of every kind also keep their answers.
    @Test func generatedTreesKeepTheirAnswers() throws {
        var generator = TreeGenerator(seed: 60)
        var compared = 0
        for round in 0..<1500 {
            let tree = generator.predicate(round % 5)
            guard !tree.uses.functions.contains(where: { $0.hasPrefix("random") }),
                let whole = try? tree.openlyChecked()
            else { continue }
            compared += 1
            let less = whole.simplified()
            let context = EvaluationContext(bindings: ["x": 1, "y": "x"])
            for value in Self.values {
                let record: PredicateValue = .object(PredicateObject([("a", value), ("b", value), ("name", value)]))
                if whole.matches(record, context: context) != less.matches(record, context: context) {
                    Issue.record("\(tree) became \(less), which differs for \(value)")
                    return
                }
            }
        }
        #expect(compared > 50)
    }
}
