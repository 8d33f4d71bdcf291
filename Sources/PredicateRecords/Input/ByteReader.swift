/// Bytes that come one chunk after the other.
protocol ByteReader: AnyObject {
    /// Fills the buffer as far as bytes are there, at least one; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int
}

/// The bytes of an open file, pipe or device.
final class FileReader: ByteReader {
    private let handle: InputFile
    private let file: String?
    private let isCancelled: (@Sendable () -> Bool)?
    /// Milliseconds between two questions whether the reading is cancelled, while nothing comes.
    private static let patience: Int32 = 20

    init(_ handle: InputFile, file: String?, isCancelled: (@Sendable () -> Bool)? = nil) {
        self.handle = handle
        self.file = file
        self.isCancelled = isCancelled
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        if let isCancelled {
            repeat {
                if isCancelled() { return 0 }
            } while !handle.isReady(within: Self.patience)
        }
        return try handle.read(into: buffer, file: file)
    }
}

/// The bytes that a function of the program gives.
final class FunctionReader: ByteReader {
    private let function: RecordSource.ReadFunction

    init(_ function: @escaping RecordSource.ReadFunction) { self.function = function }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        min(buffer.count, max(0, try function(buffer)))
    }
}

/// Bytes that have been read already, and then those of another reader.
final class PrefixedReader: ByteReader {
    private var prefix: ArraySlice<UInt8>
    private let reader: any ByteReader

    init(_ prefix: [UInt8], then reader: any ByteReader) {
        self.prefix = prefix[...]
        self.reader = reader
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        if prefix.isEmpty { return try reader.read(into: buffer) }
        let count = min(buffer.count, prefix.count)
        buffer.copyBytes(from: prefix.prefix(count))
        prefix = prefix.dropFirst(count)
        return count
    }
}

/// How an input is compressed, told by its first bytes.
enum CompressionFormat: String {
    case gzip
    case zstd

    /// How many bytes it takes to tell.
    static let signatureLength = 4

    init?(signature bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.signatureLength))
        if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if bytes == [0x28, 0xB5, 0x2F, 0xFD]
            // A frame to be skipped, with which zstd data may begin.
            || (bytes.count == 4 && bytes[0] & 0xF0 == 0x50 && bytes[1...] == [0x2A, 0x4D, 0x18])
        {
            self = .zstd
        } else {
            return nil
        }
    }
}
