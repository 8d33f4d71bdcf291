import PredicateFormat

extension LanguageReference {
    /// Operators between two values.
    static let comparisons: [LanguageEntry] = [
        LanguageEntry(
            .comparison(.equal),
            #"""
            True if both sides are the same value. Integers, doubles and decimals compare exactly, without
            rounding, and `TRUE` and `FALSE` compare with numbers as 1 and 0. Texts are compared code point by code
            point, unless options change this.

            nil equals only nil. Values of incompatible types, such as a string and a number, are not
            equal; if both types are known before evaluation, this is an error. Lists are equal
            if they have equal elements in the same order, objects if they have equal fields, sets if they have
            the same elements.
            """#,
            apple: #"""
                `'1' == 1` is false there. Here it is an error if two literals, or a literal and a field of a declared
                type, can never be equal.
                """#,
            [
                .of(
                    "age == 30", [(#"{"age": 30}"#, "true"), (#"{"age": 30.0}"#, "true"), (#"{"age": "30"}"#, "false")]),
                .of(
                    "nickname == nil",
                    [(#"{"nickname": null}"#, "true"), ("{}", "true"), (#"{"nickname": ""}"#, "false")]),
                .values([
                    ("1 == 1.0", "true"), ("TRUE == 1", "true"), ("'a' == 'A'", "false"), ("'a' ==[c] 'A'", "true"),
                    ("{1, 2} == {1, 2}", "true"), ("{1, 2} == {2, 1}", "false"), ("nil == nil", "true"),
                ]),
                .refused("'five' == 5", "wrong-operand"),
            ], see: ["!=", "nil", "[c]", "IN"]),
        LanguageEntry(
            .comparison(.notEqual),
            #"""
            True exactly if `==` is false. So a field that is nil or missing differs from every value:
            `state != "closed"` also finds the records without a state. To exclude them, write
            `state != nil AND state != "closed"`.

            Values of incompatible types differ.
            """#,
            [
                .of(
                    "state != 'closed'",
                    [
                        (#"{"state": "open"}"#, "true"), (#"{"state": "closed"}"#, "false"),
                        (#"{"state": null}"#, "true"), (#"{"state": 5}"#, "true"),
                    ])
            ], see: ["==", "NOT", "nil"]),
        LanguageEntry(
            .comparison(.less),
            #"""
            Numbers are ordered by value, dates by time, texts by code point: `Z` comes before `a`, and both before
            `é`. `FALSE` comes before `TRUE`. `[c]` and `[d]` ignore case and marks in the comparison, and `[l]` uses
            the order of a dictionary.

            False if a side is nil or the types are incompatible.
            """#,
            apple: "Ordering incompatible values, such as a text and a number, raises an exception there.",
            [
                .of("age < 30", [(#"{"age": 29}"#, "true"), (#"{"age": 30}"#, "false"), (#"{"age": null}"#, "false")]),
                .values([
                    ("'Z' < 'a'", "true"), ("'Z' <[c] 'a'", "false"), ("2 < 10", "true"), ("'2' < '10'", "false"),
                ]),
            ], see: ["<=", ">", "[l]", "dates"]),
        LanguageEntry(
            .comparison(.lessOrEqual),
            #"""
            The same as `a < b OR a == b`. So it is true if both sides are nil, and false if only one is.
            """#,
            [
                .of(
                    "a <= b",
                    [
                        (#"{"a": 1, "b": 1}"#, "true"), (#"{"a": 2, "b": 1}"#, "false"),
                        (#"{"a": null, "b": 1}"#, "false"), (#"{"a": null, "b": null}"#, "true"),
                    ])
            ], see: ["<", "nil"]),
        LanguageEntry(
            .comparison(.greater),
            #"""
            The same as `<` with its sides exchanged: false if a side is nil or the types are incompatible.
            So `NOT (age > 30)` is not the same as `age <= 30`: the former is also true for records without an age.
            """#,
            [
                .of("age > 30", [(#"{"age": 31}"#, "true"), (#"{"age": 30}"#, "false"), ("{}", "false")]),
                .of("NOT (age > 30)", [(#"{"age": 31}"#, "false"), (#"{"age": 30}"#, "true"), ("{}", "true")]),
            ], see: ["<", "NOT"]),
        LanguageEntry(
            .comparison(.greaterOrEqual),
            #"""
            The same as `a > b OR a == b`: true if both sides are nil, and false if only one is.
            """#,
            [
                .of(
                    "day >= '2026-01-31'",
                    [
                        (#"{"day": "2026-01-31T00:00:00Z"}"#, "true"), (#"{"day": "2026-01-30T23:59:59Z"}"#, "false"),
                    ], declared: #"{"day": {"type": "string", "format": "date-time"}}"#,
                    note: "A text that is compared with a date field is read as a date:")
            ], see: [">", "dates"]),
        LanguageEntry(
            .comparison(.between),
            ["value BETWEEN {low, high}"],
            #"""
            True from the first bound to the second, both included: the same as `value >= low AND value <= high`,
            except that it is false for nil. The lower bound must come first; otherwise nothing is between the bounds,
            which causes a warning if both are constants. The operator takes no options, and the bounds need not be
            constants.

            A list that is not a literal, such as a field, must have exactly two elements, neither of them nil;
            otherwise the comparison is false.
            """#,
            apple: #"""
                A right side that is not a list of two elements raises an exception there. Here it is an error for a
                list literal, and false for a list from a record.
                """#,
            [
                .of(
                    "age BETWEEN {18, 65}",
                    [(#"{"age": 18}"#, "true"), (#"{"age": 65}"#, "true"), (#"{"age": 66}"#, "false"), ("{}", "false")]),
                .of("5 BETWEEN range", [(#"{"range": [1, 5]}"#, "true"), (#"{"range": [1, 5, 9]}"#, "false")]),
                .refused("age BETWEEN 18 AND 65", "between-bounds"),
                .command(
                    "predicate filter --count 'population BETWEEN {1000000, 1100000}' Examples/Data/cities.ndjson", "64"
                ),
            ], see: ["<=", "lists"]),
        LanguageEntry(
            .comparison(.in), ["value IN {a, b, c}", "value IN list", "value IN dictionary", "part IN text"],
            #"""
            True if the right side contains the left one: a list contains its elements, a dictionary the values of its
            entries (not its keys), a text its parts. Elements are compared by the rules of `==`, with the options if
            there are any. No text contains the empty text.

            nil is in nothing, not even in a list that contains nil, and nothing is in nil. A long list in the text or
            in an argument is hashed, not searched. There is no `NOT IN`: write `NOT value IN list`.
            """#,
            apple: #"""
                Whether options apply to the elements of a list is not documented there, and implementations differ.
                """#,
            [
                .of(
                    "state IN {'open', 'waiting'}",
                    [
                        (#"{"state": "open"}"#, "true"), (#"{"state": "Open"}"#, "false"),
                        (#"{"state": null}"#, "false"),
                    ]),
                .of("state IN[c] {'open', 'waiting'}", [(#"{"state": "Open"}"#, "true")]),
                .of("'admin' IN roles", [(#"{"roles": ["user", "admin"]}"#, "true"), (#"{"roles": []}"#, "false")]),
                .values([("'ell' IN 'hello'", "true"), ("'' IN 'hello'", "false"), ("nil IN {1, nil}", "false")]),
            ], see: ["CONTAINS", "ANY", "lists"]),
        LanguageEntry(
            .comparison(.contains), ["list CONTAINS value", "dictionary CONTAINS value", "text CONTAINS part"],
            #"""
            `IN` with its sides exchanged: true if the list contains the element, the dictionary an entry with the
            value, or the text the part. A list needs no `ANY` before it. No text contains the empty text.

            False if a side is nil, or if the left side is not a text, list or dictionary.
            """#,
            apple:
                """
                A left side that is neither a text nor a collection raises an exception there, and so does a part that
                is not a text.
                """,
            [
                .of(
                    "tags CONTAINS 'sea'",
                    [
                        (#"{"tags": ["city", "sea"]}"#, "true"), (#"{"tags": ["seaside"]}"#, "false"),
                        (#"{"tags": "seaside"}"#, "true"), (#"{"tags": null}"#, "false"),
                    ]),
                .of("name CONTAINS[cd] 'sao'", [(#"{"name": "São Paulo"}"#, "true")]),
                .command(
                    "predicate filter --count 'name CONTAINS \"burg\"' Examples/Data/cities.ndjson", "19"),
            ], see: ["IN", "LIKE", "[c]"]),
        LanguageEntry(
            .comparison(.custom("UTI-CONFORMS-TO")),
            #"""
            Compares uniform type identifiers, as the rules of app extensions do. `public.jpeg` conforms to
            `public.image`, which conforms to `public.data` and `public.content`. The public hierarchy is built in (see
            [Uniform types](../../Tests/Language/uniform-types.md)); any other identifier conforms only to itself. The case of ASCII
            letters is ignored.

            False if a side is nil.
            """#,
            apple: "The system also knows the types of installed programs.",
            [
                .values([
                    ("'public.jpeg' UTI-CONFORMS-TO 'public.image'", "true"),
                    ("'public.image' UTI-CONFORMS-TO 'public.jpeg'", "false"),
                    ("'com.example.own' UTI-CONFORMS-TO 'com.example.own'", "true"),
                ])
            ], see: ["UTI-EQUALS"]),
        LanguageEntry(
            .comparison(.custom("UTI-EQUALS")),
            """
            True if both sides are the same type identifier. The case of ASCII letters is ignored. False if a side is
            nil.
            """,
            [.values([("'public.JPEG' UTI-EQUALS 'public.jpeg'", "true")])], see: ["UTI-CONFORMS-TO"]),
        LanguageEntry(
            .topic(
                "nil in comparisons", ["three-valued logic", "null"],
                "Null and missing are both nil; every condition is true or false."),
            #"""
            There are only two answers, true and false. nil equals nil. `<` and `>` are false if a side is nil, `<=`
            and `>=` are true if both sides are nil, and all text operators, `IN`, `CONTAINS` and `BETWEEN` are
            false if a side is nil. `NOT` negates the answer, so `NOT name BEGINSWITH "A"` is true for records without
            a name.
            """#,
            [
                .of(
                    "a == b",
                    [
                        (#"{"a": null, "b": null}"#, "true"), (#"{"a": 1, "b": null}"#, "false"),
                        (#"{"b": null}"#, "true"),
                    ]),
                .of("a != b", [(#"{"a": null, "b": null}"#, "false"), (#"{"a": 1, "b": null}"#, "true")]),
                .of("a < b", [(#"{"a": null, "b": null}"#, "false"), (#"{"a": null, "b": 1}"#, "false")]),
                .of("a <= b", [(#"{"a": null, "b": null}"#, "true"), (#"{"a": null, "b": 1}"#, "false")]),
                .of("a CONTAINS b", [(#"{"a": null, "b": null}"#, "false"), (#"{"a": [null], "b": null}"#, "false")]),
                .of("NOT a LIKE 'x*'", [(#"{"a": null}"#, "true")]),
            ], see: ["nil", "==", "!=", "NOT"]),
    ]
}
