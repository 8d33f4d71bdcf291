import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Deep trees on a thread with a small stack. An overflow ends the process, so it needs no expectation.
@Suite("Evaluation on a small stack")
struct StackTests {
    private static let depth = 200

    /// Runs a body on a thread with a stack of 512 KiB.
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
    }

    private static func repeated<T>(_ start: T, _ wrap: (T, Int) -> T) -> T {
        var value = start
        for level in 0..<depth { value = wrap(value, level) }
        return value
    }

    private static let isOne = CorePredicate.equal(.record, .constant(1), [])

    static let predicates: [(String, CorePredicate)] = [
        ("NOT", repeated(isOne) { inner, _ in .not(inner) }),
        ("AND", repeated(isOne) { inner, _ in .and([isOne, inner]) }),
        (
            "AND and OR of many",
            repeated(isOne) { .and([isOne, .or([.not(isOne), isOne, $0]), $1 == 0 ? isOne : isOne]) }
        ),
        (
            "assignments",
            repeated(isOne) { .scoped([CoreAssignment(slot: $1, value: .record)], $0) }
        ),
        (
            "quantifiers",
            repeated(isOne) {
                .quantified(.any, over: .aggregate([.record, .record]), slot: $1, expansion: .deep, body: $0)
            }
        ),
        (
            "subqueries",
            repeated(isOne) { inner, level in
                .ordered(
                    .greater,
                    .collection(.count, .subquery(.aggregate([.record]), slot: level, inner), slot: 0, path: nil),
                    .constant(0), [])
            }
        ),
        ("TERNARY", repeated(isOne) { inner, _ in .equal(.ternary(inner, .record, .constant(2)), .constant(1), []) }),
    ]

    static let expressions: [(String, CoreExpression)] = [
        ("arithmetic", repeated(.record) { inner, _ in .arithmetic(.add, inner, .constant(0)) }),
        ("arithmetic on the right", repeated(.record) { inner, _ in .arithmetic(.add, .record, inner) }),
        ("members, read", repeated(.record) { inner, _ in .read(.member(inner, "self"), as: .integer) }),
        ("aggregates", repeated(.record) { inner, _ in .aggregate([inner]) }),
        ("indexes", repeated(.record) { inner, _ in .index(.aggregate([inner]), .constant(0)) }),
        ("calls", repeated(.record) { inner, _ in .call(.absolute, [inner]) }),
        ("casts", repeated(.record) { inner, _ in .cast(.cast(inner, .string), .number) }),
        ("sets", repeated(.aggregate([.record])) { inner, _ in .set(.union, inner, .constant([2])) }),
        (
            "collection operators",
            repeated(.record) { .collection(.sum, .aggregate([.record]), slot: $1, path: $0) }
        ),
    ]

    @Test("Predicates", arguments: predicates.map(\.0))
    func predicate(_ name: String) throws {
        let predicate = try #require(Self.predicates.first { $0.0 == name }).1
        let program = CoreProgram(predicate: predicate, slotCount: Self.depth)
        var context = EvaluationContext()
        context.limits.evaluationSteps = 1000
        let bounded = context
        onSmallStack {
            let reference = ReferenceEvaluator().evaluate(program, on: 1, context: bounded)
            let compiled = CompiledPredicate(program)
            #expect(compiled.evaluate(on: 1, context: bounded) == reference)
            _ = compiled.evaluate(on: 2, context: bounded)
        }
    }

    @Test("Expressions", arguments: expressions.map(\.0))
    func expression(_ name: String) throws {
        let expression = try #require(Self.expressions.first { $0.0 == name }).1
        let program = CoreExpressionProgram(expression: expression, slotCount: Self.depth)
        onSmallStack {
            let context = EvaluationContext()
            let reference = ReferenceEvaluator().evaluate(program, on: 1, context: context)
            let compiled = CompiledExpression(program)
            #expect(compiled.evaluate(on: 1, context: context) == reference)
        }
    }

    private static let deepObject: PredicateValue = {
        var object: PredicateValue = ["k": 1]
        for _ in 0..<1500 { object = ["k": object] }
        return object
    }()

    @Test("Values that are deeper than any record")
    func values() {
        onSmallStack {
            let deep = Values.nested(2000)
            #expect(ValueSemantics.equals(deep, Values.nested(2000)))
            _ = ValueSemantics.member(deep, "a")
            _ = ValueHash.hash(deep, .exact)
            _ = ValueHash.hash(deep, .lenient)
            _ = ValueSemantics.expansion(of: deep, deep: true)
            _ = ValueSemantics.distinct([deep, deep, .set([deep])])
            _ = ValueSemantics.equals(.set([.set([.set([deep])])]), .set([.set([.set([deep])])]))
            _ = deep.description
            var sets = PredicateValue.set([1])
            for _ in 0..<500 { sets = .set([sets]) }
            _ = ValueSemantics.equals(sets, sets)
            for deep in [Self.deepObject, [Self.deepObject], .set([Self.deepObject])] {
                _ = ValueHash.Kind(for: [deep])
                _ = ValueHash.hash(deep, .exact)
                _ = ValueHash.hash(deep, .lenient)
                #expect(ValueSemantics.equals(deep, deep))
            }
        }
    }
}
