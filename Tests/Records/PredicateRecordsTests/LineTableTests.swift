import Foundation
import Testing

@testable import PredicateRecords

/// Tables whose records stay in the file: the same records as in the stream, and changes of the file.
@Suite struct LineTableTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ndjson")

    private func write(_ text: [UInt8]) throws { try Data(text).write(to: file) }

    private func remove() { try? FileManager.default.removeItem(at: file) }

    private func table(
        _ pieceBytes: Int = LineIndex.pieceBytes, threads: Int = 2, limit: Int? = nil
    ) throws -> RecordTable? {
        var options = RecordInputOptions()
        if let limit { options.limits.recordBytes = limit }
        return try RecordTable.lines(of: file.path, options, threads: threads, pieceBytes: pieceBytes)
    }

    @Test(
        "Lines equal those of the stream, wherever the pieces end",
        arguments: [16, 17, 40, 100, 1 << 12, 1 << 22], 0..<3 as Range<UInt64>)
    func agreement(pieceBytes: Int, seed: UInt64) throws {
        var generator = LineGenerator(seed: seed)
        var text: [UInt8] = seed == 1 ? [0xEF, 0xBB, 0xBF] : []
        text += Array(#"{"first":1}"#.utf8) + [0x0A]
        for _ in 0..<120 {
            text += Array(
                generator.pick(["", " ", "\t\r", " {} ", #"{"x":"\#(String(repeating: "y", count: 90))"}"#]).utf8)
            text += Array((generator.chance(3) ? generator.line() : "").utf8)
            text += Array(generator.pick(["\n", "\n", "\r\n", "\n\n"]).utf8)
        }
        if seed == 2 { text += Array(#"{"last":1}"#.utf8) }
        try write(text)
        defer { remove() }
        let stream = try RecordStream(RecordSource.file(file.path))
        var expected: [RawRecord] = []
        while let record = try stream.next() { expected.append(record) }
        let table = try #require(try table(pieceBytes))
        #expect(table.count == expected.count && table.areLines && !table.isFileChanged)
        #expect(table.byteCount == expected.reduce(0) { $0 + $1.count })
        for (number, record) in expected.enumerated() {
            let found = try #require(table.record(at: number))
            #expect(found.bytes == record.bytes && found.location == record.location && found.file == record.file)
        }
        var walked = 0
        table.forEach(in: 3..<expected.count) { number, record in
            #expect(record.bytes == expected[number].bytes && record.location == expected[number].location)
            walked += 1
            return true
        }
        #expect(walked == expected.count - 3)
        table.forEachStretch(in: 5..<expected.count - 1) { stretch in
            for number in stretch.numbers {
                let start = stretch.start(of: number)
                #expect(
                    Array(stretch.text[start..<start + expected[number].count]) == expected[number].bytes, "\(number)")
            }
            return true
        }
    }

    @Test("A file that is not plain lines, or has a line that is too long, is left to the stream")
    func others() throws {
        defer { remove() }
        try write(Array("[\n{\"a\":1},\n{\"a\":2}\n]\n".utf8))
        #expect(try table() == nil)
        try write(Array(CompressionTests.gzip))
        #expect(try table() == nil)
        try write([])
        #expect(try table() == nil)
        try write(Array((#"{"a":1}"# + "\n" + #"{"a":"# + String(repeating: " ", count: 90) + "1}\n").utf8))
        #expect(try table(limit: 50) == nil)
        #expect(try table(16, limit: 50) == nil)
        #expect(try table(16, limit: 100)?.count == 2)
        #expect(try RecordTable.lines(of: file.path + ".none", RecordInputOptions(), threads: 1) == nil)
    }

    @Test("A cancelled search finds nothing")
    func cancelled() throws {
        defer { remove() }
        try write(Array("{}\n{\"a\":1}\n".utf8))
        let table = try RecordTable.lines(of: file.path, RecordInputOptions(), threads: 1, isCancelled: { true })
        #expect(table == nil)
    }

    @Test("A file that grows is unchanged; a shortened or overwritten file is changed")
    func changes() throws {
        defer { remove() }
        let lines = (0..<3000).map { #"{"number":\#($0)}"# + "\n" }.joined()
        try write(Array(lines.utf8))
        let grown = try #require(try table())
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"more\":1}\n".utf8))
        #expect(!grown.isFileChanged)
        #expect(grown.count == 3000 && grown.record(at: 2999)?.text == #"{"number":2999}"#)

        let cut = try #require(try table())
        try handle.truncate(atOffset: UInt64(lines.utf8.count / 2))
        #expect(cut.isFileChanged && grown.isFileChanged)
        // A missing record is a bad record, nothing worse.
        let missing = try #require(cut.record(at: 3000))
        #expect(missing.bytes.allSatisfy { $0 == 0 })
        var reader = JSONReader()
        #expect((try? reader.read(missing)) == nil)

        let touched = try #require(try table())
        try handle.seek(toOffset: 5)
        try handle.write(contentsOf: Data("x".utf8))
        #expect(touched.isFileChanged)

        // Replacing the file does not affect the table.
        let kept = try #require(try table())
        let text = try #require(kept.record(at: 7)).text
        try FileManager.default.removeItem(at: file)
        try write(Array("{}".utf8))
        #expect(!kept.isFileChanged && kept.record(at: 7)?.text == text)
    }
}
