import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Parts of loops that are the same for all elements")
struct InvariantTests {
    /// Predicates with the number of calls of `probe` per record: one if its argument does not depend on the
    /// element, otherwise one for each of the four elements of `l`.
    static let calls: [(String, Int)] = [
        ("SUBQUERY(l, $x, $x > probe(a)).@count == 3", 1), ("SUBQUERY(l, $x, $x > probe($x)).@count == 0", 4),
        ("SUBQUERY(l, $x, $x > probe(a + 1) - $x).@count > 0", 1),
        ("SUBQUERY(l, $x, $x > probe(a + $x)).@count == 0", 4),
        ("ANY l < probe(a)", 1), ("ALL l > probe(a)", 1),
        // One call more, to find whether the value is a list, which decides what an element is.
        ("ANY l == probe(o.a.b)", 2), ("NONE l == probe(o.a.b)", 2),
        // Expressions that a short circuit skips are not evaluated.
        ("SUBQUERY(l, $x, $x > 100 AND probe(a) == 1).@count == 0", 0),
        ("SUBQUERY(l, $x, $x > 2 AND probe(a) == 1).@count == 2", 1),
        ("SUBQUERY(l, $x, SUBQUERY(l, $y, $y == probe(a)).@count == 1).@count == 4", 1),
        ("SUBQUERY(l, $x, SUBQUERY(l, $y, $y == probe($x)).@count == 1).@count == 4", 16),
        ("SUBQUERY(l, $x, probe(SUBQUERY(l, $y, $y == a).@count) == $x).@count == 1", 1),
        ("SUBQUERY(l, $x, ($v := $x) != nil AND probe($v) == $x).@count == 4", 4),
        ("($v := a) != nil AND SUBQUERY(l, $x, probe($v) == $x).@count == 1", 1),
        ("SUBQUERY(l, $x, chance(a) == $x).@count == 1", 4), ("SUBQUERY(l, $x, probe(chance(a)) == $x).@count == 1", 8),
        ("probe(a) == 1 AND probe(a) == 1", 2),
    ]

    @Test("They are evaluated once per record, when they are first needed", arguments: calls.indices)
    func evaluations(index: Int) throws {
        let (text, wanted) = Self.calls[index]
        let count = Locked(0)
        var library = PredicateLibrary.standard
        for (name, isPure) in [("probe:", true), ("chance:", false)] {
            library = library.adding(
                PredicateFunction(
                    name, parameters: [FunctionParameter("x", .integer)], result: .integer, help: "", isPure: isPure
                ) { arguments in
                    count.withLock { $0 += 1 }
                    return arguments.first ?? .null
                })
        }
        let record: PredicateValue = ["a": 1, "l": [1, 2, 3, 4], "o": ["a": ["b": 9]]]
        let checked = try ParsedPredicate(parsing: text, library: library).checked()
        var run = checked.compiled.makeRun(context: EvaluationContext())
        for calls in 1...2 {
            _ = checked.compiled.evaluate(on: record, in: &run)
            #expect(count.withLock { $0 } == calls * wanted)
        }
        let holds = checked.compiled.evaluate(on: record, in: &run)
        count.withLock { $0 = 0 }
        #expect(
            ReferenceEvaluator(library: library).evaluate(checked.program, on: record, context: EvaluationContext())
                == holds)
        #expect(count.withLock { $0 } == wanted)
    }

    static let lookups = [
        "ANY l IN k", "ALL l IN k", "NONE l IN k", "ANY l IN o.k", "SUBQUERY(l, $x, k CONTAINS $x).@count > 3",
        "SUBQUERY(l, $x, NOT $x IN k).@count == 2", "SUBQUERY(l, $x, ANY m IN k).@count == 0",
        "($v := k) != nil AND ALL l IN $v", "ANY l IN[c] k", "SUBQUERY(l, $x, $x IN $w).@count == 1",
        "SUBQUERY(l, $x, SUBQUERY(m, $y, {$x, $y} IN k).@count == 0).@count == 0",
    ]

    @Test("A hashed list gives the same answers as a searched one", arguments: lookups)
    func lookup(text: String) throws {
        let checked = try open(text)
        let reference = ReferenceEvaluator()
        for seed in 0..<(runsDeepTests ? 300 : 100) {
            var generator = CoreGenerator(seed: UInt64(seed))
            func values(_ count: Int) -> [PredicateValue] { (0..<count).map { _ in generator.value() } }
            let many = values(40)
            let some = values(6) + many.prefix(seed % 40)
            let record = PredicateValue.object(
                PredicateObject([
                    ("k", .list(many)), ("l", .list(some)), ("m", .list(values(9))),
                    ("o", .object(PredicateObject([("k", seed % 2 == 0 ? .list(many) : .set(many))]))),
                ]))
            let context = EvaluationContext(now: Date(), bindings: ["w": .list(many)])
            // Without marks, each element is compared with each.
            var plain = EvaluationRun(context: context, slotCount: checked.program.slotCount)
            let begins = plain.begin(record)
            #expect(begins)
            let expected = reference.holds(checked.program.predicate, &plain)
            var slow = EvaluationRun(context: context, slotCount: checked.program.slotCount)
            var fast = checked.compiled.makeRun(context: context)
            let answers = (
                reference.evaluate(checked.program, on: record, in: &slow),
                checked.compiled.evaluate(on: record, in: &fast)
            )
            #expect(answers == (expected, expected), "seed \(seed)")
            #expect(fast.work.left == slow.work.left, "seed \(seed)")
        }
    }

    @Test("A join of long lists costs as much as the lists, not their product")
    func join() throws {
        let numbers = (0..<100_000).map { PredicateValue.integer($0) }
        let texts = (0..<50_000).map { PredicateValue.string("\($0)") }
        for (text, wanted) in [
            ("ANY l IN k", false), ("SUBQUERY(l, $x, $x IN t OR $x IN k).@count == 1", false),
            ("SUBQUERY(t, $x, $x IN t).@count == 50000", true),
        ] {
            let record: PredicateValue = [
                "l": .list(Array(numbers.prefix(50_000))), "k": .list(Array(numbers.suffix(50_000))), "t": .list(texts),
            ]
            let checked = try ParsedPredicate(parsing: text).checked()
            var run = checked.compiled.makeRun(context: EvaluationContext())
            let holds = checked.compiled.evaluate(on: record, in: &run)
            #expect(holds == wanted)
            #expect(!run.isStopped, "\(text)")
        }
    }

    @Test("Kept values count as memory until the record ends")
    func bytes() throws {
        let text = "SUBQUERY(l, $x, uppercase(s) == $x OR lowercase(s) == $x).@count == 0"
        let checked = try ParsedPredicate(parsing: text).checked()
        let record: PredicateValue = ["l": [1, 2, 3], "s": .string(String(repeating: "a", count: 1_000))]
        for (bytes, wanted) in [(2_200, true), (1_900, false)] {
            var context = EvaluationContext()
            context.limits.evaluationBytes = bytes
            #expect(checked.compiled.evaluate(on: record, context: context) == wanted)
            #expect(ReferenceEvaluator().evaluate(checked.program, on: record, context: context) == wanted)
        }
    }
}
