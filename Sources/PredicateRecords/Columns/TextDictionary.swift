import PredicateFormat

/// Different texts with their codes, which count from 0 in the order in which the texts came.
struct TextDictionary: ~Copyable {
    private var index = TextIndex(isWhole: true)
    /// Where each text begins, and the end of the last.
    private(set) var offsets: [UInt32] = [0]
    private let most: Int

    /// A dictionary of so many texts at most, no more than 16 bits tell apart.
    init(most: Int) { self.most = min(most, 1 << 16) }

    deinit { index.deallocate() }

    /// How many texts there are.
    var count: Int { index.count }

    /// The texts, one behind the other.
    var bytes: UnsafeBufferPointer<UInt8> { index.bytes }

    /// The code of a text, a new one where it has none; nil where there are too many.
    mutating func code(of text: UnsafeBufferPointer<UInt8>) -> UInt16? {
        let known = index.number(of: text)
        if known >= 0 { return UInt16(truncatingIfNeeded: known) }
        guard count < most else { return nil }
        let code = index.insert(text)
        guard code >= 0 else { return nil }
        offsets.append(UInt32(truncatingIfNeeded: index.byteCount))
        return UInt16(truncatingIfNeeded: code)
    }
}
