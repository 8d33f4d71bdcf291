import CColumnKernels

/// Rows of a chunk, one bit each. The lowest bit of the first word is the first row. Bits after the last row are
/// clear.
struct RowSet: Sendable {
    private(set) var words: [UInt64]
    /// The number of rows in the chunk.
    let count: Int

    /// No rows, or all of them.
    init(count: Int, isFull: Bool = false) {
        self.count = count
        words = [UInt64](repeating: isFull ? .max : 0, count: Self.wordCount(count))
        if isFull { clearTail() }
    }

    /// The number of words for a number of rows.
    static func wordCount(_ rows: Int) -> Int { (rows + 63) / 64 }

    var isEmpty: Bool { !words.contains { $0 != 0 } }

    /// The number of rows in the set.
    var rowCount: Int { words.withUnsafeBufferPointer { $0.baseAddress.map { ck_count($0, words.count) } ?? 0 } }

    @inline(__always)
    func contains(_ row: Int) -> Bool { words[row >> 6] & (1 << UInt64(row & 63)) != 0 }

    @inline(__always)
    mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

    /// Sets the rows of a word. `bits` must have no bits after the last row.
    @inline(__always)
    mutating func set(_ word: Int, _ bits: UInt64) { words[word] = bits }

    @inline(__always)
    mutating func remove(_ row: Int) { words[row >> 6] &= ~(1 << UInt64(row & 63)) }

    mutating func formUnion(_ other: RowSet) {
        for index in words.indices where index < other.words.count { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: RowSet) {
        for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
    }

    mutating func subtract(_ other: RowSet) {
        for index in words.indices where index < other.words.count { words[index] &= ~other.words[index] }
    }

    func union(_ other: RowSet) -> RowSet {
        var result = self
        result.formUnion(other)
        return result
    }

    func subtracting(_ other: RowSet) -> RowSet {
        var result = self
        result.subtract(other)
        return result
    }

    func intersection(_ other: RowSet) -> RowSet {
        var result = self
        result.formIntersection(other)
        return result
    }

    /// The rows, in order.
    var rows: [Int] {
        var rows: [Int] = []
        rows.reserveCapacity(rowCount)
        forEach { rows.append($0) }
        return rows
    }

    /// Calls a function with each row, in order.
    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for index in words.indices {
            var word = words[index]
            while word != 0 {
                body(index << 6 | word.trailingZeroBitCount)
                word &= word &- 1
            }
        }
    }

    /// The rows whose bits a kernel sets. `fill` receives the words and their number.
    init(count: Int, _ fill: (UnsafeMutablePointer<UInt64>, Int) -> Void) {
        self.count = count
        let size = Self.wordCount(count)
        words = [UInt64](unsafeUninitializedCapacity: size) { buffer, initialized in
            buffer.initialize(repeating: 0)
            if let base = buffer.baseAddress, size > 0 { fill(base, size) }
            initialized = size
        }
        clearTail()
    }

    private mutating func clearTail() {
        if count & 63 != 0, !words.isEmpty { words[words.count - 1] &= (1 << UInt64(count & 63)) - 1 }
    }
}
