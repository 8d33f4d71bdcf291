import PredicateFormat
import PredicateKeyPaths
import PredicatePatterns
import PredicateTesting
import Testing

/// Swift predicates, which a script generated once, agree with the texts next to them.
@Suite("Generated predicates")
struct WrittenTests {
    private static let library = PredicateLibrary.standard.using(patterns: PCRE2PatternEngine())

    @Test func eachIsItsText() throws {
        var generator = SampleGenerator(seed: 11)
        let samples = (0..<40).map { _ in generator.sample() }
        let written = Written.predicates
        var (trues, constant) = (0, 0)
        for (text, predicate) in written {
            do {
                let expected = try Sample.predicate(parsing: text, library: Self.library)
                let checked = try predicate.checked(library: Self.library)
                #expect(checked.predicateFormat == expected.predicateFormat)
                #expect(checked.checked.tree.canonical == expected.checked.tree.canonical, "\(text)")
                let rows = samples.map { expected.matches($0) }
                #expect(samples.map { checked.matches($0) } == rows, "\(text)")
                let found = rows.count { $0 }
                trues += found
                if found == 0 || found == rows.count { constant += 1 }
            } catch {
                Issue.record("\(text): \(error)")
            }
        }
        #expect(written.count >= 500)
        // Both answers must be common, or little would be tested.
        #expect(trues > written.count * samples.count / 5 && trues < written.count * samples.count * 4 / 5)
        #expect(constant < written.count / 4, "\(constant) have one answer for all values")
    }
}
