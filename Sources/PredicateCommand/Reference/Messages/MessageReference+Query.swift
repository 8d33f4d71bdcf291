import PredicateFormat

extension MessageReference {
    /// Messages about what is asked of records beside a predicate.
    static let query: [MessageEntry] = queryLists + queryOrder + queryGroups

    // MARK: Lists and names

    private static let queryLists: [MessageEntry] = [
        MessageEntry(
            "empty-item", .error, "nothing stands beside a comma",
            #"""
            What is ordered by, selected, grouped by or computed is a list with commas between its items. A comma at the end, or two of them
            side by side, leave an item without a text; so does a sign or a name with nothing behind it.
            """#,
            [
                .query(RecordQuery(sort: "-age, , name")), .query(RecordQuery(select: "name,")),
                .query(RecordQuery(groupBy: "state", aggregate: "count,")), .query(RecordQuery(sort: "")),
            ]),
        MessageEntry(
            "missing-name", .error, "no name stands before the sign",
            #"""
            A field of the results has the name that stands before `=`; without one it is called as it is written. The name is a word,
            or any text in quotes.
            """#,
            [.query(RecordQuery(select: "= age / 2"))]),
        MessageEntry(
            "duplicate-name", .error, "two fields of the results have one name",
            #"""
            Results are objects, in which a name stands once. Another name goes before the field: `city = address.city`. A group has a field
            `count`, how many records it has, so no key and no other function is called so. Where the keys of groups are an object and
            something in it, one of them needs another name too.
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
            "sort-direction", .error, "the direction of an order stands behind its key",
            #"""
            SQL writes `age DESC`. Here a minus before a key turns the order round, and without one it ascends.
            """#,
            [.query(RecordQuery(sort: "age desc, name")), .query(RecordQuery(sort: "name asc"))]),
        MessageEntry(
            "sort-options", .error, "the letters in brackets are no string options",
            #"""
            Behind a key stand the string options that comparisons have: `name[cd]` takes no account of case and diacritics. A key of a
            dictionary that is a field itself stands in round brackets: `(settings[name])`.
            """#,
            [.query(RecordQuery(sort: "name[ci]"))]),
        MessageEntry(
            "sort-suffix", .error, "what stands behind the colon says nothing of nil",
            #"""
            nil comes before everything else, and where the order is turned round with a minus, behind it. `:nil-first` and `:nil-last`
            say where it stands in any case.
            """#,
            [.query(RecordQuery(sort: "nickname:last")), .query(RecordQuery(sort: "-nickname:desc"))]),
        MessageEntry(
            "unordered-key", .error, "values are ordered by what has no order",
            #"""
            Numbers, booleans, text, dates, UUIDs and URLs have an order; objects, lists, dictionaries and data have none. What is in them may:
            `address.city`, `tags.@count`, `scores.@max`.
            """#,
            [.query(RecordQuery(sort: "tags")), .query(RecordQuery(sort: "address"))]),
    ]

    // MARK: Groups

    private static let queryGroups: [MessageEntry] = [
        MessageEntry(
            "aggregate-form", .error, "what is computed of a group is no function",
            #"""
            A group has many records, so a field of them has many values; a function makes one of them. `first(name)` is the one
            of the first record, and `list(name)` is all of them.
            """#,
            [
                .query(RecordQuery(groupBy: "state", aggregate: "total = age")),
                .query(RecordQuery(groupBy: "state", aggregate: "sum(age) / 2")),
            ]),
        MessageEntry(
            "unknown-aggregate", .error, "there is no function of groups of this name",
            #"""
            The functions of groups are a closed list. What is between their brackets may be any expression of the language, with all of its
            functions: `sum(lowercase(name).length)`.
            """#,
            [
                .query(RecordQuery(groupBy: "state", aggregate: "total = summ(age)")),
                .query(RecordQuery(groupBy: "state", aggregate: "variance(age)")),
            ]),
        MessageEntry(
            "aggregate-operand", .error, "a function of a group is of nothing, or of what it does not work on",
            #"""
            `count` needs nothing, every other function what it is computed of for each record. `sum`, `average`, `median` and `stddev` work
            on numbers, `min` and `max` on what has an order; nil is skipped.
            """#,
            [
                .query(RecordQuery(groupBy: "state", aggregate: "sum")),
                .query(RecordQuery(groupBy: "state", aggregate: "sum(name)")),
                .query(RecordQuery(groupBy: "state", aggregate: "max(address)")),
            ]),
    ]
}
