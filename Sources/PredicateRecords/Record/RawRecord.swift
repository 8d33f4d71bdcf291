/// The bytes of a record in the input, not yet parsed.
///
/// It keeps the memory of its bytes alive, so it may be stored and passed to another thread.
public struct RawRecord: Sendable {
    let storage: ByteStorage
    /// Its start in the memory.
    let start: Int
    /// How many bytes it has.
    public let count: Int
    /// The location of its first byte.
    public let location: RecordError.Location
    /// The name of the input.
    public let file: String?
    /// Whether it is a line of line-delimited input.
    let isLine: Bool

    init(_ storage: ByteStorage, at start: Int, count: Int, location: RecordError.Location, file: String?, isLine: Bool)
    {
        self.storage = storage
        self.start = start
        self.count = count
        self.location = location
        self.file = file
        self.isLine = isLine
    }

    /// A record that a program made: its location is the beginning of no input.
    package init(bytes: [UInt8]) {
        let storage = bytes.withUnsafeBufferPointer { ByteStorage(copying: $0) }
        self.init(storage, at: 0, count: bytes.count, location: .start, file: nil, isLine: true)
    }

    /// The line that it begins on, from 1.
    public var line: Int { location.line }

    /// Bytes before it, from the start of the (uncompressed) input.
    public var offset: Int { location.offset }

    /// Its bytes. For line-delimited input, the whole line without the line feed; otherwise only the value.
    @inline(__always)
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: count))
    }

    /// A copy of its bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// Its text; bytes that are not UTF-8 are replaced.
    public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
