import Foundation
import PredicateFormat
import PredicateTesting
import Testing

private struct Person: PredicateDescribed {
    var name: String
    var age: Int
    var city: String

    static let predicateDescription = PredicateDescription<Person> {
        PredicateField("name", \.name)
        PredicateField("age", \.age)
        PredicateField("city", \.city)
    }
}

private func largest(_ records: [PredicateValue], _ schema: RecordSchema?) throws -> [PredicateValue] {
    // queries.md: begin
    let query = RecordQuery(
        where: "population > 100000", groupBy: "country.code", aggregate: "total = sum(population)",
        having: "count > 3", sort: "-total", limit: 20)
    let results = try query.checked(against: schema).results(of: records)
    // queries.md: end
    return results
}

private func oldest(_ people: [Person]) async throws -> ([Person], [[String: PredicateValue]], [[Person]]) {
    var shown: [[Person]] = []
    func show(_ batch: [Person]) { shown.append(batch) }
    // queries.md: begin
    let oldest: [Person] = try people.fetch(where: Person.predicate("city == %@", "Lisbon"))
        .sorted(by: \.age, .descending)
        .sorted(by: \.name, options: .caseInsensitive)
        .limit(10)
        .result()
    let cities: [[String: PredicateValue]] = try people.fetch()
        .groupBy(\.city).aggregating(.average, of: \.age, as: "age")
        .having("count > 3").sorted(by: "-age")
        .result()
    for try await batch in people.fetch().sorted(by: \.name).batchSize(100).batches() { show(batch) }
    // queries.md: end
    return (oldest, cities, shown)
}

/// The Swift code of `Documentation/queries.md` is the code that is compiled and run here.
@Suite struct QueriesPageTests {
    @Test func thePageShowsThis() throws {
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let text = try Repository.text(of: "Documentation/queries.md")
        let parts = here.components(separatedBy: "    // queries.md: begin\n").dropFirst()
        let blocks = parts.compactMap { $0.components(separatedBy: "    // queries.md: end\n").first }
        #expect(blocks.count == text.components(separatedBy: "```swift\n").count - 1)
        for block in blocks {
            let lines = block.split(separator: "\n").map { $0.dropFirst(4) }
            #expect(text.contains("```swift\n" + lines.joined(separator: "\n") + "\n```\n"))
        }
    }

    @Test func itRuns() async throws {
        let people = (0..<130).map { Person(name: "n\($0)", age: $0, city: $0 % 40 < 2 ? "Lisbon" : "Porto") }
        let (oldest, cities, batches) = try await oldest(people)
        #expect(oldest.map(\.age) == [121, 120, 81, 80, 41, 40, 1, 0])
        #expect(cities.map { $0["city"] } == [.string("Porto"), .string("Lisbon")])
        #expect(batches.map(\.count) == [100, 30])
        let records = (0..<8).map { number -> PredicateValue in
            .object(
                PredicateObject([
                    ("population", .integer(Int64(100_001 + number))),
                    ("country", .object(PredicateObject([("code", .string(number < 5 ? "a" : "b"))]))),
                ]))
        }
        #expect(try largest(records, nil).count == 1)
    }
}
