/// The codes of values between sorted constants.
///
/// 0 is not a value of the kind. The value of constant *k* has the code 2*k* + 2. A value between two constants has the
/// code between theirs.
enum BoundCodes {
    @inline(__always)
    static func code(_ position: Int, isEqual: Bool) -> UInt32 {
        UInt32(truncatingIfNeeded: 2 * position + (isEqual ? 2 : 1))
    }

    static func last(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: 2 * count + 1) }
}

/// The numbers that a column is compared with, sorted.
struct NumberBounds {
    private let keys: IndexList<NumberKey>

    init(_ sorted: [NumberKey], in arena: IndexArena) { keys = arena.list(sorted) }

    var count: Int { keys.count }

    @inline(__always)
    func code(_ key: NumberKey) -> UInt32 {
        var low = 0
        var count = keys.count
        // The first key that is not less.
        while count > 0 {
            let half = count >> 1
            let isLess = keys[low + half] < key
            low = isLess ? low + half + 1 : low
            count = isLess ? count - half - 1 : half
        }
        return BoundCodes.code(low, isEqual: low < keys.count && keys[low] == key)
    }
}

/// The strings that a column is compared with, sorted by their bytes.
struct TextBounds {
    /// The first eight bytes of each text as a number.
    private let heads: IndexList<UInt64>
    /// Where each text begins, and where the last one ends.
    private let starts: IndexList<UInt32>
    private let bytes: IndexList<UInt8>

    init(_ sorted: [[UInt8]], in arena: IndexArena) {
        var starts: [UInt32] = [0]
        var bytes: [UInt8] = []
        for text in sorted {
            bytes += text
            starts.append(UInt32(clamping: bytes.count))
        }
        heads = arena.list(sorted.map { text in text.withUnsafeBufferPointer { Self.head($0) } })
        self.starts = arena.list(starts)
        self.bytes = arena.list(bytes)
    }

    var count: Int { heads.count }

    @inline(__always)
    private static func head(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        if text.count >= 8 {
            return UInt64(bigEndian: UnsafeRawBufferPointer(text).loadUnaligned(as: UInt64.self))
        }
        var head: UInt64 = 0
        for index in 0..<8 { head = head << 8 | (index < text.count ? UInt64(text[index]) : 0) }
        return head
    }

    private func text(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[index])
        return UnsafeBufferPointer(start: bytes.base + start, count: Int(starts[index + 1]) - start)
    }

    func code(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let head = Self.head(text)
        var low = 0
        var count = heads.count
        while count > 0 {
            let half = count >> 1
            let middle = low + half
            let other = heads[middle]
            let isLess = other != head ? other < head : Self.compare(self.text(middle), text) < 0
            low = isLess ? middle + 1 : low
            count = isLess ? count - half - 1 : half
        }
        let isEqual = low < heads.count && heads[low] == head && Self.compare(self.text(low), text) == 0
        return BoundCodes.code(low, isEqual: isEqual)
    }

    private static func compare(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
        let count = min(a.count, b.count)
        for index in 0..<count where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
        return a.count - b.count
    }
}
