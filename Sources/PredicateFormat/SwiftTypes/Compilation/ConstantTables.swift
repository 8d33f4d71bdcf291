/// A constant list of texts, by their bytes.
///
/// A hash of the first and last bytes and the length finds the few that are worth comparing; where too many share one, there is no table.
struct TextTable: Sendable {
    private struct Entry: Sendable {
        var bytes: [UInt8]
        /// The next entry of the bucket; negative at its end.
        var next: Int32
    }

    private var buckets: [Int32]
    private var entries: [Entry] = []
    private let shortest: Int
    private let longest: Int
    /// Longer chains are left to a hash of all bytes.
    private static let longestChain = 6

    /// A table; nil when an element is no text that only text is equal to, or the texts are too much alike.
    init?(_ elements: [PredicateValue]) {
        var texts: [[UInt8]] = []
        for element in elements {
            switch element {
            case .null: continue
            case .string(let text): texts.append(Array(text.utf8))
            // Text beside these is read as one of them.
            case .date, .uuid, .url, .data: return nil
            case .boolean, .integer, .double, .decimal, .list, .set, .object: continue
            }
        }
        shortest = texts.map(\.count).min() ?? 0
        longest = texts.map(\.count).max() ?? -1
        var size = 16
        while size < texts.count * 2 { size *= 2 }
        buckets = [Int32](repeating: -1, count: size)
        for text in texts {
            let bucket = text.withUnsafeBufferPointer { Self.hash($0) } & (size - 1)
            var chain = 0
            var next = buckets[bucket]
            var isKnown = false
            while next >= 0 {
                if entries[Int(next)].bytes == text { isKnown = true }
                chain += 1
                next = entries[Int(next)].next
            }
            if isKnown { continue }
            if chain == Self.longestChain { return nil }
            entries.append(Entry(bytes: text, next: buckets[bucket]))
            buckets[bucket] = Int32(truncatingIfNeeded: entries.count - 1)
        }
    }

    @inline(__always)
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(text)
        let count = raw.count
        var first: UInt64 = 0
        var last: UInt64 = 0
        if count >= 8 {
            first = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else {
            for byte in raw { first = first << 8 | UInt64(byte) }
        }
        var mixed = (first ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= (mixed >> 32) ^ last
        mixed = mixed &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: mixed >> 33)
    }

    /// The number of a text among the distinct ones, in the order in which they were given.
    func index(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        if text.count < shortest || text.count > longest { return nil }
        var next = buckets[Self.hash(text) & (buckets.count - 1)]
        while next >= 0 {
            let found = entries[Int(next)].bytes.withUnsafeBufferPointer {
                $0.count == text.count && TextComparison.compareBytes($0, text) == 0
            }
            if found { return Int(next) }
            next = entries[Int(next)].next
        }
        return nil
    }

    func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { index(of: text) != nil }
}

/// A constant list of numbers, of which integers can be equal to the whole ones only.
struct IntegerTable: Sendable {
    private let few: [Int64]
    private let many: Set<Int64>?

    /// A table; nil when there is a decimal in the list.
    init?(_ elements: [PredicateValue]) {
        var integers: Set<Int64> = []
        for element in elements {
            switch element {
            case .integer(let integer): integers.insert(integer)
            case .boolean(let flag): integers.insert(flag ? 1 : 0)
            case .double(let double): if let integer = Int64(exactly: double) { integers.insert(integer) }
            case .decimal: return nil
            case .null, .string, .date, .uuid, .data, .url, .list, .set, .object: continue
            }
        }
        few = integers.count <= 8 ? Array(integers) : []
        many = integers.count <= 8 ? nil : integers
    }

    @inline(__always)
    func contains(_ integer: Int64) -> Bool {
        if let many { return many.contains(integer) }
        for other in few where other == integer { return true }
        return false
    }
}

struct IntegerTableVisitor: LoaderVisitor {
    typealias Value = Int64
    let table: IntegerTable

    func visit<Loader: ScalarLoader>(_ loader: Loader) -> ValueTest where Loader.Value == Int64 {
        let table = table
        return ValueTest(cost: 6) { pointer, _ in loader.load(pointer).map { table.contains($0) } ?? false }
    }
}
