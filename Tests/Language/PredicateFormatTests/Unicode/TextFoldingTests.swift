import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The scalars as hexadecimal numbers, because Swift treats canonically equivalent strings as equal.
private func scalars(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}

private struct FoldCase: Sendable, CustomTestStringConvertible {
    var options: StringOptions
    var text: String
    var folded: String
    init(_ options: StringOptions, _ text: String, _ folded: String) {
        (self.options, self.text, self.folded) = (options, text, folded)
    }
    var testDescription: String { "[\(options.letters)] \(scalars(text))" }
}

private let c = StringOptions.caseInsensitive
private let d = StringOptions.diacriticInsensitive
private let n = StringOptions.normalized
private let l = StringOptions.localized

private let foldCases: [FoldCase] = [
    // No change.
    FoldCase([], "ÉÀ", "ÉÀ"), FoldCase(l, "Éa", "Éa"), FoldCase([n, c, d], "Éa", "Éa"), FoldCase([c, d], "", ""),
    // ASCII, and the characters next to its letters.
    FoldCase(c, "@AZ[`az{", "@az[`az{"), FoldCase(d, "AZaz", "AZaz"), FoldCase([c, d, l], "Jo", "jo"),
    FoldCase(c, "A\u{0}Z\u{7F}", "a\u{0}z\u{7F}"),
    // Case: simple and full folding, independent of languages.
    FoldCase(c, "É", "é"), FoldCase(c, "ß", "ss"), FoldCase(c, "ẞ", "ss"), FoldCase(c, "SS", "ss"),
    FoldCase(c, "İ", "i\u{307}"), FoldCase(c, "ı", "ı"), FoldCase(c, "I", "i"), FoldCase(c, "ﬁ", "fi"),
    FoldCase(c, "ﬃ", "ffi"), FoldCase(c, "Σσς", "σσσ"), FoldCase(c, "ΐ", "ι\u{308}\u{301}"),
    FoldCase(c, "ŉ", "\u{2BC}n"), FoldCase(c, "ſ", "s"), FoldCase(c, "\u{212A}", "k"), FoldCase(c, "\u{345}", "ι"),
    FoldCase(c, "Ж", "ж"), FoldCase(c, "Ա", "ա"), FoldCase(c, "Ა", "ა"), FoldCase(c, "ꭰ", "Ꭰ"), FoldCase(c, "Ꭰ", "Ꭰ"),
    FoldCase(c, "𐐀", "𐐨"), FoldCase(c, "Ａ", "ａ"), FoldCase(c, "Ø", "ø"), FoldCase(c, "ᾳ", "αι"),
    FoldCase(c, "e\u{301}", "e\u{301}"), FoldCase(c, "日本", "日本"),
    // Diacritics: a composed letter becomes its base, and marks after a base are dropped.
    FoldCase(d, "é", "e"), FoldCase(d, "É", "E"), FoldCase(d, "e\u{301}", "e"), FoldCase(d, "ế", "e"),
    FoldCase(d, "e\u{302}\u{301}\u{323}x", "ex"), FoldCase(d, "ά", "α"), FoldCase(d, "ᾧ", "ω"), FoldCase(d, "й", "и"),
    FoldCase(d, "Ё", "Е"), FoldCase(d, "\u{212B}", "A"), FoldCase(d, "\u{212A}", "K"), FoldCase(d, "\u{2126}", "Ω"),
    FoldCase(d, "≠", "="), FoldCase(d, "=\u{338}", "="), FoldCase(d, "1\u{301}", "1"), FoldCase(d, "\n\u{301}", "\n"),
    FoldCase(d, "\u{37E}", ";"), FoldCase(d, "İ", "I"), FoldCase(d, "ß", "ß"), FoldCase(d, "ﬁ", "ﬁ"),
    // The last base below U+0510, and the first code point that is not a base.
    FoldCase(d, "\u{50F}\u{301}", "\u{50F}"), FoldCase(d, "\u{510}\u{301}", "\u{510}\u{301}"),
    // Letters with a stroke have no decomposition.
    FoldCase(d, "ØøŁłĐħ", "ØøŁłĐħ"),
    // Other scripts remain unchanged, composed or not.
    FoldCase(d, "が", "が"), FoldCase(d, "か\u{3099}", "か\u{3099}"), FoldCase(d, "कु", "कु"), FoldCase(d, "한", "한"),
    FoldCase(d, "\u{5D0}\u{5B7}", "\u{5D0}\u{5B7}"), FoldCase(d, "か\u{301}\u{301}", "か\u{301}\u{301}"),
    FoldCase(d, "か\u{301}e\u{301}か\u{301}", "か\u{301}eか\u{301}"), FoldCase(d, "\u{929}", "\u{929}"),
    // A mark without a base remains, even if it decomposes. Spacing and enclosing marks are not nonspacing marks.
    FoldCase(d, "\u{301}", "\u{301}"), FoldCase(d, "\u{301}\u{302}a\u{302}", "\u{301}\u{302}a"),
    FoldCase(d, "\u{344}", "\u{344}"), FoldCase(d, "a\u{344}", "a"), FoldCase(d, "a\u{903}", "a\u{903}"),
    FoldCase(d, "a\u{20DD}", "a\u{20DD}"), FoldCase(d, "a\u{20DD}\u{301}", "a\u{20DD}\u{301}"),
    FoldCase(d, "a\u{200D}\u{301}", "a\u{200D}\u{301}"), FoldCase(d, "a\u{E0100}", "a"),
    // Width.
    FoldCase(d, "Ａｂ１", "Ab1"), FoldCase(d, "ｶﾞ", "カ\u{3099}"), FoldCase(d, "a\u{FF9E}", "a"), FoldCase(d, "ﾡ", "ㄱ"),
    FoldCase(d, "\u{3000}", " "), FoldCase(d, "￥", "¥"), FoldCase(d, "Ａ\u{301}", "A"), FoldCase(d, "①", "①"),
    // Both: d first, so that a dot or an iota is dropped before case is folded.
    FoldCase([c, d], "É", "e"), FoldCase([c, d], "İ", "i"), FoldCase([c, d], "Ａ", "a"), FoldCase([c, d], "ΐ", "ι"),
    FoldCase([c, d], "α\u{345}", "α"), FoldCase([c, d], "\u{345}", "ι"), FoldCase([c, d], "STRASSE", "strasse"),
    FoldCase([c, d], "Straße", "strasse"), FoldCase([c, d], "ŉ", "\u{2BC}n"), FoldCase([c, d], "Ǆ", "ǆ"),
    FoldCase([c, d], "\u{212B}", "a"), FoldCase([c, d], "Ệ", "e"), FoldCase([c, d], "Ⓐ", "ⓐ"),
]

@Suite struct TextFoldingTests {
    @Test(arguments: foldCases)
    private func folds(_ each: FoldCase) {
        #expect(scalars(TextFolding.fold(each.text, each.options)) == scalars(each.folded))
    }

    @Test(arguments: foldCases)
    private func foldsBytesAsText(_ each: FoldCase) {
        let folded = Array(each.text.utf8).withUnsafeBufferPointer {
            TextFolding.withFolded(utf8: $0, each.options) { Array($0) }
        }
        #expect(folded == Array(each.folded.utf8))
    }

    /// A letter after a long run of ASCII, so that no fast path may stop early.
    @Test(arguments: [7, 8, 9, 15, 16, 17, 100])
    func foldsBehindASCII(length: Int) {
        let ascii = String(repeating: "a", count: length)
        #expect(TextFolding.fold(ascii + "É", d) == ascii + "E")
        #expect(TextFolding.fold(ascii + "É", [c, d]) == ascii + "e")
        #expect(TextFolding.fold(ascii + "Q", c) == ascii + "q")
        #expect(TextFolding.fold("É" + ascii, d) == "E" + ascii)
        #expect(TextFolding.fold(ascii + "Q", d) == ascii + "Q")
    }

    @Test func keepsBytesThatAreNotUTF8() {
        let cases: [([UInt8], [UInt8])] = [
            ([0x41, 0xFF, 0x42], [0x61, 0xFF, 0x62]),
            ([0xC3], [0xC3]), ([0xE2, 0x84], [0xE2, 0x84]), ([0xF0, 0x90, 0x90], [0xF0, 0x90, 0x90]),
            ([0xC0, 0x80], [0xC0, 0x80]), ([0xC1, 0x81], [0xC1, 0x81]), ([0xE0, 0x80, 0x80], [0xE0, 0x80, 0x80]),
            ([0xED, 0xA0, 0x80], [0xED, 0xA0, 0x80]), ([0xF4, 0x90, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80]),
            ([0xC3, 0x41], [0xC3, 0x61]), ([0x89], [0x89]),
            // A mark after invalid bytes has no base.
            ([0x41, 0xFF, 0xCC, 0x81], [0x61, 0xFF, 0xCC, 0x81]),
        ]
        for (bytes, expected) in cases {
            let folded = bytes.withUnsafeBufferPointer { TextFolding.withFolded(utf8: $0, [c, d]) { Array($0) } }
            #expect(folded == expected)
        }
    }

    /// Each ASCII byte at each location of a word, through both functions.
    @Test func everyASCIIByteAtEveryPlace() {
        for byte in UInt8(0)..<0x80 {
            let folded = byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
            for location in 0..<18 {
                var bytes = [UInt8](repeating: 0x5A, count: 18)
                var expected = [UInt8](repeating: 0x7A, count: 18)
                (bytes[location], expected[location]) = (byte, folded)
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(Array(TextFolding.fold(text, c).utf8) == expected)
                #expect(TextFolding.withFolded(text, c) { Array($0) } == expected)
                #expect(TextFolding.withFolded(text, d) { Array($0) } == bytes)
            }
        }
    }

    /// All of Unicode. An ideograph before each code point, so that no mark has a base.
    private static let everything: String.UnicodeScalarView = {
        var all = String.UnicodeScalarView()
        for code in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            all.append("\u{4E00}")
            all.append(scalar)
        }
        return all
    }()

    @Test func foldingCaseTwiceIsFoldingOnce() {
        let once = TextFolding.fold(String(Self.everything), c)
        #expect(TextFolding.fold(once, c).utf8.elementsEqual(once.utf8))
    }

    /// Counts over the whole of Unicode 15.0, to detect lost entries of a table.
    @Test func tableSizes() {
        func changed(_ options: StringOptions) -> Int {
            let folded = TextFolding.fold(String(Self.everything), options).unicodeScalars
            let (before, after) = (pieces(Self.everything), pieces(folded))
            #expect(before.count == after.count)
            return zip(before, after).filter { $0 != $1 }.count
        }
        #expect(FoldingTables.unicodeVersion == "15.0.0")
        #expect(changed(c) == 1530)
        #expect(changed(d) == 1030)
    }

    private func pieces(_ text: String.UnicodeScalarView) -> [[UInt32]] {
        var pieces: [[UInt32]] = []
        for scalar in text {
            if scalar == "\u{4E00}" {
                pieces.append([])
            } else if !pieces.isEmpty {
                pieces[pieces.count - 1].append(scalar.value)
            }
        }
        return pieces
    }
}
