import PredicateFormat

extension MessageReference {
    /// Messages about the parts of a query besides the predicate.
    static let query: [MessageEntry] = queryLists + queryOrder + queryGroups

    // MARK: Lists and names

    private static let queryLists: [MessageEntry] = [
        MessageEntry(
            "empty-item", .error, "an item of a list is empty",
            #"""
            Sort keys, selections, group keys and aggregates are lists, separated by commas. A comma at the end, two adjacent
            commas, or a sign or name without an expression leaves an item empty.
            """#,
            [
                .query(RecordQuery(sort: "-age, , name")), .query(RecordQuery(select: "name,")),
                .query(RecordQuery(groupBy: "state", aggregate: "count,")), .query(RecordQuery(sort: "")),
            ]),
        MessageEntry(
            "missing-name", .error, "a name is not before an equals sign",
            #"""
            The name before `=` becomes the name of a field in the results; without it, the text of the expression is the name. A name
            is a word, or any text in quotes. SQL writes `age / 2 AS half`, and jq `{half: (.age / 2)}`; `predicate filter` reads both,
            and says how.
            """#,
            [
                .query(RecordQuery(select: "= age / 2")), .query(RecordQuery(select: "name, age / 2 AS half")),
                .query(RecordQuery(select: "{name, city: address.city}")),
            ]),
        MessageEntry(
            "duplicate-name", .error, "two fields of the results have the same name",
            #"""
            Results are objects, so each name can occur only once. Give one of the fields another name: `city = address.city`. Every
            group has a field `count`, the number of its records, so no key or aggregate can have that name. If the keys are an object
            and a field of it, one of them needs another name too.
            """#,
            [
                .query(RecordQuery(select: "name, age, name")), .query(RecordQuery(groupBy: "count = age")),
                .query(RecordQuery(groupBy: "address, address.city")),
                .query(RecordQuery(groupBy: "state", aggregate: "state = sum(age)")),
            ]),
    ]

    // MARK: Order

    private static let queryOrder: [MessageEntry] = [
        MessageEntry(
            "sort-direction", .error, "a sort key is followed by its direction",
            #"""
            SQL writes `age DESC`. Here, a minus before a key sorts in descending order; the default is ascending.
            """#,
            [.query(RecordQuery(sort: "age desc, name")), .query(RecordQuery(sort: "name asc"))]),
        MessageEntry(
            "sort-options", .error, "the letters in brackets are not string options",
            #"""
            A sort key takes the string options of comparisons: `name[cd]` ignores case and diacritics. Put parentheses around a
            path whose index is a field: `(settings[name])`.
            """#,
            [.query(RecordQuery(sort: "name[ci]"))]),
        MessageEntry(
            "sort-suffix", .error, "the word after the colon is unknown",
            #"""
            nil comes before all other values, or after them if a minus reverses the order. `:nil-first` and `:nil-last`
            set its position explicitly.
            """#,
            [.query(RecordQuery(sort: "nickname:last")), .query(RecordQuery(sort: "-nickname:nil"))]),
        MessageEntry(
            "unordered-key", .error, "a sort key has no order",
            #"""
            Numbers, booleans, text, dates, UUIDs and URLs have an order; objects, lists, dictionaries and data have none. Sort by a
            part of them: `address.city`, `tags.@count`, `scores.@max`.
            """#,
            [.query(RecordQuery(sort: "tags")), .query(RecordQuery(sort: "address"))]),
        MessageEntry(
            "unknown-field", .error, "a name is made by another part of the query",
            #"""
            Records are sorted before their fields are selected, and groups have only their keys, `count` and the aggregates that
            are named. `predicate filter` reads a name of `select` in the order as its expression if no record has a field of the name.
            """#,
            [
                .query(RecordQuery(sort: "-half", select: "name, half = age / 2")),
                .query(RecordQuery(groupBy: "state", having: "sum(age) > 100")),
            ]),
    ]

    // MARK: Groups

    private static let queryGroups: [MessageEntry] = [
        MessageEntry(
            "aggregate-form", .error, "an aggregate is not a function",
            #"""
            A group has many records, so a field has many values; a function reduces them to one. `first(name)` is the value of the
            first record, and `list(name)` is all values.
            """#,
            [
                .query(RecordQuery(groupBy: "state", aggregate: "total = age")),
                .query(RecordQuery(groupBy: "state", aggregate: "sum(age) / 2")),
            ]),
        MessageEntry(
            "unknown-aggregate", .error, "there is no aggregate function of this name",
            #"""
            The aggregate functions are a closed list. Their argument may be any expression of the language, with all its
            functions: `sum(lowercase(name).length)`. SQL's `count(distinct x)` is `countDistinct(x)`, and `p95(x)` is
            `percentile(x, 95)`.
            """#,
            [
                .query(RecordQuery(groupBy: "state", aggregate: "total = summ(age)")),
                .query(RecordQuery(groupBy: "state", aggregate: "variance(age)")),
                .query(RecordQuery(groupBy: "state", aggregate: "count(distinct name)")),
                .query(RecordQuery(groupBy: "state", aggregate: "p95(age)")),
                .query(RecordQuery(groupBy: "state", aggregate: "quantile(age)")),
            ]),
        MessageEntry(
            "aggregate-operand", .error, "an aggregate function has no argument, or one of a wrong type",
            #"""
            `count` needs no argument; every other function needs an expression over the records, and `percentile` a percentage
            too. `sum`, `average`, `median`, `percentile` and `stddev` work on numbers, `min` and `max` on ordered values. nil is
            skipped. Aggregates are computed in `aggregate`; `having`, `sort` and `select` write their names, and `count`
            where SQL writes `count(*)`.
            """#,
            [
                .query(RecordQuery(groupBy: "state", having: "count(*) > 3")),
                .query(RecordQuery(groupBy: "state", aggregate: "total = sum(age)", sort: "-sum(age)")),
                .query(RecordQuery(select: "count(*)")),
                .query(RecordQuery(groupBy: "state", aggregate: "sum")),
                .query(RecordQuery(groupBy: "state", aggregate: "sum(name)")),
                .query(RecordQuery(groupBy: "state", aggregate: "max(address)")),
                .query(RecordQuery(groupBy: "state", aggregate: "percentile(age)")),
                .query(
                    RecordQuery(aggregate: "sum(size)"), note: "With numbers written as text:",
                    schema: ReferenceSchema.sizes),
            ]),
    ]
}
