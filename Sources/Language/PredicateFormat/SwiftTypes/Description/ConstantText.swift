import PredicateCore

/// A constant text that others are compared with, code point by code point.
@usableFromInline
struct ConstantText: Sendable {
    @usableFromInline let text: String
    @usableFromInline let count: Int
    /// Whether the text is ASCII. Then `==`, which compares canonical forms, agrees with code points for texts of
    /// equal length: other canonical equivalents of an ASCII character take more bytes.
    @usableFromInline let isASCII: Bool

    init(_ text: String) {
        // A copy of its own bytes is always native, so that the fast path of `==` applies.
        self.text = String(decoding: Array(text.utf8), as: UTF8.self)
        count = text.utf8.count
        isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    }

    /// Whether a text has the same code points.
    @inlinable @inline(__always)
    func equals(_ other: String) -> Bool {
        guard other.utf8.count == count else { return false }
        return isASCII ? other == text : sameBytes(other)
    }

    @usableFromInline @inline(never)
    func sameBytes(_ other: String) -> Bool {
        UTF8Text.withBytes(text) { a in UTF8Text.withBytes(other) { b in TextComparison.compareBytes(a, b) == 0 } }
    }
}
