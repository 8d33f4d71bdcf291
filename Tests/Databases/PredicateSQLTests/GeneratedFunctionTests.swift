import PredicateCore
import PredicateSQLTesting
import PredicateTesting
import Testing

/// A new function is compared with the databases only if the generator calls it.
@Suite("Generated predicates for databases call every pure function")
struct GeneratedFunctionTests {
    @Test(arguments: ["sqlite", "postgresql", "duckdb", "spark"])
    func calls(_ dialect: String) {
        var predicates = GeneratedPredicates(seed: 1, dialect: dialect)
        let texts = (0..<4000).map { _ in predicates.predicate() }
        #expect(BuiltInFunction.uncalled(in: texts) == [])
    }
}
