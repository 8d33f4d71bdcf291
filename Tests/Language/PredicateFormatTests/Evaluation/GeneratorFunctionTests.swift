import Foundation
import PredicateCore
import PredicateTesting
import Testing

/// A new function is compared between the engines only if the generators call it.
@Suite("Generated predicates call every pure function")
struct GeneratorFunctionTests {
    @Test func ofRecords() {
        let texts = (0..<3000).map { seed in
            var predicates = RecordPredicates(seed: UInt64(seed))
            return predicates.predicate()
        }
        #expect(BuiltInFunction.uncalled(in: texts) == [])
    }

    @Test func ofSwiftTypes() {
        let texts = (0..<6000).map { seed in
            var samples = SampleGenerator(seed: UInt64(seed))
            return samples.predicate()
        }
        #expect(BuiltInFunction.uncalled(in: texts) == [])
    }

    @Test func ofRoutes() throws {
        // A call stands at the beginning of a literal. The functions of Python do not count.
        let pieces = try Repository.text(of: "Tests/Command/routes/predicates.py").split(separator: "\"").dropFirst()
        let calls = pieces.compactMap { piece in
            piece.firstIndex(of: "(").map { String(piece[...$0]) }
        }
        #expect(BuiltInFunction.uncalled(in: calls.filter { !$0.contains(" ") }) == [])
    }
}
