import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct TextWidthTests {
    @Test(
        arguments: [
            ("a", 1), (" ", 1), ("~", 1), ("\u{7F}", 0), ("\u{1F}", 0), ("\u{0}", 0), ("\t", 0), ("\u{A0}", 1),
            ("é", 1),
            ("\u{301}", 0), ("\u{20DD}", 0), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FE0F}", 0), ("\u{FEFF}", 0),
            ("\u{AD}", 1), ("\u{600}", 1), ("\u{2028}", 0), ("日", 2), ("ひ", 2), ("Ａ", 2), ("ｶ", 1), ("한", 2),
            ("\u{1100}", 2), ("\u{1161}", 0), ("\u{11A8}", 0), ("\u{D7B0}", 0), ("😀", 2), ("⌚", 2), ("❤", 1),
            ("\u{1F1E9}", 1), ("\u{1F3FB}", 2), ("©", 1), ("\u{903}", 1), ("я", 1), ("𠀀", 2), ("\u{2FFFD}", 2),
            ("\u{2FFFE}", 1),
            ("\u{9FFF}", 2), ("\u{3000}", 2), ("\u{3400}", 2), ("\u{4DC0}", 1), ("\u{E0100}", 0), ("\u{FFFD}", 1),
            ("\u{10FFFF}", 1),
        ] as [(Unicode.Scalar, Int)])
    func scalarColumns(scalar: Unicode.Scalar, expected: Int) {
        #expect(TextWidth.columns(of: scalar) == expected)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("héllo", 5), ("he\u{301}llo", 5), ("日本語", 6), ("a日", 3), ("\r\n", 0), ("a\tb", 2),
        ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("1", 1), ("1\u{20E3}", 1),
        ("☝🏽", 2), ("🏃‍♂️", 2), ("❤️‍🔥", 2), ("a\u{FE0F}", 1), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("का", 2), ("कु", 1),
        ("กำ", 2),
        ("©️", 2), ("©", 1), ("x\u{200D}y", 2), ("naïve 日本 👍", 13), ("a\u{1F3FB}", 3), ("日\u{200D}", 2),
        ("\u{1F1E9}", 1), ("\u{7F}", 0),
    ])
    func textColumns(text: String, expected: Int) {
        #expect(TextWidth.columns(of: text) == expected)
    }

    /// Each code point takes 0, 1 or 2 columns.
    @Test func noColumnIsInvented() {
        for code in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(code) else { continue }
            #expect((0...2).contains(TextWidth.columns(of: scalar)))
        }
    }
}
