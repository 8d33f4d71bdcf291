/// The part of an input that is in memory: bytes that have been read but not consumed.
struct InputWindow {
    /// The memory. Its owners are this window and the records that point into it.
    private(set) var storage: ByteStorage
    private var start: Int
    private var end: Int
    /// The start of the used memory.
    private var first = 0
    private(set) var isAtEnd: Bool
    private let reader: (any ByteReader)?
    /// The file, if it is a plain one.
    let file: PlainFile?
    /// The location of the first byte.
    private(set) var location = RecordError.Location.start
    /// Memory to reuse when nothing points into it any more. Fresh memory costs a page fault for every four
    /// kilobytes.
    private var spare: [ByteStorage] = []
    private static let spareCount = 8
    /// The deadline for more bytes; nil waits without limit.
    var deadline: ContinuousClock.Instant?
    /// Whether the deadline passed before more bytes arrived.
    private(set) var isStalled = false
    /// Whether reading is disabled, as in a copy that looks ahead.
    private var isFrozen = false

    /// The number of bytes that a record may have; nil if nothing needs to be in memory as a whole.
    var recordBytes: Int?

    static let chunk = 1 << 20
    /// The maximum number of bytes per read. It starts low, because a sample needs only the beginning of an input.
    private var readBytes = 1 << 16

    /// A complete input in memory.
    init(whole storage: ByteStorage) {
        self.file = nil
        self.storage = storage
        self.start = 0
        self.end = storage.capacity
        self.isAtEnd = true
        self.reader = nil
    }

    /// An input that arrives in chunks.
    init(_ reader: any ByteReader, chunk: Int = Self.chunk) {
        self.storage = ByteStorage(capacity: max(1, chunk))
        self.start = 0
        self.end = 0
        self.isAtEnd = false
        self.reader = reader
        self.file = nil
    }

    /// A plain file.
    init(_ file: PlainFile, chunk: Int = Self.chunk) {
        self.storage = ByteStorage(capacity: max(1, chunk))
        self.start = 0
        self.end = 0
        self.isAtEnd = false
        self.reader = file.reader
        self.file = file
    }

    /// The number of bytes in the window.
    @inline(__always)
    var count: Int { end &- start }

    /// The bytes in the window; valid until the window changes.
    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: end &- start)
    }

    /// The position in the storage of the byte with an index of `bytes`.
    @inline(__always)
    func position(of index: Int) -> Int { start &+ index }

    /// A window over the same bytes that reads no more, for looking ahead.
    var frozen: InputWindow {
        var copy = self
        copy.isFrozen = true
        copy.isStalled = false
        return copy
    }

    /// Reads more; false at the end of the input, or if nothing arrived before the deadline (`isStalled`).
    mutating func fill() throws(RecordError) -> Bool {
        guard !isAtEnd, let reader else { return false }
        if isFrozen {
            isStalled = true
            return false
        }
        if end == storage.capacity { makeRoom() }
        let room = UnsafeMutableRawBufferPointer(
            start: storage.base + end, count: min(readBytes, storage.capacity - end))
        if readBytes < Self.chunk { readBytes *= 2 }
        let count: Int
        if let deadline {
            let read = try reader.read(into: room, until: deadline)
            isStalled = read == nil
            guard let read else { return false }
            count = read
        } else {
            count = try reader.read(into: room)
        }
        end += count
        isAtEnd = count == 0
        return count > 0
    }

    /// Reads until a number of bytes is in memory or the input ends; a plain file with several threads. Returns false
    /// if nothing was added.
    ///
    /// - Throws: if nothing could be read. Bytes that were read before a failure stay, and the next call fails.
    mutating func fill(upTo wanted: Int, threads: Int) throws(RecordError) -> Bool {
        let before = count
        if !isAtEnd, wanted > storage.capacity - start { makeRoom(for: min(wanted, file?.size ?? wanted)) }
        if !isAtEnd, let file {
            end += file.readAhead(
                into: storage.base + end, at: location.offset + count, wanted - count, threads: threads)
        }
        do throws(RecordError) {
            while count < wanted, try fill() {}
        } catch {
            if count == before { throw error }
        }
        return count > before
    }

    /// Sets the location of the first byte, which the caller has counted.
    mutating func setLocation(_ location: RecordError.Location) { self.location = location }

    /// Ends the input. The caller reads the rest itself.
    mutating func end(at offset: Int) {
        isAtEnd = true
        start = end
        location.offset = offset
    }

    private mutating func makeRoom(for wanted: Int = 0) {
        let count = end - start
        // Bytes have the same alignment in memory as in the input, which makes copying faster.
        let shift = location.offset % ByteStorage.alignment
        var grown = count + shift > storage.capacity / 2 ? storage.capacity * 2 : storage.capacity
        // A record of the largest size, and the byte that shows that it is larger, fit without doubling once more.
        if let recordBytes, grown > storage.capacity {
            let most = min(recordBytes, Int.max - Self.chunk) + Self.chunk
            if grown <= most, grown > most / 2 { grown = most }
        }
        // The capacity suffices for any shift.
        let capacity = max(grown, wanted + ByteStorage.alignment)
        if capacity == storage.capacity && isKnownUniquelyReferenced(&storage) {
            (storage.base + shift).update(from: storage.base + start, count: count)
        } else {
            let next = memory(atLeast: max(capacity, count + shift + 1))
            (next.base + shift).update(from: storage.base + start, count: count)
            if next.capacity > storage.capacity {
                spare = []
            } else if spare.count < Self.spareCount {
                spare.append(storage)
            }
            storage = next
        }
        first = shift
        start = shift
        end = shift + count
    }

    private mutating func memory(atLeast capacity: Int) -> ByteStorage {
        for index in spare.indices where spare[index].capacity >= capacity {
            if isKnownUniquelyReferenced(&spare[index]) { return spare.remove(at: index) }
        }
        return ByteStorage(capacity: capacity)
    }

    /// The line of the first byte, as far as it is in memory.
    var excerpt: RecordError.Excerpt {
        // Consumed bytes precede the first byte, back to where the memory was last moved.
        let known = UnsafeBufferPointer(start: UnsafePointer(storage.base + first), count: end - first)
        let at = start - first
        return RecordError.Excerpt(of: known, at: at, startsLine: location.offset == at, endsLine: isAtEnd)
    }

    /// Consumes bytes, and counts their lines and columns.
    mutating func pass(_ count: Int) {
        location.pass(UnsafeBufferPointer(rebasing: bytes[0..<count]))
        start += count
    }

    /// Consumes a line of known length, which includes its line feed.
    @inline(__always)
    mutating func passLine(_ count: Int) {
        start &+= count
        location.offset &+= count
        location.line &+= 1
        location.column = 1
    }

    /// Consumes whole lines with their line feeds.
    mutating func passLines(_ count: Int) {
        location.line += lineFeedCount(in: UnsafeBufferPointer(rebasing: bytes[0..<count]))
        location.column = 1
        location.offset += count
        start += count
    }

    /// Consumes bytes that are not part of the text.
    mutating func passUncounted(_ count: Int) {
        start += count
        location.offset += count
    }
}
