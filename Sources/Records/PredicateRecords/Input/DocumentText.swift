/// The text of a document after the last record that was read, with its memory.
package struct DocumentText {
    var storage: ByteStorage
    /// The start of the scan, after a record.
    var start: Int
    /// The end of the memory.
    var end: Int
    /// The number of bytes of the input before the memory; negative if bytes were moved to the beginning of the memory.
    var origin: Int
    var form: RecordForm
    /// Whether the whole rest of the input is in memory.
    package var isWhole: Bool

    /// The number of bytes to scan.
    package var byteCount: Int { end - start }

    /// A part of the text, for the results of the scan.
    func piece(_ range: Range<Int>) -> ScanPiece {
        ScanPiece(
            storage: storage, start: 0, count: end, range: range,
            origin: RecordError.Location(offset: origin, line: 1, column: 1), isLines: false)
    }
}

/// How the scanned records follow one another.
package enum RecordForm: UInt32, Sendable {
    /// Elements of a list.
    case list = 0
    /// Values of an object, each with a key.
    case values = 1
    /// Values in a row.
    case sequence = 2
}
