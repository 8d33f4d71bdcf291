import PredicateCore

/// A source of pieces for a scan.
protocol ScanSource: AnyObject {
    /// The part of the input that a piece is made from.
    associatedtype Part

    /// The next part; nil at the end. Called by one thread at a time.
    func next() throws(RecordError) -> Part?
    /// The piece for a part; nil if no line begins in it. Called by several threads at the same time.
    func piece(of part: Part) throws(RecordError) -> ScanPiece?
    /// Takes back memory that is no longer needed.
    func giveBack(_ storage: ByteStorage)
    /// An error whose line was counted from a piece, with the lines before the piece added.
    func located(_ error: RecordError, in piece: ScanPiece) -> RecordError
    /// A line that was counted from a piece, with the lines before the piece added.
    func line(_ line: Int, in piece: ScanPiece) -> Int
    /// Whether `next` may have to wait.
    var mayBlock: Bool { get }
}

extension ScanSource {
    func line(_ line: Int, in piece: ScanPiece) -> Int { line }

    func giveBack(_ storage: ByteStorage) {}
}

/// The lines of an input as they arrive.
final class StreamPieces: ScanSource {
    // Only one thread at a time calls the stream. The owner does not use it before all threads have finished.
    private let stream: RecordStream

    init(_ stream: RecordStream) { self.stream = stream }

    var mayBlock: Bool { true }

    func next() throws(RecordError) -> ScanPiece? { try stream.nextPiece() }

    func piece(of part: ScanPiece) -> ScanPiece? { part }

    func located(_ error: RecordError, in piece: ScanPiece) -> RecordError { error }
}

/// The lines of an input that can be read from any location. Each thread reads its own pieces, into memory that stays
/// in the processor's caches. Mapping the file costs more than the copy, because of page faults and unmapping.
final class FilePieces: ScanSource {
    // `next` is called by one thread at a time. The lock guards the free memory. Only the thread that runs the scan
    // counts lines.
    private let file: InputFile
    private let name: String?
    private let start: Int
    private let size: Int
    private let pieceBytes: Int
    private let recordBytes: Int
    private var position: Int
    private let free = Locked<[ByteStorage]>([])
    /// The number of line feeds before an offset. Counting continues from there.
    private var counted: (offset: Int, lines: Int) = (0, 0)
    /// The number of bytes to read beyond a piece, for the end of its last line.
    private static let margin = 1 << 12

    /// Pieces of a file.
    ///
    /// - Parameters:
    ///   - start: the start of the first line.
    ///   - size: the size of the file in bytes.
    ///   - recordBytes: the length of the longest line that is read completely.
    init(_ file: InputFile, name: String?, from start: Int, size: Int, pieceBytes: Int, recordBytes: Int) {
        self.file = file
        self.name = name
        self.start = start
        self.size = size
        self.pieceBytes = pieceBytes
        self.recordBytes = recordBytes
        position = start
    }

    var mayBlock: Bool { false }

    func next() -> Range<Int>? {
        guard position < size else { return nil }
        let end = size - position <= pieceBytes ? size : position + pieceBytes
        defer { position = end }
        return position..<end
    }

    func piece(of part: Range<Int>) throws(RecordError) -> ScanPiece? {
        // The byte before the part shows whether a line begins with the part. Bytes have the same alignment in memory
        // and file.
        let behind = part.lowerBound == start ? start : part.lowerBound - 1
        let from = behind - behind % ByteStorage.alignment
        var storage = takeFree(atLeast: part.upperBound - from + Self.margin)
        let reach = min(size, part.upperBound + Self.margin) - from
        var count = try fill(storage, 0, upTo: reach, from: from)
        if count < reach { return try wholeLines(in: storage, count, of: part, from: from) }
        var begin = behind - from
        if part.lowerBound != start {
            let searched = min(count, part.upperBound - 1 - from)
            guard let feed = firstLineFeed(in: UnsafePointer(storage.base), from: begin, to: searched) else {
                giveBack(storage)
                return nil
            }
            begin = feed + 1
        }
        var end = count
        if part.upperBound < size {
            var searched = part.upperBound - 1 - from
            while true {
                if let feed = firstLineFeed(in: UnsafePointer(storage.base), from: searched, to: count) {
                    end = feed + 1
                    break
                }
                searched = count
                end = count
                // A line that exceeds the limit is not read further: its length is enough to report it.
                if from + count >= size || from + count - part.upperBound > recordBytes { break }
                let wanted = min(size - from, count * 2)
                if wanted > storage.capacity {
                    let larger = ByteStorage(capacity: wanted)
                    larger.base.update(from: storage.base, count: count)
                    giveBack(storage)
                    storage = larger
                }
                count = try fill(storage, count, upTo: wanted, from: from)
                if count < wanted { return try wholeLines(in: storage, count, of: part, from: from) }
            }
        }
        return ScanPiece(
            storage: storage, start: 0, count: count, range: min(begin, end)..<end,
            origin: RecordError.Location(offset: from, line: 1, column: 1))
    }

    /// The lines that are still whole in a part of a file that was truncated.
    private func wholeLines(
        in storage: ByteStorage, _ count: Int, of part: Range<Int>, from: Int
    ) throws(RecordError) -> ScanPiece {
        let failure = RecordError.fileCutShort(size: size, rest: size - from - count, file: name)
        let base = UnsafePointer(storage.base)
        let text = UnsafeBufferPointer(start: base, count: count)
        var begin = part.lowerBound - from
        if part.lowerBound != start {
            guard let feed = firstLineFeed(in: base, from: begin - 1, to: count) else { throw failure }
            begin = feed + 1
        }
        guard begin < part.upperBound - from, let last = lastLineFeed(in: text), begin <= last else { throw failure }
        return ScanPiece(
            storage: storage, start: 0, count: last + 1,
            range: begin..<(firstLineFeed(in: base, from: part.upperBound - from - 1, to: last) ?? last) + 1,
            origin: RecordError.Location(offset: from, line: 1, column: 1), failure: failure)
    }

    func giveBack(_ storage: ByteStorage) {
        // Memory that was enlarged for one long line is not kept.
        guard storage.capacity <= capacity else { return }
        free.withLock { $0.append(storage) }
    }

    /// The size of a piece's memory in bytes.
    private var capacity: Int { pieceBytes + Self.margin + ByteStorage.alignment }

    private func takeFree(atLeast count: Int) -> ByteStorage {
        let known = free.withLock { $0.popLast() }
        if let known, known.capacity >= count { return known }
        return ByteStorage(capacity: max(count, capacity))
    }

    /// Reads until memory has a number of bytes or the file ends; returns the number of bytes.
    private func fill(
        _ storage: ByteStorage, _ count: Int, upTo wanted: Int, from offset: Int
    ) throws(RecordError) -> Int {
        var count = count
        while count < wanted {
            let room = UnsafeMutableRawBufferPointer(start: storage.base + count, count: wanted - count)
            let read = try file.read(into: room, at: offset + count, file: name)
            // The file has been truncated. The caller reports it.
            if read == 0 { break }
            count += read
        }
        return count
    }

    func located(_ error: RecordError, in piece: ScanPiece) -> RecordError {
        guard let location = error.location else { return error }
        var error = error
        error.location = RecordError.Location(
            offset: location.offset, line: line(location.line, in: piece), column: location.column)
        return error
    }

    func line(_ line: Int, in piece: ScanPiece) -> Int {
        countLines(upTo: piece.origin.offset)
        return line + counted.lines
    }

    /// Lines are counted only here, because errors are rare. They come in the order of the file.
    private func countLines(upTo offset: Int) {
        if offset < counted.offset { counted = (0, 0) }
        let storage = ByteStorage(capacity: 1 << 18)
        while counted.offset < offset {
            let wanted = min(storage.capacity, offset - counted.offset)
            guard let count = try? fill(storage, 0, upTo: wanted, from: counted.offset), count > 0 else { return }
            counted.lines += lineFeedCount(in: UnsafeBufferPointer(start: UnsafePointer(storage.base), count: count))
            counted.offset += count
        }
    }
}

/// The lines of an input that is in memory.
final class MemoryPieces: ScanSource {
    // `next` is called by one thread at a time, and nothing else changes.
    private let storage: ByteStorage
    private let size: Int
    private let pieceBytes: Int
    private var position: Int

    init(_ storage: ByteStorage, from start: Int, size: Int, pieceBytes: Int) {
        self.storage = storage
        self.size = size
        self.pieceBytes = pieceBytes
        position = start
    }

    var mayBlock: Bool { false }

    func next() -> ScanPiece? {
        guard position < size else { return nil }
        let wanted = size - position <= pieceBytes ? size : position + pieceBytes
        let end =
            firstLineFeed(in: UnsafePointer(storage.base), from: wanted - 1, to: size).map { $0 + 1 } ?? size
        defer { position = end }
        return ScanPiece(storage: storage, start: 0, count: size, range: position..<end, origin: .start)
    }

    func piece(of part: ScanPiece) -> ScanPiece? { part }

    func located(_ error: RecordError, in piece: ScanPiece) -> RecordError { error }
}
