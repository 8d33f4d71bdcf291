/// Alternatives that require two columns to have given codes, found by one probe for each pair of columns.
struct PairIndex {
    /// Two columns.
    struct Shape: BitwiseCopyable, Hashable {
        var first: UInt32
        var second: UInt32
    }

    /// The codes of a shape, and the entries of the alternatives.
    private struct Bucket: BitwiseCopyable {
        var shape: UInt32
        var first: UInt32
        var second: UInt32
        var start: UInt32
        var count: UInt32
    }

    struct Key: Hashable {
        var shape: UInt32
        var first: UInt32
        var second: UInt32
    }

    let shapes: IndexList<Shape>
    private let buckets: IndexList<Bucket>
    private let mask: Int
    private let entries: IndexList<IndexEntry>

    init(_ shapes: [Shape], _ lists: [Key: [IndexEntry]], in arena: IndexArena) {
        self.shapes = arena.list(shapes)
        var size = 16
        while size < 3 * lists.count { size *= 2 }
        mask = size - 1
        var buckets = [Bucket](repeating: Bucket(shape: 0, first: 0, second: 0, start: 0, count: 0), count: size)
        var entries: [IndexEntry] = []
        for (key, list) in lists {
            var location = Self.hash(key.shape, key.first, key.second) & mask
            while buckets[location].count > 0 { location = (location + 1) & mask }
            buckets[location] = Bucket(
                shape: key.shape, first: key.first, second: key.second,
                start: UInt32(truncatingIfNeeded: entries.count),
                count: UInt32(truncatingIfNeeded: list.count))
            entries += list
        }
        self.buckets = arena.list(buckets)
        self.entries = arena.list(entries)
    }

    @inline(__always)
    private static func hash(_ shape: UInt32, _ first: UInt32, _ second: UInt32) -> Int {
        var hash = (UInt64(first) << 32 | UInt64(second)) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
        hash = (hash ^ UInt64(shape)) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: hash >> 33)
    }

    /// Calls a function with each alternative of a shape whose codes are these.
    @inline(__always)
    func forEach(_ shape: Int, _ first: UInt32, _ second: UInt32, _ body: (UnsafePointer<IndexEntry>) -> Void) {
        let number = UInt32(truncatingIfNeeded: shape)
        var location = Self.hash(number, first, second) & mask
        // At most a third of the buckets is in use, so the search ends.
        while true {
            let bucket = buckets[location]
            if bucket.count == 0 { return }
            if bucket.first == first, bucket.second == second, bucket.shape == number {
                var entry = UnsafePointer(entries.base + Int(bucket.start))
                let end = entry + Int(bucket.count)
                while entry < end {
                    body(entry)
                    entry += 1
                }
                return
            }
            location = (location + 1) & mask
        }
    }
}
