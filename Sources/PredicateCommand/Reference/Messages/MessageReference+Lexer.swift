import PredicateFormat

extension MessageReference {
    /// Messages about pieces of the text that are none: strings, numbers, signs.
    static let lexer: [MessageEntry] = [
        MessageEntry(
            "source-too-long", .error, "the text is longer than the limit",
            #"""
            A predicate may have a mebibyte of text, so that what comes from a stranger cannot take all memory. A text that
            long is almost always data: a list of thousands of values belongs into an argument (`id IN %@`) or a variable
            (`id IN $ids`), which may hold a list of any kind. A program that trusts its texts raises `PredicateLimits.sourceBytes`.
            """#,
            [
                .predicate(
                    #"name == "Ada" OR name == "Grace""#, note: "With a limit of 20 bytes:",
                    limits: .with { $0.sourceBytes = 20 })
            ]),
        MessageEntry(
            "unclosed-string", .error, "a string has no closing quote",
            #"""
            A string begins with `"` or `'` and ends with the same sign. Without it everything to the end of the text
            is part of the string, whatever stands there, so the mark goes from the quote to the end. In a shell, look at the
            quotes round the whole predicate too: single quotes outside and double quotes inside are safest.

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
            its surrogate pair, `\ud83d\ude00`, or simply as itself: a predicate is UTF-8. The other escapes are `\\`, `\"`, `\'`,
            `\n`, `\t`, `\r`, `\a`, `\b`, `\f`, `\v` and one to three octal digits.
            """#,
            [
                .predicate(#"name == "A\x4""#), .predicate(#"name == "\u12""#), .predicate(#"name == "\ud83d!""#),
                .predicate(#"name == "C:\users""#),
            ]),
        MessageEntry(
            "bad-number", .error, "what begins as a number goes on as something else",
            #"""
            A number is digits, a point with digits, an exponent (`1e6`), or `0x`, `0o` or `0b` with digits. There are no suffixes,
            no underscores and no units, and a name does not begin with a digit. A number and the word behind it need a blank
            between them. A key that does begin with a digit is reached in brackets or quotes: `SELF["2fa"]`.
            """#,
            [
                .predicate("name == 12abc"), .predicate("height < 1_000"), .predicate("age > 18and star == YES"),
                .predicate("age > 1,000"),
            ], reasons: [.predicate("age == 0x"), .predicate("age > 18years"), .predicate("height > 5km")]),
        MessageEntry(
            "number-too-large", .error, "no number of the language is as large",
            #"""
            Integers have 64 bits and a sign, up to 9223372036854775807; other numbers are doubles, up to about 1.8e308. A decimal
            number of more digits is read as a double (with the warning `inexact-number`), but a hexadecimal one is a pattern of
            bits, of which none may be lost. There is no infinity: a comparison with it would say the same of every record.
            """#,
            [.predicate("scores[FIRST] == 0xFFFFFFFFFFFFFFFFF"), .predicate("height < 1e999")]),
        MessageEntry(
            "inexact-number", .warning, "an integer has too many digits to be exact",
            #"""
            The number is larger than 64 bits hold, so it is read as a double, which keeps about sixteen digits: numbers that
            differ behind those become equal. Identifiers that are this long are better kept as strings, in the records as well as in
            the predicate.
            """#,
            [.predicate("height == 99999999999999999999")]),
        MessageEntry(
            "bad-format-argument", .error, "a percent sign begins no format argument",
            #"""
            `%` stands for an argument that a program fills in: `%@` for any value, `%K` for a key path, and `%d`, `%u`, `%f`, `%s`,
            `%c` with their lengths. Width and precision (`%5d`, `%.2f`) would only matter for printing and are not taken, and `%%` is
            needed nowhere, since a percent sign within quotes is a percent sign. The remainder of a division, which `%` is in
            C and JavaScript, is `modulus:by:(a, b)`.
            """#,
            [
                .predicate("age == %5d"), .predicate("height < %.2f"), .predicate("name == %y"),
            ], reasons: [.predicate("age == @%")]),
        MessageEntry(
            "unexpected-character", .error, "a character has no meaning where it stands",
            #"""
            Outside of strings only the signs of the language, digits and letters may stand. What comes in by copying from a
            document, a web page or a chat is often not what it looks like: curly quotes, which do not open a string,
            non-breaking spaces, which are no blanks, and characters that cannot be seen at all. The edits put the plain sign in their
            place. Other languages need signs that this one does not: backticks round names, `@` before strings, `?` in paths, a
            semicolon at the end. There are no comments.
            """#,
            [
                .predicate("name == “Ada”"), .predicate("name\u{A0}== 'Ada'"), .predicate("age > 30;"),
                .predicate("`name` == 'Ada'"), .predicate("address?.city == 'Lima'"),
            ],
            reasons: [
                .predicate(#"name == @"Ada""#), .predicate(#"\.name == "Ada""#), .predicate("age > ?"),
                .predicate("age ? 1"), .predicate(#"age \ 2 == 1"#), .predicate("name == `Ada Lovelace`"),
                .predicate("age > 30; star == YES"),
                .predicate("name\u{200B} == 'Ada'", shown: "a character without width (U+200B) behind `name`"),
                .predicate("age == 1\u{07}", shown: "the control character U+0007 at the end"),
                .predicate(#"name == \"Ada\""#), .predicate("`age > 30`"), .predicate("nickname!.length > 5"),
                .predicate("age > 30 AND \\\nstar == YES", shown: "a backslash before the end of a line"),
                .predicate("$ age > 30"), .predicate("height > 50%"),
            ]),
        MessageEntry(
            "typographic-sign", .error, "a sign of mathematics or typography stands for one of the language",
            #"""
            `≥`, `≠`, `×`, an en dash for a minus and signs of full width look right in print, and are other characters than the ones
            that the language is made of. The edit writes the plain spelling.
            """#,
            [.predicate("age ≥ 18"), .predicate("height ≠ 2 ∧ age > 5"), .predicate("age – 1 > 17")]),
        MessageEntry(
            "html-entity", .error, "an entity of HTML or XML stands for a character",
            #"""
            In HTML and XML `<`, `>`, `&` and quotes are written as entities. A predicate that was copied from the source of a page, or
            from a property list without a parser, still has them. Read property lists with a parser; the edit puts the character in
            the entity's place.
            """#,
            [.predicate("age &gt; 18"), .predicate("name == &quot;Ada&quot;")]),
        MessageEntry(
            "unescaped-quote", .error, "a quote of its own kind stands within a string",
            #"""
            A quote ends the string that it opened. Within the string it is written with a backslash, `'O\'Brien'`, or the string takes
            the other quotes, `"O'Brien"`. SQL doubles the quote, which here would be two strings side by side. A program should not put
            values into the text at all, but give them as arguments: `name == %@`.
            """#,
            [.predicate("name == 'O'Brien'"), .predicate("name == 'it''s'")], reasons: [.predicate("name == ''Ada''")]),
        MessageEntry(
            "unquoted-string", .error, "text that should be in quotes is not",
            #"""
            Versions, addresses, dates, identifiers and names of several words are strings, and strings stand in quotes. Without
            them `10.15.1` is no number and `John Smith` two names. In a shell, the quotes of the predicate's strings must not be those
            round the whole predicate. A regular expression is a string too and has no slashes round it. `MATCHES`
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
    /// The usual limits with a change.
    static func with(_ change: (inout PredicateLimits) -> Void) -> PredicateLimits {
        var limits = PredicateLimits.standard
        change(&limits)
        return limits
    }
}
