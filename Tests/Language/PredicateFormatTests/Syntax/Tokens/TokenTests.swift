import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The kind and the text of tokens, on every path of the lexer.
@Suite struct TokenTests {
    struct Case: CustomTestStringConvertible {
        var text: String
        var kinds: [Token.Kind]
        var testDescription: String { text }
    }

    static let cases = [
        Case(text: "name", kinds: [.word("name", nil)]),
        Case(text: "Été_2", kinds: [.word("Été_2", nil)]),
        Case(text: "beginsWith", kinds: [.word("beginsWith", .beginsWith)]),
        Case(text: "a\u{AD}nd", kinds: [.word("and", .and)]),
        Case(text: "#in #größe", kinds: [.hashWord("in"), .hashWord("größe")]),
        Case(text: "a.@count", kinds: [.word("a", nil), .punctuation(.dot), .atWord("@count")]),
        Case(text: "$x $#in ${y}", kinds: [.variable("x"), .variable("in"), .variable("y")]),
        Case(text: "add:to:(", kinds: [.selector("add:to:"), .punctuation(.openParenthesis)]),
        Case(text: "uti-equals", kinds: [.hyphenatedOperator("UTI-EQUALS")]),
        Case(
            text: "%K %@ %lld",
            kinds: [
                .argument(FormatSpecifier("%K", .keyPath)), .argument(FormatSpecifier("%@", .value)),
                .argument(FormatSpecifier("%lld", .integer)),
            ]),
        Case(text: "0 7 007", kinds: [.number(.integer(0)), .number(.integer(7)), .number(.integer(7))]),
        Case(text: "999999999999999999", kinds: [.number(.integer(999_999_999_999_999_999))]),
        Case(text: "9223372036854775807", kinds: [.number(.integer(.max))]),
        Case(text: "9223372036854775808", kinds: [.number(.wideInteger)]),
        Case(text: "0x1F 0b11 0o17", kinds: [.number(.integer(31)), .number(.integer(3)), .number(.integer(15))]),
        Case(text: "1. .5 1e3", kinds: [.number(.double(1)), .number(.double(0.5)), .number(.double(1000))]),
        Case(text: "5-1", kinds: [.number(.integer(5)), .punctuation(.minus), .number(.integer(1))]),
        Case(text: "12abc", kinds: [.number(nil)]),
        Case(text: "5é", kinds: [.number(nil)]),
        Case(text: "'' \"a b\" 'é'", kinds: [.string(""), .string("a b"), .string("é")]),
        Case(text: #"'a\'b' "\u00e9\n""#, kinds: [.string("a'b"), .string("é\n")]),
        Case(
            text: "'O'Brien' == name",
            kinds: [
                .string("O'Brien"), .punctuation(.equalEqual), .word("name", nil),
            ]),
        Case(text: "“Jo”", kinds: [.string("Jo")]),
        Case(text: "10.15.1", kinds: [.string("10.15.1")]),
        Case(
            text: "a<=b&&!c",
            kinds: [
                .word("a", nil), .punctuation(.lessEqual), .word("b", nil), .punctuation(.ampersandAmpersand),
                .punctuation(.exclamation), .word("c", nil),
            ]),
    ]

    @Test(arguments: cases) func standsForItsText(example: Case) {
        var lexer = Lexer(example.text, library: .standard)
        lexer.fill(to: .max)
        #expect(lexer.tokens.map { lexer.kind(of: $0) } == example.kinds + [.end])
    }

    /// Each sign or word of an operator leads to it, and no other does.
    @Test func spellingsOfOperators() {
        for operation in ComparisonOperator.builtIn {
            for spelling in [operation.spelling] + operation.otherSpellings {
                let sign = Punctuation.allCases.first { $0.spelling == spelling }
                let found =
                    sign.map { ComparisonOperator.relation($0) }
                    ?? Keyword(word: spelling).map { ComparisonOperator.textOperator($0) }
                #expect(found == .some(operation), "\(spelling)")
            }
        }
        let spellings = Set(ComparisonOperator.builtIn.flatMap { [$0.spelling] + $0.otherSpellings })
        for sign in Punctuation.allCases {
            #expect((ComparisonOperator.relation(sign) != nil) == spellings.contains(sign.spelling))
        }
        for word in Keyword.allCases {
            #expect((ComparisonOperator.textOperator(word) != nil) == spellings.contains(word.spelling))
        }
    }

    @Test(arguments: [("select", true), ("SELECT", true), ("SeLeCt", true), ("selec", false), ("selects", false)])
    func spellsWordsInAnyCase(word: String, isSelect: Bool) {
        var lexer = Lexer(word, library: .standard)
        lexer.fill(to: 1)
        #expect(lexer.spells(lexer.tokens[0], "SELECT") == isSelect)
    }

    /// A path of several names is one node. Its count against the limit on nodes must not change.
    @Test(arguments: ["a.b.c.d == 1", "a == 1 AND b.c == 2", "SELF.a == {1, 'x', b.c.d}"])
    func nodesAreCounted(text: String) throws {
        var limits = PredicateLimits()
        var needed = 0
        for count in 1...40 {
            limits.nodes = count
            if (try? ParsedPredicate(parsing: text, limits: limits)) != nil {
                needed = count
                break
            }
        }
        let expected = ["a.b.c.d == 1": 4, "a == 1 AND b.c == 2": 8, "SELF.a == {1, 'x', b.c.d}": 8]
        #expect(needed == expected[text])
    }
}
