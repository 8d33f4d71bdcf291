import PredicateCore
import PredicatePatterns
import PredicateTesting
import Testing

@testable import PredicateFiles

/// What programs add to the language: items of device management, placeholders of AutoPkg, and the way back.
@Suite struct PredicateNotationTests {
    private func located(_ text: String) -> LocatedText {
        LocatedText(text, TextMap(verbatim: text.utf8.count, at: 100), .verbatim)
    }

    @Test(arguments: [
        ("@status(device.model.family) == 'iPad'", #"SELF["@status(device.model.family)"] == 'iPad'"#),
        (
            "ANY @property(a.b-c) IN {'@status(x)'} AND @key(é)==1",
            #"ANY SELF["@property(a.b-c)"] IN {'@status(x)'} AND SELF["@key(é)"]==1"#
        ),
        ("items.@count > 3 AND list.@sum.x > @status(a)", #"items.@count > 3 AND list.@sum.x > SELF["@status(a)"]"#),
        ("\"@status(x)\" == '\\'@status(y)'", "\"@status(x)\" == '\\'@status(y)'"),
        ("@status", "@status"), ("@", "@"), ("", ""),
    ])
    func itemsAreKeys(text: String, translated: String) {
        let translation = PredicateNotation.items.translation(of: located(text))
        #expect(translation.text.text == translated)
        #expect(translation.problems.isEmpty)
        // And back.
        #expect(PredicateNotation.items.restored(translated) == text)
    }

    @Test(
        arguments: [
            (
                "@status(device.model.family == 'iPad'", "`@status(` is not closed",
                "@status(device.model.family) == 'iPad'"
            ),
            ("@status(", "`@status(` is not closed", "@status()"),
            ("@status(a b)", "`@status(` is not closed", "@status(a) b)"),
            (
                "@property('shard') <= 75", "`@property(…)` takes a name without quotes",
                "@property(shard) <= 75"
            ),
            ("@status() == 1", "`@status()` names no item", nil),
            (
                "@staus(a) == 1", "`@staus(…)` reads nothing; there are `@status`, `@property` and `@key`",
                "@status(a) == 1"
            ),
            ("@foo(a) == 1", "`@foo(…)` reads nothing; there are `@status`, `@property` and `@key`", nil),
        ] as [(String, String, String?)])
    func wrongItems(text: String, message: String, fixed: String?) {
        let problems = PredicateNotation.items.translation(of: located(text)).problems
        #expect(problems.map(\.message) == [message])
        let edits = problems.flatMap(\.edits).map {
            (range: $0.range.lowerBound - 100..<$0.range.upperBound - 100, text: $0.text)
        }
        #expect((edits.isEmpty ? nil : edited(text, edits)) == fixed)
    }

    @Test(arguments: [
        ("a == %X%", "a == True", []), ("a == '%X%' OR b == %Y%", "a == '%X%' OR b == 12", []),
        ("a == %UNKNOWN% AND 5 % 2 == 1", "a == $UNKNOWN AND 5 % 2 == 1", []),
        ("a == %N%", "a == $N", ["`%N%` is replaced by `Bob's App`, which is not a value"]),
        ("a == \"%N%\"", "a == \"%N%\"", []),
        ("a == '%N%'", "a == '%N%'", ["the value of `%N%` contains `'`, which ends the string"]),
        ("a == %E%", "a == $E", ["`%E%` is empty, so that nothing is left here"]), ("a == %Q%", "a == 'x'", []),
        ("a == %V%", "a == $V", []), ("a == %R%", "a == $R", []), ("%X%%Y%", "True12", []), ("%", "%", []),
        ("%%", "%%", []),
    ])
    func placeholders(text: String, translated: String, problems: [String]) {
        let values = [
            "X": "True", "Y": "12", "N": "Bob's App", "E": "", "Q": "'x'", "V": "download_changed", "R": "%X%",
        ]
        let translation = PredicateNotation.placeholders.translation(
            of: located(text), values: Dictionary(uniqueKeysWithValues: values.map { (ExactName($0.key), $0.value) }))
        #expect(translation.text.text == translated)
        #expect(translation.problems.map(\.message) == problems)
        #expect(translation.text.fileRange.lowerBound >= 100)
    }

    @Test func messagesHaveTheWordsOfTheFile() {
        #expect(
            PredicateNotation.placeholders.messages(about: "a == %STOP%").restored("`$STOP` and `$stop` and $STOPX")
                == "`%STOP%` and `$stop` and $STOPX")
        #expect(
            PredicateNotation.items.messages(about: "").restored(
                #"did you mean `SELF."@key(a)"`, `"@key(b)"` or `"@key("`?"#)
                == #"did you mean `@key(a)`, `@key(b)` or `"@key("`?"#)
    }

    @Test func shortenedTextsAreItemsToo() {
        #expect(
            PredicateNotation.items.messages(about: "").restored(
                #"CAST(SELF["@status(device.operating-s…, "NSNumber")"#)
                == #"CAST(@status(device.operating-s…, "NSNumber")"#)
    }

    @Test(arguments: [
        ("@", 0..<1, ["@status(", "@property(", "@key("]), ("a == 1 AND @st", 11..<14, ["@status("]),
        (
            "@status(device.mod", 8..<18,
            [
                "device.model.family)", "device.model.identifier)", "device.model.marketing-name)",
                "device.model.number)",
            ]
        ),
    ])
    func completions(text: String, range: Range<Int>, items: [String]) throws {
        let mdm = try #require(PredicateProfile.builtin(named: "mdm"))
        let found = try #require(PredicateNotation.items.completions(in: text, at: text.utf8.count, mdm.schema))
        #expect(found.range == SourceRange(range.lowerBound, range.upperBound))
        #expect(found.items.map(\.text) == items)
    }

    @Test(arguments: ["name == '@sta", "a.@co", "abc", "", "@foo("])
    func noCompletions(text: String) {
        #expect(PredicateNotation.items.completions(in: text, at: text.utf8.count, nil)?.items.isEmpty ?? true)
    }

    /// Any bytes, and long ones: each ends in a result, in linear time.
    @Test func hostileTexts() {
        for piece in [
            "@status(", "@status(a)", "%X%", "%", "\"@status(", "SELF[\"@status(a)\"]", "'", "@", "@a(", "[`", "[$a",
            "``",
        ] {
            let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
            let seconds = processorSeconds {
                for notation in [PredicateNotation.items, .placeholders, .locators] {
                    let translated = notation.translated(located(text)).text
                    _ = notation.restored(translated)
                    _ = notation.messages(about: text).restored(text)
                    _ = notation.completions(in: text, at: text.utf8.count, nil)
                }
                _ = AppiumLocator(located(text), .classChain)
            }
            #expect(seconds < 20)
        }
    }

    @Test(arguments: [
        ("-ios predicate string:name == 'a'", ["name == 'a'"]), ("name == 'a'", ["name == 'a'"]),
        (
            "**/XCUIElementTypeCell[`name == \"A\" AND label CONTAINS[c] \"``\"`][-1]/X[$value == '$$1'$]",
            ["name == \"A\" AND label CONTAINS[c] \"`\"", "value == '$1'"]
        ),
        ("-ios class chain:XCUIElementTypeCell", []), ("XCUIElementTypeCell[`a == 1`]", ["a == 1"]),
        ("[` a == 1`]", ["[` a == 1`]"]),
    ])
    func locators(text: String, predicates: [String]) {
        let locator = AppiumLocator(located(text))
        #expect(locator.predicates.map(\.text) == predicates)
        #expect(locator.problems.isEmpty)
    }
}
