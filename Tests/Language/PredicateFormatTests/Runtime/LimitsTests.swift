import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Limits")
struct LimitsTests {
    private func limits(diagnostics: Int = 1_000, syntaxDiagnostics: Int = 100) -> PredicateLimits {
        var limits = PredicateLimits()
        limits.diagnostics = diagnostics
        limits.syntaxDiagnostics = syntaxDiagnostics
        return limits
    }

    /// The quick comparison of each evaluation must not miss a limit that patterns are compiled with.
    @Test func quickComparison() {
        let others: [PredicateLimits] = [
            PredicateLimits(sourceBytes: 1), PredicateLimits(depth: 1), PredicateLimits(nodes: 1),
            PredicateLimits(listElements: 1), PredicateLimits(patternBytes: 1), PredicateLimits(patternSteps: 1),
            PredicateLimits(evaluationSteps: 1), PredicateLimits(evaluationBytes: 1), PredicateLimits(estimatedCost: 1),
            PredicateLimits(estimatedRecord: RecordSizes(recordBytes: 1)),
            PredicateLimits(estimatedRecord: RecordSizes(elements: 1)),
            PredicateLimits(estimatedRecord: RecordSizes(textBytes: 1)),
            PredicateLimits(estimatedRecord: RecordSizes(fields: ["a": 1])), PredicateLimits(recordDepth: 1),
            PredicateLimits(allowsRandom: false), PredicateLimits(allowedFunctions: []),
            PredicateLimits(allowedFunctions: ["a"]), PredicateLimits.standard.fixing,
            limits(diagnostics: 1), limits(syntaxDiagnostics: 1),
        ]
        #expect(others.count >= Mirror(reflecting: PredicateLimits()).children.count)
        for one in others + [.standard, .untrusted] {
            for other in others + [.standard, .untrusted] {
                #expect(one.compilesPatterns(like: other) == (PatternBounds(one) == PatternBounds(other)))
            }
        }
    }
}
