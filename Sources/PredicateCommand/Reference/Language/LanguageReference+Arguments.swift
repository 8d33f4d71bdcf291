import PredicateFormat

extension LanguageReference {
    /// What is given beside the text.
    static let arguments: [LanguageEntry] = [
        LanguageEntry(
            .argument(.value),
            #"""
            Stands for a value that a program gives beside the text, in the order of the arguments. It is a value and
            never a piece of text: what is in it cannot change the predicate, so no quoting is needed and none is
            possible. That is the way to take what a user has typed. Within quotes `%@` is text, of which a warning
            says so. On the command line `--arg` gives it. Over Swift types a program may give a predicate, where a
            predicate stands: `%@ AND age > %d`.

            Too few, too many or unfitting arguments are errors when the predicate is checked.
            """#,
            apple: "Too few arguments are undefined behaviour there, and ones of a wrong type too.",
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
            A key path that is given beside the text, taken as it stands: cut at its dots, with nothing reserved and
            any characters in its names. Put together with others: `%K.name`. A component such as `@count` is a
            collection operator. Who lets users choose what goes in there lets them read any field.
            """#,
            [
                .of("%K == 5", [(#"{"board-id": {"like": 5}}"#, "true")], arguments: ["board-id.like"]),
                .of("%K.city == %@", [(#"{"address": {"city": "Rome"}}"#, "true")], arguments: ["address", "Rome"]),
            ], see: ["quoted names", "%@"]),
        LanguageEntry(
            .argument(.integer),
            """
            The argument has to be an integer (or a boolean). The lengths of C may stand before the letter: `hh`, `h`,
            `l`, `ll`, `q`, `z`, `t`, `j`; they change nothing, because every integer has 64 bits.
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
            The argument has to be an integer that is not negative. `%x` and `%o` take a number too, and no text with
            digits.
            """,
            [.of("size <= %lu", [(#"{"size": 7}"#, "true")], arguments: [8])], see: ["%d"]),
        LanguageEntry(
            .argument(.double),
            "The argument has to be a number. A width or precision such as `%.2f` means nothing here and is an error.",
            [.of("height > %f", [(#"{"height": 1.8}"#, "true")], arguments: [1.75])], see: ["%d", "%@"]),
        LanguageEntry(
            .argument(.character), "The argument has to be a text of one code point.",
            [.of("grade == %c", [(#"{"grade": "A"}"#, "true")], arguments: ["A"])], see: ["%s"]),
        LanguageEntry(
            .argument(.string), "The argument has to be a text. `%@` takes it just as well.",
            [.of("name == %s", [(#"{"name": "Ann"}"#, "true")], arguments: ["Ann"])], see: ["%@"]),
        LanguageEntry(
            .topic(
                "$name", ["$", "variable", "variables", "substitution variables"],
                "A variable that has its value when the predicate is used."), ["$name"],
            #"""
            One predicate is checked once and used with different values. The type of a variable is learnt from what
            it is compared with, and its value is checked against that. All variables need a value before a predicate
            is used. On the command line `--var name=value` gives one, at the prompt `:let`. A word of the language is
            a name behind `$#`.
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
            .topic(":=", ["assignment"], "Keeps a value under a name for what stands to its right."),
            ["$v := expression"],
            #"""
            It is an expression whose value is that of its right side, which reaches as far as an expression can. `$v`
            is known in everything to its right in the same predicate, or the same `SUBQUERY`, whatever `AND` and `OR`
            skip.
            """#,
            [
                .of(
                    "($t := price * count) > 100 AND $t < 200",
                    [(#"{"price": 15, "count": 10}"#, "true"), (#"{"price": 30, "count": 10}"#, "false")])
            ], see: ["$name", "SUBQUERY"]),
    ]
}
