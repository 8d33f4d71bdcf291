import PredicateFormat

extension LanguageReference {
    /// Operators of texts, and their options.
    static let strings: [LanguageEntry] = [
        LanguageEntry(
            .comparison(.beginsWith), ["text BEGINSWITH beginning"],
            #"""
            True where the text begins with the other one. No text begins with the empty one. Options say which
            letters are the same.

            False where a side is nil or no text.
            """#,
            apple: "A side that is neither text nor nil is an exception there.",
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
            "True where the text ends with the other one; otherwise as `BEGINSWITH`. No text ends with the empty one.",
            [
                .of("file ENDSWITH[c] '.pdf'", [(#"{"file": "Report.PDF"}"#, "true"), (#"{"file": "pdf"}"#, "false")])
            ], see: ["BEGINSWITH", "LIKE"]),
        LanguageEntry(
            .comparison(.like), ["text LIKE pattern"],
            #"""
            True where the whole text is as the pattern says: `*` stands for any run of characters, be it none, and
            `?` for exactly one code point. Everything else stands for itself. `\*`, `\?` and `\\` stand for the signs
            themselves; within the quotes of a literal the backslash is doubled. Line ends are characters like others.

            The wildcards of SQL, `%` and `_`, are none here. `''` is like `''`. False where a side is nil or no text.
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
            True where the whole text matches a regular expression in ICU's syntax; [Patterns](../patterns.md) says
            what there is. To look for a part, put `.*` on both sides. A backslash is doubled in a literal: `'\\d+'`.
            The empty pattern matches nothing. `[c]` ignores case, `[d]` diacritics.

            A pattern that is written out and cannot be compiled is an error with its place; one that comes from a
            record and cannot be compiled matches nothing. A match that takes too many steps counts as none and is
            reported once. A program gives the library an engine for it: the product `PredicatePatterns`, or
            `PredicateFoundationPatterns`.
            """#,
            apple:
                """
                A pattern that cannot be compiled is an exception while records are looked at, and a match may take
                any time.
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
            Stands in brackets right behind an operator, alone or with others in any order, in either case. Texts are
            compared after Unicode's full case folding, so `ß` is `ss`, whatever the language of the user. It applies
            where both sides are texts, and to the texts in lists under `IN` and `CONTAINS`; elsewhere it changes
            nothing. Every operator but `BETWEEN` takes options.
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
            Leaves out the marks on Latin, Greek and Cyrillic letters, written as one code point or as two, and the
            difference between wide and narrow forms of East Asian characters. Letters that have no mark but a form of
            their own stay what they are: `Ø` is not `O`, `Ł` is not `L`. Marks of other scripts, which make other
            letters, stay too.
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
            Says that the texts are to be compared as they stand. That is what happens without options, and it
            switches off the others: `[cn]` is `[n]`. It is here because strings from elsewhere have it.
            """#,
            [.values([("'a' ==[n] 'a'", "true"), ("'a' ==[cn] 'A'", "false")])], see: ["[c]"]),
        LanguageEntry(
            .option(.l),
            #"""
            Orders texts as a dictionary does: `a` before `B`, `é` beside `e`. That is the root collation of Unicode,
            the same on every machine, unless the program gives another. Two texts that differ only in ways that the
            collation does not see are equal. `[cl]` leaves out case, `[dl]` marks. For `BEGINSWITH`, `ENDSWITH`,
            `CONTAINS`, `LIKE` and `MATCHES` it changes nothing.
            """#,
            apple: "The locale of the user decides there.",
            [
                .values([
                    ("'a' < 'B'", "false"), ("'a' <[l] 'B'", "true"), ("'f' < 'é'", "true"), ("'f' <[l] 'é'", "false"),
                ])
            ],
            see: ["<", "[c]"]),
    ]
}
