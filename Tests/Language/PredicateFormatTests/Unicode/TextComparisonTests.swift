import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

private let c = StringOptions.caseInsensitive
private let d = StringOptions.diacriticInsensitive
private let n = StringOptions.normalized
private let l = StringOptions.localized

@Suite struct TextComparisonTests {
    @Test(arguments: [
        ("", "", 0), ("", "a", -1), ("a", "", 1), ("a", "b", -1), ("b", "a", 1), ("a", "ab", -1), ("ab", "a", 1),
        ("abcdefgh", "abcdefgh", 0), ("abcdefgh", "abcdefgi", -1), ("abcdefgi", "abcdefgh", 1),
        ("abcdefgh1", "abcdefgh2", -1), ("abcdefgh2", "abcdefgh1", 1), ("bacdefgh", "abcdefgi", 1),
        ("abcdefgh", "abcdefghi", -1), ("Z", "a", -1), ("é", "z", 1), ("\u{FFFF}", "\u{10000}", -1),
        ("\u{10000}", "\u{FFFF}", 1), ("\u{0}", "", 1), ("\u{7F}", "\u{80}", -1),
        // Canonically equivalent texts are not equal.
        ("é", "e\u{301}", 1), ("\u{212B}", "\u{C5}", 1),
    ])
    func comparesByCodePoint(a: String, b: String, expected: Int) {
        #expect(TextComparison.compare(a, b, options: []) == expected)
        #expect(TextComparison.compare(a, b, options: [n, c, d, l]) == expected)
        #expect(TextComparison.equal(a, b, options: []) == (expected == 0))
    }

    @Test(
        arguments: [
            (c, "Straße", "STRASSE", true), ([], "a", "A", false), (c, "a", "A", true), ([n, c], "a", "A", false),
            (d, "résumé", "resume", true), (d, "Resume", "resume", false), ([c, d], "RÉSUMÉ", "re\u{301}sume", true),
            (c, "é", "e", false), (c, "é", "e\u{301}", false), (d, "é", "e\u{301}", true), (d, "Ø", "O", false),
            (d, "が", "か", false), (d, "\u{301}", "", false), (c, "ΣΑΣ", "σας", true),
        ] as [(StringOptions, String, String, Bool)])
    func equals(options: StringOptions, a: String, b: String, expected: Bool) {
        #expect(TextComparison.equal(a, b, options: options) == expected)
        #expect(TextComparison.equal(b, a, options: options) == expected)
    }

    @Test func ordersFoldedText() {
        #expect(TextComparison.compare("B", "a", options: c) == 1)
        #expect(TextComparison.compare("B", "a", options: []) == -1)
        #expect(TextComparison.compare("éa", "eb", options: d) == -1)
    }

    /// Text, needle, options; whether it is at the start, at the end, anywhere.
    @Test(
        arguments: [
            ("abc", "ab", [], true, false, true), ("abc", "bc", [], false, true, true),
            ("abcd", "bc", [], false, false, true),
            ("abc", "abc", [], true, true, true), ("abc", "abcd", [], false, false, false),
            ("", "a", [], false, false, false),
            ("abc", "", [], false, false, false), ("", "", [], false, false, false),
            ("abc", "", c, false, false, false),
            ("Abc", "aB", c, true, false, true), ("Abc", "aB", [n, c], false, false, false),
            ("Abc", "aB", d, false, false, false),
            ("Straße", "SS", c, false, false, true), ("ß", "s", c, true, true, true),
            ("ß", "ss", [], false, false, false),
            ("Ünal", "u", [c, d], true, false, true), ("ù", "u", d, true, true, true),
            ("Ü", "u", d, false, false, false),
            ("e\u{301}", "e", [], true, false, true), ("é", "e", [], false, false, false),
            ("e\u{301}", "\u{301}", [], false, true, true),
            ("é", "\u{301}", d, false, false, false), ("か\u{301}", "\u{301}", d, false, true, true),
            ("Abc", "aB", [c, l], true, false, true), ("Abc", "aB", l, false, false, false),
            ("é", "e", [d, l], true, true, true),
            ("👩‍👩", "👩", [], true, true, true), ("aab", "ab", [], false, true, true),
            ("ababac", "abac", [], false, true, true),
            ("\u{0}x", "\u{0}", [], true, false, true), ("日本語", "本", [], false, false, true),
        ] as [(String, String, StringOptions, Bool, Bool, Bool)])
    func finds(text: String, needle: String, options: StringOptions, prefix: Bool, suffix: Bool, anywhere: Bool) {
        #expect(TextComparison.hasPrefix(text, needle, options: options) == prefix)
        #expect(TextComparison.hasSuffix(text, needle, options: options) == suffix)
        #expect(TextComparison.contains(text, needle, options: options) == anywhere)
    }
}

@Suite struct ByteSearchTests {
    private func search(_ needle: [UInt8], _ text: [UInt8], from start: Int = 0) -> Int? {
        needle.withUnsafeBufferPointer { needle in
            text.withUnsafeBufferPointer { ByteSearch.firstIndex(of: needle, in: $0, from: start) }
        }
    }

    private func slowly(_ needle: [UInt8], _ text: [UInt8], from start: Int) -> Int? {
        guard text.count - start >= needle.count else { return nil }
        return (start...(text.count - needle.count)).first { Array(text[$0..<($0 + needle.count)]) == needle }
    }

    /// Short texts over two letters contain every overlap of a needle with itself.
    @Test func agreesWithTheObvious() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let letters: ClosedRange<UInt8> = Bool.random(using: &generator) ? 0...1 : 126...130
            let text = (0..<Int.random(in: 0...40)).map { _ in UInt8.random(in: letters) }
            let needle = (0..<Int.random(in: 1...6)).map { _ in UInt8.random(in: letters) }
            let start = Int.random(in: 0...text.count)
            let expected = slowly(needle, text, from: start)
            #expect(search(needle, text, from: start) == expected)
            let byTable = needle.withUnsafeBufferPointer { needle in
                text.withUnsafeBufferPointer { ByteSearch.firstIndexByTable(of: needle, in: $0, from: start) }
            }
            #expect(byTable == expected)
        }
    }

    /// After many wasted comparisons the search uses a table. Its results must be the same.
    @Test func agreesAfterManyWastedComparisons() {
        let unit = [UInt8](repeating: 97, count: 40)
        var text: [UInt8] = []
        for index in 0..<60 { text += unit + (index % 2 == 0 ? [98] : [99, 98]) }
        for needle in [
            unit + [99, 98] + unit + [98], unit + unit, unit + [99, 98] + unit + [100], [98] + unit + [99],
        ] {
            #expect(search(needle, text) == slowly(needle, text, from: 0))
            #expect(search(needle, text + needle) == slowly(needle, text + needle, from: 0))
        }
        // Each location begins well, so the search uses the table, which must know the needle's own overlaps.
        let run = [UInt8](repeating: 97, count: 100)
        for tail: [UInt8] in [[98, 97], [98, 97, 98, 97], [97, 98, 97, 97, 97]] {
            let hostile = [UInt8](repeating: 97, count: 3017) + tail
            #expect(search(run + tail, hostile) == slowly(run + tail, hostile, from: 0))
            #expect(search(run + [98] + tail, hostile) == slowly(run + [98] + tail, hostile, from: 0))
        }
    }

    @Test func emptyNeedleIsWhereTheSearchStarts() {
        #expect(search([], [1, 2, 3], from: 2) == 2)
        #expect(search([], []) == 0)
    }

    @Test func hostileTextTakesLinearTime() {
        let text = [UInt8](repeating: 97, count: 1_000_000)
        let needle = [UInt8](repeating: 97, count: 100_000) + [98] + [UInt8](repeating: 97, count: 100_000)
        let seconds = processorSeconds { #expect(search(needle, text) == nil) }
        // Quadratic time would take about 10^11 comparisons.
        #expect(seconds < 10)
    }
}
