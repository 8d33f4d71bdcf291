import PredicateCore
import PredicateTesting
import Testing

/// A new function is compared between the readers of records only if these lists call it.
@Suite("Predicates for scans and columns call every pure function")
struct ScannedFunctionTests {
    @Test func calls() throws {
        #expect(BuiltInFunction.uncalled(in: callingPredicates) == [])
        for text in scannedPredicates + columnPredicates { _ = try scanned(text) }
    }
}
