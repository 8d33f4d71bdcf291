/// Bytes that come one chunk after the other.
protocol ByteReader: AnyObject {
    /// Fills the buffer as far as bytes are there, at least one; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int

    /// Reads like `read(into:)`, but returns nil if it would have to wait past a deadline.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
    ) throws(RecordError) -> Int?
}

extension ByteReader {
    /// By default, reads without regard to the deadline.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
    ) throws(RecordError) -> Int? {
        try read(into: buffer)
    }
}

/// The bytes of an open file, pipe or device.
final class FileReader: ByteReader {
    private let handle: InputFile
    private let file: String?
    private let isCancelled: (@Sendable () -> Bool)?
    /// Called before a read that waits; returning false ends the input.
    private let beforeWaiting: (@Sendable () -> Bool)?
    /// Milliseconds between two questions whether the reading is cancelled, while nothing comes.
    private static let patience: Int32 = 20

    init(
        _ handle: InputFile, file: String?, isCancelled: (@Sendable () -> Bool)? = nil,
        beforeWaiting: (@Sendable () -> Bool)? = nil
    ) {
        self.handle = handle
        self.file = file
        self.isCancelled = isCancelled
        self.beforeWaiting = beforeWaiting
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        if let isCancelled {
            repeat {
                if isCancelled() { return 0 }
            } while !handle.isReady(within: Self.patience)
        }
        if let beforeWaiting, !handle.isReady, !beforeWaiting() { return 0 }
        return try handle.read(into: buffer, file: file)
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
    ) throws(RecordError) -> Int? {
        guard handle.isReady(until: deadline) else { return nil }
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
        prefix.isEmpty ? try reader.read(into: buffer) : takePrefix(into: buffer)
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
    ) throws(RecordError) -> Int? {
        prefix.isEmpty ? try reader.read(into: buffer, until: deadline) : takePrefix(into: buffer)
    }

    private func takePrefix(into buffer: UnsafeMutableRawBufferPointer) -> Int {
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
