import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The reserved words, which are found by their bytes.
@Suite struct KeywordTests {
    @Test(arguments: Keyword.allCases) func isFoundInAnyCase(keyword: Keyword) {
        let word = keyword.spelling
        let mixed = String(
            decoding: word.utf8.enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element | 0x20 }, as: UTF8.self)
        for spelling in [word, word.lowercased(), mixed] {
            #expect(Keyword(word: spelling) == keyword, "\(spelling)")
            #expect(Keyword(utf8: Array(spelling.utf8)) == keyword, "\(spelling)")
        }
    }

    /// A word that is a letter longer or shorter is a name, unless it is reserved itself.
    @Test(arguments: Keyword.allCases) func isNothingElse(keyword: Keyword) {
        let word = keyword.spelling
        let others = [
            word + "S", word + "_", "_" + word, "\0" + word, word + "\0", String(word.dropLast()),
            String(word.dropFirst()),
            word + word + word + word, word + String(repeating: "A", count: 16),
            String(repeating: "A", count: 16) + word,
        ]
        let reserved = Set(Keyword.allCases.map(\.spelling))
        for other in others where !reserved.contains(other) {
            #expect(Keyword(word: other) == nil, "\(other)")
        }
    }

    /// The long s and the Kelvin sign, whose other case is an ASCII letter, and texts without letters.
    @Test(arguments: ["", "1", "@", "[", "`", "{", "ſELF", "LIſE", "LI\u{212A}E", "É", "ANÝ"])
    func otherLettersSpellNone(word: String) {
        #expect(Keyword(word: word) == nil)
    }
}
