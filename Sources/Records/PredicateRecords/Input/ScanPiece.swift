/// A part of an input for one scan, with its memory.
package struct ScanPiece {
    /// The memory. It must live as long as the results are read.
    var storage: ByteStorage
    /// The start of the text in the memory, and the number of bytes that may be read.
    var start: Int
    var count: Int
    /// The part of the text that is scanned.
    var range: Range<Int>
    /// The location of the text's first byte. Lines are counted from there.
    var origin: RecordError.Location
    /// Whether the records are lines.
    var isLines = true
    /// The error that prevents reading the input after this part.
    var failure: RecordError?

    /// The number of bytes of the input up to the end of this part.
    package var end: Int { origin.offset + range.upperBound }

    /// Calls a function with the text; locations of results refer to it.
    package func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(storage) {
            try body(UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: count))
        }
    }

    /// A record that was found, for a writer. Its location is only the number of bytes before it.
    ///
    /// - Parameter file: the name of the input.
    package func record(at location: Range<Int>, file: String? = nil) -> RawRecord {
        RawRecord(
            storage, at: start + location.lowerBound, count: location.count,
            location: RecordError.Location(offset: origin.offset + location.lowerBound, line: 0, column: 1), file: file,
            isLine: isLines)
    }
}
