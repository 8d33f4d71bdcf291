import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("The compiled evaluator agrees with the reference")
struct AgreementTests {
    private let library = PredicateLibrary.standard.using(patterns: ToyEngine())

    private func context(_ generator: inout CoreGenerator) -> EvaluationContext {
        EvaluationContext(
            now: Date(timeIntervalSinceReferenceDate: 1),
            bindings: Dictionary(uniqueKeysWithValues: CoreGenerator.variables.map { ($0, generator.value()) }))
    }

    @Test("On generated predicates and records", arguments: 0..<8)
    func predicates(_ part: Int) {
        let reference = ReferenceEvaluator(library: library)
        var trues = 0
        for seed in 0..<500 {
            var generator = CoreGenerator(seed: UInt64(part * 500 + seed))
            let program = generator.program()
            let compiled = CompiledPredicate(program, library: library)
            let context = context(&generator)
            var run = compiled.makeRun(context: context)
            for _ in 0..<4 {
                let record = generator.record()
                let expected = reference.evaluate(program, on: record, context: context)
                #expect(compiled.evaluate(on: record, context: context) == expected, "seed \(part * 500 + seed)")
                #expect(compiled.evaluate(on: record, in: &run) == expected, "seed \(part * 500 + seed)")
                if expected { trues += 1 }
            }
        }
        // Both answers must be common, or little would be tested.
        #expect(trues > 200 && trues < 1800, "\(trues)")
    }

    @Test("On generated expressions and records", arguments: 0..<8)
    func expressions(_ part: Int) {
        let reference = ReferenceEvaluator(library: library)
        var different: Set<PredicateValue> = []
        for seed in 0..<500 {
            var generator = CoreGenerator(seed: UInt64(1_000_000 + part * 500 + seed))
            let program = generator.expressionProgram()
            let compiled = CompiledExpression(program, library: library)
            let context = context(&generator)
            for _ in 0..<4 {
                let record = generator.record()
                let expected = reference.evaluate(program, on: record, context: context)
                #expect(compiled.evaluate(on: record, context: context) == expected, "seed \(part * 500 + seed)")
                different.insert(expected)
            }
        }
        #expect(different.count > 150, "\(different.count)")
    }

    @Test("On every comparison of all hostile values, with the constant on each side or in a list")
    func constants() {
        let reference = ReferenceEvaluator(library: library)
        let context = EvaluationContext()
        let options: [StringOptions] = [[], [.caseInsensitive, .diacriticInsensitive], .localized]
        let values = Values.hostile.filter { $0 != Values.nested(3000) }
        let records = values.map { PredicateValue.object(PredicateObject([("a", $0)])) }
        for constant in values {
            // Options matter only for text, so other constants are tested with one set of options.
            for option in options.prefix(ValueSemantics.text(of: constant) == nil ? 2 : 3) {
                for program in Self.programs(.constant(constant), option) {
                    let compiled = CompiledPredicate(program, library: library)
                    var run = compiled.makeRun(context: context)
                    for record in records {
                        let expected = reference.evaluate(program, on: record, context: context)
                        // Half a million evaluations. The macro would take longer than the evaluation.
                        if compiled.evaluate(on: record, in: &run) != expected {
                            Issue.record("\(constant) \(record) \(program.predicate)")
                        }
                    }
                }
            }
        }
    }

    private static func programs(_ constant: CoreExpression, _ options: StringOptions) -> [CoreProgram] {
        let field = CoreExpression.member(.record, "a")
        var predicates: [CorePredicate] = [
            .equal(field, constant, options), .equal(constant, field, options),
            .text(.contains, field, constant, options),
            .text(.contains, constant, field, options),
            .text(.contains, .aggregate([constant, .constant(7)]), field, options),
            .text(.beginsWith, field, constant, options), .text(.endsWith, field, constant, options),
            .text(.like, field, constant, options),
            .text(.matches, field, constant, options), .between(field, constant, .constant(2)),
            .between(field, .constant("a"), constant), .betweenList(field, .aggregate([.constant(0), constant])),
            .betweenList(field, constant), .text(.beginsWith, constant, field, options),
            .text(.like, constant, field, options),
        ]
        for ordering in [CoreOrdering.less, .lessOrEqual, .greater, .greaterOrEqual] {
            predicates.append(.ordered(ordering, field, constant, options))
            predicates.append(.ordered(ordering, constant, field, options))
        }
        return predicates.map { CoreProgram(predicate: $0, slotCount: 0) }
    }
}
