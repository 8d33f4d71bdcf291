/// The records of a document after the last one that was read, with their memory.
package struct DocumentText {
    var storage: ByteStorage
    /// The start of the scan: after a record.
    var start: Int
    /// The end of the memory.
    var end: Int
    /// The number of bytes of the input before the memory; negative if bytes were moved to the beginning of the memory.
    var origin: Int
    var form: RecordForm
    /// Whether all of the input is in the memory.
    package var isWhole: Bool

    /// Bytes that are scanned.
    package var byteCount: Int { end - start }

    /// A part of it, for the results of the scan.
    func piece(_ range: Range<Int>) -> ScanPiece {
        ScanPiece(
            storage: storage, start: 0, count: end, range: range,
            origin: RecordError.Location(offset: origin, line: 1, column: 1), isLines: false)
    }
}

/// Adjacent records of a document.
package enum RecordForm: UInt32, Sendable {
    /// In a list.
    case list = 0
    /// In an object, each with a key.
    case values = 1
    /// By themselves.
    case sequence = 2
}
