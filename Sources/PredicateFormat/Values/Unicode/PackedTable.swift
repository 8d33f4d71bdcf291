/// Reads the numbers of a table that `Scripts/unicode-tables.py` wrote as text.
///
/// Each character carries five bits, least significant first, and a sixth that says whether the number goes on.
/// Past the end there are zeros.
struct PackedTableReader {
    private let table: StaticString
    private var position = 0

    init(_ table: StaticString) {
        self.table = table
    }

    /// The next number.
    mutating func next() -> UInt32 {
        // A string literal of more than one character always has a pointer; anything else is no table.
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

/// What each code point maps to; most map to themselves.
///
/// Two stages: a page for 128 code points, and pages with the same content only once. Fast enough for a loop over text,
/// and a few kilobytes for a table of some thousand entries.
struct ScalarMap: Sendable {
    /// An entry: zero for a code point that maps to itself; otherwise the target, or with `several` the place of its
    /// targets in `targets`, preceded by their count.
    private var pages: [UInt16]
    private var entries: [UInt32]
    private(set) var targets: [UInt32] = []

    /// Marks an entry of several targets, or of none.
    static let several: UInt32 = 1 << 31
    private static let pageBits: UInt32 = 7
    private static let pageSize = 1 << 7

    init(_ table: StaticString) {
        var reader = PackedTableReader(table)
        var filled: [Int: [UInt32]] = [:]
        var code: UInt32 = 0
        for _ in 0..<reader.nextCount() {
            code &+= reader.next()
            let count = reader.nextCount()
            let entry: UInt32
            if count == 1 {
                entry = UInt32(bitPattern: Int32(bitPattern: code) &+ reader.nextSigned())
            } else {
                entry = Self.several | UInt32(targets.count)
                targets.append(UInt32(count))
                for _ in 0..<count {
                    targets.append(UInt32(bitPattern: Int32(bitPattern: code) &+ reader.nextSigned()))
                }
            }
            filled[Int(code >> Self.pageBits), default: Array(repeating: 0, count: Self.pageSize)][
                Int(code) & (Self.pageSize - 1)] = entry
        }
        pages = Array(repeating: 0, count: (filled.keys.max() ?? 0) + 1)
        entries = Array(repeating: 0, count: Self.pageSize)
        for (page, content) in filled {
            pages[page] = UInt16(entries.count / Self.pageSize)
            entries += content
        }
    }

    /// The entry of a code point; zero where it maps to itself.
    func entry(_ code: UInt32) -> UInt32 {
        let page = Int(code >> Self.pageBits)
        guard page < pages.count else { return 0 }
        return entries[Int(pages[page]) * Self.pageSize + Int(code) & (Self.pageSize - 1)]
    }

    /// The targets that an entry marked as `several` stands for.
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

    /// Whether the set holds a code point.
    func contains(_ code: UInt32) -> Bool {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < code {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < starts.count && starts[low] <= code
    }
}
