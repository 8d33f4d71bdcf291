import Foundation
import Testing

@testable import PredicateRecords

/// A table returns the records of the stream, in a loop and by number.
@Suite struct RecordTableTests {
    private static let lines = (0..<200).map { "{\"n\":\($0),\"t\":\"\(String(repeating: "é", count: $0 % 37))\"}" }

    private struct Case: CustomTestStringConvertible {
        var name: String
        var source: RecordSource
        var options = RecordInputOptions()
        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "lines", source: .text("\n" + lines.joined(separator: "\n \n"))),
        Case(name: "a list", source: .text("[\n " + lines.joined(separator: " ,\n\n  ") + "]")),
        Case(
            name: "values at a pointer",
            source: .text("{\"a\":{\"b\":{\"x\":" + lines.joined(separator: ",\"x\":") + "}}}"),
            options: RecordInputOptions(pointer: JSONPointer(["a", "b"]), values: true)),
        Case(name: "gzip", source: .bytes(Array(CompressionTests.gzip))),
    ]

    @Test(arguments: 0..<cases.count, [1, 7, 64, 1 << 20])
    func recordsAreThoseOfTheStream(index: Int, chunk: Int) throws {
        let example = Self.cases[index]
        var expected: [RawRecord] = []
        var table = RecordTable()
        let stream = try RecordStream(Self.small(example.source, chunk), example.options)
        while let record = try stream.next() {
            expected.append(record)
            let isHeld = table.append(record)
            #expect(isHeld)
        }
        #expect(!expected.isEmpty)
        #expect(table.count == expected.count)
        #expect(table.byteCount == expected.reduce(0) { $0 + $1.count })
        for (number, record) in expected.enumerated() {
            let held = try #require(table.record(at: number))
            #expect(held.bytes == record.bytes && held.location == record.location && held.file == record.file)
            #expect(table.byteCount(at: number) == record.count)
        }
        #expect(table.record(at: -1) == nil && table.record(at: expected.count) == nil)
        for range in [0..<expected.count, 0..<0, 1..<expected.count, expected.count / 2..<expected.count / 2 + 1] {
            var walked: [Int] = []
            table.forEach(in: range) { number, record in
                #expect(record.bytes == expected[number].bytes)
                walked.append(number)
                return true
            }
            #expect(walked == Array(range))
        }
        // A range may exceed the end, and a loop that returns false ends.
        var count = 0
        table.forEach(in: 0..<Int.max) { _, _ in
            count += 1
            return count < 3
        }
        #expect(count == min(3, expected.count))
    }

    /// A source in small pieces, so that records are in many parts of memory.
    private static func small(_ source: RecordSource, _ chunk: Int) throws -> RecordSource {
        guard case let text = try source.text(), chunk < 1 << 20 else { return source }
        return RecordSource.pieces(of: text, chunk).reading(inChunksOf: chunk)
    }

    @Test func whatIsHeldStaysWhenTheFileIsCutShort() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.lines.joined(separator: "\n").utf8).write(to: file)
        let stream = try RecordStream(RecordSource.file(file.path).held())
        var table = RecordTable()
        while let record = try stream.next() { table.append(record) }
        try FileHandle(forWritingTo: file).truncate(atOffset: 0)
        #expect(table.record(at: 199)?.text == Self.lines[199])
    }

    @Test func readingEndsWhereItIsCancelled() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.lines.joined(separator: "\n").utf8).write(to: file)
        let stream = try RecordStream(RecordSource.file(file.path).held { true })
        #expect(try stream.next()?.text == nil)
    }
}
