import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import Testing

/// Runs the corpus of `Tests/Conformance`.
@Suite struct ConformanceTests {
    @Test func corpusIsWhole() {
        let cases = ConformanceFile.all.flatMap(\.cases)
        #expect(ConformanceFile.all.filter(\.cases.isEmpty).map(\.name) == [])
        #expect(ConformanceFile.all.count > 20)
        #expect(cases.count > 5000)
        #expect(Set(cases.map(\.id)).count == cases.count, "an id stands twice")
    }

    @Test(arguments: ConformanceFile.all)
    func cases(of file: ConformanceFile) throws {
        let runner = try ConformanceRunner()
        for tested in file.cases {
            for failure in runner.failures(of: tested, reparsing: !file.isGenerated) {
                Issue.record("\(tested.id): \(tested.text.prefix(300)): \(failure)")
            }
        }
    }
}
