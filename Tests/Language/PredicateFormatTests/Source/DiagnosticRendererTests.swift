import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The snippet of one diagnostic.
private func snippet(
    _ source: String, _ message: String, _ range: SourceRange, hint: String? = nil,
    labels: [PredicateDiagnostic.Label] = [], edits: [PredicateDiagnostic.Edit] = [], notes: [String] = [],
    severity: PredicateDiagnostic.Severity = .error, width: Int = 80, colour: Bool = false, fileName: String? = nil
) -> String {
    let diagnostic = PredicateDiagnostic(
        "x", severity, message, at: range, hint: hint, labels: labels, edits: edits, notes: notes)
    return DiagnosticRenderer(width: width, colour: colour, fileName: fileName).render(diagnostic, source: source)
}

/// The first range of a piece in a text.
private func location(of piece: String, in source: String) -> SourceRange {
    let text = Array(source.utf8)
    let searched = Array(piece.utf8)
    for start in 0...max(0, text.count - searched.count) where text[start...].starts(with: searched) {
        return SourceRange(start, start + searched.count)
    }
    Issue.record("\(piece) is not in the text")
    return SourceRange(at: 0)
}

private let person = #"nmae BEGINSWITH[cd] "jo" AND age > "thirty""#

@Suite struct DiagnosticRendererTests {
    @Test func twoErrorsOfOneText() {
        let diagnostics = PredicateDiagnostics(
            source: person,
            diagnostics: [
                PredicateDiagnostic(
                    "unknown-field", .error, "`nmae` is not a field of Person", at: location(of: "nmae", in: person),
                    hint: "did you mean `name`?"),
                PredicateDiagnostic(
                    "wrong-operand", .error, "`>` compares two numbers, but the right side is a string",
                    at: location(of: "\"thirty\"", in: person),
                    labels: [.init("`age` is an integer", at: location(of: "age", in: person))]),
            ])
        let expected = """
            error: `nmae` is not a field of Person
             1 │ nmae BEGINSWITH[cd] "jo" AND age > "thirty"
               │ ^^^^ did you mean `name`?
            error: `>` compares two numbers, but the right side is a string
             1 │ nmae BEGINSWITH[cd] "jo" AND age > "thirty"
               │                              ───   ^^^^^^^^
               │                              `age` is an integer
            """
        #expect(DiagnosticRenderer().render(diagnostics) == expected)
        #expect(diagnostics.description == expected)
    }

    // MARK: Locations

    @Test func anEmptyText() {
        #expect(
            snippet("", "the predicate is empty", SourceRange(at: 0)) == """
                error: the predicate is empty
                 1 │
                   │ ^
                """)
    }

    @Test func anEmptyRangePastTheEnd() {
        #expect(
            snippet("age >", "an operand is missing", SourceRange(at: 5), hint: "write a value") == """
                error: an operand is missing
                 1 │ age >
                   │      ^ write a value
                """)
    }

    @Test func anEmptyRangeBetweenTwoBytes() {
        #expect(
            snippet("a b", "missing", SourceRange(at: 2)) == """
                error: missing
                 1 │ a b
                   │   ^
                """)
    }

    @Test(arguments: [
        (SourceRange(3, 500), "   ^^"), (SourceRange(400, 500), "     ^"), (SourceRange(-7, 2), "^^"),
        (SourceRange(-7, -3), "^"), (SourceRange(at: .max), "     ^"), (SourceRange(.min, .max), "^^^^^"),
    ])
    func rangesOutOfBounds(_ range: SourceRange, _ marks: String) {
        #expect(
            snippet("age >", "bounds", range) == """
                error: bounds
                 1 │ age >
                   │ \(marks)
                """)
    }

    @Test func aRangeWithinACodePointCoversIt() {
        #expect(
            snippet("éa", "half", SourceRange(1, 2)) == """
                error: half
                 1 │ éa
                   │ ^
                """)
    }

    // MARK: Width

    @Test func wideCharacters() {
        let source = "city == \"東京都\" AND naïve == 'cafe\u{301}' AND 👩‍👩‍👧 > 3"
        #expect(
            snippet(
                source, "wide", location(of: "\"東京都\"", in: source),
                labels: [
                    .init("narrow", at: location(of: "naïve", in: source)),
                    .init("four columns", at: location(of: "cafe\u{301}", in: source)),
                    .init("family", at: location(of: "👩‍👩‍👧", in: source)),
                ], severity: .warning) == """
                    warning: wide
                     1 │ city == "東京都" AND naïve == 'cafe\u{301}' AND 👩‍👩‍👧 > 3
                       │         ^^^^^^^^     ─────     ────      ──
                       │                      │         │         family
                       │                      │         four columns
                       │                      narrow
                    """)
    }

    @Test func tabs() {
        #expect(
            snippet("a\t== 1\tAND\tb", "tabs", SourceRange(11, 12), labels: [.init("one", at: SourceRange(2, 4))])
                == """
                error: tabs
                 1 │ a   == 1    AND b
                   │     ──          ^
                   │     one
                """)
    }

    @Test func nothingControlsTheTerminal() {
        let source = "a == '\u{1B}[31mred\u{7}\u{7F}' \u{202E}AND\u{200B}\u{9B}2J b\u{0}"
        let text = snippet(
            source, "message \u{1B}[2J\nnew", location(of: "red", in: source), hint: "a \u{9B}31m",
            labels: [.init("\u{1B}c", at: SourceRange(0, 1))], notes: ["\u{8}\u{2066}"], fileName: "a\u{1B}b")
        #expect(
            text == """
                a␛b:1:12: error: message ␛[2J␊new
                 1 │ a == '␛[31mred␇␡' �AND��2J b␀
                   │ ─          ^^^ a �31m
                   │ ␛c
                   = note: ␈�
                """)
        for scalar in text.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
        }
    }

    @Test func aMarkWithoutALetterCanBeSeen() {
        #expect(
            snippet("\u{301}a", "mark", SourceRange(0, 2)) == """
                error: mark
                 1 │ \u{25CC}\u{301}a
                   │ ^
                """)
    }

    // MARK: Long lines

    private static let long =
        String(repeating: "aaaa == 1 AND ", count: 30) + "nmae == 3" + String(repeating: " AND bbbb == 2", count: 30)

    @Test func aLongLineIsCutAroundThePlace() {
        #expect(
            snippet(
                Self.long, "long", location(of: "nmae", in: Self.long), hint: "did you mean `name`?",
                labels: [.init("near", at: location(of: "3", in: Self.long)), .init("far away", at: SourceRange(0, 4))])
                    == """
                    error: long
                     1 │ …AND aaaa == 1 AND aaaa == 1 AND nmae == 3 AND bbbb == 2 AND bbbb == 2 AND…
                       │                                  ^^^^    ─
                       │                                  │       near
                       │                                  did you mean `name`?
                     1 │ aaaa == 1 AND aaaa == 1 AND aaaa == 1 AND aaaa == 1 AND aaaa == 1 AND aaaa…
                       │ ────
                       │ far away
                    """)
    }

    @Test func aRangeThatIsLongerThanTheWidth() {
        #expect(
            snippet(Self.long, "long", SourceRange(0, 400), hint: "all of this", width: 40) == """
                error: long
                 1 │ aaaa == 1 AND aaaa == 1 AND aaaa =…
                   │ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                   │ all of this
                """)
    }

    @Test func theEndOfALongLine() {
        #expect(
            snippet(Self.long, "end", SourceRange(at: Self.long.utf8.count), hint: "here", width: 40) == """
                error: end
                 1 │ … == 2 AND bbbb == 2 AND bbbb == 2
                   │                                   ^
                   │                                here
                """)
    }

    /// No row except the message is wider than requested, and no row ends with a blank, for any text and range.
    @Test func rowsAreNeverTooWide() {
        let texts = [
            Self.long, String(repeating: "東京", count: 100), String(repeating: "\t", count: 100),
            String(repeating: "e\u{301}👩‍👩‍👧 ", count: 40), String(repeating: "a\n", count: 120),
            String(repeating: " ", count: 300),
        ]
        for source in texts {
            for width in [30, 80] {
                for start in stride(from: 0, through: source.utf8.count, by: 41) {
                    for length in [0, 1, 5, 60] {
                        let text = snippet(
                            source, "m", SourceRange(start, start + length), hint: "some words in a hint",
                            labels: [.init("label", at: SourceRange(start / 2, start / 2 + 3))], width: width)
                        for row in text.split(separator: "\n").dropFirst() {
                            #expect(TextWidth.columns(of: String(row)) <= width, "\(row)")
                            #expect(row.last != " ")
                        }
                        #expect(text.contains("^"))
                    }
                }
            }
        }
    }

    @Test func aMegabyteTakesNoTime() {
        let source = String(repeating: "x", count: 1 << 20)
        let (text, seconds) = timed { snippet(source, "big", SourceRange(500_000, 500_003), hint: "here") }
        #expect(seconds < 1)
        #expect(text.contains("^^^ here"))
    }

    // MARK: Several lines

    private static let lines = "a == 1\nAND (b == 2\n  OR c = \n) AND d\n\n\nAND e\nAND f\r\nAND g\rAND h"

    @Test func aRangeOverSeveralLines() {
        #expect(
            snippet(
                Self.lines, "not closed", SourceRange(11, 30), hint: "from here",
                labels: [.init("the other", at: location(of: "f", in: Self.lines))], fileName: "rule.predicate") == """
                    rule.predicate:2:5: error: not closed
                     2 │ AND (b == 2
                       │     ^^^^^^^
                     3 │   OR c =
                       │   ^^^^^^^
                     4 │ ) AND d
                       │ ^ from here
                     ⋮
                     8 │ AND f
                       │     ─
                       │     the other
                    """)
    }

    @Test func everyLineEndCounts() {
        #expect(
            snippet(Self.lines, "last", location(of: "h", in: Self.lines)) == """
                error: last
                 10 │ AND h
                    │     ^
                """)
    }

    @Test func aRangeOverManyLines() {
        #expect(
            snippet(
                "a\nb\nc\nd\ne\nf\ng\nh\ni\nj", "many", SourceRange(0, 19), hint: "all", notes: ["first", "second"])
                    == """
                    error: many
                      1 │ a
                        │ ^
                      2 │ b
                        │ ^
                      ⋮
                     10 │ j
                        │ ^ all
                        = note: first
                        = note: second
                    """)
    }

    // MARK: Hints, labels and fix-its

    private static let tags = "tags == 'x' AND y"

    @Test func labelsStandOneBelowTheOther() {
        #expect(
            snippet(
                Self.tags, "labels", SourceRange(8, 11), hint: "main one",
                labels: [
                    .init("first", at: SourceRange(0, 4)), .init("second", at: SourceRange(5, 7)),
                    .init("third", at: SourceRange(16, 17)),
                ]) == """
                    error: labels
                     1 │ tags == 'x' AND y
                       │ ──── ── ^^^     ─
                       │ │    │  │       third
                       │ │    │  main one
                       │ │    second
                       │ first
                    """)
    }

    @Test func aLongHintIsWrapped() {
        #expect(
            snippet(
                Self.tags, "long", SourceRange(16, 17), hint: "this is a hint that goes on and on and on",
                labels: [.init("x", at: SourceRange(0, 1))], width: 40) == """
                    error: long
                     1 │ tags == 'x' AND y
                       │ ─               ^
                       │ │               this is a hint that
                       │ │               goes on and on and
                       │ │               on
                       │ x
                    """)
    }

    @Test(arguments: [
        (SourceRange(0, 4), SourceRange(0, 4), "names", "^^^^ write `names`"),
        (SourceRange(0, 4), SourceRange(0, 4), "", "^^^^ remove this"),
        (SourceRange(at: 5), SourceRange(at: 5), "ANY ", "     ^ insert `ANY `"),
        (SourceRange(0, 4), SourceRange(at: 0), "ANY ", "^^^^\n   = fix: ANY tags == 'x' AND y"),
        (SourceRange(0, 4), SourceRange(5, 11), "!= nil", "^^^^\n   = fix: tags != nil AND y"),
    ])
    func anEditIsShownWhereNoHintIs(_ range: SourceRange, _ edited: SourceRange, _ text: String, _ shown: String) {
        #expect(
            snippet(Self.tags, "fix", range, edits: [.init(replacing: edited, with: text)]) == """
                error: fix
                 1 │ tags == 'x' AND y
                   │ \(shown)
                """)
    }

    @Test func colour() {
        let text = snippet(
            "nmae > 3", "no field", SourceRange(0, 4), hint: "name?", labels: [.init("three", at: SourceRange(7, 8))],
            colour: true)
        #expect(
            text.replacing("\u{1B}[", with: "<") == """
                <1;31merror<0m<1m: no field<0m
                <34m 1 │ <0mnmae > 3
                <34m   │ <0m<1;31m^^^^<0m   <1;34m─<0m
                <34m   │ <0m<1;34m│<0m      <1;34mthree<0m
                <34m   │ <0m<1;31mname?<0m
                """)
        let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(
            plain
                == snippet(
                    "nmae > 3", "no field", SourceRange(0, 4), hint: "name?",
                    labels: [.init("three", at: SourceRange(7, 8))]))
    }
}

@Suite struct MendingTests {
    private func fixed(_ source: String, _ edits: [PredicateDiagnostic.Edit]...) -> String? {
        PredicateDiagnostics(
            source: source,
            diagnostics: edits.map { PredicateDiagnostic("x", .error, "m", at: SourceRange(at: 0), edits: $0) }
        ).fixed
    }

    private func edit(_ lower: Int, _ upper: Int, _ text: String) -> PredicateDiagnostic.Edit {
        .init(replacing: SourceRange(lower, upper), with: text)
    }

    @Test func editsOfAllErrors() {
        #expect(fixed("nmae > 3 AND aeg < 4", [edit(13, 16, "age")], [edit(0, 4, "name")]) == "name > 3 AND age < 4")
        #expect(fixed("tags == 'é'", [edit(0, 0, "ANY ")], [edit(8, 12, "'e'")]) == "ANY tags == 'e'")
    }

    @Test func withoutEditsThereIsNothing() {
        #expect(fixed("a", []) == nil)
        #expect(fixed("a") == nil)
    }

    @Test func theFirstOfTwoThatOverlapWins() {
        #expect(fixed("abcdef", [edit(0, 4, "x")], [edit(3, 6, "y")]) == "xef")
        // All edits of a diagnostic are applied together or not at all.
        #expect(fixed("abcdef", [edit(0, 2, "x")], [edit(1, 3, "y"), edit(5, 6, "z")]) == "xcdef")
        // Two equal edits count as one.
        #expect(fixed("a = b", [edit(2, 3, "==")], [edit(2, 3, "==")]) == "a == b")
        // Edits that only touch do not overlap.
        #expect(fixed("abc", [edit(0, 1, "x")], [edit(1, 2, "y")], [edit(1, 1, "-")]) == "x-yc")
    }

    /// Diagnostics of a text in which every `!` is an error, and each letter in `edits` has an edit.
    private func marked(_ source: String, _ edits: [Character: String]) -> PredicateDiagnostics {
        let diagnose: @Sendable (String) -> [PredicateDiagnostic] = { text in
            text.enumerated().compactMap { offset, character in
                let range = SourceRange(offset, offset + 1)
                if character == "!" { return PredicateDiagnostic("bad", .error, "bad", at: range) }
                return edits[character].map {
                    PredicateDiagnostic(
                        "letter", .error, "letter", at: range, edits: [.init(replacing: range, with: $0)])
                }
            }
        }
        return PredicateDiagnostics(source: source, diagnostics: diagnose(source), rediagnosing: diagnose)
    }

    @Test func editsThatBringAnErrorAreLeftOut() {
        let edits: [Character: String] = ["A": "a", "B": "!", "C": "c"]
        #expect(marked("A C", edits).fixed == "a c")
        #expect(marked("A B C", edits).fixed == "a B c")
        #expect(marked("B B", edits).fixed == nil)
        // An old error remains, wherever it moves.
        #expect(marked("! A !", ["A": "aaaa"]).fixed == "! aaaa !")
        // An edit that changes nothing does not count.
        #expect(marked("A", ["A": "A"]).fixed == nil)
        // More errors than can be tried one by one.
        let many = String(repeating: "A", count: 90) + "B"
        #expect(marked(many, edits).fixed == String(repeating: "a", count: 90) + "B")
    }

    @Test func verifiedEditsAreThoseThatAreMade() {
        let verified = marked("A B C", ["A": "a", "B": "!", "C": "c"]).withVerifiedEdits
        #expect(verified.diagnostics.map(\.areEditsApplicable) == [true, false, true])
        #expect(verified == verified.withVerifiedEdits)
    }

    @Test(arguments: [
        "age > 30 AND OR age < 3", "3 < ANY scores", "i == a nil", "a > <", "' == 3", "name == Ann\"", "((age > 1",
        "EXISTS orders", "name += \"x\"", "a IN [{1}", "x BETWEEN BETWEEN y", "ANY {a\" < b", "1IN 2", "a == 1 AND AND",
    ])
    func noMendBringsAnError(text: String) {
        let found = ParsedPredicate.diagnostics(of: text)
        #expect(found.hasErrors)
        let fixed = found.fixed ?? text
        let left = ParsedPredicate.diagnostics(of: fixed)
        #expect(left.diagnostics.count { $0.severity == .error } <= found.diagnostics.count { $0.severity == .error })
        // The same holds for errors of the parser alone.
        do throws(PredicateDiagnostics) {
            _ = try ParsedPredicate(parsing: text)
        } catch {
            if let fixed = error.fixed {
                #expect(
                    ParsedPredicate.diagnostics(of: fixed).diagnostics.count { $0.severity == .error }
                        <= error.diagnostics.count { $0.severity == .error }, "\(fixed)")
            }
        }
    }

    @Test func anExpressionIsMendedToo() {
        do throws(PredicateDiagnostics) {
            _ = try ParsedExpression(parsing: "sum({1, 2,})")
        } catch {
            #expect(error.fixed == "sum({1, 2})")
        }
    }

    @Test(arguments: [
        ("x", ".*x.*"), ("^x", "x.*"), ("x$", ".*x"), ("^x$", "x"), (".*x.*", ".*x.*"), ("a|b", ".*(?:a|b).*"),
        ("^a|b$", ".*(?:^a|b$).*"), ("(a|b)", ".*(a|b).*"), ("[|]", ".*[|].*"), ("x\\$", ".*x\\$.*"),
        ("x\\\\$", ".*x\\\\"), ("x\\.*", ".*x\\.*.*"), ("$", ".*"), ("^", ".*"), ("", ""),
        ("[]a|]b", ".*[]a|]b.*"), ("[^]|]b", ".*[^]|]b.*"), ("[]a]|b", ".*(?:[]a]|b).*"),
        ("[[:alpha:]|]", ".*[[:alpha:]|].*"),
    ])
    func patternsForTheWholeText(pattern: String, whole: String) {
        #expect(PatternHabit.whole(pattern) == whole)
    }

    @Test func editsOutsideOfTheTextAreCut() {
        #expect(fixed("abc", [edit(2, 99, "x")], [edit(-5, 1, "y")]) == "ybx")
        #expect(fixed("abc", [edit(50, 99, "x")]) == "abcx")
    }

    @Test func warningsAreMendedWhenAskedFor() {
        let warning = PredicateDiagnostic(
            "x", .warning, "m", at: SourceRange(at: 0), edits: [.init(replacing: SourceRange(0, 1), with: "b")])
        let diagnostics = PredicateDiagnostics(source: "a", diagnostics: [warning])
        #expect(diagnostics.fixed == nil)
        #expect(diagnostics.fixed(.error, .warning) == "b")
    }
}

@Suite struct SourcePositionTests {
    @Test(arguments: [
        (0, 1, 1), (1, 1, 2), (2, 1, 3), (4, 1, 4), (5, 2, 1), (6, 2, 2), (7, 2, 2), (8, 3, 1), (9, 4, 1), (10, 4, 2),
        (99, 4, 2), (-1, 1, 1), (3, 1, 3),
    ])
    func counted(_ offset: Int, _ line: Int, _ column: Int) {
        // Lines: "ab", an é of two bytes, LF; "c", CR LF; "", CR; "d".
        let source = "abé\nc\r\n\rd"
        #expect(SourcePosition(of: offset, in: source) == SourcePosition(line: line, column: column))
        #expect(SourceRange(at: offset).position(in: source) == SourcePosition(line: line, column: column))
    }
}
