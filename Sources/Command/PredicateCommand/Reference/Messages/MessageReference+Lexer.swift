import PredicateFormat

extension MessageReference {
    /// Messages about strings, numbers and symbols that cannot be read.
    static let lexer: [MessageEntry] = [
        MessageEntry(
            "source-too-long", .error, "the text is longer than the limit",
            #"""
            A predicate may have a mebibyte of text, so that a hostile text cannot take all memory. A text of this length
            is almost always data: a list of thousands of values belongs in an argument (`id IN %@`) or a variable
            (`id IN $ids`). A program that trusts its texts can raise `PredicateLimits.sourceBytes`.
            """#,
            [
                .predicate(
                    #"name == "Ada" OR name == "Grace""#, note: "With a limit of 20 bytes:",
                    limits: .with { $0.sourceBytes = 20 })
            ]),
        MessageEntry(
            "unclosed-string", .error, "a string has no closing quote",
            #"""
            A string begins with `"` or `'` and ends with the same quote. Without it, everything up to the end of the text
            is part of the string, so the mark covers all of it. In a shell, check the quotes around the whole predicate too:
            single quotes outside and double quotes inside are safest.

            If a quote follows an unquoted word, the opening quote is missing.
            """#,
            [
                .predicate(#"name BEGINSWITH "Jo"#), .predicate(#"name == 'x' AND nickname == 'y"#),
                .predicate(#"name IN {'Ada', 'Bob}"#), .predicate(#"name == Ann""#),
            ]),
        MessageEntry(
            "bad-escape", .error, "an escape in a string is not complete",
            #"""
            `\x` takes two hexadecimal digits and `\u` four, as in `\x41` and `\u00e9`. A character beyond U+FFFF is written as
            its surrogate pair, `\ud83d\ude00`, or directly: a predicate is UTF-8. The other escapes are `\\`, `\"`, `\'`,
            `\n`, `\t`, `\r`, `\a`, `\b`, `\f`, `\v` and one to three octal digits.
            """#,
            [
                .predicate(#"name == "A\x4""#), .predicate(#"name == "\u12""#), .predicate(#"name == "\ud83d!""#),
                .predicate(#"name == "C:\users""#),
            ]),
        MessageEntry(
            "bad-number", .error, "a word begins like a number and is not one",
            #"""
            A number has digits, and may have a decimal point with digits and an exponent (`1e6`), or it is `0x`, `0o` or `0b` with
            digits. Durations have one of the units `ms`, `s`, `m`, `h`, `d` and `w`: `30m` is 1800, a number of seconds. There are no
            other suffixes, underscores or units, and a name cannot begin with a digit. A space separates a number
            from the next word. To use a key that begins with a digit, write it in brackets and quotes: `SELF["2fa"]`.
            """#,
            [
                .predicate("name == 12abc"), .predicate("height < 1_000"), .predicate("age > 18and star == YES"),
                .predicate("age > 1,000"),
            ],
            reasons: [
                .predicate("age == 0x"), .predicate("age > 18years"), .predicate("age > 1h30m"),
                .predicate("height > 5km"),
            ]),
        MessageEntry(
            "number-too-large", .error, "a number is too large",
            #"""
            Integers have 64 bits with a sign, up to 9223372036854775807; other numbers are doubles, up to about 1.8e308. A longer
            decimal number is read as a double (with the warning `inexact-number`), but a hexadecimal number is a bit pattern and
            must stay exact. There is no infinity, because a comparison with it would have the same answer for every record.
            """#,
            [.predicate("scores[FIRST] == 0xFFFFFFFFFFFFFFFFF"), .predicate("height < 1e999")]),
        MessageEntry(
            "inexact-number", .warning, "an integer has too many digits to be exact",
            #"""
            The number does not fit in 64 bits, so it is read as a double, which keeps about sixteen digits: numbers that
            differ only after them become equal. Keep such long identifiers as strings, both in the records and in the predicate.
            """#,
            [.predicate("height == 99999999999999999999")]),
        MessageEntry(
            "bad-format-argument", .error, "a percent sign does not begin a format argument",
            #"""
            `%` begins an argument that a program supplies: `%@` for any value, `%K` for a key path, and `%d`, `%u`, `%f`, `%s`,
            `%c` with their length modifiers. Width and precision (`%5d`, `%.2f`) only matter for printing and are not allowed. `%%`
            is never needed, because a percent sign in quotes is a percent sign. The remainder operator `%` of C and JavaScript is
            `modulus:by:(a, b)`.
            """#,
            [
                .predicate("age == %5d"), .predicate("height < %.2f"), .predicate("name == %y"),
            ], reasons: [.predicate("age == @%")]),
        MessageEntry(
            "unexpected-character", .error, "a character has no meaning at this location",
            #"""
            Outside of strings, only the symbols of the language, digits and letters are allowed. Text copied from a document, a
            web page or a chat may contain other characters: curly quotes, which do not open a string, non-breaking spaces, which are
            not spaces here, and invisible characters. The edits replace them with plain ones. Some symbols of other languages are
            not needed here: backticks around names, `@` before strings, `?` in paths, a semicolon at the end. There are no comments.
            """#,
            [
                .predicate("name == “Ada”"), .predicate("name\u{A0}== 'Ada'"), .predicate("age > 30;"),
                .predicate("`name` == 'Ada'"), .predicate("address?.city == 'Lima'"),
            ],
            reasons: [
                .predicate(#"name == @"Ada""#), .predicate(#"\.name == "Ada""#), .predicate("age > ?"),
                .predicate("age ? 1"), .predicate(#"age \ 2 == 1"#), .predicate("name == `Ada Lovelace`"),
                .predicate("age > 30; star == YES"),
                .predicate("name\u{200B} == 'Ada'", shown: "a character without width (U+200B) after `name`"),
                .predicate("age == 1\u{07}", shown: "the control character U+0007 at the end"),
                .predicate(#"name == \"Ada\""#), .predicate("`age > 30`"), .predicate("nickname!.length > 5"),
                .predicate("age > 30 AND \\\nstar == YES", shown: "a backslash before the end of a line"),
                .predicate("$ age > 30"), .predicate("height > 50%"),
            ]),
        MessageEntry(
            "typographic-sign", .error, "a mathematical or typographic symbol is not part of the language",
            #"""
            `≥`, `≠`, `×`, an en dash for a minus and full-width symbols look right in print, but are not the characters of the
            language. The edit writes the plain spelling.
            """#,
            [.predicate("age ≥ 18"), .predicate("height ≠ 2 ∧ age > 5"), .predicate("age – 1 > 17")]),
        MessageEntry(
            "html-entity", .error, "the text contains an entity of HTML or XML",
            #"""
            HTML and XML write `<`, `>`, `&` and quotes as entities. A predicate copied from the source of a page, or
            from a property list without a parser, still contains them. Read property lists with a parser; the edit replaces the
            entity with its character.
            """#,
            [.predicate("age &gt; 18"), .predicate("name == &quot;Ada&quot;")]),
        MessageEntry(
            "unescaped-quote", .error, "a string contains an unescaped quote of its own kind",
            #"""
            A quote ends the string that it opened. Inside the string, put a backslash before it, `'O\'Brien'`, or use
            the other quotes for the string, `"O'Brien"`. SQL doubles the quote, which would be two adjacent strings here. A program
            should pass values as arguments instead of writing them into the text: `name == %@`.
            """#,
            [.predicate("name == 'O'Brien'"), .predicate("name == 'it''s'")], reasons: [.predicate("name == ''Ada''")]),
        MessageEntry(
            "unquoted-string", .error, "a string has no quotes",
            #"""
            Versions, addresses, dates, identifiers and names of several words are strings, and strings need quotes. Without
            quotes, `10.15.1` is not a number and `John Smith` is two names. In a shell, use different quotes for the strings and for
            the whole predicate. A regular expression is a string too, without slashes. `MATCHES`
            compares the whole value, but a pattern between slashes is a search. The edit therefore adds `.*` at each end without an
            anchor.
            """#,
            [
                .predicate("name == 10.15.1"), .predicate("born > 2024-01-31T00:00:00Z"),
                .predicate("name == John Smith"), .predicate("name MATCHES /^Jo/"),
            ],
            reasons: [
                .predicate("name MATCHES /^jo/i"), .predicate("name MATCHES /^jo/m"), .predicate("name == lab-mac-01"),
                .predicate("name == /^Jo/"), .predicate("name == /Jo/"),
            ]),
    ]
}

extension PredicateLimits {
    /// The standard limits with a change.
    static func with(_ change: (inout PredicateLimits) -> Void) -> PredicateLimits {
        var limits = PredicateLimits.standard
        change(&limits)
        return limits
    }
}
