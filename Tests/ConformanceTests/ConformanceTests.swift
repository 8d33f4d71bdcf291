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
    func cases(of file: ConformanceFile) {
        for tested in file.cases {
            do {
                if tested.isExpression {
                    _ = try ParsedExpression(parsing: tested.text)
                } else {
                    _ = try ParsedPredicate(parsing: tested.text)
                }
                if tested.isRefused, file.name.hasPrefix("errors-syntax") {
                    print("ACCEPTED \(tested.id): \(tested.text.prefix(200))")
                }
            } catch {
                let found = error.diagnostics.filter { $0.severity == .error }
                if !tested.isRefused {
                    print("REFUSED \(tested.id): \(tested.text.prefix(200)) \(found.map(\.code.rawValue)) \(found.map(\.range))")
                }
                if file.name.hasPrefix("errors") {
                    if let e = tested.errors {
                        if e.map(\.code) != found.map(\.code.rawValue) || zip(e,found).contains(where: { $0.range != nil && $0.range! != $1.range.lowerBound..<$1.range.upperBound }) {
                            print("DIFFERENT \(tested.id): \(tested.text.prefix(200)) \(e) \(found.map(\.code.rawValue)) \(found.map(\.range))")
                        }
                    }
                    if case .by(let c) = tested.rejection, c != found.first?.code.rawValue {
                            print("DIFFERENT \(tested.id): \(tested.text.prefix(200)) \(c) \(found.map(\.code.rawValue)) \(found.map(\.range))")
                    }
                }
            }
        }
    }
}
