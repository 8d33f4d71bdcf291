extension Guide {
    /// The guide for users of jq.
    static let jq = Guide(
        language: "jq", file: "coming-from-jq.md",
        introduction: #"""
            A predicate is the argument of `select(…)`. `jq -c 'select(.age > 30)' people.ndjson` is
            `predicate filter 'age > 30' people.ndjson`, which writes the matching records unchanged. To change
            records, add jq: `predicate filter '…' file | jq …`.

            A predicate is checked before the first record is read, against a JSON Schema or against the data. In jq,
            `.agee > 30` finds nothing without a message; here it is an error that suggests `age`. If a value has the
            wrong type, jq prints an error for the record; here the comparison is false.
            """#,
        sections: [
            Section(
                title: "Fields",
                text: "Fields have no leading dot. Keys with other characters go in quotes after `SELF.`.",
                pairs: [
                    Pair(#".city == "Oslo""#, #"city == "Oslo""#, [3, 5]),
                    Pair(#".["city"] == "Oslo""#, #"SELF."city" == "Oslo""#, [3, 5]),
                    Pair(".orders[0].total == 120", "orders[0].total == 120", [1]),
                    Pair(".orders[-1].total == 150", "orders[LAST].total == 150", [5], "a negative index is nil"),
                    Pair(".city == null", "city == nil", [2], "missing is nil too, as in jq"),
                    Pair(#"has("city")"#, "has(city)", [1, 2, 3, 4, 5], "true for null too"),
                    Pair(".active", "active == YES", [1, 3, 5], "a field alone is not a condition"),
                    Pair(
                        #"(.city // "none") == "none""#, #"TERNARY(city != nil, city, "none") == "none""#, [2],
                        "`//` also skips false"),
                    Pair("if .active then .age else 0 end > 20", "TERNARY(active == YES, age, 0) > 20", [1]),
                ]),
            Section(
                title: "Comparisons",
                text: #"""
                    jq orders all values: null comes first, and every text comes after every number. Here, values of
                    different types have no order, and `<` and `>` are false if a side is nil.
                    """#,
                pairs: [
                    Pair(".age > 30", "age > 30", [1, 4]),
                    Pair(".age < 30", "age < 30", [2, 5], there: [2, 3, 5], "null is less than 30 in jq"),
                    Pair(".age != 31", "age != 31", [2, 3, 4, 5], "null differs from 31 in both"),
                    Pair(".age >= 18 and .age <= 31", "age BETWEEN {18, 31}", [1, 2, 5]),
                    Pair(".age | IN(18, 42)", "age IN {18, 42}", [4, 5]),
                    Pair(".age | IN(18, 42) | not", "NOT age IN {18, 42}", [1, 2, 3]),
                    Pair(
                        #".active and (.city == "Oslo" or .age == 31)"#,
                        "active == YES AND (city == 'Oslo' OR age == 31)", [1, 3, 5]),
                    Pair(
                        ".age != null and .age % 2 == 1", "modulus:by:(age, 2) == 1", [1, 2],
                        "`null % 2` is an error in jq, and nil here"),
                    Pair(
                        ".age != null and .age / 4 > 7", "age / 4.0 > 7", [1, 4],
                        "two integers give an integer: `31 / 4` is 7"),
                ]),
            Section(
                title: "Text",
                text:
                    """
                    `finds` looks for a match anywhere, as `test` does; `MATCHES` compares the whole text. In jq, a text function of null is
                    an error; here the answer is false.
                    """,
                pairs: [
                    Pair(#".name | startswith("Ann")"#, "name BEGINSWITH 'Ann'", [1, 4]),
                    Pair(#".name | endswith("off")"#, "name ENDSWITH 'off'", [5]),
                    Pair(#".name | contains("nn")"#, "name CONTAINS 'nn'", [1, 4]),
                    Pair(#".name | test("^A.*e$")"#, "name MATCHES 'A.*e'", [1]),
                    Pair(#".name | test("[0-9]")"#, "finds(name, '[0-9]')", [5]),
                    Pair(#".name | test("ANN"; "i")"#, "name CONTAINS[c] 'ANN'", [1, 4]),
                    Pair(
                        #"(.city // "") | ascii_downcase == "rome""#, "city ==[c] 'rome'", [1, 4],
                        "ignores case for all letters, not only ASCII"),
                    Pair(".name | length == 3", "name.length == 3", [2, 3], "code points in both"),
                    Pair(#".name + "!" == "bob!""#, "concat(name, '!') == 'bob!'", [2]),
                    Pair(#".name | split(" ")[0] == "Ann""#, "split(name, ' ')[0] == 'Ann'", [1]),
                    Pair(
                        #".name[0:2] == "An""#, "substring(name, 0, 2) == 'An'", [1, 4], "the second number is a length"
                    ),
                    Pair(#".name | index("b") == 0"#, "indexOf(name, 'b') == 0", [2]),
                    Pair(#".name | gsub(" "; "_") == "Ann_Lee""#, "replace(name, ' ', '_') == 'Ann_Lee'", [1]),
                    Pair(#".name | gsub("^\\s+|\\s+$"; "") == "bob""#, "trim(name) == 'bob'", [2]),
                    Pair(#".age | tostring | startswith("3")"#, "toString(age) BEGINSWITH '3'", [1]),
                    Pair(#"any(.. | strings; contains("min"))"#, "anywhere('min')", [1, 5], "any text of the record"),
                ]),
            Section(
                title: "Lists",
                text: #"""
                    `contains` of jq also finds parts of texts in lists: `["seaside"] | contains(["sea"])` is
                    true. `CONTAINS` looks for a whole element.
                    """#,
                pairs: [
                    Pair(#"any(.tags[]; . == "admin")"#, "tags CONTAINS 'admin'", [1, 5]),
                    Pair(#".tags | index("admin") != null"#, "'admin' IN tags", [1, 5]),
                    Pair(#".tags | contains(["adm"])"#, "ANY tags CONTAINS 'adm'", [1, 5], "a part of an element"),
                    Pair("any(.orders[]; .total > 100)", "ANY orders.total > 100", [1, 3, 5]),
                    Pair(
                        "all(.orders[]; .paid)", "ALL orders.paid == YES", [2, 4, 5], "true for an empty list in both"),
                    Pair(
                        "any(.orders[]; .total > 100 and (.paid | not))",
                        "SUBQUERY(orders, $o, $o.total > 100 AND $o.paid == NO).@count > 0", [3],
                        "several conditions on one element"),
                    Pair(
                        "[.orders[] | select(.total > 100)] | length == 1",
                        "SUBQUERY(orders, $o, $o.total > 100)[SIZE] == 1", [1, 3, 5]),
                    Pair(".tags | length == 0", "tags.@count == 0", [2], "for null, 0 in jq and nil here"),
                    Pair(
                        "([.orders[].total] | add) > 140", "orders.@sum.total > 140", [1, 3, 5],
                        "for an empty list, null in jq and 0 here"),
                    Pair("([.orders[].total] | max) == 80", "orders.@max.total == 80", [4]),
                    Pair(
                        ".orders != [] and ([.orders[].total] | add / length) == 75", "orders.@avg.total == 75", [1],
                        "nil for an empty list"),
                    Pair(
                        "[.orders[].paid] | unique | length == 2", "(orders.@distinctUnionOfObjects.paid).@count == 2",
                        [1]),
                    Pair(
                        #"(.tags - ["staff"]) == ["admin"]"#, "tags MINUS {'staff'} == {'admin'}", [1, 5],
                        "a set here: order and repetition are ignored"),
                ]),
            Section(
                title: "Dates",
                text:
                    """
                    jq converts dates to seconds. Here, a field that is declared as a date compares with text in the form
                    of a date; `CAST(x, 'NSDate')` reads dates in other fields.
                    """,
                pairs: [
                    Pair(#".joined >= "2025-01-15""#, "joined >= '2025-01-15'", [2, 4, 5], "jq compares the texts"),
                    Pair(
                        #"(.joined | fromdate) > ("2025-06-01T00:00:00Z" | fromdate)"#, "joined > '2025-06-01'", [4, 5]),
                    Pair(
                        #"("2026-01-31T12:00:00Z" | fromdate) - (.joined | fromdate) < 60 * 86400"#,
                        "now() - joined < 60d", [4, 5], "`now()` is noon of 2026-01-31 in the examples"),
                    Pair(#".joined[0:4] == "2025""#, "year(joined) == 2025", [2, 5]),
                    Pair(
                        #"(.joined | fromdate | strftime("%u") | tonumber) > 5"#, "weekday(joined) > 5", [3, 4],
                        "`weekday(joined, 'Europe/Oslo')` in a zone"),
                    Pair(#".joined[0:7] == "2025-12""#, "truncate(joined, 'month') == '2025-12-01'", [5]),
                ]),
            Section(
                title: "Values from outside",
                text:
                    """
                    `--arg name value` is `--var name=value`, and `$name` is the same. A value never becomes part of the
                    condition.
                    """,
                examples: [
                    .of("age > $least", [(#"{"age": 31}"#, "true")], variables: ["least": 30]),
                    .command(
                        "predicate filter --count --var least=10000000 'population > $least' "
                            + "Examples/Data/cities.ndjson", "20"),
                ]),
            Section(
                title: "Options of the command",
                text: #"""
                    `predicate filter` reads lines, an array, or the value at a pointer in a document:
                    `--at /data/items` is `.data.items[]`. `--values` takes the values of an object, as `.[]` does.
                    `--count` counts, `--limit` stops early, and gzip and zstd files need no other program.
                    """#,
                examples: [
                    .command(
                        "predicate filter --values --count 'continent.code == \"EU\"' Examples/Data/countries.json",
                        "54", note: "`jq '[.[] | select(.continent.code == \"EU\")] | length'`:"),
                    .command(
                        """
                        predicate filter 'population > 1000000' Examples/Data/cities.ndjson --group-by countrycode \\
                          --aggregate 'p90 = percentile(population, 90)' --having 'count > 30'
                        """,
                        """
                        {"countrycode":"CN","count":175,"p90":6282831.999999994}
                        {"countrycode":"IN","count":57,"p90":4651270.0}
                        """,
                        note: "`group_by(.countrycode)`; jq has no percentiles:"),
                ]),
        ])
}
