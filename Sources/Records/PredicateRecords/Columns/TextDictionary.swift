import PredicateFormat

/// Distinct texts with their codes. Codes start at 0, in order of first occurrence.
struct TextDictionary: ~Copyable {
    private var index = TextIndex(isWhole: true)
    /// The start of each text, and the end of the last one.
    private(set) var offsets: [UInt32] = [0]
    private let most: Int

    /// A dictionary of at most this many texts, and never more than 2^16.
    init(most: Int) { self.most = min(most, 1 << 16) }

    deinit { index.deallocate() }

    /// The number of texts.
    var count: Int { index.count }

    /// The texts, one after another.
    var bytes: UnsafeBufferPointer<UInt8> { index.bytes }

    /// The code of a text, which is added if it is new; nil if the dictionary is full.
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
