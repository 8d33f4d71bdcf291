// predicate-files.md: begin
import PredicateFiles
import PredicateFormat

struct City: PredicateDescribed {
    var name: String
    var population: Int?
    var capital: Bool?

    static let predicateDescription = PredicateDescription<City> {
        PredicateField("name", \.name)
        PredicateField("population", \.population)
        PredicateField("capital", \.capital)
    }
}

func bigCities(of cities: [City], rules: String) throws -> [City] {
    let file = try PredicateFile(contentsOf: rules)
    let big = try file.predicate("big-cities", for: City.self, ["minimum": 500_000])
    return cities.filter(big)
}
// predicate-files.md: end

// predicate-files.md: begin
func bigRecords(of records: [PredicateValue], in file: PredicateFile) throws -> [PredicateValue] {
    let big = try file.predicate("big-capitals")
    return records.filter { big.matches($0) }
}
// predicate-files.md: end

// predicate-files.md: begin
func failures(in file: PredicateFile) -> [String] {
    file.predicates.flatMap { predicate in
        predicate.failingCases().map { failure in
            let answer = failure.actual.map { "\($0)" } ?? failure.reason ?? "no answer"
            return "\(predicate.name), case \(failure.test.index): \(failure.expected) expected, \(answer)"
        }
    }
}
// predicate-files.md: end

// predicate-files.md: begin
func follow(_ rules: String, use: (PredicateFile) -> Void, log: (String) -> Void) async throws {
    let watcher = try PredicateFileWatcher(rules)
    let changes = watcher.changes
    use(watcher.current)
    for await change in changes {
        switch change {
        case .loaded(let file): use(file)
        case .refused(let error): log("\(error)")  // watcher.current is still the last good set
        }
    }
}
// predicate-files.md: end

import Foundation
import Testing

@Suite("The examples in Documentation/predicate-files.md") struct PredicateFilePageTests {
    private static let rules = PredicateFileSchemaTests.root.appendingPathComponent("Examples/Predicates/rules.yaml")
        .path

    /// The page shows the code above, in its order.
    @Test func thePageShowsThisFile() throws {
        let page = try String(
            contentsOf: PredicateFileSchemaTests.root.appendingPathComponent("Documentation/predicate-files.md"),
            encoding: .utf8)
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        var examples: [String] = []
        for part in here.components(separatedBy: "// predicate-files.md: begin\n").dropFirst() {
            examples.append(part.components(separatedBy: "// predicate-files.md: end\n").first ?? "")
        }
        examples.removeAll { $0.contains("components(separatedBy") }
        #expect(examples.count == 4)
        for example in examples { #expect(page.contains("```swift\n" + example + "```"), "\(example)") }
    }

    /// The page shows what is said of a file with two mistakes.
    @Test func thePageShowsWhatIsSaid() throws {
        let page = try String(
            contentsOf: PredicateFileSchemaTests.root.appendingPathComponent("Documentation/predicate-files.md"),
            encoding: .utf8)
        let start = try #require(page.range(of: "```yaml\nschema: cities.schema.json\n"))
        let rules = try #require(page[start.upperBound...].components(separatedBy: "```").first)
            .replacingOccurrences(of: "predicate: population", with: "predicate: popluation")
            .replacingOccurrences(of: "@{big-cities}", with: "@{big-citis}")
        let text = "type: City\n" + rules
        do throws(PredicateFileError) {
            _ = try PredicateFile(
                Array(text.utf8), format: .yaml, path: "rules.yaml", types: [City.predicateDescription.schema])
            Issue.record("the mistakes were not found")
        } catch {
            #expect(page.contains("```text\n\(error)\n```"), "\(error)")
        }
    }

    @Test func thePageIsRight() throws {
        let cities = [City(name: "Lisbon", population: 545_000, capital: true), City(name: "Atlantis")]
        #expect(try bigCities(of: cities, rules: Self.rules).map(\.name) == ["Lisbon"])
        let file = try PredicateFile(contentsOf: Self.rules)
        #expect(
            try bigRecords(of: [["population": 2_000_000, "capital": true], ["population": 5]], in: file).count == 1)
        #expect(failures(in: file).isEmpty)
    }

    @Test func thePageFollows() async throws {
        let folder = try PredicateFileWatcherTests.Folder()
        try folder.overwrite(PredicateFileWatcherTests.rules(1))
        let rules = folder.rules
        let task = Task {
            var numbers: [Int] = []
            try await follow(rules, use: { numbers.append(PredicateFileWatcherTests.number($0) ?? 0) }, log: { _ in })
            return numbers
        }
        task.cancel()
        #expect(try await task.value == [1])
    }
}
