extension Guide {
    /// The guide for users of SQL.
    static let sql = Guide(
        language: "SQL", file: "coming-from-sql.md",
        introduction: #"""
            A predicate is the condition after `WHERE`, for one record. Records are JSON, so a record contains
            lists and objects where SQL would have other tables. Nothing is joined or changed; sorting and grouping are
            options of the command.

            Two differences may surprise you. There is no third truth value: a condition is true or false
            for every record, and `NOT` negates it. And for SQL that is written differently here, such as `IS NULL` or
            `NOT IN`, the message shows what to write, and `predicate check --fix` writes it.
            """#,
        sections: [
            Section(
                title: "Comparisons",
                text:
                    """
                    Strings take either kind of quotes. Double quotes also contain text, never the name of a column.
                    """,
                pairs: [
                    Pair("age = 31", "age == 31", [1], "`=` works too"),
                    Pair("age <> 31 AND age IS NOT NULL", "age != 31 AND age != nil", [2, 4, 5], "`<>` works too"),
                    Pair("name = 'Ann Lee'", #"name == "Ann Lee""#, [1]),
                    Pair("age BETWEEN 18 AND 31", "age BETWEEN {18, 31}", [1, 2, 5], "both bounds are included"),
                    Pair("age IN (18, 42)", "age IN {18, 42}", [4, 5]),
                    Pair(
                        "age NOT IN (18, 42)", "NOT age IN {18, 42}", [1, 2, 3], there: [1, 2],
                        "without an age, the answer of SQL is unknown"),
                    Pair(
                        "age + 1 > 30 AND age % 2 = 1", "age + 1 > 30 AND modulus:by:(age, 2) == 1", [1],
                        "`%` begins an argument here"),
                    Pair("age / 4 = 7", "age / 4 == 7", [1], "two integers give an integer in both"),
                    Pair("active", "active == YES", [1, 3, 5], "a field alone is not a condition"),
                    Pair(
                        "NOT (age > 30 OR city = 'Oslo')", "NOT (age > 30 OR city == 'Oslo')", [2], there: [],
                        "the city of 2 is NULL"),
                ]),
            Section(
                title: "NULL",
                text: #"""
                    Null and missing are both nil. nil equals nil, every other value differs from it, and `<` and `>`
                    are false if a side is nil. So conditions that are unknown in SQL are true or false here, which
                    makes a difference for `!=` and `NOT`. `has(city)` tells null from a missing key.
                    """#,
                pairs: [
                    Pair("city IS NULL", "city == nil", [2]),
                    Pair("city IS NOT NULL", "city != nil", [1, 3, 4, 5]),
                    Pair(
                        "city <> 'Oslo'", "city != 'Oslo'", [1, 2, 4], there: [1, 4], "nil differs from `Oslo`"
                    ),
                    Pair("city <> 'Oslo'", "city != nil AND city != 'Oslo'", [1, 4], "the meaning of SQL"),
                    Pair("age > 20", "age > 20", [1, 2, 4]),
                    Pair("NOT (age > 20)", "NOT (age > 20)", [3, 5], there: [5], "the negation of false is true"),
                    Pair("NOT (age > 20)", "age <= 20", [5], "the meaning of SQL"),
                    Pair("city IS NOT DISTINCT FROM NULL", "city == nil", [2]),
                    Pair("COALESCE(age, 0) < 20", "TERNARY(age != nil, age, 0) < 20", [3, 5]),
                    Pair("CASE WHEN active THEN age ELSE 0 END > 20", "TERNARY(active == YES, age, 0) > 20", [1]),
                ]),
            Section(
                title: "Text",
                text: #"""
                    The wildcards of `LIKE` are `*` and `?`; `%` and `_` are ordinary characters. Texts are compared
                    code point by code point. Case counts, also for `LIKE`; `[c]` ignores it, and `[d]`
                    ignores accents. These options replace the collations of SQL.
                    """#,
                pairs: [
                    Pair("name GLOB 'Ann*'", "name LIKE 'Ann*'", [1, 4]),
                    Pair(
                        "name LIKE 'ann%'", "name LIKE[c] 'ann*'", [1, 4],
                        "SQLite's `LIKE` ignores the case of ASCII letters; other databases differ"),
                    Pair("name LIKE 'ann%'", "name BEGINSWITH[c] 'ann'", [1, 4]),
                    Pair(#"name LIKE '%\%%' ESCAPE '\'"#, "name CONTAINS '%'", [5], "nothing to escape"),
                    Pair("name LIKE '_ob'", "name LIKE '?ob'", [2]),
                    Pair("city = 'Rome' COLLATE NOCASE", "city ==[c] 'Rome'", [1, 4]),
                    Pair("LOWER(city) = 'rome'", "city ==[c] 'rome'", [1, 4], "`lowercase(city) == 'rome'` too"),
                    Pair("name = 'Zoe'", "name ==[d] 'Zoe'", [3], there: [], "ignores accents"),
                    Pair("LENGTH(name) = 3", "name.length == 3", [2, 3]),
                    Pair("INSTR(name, 'nn') > 0", "name CONTAINS 'nn'", [1, 4]),
                    Pair("name || '!' = 'bob!'", "concat(name, '!') == 'bob!'", [2]),
                    Pair("CAST(age AS TEXT) LIKE '3%'", "toString(age) BEGINSWITH '3'", [1]),
                    Pair(
                        "SUBSTR(name, 1, 2) = 'An'", "substring(name, 0, 2) == 'An'", [1, 4],
                        "positions count from 0 here"),
                    Pair("INSTR(name, 'nn') = 2", "indexOf(name, 'nn') == 1", [1, 4], "nil if there is none"),
                    Pair(
                        "SUBSTR(name, 1, INSTR(name, ' ') - 1) = 'Ann'", "split(name, ' ')[0] == 'Ann'", [1],
                        "`SPLIT_PART(name, ' ', 1)` of PostgreSQL"),
                    Pair("REPLACE(name, ' ', '_') = 'Ann_Lee'", "replace(name, ' ', '_') == 'Ann_Lee'", [1]),
                    Pair("TRIM(name) = 'bob'", "trim(name) == 'bob'", [2], "all white space here, not only spaces"),
                    Pair(
                        "name GLOB '*[0-9]*'", "finds(name, '[0-9]')", [5],
                        "`name ~ '[0-9]'` of PostgreSQL; `MATCHES` compares the whole text"),
                ]),
            Section(
                title: "Dates",
                text:
                    """
                    A text that is compared with a date field is read as a date; a day is its start in UTC.
                    `now()` is one instant for the whole run. Arithmetic on dates is in seconds.
                    """,
                pairs: [
                    Pair(
                        "joined >= '2025-01-15'", "joined >= '2025-01-15'", [2, 4, 5],
                        "compares dates, not texts"),
                    Pair(
                        "joined BETWEEN '2025-01-01' AND '2025-12-31T23:59:59Z'",
                        "joined BETWEEN {'2025-01-01', '2025-12-31T23:59:59Z'}", [2, 5]),
                    Pair(
                        "julianday('2026-01-31 12:00:00') - julianday(joined) < 60", "now() - joined < 60d",
                        [4, 5], "`now()` is noon of 2026-01-31 in the examples"),
                    Pair(
                        "strftime('%Y', joined) = '2025'", "year(joined) == 2025", [2, 5],
                        "`EXTRACT(YEAR FROM joined)`; in UTC, or `year(joined, 'Europe/Oslo')`"),
                    Pair(
                        "strftime('%w', joined) IN ('0', '6')", "weekday(joined) > 5", [3, 4], "Monday is 1 here"),
                    Pair(
                        "date(joined, 'start of month') = '2025-12-01'", "truncate(joined, 'month') == '2025-12-01'",
                        [5], "`DATE_TRUNC('month', joined)`"),
                ]),
            Section(
                title: "Lists instead of other tables",
                text: #"""
                    Lists are part of the record. `ANY` is `EXISTS` with one condition, `SUBQUERY` is `EXISTS` with
                    several conditions on the same element, and a collection operator is an aggregate over the list of
                    one record. The SQL has tables `tags(person, tag)` and `orders(person, total, paid)`.
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
                        [2, 4, 5], "true without orders"),
                    Pair("NOT EXISTS (SELECT 1 FROM tags WHERE person = id)", "tags.@count == 0", [2]),
                    Pair("(SELECT COUNT(*) FROM orders WHERE person = id) > 1", "orders.@count > 1", [1, 5]),
                    Pair(
                        "(SELECT SUM(total) FROM orders WHERE person = id) > 140", "orders.@sum.total > 140",
                        [1, 3, 5], "without orders, 0 here and NULL in SQL"),
                    Pair(
                        "(SELECT MAX(total) FROM orders WHERE person = id) <= 80", "orders.@max.total <= 80", [4],
                        "nil without orders"),
                    Pair(
                        "(SELECT COUNT(DISTINCT tag) FROM tags WHERE person = id AND tag IN ('admin', 'staff')) = 2",
                        "(tags INTERSECT {'admin', 'staff'}).@count == 2", [1]),
                ]),
            Section(
                title: "Values from outside",
                text: #"""
                    Pass input of users as an argument, `?` in SQL and `%@` here, or as a named variable, `:name` in SQL
                    and `$name` here. Its contents are a value and never part of the condition.
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
                    The other clauses of a query are options of `predicate filter`: `--sort -population,name` is
                    `ORDER BY population DESC, name`, `--select 'name, city = address.city'` is the list of columns, and
                    `--group-by`, `--aggregate`, `--having`, `--distinct`, `--limit` and `--offset` have the same names.
                    At the prompt they are commands, `:sort -population, name`. [Queries](queries.md) describes them.
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
                        """
                        predicate filter 'population > 1000000' Examples/Data/cities.ndjson --group-by countrycode \\
                          --aggregate 'p90 = percentile(population, 90)' --having 'count > 30'
                        """,
                        """
                        {"countrycode":"CN","count":175,"p90":6282831.999999994}
                        {"countrycode":"IN","count":57,"p90":4651270.0}
                        """,
                        note: "`PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY population)`:"),
                    .command(
                        "predicate filter --count 'population > 10000000' Examples/Data/cities.ndjson", "20",
                        note: "`SELECT COUNT(*) … WHERE population > 10000000`:"),
                ]),
            Section(
                title: "Mistakes",
                text:
                    """
                    Unknown fields, values of the wrong type, operators of SQL: all mistakes are reported together
                    before the first record, each with its range. SQL habits are recognised, so that the message can
                    show what to write.
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
