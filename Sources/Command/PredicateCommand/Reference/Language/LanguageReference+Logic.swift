import PredicateFormat

extension LanguageReference {
    /// Operators that join conditions.
    static let logic: [LanguageEntry] = [
        LanguageEntry(
            .connective(.and),
            #"""
            True if both conditions are true. It binds tighter than `OR`: `a OR b AND c` is `a OR (b AND c)`. Mixing
            the two without parentheses causes a warning. Conditions have no side effects and
            cannot fail, so their order never changes the answer.
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
            .connective(.or), "True if one or both of the conditions are true.",
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
            True exactly if the condition is false. `age > 30` is false without an age, so `NOT (age > 30)` also
            finds the records without one. `NOT` binds tighter than `AND`, and goes before a whole
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
            A condition that is true for every record. Write it to match all records; an empty text is an error.
            """,
            [.of("TRUEPREDICATE", [("{}", "true")])], see: ["FALSEPREDICATE", "TRUE"]),
        LanguageEntry(
            .constant(.falsePredicate), "A condition that is false for every record.",
            [.of("FALSEPREDICATE OR age > 5", [(#"{"age": 6}"#, "true"), ("{}", "false")])], see: ["TRUEPREDICATE"]),
        LanguageEntry(
            .form(.ternary),
            #"""
            A value that depends on a condition: the first value if the condition is true, the second if it is
            false. For two kinds of numbers the result has the wider type: an integer and a double give a double, so an
            integer beyond 2^53 is rounded. For two other types the result has the type of the chosen value.
            """#,
            apple:
                """
                The name comes from Apple's own frameworks, which write Swift's `a ?? b` as
                `TERNARY(a != nil, a, b)`. Apple does not document it.
                """,
            [
                .of(
                    "TERNARY(nickname != nil, nickname, name)",
                    [(#"{"name": "Robert", "nickname": "Bob"}"#, #""Bob""#), (#"{"name": "Ann"}"#, #""Ann""#)]),
                .of("TERNARY(vip == YES, 10, 20) > 15", [(#"{"vip": true}"#, "false"), (#"{"vip": false}"#, "true")]),
                .values([("TERNARY(1 < 2, 9007199254740993, 0.5)", "9007199254740992.0")]),
            ], see: ["AND", "nil"]),
        LanguageEntry(
            .topic(
                "precedence", ["order of operators", "parentheses", "(", ")"], "The order in which operators bind."),
            ["( condition )", "( value )"],
            #"""
            From the tightest to the loosest: `**`; `-a` `~a`; `*` `/`; `+` `-`; `<<` `>>`; `&`; `^`; `|`; `UNION`
            `INTERSECT` `MINUS`; one comparison; `NOT`; `AND`; `OR`. Operators between values are left-associative.
            Parentheses contain a condition or a value.
            """#,
            apple: #"""
                Apple documents no precedence of AND and OR, and other implementations differ. So write parentheses in
                strings that go to both; printed predicates here always have them.
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
            .topic("white space", ["comments", "case of words", "line breaks"], "The layout of a predicate."),
            ["condition\n    AND condition"],
            #"""
            Any number of spaces, tabs and line breaks may separate words and symbols; they have no meaning. Words of
            the language may be in any case; names of fields, functions and collection operators may not. There are
            no comments.
            """#,
            [
                .of("age > 5\n  and not Name Like 'x'", [(#"{"age": 6}"#, "true")])
            ], see: ["names", "precedence"]),
    ]
}
