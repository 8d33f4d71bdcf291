#if SQLite || PostgreSQL
import PredicateRecords
import Testing

@testable import PredicateCommand

/// Records of tables as JSON.
struct TableTextTests {
    private static func written(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { TableText.append(text: $0, to: &output) }
        return output
    }

    private static func expected(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        RecordWriter.write(string: String(decoding: bytes, as: UTF8.self), to: &output)
        return output
    }

    /// What is copied as it is must be what the writer of strings writes: bytes of all kinds at all places of a text.
    @Test func textIsWrittenAsStringsAre() {
        let pieces: [[UInt8]] = [
            Array("a".utf8), Array("\"".utf8), Array("\\".utf8), [0x00], [0x1F], [0x20], [0x7F], Array("é".utf8),
            Array("日".utf8), Array("\u{2028}".utf8), Array("😀".utf8), [0x80], [0xC3], [0xC0, 0xAF],
            [0xED, 0xA0, 0x80], [0xE6, 0x97], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xFF],
        ]
        for before in 0..<18 {
            for piece in pieces {
                for after in [0, 1, 7, 8, 9] {
                    for filling in ["x", "ü"] {
                        let filling = Array(filling.utf8)
                        let start = Array(repeatElement(filling, count: before).joined())
                        let bytes = start + piece + Array(repeatElement(filling, count: after).joined())
                        #expect(Self.written(bytes) == Self.expected(bytes), "\(bytes)")
                    }
                }
            }
        }
        #expect(Self.written([]) == Array("\"\"".utf8))
    }
}
#endif
