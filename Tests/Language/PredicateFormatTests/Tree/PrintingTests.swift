import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// A printed tree parses to the same tree.
@Suite struct PrintingTests {
    private static let rounds = 2000

    @Test func everyKindIsGenerated() {
        var generator = TreeGenerator(seed: 1)
        for _ in 0..<Self.rounds { _ = generator.predicate(4) }
        #expect(generator.kinds.count >= 70, "\(generator.kinds.sorted())")
    }

    /// A printed predicate is safe on a terminal and passes as an argument: strings and keys with any control character, and
    /// with those that change the writing direction.
    @Test(arguments: [PredicateFormatStyle.Layout.apple, .readable])
    func unsafeCharactersBecomeEscapes(layout: PredicateFormatStyle.Layout) throws {
        let values = Array(0..<0xA0) + [0x061C, 0x200E, 0x2028, 0x202E, 0x2066, 0xFFF9, 0xE0001, 0xE007F, 0x1F600]
        for scalar in values.compactMap({ Unicode.Scalar(UInt32($0)) }) {
            for content in ["\(scalar)", "a\(scalar)e9", "\\\(scalar)\\"] {
                let field = ExpressionTree(.field(ExpressionTree(.record), "k" + content))
                let tree = PredicateTree(.comparison(.init(field, .equal, .literal(.string(content)))))
                let text = tree.formatted(PredicateFormatStyle(layout: layout))
                #expect(SafeText.isSafe(text), "\(scalar.value)")
                #expect(try ParsedPredicate(parsing: text).tree.canonical == tree.canonical, "\(scalar.value)")
            }
        }
        let text = ExpressionTree(.constant(.string("a\nb\t\r\0e9\u{202E}"))).predicateFormat
        #expect(text == #""a\nb\t\r\u0000e9\u202E""#)
    }

    @Test(arguments: [PredicateFormatStyle.Layout.apple, .readable])
    func generatedTreesComeBack(layout: PredicateFormatStyle.Layout) throws {
        var generator = TreeGenerator(seed: layout == .apple ? 11 : 12)
        var failures = 0
        for round in 0..<Self.rounds where failures < 10 {
            let tree = generator.predicate(round % 5)
            let text = tree.formatted(PredicateFormatStyle(layout: layout, width: round % 120))
            do {
                let again = try ParsedPredicate(parsing: text).tree
                if again.canonical != tree.canonical {
                    failures += 1
                    Issue.record("\(text)\n  came back as\n\(again.predicateFormat)")
                }
            } catch {
                failures += 1
                Issue.record("\(text)\n\(error.diagnostics.map { ($0.code.rawValue, $0.range.text(in: text)) })")
            }
        }
    }

    @Test func generatedExpressionsComeBack() throws {
        var generator = TreeGenerator(seed: 13)
        var failures = 0
        for round in 0..<Self.rounds where failures < 10 {
            let tree = generator.expression(round % 5)
            let text = tree.predicateFormat
            let again = try? expression("(" + text + ")")
            if again?.canonical != tree.canonical {
                failures += 1
                Issue.record("\(text)\n  came back as\n\(again?.predicateFormat ?? "nothing")")
            }
        }
    }

    @Test func canonicalTextIsAFixedPoint() throws {
        var generator = TreeGenerator(seed: 14)
        for round in 0..<Self.rounds {
            let text = generator.predicate(round % 5).canonical.predicateFormat
            let again = try ParsedPredicate(parsing: text).tree.predicateFormat
            #expect(again == text)
            if again != text { return }
        }
    }

    /// Apple's dates have six digits, so a parsed date may differ slightly from the original.
    @Test func appleDatesParse() throws {
        var generator = TreeGenerator(seed: 15)
        for round in 0..<1000 {
            let tree = generator.predicate(round % 4)
            let text = tree.formatted(PredicateFormatStyle(dates: .apple))
            #expect(throws: Never.self, "\(text)") { _ = try ParsedPredicate(parsing: text) }
        }
        let style = PredicateFormatStyle(dates: .apple)
        #expect(
            try tree(#"d == CAST(592299475.577120, "NSDate")"#).formatted(style)
                == #"d == CAST(592299475.577120, "NSDate")"#)
    }

    @Test(arguments: [
        ("a+b-c*2 == -x", "(a + b) - (c * 2) == 0 - x"),
        ("-2 ** 2 == (-2) ** 2", "0 - (2 ** 2) == (-2) ** 2"),
        ("~a ** 2 == (~a) ** 2", "~(a ** 2) == (~a) ** 2"),
        ("(a.@sum.b).c == a.@sum.b.c", "(a.@sum.b).c == a.@sum.b.c"),
        ("(a UNION b)[0] == {1}[0]", "(a UNION b)[0] == {1}[0]"),
        ("SELF.\"a b\" == #size AND a.\"\" == $#and", "SELF.\"a b\" == #size AND a.\"\" == $#and"),
        ("NOT (a == 1 AND b == 2) OR NOT a == 1", "(NOT (a == 1 AND b == 2)) OR (NOT a == 1)"),
        ("NONE a == 1", "NOT ANY a == 1"),
        ("a == 'it''s' OR a == 1", "a == 1"),
    ])
    func canonicalTexts(text: String, expected: String) throws {
        guard let parsed = try? tree(text) else {
            #expect(text.contains("''"))
            return
        }
        #expect(parsed.predicateFormat == expected)
    }

    @Test func readableTexts() throws {
        let text =
            "(name BEGINSWITH[cd] 'jo' OR nickname == nil) AND NOT (age < 18 OR (age > 65 AND retired == YES AND city IN {'Bern', 'Basel', 'Chur'})) AND NONE tags == 'x'"
        #expect(
            try tree(text).formatted(.readable) == """
                (name BEGINSWITH[cd] "jo" OR nickname == nil)
                AND NOT (
                    age < 18
                    OR (age > 65 AND retired == 1 AND city IN {"Bern", "Basel", "Chur"})
                )
                AND NONE tags == "x"
                """)
        #expect(try tree("a == 1 AND (b == 2 OR c == 3)").formatted(.readable) == "a == 1 AND (b == 2 OR c == 3)")
    }
}
