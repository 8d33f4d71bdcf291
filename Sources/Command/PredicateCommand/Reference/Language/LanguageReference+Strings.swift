import PredicateFormat

extension LanguageReference {
    /// Text operators and their options.
    static let strings: [LanguageEntry] = [
        LanguageEntry(
            .comparison(.beginsWith), ["text BEGINSWITH beginning"],
            #"""
            True if the text begins with the other one. No text begins with the empty text. Options determine which
            letters count as equal.

            False if a side is nil or not a text.
            """#,
            apple: "A side that is neither a text nor nil raises an exception there.",
            [
                .of(
                    "name BEGINSWITH 'Jo'",
                    [
                        (#"{"name": "John"}"#, "true"), (#"{"name": "john"}"#, "false"), (#"{"name": null}"#, "false"),
                        (#"{"name": 5}"#, "false"),
                    ]),
                .values([("'John' BEGINSWITH ''", "false"), ("'Jörg' BEGINSWITH[cd] 'JO'", "true")]),
                .command(
                    "predicate filter --count 'name BEGINSWITH \"San \"' Examples/Data/cities.ndjson", "19"),
            ], see: ["ENDSWITH", "CONTAINS", "LIKE", "[c]", "[d]"]),
        LanguageEntry(
            .comparison(.endsWith), ["text ENDSWITH end"],
            "True if the text ends with the other one; otherwise like `BEGINSWITH`. No text ends with the empty text.",
            [
                .of("file ENDSWITH[c] '.pdf'", [(#"{"file": "Report.PDF"}"#, "true"), (#"{"file": "pdf"}"#, "false")])
            ], see: ["BEGINSWITH", "LIKE"]),
        LanguageEntry(
            .comparison(.like), ["text LIKE pattern"],
            #"""
            True if the whole text matches the pattern: `*` matches any characters, including none, and
            `?` exactly one code point. Every other character matches itself. `\*`, `\?` and `\\` match the characters
            `*`, `?` and `\`; in a literal, double the backslash. Line breaks are ordinary characters.

            The wildcards of SQL, `%` and `_`, are ordinary characters here. The empty pattern matches the empty text.
            False if a side is nil or not a text.
            """#,
            [
                .of(
                    "file LIKE 'img_??.*'",
                    [
                        (#"{"file": "img_07.png"}"#, "true"), (#"{"file": "img_7.png"}"#, "false"),
                        (#"{"file": "my img_07.png"}"#, "false"),
                    ]),
                .values([
                    ("'50%' LIKE '50%'", "true"), ("'50 of' LIKE '50%'", "false"), (#"'a*b' LIKE 'a\\*b'"#, "true"),
                    (#"'axb' LIKE 'a\\*b'"#, "false"), ("'Ärger' LIKE[cd] 'arg*'", "true"),
                ]),
                .command(
                    #"predicate filter --count 'name LIKE "San *"' Examples/Data/cities.ndjson"#, "19"),
            ], see: ["MATCHES", "BEGINSWITH", "escapes"]),
        LanguageEntry(
            .comparison(.matches), ["text MATCHES pattern"],
            #"""
            True if the whole text matches a regular expression in ICU's syntax; [Patterns](../patterns.md) describes
            it. To search for a part, put `.*` on both sides. Double the backslash in a literal: `'\\d+'`.
            The empty pattern matches nothing. `[c]` ignores case, `[d]` diacritics.

            A literal pattern that cannot be compiled is an error with its range; a pattern from a
            record that cannot be compiled matches nothing. A match that takes too many steps counts as no match and is
            reported once. A program adds an engine to the library with the product `PredicatePatterns` or
            `PredicateFoundationPatterns`.
            """#,
            apple:
                """
                A pattern that cannot be compiled raises an exception during evaluation, and a match has no time limit.
                """,
            [
                .of(
                    #"code MATCHES '[A-Z]{2}-\\d+'"#,
                    [(#"{"code": "PT-7"}"#, "true"), (#"{"code": "PT-7b"}"#, "false"), (#"{"code": null}"#, "false")]),
                .values([
                    ("'hello' MATCHES 'ell'", "false"), ("'hello' MATCHES '.*ell.*'", "true"),
                    ("'HELLO' MATCHES[c] 'hel+o'", "true"), ("'' MATCHES ''", "false"),
                ]),
                .refused("code MATCHES '[A-Z'", "bad-pattern"),
                .command(
                    #"predicate filter --count 'name MATCHES "[A-D].*[a-d]"' Examples/Data/cities.ndjson"#, "149"),
            ], see: ["LIKE", "escapes", "[c]"]),
        LanguageEntry(
            .option(.c),
            #"""
            Goes in brackets directly after an operator, alone or with others in any order, in either case. Texts are
            compared after Unicode's full case folding, so `ß` equals `ss`, independent of the user's language. It
            applies if both sides are texts, and to the texts in lists of `IN` and `CONTAINS`; otherwise it has no
            effect. Every operator except `BETWEEN` takes options.
            """#,
            [
                .values([
                    ("'Straße' ==[c] 'STRASSE'", "true"), ("'abc' <[c] 'ABD'", "true"), ("5 ==[c] 5", "true"),
                    ("'B' IN[c] {'a', 'b'}", "true"), ("'é' ==[c] 'E'", "false"), ("'é' ==[cd] 'E'", "true"),
                ])
            ], see: ["[d]", "[n]", "[l]"]),
        LanguageEntry(
            .option(.d),
            #"""
            Ignores the marks on Latin, Greek and Cyrillic letters, written as one code point or as two, and the
            difference between wide and narrow forms of East Asian characters. Letters with a form of their own instead
            of a mark stay different: `Ø` is not `O`, `Ł` is not `L`. Marks of other scripts, which make different
            letters, count.
            """#,
            [
                .values([
                    ("'São Tomé' ==[d] 'Sao Tome'", "true"), ("'Ø' ==[d] 'O'", "false"), ("'ＡＢＣ' ==[d] 'ABC'", "true"),
                    ("'が' ==[d] 'か'", "false"), ("'Ángel' BEGINSWITH[cd] 'an'", "true"),
                ]),
                .command(
                    #"predicate filter --count 'name BEGINSWITH[d] "Cor"' Examples/Data/cities.ndjson"#, "5"),
            ], see: ["[c]", "[l]"]),
        LanguageEntry(
            .option(.n),
            #"""
            Compares the literal texts. This is the default without options, and it disables the others: `[cn]` is
            `[n]`. It exists because format strings from other programs use it.
            """#,
            [.values([("'a' ==[n] 'a'", "true"), ("'a' ==[cn] 'A'", "false")])], see: ["[c]"]),
        LanguageEntry(
            .option(.l),
            #"""
            Orders texts like a dictionary: `a` before `B`, `é` next to `e`. This is the root collation of Unicode,
            the same on every machine, unless the program supplies another. Two texts are equal if the collation sees no
            difference. `[cl]` ignores case, `[dl]` marks. It has no effect on `BEGINSWITH`, `ENDSWITH`,
            `CONTAINS`, `LIKE` and `MATCHES`.
            """#,
            apple: "The locale of the user determines the order there.",
            [
                .values([
                    ("'a' < 'B'", "false"), ("'a' <[l] 'B'", "true"), ("'f' < 'é'", "true"), ("'f' <[l] 'é'", "false"),
                ])
            ],
            see: ["<", "[c]"]),
    ]
}
