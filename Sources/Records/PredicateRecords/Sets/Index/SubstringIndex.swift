/// Alternatives that require a string to contain given bytes, found by one pass over the string.
///
/// Of each needle up to four bytes are hashed: those that fewest other needles have. The pass hashes the bytes at every
/// position of the string, and compares a needle only where its bytes are.
struct SubstringIndex {
    private struct Needle: BitwiseCopyable {
        /// The hashed bytes, and how many they are.
        var gram: UInt32
        var width: UInt32
        /// The position of the hashed bytes in the needle.
        var offset: UInt32
        var start: UInt32
        var count: UInt32
        var firstEntry: UInt32
        var entryCount: UInt32
        /// The next needle in the same bucket; -1 for none.
        var next: Int32
    }

    private let needles: IndexList<Needle>
    private let bytes: IndexList<UInt8>
    private let entries: IndexList<IndexEntry>
    private let heads: IndexList<Int32>
    /// A bit for each hash, which most positions of a string do not pass.
    private let filter: IndexList<UInt64>
    private let mask: Int
    /// A bit for each width in use.
    private let widths: Int

    init(_ lists: [[UInt8]: [IndexEntry]], in arena: IndexArena) {
        var uses: [UInt64: Int] = [:]
        for needle in lists.keys {
            for (_, gram, width) in Self.grams(needle) { uses[UInt64(width) << 32 | UInt64(gram), default: 0] += 1 }
        }
        var size = 1024
        while size < 4 * lists.count { size *= 2 }
        mask = size - 1
        var heads = [Int32](repeating: -1, count: size)
        var filter = [UInt64](repeating: 0, count: 1024)
        var needles: [Needle] = []
        var bytes: [UInt8] = []
        var entries: [IndexEntry] = []
        var widths = 0
        for (needle, list) in lists {
            var best: (offset: Int, gram: UInt32, width: Int)?
            var fewest = Int.max
            for candidate in Self.grams(needle) {
                let count = uses[UInt64(candidate.width) << 32 | UInt64(candidate.gram)] ?? 0
                if count < fewest {
                    best = candidate
                    fewest = count
                }
            }
            guard let best else { continue }
            let hash = Self.hash(best.gram, best.width)
            filter[hash >> 6 & 1023] |= 1 << UInt64(hash & 63)
            widths |= 1 << best.width
            let bucket = hash & mask
            needles.append(
                Needle(
                    gram: best.gram, width: UInt32(best.width), offset: UInt32(truncatingIfNeeded: best.offset),
                    start: UInt32(truncatingIfNeeded: bytes.count), count: UInt32(truncatingIfNeeded: needle.count),
                    firstEntry: UInt32(truncatingIfNeeded: entries.count),
                    entryCount: UInt32(truncatingIfNeeded: list.count), next: heads[bucket]))
            heads[bucket] = Int32(truncatingIfNeeded: needles.count - 1)
            bytes += needle
            entries += list
        }
        self.needles = arena.list(needles)
        self.bytes = arena.list(bytes)
        self.entries = arena.list(entries)
        self.heads = arena.list(heads)
        self.filter = arena.list(filter)
        self.widths = widths
    }

    /// The parts of a needle that could be hashed.
    private static func grams(_ needle: [UInt8]) -> [(offset: Int, gram: UInt32, width: Int)] {
        let width = min(4, needle.count)
        if width == 0 { return [] }
        return (0...min(32, needle.count - width)).map { offset in
            var gram: UInt32 = 0
            for index in (0..<width).reversed() { gram = gram << 8 | UInt32(needle[offset + index]) }
            return (offset, gram, width)
        }
    }

    @inline(__always)
    private static func hash(_ gram: UInt32, _ width: Int) -> Int {
        let product = (UInt64(gram) | UInt64(width) << 40) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product >> 34)
    }

    /// Calls a function with each alternative whose needle is in a string, once for each location.
    @inline(__always)
    func forEach(in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafePointer<IndexEntry>) -> Void) {
        for width in 1...4 where widths & 1 << width != 0 && text.count >= width {
            let raw = UnsafeRawBufferPointer(text)
            let last = text.count - width
            var position = 0
            while position <= last {
                var gram: UInt32
                if position + 4 <= text.count {
                    gram = raw.loadUnaligned(fromByteOffset: position, as: UInt32.self).littleEndian
                    if width < 4 { gram &= (1 << UInt32(8 * width)) - 1 }
                } else {
                    gram = 0
                    for index in (0..<width).reversed() { gram = gram << 8 | UInt32(text[position + index]) }
                }
                let hash = Self.hash(gram, width)
                if filter[hash >> 6 & 1023] & 1 << UInt64(hash & 63) != 0 {
                    visit(hash, gram, width, text, position, body)
                }
                position += 1
            }
        }
    }

    @inline(__always)
    private func visit(
        _ hash: Int, _ gram: UInt32, _ width: Int, _ text: UnsafeBufferPointer<UInt8>, _ position: Int,
        _ body: (UnsafePointer<IndexEntry>) -> Void
    ) {
        var number = heads[hash & mask]
        while number >= 0 {
            let needle = needles[Int(number)]
            number = needle.next
            guard needle.gram == gram, needle.width == UInt32(width), Int(needle.offset) <= position else { continue }
            let start = position - Int(needle.offset)
            guard start + Int(needle.count) <= text.count else { continue }
            let wanted = bytes.base + Int(needle.start)
            var index = 0
            while index < Int(needle.count), wanted[index] == text[start + index] { index += 1 }
            guard index == Int(needle.count) else { continue }
            var entry = UnsafePointer(entries.base + Int(needle.firstEntry))
            let end = entry + Int(needle.entryCount)
            while entry < end {
                body(entry)
                entry += 1
            }
        }
    }
}
