import PredicateFormat

extension LanguageReference {
    /// Components of key paths that begin with `@`.
    static let collectionOperators: [LanguageEntry] = [
        LanguageEntry(
            .collection(.count), ["list.@count", "dictionary.@count"],
            #"""
            The number of elements of a list, including nil, or the number of entries of a dictionary. The count of
            nil is nil, so `tags.@count == 0` is false if there is no list of tags; `NOT tags.@count > 0` is true in
            both cases. No path may follow it.
            """#,
            [
                .of(
                    "tags.@count",
                    [
                        (#"{"tags": ["a", null]}"#, "2"), (#"{"tags": []}"#, "0"), (#"{"tags": null}"#, "nil"),
                        (#"{"tags": "a"}"#, "nil"),
                    ]),
                .of(
                    "NOT tags.@count > 0", [(#"{"tags": []}"#, "true"), ("{}", "true"), (#"{"tags": ["a"]}"#, "false")]),
                .of("settings.@count", [(#"{"settings": {"a": 1, "b": 2}}"#, "2")]),
                .command(
                    "predicate filter --values --count 'neighbours.@count > 8' Examples/Data/countries.json", "6"),
            ], see: ["count", "[SIZE]", "length"]),
        LanguageEntry(
            .collection(.sum), ["numbers.@sum", "list.@sum.field"],
            #"""
            The sum of the numbers, or of a field of the elements. nil is skipped, and the sum of no elements is 0.
            It is exact for integers, and nil if the result does not fit in 64 bits. If an element is not a number,
            the sum is nil.
            """#,
            apple: "A path must follow there: `scores.@sum.#self`. Elements that are not numbers give NaN.",
            [
                .of(
                    "scores.@sum",
                    [
                        (#"{"scores": [1, 2, null]}"#, "3"), (#"{"scores": []}"#, "0"), ("{}", "nil"),
                        (#"{"scores": ["1"]}"#, "nil"),
                    ]),
                .of("orders.@sum.total > 100", [(#"{"orders": [{"total": 60}, {"total": 50.5}]}"#, "true")]),
            ], see: ["sum", "@avg"]),
        LanguageEntry(
            .collection(.avg), ["numbers.@avg", "list.@avg.field"],
            """
            The mean: a double, or a decimal if there are decimals. nil is skipped, and the mean of no elements is nil.
            If an element is not a number, the mean is nil.
            """,
            apple: "nil counts as zero there.",
            [.of("scores.@avg", [(#"{"scores": [1, 2, null]}"#, "1.5"), (#"{"scores": []}"#, "nil")])],
            see: ["average", "@sum"]),
        LanguageEntry(
            .collection(.min), ["list.@min", "list.@min.field"],
            """
            The smallest number, the earliest date or the first text by `<`. nil is skipped. The result is nil for
            no elements, and for elements that cannot be ordered with each other.
            """,
            [
                .of(
                    "items.@min.price",
                    [(#"{"items": [{"price": 7}, {"price": 5}, {}]}"#, "5"), (#"{"items": []}"#, "nil")]),
                .of("names.@min", [(#"{"names": ["b", "a"]}"#, #""a""#), (#"{"names": ["b", 1]}"#, "nil")]),
            ], see: ["min", "@max"]),
        LanguageEntry(
            .collection(.max), ["list.@max", "list.@max.field"],
            "The largest number, the latest date or the last text by `<`; otherwise like `@min`.",
            [
                .of(
                    "orders.@max.total >= 100",
                    [(#"{"orders": [{"total": 100}, {"total": 5}]}"#, "true"), (#"{"orders": []}"#, "false")])
            ],
            see: ["max", "@min"]),
        LanguageEntry(
            .collection(.unionOfObjects), ["list.@unionOfObjects.field"],
            "The values of a field of the elements, as a list without nil.",
            apple: "nil among the values raises an exception there.",
            [
                .of(
                    "people.@unionOfObjects.city",
                    [(#"{"people": [{"city": "Rome"}, {}, {"city": "Rome"}]}"#, #"{"Rome", "Rome"}"#)])
            ],
            see: ["@distinctUnionOfObjects", "paths through lists"]),
        LanguageEntry(
            .collection(.distinctUnionOfObjects), ["list.@distinctUnionOfObjects.field"],
            #"""
            The distinct values of a field of the elements, in the order of their first appearance and without nil.
            Values are compared by `==` without options. The operator takes the whole rest of the path, so put
            parentheses around it to count its values.
            """#,
            [
                .of(
                    "people.@distinctUnionOfObjects.city",
                    [(#"{"people": [{"city": "Rome"}, {"city": "Oslo"}, {"city": "Rome"}]}"#, #"{"Rome", "Oslo"}"#)]),
                .of(
                    "(people.@distinctUnionOfObjects.city).@count == 1",
                    [(#"{"people": [{"city": "Rome"}, {"city": "Rome"}]}"#, "true")]),
            ], see: ["@unionOfObjects", "@count"]),
        LanguageEntry(
            .collection(.unionOfArrays), ["lists.@unionOfArrays", "list.@unionOfArrays.field"],
            "The elements of lists, or of a field that is a list, joined into one list. nil is skipped.",
            [
                .of("rows.@unionOfArrays", [(#"{"rows": [[1, 2], [2, 3]]}"#, "{1, 2, 2, 3}")]),
                .of(
                    "people.@unionOfArrays.tags",
                    [(#"{"people": [{"tags": ["a"]}, {"tags": ["b", "a"]}]}"#, #"{"a", "b", "a"}"#)]),
            ], see: ["@distinctUnionOfArrays"]),
        LanguageEntry(
            .collection(.distinctUnionOfArrays), ["lists.@distinctUnionOfArrays", "list.@distinctUnionOfArrays.field"],
            "The distinct elements of lists, joined into one list in the order of their first appearance.",
            [.of("rows.@distinctUnionOfArrays", [(#"{"rows": [[1, 2], [2, 3], []]}"#, "{1, 2, 3}")])],
            see: ["@unionOfArrays", "UNION"]),
    ]
}
