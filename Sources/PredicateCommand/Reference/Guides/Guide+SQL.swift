extension Guide {
    /// For who knows SQL.
    static let sql = Guide(
        language: "SQL", file: "coming-from-sql.md",
        introduction: #"""
            A predicate is what stands behind `WHERE`: a condition on one record. Records are JSON, so a record holds
            lists and objects where SQL would have other tables. Nothing is joined or changed; orders and groups are
            options of the command.

            Two things are different enough to surprise. There is no third truth value: a condition is true or false
            for every record, and `NOT` turns that round. And what SQL writes otherwise, such as `IS NULL` or
            `NOT IN`, is not just an error: the message says what to write, and `predicate check --fix` writes it.
            """#,
        sections: [
            Section(
                title: "Comparisons",
                text:
                    """
                    Strings stand in quotes of either kind; double quotes hold text too, and never the name of a
                    column.
                    """,
                pairs: [
                    Pair("age = 31", "age == 31", [1], "`=` works too"),
                    Pair("age <> 31 AND age IS NOT NULL", "age != 31 AND age != nil", [2, 4, 5], "`<>` works too"),
                    Pair("name = 'Ann Lee'", #"name == "Ann Lee""#, [1]),
                    Pair("age BETWEEN 18 AND 31", "age BETWEEN {18, 31}", [1, 2, 5], "both bounds are included"),
                    Pair("age IN (18, 42)", "age IN {18, 42}", [4, 5]),
                    Pair(
                        "age NOT IN (18, 42)", "NOT age IN {18, 42}", [1, 2, 3], there: [1, 2],
                        "where there is no age, SQL does not know"),
                    Pair(
                        "age + 1 > 30 AND age % 2 = 1", "age + 1 > 30 AND modulus:by:(age, 2) == 1", [1],
                        "`%` begins an argument here"),
                    Pair("age / 4 = 7", "age / 4 == 7", [1], "two integers give an integer in both"),
                    Pair("active", "active == YES", [1, 3, 5], "a field is no condition by itself"),
                    Pair(
                        "NOT (age > 30 OR city = 'Oslo')", "NOT (age > 30 OR city == 'Oslo')", [2], there: [],
                        "the city of 2 is NULL"),
                ]),
            Section(
                title: "NULL",
                text: #"""
                    Null and missing are both nil. nil equals nil, every other value differs from it, and `<` and `>`
                    are false beside it. So a condition that SQL leaves unknown is decided here, which shows under
                    `!=` and `NOT`.
                    """#,
                pairs: [
                    Pair("city IS NULL", "city == nil", [2]),
                    Pair("city IS NOT NULL", "city != nil", [1, 3, 4, 5]),
                    Pair(
                        "city <> 'Oslo'", "city != 'Oslo'", [1, 2, 4], there: [1, 4], "nil is another value than `Oslo`"
                    ),
                    Pair("city <> 'Oslo'", "city != nil AND city != 'Oslo'", [1, 4], "as SQL means it"),
                    Pair("age > 20", "age > 20", [1, 2, 4]),
                    Pair("NOT (age > 20)", "NOT (age > 20)", [3, 5], there: [5], "false turned round is true"),
                    Pair("NOT (age > 20)", "age <= 20", [5], "as SQL means it"),
                    Pair("city IS NOT DISTINCT FROM NULL", "city == nil", [2]),
                    Pair("COALESCE(age, 0) < 20", "TERNARY(age != nil, age, 0) < 20", [3, 5]),
                    Pair("CASE WHEN active THEN age ELSE 0 END > 20", "TERNARY(active == YES, age, 0) > 20", [1]),
                ]),
            Section(
                title: "Text",
                text: #"""
                    The wildcards of `LIKE` are `*` and `?`; `%` and `_` are ordinary characters. Texts are compared
                    code point by code point: case counts, for `LIKE` too, unless `[c]` says otherwise, and `[d]`
                    leaves out accents. What a collation does in SQL, these options do here.
                    """#,
                pairs: [
                    Pair("name GLOB 'Ann*'", "name LIKE 'Ann*'", [1, 4]),
                    Pair(
                        "name LIKE 'ann%'", "name LIKE[c] 'ann*'", [1, 4],
                        "SQLite's `LIKE` leaves out the case of ASCII letters; other databases differ"),
                    Pair("name LIKE 'ann%'", "name BEGINSWITH[c] 'ann'", [1, 4]),
                    Pair(#"name LIKE '%\%%' ESCAPE '\'"#, "name CONTAINS '%'", [5], "nothing to escape"),
                    Pair("name LIKE '_ob'", "name LIKE '?ob'", [2]),
                    Pair("city = 'Rome' COLLATE NOCASE", "city ==[c] 'Rome'", [1, 4]),
                    Pair("LOWER(city) = 'rome'", "city ==[c] 'rome'", [1, 4], "`lowercase(city) == 'rome'` too"),
                    Pair("name = 'Zoe'", "name ==[d] 'Zoe'", [3], there: [], "accents left out"),
                    Pair("LENGTH(name) = 3", "name.length == 3", [2, 3]),
                    Pair("INSTR(name, 'nn') > 0", "name CONTAINS 'nn'", [1, 4]),
                    Pair("name || '!' = 'bob!'", "stringByAppendingString:(name, '!') == 'bob!'", [2]),
                    Pair("CAST(age AS TEXT) LIKE '3%'", "CAST(age, 'NSString') BEGINSWITH '3'", [1]),
                ]),
            Section(
                title: "Dates",
                text:
                    """
                    A text beside a field that is declared as a date is read as a date: a day is its start in UTC.
                    `now()` is one instant for the whole run, and seconds are added to dates.
                    """,
                pairs: [
                    Pair(
                        "joined >= '2025-01-15'", "joined >= '2025-01-15'", [2, 4, 5],
                        "the date itself, and not its text, is compared"),
                    Pair(
                        "joined BETWEEN '2025-01-01' AND '2025-12-31T23:59:59Z'",
                        "joined BETWEEN {'2025-01-01', '2025-12-31T23:59:59Z'}", [2, 5]),
                    Pair(
                        "julianday('2026-01-31 12:00:00') - julianday(joined) < 60", "now() - joined < 60 * 86400",
                        [4, 5], "in the examples it is noon of 2026-01-31"),
                ]),
            Section(
                title: "What would be another table",
                text: #"""
                    Lists stand in the record. `ANY` is `EXISTS` with one condition, `SUBQUERY` is `EXISTS` with
                    several on the same element, and a collection operator is an aggregate over the list of one
                    record. Here the SQL has tables `tags(person, tag)` and `orders(person, total, paid)`.
                    """#,
                pairs: [
                    Pair(
                        "EXISTS (SELECT 1 FROM tags WHERE person = id AND tag = 'admin')", "tags CONTAINS 'admin'",
                        [1, 5]),
                    Pair(
                        "EXISTS (SELECT 1 FROM orders WHERE person = id AND total > 100)", "ANY orders.total > 100",
                        [1, 3, 5]),
                    Pair(
                        "EXISTS (SELECT 1 FROM orders WHERE person = id AND total > 100 AND NOT paid)",
                        "SUBQUERY(orders, $o, $o.total > 100 AND $o.paid == NO).@count > 0", [3]),
                    Pair(
                        "NOT EXISTS (SELECT 1 FROM orders WHERE person = id AND NOT paid)", "ALL orders.paid == YES",
                        [2, 4, 5], "true where there is no order"),
                    Pair("NOT EXISTS (SELECT 1 FROM tags WHERE person = id)", "tags.@count == 0", [2]),
                    Pair("(SELECT COUNT(*) FROM orders WHERE person = id) > 1", "orders.@count > 1", [1, 5]),
                    Pair(
                        "(SELECT SUM(total) FROM orders WHERE person = id) > 140", "orders.@sum.total > 140",
                        [1, 3, 5], "of none the sum is 0, and NULL in SQL"),
                    Pair(
                        "(SELECT MAX(total) FROM orders WHERE person = id) <= 80", "orders.@max.total <= 80", [4],
                        "of none it is nil"),
                    Pair(
                        "(SELECT COUNT(DISTINCT tag) FROM tags WHERE person = id AND tag IN ('admin', 'staff')) = 2",
                        "(tags INTERSECT {'admin', 'staff'}).@count == 2", [1]),
                ]),
            Section(
                title: "Values from outside",
                text: #"""
                    What a user has typed is given as an argument, `?` in SQL and `%@` here, or as a variable with a
                    name, `:name` there and `$name` here. What is in it is a value and never a part of the condition.
                    """#,
                examples: [
                    .of(
                        "name == %@ AND age > %d", [(#"{"name": "O'Neil", "age": 31}"#, "true")],
                        arguments: ["O'Neil", 30]),
                    .of("age > $least", [(#"{"age": 31}"#, "true")], variables: ["least": 30]),
                ]),
            Section(
                title: "The rest of a query",
                text:
                    """
                    What stands round a `WHERE` are options of `predicate filter`: `--sort -population,name` is
                    `ORDER BY population DESC, name`, `--select 'name, city = address.city'` is the list of columns,
                    `--group-by`, `--aggregate`, `--having`, `--distinct`, `--limit` and `--offset` are what they are called. At the
                    prompt they are commands, `:sort -population, name`. [Queries](queries.md) has all of it.
                    """,
                examples: [
                    .command(
                        """
                        predicate filter 'population > 1000000' Examples/Data/cities.ndjson --group-by countrycode \\
                          --aggregate 'total = sum(population)' --having 'count > 30' --sort -total
                        """,
                        """
                        {"countrycode":"CN","count":175,"total":514475012}
                        {"countrycode":"IN","count":57,"total":133901968}
                        """,
                        note:
                            "`SELECT countrycode, COUNT(*), SUM(population) … GROUP BY countrycode HAVING COUNT(*) > 30`:"
                    ),
                    .command(
                        "predicate filter --count 'population > 10000000' Examples/Data/cities.ndjson", "20",
                        note: "`SELECT COUNT(*) … WHERE population > 10000000`:"),
                ]),
            Section(
                title: "When it is wrong",
                text:
                    """
                    A name that is no field, a value of the wrong type, an operator of SQL: all of it is found before
                    the first record, at once and with its place. What SQL would have written is understood, so that
                    the message can say what to write.
                    """,
                examples: [
                    .refused(
                        "cty IS NULL AND age NOT IN (18, 42) AND name LIKE 'A%'", "unknown-field",
                        declared:
                            #"{"city": {"type": ["string", "null"]}, "age": {"type": "integer"}, "name": {"type": "string"}}"#
                    )
                ]),
        ])
}
