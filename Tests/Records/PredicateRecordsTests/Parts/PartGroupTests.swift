import Foundation
import PredicateFormat
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateRecords

/// Groups that workers make of their parts, and that are joined afterwards.
@Suite struct PartGroupTests {
    private static let lines: [String] = {
        var generator = SeededRandom(seed: 11)
        func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
        return (0..<200).map { number in
            let n = pick(["1", "2", "-3", "null", "9223372036854775807", "-9223372036854775808", "9007199254740993"])
            let s = pick(["\"a\"", "\"A\"", "\"é\"", "null", "\"b\\u0041\"", "3", "{\"k\":1}"])
            let x = pick(["1.50", "1.5e0", "2.5", "null", "-0.0", "0"])
            return "{\"n\": \(n), \"s\": \(s), \"x\": \(x), \"i\":\(number % 7)}"
        }
    }()

    private static func request(_ query: RecordQuery) throws -> PartRequest {
        var request = PartRequest(try CheckedPredicate("i != 5", library: .standardWithPatterns), now: 1)
        request.query = query
        request.query?.sort = nil
        request.query?.having = nil
        request.joinsGroups = true
        return request
    }

    @Test(
        "The groups of parts join to those of all records",
        arguments: [
            RecordQuery(
                groupBy: "s", aggregate: "sum(n), average(n), min(x), max(n), first(i), last(x), count(x)",
                having: "count > 1", sort: "-count"),
            RecordQuery(aggregate: "sum(n), average(i), min(x), c = count(n)"),
            RecordQuery(groupBy: "s, i", aggregate: "min(s), max(s.k)"), RecordQuery(groupBy: "n"),
            RecordQuery(groupBy: "i + 1", aggregate: "max(x * 2), t = sum(n + i)"),
        ])
    func joined(query: RecordQuery) throws {
        let text = Array((Self.lines.joined(separator: "\n") + "\n").utf8)
        let file = try PartFile(text)
        var direct = query
        direct.predicate = "i != 5"
        let checked = try direct.checked(library: .standardWithPatterns)
        let expected = try checked.results(of: RecordStream(.bytes(text)))
        #expect(!expected.isEmpty)
        var generator = SeededRandom(seed: 3)
        for _ in 0..<10 {
            var cuts = [0, file.size] + (0..<3).map { _ in Int.random(in: 0...file.size, using: &generator) }
            cuts.sort()
            let tasks = zip(cuts, cuts.dropFirst()).enumerated().map {
                file.task($0.offset, $0.element.0..<$0.element.1)
            }
            let answer = try PartAnswer(try Self.request(query), tasks)
            #expect(answer.records.count <= 4 * max(1, expected.count * 4))
            var run = QueryRun<Int>(checked, context: EvaluationContext(limits: checked.limits))
            for record in answer.records {
                let part = try PartGroup(json: Array(record.utf8)[...])
                try run.join(part) { bytes in
                    var reader = JSONReader()
                    return QueryRun<Int>.PartRecord(value: try reader.read(RawRecord(bytes: bytes))) { _ in nil }
                }
            }
            var results: [PredicateValue] = []
            for case .group(let fields) in run.finish() {
                results.append(.object(PredicateObject(fields.map { ($0.name, $0.cell.value) })))
            }
            #expect(results == expected)
        }
    }

    @Test("A sum of other numbers than integers is not made of parts")
    func separate() throws {
        let file = try PartFile(Array("{\"n\":1,\"i\":1}\n{\"n\":2.5,\"i\":1}\n".utf8))
        let answer = try PartAnswer(
            try Self.request(RecordQuery(aggregate: "sum(n)")), [file.task(0, 0..<file.size)])
        let part = try PartGroup(json: Array(try #require(answer.records.first).utf8)[...])
        #expect(part.count == 2)
        if case .separate? = part.aggregates.first {} else { Issue.record("\(part)") }
    }

    @Test(
        "What is no part of a group is refused",
        arguments: [
            "", "[]", "{}", "{\"n\":-1}", "{\"n\":1,\"1\":null}", "{\"n\":1,\"0\":true}", "{\"n\":1,\"0\":[1,2]}",
        ])
    func damaged(text: String) {
        #expect(throws: PartRequestError.self) { try PartGroup(json: Array(text.utf8)[...]) }
    }
}
