import PredicateFormat

extension LanguageReference {
    /// Operators between two values.
    static let comparisons: [LanguageEntry] = [
        LanguageEntry(
            .comparison(.equal),
            #"""
            True where both sides are the same value. Integers, doubles and decimals compare exactly, without
            rounding, and `TRUE` and `FALSE` are 1 and 0 beside numbers. Texts are compared code point by code point,
            unless options say otherwise.

            nil equals nil and nothing else. Values of types that do not fit, such as a string and a number, are not
            equal; where both types are known beforehand that is an error, because it is a mistake. Lists are equal
            when they have equal elements in the same order, objects when they have equal fields, sets when they have
            the same elements.
            """#,
            apple: #"""
                `'1' == 1` is false there; here two literals, or a literal and a field of a declared type, that can
                never be equal are an error.
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
            True wherever `==` is false, and only there. So a field that is nil or missing differs from every value:
            `state != "closed"` also finds the records that have no state. Write `state != nil AND state != "closed"`
            where they are not meant.

            Values of types that do not fit differ.
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
            `é`. `FALSE` comes before `TRUE`. With `[c]` and `[d]` texts are compared as these options see them, with
            `[l]` as a dictionary has them.

            False where a side is nil, and where the types do not fit.
            """#,
            apple: "An order between values that do not fit, such as a text and a number, is an exception there.",
            [
                .of("age < 30", [(#"{"age": 29}"#, "true"), (#"{"age": 30}"#, "false"), (#"{"age": null}"#, "false")]),
                .values([
                    ("'Z' < 'a'", "true"), ("'Z' <[c] 'a'", "false"), ("2 < 10", "true"), ("'2' < '10'", "false"),
                ]),
            ], see: ["<=", ">", "[l]", "dates"]),
        LanguageEntry(
            .comparison(.lessOrEqual),
            #"""
            The same as `a < b OR a == b`. That makes it true where both sides are nil, and false where one is.
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
            The same as `<` with its sides exchanged: false where a side is nil, and where the types do not fit.
            Because of that `NOT (age > 30)` is not the same as `age <= 30`: the former also holds where there is no
            age.
            """#,
            [
                .of("age > 30", [(#"{"age": 31}"#, "true"), (#"{"age": 30}"#, "false"), ("{}", "false")]),
                .of("NOT (age > 30)", [(#"{"age": 31}"#, "false"), (#"{"age": 30}"#, "true"), ("{}", "true")]),
            ], see: ["<", "NOT"]),
        LanguageEntry(
            .comparison(.greaterOrEqual),
            #"""
            The same as `a > b OR a == b`: true where both sides are nil, and false where one is.
            """#,
            [
                .of(
                    "day >= '2026-01-31'",
                    [
                        (#"{"day": "2026-01-31T00:00:00Z"}"#, "true"), (#"{"day": "2026-01-30T23:59:59Z"}"#, "false"),
                    ], declared: #"{"day": {"type": "string", "format": "date-time"}}"#,
                    note: "A text beside a field of dates is read as a date:")
            ], see: [">", "dates"]),
        LanguageEntry(
            .comparison(.between),
            ["value BETWEEN {low, high}"],
            #"""
            True from the first bound to the second, both included: the same as `value >= low AND value <= high`, but
            for nil, which is between nothing. The bounds stand in the order in which they are written: with the
            larger one first nothing is between them, and where both are constants a warning says so. It takes no
            options, and the bounds need not be constants.

            A list that is not written out, such as a field, counts when it has exactly two elements, none of them
            nil.
            """#,
            apple: #"""
                A right side that is no list of two elements is an exception there. Here that is an error where the
                list is written out, and false where it comes from a record.
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
            True where the right side holds the left one: a list holds its elements, a dictionary the values of its
            entries (not its keys), a text its parts. An element counts by the rules of `==`, with the options if
            there are any. The empty text is a part of nothing.

            nil is in nothing, not even in a list with nil in it, and nothing is in nil. A long list that is written
            out or given as an argument is looked up and not gone through. There is no `NOT IN`: it is
            `NOT value IN list`.
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
            `IN` with its sides exchanged: true where the list has the element, the dictionary an entry with the
            value, or the text the part. A list needs no `ANY` before it. The empty text is a part of nothing.

            False where a side is nil, and where the left side is neither text nor a list or dictionary.
            """#,
            apple:
                """
                A left side that is neither text nor a collection is an exception there, and so is a part that is no
                text.
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
            Compares uniform type identifiers, such as the rules of app extensions do. `public.jpeg` conforms to
            `public.image`, that to `public.data` and `public.content`. The public hierarchy is built in (see [Uniform
            types](../uniform-types.md)); an identifier that is not in it conforms to itself alone. The case of ASCII
            letters does not count.

            False where a side is nil.
            """#,
            apple: "The system also knows the types that installed programs declare.",
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
            True where both sides are the same type identifier. The case of ASCII letters does not count. False where
            a side is nil.
            """,
            [.values([("'public.JPEG' UTI-EQUALS 'public.jpeg'", "true")])], see: ["UTI-CONFORMS-TO"]),
        LanguageEntry(
            .topic(
                "nil in comparisons", ["three-valued logic", "null"],
                "Null and missing are both nil; every condition is true or false."),
            #"""
            There is no third answer beside true and false. nil equals nil. `<` and `>` are false beside nil, `<=` and
            `>=` are true where both sides are nil, and every operator of texts, `IN`, `CONTAINS` and `BETWEEN` is
            false where a side is nil. `NOT` turns the answer round, so `NOT name BEGINSWITH "A"` holds where there is
            no name.
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
