import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("The grammar's file")
struct GrammarReaderTests {
    @Test("The normative grammar is readable and complete")
    func normative() throws {
        let grammar = try Grammar.normative()
        #expect(grammar.start.name == "predicate")
        #expect(grammar.rules.count > 40)
    }

    @Test("Each form of the notation has its meaning")
    func notation() throws {
        let text = """
            /* a
               comment */
            list ::= item ( ',' item )* 'END'? | "it's"+
            item ::= Word | Sign - Plus  /* a difference */
            """
        #expect(throws: Grammar.Flaw.self) { try Grammar(text) }
        let grammar = try Grammar(
            """
            list ::= item ( ',' item )* 'END'? | "it's"+ /* comment */ Rest
            item ::= Word
            Word ::= Letters - Reserved
            Letters ::= [a-z\\p{XID_Start}\\]^-]+
            Reserved ::= 'do' | 'IF'
            Rest ::= [^ \\t\\\\]
            WhiteSpace ::= [ \\t]+
            """.replacing("[a-z\\p{XID_Start}\\]^-]", with: "[a-z\\p{XID_Start}\\]\\^-]"))
        #expect(grammar.rules.map(\.name) == ["list", "item", "Word", "Letters", "Reserved", "Rest", "WhiteSpace"])
        guard case .choice(let alternatives) = grammar.start.body.kind, alternatives.count == 2,
            case .sequence(let first) = alternatives[0].kind, case .sequence(let second) = alternatives[1].kind
        else {
            Issue.record("the shape of the first rule")
            return
        }
        #expect(first.count == 3)
        #expect(second.count == 2)
        guard case .star = first[1].kind, case .optional = first[2].kind, case .plus = second[0].kind else {
            Issue.record("the repetitions of the first rule")
            return
        }
        let cutter = try TokenCutter(grammar)
        let kinds = { (text: String) -> [TokenCutter.Terminal] in
            guard let lexemes = cutter.cut(Array(text.unicodeScalars)), lexemes.count == 1 else { return [] }
            return lexemes[0].terminals.elements.map { cutter.terminals[$0] }
        }
        #expect(kinds("dot") == [.rule("Word")])
        #expect(kinds("do") == [])
        #expect(kinds("if") == [])
        #expect(kinds("DO") == [.rule("Word")])
        #expect(kinds("end") == [.literal("END"), .rule("Word")])
        #expect(kinds("ab]^-") == [.rule("Word")])
        #expect(kinds("\\") == [])
        #expect(kinds(";") == [.rule("Rest")])
    }

    @Test(
        "Unknown notation and incomplete grammars are errors",
        arguments: [
            ("", "no rules"),
            ("a ::= 'x'", "no rule WhiteSpace"),
            ("A ::= 'x' WhiteSpace ::= ' '", "the first rule is a token"),
            ("a ::= b WhiteSpace ::= ' '", "b is not defined"),
            ("a ::= 'x' b ::= 'y' WhiteSpace ::= ' '", "b cannot be reached"),
            ("a ::= 'x' a ::= 'y' WhiteSpace ::= ' '", "a is defined twice"),
            ("a ::= ( 'x' a | 'y' WhiteSpace ::= ' '", "a parenthesis is not closed"),
            ("a ::= 'x' ) WhiteSpace ::= ' '", "a rule's name was expected"),
            ("a ::= 'x WhiteSpace ::= ", "a literal is not closed"),
            ("a ::= 'x' | | 'y' WhiteSpace ::= ' '", "an empty alternative"),
            ("a ::= '' WhiteSpace ::= ' '", "an empty literal"),
            ("a ::= 'x' ; WhiteSpace ::= ' '", "is not understood"),
            ("a = 'x' WhiteSpace ::= ' '", "::= was expected"),
            ("a ::= 'x' /* b WhiteSpace ::= ' '", "a comment is not closed"),
            ("a ::= 'x' / 'y' WhiteSpace ::= ' '", "a lone /"),
            ("a ::= #x20 WhiteSpace ::= ' '", "is not understood"),
            ("a ::= [a-z] WhiteSpace ::= ' '", "characters in a"),
            ("a ::= B B ::= [z-a] WhiteSpace ::= ' '", "backwards"),
            ("a ::= B B ::= [\\d] WhiteSpace ::= ' '", "the escape \\d"),
            ("a ::= B B ::= [\\p{L}] WhiteSpace ::= ' '", "the escape \\p"),
            ("a ::= B B ::= [#x20] WhiteSpace ::= ' '", "#x escapes"),
            ("a ::= B B ::= [] WhiteSpace ::= ' '", "an empty class"),
            ("a ::= B B ::= [ab", "a class of characters is not closed"),
            ("a ::= B B ::= 'x' a? WhiteSpace ::= ' '", "B is a token and a is not"),
            ("a ::= B B ::= 'x' B? WhiteSpace ::= ' '", "B is recursive"),
            ("a ::= b? a 'x' b ::= 'y' WhiteSpace ::= ' '", "a is left-recursive"),
            ("a ::= b 'x' b ::= ( 'y' | a )* WhiteSpace ::= ' '", "a is left-recursive"),
            ("a ::= B B ::= 'x' ( 'y' - 'z' ) WhiteSpace ::= ' '", "a difference"),
        ])
    func flaws(text: String, message: String) {
        #expect {
            try Grammar(text)
        } throws: { error in
            (error as? Grammar.Flaw)?.message.contains(message) == true
        }
    }

    @Test("The file has the reserved words and signs of the library")
    func vocabulary() throws {
        let grammar = try Grammar.normative()
        let reserved = try #require(grammar.rule("Reserved"))
        let words = reserved.body.subtree.compactMap { if case .literal(let word) = $0.kind { word } else { nil } }
        #expect(Set(words) == Set(Keyword.allCases.map(\.spelling)))
        #expect(words.count == Keyword.allCases.count)
        for case .literal(let sign) in try TokenCutter(grammar).terminals where !Grammar.ignoresCase(sign) {
            #expect(Punctuation.allCases.contains { $0.spelling == sign }, "\(sign)")
        }
    }
}

@Suite("The recogniser driven by the grammar's file")
struct RecogniserTests {
    @Test("It accepts predicates that people write, and no text that only looks like one")
    func seeds() throws {
        let recogniser = try Recogniser(Grammar.normative())
        for text in Seeds.accepted { #expect(recogniser.accepts(text) == true, "\(text)") }
        for text in Seeds.rejected { #expect(recogniser.accepts(text) == false, "\(text)") }
    }

    @Test("Its time is polynomial where a parenthesis opens a predicate or an expression")
    func parentheses() throws {
        let recogniser = try Recogniser(Grammar.normative())
        let open = String(repeating: "(", count: 60)
        let close = String(repeating: ")", count: 60)
        #expect(recogniser.accepts("\(open)a == b\(close)") == true)
        #expect(recogniser.accepts("\(open)a\(close) == b") == true)
        #expect(recogniser.accepts("\(open)a\(close)") == false)
        #expect(recogniser.accepts("\(open)a == b") == false)
        #expect(recogniser.accepts(String(repeating: "(", count: 300)) == nil)
    }
}

@Suite("Texts derived from the grammar's file")
struct GeneratorTests {
    @Test("Every rule and every alternative is reached, and every derived text is recognised")
    func coverage() throws {
        let grammar = try Grammar.normative()
        let recogniser = try Recogniser(grammar)
        var generator = Generator(grammar, cutter: recogniser.cutter, seed: 1)
        for _ in 0..<1500 {
            let text = generator.text()
            #expect(recogniser.accepts(text) == true, "\(text)")
        }
        #expect(generator.untaken == [])
    }
}
