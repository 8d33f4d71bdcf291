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
    /// `l`: the order of the locale's standard comparison.
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
    public var effective: StringOptions { contains(.normalized) ? [] : self }
}
