import PredicateFormat

extension MessageReference {
    /// Messages about how the pieces of a text are put together.
    static let parser: [MessageEntry] = [
        MessageEntry(
            "too-deep", .error, "brackets, NOT or arithmetic are nested too deep",
            #"""
            A predicate may have 200 levels. Each bracket, each NOT and each step of arithmetic is a level; `AND`, `OR` and lists
            are one level however long they are, so that a thousand conditions joined by OR are no problem. A text that meets this
            limit was made by a program: let it join its conditions in one group rather than each with all before it.
            """#,
            [
                .predicate(
                    "age == 1 + (2 * (3 + (4 * 5)))", note: "With a limit of 3 levels:", limits: .with { $0.depth = 3 }),
                .predicate(
                    "%K == 1",
                    note:
                        "A key path that is given as an argument, `friends.friends.friends.age`, has a level for each name:",
                    arguments: [.string("friends.friends.friends.age")], limits: .with { $0.depth = 3 }),
            ]),
        MessageEntry(
            "too-many-nodes", .error, "the predicate has more parts than the limit",
            #"""
            A predicate may have 200000 parts: values, names and operators. What has more is data in the form of a predicate. Give
            the values as one argument (`id IN %@`), which counts as one part, and is looked up rather than gone through.
            """#,
            [
                .predicate(
                    "age == 1 OR age == 2 OR age == 3", note: "With a limit of 8 parts:",
                    limits: .with { $0.nodes = 8 })
            ]),
        MessageEntry(
            "empty-predicate", .error, "there is no text, or only blanks",
            #"""
            A text without a condition is more often a variable that nobody has set than the wish for all records, so it is an
            error, as it is for NSPredicate. `TRUEPREDICATE` is true of every record, `FALSEPREDICATE` of none.
            """#,
            [.predicate("")]),
        MessageEntry(
            "unclosed-bracket", .error, "a bracket is not closed",
            #"""
            `(`, `[` and `{` each need their partner. The mark is on the bracket that is open; the edit puts the missing one where the
            text can be read with it, which need not be where it was meant.
            """#,
            [
                .predicate("(age > 30 OR star == YES"), .predicate("age IN {1, 2, 3"),
                .predicate("scores[0 == 1"), .predicate("(age > 30]"), .predicate(#"name CONTAINS[c "a""#),
            ]),
        MessageEntry(
            "unmatched-bracket", .error, "a bracket closes what nothing has opened",
            #"""
            There is one closing bracket too many, or one of another kind than the one that is open. The edit takes it away; if an
            opening bracket was forgotten instead, put it where it belongs.
            """#,
            [.predicate("age > 30)"), .predicate("age == 1 AND scores[0] == 1]")]),
        MessageEntry(
            "missing-operand", .error, "an operator lacks one of its sides",
            #"""
            Every comparison has a value on both sides, and `AND`, `OR` and `NOT` have conditions. The mark has no width: it stands
            where something is missing. `age > 5 AND < 10`, which one would say aloud, needs the name twice: `age > 5 AND
            age < 10`. A comma too many in a list or call also leaves a place empty.
            """#,
            [
                .predicate("age >"), .predicate("age > 30 AND"), .predicate("age IN {1,, 2}"),
                .predicate("age > 5 AND < 10"), .predicate("age > 18 AND AND star == YES"),
                .predicate("SUBQUERY(friends, , $x.age == 1).@count > 0"),
            ],
            reasons: [
                .predicate("age > 30 AND ()"), .predicate("anything. == 1"), .predicate("scores[] == 1"),
                .predicate("CAST age == 1"), .predicate("CAST(age) > born"),
                .predicate("FUNCTION(age) > 1"), .predicate("SUBQUERY(friends) == 1"),
                .predicate("SUBQUERY(friends, $x) == 1"), .predicate("TERNARY(age > 1) == 1"),
                .predicate("TERNARY(age > 1, 2) == 1"), .predicate("FETCH(age) == 1"), .predicate("FETCH(age, 1) == 1"),
            ]),
        MessageEntry(
            "missing-operator", .error, "two conditions or two values stand side by side",
            #"""
            Between two conditions stands `AND` or `OR` (or `&&`, `||`): a list of conditions as in some search fields is not
            understood as AND. Between two values stands a comparison, such as `==` or `CONTAINS`. A name of two words is one
            that has to be quoted in another way: `SELF["first name"]`.
            """#,
            [.predicate("age > 30 star == YES"), .predicate("age 30")], reasons: [.predicate("age IN {1 2 3}")]),
        MessageEntry(
            "missing-comparison", .error, "a value stands where a condition belongs",
            #"""
            A condition compares: `star == YES`, not `star` alone, as one writes in JavaScript, Python or Swift. The language knows no
            truth of values, so there is no doubt what an empty string or a zero would count as. `name == "x" OR "y"` is the same
            mistake: the right side of `OR` is a string; write `name IN {"x", "y"}`.
            """#,
            [
                .predicate("star AND age > 30"), .predicate("name == 'Ada' OR nickname"), .predicate("NOT tags"),
                .predicate(
                    "name == 'Ada' OR 'Grace'", note: "Where the text is only parsed, as by `predicate format`:",
                    isParsedOnly: true),
                .predicate("star", note: "The same:", isParsedOnly: true),
            ],
            reasons: [
                .predicate("age * 25"), .predicate("'Ada'"), .predicate("name"), .predicate("'age > 30'"),
                .predicate("TRUE"),
            ]),
        MessageEntry(
            "chained-comparison", .error, "a comparison is compared again",
            #"""
            `1 < x < 5` would compare the answer of `1 < x`, a truth, with 5. Python and mathematics read it as two comparisons; here
            they are written out, `1 < x AND x < 5`, or, with the bounds included, `x BETWEEN {1, 5}`.
            """#,
            [
                .predicate("10 < age < 20"), .predicate("age == height == 5"), .predicate("age > 18 == TRUE"),
                .predicate("age > 18 == FALSE"),
            ]),
        MessageEntry(
            "unexpected-token", .error, "something does not belong where it stands",
            #"""
            The text could be read up to here, and what follows fits nothing that could come next. A comma separates the elements of
            a list and the arguments of a function and nothing else, and words with colons are the names of functions, which
            brackets follow. The name of a variable (`$name`) begins with a letter. `ANY`, `ALL` and `NONE` go before the comparison.
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
                .predicate(#"address..city == "Lima""#),
            ]),
        MessageEntry(
            "reserved-word", .error, "a word of the language stands as a name",
            #"""
            A field whose name is a word of the language, such as `like`, `in` or `between`, is written with `#` before it at the
            beginning of a path: `#like`. Behind a point every word is a name, so `SELF.like` works too. `first`, `last` and `size` are
            reserved only within `[ ]`.
            """#,
            [.predicate("like > 5"), .predicate("age == like")], reasons: [.predicate("nickname == None")]),
        MessageEntry(
            "unknown-operator", .error, "an operator is not one of this language",
            #"""
            The comparisons are `==` (or `=`), `!=` (or `<>`), `<`, `<=`, `>`, `>=`, `BETWEEN`, `IN`, `CONTAINS`, `BEGINSWITH`,
            `ENDSWITH`, `LIKE` and `MATCHES`. What other languages call `===`, `STARTSWITH` or `IS NULL` has its spelling here, and the edit is
            that. `NOT` stands before the whole comparison and not within it: `NOT name IN {"x"}`. If the pattern
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
                .predicate("name:Ada"),
            ]),
        MessageEntry(
            "method-call", .error, "a method is called on a value",
            #"""
            Values have no methods. What JavaScript, Python, Swift or Kotlin call as one is an operator here, which stands between two
            values, `name CONTAINS 'x'`, or a function, `lowercase(name)`. A comparison without regard to case needs neither:
            `name ==[c] "ada"`.
            """#,
            [
                .predicate("name.includes('Ad')"), .predicate("name.toLowerCase() == 'ada'"),
                .predicate("Math.floor(height) == 1"),
            ],
            reasons: [
                .predicate("tags.some(t => t == 'x')"), .predicate("anything.isEmpty"), .predicate("tags.isEmpty"),
            ]),
        MessageEntry(
            "bitwise-connective", .error, "a single & or | stands between conditions",
            #"""
            `&` and `|` join the bits of two numbers: `mask & 4 == 4`. Conditions are joined by `&&` or `AND`, and by `||` or `OR`. Python's
            libraries for tables, where conditions are joined by `&`, mean the same.
            """#,
            [.predicate("age > 65 | age < 18"), .predicate("(age > 18) & (height > 2)")]),
        MessageEntry(
            "list-brackets", .error, "a list is not in braces",
            #"""
            A list is written in braces, `{1, 2, 3}`: brackets are for indices, and parentheses group. SQL, JavaScript and Python
            use those, and the edit changes both.
            """#,
            [
                .predicate("name IN ['Ada', 'Grace']"), .predicate("name IN ('Ada', 'Grace')"),
                .predicate("name IN 'Ada', 'Grace'"),
            ]),
        MessageEntry(
            "parenthesized-list", .warning, "one value in parentheses stands behind IN",
            #"""
            `IN ("a")` is a list in SQL. Here parentheses round one value change nothing, so `name IN ("Ada")` asks whether the name is a
            part of the text `Ada`, which is true of `da`, too. Braces make the list.
            """#,
            [.predicate(#"name IN ("Ada")"#)]),
        MessageEntry(
            "query-clause", .error, "a clause of a query stands round the condition",
            #"""
            A predicate is a condition: what a query of SQL has behind `WHERE`, and nothing else. Which records to look through, in which
            order to return them and how many are for the program or the command to say: `--limit`, `--offset`.
            """#,
            [
                .predicate("SELECT * FROM people WHERE age > 30"), .predicate("age > 30 ORDER BY name"),
                .predicate("age > 30 LIMIT 10"),
            ]),
        MessageEntry(
            "unknown-option", .error, "a letter in the brackets is no option",
            #"""
            Behind an operator on strings, letters in brackets say how strings are compared: `[c]` ignores case, `[d]` diacritics, `[n]`
            compares the text as it stands, `[l]` by the rules of a locale. There are no others; whole words are a matter for
            `MATCHES`.
            """#,
            [
                .predicate(#"name CONTAINS[x] "a""#), .predicate(#"name CONTAINS[i] "a""#),
                .predicate(#"name CONTAINS[c, d] "a""#),
            ]),
        MessageEntry(
            "empty-options", .error, "the brackets for options are empty",
            #"""
            `==[]` asks for options and names none. Leave the brackets out, or write `[cd]` to ignore case and diacritics.
            """#,
            [.predicate(#"name ==[] "Ada""#)]),
        MessageEntry(
            "misplaced-options", .error, "options stand behind an operator that has none",
            #"""
            Options belong to operators that compare two strings. `BETWEEN` compares an order with two bounds and takes none: write
            `name >=[c] "a" AND name <=[c] "m"` for strings.
            """#,
            [.predicate(#"name BETWEEN[c] {"a", "m"}"#)],
            reasons: [.predicate("name [cd] CONTAINS 'x'"), .predicate("name CONTAINS cd 'x'")]),
        MessageEntry(
            "trailing-comma", .error, "a comma stands before the closing bracket",
            #"""
            Each comma has a value behind it. Swift, Python and JavaScript allow one more at the end; NSPredicate does not, and a
            predicate that is to work with both should not have it.
            """#,
            [.predicate("age IN {1, 2, }")]),
        MessageEntry(
            "unary-plus", .error, "a plus sign stands before a value",
            #"""
            There is a minus sign before a value and no plus sign: `+5` is `5`.
            """#,
            [.predicate("age == +5")]),
        MessageEntry(
            "condition-as-operand", .error, "a condition stands where a value belongs",
            #"""
            Conditions are true or false of a record, but they are no values that could be compared, added or put into a list. Two
            conditions that should agree are written `(a AND b) OR (NOT a AND NOT b)`, and `TERNARY(condition, 1, 0)` makes a value of
            one.
            """#,
            [.predicate("(age > 30) == (star == YES)"), .predicate("sum({(age > 30)}) == 1")],
            reasons: [.predicate("~(age > 18)")]),
        MessageEntry(
            "quoted-argument", .warning, "a format argument stands within quotes",
            #"""
            `'%@'` is the text of two characters, not the place of an argument: quotes are put round the value by themselves. This is a
            habit from `String(format:)`. With the quotes the argument is left over, which is an error where it is given.
            """#,
            [.predicate("name == '%@'")], reasons: [.predicate("name LIKE '%@*'")]),
        MessageEntry(
            "mixed-and-or", .warning, "AND and OR are mixed without brackets",
            #"""
            `AND` binds tighter than `OR`, as a product does before a sum: `a OR b AND c` is `a OR (b AND c)`. Who meant `(a OR b) AND c`
            gets other records and no error, so the mix is pointed out. Brackets round either part say what is meant and end
            the warning.
            """#,
            [.predicate("age > 60 OR star == YES AND height > 2")]),
    ]
}
