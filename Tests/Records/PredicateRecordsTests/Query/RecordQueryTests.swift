import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateRecords

/// Queries over streams, tables and columns give the same results as over values.
@Suite struct RecordQueryTests {
    static let queries: [RecordQuery] = [
        RecordQuery(sort: "-n, name"), RecordQuery(sort: "name[cd]:nil-last, -i", offset: 3, limit: 7),
        RecordQuery(where: "n > 2", select: "i, name, o.x", limit: 9), RecordQuery(select: "n", distinct: true),
        RecordQuery(sort: "-i", select: "n, o.x", distinct: true, offset: 1, limit: 5),
        RecordQuery(where: "i > 5", sort: "o.x, i", distinct: true, limit: 30),
        RecordQuery(
            where: "name != nil", groupBy: "name", aggregate: "s = sum(n), m = max(i)", having: "count > 2",
            sort: "-s, name"),
        RecordQuery(groupBy: "o.x, n", aggregate: "list(i)", select: "o.x, n", distinct: true),
        RecordQuery(aggregate: "sum(n), average(i), distinct(name), count(o.x)"),
        RecordQuery(groupBy: "half = i / 2", aggregate: "first(name), last(name)", offset: 2, limit: 4),
    ]

    static func lines(_ count: Int, seed: UInt64) -> [String] {
        var random = SeededRandom(seed: seed)
        let names = ["\"Ada\"", "\"ada\"", "\"Émile\"", "null", "\"b\""]
        return (0..<count).map { number in
            var text = "{\"i\":\(number),\"n\":\(Int.random(in: 0..<6, using: &random))"
            if Bool.random(using: &random) { text += ".0" }
            if let name = names.randomElement(using: &random) { text += ",\"name\":\(name)" }
            if Bool.random(using: &random) { text += ",\"o\":{\"x\":\(Int.random(in: 0..<3, using: &random))}" }
            return text + "}"
        }
    }

    @Test(arguments: queries.indices)
    func everySourceGivesTheSame(index: Int) throws {
        let lines = Self.lines(150, seed: UInt64(index) + 3)
        let text = lines.joined(separator: "\n")
        let query = try Self.queries[index].checked()
        var reader = JSONReader()
        let values = try lines.map { try reader.read($0) }
        let wanted = query.results(of: values)
        #expect(!wanted.isEmpty)
        #expect(try query.results(of: RecordStream(.text(text))) == wanted)
        // Several streams, one after the other.
        let parts = [lines.prefix(40), lines.dropFirst(40).prefix(1), lines.dropFirst(41)].map {
            $0.joined(separator: "\n")
        }
        #expect(try query.results(of: parts.map { try RecordStream(.text($0)) }) == wanted)
        var table = RecordTable()
        let stream = try RecordStream(.text("[" + lines.joined(separator: ",") + "]"))
        while let record = try stream.next() { table.append(record) }
        #expect(try query.results(of: table) == wanted)
        #expect(try query.results(of: table, RecordTable()) == wanted)
        for chunkSize in [64, 1 << 16] {
            #expect(query.results(of: RecordColumns(table, chunkSize: chunkSize)) == wanted)
        }
    }

    @Test func badRecordsAreErrorsUnlessTheyArePassedOver() throws {
        let text = "{\"a\":2}\n{\"a\":\n{\"a\":1}\n"
        let query = try RecordQuery(sort: "a", select: "a").checked()
        #expect(throws: RecordError.self) { try query.results(of: RecordStream(.text(text))) }
        let found = try query.results(
            of: RecordStream(.text(text)), options: RecordQueryOptions(skipsBadRecords: true))
        #expect(found.map { RecordWriter.json($0) } == [#"{"a":1}"#, #"{"a":2}"#])
    }

    @Test func noMoreIsReadThanIsNeeded() throws {
        let query = try RecordQuery(select: "a", limit: 1).checked()
        #expect(try query.results(of: RecordStream(.text("{\"a\":2}\n{\"a\":\n"))).count == 1)
        let cancelled = EvaluationContext(isCancelled: { true })
        #expect(try query.results(of: RecordStream(.text("{\"a\":2}\n")), context: cancelled).isEmpty)
    }
}
