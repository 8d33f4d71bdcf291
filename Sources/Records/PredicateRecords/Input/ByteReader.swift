/// A source of bytes that arrive in chunks.
protocol ByteReader: AnyObject {
    /// Reads the available bytes, at least one; 0 at the end.
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
final class FileReader: ByteReader, @unchecked Sendable {
    // Only one thread at a time reads.
    private let handle: InputFile
    private let file: String?
    private let isCancelled: (@Sendable () -> Bool)?
    /// Called before a read that waits; returning false ends the input.
    private let beforeWaiting: (@Sendable () -> Bool)?
    /// The remaining bytes of a regular file, and its size when it was opened; nil for everything else, which is read
    /// to its end.
    private var promise: (rest: Int, size: Int)?
    /// Milliseconds between two calls of `isCancelled` while no bytes arrive.
    private static let patience: Int32 = 20

    init(
        _ handle: InputFile, file: String?, isCancelled: (@Sendable () -> Bool)? = nil,
        beforeWaiting: (@Sendable () -> Bool)? = nil
    ) {
        self.handle = handle
        self.file = file
        self.isCancelled = isCancelled
        self.beforeWaiting = beforeWaiting
        promise = handle.promisedSize.map { (rest: max(0, $0 - handle.position), size: $0) }
    }

    /// A part of a regular file. The read position moves to its start.
    init(_ handle: InputFile, file: String?, part: Range<Int>) {
        self.handle = handle
        self.file = file
        isCancelled = nil
        beforeWaiting = nil
        promise = handle.seek(to: part.lowerBound) ? (rest: part.count, size: part.upperBound) : (rest: 0, size: 0)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        if let isCancelled {
            repeat {
                if isCancelled() { return 0 }
            } while !handle.isReady(within: Self.patience)
        }
        if let beforeWaiting, !handle.isReady, !beforeWaiting() { return 0 }
        return try readPromised(into: buffer)
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant
    ) throws(RecordError) -> Int? {
        guard handle.isReady(until: deadline) else { return nil }
        return try readPromised(into: buffer)
    }

    /// Skips bytes that `PlainFile` has read.
    func pass(_ count: Int) {
        guard count > 0, handle.seek(by: count) else { return }
        promise?.rest -= count
    }

    /// Reads only the contents from when the file was opened. Appended bytes are ignored.
    private func readPromised(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        guard let (rest, size) = promise else { return try handle.read(into: buffer, file: file) }
        if rest == 0 || buffer.isEmpty { return 0 }
        let count = try handle.read(into: .init(rebasing: buffer.prefix(rest)), file: file)
        // An early end must not look like the end of the records.
        if count == 0 { throw .fileCutShort(size: size, rest: rest, file: file) }
        promise = (rest - count, size)
        return count
    }
}

/// An uncompressed regular file, read from its first byte.
struct PlainFile: Sendable {
    let handle: InputFile
    /// Its size when it was opened.
    let size: Int
    let reader: FileReader

    /// The number of bytes below which several threads cost more than they save.
    private static let leastBytes = 1 << 20

    /// Memory that several threads fill.
    private struct Room: @unchecked Sendable {
        // Each thread writes only its own bytes.
        let base: UnsafeMutablePointer<UInt8>
    }

    /// Reads a large part with several threads, and advances the reader. Returns the number of bytes, which is zero
    /// for a small part or after a failure; the reader then reports the failure.
    ///
    /// - Parameter offset: the position of the reader.
    func readAhead(into base: UnsafeMutablePointer<UInt8>, at offset: Int, _ wanted: Int, threads: Int) -> Int {
        let count = min(wanted, size - offset)
        guard threads > 1, count >= Self.leastBytes else { return 0 }
        let room = Room(base: base)
        // Positions in the file and in memory stay equal modulo `ByteStorage.alignment`.
        let share = (count / threads + ByteStorage.alignment) / ByteStorage.alignment * ByteStorage.alignment
        let read = try? ParallelWork.map((count + share - 1) / share, threads: threads) {
        } _: { [handle] _, piece in
            let start = piece * share
            let length = min(share, count - start)
            return handle.fill(.init(start: room.base + start, count: length), at: offset + start) == length
        }
        guard let read, read.allSatisfy({ $0 }) else { return 0 }
        reader.pass(count)
        return count
    }

    /// The location after a number of bytes, which are read again; nil if they cannot be read.
    func location(behind start: RecordError.Location, at offset: Int) -> RecordError.Location? {
        var location = start
        let storage = ByteStorage(capacity: 1 << 18)
        while location.offset < offset {
            let room = UnsafeMutableRawBufferPointer(
                start: storage.base, count: min(storage.capacity, offset - location.offset))
            let count = handle.fill(room, at: location.offset)
            if count < room.count { return nil }
            location.pass(UnsafeBufferPointer(start: UnsafePointer(storage.base), count: count))
        }
        return location
    }
}

/// Bytes from a function of the client.
final class FunctionReader: ByteReader {
    private let function: RecordSource.ReadFunction

    init(_ function: @escaping RecordSource.ReadFunction) { self.function = function }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RecordError) -> Int {
        min(buffer.count, max(0, try function(buffer)))
    }
}

/// Bytes that have already been read, followed by those of another reader.
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

/// The compression of an input, recognised by its first bytes.
enum CompressionFormat: String {
    case gzip
    case zstd

    /// The number of bytes that identify a format.
    static let signatureLength = 4

    init?(signature bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.signatureLength))
        if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if bytes == [0x28, 0xB5, 0x2F, 0xFD]
            // A skippable frame. zstd data may begin with one.
            || (bytes.count == 4 && bytes[0] & 0xF0 == 0x50 && bytes[1...] == [0x2A, 0x4D, 0x18])
        {
            self = .zstd
        } else {
            return nil
        }
    }
}

/// Data that is not read, recognised by its first bytes, none of which begin JSON.
package enum ForeignFormat: CaseIterable {
    case xz
    case bzip2
    case lz4
    case zip
    case parquet
    case utf16
    case utf16BigEndian

    private var signature: [UInt8] {
        switch self {
        case .xz: [0xFD, 0x37, 0x7A, 0x58]
        case .bzip2: Array("BZh".utf8)
        case .lz4: [0x04, 0x22, 0x4D, 0x18]
        case .zip: [0x50, 0x4B, 0x03, 0x04]
        case .parquet: Array("PAR1".utf8)
        case .utf16: [0xFF, 0xFE]
        case .utf16BigEndian: [0xFE, 0xFF]
        }
    }

    /// The name of the format.
    var name: String {
        switch self {
        case .xz: "xz"
        case .bzip2: "bzip2"
        case .lz4: "lz4"
        case .zip: "zip"
        case .parquet: "Parquet"
        case .utf16, .utf16BigEndian: "UTF-16"
        }
    }

    /// A command that writes the text of a file.
    ///
    /// - Parameter file: the name of the file; nil for a pipe.
    func command(for file: String?) -> String {
        let name = file.map { " " + ShellWord.quoted($0) } ?? ""
        return switch self {
        case .xz: "xz -dc" + name
        case .bzip2: "bzip2 -dc" + name
        case .lz4: "lz4 -dc" + name
        case .zip: "unzip -p" + (file == nil ? " FILE" : name)
        case .utf16, .utf16BigEndian: "iconv -f UTF-16 -t UTF-8" + name
        case .parquet: ShellWord.duckDB("FROM '\((file ?? "FILE").replacing("'", with: "''"))'")
        }
    }

    init?(signature bytes: some Collection<UInt8>) {
        let format = Self.allCases.first { bytes.starts(with: $0.signature) }
        guard let format else { return nil }
        // `BZh` is followed by the size of a block.
        if format == .bzip2, let size = bytes.dropFirst(3).first, !(0x31...0x39).contains(size) { return nil }
        // After its mark, the first character of JSON has a zero in one of its two bytes.
        let (third, fourth) = (bytes.dropFirst(2).first, bytes.dropFirst(3).first)
        if format == .utf16, third == 0 || fourth != 0 { return nil }
        if format == .utf16BigEndian, third != 0 || fourth == 0 { return nil }
        self = format
    }
}

extension RecordError {
    /// The error for data in a form that is not read.
    static func foreignFormat(_ format: ForeignFormat, file: String?, isPipe: Bool) -> RecordError {
        foreignFormat(format.name, command: format.command(for: isPipe ? nil : file), file: file)
    }
}
