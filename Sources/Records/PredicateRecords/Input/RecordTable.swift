/// The records of an input, for repeated walks over them and for access by number.
///
/// The table does not parse records. A caller that walks over them reads the wanted fields
/// (`JSONReader.readPartially`), on any number of threads. A record costs sixteen bytes, plus its own bytes if they
/// are kept in memory. Records of plain line-delimited files (`lines(of:)`) stay in the file, which is read again for
/// every walk.
///
/// ```swift
/// var table = RecordTable()
/// while let record = try stream.next() { table.append(record) }
/// table.forEach(in: 0..<table.count) { number, record in … }
/// ```
public struct RecordTable: Sendable {
    /// The location of a record in its part and in the lines of the input.
    struct Entry {
        var start: UInt32
        var count: UInt32
        /// The line, counted from the first line of the part.
        var line: UInt32
        var column: UInt32
    }

    /// The bytes of a part.
    enum Content: Sendable {
        case held(ByteStorage)
        case file(TableFile)
    }

    /// Records in one piece of memory or of a file.
    struct Part: Sendable {
        var content: Content
        /// The number of bytes of the input before the first byte of the part; negative if bytes were moved to the
        /// beginning of the memory.
        var origin: Int
        /// The number of the first record.
        var first: Int
        /// The number of lines of the input before the part.
        var line = 0

        /// The bytes from one record to another, and the start of that memory in the part.
        func memory(from first: Entry, to last: Entry) -> (storage: ByteStorage, start: Int) {
            switch content {
            case .held(let storage): return (storage, 0)
            case .file(let file):
                let start = Int(first.start)
                let count = max(0, Int(last.start) + Int(last.count) - start)
                let read = file.read(at: origin + start, count: count)
                return (read.storage, start - read.shift)
            }
        }
    }

    private var entries: [Entry] = []
    private var parts: [Part] = []
    /// The size of all records in bytes.
    package private(set) var byteCount = 0
    /// Whether each record is a line of its input.
    package private(set) var areLines = true
    /// The name of the input.
    public private(set) var file: String?

    /// A table without records.
    public init() {}

    /// The records of consecutive parts.
    init(_ parts: [(part: Part, entries: [Entry])], file: String?) {
        self.file = file
        entries.reserveCapacity(parts.reduce(0) { $0 + $1.entries.count })
        for (part, entries) in parts where !entries.isEmpty {
            var part = part
            part.first = self.entries.count
            self.parts.append(part)
            self.entries += entries
            byteCount += entries.reduce(0) { $0 + Int($1.count) }
        }
    }

    /// The number of records.
    public var count: Int { entries.count }

    /// Whether the file of the records has changed since they were found, other than by appended data. If so, its
    /// records are no longer valid.
    package var isFileChanged: Bool {
        if case .file(let file)? = parts.first?.content { return file.isChanged }
        return false
    }

    /// Appends a record. All records must come from one input, in its order.
    ///
    /// - Returns: false if the record begins too far after the start of its memory to be stored. That does not happen
    ///   for a stream with a record limit of less than two gigabytes.
    @discardableResult
    public mutating func append(_ record: RawRecord) -> Bool {
        guard let start = UInt32(exactly: record.start), let count = UInt32(exactly: record.count) else { return false }
        if case .held(let storage)? = parts.last?.content, storage === record.storage {
        } else {
            parts.append(
                Part(content: .held(record.storage), origin: record.offset - record.start, first: entries.count))
            file = record.file
        }
        byteCount += record.count
        areLines = areLines && record.isLine
        entries.append(
            Entry(
                start: start, count: count, line: UInt32(clamping: record.line),
                column: UInt32(clamping: record.location.column)))
        return true
    }

    /// A record by its number, from 0; nil if there is none.
    public func record(at number: Int) -> RawRecord? {
        guard entries.indices.contains(number) else { return nil }
        let part = parts[part(of: number)]
        let memory = part.memory(from: entries[number], to: entries[number])
        return record(number, of: part, in: memory)
    }

    /// The size of a record in bytes; 0 if there is none.
    package func byteCount(at number: Int) -> Int {
        entries.indices.contains(number) ? Int(entries[number].count) : 0
    }

    /// Calls a function with the records of a range and their numbers, in order, until it returns false.
    @inline(__always)
    public func forEach<Failure: Error>(
        in range: Range<Int>, _ body: (Int, RawRecord) throws(Failure) -> Bool
    ) throws(Failure) {
        try forEachPart(in: range) { part, numbers, _ throws(Failure) in
            let memory = part.memory(from: entries[numbers.lowerBound], to: entries[numbers.upperBound - 1])
            for number in numbers {
                guard try body(number, record(number, of: part, in: memory)) else { return false }
            }
            return true
        }
    }

    /// Calls a function with each part that has records of a range, the numbers of those records, and the number
    /// after the last record of the part, until it returns false.
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

    /// Adjacent records in the same memory, with the text between them in the input.
    package struct Stretch {
        private let entries: [Entry]
        /// The numbers of the records.
        package let numbers: Range<Int>
        /// The text from the first of these records to the end of the last record in this memory.
        package let text: UnsafeBufferPointer<UInt8>
        /// The number of bytes of the text before the first record that is not among these.
        package let byteCount: Int

        fileprivate init(
            _ entries: [Entry], _ memory: (storage: ByteStorage, start: Int), _ numbers: Range<Int>, behind: Int
        ) {
            self.entries = entries
            self.numbers = numbers
            let start = Int(entries[numbers.lowerBound].start)
            let last = entries[behind - 1]
            let count = max(0, Int(last.start) + Int(last.count) - start)
            text = UnsafeBufferPointer(
                start: UnsafePointer(memory.storage.base + (start - memory.start)), count: count)
            byteCount = numbers.upperBound < behind ? Int(entries[numbers.upperBound].start) - start : count
        }

        /// The start of one of the records in the text.
        @inline(__always)
        func start(of number: Int) -> Int {
            Int(entries[number].start) - Int(entries[numbers.lowerBound].start)
        }
    }

    /// Calls a function with the records of a range, as many at a time as share their memory, until it returns false.
    /// The text is valid only during the call.
    @inline(__always)
    package func forEachStretch(in range: Range<Int>, _ body: (Stretch) -> Bool) {
        forEachPart(in: range) { part, numbers, behind in
            var behind = behind
            // A file is read only as far as needed.
            if case .file = part.content { behind = numbers.upperBound }
            let memory = part.memory(from: entries[numbers.lowerBound], to: entries[behind - 1])
            return withExtendedLifetime(memory.storage) {
                body(Stretch(entries, memory, numbers, behind: behind))
            }
        }
    }

    @inline(__always)
    private func record(
        _ number: Int, of part: Part, in memory: (storage: ByteStorage, start: Int)
    ) -> RawRecord {
        let entry = entries[number]
        let start = Int(entry.start)
        return RawRecord(
            memory.storage, at: start - memory.start, count: Int(entry.count),
            location: RecordError.Location(
                offset: part.origin + start, line: part.line + Int(entry.line), column: Int(entry.column)),
            file: file, isLine: areLines)
    }

    /// The part that contains a record: the last part that begins at or before it.
    private func part(of number: Int) -> Int {
        max(1, parts.partitioningIndex { $0.first > number }) - 1
    }
}
