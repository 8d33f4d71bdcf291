import PredicateFormat

extension LanguageReference {
    /// Values that a program passes with the text.
    static let arguments: [LanguageEntry] = [
        LanguageEntry(
            .argument(.value),
            #"""
            A value that a program passes with the text, in the order of the arguments. It is always a value and
            never a part of the text: its contents cannot change the predicate, so it needs no quotes. Use it for
            input of users. `%@` in quotes is text, and causes a warning. On the command line, `--arg` gives the
            value. Over Swift types, the argument may be a predicate in the position of a predicate:
            `%@ AND age > %d`.

            Too few or too many arguments, or arguments of a wrong type, are errors when the predicate is checked.
            """#,
            apple: "Too few arguments, or arguments of a wrong type, are undefined behaviour there.",
            [
                .of(
                    "name == %@ AND age > %@", [(#"{"name": "O'Neil", "age": 31}"#, "true")], arguments: ["O'Neil", 30]),
                .of("state IN %@", [(#"{"state": "open"}"#, "true")], arguments: [["open", "waiting"]]),
                .refused("name == %@", "missing-argument"),
                .command("predicate filter --count --arg PT 'countrycode == %@' Examples/Data/cities.ndjson", "2"),
            ], see: ["%K", "%d", "$name"]),
        LanguageEntry(
            .argument(.keyPath),
            #"""
            A key path that a program passes with the text. It is split at its dots; no word is reserved, and names
            may have any characters. It can be part of a longer path: `%K.name`. A component such as `@count` is a
            collection operator. A program that lets users choose this argument lets them read any field.
            """#,
            [
                .of("%K == 5", [(#"{"board-id": {"like": 5}}"#, "true")], arguments: ["board-id.like"]),
                .of("%K.city == %@", [(#"{"address": {"city": "Rome"}}"#, "true")], arguments: ["address", "Rome"]),
            ], see: ["quoted names", "%@"]),
        LanguageEntry(
            .argument(.integer),
            """
            The argument must be an integer (or a boolean). The length modifiers of C may precede the letter: `hh`, `h`,
            `l`, `ll`, `q`, `z`, `t`, `j`. They have no effect, because every integer has 64 bits.
            """,
            [
                .of(
                    "age > %d AND id == %ld", [(#"{"age": 31, "id": 5000000000}"#, "true")],
                    arguments: [30, 5_000_000_000]),
                .refused("age > %d", "wrong-format-argument", arguments: ["thirty"]),
            ],
            see: ["%u", "%f", "%@"]),
        LanguageEntry(
            .argument(.unsigned),
            """
            The argument must be an integer that is not negative. `%x` and `%o` also take a number, not a text of
            digits.
            """,
            [.of("size <= %lu", [(#"{"size": 7}"#, "true")], arguments: [8])], see: ["%d"]),
        LanguageEntry(
            .argument(.double),
            "The argument must be a number. A width or precision such as `%.2f` has no meaning here and is an error.",
            [.of("height > %f", [(#"{"height": 1.8}"#, "true")], arguments: [1.75])], see: ["%d", "%@"]),
        LanguageEntry(
            .argument(.character), "The argument must be a text of one code point.",
            [.of("grade == %c", [(#"{"grade": "A"}"#, "true")], arguments: ["A"])], see: ["%s"]),
        LanguageEntry(
            .argument(.string), "The argument must be a text. `%@` works as well.",
            [.of("name == %s", [(#"{"name": "Ann"}"#, "true")], arguments: ["Ann"])], see: ["%@"]),
        LanguageEntry(
            .topic(
                "$name", ["$", "variable", "variables", "substitution variables"],
                "A variable that gets its value when the predicate is used."), ["$name"],
            #"""
            A predicate is checked once and used with different values. The comparisons of a variable determine its
            type, and its value is checked against it. All variables need a value before a predicate
            is used: `--var name=value` on the command line, `:let` at the prompt. Write `$#` before a name that is a
            reserved word.
            """#,
            apple: "An unbound variable is an exception there.",
            [
                .of(
                    "population > $least", [(#"{"population": 5000}"#, "true"), (#"{"population": 50}"#, "false")],
                    variables: ["least": 1000]),
                .command(
                    "predicate filter --count --var least=1000000 'population > $least' Examples/Data/cities.ndjson",
                    "562"),
            ], see: [":=", "%@", "SUBQUERY"]),
        LanguageEntry(
            .topic(":=", ["assignment"], "Stores a value under a name for the rest of the predicate."),
            ["$v := expression"],
            #"""
            Its value is the value of its right side, which extends as far as an expression can. `$v` is available
            everywhere to its right in the same predicate or `SUBQUERY`, even in clauses that `AND` and `OR` need
            not evaluate.
            """#,
            [
                .of(
                    "($t := price * count) > 100 AND $t < 200",
                    [(#"{"price": 15, "count": 10}"#, "true"), (#"{"price": 30, "count": 10}"#, "false")])
            ], see: ["$name", "SUBQUERY"]),
    ]
}
