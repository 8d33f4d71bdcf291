import PredicateFormat

extension LanguageReference {
    /// What is asked of many values.
    static let lists: [LanguageEntry] = [
        LanguageEntry(
            .quantifier(.any), ["ANY list == value", "ANY list.field > value", "SOME list == value"],
            #"""
            True where an element of the left side satisfies the comparison. It stands before one comparison, and each
            element is asked by itself: lists in the list are opened too, down to what is no list. Under `CONTAINS`,
            and beside a list under `==` and `!=`, only the outermost list is opened. The right side is never opened.

            Over an empty list and over nil it is false. Two `ANY` in one predicate may be met by different elements;
            `SUBQUERY` asks one element several things. A left side that is no list makes it false; where the field
            has a declared type that is an error.
            """#,
            apple: "A left side that is neither a collection nor nil is an exception there.",
            [
                .of(
                    "ANY tags BEGINSWITH 'sea'",
                    [
                        (#"{"tags": ["city", "seaside"]}"#, "true"), (#"{"tags": ["city"]}"#, "false"),
                        (#"{"tags": []}"#, "false"), (#"{"tags": null}"#, "false"), (#"{"tags": "seaside"}"#, "false"),
                    ]),
                .of(
                    "ANY orders.total > 100 AND ANY orders.paid == NO",
                    [(#"{"orders": [{"total": 150, "paid": true}, {"total": 5, "paid": false}]}"#, "true")],
                    note: "Different elements may satisfy the two:"),
                .of("ANY rows > 5", [(#"{"rows": [[1, 2], [3, 9]]}"#, "true")]),
                .command(
                    "predicate filter --values --count 'ANY languages BEGINSWITH \"pt\"' Examples/Data/countries.json",
                    "12"
                ),
            ], see: ["ALL", "NONE", "SUBQUERY", "CONTAINS"]),
        LanguageEntry(
            .quantifier(.all), ["ALL list == value"],
            #"""
            True where every element of the left side satisfies the comparison; so it is true over an empty list and
            over nil. Add `AND list.@count > 0` where there has to be one. The elements are those that `ANY` asks. Where the left side is no list it is false.
            """#,
            [
                .of(
                    "ALL scores >= 10",
                    [
                        (#"{"scores": [10, 12]}"#, "true"), (#"{"scores": [10, 9]}"#, "false"),
                        (#"{"scores": []}"#, "true"),
                        ("{}", "true"), (#"{"scores": [10, null]}"#, "false"), (#"{"scores": 12}"#, "false"),
                    ])
            ], see: ["ANY", "@count"]),
        LanguageEntry(
            .quantifier(.none), ["NONE list == value"],
            """
            True where no element of the left side satisfies the comparison: `NOT ANY`. So it is true over an empty
            list, over nil, and where the left side is no list.
            """,
            [
                .of(
                    "NONE tags == 'draft'",
                    [(#"{"tags": ["final"]}"#, "true"), (#"{"tags": ["final", "draft"]}"#, "false"), ("{}", "true")])
            ], see: ["ANY", "NOT"]),
        LanguageEntry(
            .form(.subquery),
            ["SUBQUERY(collection, $x, condition)", "SUBQUERY(collection, $x, condition).@count > 0"],
            #"""
            The result is a list. `$x` is the element, under any name; names
            without `$` and `SELF` are still the record's, so an element can be compared with its record. It is the
            way to ask one element several things, and to count: `.@count`, `[SIZE]`, or a further path behind it.
            They may stand within one another.

            Of nil it is nil, and of what is no list too; so `SUBQUERY(…).@count == 0` is false where there is no list
            at all.
            """#,
            [
                .of(
                    "SUBQUERY(orders, $o, $o.total > limit AND $o.paid == NO).@count > 0",
                    [
                        (
                            #"{"limit": 100, "orders": [{"total": 150, "paid": true}, {"total": 5, "paid": false}]}"#,
                            "false"
                        ),
                        (#"{"limit": 100, "orders": [{"total": 150, "paid": false}]}"#, "true"),
                        (#"{"limit": 100, "orders": null}"#, "false"),
                    ]),
                .of("SUBQUERY(scores, $s, $s > 10)", [(#"{"scores": [9, 11, 12]}"#, "{11, 12}")]),
                .of(
                    "SUBQUERY(orders, $o, $o.paid == YES).total",
                    [(#"{"orders": [{"total": 5, "paid": true}, {"total": 7, "paid": false}]}"#, "{5}")]),
                .command(
                    #"predicate filter --values --count 'SUBQUERY(languages, $l, $l BEGINSWITH "en")[SIZE] > 0' Examples/Data/countries.json"#,
                    "125"),
            ], see: ["ANY", "@count", "$name"]),
        LanguageEntry(
            .set(.union),
            #"""
            A set of what is in one list or the other, each value once. Values are the same by `==` without options,
            so `1` and `1.0` are one. A dictionary on the right gives its values. nil on a side makes the result nil.

            A set has no order: `[FIRST]` and `[0]` are not for it. It equals a set or list with the same values.
            """#,
            [
                .values([
                    ("{1, 2} UNION {2, 3}", "SET {1, 2, 3}"), ("({1, 2} UNION {2, 3}).@count", "3"),
                    ("{3, 1} UNION {} == {1, 3}", "true"),
                ]),
                .of("tags UNION {'x'}", [(#"{"tags": ["y", "y"]}"#, #"SET {"y", "x"}"#), ("{}", "nil")]),
            ], see: ["INTERSECT", "MINUS"]),
        LanguageEntry(
            .set(.intersect), "A set of what is in both lists.",
            [
                .values([("{1, 2, 3} INTERSECT {3, 2, 7}", "SET {2, 3}")]),
                .of(
                    "(roles INTERSECT {'admin', 'owner'}).@count > 0",
                    [(#"{"roles": ["owner"]}"#, "true"), (#"{"roles": ["guest"]}"#, "false")],
                    note: "Whether two lists have something in common:"),
            ], see: ["UNION", "ANY"]),
        LanguageEntry(
            .set(.minus),
            "A set of what is in the left list and not in the right. The sign `-` is for numbers and dates.",
            [.values([("{1, 2, 3} MINUS {2}", "SET {1, 3}"), ("({1, 2} MINUS {1, 2, 3}).@count", "0")])],
            see: ["UNION", "-"]),
    ]
}
