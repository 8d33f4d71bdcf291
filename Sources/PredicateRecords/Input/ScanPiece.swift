/// A part of an input that is scanned by itself, with the memory that it stands in.
package struct ScanPiece {
    /// The memory; kept while somebody may want to see what was found.
    var storage: ByteStorage
    /// Where in the memory the text begins, and how many bytes of it may be read.
    var start: Int
    var count: Int
    /// The part of the text that is scanned.
    var range: Range<Int>
    /// The location of the text's first byte. Lines are counted from there.
    var origin: RecordError.Location
    /// Whether the records are lines.
    var isLines = true
    /// Why the input cannot be read behind the part.
    var failure: RecordError?

    /// Bytes of the input up to the end of the part.
    package var end: Int { origin.offset + range.upperBound }

    /// Gives the text, whose locations are those of what is found.
    package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) {
            try body(UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: count))
        }
    }

    /// A record that has been found, for who writes it: its location is how many bytes stand before it.
    package func record(at location: Range<Int>) -> RawRecord {
        RawRecord(
            storage, at: start + location.lowerBound, count: location.count,
            location: RecordError.Location(offset: origin.offset + location.lowerBound, line: 0, column: 1), file: nil,
            isLine: isLines)
    }
}
