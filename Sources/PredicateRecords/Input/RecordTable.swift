/// Records that are held in memory as they stood in their input: for walks over them, as many as one likes, and for access by
/// number.
///
/// A record costs its bytes and sixteen more. Nothing of it is read here; whoever walks over the records reads the fields
/// that are wanted (`JSONReader.readHastily`), on any number of threads. The bytes are copies: what becomes of the file
/// afterwards changes nothing.
///
/// ```swift
/// var table = RecordTable()
/// while let record = try stream.next() { table.append(record) }
/// table.forEach(in: 0..<table.count) { number, record in … }
/// ```
public struct RecordTable: Sendable {
    /// Where a record stands: in the memory of its part, and in the lines of the input.
    fileprivate struct Entry {
        var start: UInt32
        var count: UInt32
        var line: UInt32
        var column: UInt32
    }

    /// Records that share their memory.
    private struct Part {
        var storage: ByteStorage
        /// Bytes of the input before the first byte of the memory; negative where the memory begins with what was moved there.
        var origin: Int
        /// The number of the first record.
        var first: Int
    }

    private var entries: [Entry] = []
    private var parts: [Part] = []
    /// Bytes of all records.
    public private(set) var byteCount = 0
    /// The name of the input.
    public private(set) var file: String?

    /// A table without records.
    public init() {}

    /// How many records there are.
    public var count: Int { entries.count }

    /// Adds a record behind the others. All come from one input, in its order.
    ///
    /// - Returns: false where the record begins so far behind the start of its memory that it cannot be held, which no
    ///   stream does whose records have a limit of less than two gigabytes.
    @discardableResult
    public mutating func append(_ record: RawRecord) -> Bool {
        guard let start = UInt32(exactly: record.start), let count = UInt32(exactly: record.count) else { return false }
        if parts.last?.storage !== record.storage {
            parts.append(Part(storage: record.storage, origin: record.offset - record.start, first: entries.count))
            file = record.file
        }
        byteCount += record.count
        entries.append(
            Entry(
                start: start, count: count, line: UInt32(clamping: record.line),
                column: UInt32(clamping: record.place.column)))
        return true
    }

    /// A record by its number, from 0; nil where there is none.
    public func record(at number: Int) -> RawRecord? {
        guard entries.indices.contains(number) else { return nil }
        return record(number, of: parts[part(of: number)])
    }

    /// Bytes of a record; 0 where there is none.
    public func byteCount(at number: Int) -> Int {
        entries.indices.contains(number) ? Int(entries[number].count) : 0
    }

    /// Calls a function with the records of a range and their numbers, in their order, until it answers false.
    @inline(__always)
    public func forEach<Failure: Error>(
        in range: Range<Int>, _ body: (Int, RawRecord) throws(Failure) -> Bool
    ) throws(Failure) {
        try forEachPart(in: range) { part, numbers, _ throws(Failure) in
            for number in numbers {
                guard try body(number, record(number, of: part)) else { return false }
            }
            return true
        }
    }

    /// Calls a function with each part that has records of a range, their numbers, and the number behind the last of the part,
    /// until it answers false.
    @inline(__always)
    private func forEachPart<Failure: Error>(
        in range: Range<Int>, _ body: (Part, Range<Int>, Int) throws(Failure) -> Bool
    ) throws(Failure) {
        let range = range.clamped(to: 0..<count)
        var number = range.lowerBound
        var index = range.isEmpty ? 0 : part(of: number)
        while number < range.upperBound {
            let behind = index + 1 < parts.count ? parts[index + 1].first : count
            let end = min(range.upperBound, behind)
            guard try body(parts[index], number..<end, behind) else { return }
            number = end
            index += 1
        }
    }

    /// Records behind each other in one memory, with what stood between them in the input.
    package struct Stretch {
        private let entries: [Entry]
        /// The numbers of the records.
        package let numbers: Range<Int>
        /// From the first byte of the first of them to the end of the last record in this memory.
        package let text: UnsafeBufferPointer<UInt8>
        /// Bytes of the text before the first record that is not among them.
        package let byteCount: Int

        fileprivate init(_ entries: [Entry], _ storage: ByteStorage, _ numbers: Range<Int>, behind: Int) {
            self.entries = entries
            self.numbers = numbers
            let start = Int(entries[numbers.lowerBound].start)
            let last = entries[behind - 1]
            let count = max(0, Int(last.start) + Int(last.count) - start)
            text = UnsafeBufferPointer(start: UnsafePointer(storage.base + start), count: count)
            byteCount = numbers.upperBound < behind ? Int(entries[numbers.upperBound].start) - start : count
        }

        /// Where in the text one of the records begins.
        @inline(__always)
        func start(of number: Int) -> Int {
            Int(entries[number].start) - Int(entries[numbers.lowerBound].start)
        }
    }

    /// Calls a function with the records of a range, as many at a time as share their memory, until it answers false. The text is
    /// valid while the function runs.
    @inline(__always)
    package func forEachStretch(in range: Range<Int>, _ body: (Stretch) -> Bool) {
        forEachPart(in: range) { part, numbers, behind in
            withExtendedLifetime(part.storage) {
                body(Stretch(entries, part.storage, numbers, behind: behind))
            }
        }
    }

    @inline(__always)
    private func record(_ number: Int, of part: Part) -> RawRecord {
        let entry = entries[number]
        let start = Int(entry.start)
        return RawRecord(
            part.storage, at: start, count: Int(entry.count),
            place: RecordError.Place(offset: part.origin + start, line: Int(entry.line), column: Int(entry.column)),
            file: file)
    }

    /// The part that a record is in: the last one that begins at or before it.
    private func part(of number: Int) -> Int {
        var low = 0
        var high = parts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if parts[middle].first <= number { low = middle } else { high = middle }
        }
        return low
    }
}
