import Foundation
import PredicateFormat
import Testing

@testable import PredicateRecords

/// Files that are shortened, grow or are replaced while they are read.
@Suite struct ChangingFileTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    /// More records than memory holds at once.
    private static let recordCount = 200_000

    private func remove() { try? FileManager.default.removeItem(at: file) }

    private func record(_ number: Int) -> String { "{\"i\":4,\"d\":1,\"number\":\(1_000_000 + number)}" }

    private func lines() throws {
        try Data((0..<Self.recordCount).map { record($0) + "\n" }.joined().utf8).write(to: file)
    }

    private func list(_ separator: String = ",") throws {
        try Data(("[" + (0..<Self.recordCount).map(record).joined(separator: separator) + "]").utf8).write(to: file)
    }

    private func cut(to count: Int) { #expect(truncate(file.path, off_t(count)) == 0) }

    /// Reads all records. The file changes after the first.
    private func read(_ change: () throws -> Void) throws -> (count: Int, error: RecordError?) {
        let stream = try RecordStream(.file(file.path))
        var count = try stream.next() == nil ? 0 : 1
        try change()
        do throws(RecordError) {
            while try stream.next() != nil { count += 1 }
            return (count, nil)
        } catch {
            return (count, error)
        }
    }

    @Test("A shortened file of lines is an error after its last complete record")
    func cutLines() throws {
        defer { remove() }
        try lines()
        let size = record(0).utf8.count + 1
        let found = try read { cut(to: 120_000 * size + 5) }
        #expect(found.error?.code == .fileCutShort && found.error?.kind == .inputFailed)
        #expect(found.error?.message.contains("now ends after \(120_000 * size + 5)") == true)
        #expect(found.count == 120_000)
    }

    @Test("A shortened document is an error", arguments: [",", ",\n  "])
    func cutDocument(separator: String) throws {
        defer { remove() }
        try list(separator)
        let found = try read { cut(to: 4_000_000) }
        #expect(found.error?.code == .fileCutShort)
        #expect(found.count == (4_000_000 - 1) / (record(0) + separator).utf8.count)
    }

    @Test("A scan of shortened lines finds the complete ones, and reports that others are missing")
    func cutScan() throws {
        defer { remove() }
        let size = record(0).utf8.count + 1
        for (left, pieceBytes) in [
            (0, 4096), (size * 1000, 4096), (size * 1000 + 7, 1 << 18), (size * 150_000 - 1, 1 << 17),
        ] {
            try lines()
            let stream = try RecordStream(.file(file.path))
            let lines = try #require(try stream.takeWholeLines())
            cut(to: left)
            var records = 0
            var texts = 0
            let scans = try scansFor(2, try scanned("i > 3 AND d < 10"), LineScan.Options())
            #expect {
                try ParallelLineScan(scans).run(lines, pieceBytes: pieceBytes) { found, piece in
                    records += found.recordCount
                    for location in found.matches where piece.record(at: location).text.hasPrefix("{\"i\":4") {
                        texts += 1
                    }
                    return true
                }
            } throws: { ($0 as? RecordError)?.code == .fileCutShort }
            // Some records just before the new end may be missing, but none after it are found.
            #expect(records <= left / size && records >= left / size - 5000 / size - 1, "\(left) \(records)")
            #expect(texts == records)
        }
    }

    @Test("A file shortened between the sample and the scan is an error; a replaced file is not")
    func openedTwice() throws {
        defer { remove() }
        try lines()
        let source = RecordSource.file(file.path).keepingSize()
        #expect(try RecordStream(source).next() != nil)
        cut(to: 100 * (record(0).utf8.count + 1))
        #expect { _ = try RecordStream(source) } throws: { ($0 as? RecordError)?.code == .fileCutShort }
        cut(to: 0)
        #expect { _ = try RecordStream(source) } throws: { ($0 as? RecordError)?.code == .fileCutShort }
        try Data("{\"other\":1}\n".utf8).write(to: file, options: .atomic)
        #expect(try RecordStream(source).next()?.text == "{\"other\":1}")
    }

    @Test("A file that grows is read up to its first size; a replaced file is read to its end")
    func growsOrIsReplaced() throws {
        defer { remove() }
        for write in [lines, { try list() }] {
            try write()
            let grown = try read {
                let handle = try FileHandle(forWritingTo: file)
                try handle.seekToEnd()
                try handle.write(contentsOf: Data(String(repeating: "{\"more\":1}\n", count: 1000).utf8))
                try handle.close()
            }
            #expect(grown.count == Self.recordCount && grown.error == nil)
            try write()
            let replaced = try read { try Data("{\"other\":1}\n".utf8).write(to: file, options: .atomic) }
            #expect(replaced.count == Self.recordCount && replaced.error == nil)
        }
    }

    @Test("A document is scanned window by window, and its bad record has the right location")
    func windows() throws {
        defer { remove() }
        for (separator, threads) in [(",", 1), (",\n", 2), (",", 3)] {
            let records = (0..<Self.recordCount).map { $0 == 150_000 ? "{\"i\":x}" : record($0) }
            try Data(("[" + records.joined(separator: separator) + "]").utf8).write(to: file)
            let stream = try RecordStream(.file(file.path))
            let scans = try scansFor(threads, try scanned("i > 3 AND d < 10"), LineScan.Options())
            var count = try stream.next() == nil ? 0 : 1
            stream.readAhead(1 << 21, threads: threads)
            repeat {
                guard let text = stream.documentText() else { break }
                let passed = try DocumentScan(text, scans, partBytes: 1 << 17).run { found, _ in
                    count += found.recordCount
                    return true
                }
                stream.passRecords(passed)
            } while try stream.readMore(1 << 21, threads: threads)
            #expect(count == 150_000, "\(threads)")
            let bad = try #require(try stream.next())
            var reader = JSONReader()
            #expect { _ = try reader.read(bad) } throws: { error in
                let location = (error as? RecordError)?.location
                let before = 1 + 150_000 * (record(0) + separator).utf8.count
                return location?.offset == before + 5
                    && (separator == ","
                        ? location?.column == before + 6 : location?.line == 150_001 && location?.column == 6)
            }
            while try stream.next() != nil { count += 1 }
            #expect(count == Self.recordCount - 1)
        }
    }

    @Test("Files without a size are read to their end")
    func sizeless() throws {
        #if os(Linux)
        let text = try RecordSource.file("/proc/self/status").text()
        #expect(text.contains("VmSize"))
        let stream = try RecordStream(
            .file("/proc/self/mounts"), RecordInputOptions(layout: .lines))
        #expect(try stream.next() != nil)
        if FileManager.default.fileExists(atPath: "/sys/kernel/mm/transparent_hugepage/enabled") {
            let text = try RecordSource.file("/sys/kernel/mm/transparent_hugepage/enabled").text()
            #expect(text.contains("never"))
        }
        #endif
    }
}
