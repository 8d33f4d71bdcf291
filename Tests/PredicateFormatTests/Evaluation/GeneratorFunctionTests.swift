import Foundation
import PredicateFormat
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
        let texts = (0..<4000).map { seed in
            var samples = SampleGenerator(seed: UInt64(seed))
            return samples.predicate()
        }
        #expect(BuiltInFunction.uncalled(in: texts) == [])
    }

    @Test func ofRoutes() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Scripts/routes/predicates.py").standardized
        // A call stands at the beginning of a literal. The functions of Python do not count.
        let pieces = try String(contentsOf: file, encoding: .utf8).split(separator: "\"").dropFirst()
        let calls = pieces.compactMap { piece in
            piece.firstIndex(of: "(").map { String(piece[...$0]) }
        }
        #expect(BuiltInFunction.uncalled(in: calls.filter { !$0.contains(" ") }) == [])
    }
}
