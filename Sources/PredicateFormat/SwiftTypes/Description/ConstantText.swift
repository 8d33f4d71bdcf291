/// A constant text that others are compared with, code point by code point.
@usableFromInline
struct ConstantText: Sendable {
    @usableFromInline typealias Bits = (UInt64, UInt64)

    @usableFromInline let text: String
    @usableFromInline let count: Int
    /// The string itself when it is one whose bits decide.
    @usableFromInline let bits: Bits
    /// Whether the text is so short that it stands in the string itself: then another such string is the same text when, and only when, it
    /// has the same bits.
    @usableFromInline let isSmall: Bool

    /// The bit of a string's second half that says so.
    @inlinable static var smallBit: UInt64 { 0x2000_0000_0000_0000 }

    init(_ text: String) {
        // As a text that is made of its bytes: the same text can also stand elsewhere.
        self.text = String(decoding: Array(text.utf8), as: UTF8.self)
        count = text.utf8.count
        bits = Self.bits(of: self.text)
        isSmall = Self.isKnownForm && count < 16 && bits.1 & Self.smallBit != 0
    }

    private static func bits(of text: String) -> Bits {
        guard MemoryLayout<String>.size == MemoryLayout<Bits>.size else { return (0, 0) }
        return withUnsafeBytes(of: text) { $0.loadUnaligned(as: Bits.self) }
    }

    /// Whether strings look in memory as they do where this was written; otherwise nothing is concluded from their bits.
    private static let isKnownForm: Bool = {
        let short = bits(of: String(decoding: [0x61, 0x62, 0x63], as: UTF8.self))
        let marked = bits(of: String(decoding: [0xC3, 0xA9], as: UTF8.self))
        let long = bits(of: String(repeating: "a", count: 40))
        return short == (0x63_6261, 0xE3 << 56) && marked == (0xA9C3, 0xA2 << 56) && long.1 & smallBit == 0
    }()

    /// Whether a text is the same.
    @inlinable @inline(__always)
    func equals(_ other: String) -> Bool {
        if MemoryLayout<String>.size == MemoryLayout<Bits>.size {
            let found = unsafeBitCast(other, to: Bits.self)
            // All but the bit that says whether the text is ASCII, which follows from the others.
            if isSmall, found.1 & Self.smallBit != 0 {
                return found.0 == bits.0 && (found.1 ^ bits.1) & ~0x4000_0000_0000_0000 == 0
            }
        }
        return other.utf8.count == count && sameBytes(other)
    }

    @usableFromInline @inline(never)
    func sameBytes(_ other: String) -> Bool {
        UTF8Text.withBytes(text) { a in UTF8Text.withBytes(other) { b in TextComparison.compareBytes(a, b) == 0 } }
    }
}
