import PredicateFormat

extension LanguageReference {
    /// What joins conditions.
    static let logic: [LanguageEntry] = [
        LanguageEntry(
            .connective(.and),
            #"""
            True where both conditions are. It binds tighter than `OR`: `a OR b AND c` is `a OR (b AND c)`. Where the
            two stand side by side without parentheses a warning asks for them. Conditions have no side effects and
            cannot fail, so their order changes no answer.
            """#,
            [
                .of(
                    "age > 18 AND name != nil",
                    [
                        (#"{"age": 20, "name": "Ann"}"#, "true"), (#"{"age": 20}"#, "false"),
                        (#"{"name": "Ann"}"#, "false"),
                    ])
            ], see: ["OR", "NOT", "precedence"]),
        LanguageEntry(
            .connective(.or), "True where one of the conditions is, or both are.",
            [
                .of(
                    "a == 1 OR b == 2",
                    [(#"{"a": 1}"#, "true"), (#"{"b": 2}"#, "true"), (#"{"a": 2, "b": 1}"#, "false")]),
                .of(
                    "a == 1 OR a == 2 AND b == 3", [(#"{"a": 1}"#, "true"), (#"{"a": 2}"#, "false")],
                    note: "AND binds tighter:"),
            ], see: ["AND", "IN", "precedence"]),
        LanguageEntry(
            .connective(.not),
            #"""
            True exactly where the condition is false. `age > 30` is false where there is no age, so `NOT (age > 30)` also
            finds the records without one. It binds tighter than `AND`, and stands before a whole
            comparison: `NOT name IN list` needs no parentheses.
            """#,
            [
                .of(
                    "NOT name BEGINSWITH 'A'",
                    [(#"{"name": "Bob"}"#, "true"), (#"{"name": "Ann"}"#, "false"), (#"{"name": null}"#, "true")]),
                .values([("NOT 1 == 2 AND 1 == 1", "true"), ("! (1 == 2 OR 1 == 1)", "false")]),
                .refused("name NOT IN {'Ann', 'Bob'}", "unknown-operator"),
            ], see: ["!=", "NONE", "precedence"]),
        LanguageEntry(
            .constant(.truePredicate),
            """
            A condition that every record satisfies. Where a condition is needed and none is meant, it is what to
            write; an empty text is an error.
            """,
            [.of("TRUEPREDICATE", [("{}", "true")])], see: ["FALSEPREDICATE", "TRUE"]),
        LanguageEntry(
            .constant(.falsePredicate), "A condition that no record satisfies.",
            [.of("FALSEPREDICATE OR age > 5", [(#"{"age": 6}"#, "true"), ("{}", "false")])], see: ["TRUEPREDICATE"]),
        LanguageEntry(
            .form(.ternary),
            #"""
            A value that depends on a condition: the first value where the condition is true, the second where it is
            false. For two kinds of numbers the result has the wider one: for an integer and a double it is a double, so an
            integer beyond 2^53 is rounded. For two other types the result has the type of the chosen value.
            """#,
            apple:
                """
                The name is the one of Apple's own frameworks, which write `a ?? b` of Swift as
                `TERNARY(a != nil, a, b)`. It is in no document of Apple's.
                """,
            [
                .of(
                    "TERNARY(nickname != nil, nickname, name)",
                    [(#"{"name": "Robert", "nickname": "Bob"}"#, #""Bob""#), (#"{"name": "Ann"}"#, #""Ann""#)]),
                .of("TERNARY(vip == YES, 10, 20) > 15", [(#"{"vip": true}"#, "false"), (#"{"vip": false}"#, "true")]),
                .values([("TERNARY(1 < 2, 9007199254740993, 0.5)", "9007199254740992.0")]),
            ], see: ["AND", "nil"]),
        LanguageEntry(
            .topic("precedence", ["order of operators", "parentheses", "(", ")"], "What binds tighter than what."),
            ["( condition )", "( value )"],
            #"""
            From the tightest to the loosest: `**`; `-a` `~a`; `*` `/`; `+` `-`; `<<` `>>`; `&`; `^`; `|`; `UNION`
            `INTERSECT` `MINUS`; one comparison; `NOT`; `AND`; `OR`. Operators between values go from left to right.
            Parentheses hold a condition or a value.
            """#,
            apple: #"""
                Apple documents no precedence of AND and OR. Other implementations disagree, so write parentheses in
                strings that go to both; what is printed here always has them.
                """#,
            [
                .values([
                    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("-2 ** 2", "-4"), ("2 ** 3 ** 2", "64"),
                    ("7 - 2 - 1", "4"),
                    ("6 & 3 == 2", "true"), ("1 == 1 OR 1 == 2 AND 1 == 2", "true"),
                    ("(1 == 1 OR 1 == 2) AND 1 == 2", "false"),
                ])
            ], see: ["AND", "OR", "**"]),
        LanguageEntry(
            .topic("white space", ["comments", "case of words", "line breaks"], "How a predicate may be laid out."),
            ["condition\n    AND condition"],
            #"""
            Blanks, tabs and line ends may stand between words and signs, as many as one likes, and mean nothing. Words of
            the language may be written in any case; names of fields, functions and collection operators may not. There are
            no comments.
            """#,
            [
                .of("age > 5\n  and not Name Like 'x'", [(#"{"age": 6}"#, "true")])
            ], see: ["names", "precedence"]),
    ]
}
