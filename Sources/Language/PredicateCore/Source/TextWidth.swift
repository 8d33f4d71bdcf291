/// How many columns text takes in a terminal, for the snippets under a message and for tables.
package enum TextWidth {
    private static let zero = ScalarSet(WidthTables.zero)
    private static let double = ScalarSet(WidthTables.double)
    private static let emoji = ScalarSet(WidthTables.emoji)

    /// The columns of a code point on its own.
    ///
    /// - Returns: 0 for marks that combine, format characters, control characters, and the vowels and final consonants
    ///   of Hangul; 2 for wide and fullwidth characters and for those drawn as emoji; 1 for all others. A regional
    ///   indicator has 1, so that the two of a flag have 2.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        let code = scalar.value
        if code >= 0x20, code < 0x7F { return 1 }
        if zero.contains(code) { return 0 }
        return double.contains(code) ? 2 : 1
    }

    /// The columns of a string: the sum over its grapheme clusters.
    ///
    /// Control characters have no width; the caller adds the width of tabs and line breaks.
    package static func columns(of text: String) -> Int {
        UTF8Text.withBytes(text, simpleColumns) ?? text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of a string of printable ASCII and of lines such as `│` and `├` (U+2500 to U+257F), which trees are
    /// drawn with; nil for others.
    private static func simpleColumns(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var count = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x7F {
                index += 1
            } else if byte == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x94 || bytes[index + 1] == 0x95 {
                index += 3
            } else {
                return nil
            }
            count += 1
        }
        return count
    }

    /// The columns of a grapheme cluster: two for an emoji, however many code points it has, otherwise the columns of its
    /// code points, since a terminal gives a spacing mark its own column.
    package static func columns(of cluster: Character) -> Int {
        var sum = 0
        var isEmojiSequence = false
        var isFirst = true
        var beginsWithEmoji = false
        for scalar in cluster.unicodeScalars {
            if isFirst {
                beginsWithEmoji = emoji.contains(scalar.value)
                isFirst = false
            } else if beginsWithEmoji {
                isEmojiSequence = isEmojiSequence || joinsEmoji(scalar)
            }
            sum += columns(of: scalar)
        }
        return isEmojiSequence ? 2 : sum
    }

    /// Whether a code point makes one snippet with the emoji before it: the variation selector for emoji, the joiner,
    /// and the skin tones.
    private static func joinsEmoji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{FE0F}", "\u{200D}", "\u{1F3FB}"..."\u{1F3FF}": true
        default: false
        }
    }
}
