/// Comparison of text with string options: by code point, which is the order of the UTF-8 bytes, after folding.
///
/// It never uses Swift's `==` on strings, which treats canonically equivalent strings as equal.
package enum TextComparison {
    /// -1, 0 or 1 if `a` is before, equal to or after `b`.
    ///
    /// With `l` the order is the root collation's; `c` then drops its tertiary level and `d` its secondary one.
    package static func compare(_ a: String, _ b: String, options: StringOptions) -> Int {
        if options.effective.contains(.localized) { return RootCollation.compare(a, b, options: options) }
        return TextFolding.withFolded(a, options) { a in
            TextFolding.withFolded(b, options) { b in compareBytes(a, b) }
        }
    }

    /// Whether the strings are equal with the options: `compare` returns 0.
    package static func equal(_ a: String, _ b: String, options: StringOptions) -> Bool {
        compare(a, b, options: options) == 0
    }

    /// Whether `text` begins with `needle`. No text begins with a needle that folds to nothing. `l` changes nothing.
    package static func hasPrefix(_ text: String, _ needle: String, options: StringOptions) -> Bool {
        TextFolding.withFolded(needle, options) { needle in
            if needle.isEmpty { return false }
            return TextFolding.withFolded(text, options) { ByteSearch.matches(needle, in: $0, at: 0) }
        }
    }

    /// Whether `text` ends with `needle`. No text ends with a needle that folds to nothing. `l` changes nothing.
    package static func hasSuffix(_ text: String, _ needle: String, options: StringOptions) -> Bool {
        TextFolding.withFolded(needle, options) { needle in
            if needle.isEmpty { return false }
            return TextFolding.withFolded(text, options) { text in
                text.count >= needle.count && ByteSearch.matches(needle, in: text, at: text.count - needle.count)
            }
        }
    }

    /// Whether `needle` occurs in `text`. A needle that folds to nothing occurs nowhere. `l` changes nothing.
    package static func contains(_ text: String, _ needle: String, options: StringOptions) -> Bool {
        TextFolding.withFolded(needle, options) { needle in
            if needle.isEmpty { return false }
            return TextFolding.withFolded(text, options) { ByteSearch.firstIndex(of: needle, in: $0) != nil }
        }
    }

    /// -1, 0 or 1 by the order of the bytes; if one text begins with the other, the shorter one is first.
    package static func compareBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int {
        // Copies of a string share their memory.
        if a.baseAddress == b.baseAddress, a.count == b.count { return 0 }
        let count = min(a.count, b.count)
        let (rawA, rawB) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
        var index = 0
        while index + 8 <= count {
            let wordA = rawA.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let wordB = rawB.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if wordA != wordB { return UInt64(bigEndian: wordA) < UInt64(bigEndian: wordB) ? -1 : 1 }
            index += 8
        }
        while index < count {
            if a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
            index += 1
        }
        return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
    }
}

/// The letters in brackets after a comparison: `CONTAINS[cd]`.
public struct StringOptions: OptionSet, Hashable, Sendable {
    /// The letters as bits.
    public let rawValue: UInt8

    /// Options from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `c`: letters that differ only in case are the same (Unicode's full default case folding).
    public static let caseInsensitive = StringOptions(rawValue: 1)
    /// `d`: diacritics do not count, nor does the width of East Asian forms.
    public static let diacriticInsensitive = StringOptions(rawValue: 2)
    /// `n`: literal code points; every other option is ignored.
    public static let normalized = StringOptions(rawValue: 4)
    /// `l`: dictionary order, by the library's collation.
    public static let localized = StringOptions(rawValue: 8)

    /// The letters in the order in which they print: c, d, n, l.
    public var letters: String {
        var text = ""
        if contains(.caseInsensitive) { text += "c" }
        if contains(.diacriticInsensitive) { text += "d" }
        if contains(.normalized) { text += "n" }
        if contains(.localized) { text += "l" }
        return text
    }

    /// The options in effect: `n` disables the others.
    package var effective: StringOptions { contains(.normalized) ? [] : self }
}
