import PredicateCore

/// The top-level keys that a reader builds, prepared for comparison with keys in the text.
public struct WantedFields: Sendable {
    /// The keys.
    public let names: [String]
    private let bytes: [[UInt8]]
    /// The indices of the keys with each length. More than `few` are in the order of the keys' bytes.
    private let byLength: [[Int]]
    /// The number of keys that are compared one by one.
    private static let few = 16

    /// Fields by name. Names with the same code points count once.
    public init(_ names: some Sequence<String>) {
        var distinct = Set<[UInt8]>()
        let names = names.filter { distinct.insert(Array($0.utf8)).inserted }
        self.names = names
        self.bytes = names.map { Array($0.utf8) }
        var byLength = [[Int]](repeating: [], count: (bytes.map(\.count).max() ?? 0) + 1)
        for (index, bytes) in bytes.enumerated() { byLength[bytes.count].append(index) }
        for length in byLength.indices where byLength[length].count > Self.few {
            byLength[length].sort { [bytes] in bytes[$0].lexicographicallyPrecedes(bytes[$1]) }
        }
        self.byLength = byLength
    }

    /// The number of fields.
    public var count: Int { names.count }

    /// The index of the field with a key; nil if there is none.
    @inline(__always)
    func index(of key: JSONStringToken, in base: UnsafePointer<UInt8>) -> Int? {
        if key.hasEscapes { return UTF8Text.withBytes(key.string(in: base)) { search($0) } }
        let length = key.end &- key.start
        guard length < byLength.count else { return nil }
        if byLength[length].count > Self.few {
            return search(UnsafeBufferPointer(start: base + key.start, count: length))
        }
        for index in byLength[length] where key.isEqual(to: bytes[index], in: base) { return index }
        return nil
    }

    /// The index of the field with a decoded key; nil if there is none.
    @inline(never)
    private func search(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        guard key.count < byLength.count else { return nil }
        let indices = byLength[key.count]
        guard indices.count > Self.few else { return indices.first { bytes[$0].elementsEqual(key) } }
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = low + (high - low) / 2
            let order = bytes[indices[middle]].withUnsafeBufferPointer { TextComparison.compareBytes($0, key) }
            if order == 0 { return indices[middle] }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The fields that have been found.
    struct Seen {
        private var few: UInt64 = 0
        private var many: [Bool]

        init(_ fields: WantedFields) {
            many = fields.count > 64 ? [Bool](repeating: false, count: fields.count) : []
        }

        /// Marks a field. Returns false if it was already marked.
        @inline(__always)
        mutating func insert(_ index: Int) -> Bool {
            if many.isEmpty {
                let bit = UInt64(1) &<< UInt64(index)
                if few & bit != 0 { return false }
                few |= bit
                return true
            }
            if many[index] { return false }
            many[index] = true
            return true
        }
    }
}
