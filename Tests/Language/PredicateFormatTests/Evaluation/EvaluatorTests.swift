import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The result of each operation of the core, in both evaluators.
@Suite("Evaluation of the core")
struct EvaluatorTests {
    private let library = PredicateLibrary.standard.using(patterns: ToyEngine())

    private func holds(
        _ predicate: CorePredicate, on record: PredicateValue = nil, slots: Int = 4,
        context: EvaluationContext = EvaluationContext()
    ) -> Bool? {
        let program = CoreProgram(predicate: predicate, slotCount: slots)
        let reference = ReferenceEvaluator(library: library).evaluate(program, on: record, context: context)
        let compiled = CompiledPredicate(program, library: library).evaluate(on: record, context: context)
        return reference == compiled ? reference : nil
    }

    private func value(
        _ expression: CoreExpression, on record: PredicateValue = nil, slots: Int = 4,
        context: EvaluationContext = EvaluationContext()
    ) -> PredicateValue? {
        let program = CoreExpressionProgram(expression: expression, slotCount: slots)
        let reference = ReferenceEvaluator(library: library).evaluate(program, on: record, context: context)
        let compiled = CompiledExpression(program, library: library).evaluate(on: record, context: context)
        return reference == compiled ? reference : nil
    }

    private let a = CoreExpression.member(.record, "a")

    // MARK: Logic

    @Test("Connectives with any number of operands")
    func connectives() {
        let (t, f) = (CorePredicate.constant(true), CorePredicate.constant(false))
        let isOne = CorePredicate.equal(.record, .constant(1), [])
        #expect(holds(.and([])) == true)
        #expect(holds(.or([])) == false)
        #expect(holds(.and([t, isOne]), on: 1) == true)
        #expect(holds(.and([isOne, isOne, f]), on: 1) == false)
        #expect(holds(.or([f, isOne]), on: 2) == false)
        #expect(holds(.or([isOne, t]), on: 2) == true)
        #expect(holds(.and([isOne, isOne, isOne]), on: 1) == true)
        #expect(holds(.or([isOne, isOne, isOne]), on: 2) == false)
        #expect(holds(.not(isOne), on: 2) == true)
        #expect(holds(.not(f)) == true)
    }

    @Test("The second operand is not evaluated if the first decides")
    func shortCircuit() {
        let asked = Locked(0)
        let counting = PredicateFunction("count", parameters: [], result: .boolean, help: "", isPure: false) { _ in
            asked.withLock { $0 += 1 }
            return true
        }
        let second = CorePredicate.equal(.registered(counting, []), .constant(true), [])
        let first = CorePredicate.equal(.record, .constant(1), [])
        #expect(holds(.or([first, second]), on: 1) == true)
        #expect(holds(.and([first, second]), on: 2) == false)
        #expect(asked.withLock { $0 } == 0)
        #expect(holds(.and([first, second]), on: 1) == true)
        #expect(asked.withLock { $0 } == 2)
    }

    // MARK: Quantifiers

    private func quantified(
        _ quantifier: CoreQuantifier, _ value: PredicateValue, _ expansion: CoreExpansion = .deep,
        _ body: CorePredicate = .equal(.slot(0), .constant("x"), [])
    ) -> Bool? {
        let record = PredicateValue.object(PredicateObject([("a", value)]))
        return holds(
            .quantified(quantifier, over: a, slot: 0, expansion: expansion, body: body), on: record, slots: 1)
    }

    @Test(
        "ANY and ALL (§3, D2, D67)",
        arguments: [
            (["x", "y"], true, false), (["x", "x"], true, true), (["y"], false, false), ([], false, true),
            (nil, false, true),
            ("x", false, false), (5, false, false), (["x": "x"], false, false), (Values.set("x"), true, true),
            ([nil], false, false),
            (["x", nil], true, false), ([["x"], ["x"]], true, true), ([["x"], ["y"]], true, false),
            ([["x"], nil], true, false),
            ([[], ["x"]], true, true), ([[]], false, true), ([["x", ["x"]]], true, true),
        ] as [(PredicateValue, Bool, Bool)])
    func quantifiers(_ value: PredicateValue, _ any: Bool, _ all: Bool) {
        #expect(quantified(.any, value) == any)
        #expect(quantified(.all, value) == all)
    }

    @Test("Only the outermost list under CONTAINS and against a list (D13)")
    func expansion() {
        let lists: PredicateValue = [["x", "y"], ["z"]]
        #expect(quantified(.any, lists, .shallow, .text(.contains, .slot(0), .constant("y"), [])) == true)
        #expect(quantified(.all, lists, .shallow, .text(.contains, .slot(0), .constant("y"), [])) == false)
        let list = CoreExpression.constant(["z"])
        #expect(quantified(.any, lists, .shallowIfList(list), .equal(.slot(0), list, [])) == true)
        #expect(quantified(.any, lists, .deep, .equal(.slot(0), list, [])) == false)
        let text = CoreExpression.constant("z")
        #expect(quantified(.any, lists, .shallowIfList(text), .equal(.slot(0), text, [])) == true)
    }

    @Test("A nested quantifier has its own element")
    func nestedQuantifiers() {
        let record: PredicateValue = ["a": [["n": 1, "b": [1, 2]], ["n": 5, "b": [3, 5]]]]
        let inner = CorePredicate.quantified(
            .all, over: .member(.slot(0), "b"), slot: 1, expansion: .deep,
            body: .ordered(.lessOrEqual, .slot(1), .member(.slot(0), "n"), []))
        #expect(
            holds(.quantified(.any, over: a, slot: 0, expansion: .shallow, body: inner), on: record, slots: 2) == true)
        #expect(
            holds(.quantified(.all, over: a, slot: 0, expansion: .shallow, body: inner), on: record, slots: 2) == false)
    }

    // MARK: Expressions

    @Test("SUBQUERY keeps the elements that satisfy its predicate; SELF remains the outer record")
    func subquery() {
        let record: PredicateValue = ["a": [1, 2, 3, nil], "min": 2]
        let query = CoreExpression.subquery(
            a, slot: 0, .ordered(.greaterOrEqual, .slot(0), .member(.record, "min"), []))
        #expect(value(query, on: record) == [2, 3])
        #expect(value(.size(query), on: record) == 2)
        #expect(value(query, on: [:]) == .null)
        #expect(value(query, on: ["a": 5, "min": 2]) == .null)
        #expect(value(query, on: ["a": Values.set(1, 2), "min": 2]) == Values.set(2))
        #expect(value(.collection(.count, query, slot: 1, path: nil), on: [:]) == .null)
    }

    @Test("A collection operator evaluates its path for each element (D14, D15)")
    func collection() {
        let record: PredicateValue = ["a": [["b": [1, 2]], ["b": [3]], [:]]]
        let sum = CoreExpression.collection(
            .sum, a, slot: 0, path: .collection(.count, .member(.slot(0), "b"), slot: 1, path: nil))
        #expect(value(sum, on: record) == 3)
        #expect(value(sum, on: [:]) == .null)
        #expect(value(sum, on: ["a": 5]) == .null)
        #expect(value(sum, on: ["a": ["k": 1]]) == .null)
        #expect(value(.collection(.count, a, slot: 0, path: nil), on: ["a": ["k": 1]]) == 1)
        #expect(
            value(.collection(.max, a, slot: 0, path: .member(.slot(0), "b")), on: ["a": [["b": 1], ["b": 4]]]) == 4)
    }

    @Test("Variables are read from the bindings; without a value they are nil")
    func variables() {
        var context = EvaluationContext()
        #expect(value(.variable("x"), context: context) == .null)
        context.bindings["x"] = 5
        #expect(value(.variable("x"), context: context) == 5)
        #expect(holds(.equal(.variable("x"), .constant(5), []), context: context) == true)
        context.bindings["x"] = [1, 2]
        #expect(holds(.text(.contains, .variable("x"), .constant(2), []), context: context) == true)
    }

    @Test("A variable is known in the whole scope that assigns it, even where short circuit skips it (D42)")
    func assignment() {
        let first = CoreAssignment(slot: 0, value: .arithmetic(.add, .record, .constant(1)))
        let second = CoreAssignment(slot: 1, value: .arithmetic(.multiply, .slot(0), .constant(10)))
        let body = CorePredicate.or([
            .and([.equal(.record, .constant(0), []), .equal(.slot(0), .constant(0), [])]),
            .equal(.slot(1), .constant(30), []),
        ])
        #expect(holds(.scoped([first, second], body), on: 2) == true)
        #expect(holds(.scoped([first, second], body), on: 3) == false)
        #expect(holds(.not(.scoped([first], .constant(false)))) == true)
        let nested = CorePredicate.quantified(
            .any, over: .record, slot: 0, expansion: .deep,
            body: .scoped([second], .equal(.slot(1), .constant(20), [])))
        #expect(holds(nested, on: [1, 2, 3]) == true)
        #expect(holds(nested, on: [1, 3]) == false)
    }

    @Test("TERNARY evaluates one branch")
    func ternary() {
        let e = CoreExpression.ternary(.equal(.record, .constant(nil), []), .constant("none"), .record)
        #expect(value(e) == "none")
        #expect(value(e, on: 3) == 3)
    }

    @Test("Undeclared slots are nil, and setting them does nothing")
    func missingSlots() {
        #expect(value(.slot(9), slots: 0) == .null)
        #expect(value(.slot(-1), slots: 0) == .null)
        let assignment = CoreAssignment(slot: 3, value: .constant(1))
        #expect(holds(.scoped([assignment], .equal(.slot(3), .constant(nil), [])), slots: 0) == true)
        #expect(value(.slot(0), slots: -5) == .null)
    }

    @Test("Computed keys (D77)")
    func dynamicMember() {
        let key = CoreExpression.call(.uppercase, [.constant("population")])
        #expect(value(.dynamicMember(.record, key), on: ["POPULATION": 12000]) == 12000)
        #expect(value(.dynamicMember(.record, .constant(5)), on: ["5": 1]) == .null)
    }

    @Test("now() is the context's")
    func now() {
        let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 9))
        #expect(value(.call(.now, []), context: context) == Values.date(9))
    }

    @Test("random() gives a new number each time")
    func random() {
        let program = CoreExpressionProgram(expression: .call(.random, []), slotCount: 0)
        let compiled = CompiledExpression(program)
        let context = EvaluationContext()
        let drawn = Set((0..<20).map { _ in compiled.evaluate(on: nil, context: context) })
        #expect(drawn.count == 20)
    }

    // MARK: Limits

    @Test("Too many steps make the whole evaluation false, even under NOT, with one warning")
    func stepLimit() {
        let warnings = MatchesTests.Warnings()
        var context = warnings.context
        context.limits.evaluationSteps = 100
        let record: PredicateValue = ["a": .list((0..<200).map { .integer($0) })]
        let any = CorePredicate.quantified(
            .any, over: a, slot: 0, expansion: .deep, body: .equal(.slot(0), .constant(-1), []))
        #expect(holds(any, on: record, context: context) == false)
        #expect(holds(.not(any), on: record, context: context) == false)
        let isRecord = CorePredicate.not(.equal(.record, .constant(nil), []))
        #expect(holds(.or([any, isRecord]), on: record, context: context) == false)
        #expect(warnings.all.withLock { $0 } == Array(repeating: .stepLimit, count: 6))
        // Per element: the element, passing it on, and the comparison.
        context.limits.evaluationSteps = 1_799
        #expect(holds(.not(any), on: record, context: context) == false)
        context.limits.evaluationSteps = 1_800
        #expect(holds(.not(any), on: record, context: context) == true)
        context.limits.evaluationSteps = 400
        let sum = CoreExpression.collection(.sum, a, slot: 0, path: nil)
        #expect(value(sum, on: record, context: context) == 19900)
        context.limits.evaluationSteps = 399
        #expect(value(sum, on: record, context: context) == .null)
        #expect(value(.subquery(a, slot: 0, .constant(true)), on: record, context: context) == .null)
        #expect(value(.member(a, "length"), on: record, context: context) == .null)
        context.limits.evaluationSteps = 200 * WorkCost.candidate - 1
        #expect(holds(.not(.text(.contains, a, .constant(-1), [])), on: record, context: context) == false)
        context.limits.evaluationSteps = 200 * WorkCost.candidate
        #expect(holds(.not(.text(.contains, a, .constant(-1), [])), on: record, context: context) == true)
    }

    @Test("A limit that one record reaches does not affect the next record of the run")
    func stepLimitOfARun() {
        var context = EvaluationContext()
        context.limits.evaluationSteps = 18
        let any = CorePredicate.quantified(
            .any, over: .record, slot: 0, expansion: .deep, body: .equal(.slot(0), .constant(3), []))
        let compiled = CompiledPredicate(CoreProgram(predicate: any, slotCount: 1))
        var run = compiled.makeRun(context: context)
        #expect(!compiled.evaluate(on: [1, 2, 3], in: &run))
        #expect(compiled.evaluate(on: [1, 3], in: &run))
        #expect(compiled.evaluate(on: [3], in: &run))
    }

    @Test("Nested work is counted, so a hostile record cannot take long")
    func nestedSteps() {
        let record: PredicateValue = ["a": .list((0..<3000).map { .integer($0) })]
        var predicate = CorePredicate.equal(.constant(0), .slot(0), [])
        for slot in 0..<4 {
            predicate = .quantified(.all, over: a, slot: slot, expansion: .deep, body: .not(predicate))
        }
        var context = EvaluationContext()
        context.limits.evaluationSteps = 100_000
        #expect(holds(.not(predicate), on: record, context: context) != nil)
    }

    /// Each link doubles the value before it. The 60th would not fit into memory.
    static let doublings: [(start: String, link: @Sendable (Int) -> String, question: String)] = [
        ("\"xxxxxxxx\"", { "stringByAppendingString:($v\($0), $v\($0))" }, "$v60 != nil"),
        ("{1}", { "{$v\($0), $v\($0)}" }, "$v60 == $v60"), ("{a}", { "{$v\($0), $v\($0)}" }, "ANY $v60.b == 1"),
        ("{a}", { "{$v\($0), $v\($0)}" }, "($v60 UNION $v59).@count == 1"),
        ("{a}", { "{$v\($0), $v\($0)}" }, "NOT b IN $v60"),
    ]

    @Test("A chain of doublings reaches the limit of steps in both evaluators", arguments: doublings.indices)
    func doubling(index: Int) throws {
        let (start, link, question) = Self.doublings[index]
        let links = (0..<60).map { "($v\($0 + 1) := \(link($0))) != nil" }
        let text = (["($v0 := \(start)) != nil"] + links + [question]).joined(separator: " AND ")
        let warnings = MatchesTests.Warnings()
        var context = warnings.context
        context.limits.evaluationSteps = 1_000_000
        for text in [text, "NOT (\(text))"] {
            let program = try ParsedPredicate(parsing: text).checked(against: nil).program
            #expect(holds(program.predicate, on: ["a": 1], slots: program.slotCount, context: context) == false)
        }
        #expect(warnings.all.withLock { $0 } == Array(repeating: .stepLimit, count: 4))
    }

    @Test("A nested list is counted each time it is traversed, and a few of them are allowed")
    func nestedLists() throws {
        let text = "($v := {a, a}) != nil AND {$v, $v} == {$v, $v} AND uppercase(a) == \"AAAA\""
        let program = try ParsedPredicate(parsing: text).checked(against: nil).program
        for (steps, wanted) in [(200, true), (5, false)] {
            var context = EvaluationContext()
            context.limits.evaluationSteps = steps
            #expect(holds(program.predicate, on: ["a": "aaaa"], slots: program.slotCount, context: context) == wanted)
        }
    }

    @Test("A cancelled evaluation is false")
    func cancellation() {
        let asked = Locked(0)
        var context = EvaluationContext()
        context.isCancelled = {
            asked.withLock {
                $0 += 1; return $0 > 1
            }
        }
        let record: PredicateValue = .list((0..<20_000).map { .integer($0) })
        let all = CorePredicate.quantified(.all, over: .record, slot: 0, expansion: .deep, body: .constant(true))
        let compiled = CompiledPredicate(CoreProgram(predicate: all, slotCount: 1))
        #expect(!compiled.evaluate(on: record, context: context))
        #expect(asked.withLock { $0 } == 2)
        let program = CoreProgram(predicate: .constant(true), slotCount: 0)
        context.isCancelled = { true }
        #expect(!ReferenceEvaluator().evaluate(program, on: nil, context: context))
        #expect(!CompiledPredicate(program).evaluate(on: nil, context: context))
    }

    @Test("Constant patterns are compiled once, and again only for other limits")
    func patterns() {
        let engine = ToyEngine()
        let program = CoreProgram(predicate: .text(.matches, .record, .constant("a.*"), []), slotCount: 0)
        let compiled = CompiledPredicate(program, library: PredicateLibrary().using(patterns: engine))
        for _ in 0..<10 { #expect(compiled.evaluate(on: "abc", context: EvaluationContext())) }
        #expect(engine.compilations.withLock { $0 } == 1)
        var context = EvaluationContext()
        context.limits.patternBytes = 2
        #expect(!compiled.evaluate(on: "abc", context: context))
    }

    @Test("One compiled predicate serves many threads")
    func threads() async {
        let any = CorePredicate.quantified(
            .any, over: a, slot: 0, expansion: .deep, body: .text(.matches, .slot(0), .member(.record, "p"), []))
        let compiled = CompiledPredicate(
            CoreProgram(predicate: any, slotCount: 1), library: PredicateLibrary().using(patterns: ToyEngine()))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var wrong = 0
                    let context = EvaluationContext()
                    for number in 0..<300 {
                        let p = PredicateValue.string("x\((task + number) % 200).*")
                        let record: PredicateValue = ["p": p, "a": ["", .string("x\((task + number) % 200)y")]]
                        if !compiled.evaluate(on: record, context: context) { wrong += 1 }
                    }
                    return wrong
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
