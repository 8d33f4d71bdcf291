import PredicateFormat

extension LanguageReference {
    /// Quantifiers, subqueries and sets.
    static let lists: [LanguageEntry] = [
        LanguageEntry(
            .quantifier(.any), ["ANY list == value", "ANY list.field > value", "SOME list == value"],
            #"""
            True if an element of the left side satisfies the comparison. It applies to one comparison, which tests
            each element separately; nested lists are opened at every level. With `CONTAINS`, and with `==` or `!=`
            and a list on the right, only the outermost list is opened. The right side is never opened.

            It is false for an empty list and for nil. Different elements may satisfy two `ANY` in one predicate; to
            test several conditions on the same element, use `SUBQUERY`. If the left side is not a list, it is false;
            for a field of a declared type, this is an error.
            """#,
            apple: "A left side that is neither a collection nor nil raises an exception there.",
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
            True if every element of the left side satisfies the comparison. So it is true for an empty list and
            for nil; to require an element, add `AND list.@count > 0`. It tests the same elements as `ANY`. If the left
            side is not a list, it is false.
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
            True if no element of the left side satisfies the comparison: `NOT ANY`. So it is true for an empty
            list, for nil, and if the left side is not a list.
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
            The result is a list. The variable `$x`, which may have any name, is the element. Names without `$`, and
            `SELF`, still belong to the record, so an element can be compared with its record. Use it to test several
            conditions on one element, and to count: `.@count`, `[SIZE]`, or a longer path may follow. Subqueries may
            be nested.

            For nil, and for a value that is not a list, the result is nil. So `SUBQUERY(…).@count == 0` is false if
            there is no list.
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
            The set of the values in either list, each once. Values are compared by `==` without options,
            so `1` and `1.0` are one value. A dictionary on the right gives its values. If a side is nil, the result is
            nil.

            A set has no order, so `[FIRST]` and `[0]` do not apply to it. It equals a set or list with the same values.
            """#,
            [
                .values([
                    ("{1, 2} UNION {2, 3}", "SET {1, 2, 3}"), ("({1, 2} UNION {2, 3}).@count", "3"),
                    ("{3, 1} UNION {} == {1, 3}", "true"),
                ]),
                .of("tags UNION {'x'}", [(#"{"tags": ["y", "y"]}"#, #"SET {"y", "x"}"#), ("{}", "nil")]),
            ], see: ["INTERSECT", "MINUS"]),
        LanguageEntry(
            .set(.intersect), "The set of the values in both lists.",
            [
                .values([("{1, 2, 3} INTERSECT {3, 2, 7}", "SET {2, 3}")]),
                .of(
                    "(roles INTERSECT {'admin', 'owner'}).@count > 0",
                    [(#"{"roles": ["owner"]}"#, "true"), (#"{"roles": ["guest"]}"#, "false")],
                    note: "Whether two lists have something in common:"),
            ], see: ["UNION", "ANY"]),
        LanguageEntry(
            .set(.minus),
            "The set of the values in the left list that are not in the right one. The operator `-` is for numbers and dates.",
            [.values([("{1, 2, 3} MINUS {2}", "SET {1, 3}"), ("({1, 2} MINUS {1, 2, 3}).@count", "0")])],
            see: ["UNION", "-"]),
    ]
}
