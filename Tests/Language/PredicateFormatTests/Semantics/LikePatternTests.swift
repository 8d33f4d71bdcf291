import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

private let c = StringOptions.caseInsensitive
private let d = StringOptions.diacriticInsensitive
private let n = StringOptions.normalized
private let l = StringOptions.localized

@Suite struct LikePatternTests {
    @Test(
        arguments: [
            // Without wildcards: the whole text.
            ("Ben", "Ben", [], true), ("Ben", "Benjamin", [], false), ("Ben", "aBen", [], false),
            ("Ben", "ben", [], false),
            ("", "", [], true), ("", "a", [], false), ("a", "", [], false),
            // Asterisk: any run, including the empty one and line breaks.
            ("*", "", [], true), ("*", "a\nb", [], true), ("**", "", [], true), ("**", "x", [], true),
            ("a*", "a", [], true), ("a*", "abc", [], true), ("a*", "ba", [], false), ("*a", "ba", [], true),
            ("*a", "ab", [], false), ("*a*", "bab", [], true), ("*a*", "bcb", [], false), ("a*a", "a", [], false),
            ("a*a", "aa", [], true), ("a*ba", "aba", [], true), ("ab*ba", "aba", [], false), ("a**b", "ab", [], true),
            ("*ab*ab*", "ab", [], false), ("*ab*ab*", "abab", [], true), ("*ab*ab*", "xabyabz", [], true),
            ("*ab*b", "ab", [], false), ("*ab*b", "abb", [], true), ("a*b*c?e", "abcfebbcce", [], true),
            ("a*b*c?e", "acbe", [], false), ("*aab", "aaab", [], true), ("*b*", "aaaaaaaaab", [], true),
            // Question mark: exactly one code point.
            ("?", "", [], false), ("?", "a", [], true), ("?", "ab", [], false), ("??", "ab", [], true),
            ("??", "a", [], false),
            ("?", "é", [], true), ("?", "e\u{301}", [], false), ("??", "e\u{301}", [], true), ("?", "日", [], true),
            ("?", "😀", [], true), ("??", "😀", [], false), ("a?c", "abc", [], true), ("a?c", "ac", [], false),
            ("a?c", "a日c", [], true), ("a?c", "abbc", [], false), ("?b", "ab", [], true), ("?b", "b", [], false),
            ("*?", "", [], false), ("*?", "a", [], true), ("*?", "日", [], true), ("?*", "", [], false),
            ("?*", "日", [], true),
            ("*?*", "", [], false), ("*?*", "a", [], true), ("*??*", "日", [], false), ("*??*", "日本", [], true),
            ("?*?", "a", [], false), ("?*?", "ab", [], true), ("?*?", "日", [], false), ("*a?c*", "xabbabcx", [], true),
            ("*a?c*", "xabbabbx", [], false), ("*a?c*", "aac", [], true), ("*a?c*", "aabc", [], true),
            ("*?a*", "a", [], false),
            ("*?a*", "aa", [], true), ("*?a?*", "日a日", [], true), ("*?a?*", "日a", [], false), ("*a?", "aaa", [], true),
            ("*a?b", "aaab", [], true), ("x*a?b", "xab", [], false), ("*a??", "a日本", [], true),
            ("*a??", "a本", [], false),
            ("a?*?b", "a12b", [], true), ("a?*?b", "a1b", [], false), ("a*?b*", "ab", [], false),
            // The end of the first part and the start of the last part must not overlap.
            ("日?*日?", "日本", [], false), ("a?*b", "ab", [], false),
            // Escapes.
            (#"\*"#, "*", [], true), (#"\*"#, "a", [], false), (#"\?"#, "?", [], true), (#"\?"#, "a", [], false),
            (#"\\"#, #"\"#, [], true), (#"\\"#, #"\\"#, [], false), (#"\a"#, #"\a"#, [], true),
            (#"\a"#, "a", [], false),
            (#"a\"#, #"a\"#, [], true), (#"\"#, #"\"#, [], true), (#"\\*"#, #"\abc"#, [], true),
            (#"\\*"#, "*", [], false),
            (#"\\\*"#, #"\*"#, [], true), (#"\\\*"#, #"\a"#, [], false), (#"*\**"#, "a*b", [], true),
            (#"*\**"#, "ab", [], false),
            (#"a\?*"#, "a?b", [], true), (#"a\?*"#, "abb", [], false),
            // Special characters of SQL and regular expressions are plain text.
            ("%a_", "xab", [], false), ("%a_", "%a_", [], true), (".+(a)[b]^$|{1}", ".+(a)[b]^$|{1}", [], true),
            (".", "a", [], false),
            // Options.
            ("BEN*", "benjamin", c, true), ("BEN*", "benjamin", [], false), ("BEN*", "benjamin", [n, c], false),
            ("BEN*", "benjamin", d, false), ("r?sum?", "résumé", [], true), ("resume", "résumé", d, true),
            ("résumé", "resume", d, true), ("r?sume", "re\u{301}sume", d, true), ("r?sume", "re\u{301}sume", [], false),
            ("RÉS*", "résumé", [c, d], true), ("RÉS*", "resumé", c, false), ("str???e", "straße", [], false),
            ("str?ße", "straße", [], true), ("stra??e", "straße", c, true), ("stra?e", "straße", c, false),
            ("*SS*", "straße", c, true), ("*ß", "MASS", c, true), ("Ａ?", "Aｂ", d, true), ("BEN*", "benjamin", l, false),
            ("BEN*", "benjamin", [c, l], true), (#"\*\u{301}"#, "*", d, false), ("\\*\u{301}", "*", d, true),
        ] as [(String, String, StringOptions, Bool)])
    func matches(pattern: String, text: String, options: StringOptions, expected: Bool) {
        #expect(LikePattern(pattern, options: options).matches(text) == expected)
    }

    /// The textbook dynamic programme over code points, for comparison.
    private func slowly(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
        var row = [Bool](repeating: false, count: text.count + 1)
        row[0] = true
        for symbol in pattern {
            var next = [Bool](repeating: false, count: text.count + 1)
            if symbol == "*" {
                var any = false
                for index in row.indices {
                    any = any || row[index]
                    next[index] = any
                }
            } else {
                for index in text.indices where row[index] && (symbol == "?" || symbol == text[index]) {
                    next[index + 1] = true
                }
            }
            row = next
        }
        return row[text.count]
    }

    @Test func agreesWithTheObvious() {
        let symbols: [Unicode.Scalar] = ["a", "b", "é", "日", "*", "?", "*", "?"]
        for _ in 0..<20_000 {
            let pattern = (0..<Int.random(in: 0...9)).map { _ in symbols[Int.random(in: 0..<symbols.count)] }
            let text = (0..<Int.random(in: 0...12)).map { _ in symbols[Int.random(in: 0..<4)] }
            let (patternText, wholeText) = (string(pattern), string(text))
            let found = LikePattern(patternText, options: []).matches(wholeText)
            #expect(found == slowly(pattern, text), "\(patternText) over \(wholeText)")
        }
    }

    private func string(_ scalars: [Unicode.Scalar]) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    @Test(arguments: [
        ("*a*a*a*a*a*a*a*a*a*a*b", "a", "", false), ("a*a*a*a*a*a*a*a*a*a*a*b", "a", "c", false),
        ("*a?a?a?a?a?a?a?a?b*", "a", "", false), ("*????????b", "日", "", false),
        ("*aaaaaaaaaaaaaaaaaaaaab*", "a", "", false),
        ("*?*?*?*?*?*?*?*?*?*?*?*?b*", "a", "b", true),
    ])
    func hostilePatternsEnd(pattern: String, unit: String, tail: String, expected: Bool) {
        let text = String(repeating: unit, count: 200_000) + tail
        let compiled = LikePattern(pattern, options: [])
        let seconds = processorSeconds { #expect(compiled.matches(text) == expected) }
        #expect(seconds < 5)
    }

    @Test func aPatternOfQuestionMarksAndStarsOnlyIsShort() {
        let pattern = LikePattern(String(repeating: "*?", count: 10_000), options: [])
        #expect(pattern.matches(String(repeating: "日", count: 10_000)))
        #expect(!pattern.matches(String(repeating: "日", count: 9_999)))
    }

    @Test func equalMeaningIsEqual() {
        #expect(LikePattern("A*", options: c) == LikePattern("a*", options: c))
        #expect(LikePattern("A*", options: []) != LikePattern("a*", options: []))
        #expect(LikePattern("a*", options: c) != LikePattern("a*", options: []))
        #expect(LikePattern("a*", options: [n, c]) == LikePattern("a*", options: l))
    }

    @Test func partsTellWhatIsLiteral() {
        #expect(LikePattern("ab*", options: []).parts.map(\.literal) == [[97, 98], []])
        #expect(LikePattern("a?*", options: []).parts.map(\.literal) == [nil, []])
        #expect(LikePattern("?", options: []).parts.map(\.literal) == [nil])
    }
}
