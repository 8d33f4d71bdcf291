/// Reads the numbers of a table that `Scripts/unicode-tables.py` wrote as text.
///
/// Each character has five bits, least significant first, and a sixth bit if the number continues.
/// After the end there are zeros.
struct PackedTableReader {
    private let table: StaticString
    private var position = 0

    init(_ table: StaticString) {
        self.table = table
    }

    /// Reads from the character at a position on.
    init(_ table: StaticString, at position: Int) {
        self.table = table
        self.position = max(0, position)
    }

    /// The next number.
    mutating func next() -> UInt32 {
        // A string literal of more than one character always has a pointer; anything else is not a table.
        guard table.hasPointerRepresentation else { return 0 }
        let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var value: UInt32 = 0
        var shift: UInt32 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            let digit = byte == UInt8(ascii: "~") ? 57 : UInt32(byte &- 0x23)
            value |= (digit & 31) << shift
            if digit & 32 == 0 { return value }
            shift += 5
        }
        return value
    }

    /// The next number, with its sign in the lowest bit.
    mutating func nextSigned() -> Int32 {
        let value = next()
        let magnitude = Int32(bitPattern: value >> 1)
        return value & 1 == 0 ? magnitude : -1 - magnitude
    }

    /// The next number, as a count.
    mutating func nextCount() -> Int { Int(next()) }
}

/// The mapping of each code point; most map to themselves.
///
/// Two stages: pages of 128 code points, and one empty page for all pages without entries. A lookup is two loads; a table of
/// some thousand entries takes some tens of kilobytes.
struct ScalarMap: Sendable {
    /// An entry: zero for a code point that maps to itself; otherwise the target, or with `several` the location of its
    /// targets in `targets`, preceded by their count.
    private var pages: [UInt16]
    private var entries: [UInt32]
    private var targets: [UInt32]

    /// Marks an entry of several targets, or of none.
    static let several: UInt32 = 1 << 31
    private static let pageBits: UInt32 = 7
    private static let pageSize = 1 << 7

    /// A map from code points to code points.
    init(_ table: StaticString) {
        var reader = PackedTableReader(table)
        var code: UInt32 = 0
        var builder = Builder()
        for _ in 0..<reader.nextCount() {
            code &+= reader.next()
            let targets = (0..<reader.nextCount()).map { _ in
                UInt32(bitPattern: Int32(bitPattern: code) &+ reader.nextSigned())
            }
            builder.insert(targets, at: code)
        }
        self.init(builder)
    }

    init(_ builder: Builder) {
        pages = Array(repeating: 0, count: builder.pages.count)
        entries = Array(repeating: 0, count: Self.pageSize)
        for (page, content) in builder.pages.enumerated() where !content.isEmpty {
            pages[page] = UInt16(truncatingIfNeeded: entries.count / Self.pageSize)
            entries += content
        }
        targets = builder.targets
    }

    /// Collects the entries of a map.
    struct Builder {
        fileprivate var pages: [[UInt32]] = []
        fileprivate var targets: [UInt32] = []

        /// Sets the mapping of a code point. A single target is not zero; the highest bit of it and of `flags` is.
        mutating func insert(_ targets: [UInt32], at code: UInt32, flags: UInt32 = 0) {
            var entry = flags
            if targets.count == 1 {
                entry |= targets[0]
            } else {
                entry |= ScalarMap.several | UInt32(truncatingIfNeeded: self.targets.count)
                self.targets.append(UInt32(truncatingIfNeeded: targets.count))
                self.targets += targets
            }
            let page = Int(code >> ScalarMap.pageBits)
            while pages.count <= page { pages.append([]) }
            if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: ScalarMap.pageSize) }
            pages[page][Int(code) & (ScalarMap.pageSize - 1)] = entry
        }
    }

    /// The entry of a code point; zero if it maps to itself.
    func entry(_ code: UInt32) -> UInt32 {
        let page = Int(code >> Self.pageBits)
        guard page < pages.count else { return 0 }
        return entries[Int(pages[page]) * Self.pageSize + Int(code) & (Self.pageSize - 1)]
    }

    /// The targets of an entry marked as `several`.
    func targets(of entry: UInt32) -> ArraySlice<UInt32> {
        let start = Int(entry & ~Self.several)
        return targets[(start + 1)..<(start + 1 + Int(targets[start]))]
    }
}

/// A set of code points, as sorted ranges.
struct ScalarSet: Sendable {
    private var starts: [UInt32] = []
    private var ends: [UInt32] = []

    init(_ table: StaticString) {
        var reader = PackedTableReader(table)
        var last: UInt32 = 0
        for _ in 0..<reader.nextCount() {
            let start = last &+ reader.next()
            last = start &+ reader.next()
            starts.append(start)
            ends.append(last)
        }
    }

    /// Whether the set contains a code point.
    func contains(_ code: UInt32) -> Bool {
        let location = ends.partitioningIndex { $0 >= code }
        return location < starts.count && starts[location] <= code
    }
}
