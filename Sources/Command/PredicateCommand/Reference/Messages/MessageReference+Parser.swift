import PredicateFormat

extension MessageReference {
    /// Messages about the structure of a text.
    static let parser: [MessageEntry] = [
        MessageEntry(
            "too-deep", .error, "brackets, NOT or arithmetic are nested too deeply",
            #"""
            A predicate may have 200 levels. Each bracket, each NOT and each step of arithmetic is a level. `AND`, `OR` and lists
            of any length are one level, so a thousand conditions joined by OR are no problem. A text that reaches this
            limit was made by a program: it should join its conditions in one group instead of nesting them.
            """#,
            [
                .predicate(
                    "age == 1 + (2 * (3 + (4 * 5)))", note: "With a limit of 3 levels:", limits: .with { $0.depth = 3 }),
                .predicate(
                    "%K == 1",
                    note:
                        "A key path given as an argument, `friends.friends.friends.age`, has a level for each name:",
                    arguments: [.string("friends.friends.friends.age")], limits: .with { $0.depth = 3 }),
            ]),
        MessageEntry(
            "too-many-nodes", .error, "the predicate has more parts than the limit",
            #"""
            A predicate may have 200000 parts: values, names and operators. A larger predicate usually contains data. Pass
            the values as one argument (`id IN %@`), which counts as one part and is also faster to search.
            """#,
            [
                .predicate(
                    "age == 1 OR age == 2 OR age == 3", note: "With a limit of 8 parts:",
                    limits: .with { $0.nodes = 8 })
            ]),
        MessageEntry(
            "empty-predicate", .error, "the text is empty or only whitespace",
            #"""
            An empty text is more often a variable without a value than a wish for all records, so it is an
            error, as in NSPredicate. `TRUEPREDICATE` is true for every record, `FALSEPREDICATE` for none.
            """#,
            [.predicate("")]),
        MessageEntry(
            "unclosed-bracket", .error, "a bracket is not closed",
            #"""
            Each `(`, `[` and `{` needs its closing bracket. The mark is on the open bracket. The edit inserts the missing one where
            the text becomes valid, which may not be where it was meant.
            """#,
            [
                .predicate("(age > 30 OR star == YES"), .predicate("age IN {1, 2, 3"),
                .predicate("scores[0 == 1"), .predicate("(age > 30]"), .predicate(#"name CONTAINS[c "a""#),
            ]),
        MessageEntry(
            "unmatched-bracket", .error, "a closing bracket has no opening bracket",
            #"""
            There is one closing bracket too many, or it is of another kind than the open one. The edit removes it; if an
            opening bracket is missing instead, add it.
            """#,
            [.predicate("age > 30)"), .predicate("age == 1 AND scores[0] == 1]")]),
        MessageEntry(
            "missing-operand", .error, "an operator lacks one of its sides",
            #"""
            Every comparison has a value on both sides, and `AND`, `OR` and `NOT` have conditions. The mark is between two
            characters, where something is missing. `age > 5 AND < 10` needs the name twice: `age > 5 AND age < 10`. A
            superfluous comma in a list or call also leaves an operand out. A star does not stand for every field:
            `anywhere('Ann')` finds a text in any of them.
            """#,
            [
                .predicate("age >"), .predicate("age > 30 AND"), .predicate("age IN {1,, 2}"),
                .predicate("age > 5 AND < 10"), .predicate("age > 18 AND AND star == YES"),
                .predicate("SUBQUERY(friends, , $x.age == 1).@count > 0"), .predicate("* CONTAINS 'Ann'"),
            ],
            reasons: [
                .predicate("age > 30 AND ()"), .predicate("anything. == 1"),
                .predicate("CAST age == 1"), .predicate("CAST(age) > born"),
                .predicate("FUNCTION(age) > 1"), .predicate("SUBQUERY(friends) == 1"),
                .predicate("SUBQUERY(friends, $x) == 1"), .predicate("TERNARY(age > 1) == 1"),
                .predicate("TERNARY(age > 1, 2) == 1"), .predicate("FETCH(age) == 1"), .predicate("FETCH(age, 1) == 1"),
            ]),
        MessageEntry(
            "missing-operator", .error, "an operator is missing between two conditions or values",
            #"""
            Two conditions need `AND` or `OR` (or `&&`, `||`) between them; conditions without an operator, as in some search fields,
            are not joined by AND. Two values need a comparison, such as `==` or `CONTAINS`. A name of two words needs
            brackets and quotes: `SELF["first name"]`.
            """#,
            [.predicate("age > 30 star == YES"), .predicate("age 30")], reasons: [.predicate("age IN {1 2 3}")]),
        MessageEntry(
            "missing-comparison", .error, "a value is used as a condition",
            #"""
            A condition needs a comparison: `star == YES`, not only `star` as in JavaScript, Python or Swift. Values have no
            truth value here, so the meaning of an empty string or a zero is never in doubt. `name == "x" OR "y"` is the same
            mistake: the right side of `OR` is a string. Write `name IN {"x", "y"}`.
            """#,
            [
                .predicate("star AND age > 30"), .predicate("name == 'Ada' OR nickname"), .predicate("NOT tags"),
                .predicate(
                    "name == 'Ada' OR 'Grace'", note: "If the text is only parsed, as by `predicate format`:",
                    isParsedOnly: true),
                .predicate("star", note: "The same:", isParsedOnly: true),
            ],
            reasons: [
                .predicate("age * 25"), .predicate("'Ada'"), .predicate("name"), .predicate("'age > 30'"),
                .predicate("!nickname"), .predicate("now()"), .predicate("born"),
                .predicate("TRUE"),
            ]),
        MessageEntry(
            "chained-comparison", .error, "the result of a comparison is compared again",
            #"""
            `1 < x < 5` would compare the answer of `1 < x`, which is true or false, with 5. Python and mathematics read it as two
            comparisons. Here, write both: `1 < x AND x < 5`, or, with the bounds included, `x BETWEEN {1, 5}`.
            """#,
            [
                .predicate("10 < age < 20"), .predicate("age == height == 5"), .predicate("age > 18 == TRUE"),
                .predicate("age > 18 == FALSE"),
            ]),
        MessageEntry(
            "unexpected-token", .error, "something does not belong at this location",
            #"""
            The text is valid up to here, but the next word or symbol cannot follow. A comma only separates the elements of
            a list and the arguments of a function. Words with colons are names of functions, and parentheses must
            follow. The name of a variable (`$name`) begins with a letter. `ANY`, `ALL` and `NONE` go before the comparison.
            A predicate cannot contain comments.
            """#,
            [
                .predicate("age > 30, star == YES"), .predicate("age == $1"), .predicate("$0.name == 'Ada'"),
                .predicate("3 < ANY scores"), .predicate("age > 30 // adults"),
            ],
            reasons: [
                .predicate("age > :minimum"), .predicate("age > ${minimum}"), .predicate(#"name MATCHES r"A.*""#),
                .predicate("'x' IN ANY tags"), .predicate("age > 30 -- the grown up ones"),
                .predicate("age > 30 AND star == YES nil"), .predicate("age > 30 then"),
                .predicate("age == sqrt:"), .predicate("$0 == 5"),
                .predicate("SUBQUERY(friends, x, $x.age == 1).@count > 0"), .predicate("CAST(name AS 'NSDate') < born"),
                .predicate("Predicate: age > 30"), .predicate("star == YES."),
                .predicate(".name == 'Ada'"), .predicate(#"address->city == "Lima""#),
                .predicate(#"address..city == "Lima""#), .predicate("friends[].age > 30"),
                .predicate("$.age > 30"), .predicate("friends[?(@.age > 30)]"), .predicate("name[0:2] == 'Ad'"),
                .predicate("name[-2:] == 'da'"),
                .predicate("born > now() - 7 days"), .predicate("born > now() - 1 d"),
                .predicate("born > now() - INTERVAL 1 MONTH"),
                .predicate(#"born > DATE "1990-01-31""#), .predicate("CASE WHEN star == YES THEN 1 ELSE 2 END == 1"),
            ]),
        MessageEntry(
            "reserved-word", .error, "a reserved word is used as a name",
            #"""
            At the beginning of a path, write `#` before a field name that is a reserved word, such as `like`, `in` or `between`:
            `#like`. After a dot every word is a name, so `SELF.like` works too. `first`, `last` and `size` are
            reserved only inside `[ ]`.
            """#,
            [.predicate("like > 5"), .predicate("age == like")], reasons: [.predicate("nickname == None")]),
        MessageEntry(
            "unknown-operator", .error, "an operator is not one of this language",
            #"""
            The comparisons are `==` (or `=`), `!=` (or `<>`), `<`, `<=`, `>`, `>=`, `BETWEEN`, `IN`, `CONTAINS`, `BEGINSWITH`,
            `ENDSWITH`, `LIKE` and `MATCHES`. Operators of other languages, such as `===`, `STARTSWITH` or `IS NULL`, have another
            spelling here, which the edit writes. `NOT` goes before the whole comparison: `NOT name IN {"x"}`. If the pattern
            also needs another form, the edit changes both: `=~` searches within a value, and `ILIKE` has the wildcards `%` and `_`.
            `EXISTS` becomes a comparison of `@count`, or a test for `nil`.
            """#,
            [
                .predicate(#"name CONTAIN "Ad""#), .predicate("age === 30"),
                .predicate(#"name NOT IN {"Ada"}"#), .predicate("nickname IS NOT NULL"),
                .predicate("age % 2 == 0"), .predicate("age > 18 ADN star == YES"),
                .predicate("name =~ /^Ad/i"), .predicate(#"name ILIKE "%ad%""#), .predicate("EXISTS friends"),
            ],
            reasons: [
                .predicate(#"name += "Ada""#), .predicate("EXISTS nickname"), .predicate("nickname ?? name == 'Ada'"),
                .predicate("concat(name, name, name, name, name, name, name, name, name, name, name) ?? name == 'Ada'"),
                .predicate(
                    "(age + age + age + age + age + age + age + age + age + age + age + age + age + age) % 7 == 1"),
                .predicate("name:Ada"), .predicate("name ~ '^A'"),
            ]),
        MessageEntry(
            "method-call", .error, "a method is called on a value",
            #"""
            Values have no methods. Methods of JavaScript, Python, Swift or Kotlin are operators here, which go between two
            values, `name CONTAINS 'x'`, or functions, `lowercase(name)`. A comparison that ignores case needs neither:
            `name ==[c] "ada"`.
            """#,
            [
                .predicate("name.includes('Ad')"), .predicate("name.toLowerCase() == 'ada'"),
                .predicate("Math.floor(height) == 1"),
            ],
            reasons: [
                .predicate("name.substring(0, 1) == 'A'"),
                .predicate("name | startswith('A')"), .predicate("friends.filter(f => f.age > 30) == 1"),
                .predicate("tags.some(t => t == 'x')"), .predicate("friends.any(age > 30)"),
                .predicate("friends.contains { $0.age > 30 }"), .predicate("anything.isEmpty"),
                .predicate("tags.isEmpty"),
            ]),
        MessageEntry(
            "bitwise-connective", .error, "a single & or | joins conditions",
            #"""
            `&` and `|` combine the bits of two numbers: `mask & 4 == 4`. Join conditions with `&&` or `AND`, and with `||` or `OR`.
            `&` between conditions is a habit from Python libraries for tables.
            """#,
            [.predicate("age > 65 | age < 18"), .predicate("(age > 18) & (height > 2)")]),
        MessageEntry(
            "list-brackets", .error, "a list is not in braces",
            #"""
            A list needs braces, `{1, 2, 3}`. Brackets are for indices, and parentheses group. SQL, JavaScript and Python
            write lists in brackets or parentheses; the edit changes both ends.
            """#,
            [
                .predicate("name IN ['Ada', 'Grace']"), .predicate("name IN ('Ada', 'Grace')"),
                .predicate("name IN 'Ada', 'Grace'"),
            ]),
        MessageEntry(
            "parenthesized-list", .warning, "the right side of IN is one value in parentheses",
            #"""
            `IN ("a")` is a list in SQL. Here, parentheses around one value change nothing, so `name IN ("Ada")` tests whether the
            name is part of the text `Ada`, which is true for `da` too. Braces make a list.
            """#,
            [.predicate(#"name IN ("Ada")"#)]),
        MessageEntry(
            "query-clause", .error, "the text contains a clause of an SQL query",
            #"""
            A predicate is only the condition that follows `WHERE` in SQL. The program or the command decides which records to
            examine, their order and their number: `--sort`, `--limit`, `--offset`.
            """#,
            [
                .predicate("SELECT * FROM people WHERE age > 30"), .predicate("age > 30 ORDER BY name"),
                .predicate("age > 30 LIMIT 10"), .predicate("age IN (SELECT age FROM people)"),
            ]),
        MessageEntry(
            "unknown-option", .error, "a letter in the brackets is not an option",
            #"""
            After a string operator, letters in brackets control the comparison: `[c]` ignores case, `[d]` ignores diacritics, `[n]`
            compares the literal text, `[l]` follows the rules of a locale. There are no others; to match whole words, use
            `MATCHES`.
            """#,
            [
                .predicate(#"name CONTAINS[x] "a""#), .predicate(#"name CONTAINS[i] "a""#),
                .predicate(#"name CONTAINS[c, d] "a""#),
            ]),
        MessageEntry(
            "empty-options", .error, "the brackets for options are empty",
            #"""
            `==[]` has brackets without an option. Remove the brackets, or write `[cd]` to ignore case and diacritics.
            """#,
            [.predicate(#"name ==[] "Ada""#)]),
        MessageEntry(
            "misplaced-options", .error, "options follow an operator that takes none",
            #"""
            Only operators that compare two strings take options. `BETWEEN` compares a value with two bounds and takes none: for
            strings, write `name >=[c] "a" AND name <=[c] "m"`.
            """#,
            [.predicate(#"name BETWEEN[c] {"a", "m"}"#)],
            reasons: [
                .predicate("name [cd] CONTAINS 'x'"), .predicate("name CONTAINS cd 'x'"),
                .predicate("name CONTAINS{cd} 'x'"),
            ]),
        MessageEntry(
            "trailing-comma", .error, "a comma precedes the closing bracket",
            #"""
            A value must follow each comma. Swift, Python and JavaScript allow a comma at the end; NSPredicate does not, so a
            predicate that has to work with both must not have it.
            """#,
            [.predicate("age IN {1, 2, }")]),
        MessageEntry(
            "unary-plus", .error, "a plus sign precedes a value",
            #"""
            A value may have a minus sign, but no plus sign: write `5` for `+5`.
            """#,
            [.predicate("age == +5")]),
        MessageEntry(
            "condition-as-operand", .error, "a condition is used as a value",
            #"""
            Conditions are true or false for a record, but they are not values, so they cannot be compared, added or put into a list.
            To test whether two conditions agree, write `(a AND b) OR (NOT a AND NOT b)`. `TERNARY(condition, 1, 0)` turns a
            condition into a value.
            """#,
            [.predicate("(age > 30) == (star == YES)"), .predicate("sum({(age > 30)}) == 1")],
            reasons: [.predicate("~(age > 18)")]),
        MessageEntry(
            "quoted-argument", .warning, "a format argument is in quotes",
            #"""
            `'%@'` is a text of two characters, not an argument; an argument needs no quotes. This is a
            habit from `String(format:)`. With the quotes, an argument that is given is unused, which is an error.
            """#,
            [.predicate("name == '%@'")], reasons: [.predicate("name LIKE '%@*'")]),
        MessageEntry(
            "mixed-and-or", .warning, "AND and OR are mixed without parentheses",
            #"""
            `AND` binds tighter than `OR`, as multiplication binds tighter than addition: `a OR b AND c` means `a OR (b AND c)`. If
            `(a OR b) AND c` was meant, the answer is wrong without an error, so there is a warning. Parentheses around either part
            make the meaning clear and remove the warning.
            """#,
            [.predicate("age > 60 OR star == YES AND height > 2")]),
    ]
}
