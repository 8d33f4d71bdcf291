/// The unparsed bytes of a record.
///
/// It keeps the memory of its bytes alive, so it may be stored and passed to another thread.
public struct RawRecord: Sendable {
    let storage: ByteStorage
    /// The start of the record in the memory.
    let start: Int
    /// The size of the record in bytes.
    public let count: Int
    /// The location of the first byte in the input.
    public let location: RecordError.Location
    /// The name of the input.
    public let file: String?
    /// Whether the record is a line of line-delimited input.
    package let isLine: Bool

    init(_ storage: ByteStorage, at start: Int, count: Int, location: RecordError.Location, file: String?, isLine: Bool)
    {
        self.storage = storage
        self.start = start
        self.count = count
        self.location = location
        self.file = file
        self.isLine = isLine
    }

    /// A record that a program made. Its location is the start.
    ///
    /// - Parameter file: the name of the input that it was made from; nil if it belongs to none.
    package init(bytes: [UInt8], file: String? = nil) {
        let storage = bytes.withUnsafeBufferPointer { ByteStorage(copying: $0) }
        self.init(storage, at: 0, count: bytes.count, location: .start, file: file, isLine: true)
    }

    /// The line on which the record begins, from 1.
    public var line: Int { location.line }

    /// The number of bytes before the record, from the start of the uncompressed input.
    public var offset: Int { location.offset }

    /// The bytes of the record. For line-delimited input, the whole line without the line feed; otherwise only the
    /// value.
    @inline(__always)
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: count))
    }

    /// A copy of the bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// The record as text. Bytes that are not UTF-8 are replaced.
    public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
