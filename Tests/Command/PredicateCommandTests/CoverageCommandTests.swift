import Foundation
import PredicateAnalysis
import PredicateCore
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate coverage`.
@Suite struct CoverageCommandTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        let people = (0..<40).map {
            "{\"name\":\"n\($0)\",\"age\":\($0),\"state\":\"\($0 % 4 == 0 ? "新しい" : "old")\"}\n"
        }
        file = try folder.file("people.ndjson", people.joined())
    }

    private func coverage(_ arguments: String...) -> CommandResult { predicate(["coverage"] + arguments) }

    @Test func snippet() {
        let result = coverage("age >= 10 AND (state == '新しい' OR name == 'n11') AND NOT age > 50", file)
        #expect(result.messages == "")
        #expect(
            result.output == """
                40 records, 8 match

                                         true  false  decides
                AND                         8     32       40  ███░░░░░░░░░░░░░
                ├─ age >= 10               30     10       11  ████████████░░░░
                ├─ OR                      11     29       30  ████░░░░░░░░░░░░
                │  ├─ state == "新しい"    10     30       29  ████░░░░░░░░░░░░
                │  └─ name == "n11"         1     39       23  █░░░░░░░░░░░░░░░
                └─ NOT                     40      0        8  ████████████████  never mattered
                   └─ age > 50              0     40        8  ░░░░░░░░░░░░░░░░  never mattered

                """)
    }

    /// Each number equals the count of a filter for its clause.
    @Test func theNumbersAreThoseOfFilters() throws {
        let data = Repository.root.appendingPathComponent("Examples/Data/cities.ndjson").path
        let clauses = [
            "countrycode == 'PT'", "population > 100000", "name BEGINSWITH 'L'", "ANY alternatenames CONTAINS 'o'",
        ]
        let text = "\(clauses[0]) AND (\(clauses[1]) OR \(clauses[2])) AND \(clauses[3])"
        let result = coverage(text, data, "--output", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let counted = try #require(object["clauses"] as? [[String: Any]])
        func count(_ text: String) -> Int { Int(filter("--count", text, data).lines.first ?? "") ?? -1 }
        #expect(object["matches"] as? Int == count(text))
        #expect(object["records"] as? Int == count("TRUEPREDICATE"))
        for (index, clause) in zip([1, 3, 4, 5], clauses) {
            #expect(counted[index]["text"] as? String == clause)
            #expect(counted[index]["true"] as? Int == count(clause))
            #expect(counted[index]["false"] as? Int == count("NOT \(clause)"))
        }
        // The number of changed answers is the difference that the last clause makes to the count.
        let without = count("\(clauses[0]) AND (\(clauses[1]) OR \(clauses[2]))")
        #expect(counted[5]["changed"] as? Int == without - count(text))
        #expect(counted[5]["matters"] as? Bool == (without != count(text)))
    }

    @Test(arguments: [30, 50, 80, 120])
    func itFits(width: Int) throws {
        let text = "(a == '\(String(repeating: "日", count: 100))' OR NOT b == 1) AND c IN {1, 2, 3, 4, 5, 6, 7, 8}"
        let predicate = try ParsedPredicate(parsing: text).checked()
        let coverage = predicate.coverage(over: [["b": 1], ["c": 2]])
        let drawn = CoverageText(coverage: coverage, width: width).text
        for line in drawn.split(separator: "\n") where width >= 50 {
            #expect(TextWidth.columns(of: String(line)) <= width, "\(line)")
        }
        #expect(drawn.contains("never mattered"))
    }

    @Test func otherForms() throws {
        #expect(coverage("age > 30", file).output.hasPrefix("40 records, 9 match\n"))
        #expect(coverage("TRUEPREDICATE", file).output.contains("never mattered"))
        #expect(coverage("aeg > 30", file).status == 65)
        #expect(coverage("age > 30", folder.path("none")).status == 66)
        let bad = try folder.file("bad.ndjson", "{\"a\":1}\n{\"a\":}\n")
        #expect(coverage("--untyped", "a > 2", bad).status == 65)
        let empty = try folder.file("empty.ndjson", "")
        #expect(
            coverage("--untyped", "a > 2", empty).output == """
                0 records, 0 match

                       true  false  decides
                a > 2     0      0        0  ░░░░░░░░░░░░░░░░

                """)
    }

    /// A clause over the records of `QuickFilterTests`, or several joined at random.
    private static func generated(_ random: inout SeededRandom, depth: Int) -> String {
        let clauses = [
            "n > 5", "n == 7", "name == 'a'", "name CONTAINS '\"'", "name == nil", "ANY list.n == 2", "o.x > 0",
            "list.@count > 2", "n IN {1, 2, 3}", "name MATCHES 'a.*'", "TRUEPREDICATE", "FALSEPREDICATE", "o != nil",
            "n + 1 > 4", "nothing == 1",
        ]
        let choice = depth == 0 ? 0 : random.below(4)
        if choice == 0 { return clauses[random.below(clauses.count)] }
        if choice == 1 { return "NOT (\(generated(&random, depth: depth - 1)))" }
        let parts = (0..<2 + random.below(2)).map { _ in "(\(generated(&random, depth: depth - 1)))" }
        return parts.joined(separator: choice == 2 ? " AND " : " OR ")
    }

    /// Scanning for each clause gives the same counts as evaluating all of them for each record.
    @Test func scannedAsWalked() throws {
        let lines = QuickFilterTests.records(3000).joined(separator: "\n") + "\n"
        let file = try folder.file("records.ndjson", lines)
        var random = SeededRandom(seed: 7)
        var scanned = 0
        for number in 0..<40 {
            let text = Self.generated(&random, depth: 3)
            let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
            let sources = number % 4 == 0 ? [file, file] : [file]
            var request = PredicateRequest(text: PredicateText(text), sources: sources.map { .file($0) })
            request.untyped = true
            let prepared = try FilterPreparation(request: request, environment: environment).prepare()
            func coverage(_ scans: Bool) throws -> PredicateCoverage {
                try CoverageCommand.coverage(of: request, prepared, in: environment, scans: scans).0
            }
            let (quick, slow) = (try coverage(true), try coverage(false))
            #expect(quick.json(pretty: false) == slow.json(pretty: false), "\(text)")
            let reader = prepared.reader(request)
            if CoverageScan(request, prepared, reader: reader, in: environment) != nil { scanned += 1 }
        }
        #expect(scanned > 30)
    }
}
