import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Code compiled for a Swift type gives the answers of the reference evaluator over the same values.
@Suite("Predicates over Swift values agree with the reference")
struct TypedAgreementTests {
    private static let library = PredicateLibrary.standard.using(patterns: ToyEngine())

    @Test("On generated predicates and values", arguments: 0..<8)
    func agreement(_ part: Int) throws {
        let reference = ReferenceEvaluator(library: Self.library)
        let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 1), bindings: ["x": 1, "y": nil])
        var (trues, made, asked) = (0, 0, 0)
        for seed in 0..<150 {
            var generator = SampleGenerator(seed: UInt64(part * 400 + seed))
            let text = generator.predicate()
            let predicates: [TypedPredicate<Sample>]
            do {
                predicates = [
                    try Self.open(text, Sample.predicateDescription),
                    try Self.open(text, Sample.byClosures),
                ]
            } catch {
                // A few predicates have a wrong type. With more of them, little would be tested.
                continue
            }
            made += 1
            let samples = (0..<12).map { _ in generator.sample() }
            let program = predicates[0].checked.program
            let expected = samples.map { reference.evaluate(program, on: $0.reference, context: context) }
            for predicate in predicates {
                let found = samples.map { predicate.matches($0, context: context) }
                #expect(found == expected, "\(text)")
                #expect(samples.count(where: predicate, context: context) == expected.count { $0 }, "\(text)")
                if predicate.checked.variables.isEmpty {
                    #expect(samples.map { predicate.matches($0) } == expected, "\(text)")
                }
            }
            trues += expected.count { $0 }
            asked += samples.count
        }
        #expect(made > 120, "\(made) of 150")
        #expect(trues > asked / 8 && trues < asked * 7 / 8, "\(trues) of \(asked)")
    }

    /// A predicate that may have variables without values, which the context has.
    private static func open(_ text: String, _ description: PredicateDescription<Sample>) throws
        -> TypedPredicate<Sample>
    {
        let template = try PredicateTemplate(text, schema: description.schema, library: library)
        return TypedPredicate(template.open, description)
    }

    @Test("A value has the contents of its fields", arguments: 0..<50)
    func values(_ seed: Int) {
        var generator = SampleGenerator(seed: UInt64(seed))
        let sample = generator.sample()
        for description in [Sample.predicateDescription, Sample.byClosures] {
            guard case .object(let expected) = sample.reference else { return }
            let found = withUnsafePointer(to: sample) { description.type.record(UnsafeRawPointer($0)) }
            for key in expected.keys {
                let (a, b) = (found.value(forKey: key), expected.value(forKey: key))
                #expect(ValueSemantics.equals(a, b), "\(key): \(a) and \(b)")
            }
            #expect(found.keys == expected.keys && !found.isDictionary)
        }
    }
}
