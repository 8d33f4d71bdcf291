/// The records of a document that stand behind one that has been read, with the memory that they are in.
package struct DocumentText {
    var storage: ByteStorage
    /// Where the scan begins: behind a record.
    var start: Int
    /// Where the memory ends.
    var end: Int
    /// How many bytes of the input stand before the memory; negative where the memory begins with what was moved there.
    var origin: Int
    var form: RecordForm
    /// Whether all of the input is in the memory.
    package var isWhole: Bool

    /// Bytes that are scanned.
    package var byteCount: Int { end - start }

    /// A part of it, as what was found there is handed on.
    func piece(_ range: Range<Int>) -> ScanPiece {
        ScanPiece(
            storage: storage, start: 0, count: end, range: range,
            origin: RecordError.Location(offset: origin, line: 1, column: 1), isLines: false)
    }
}

/// Records of a document that stand one behind the other.
package enum RecordForm: UInt32, Sendable {
    /// In a list.
    case list = 0
    /// In an object, each with a key.
    case values = 1
    /// By themselves.
    case sequence = 2
}
