import PredicateFormat

extension MessageReference {
    /// Messages about names, types and values.
    static let checker: [MessageEntry] =
        checkerNames + checkerOperands + checkerLiterals + checkerArguments + checkerWarnings

    // MARK: Names

    private static let checkerNames: [MessageEntry] = [
        MessageEntry(
            "unknown-field", .error, "the records have no field of this name",
            #"""
            Names are checked against a schema or a sample of the records, because a misspelled name would
            otherwise be nil in every record and match none, or all. Letter case counts. A similar name is suggested. If a
            string was meant, add quotes: `name == "John"`. For records that may have any field, use `--untyped`.
            A key that is not an identifier needs quotes, and `SELF.` before it at the start of a path: `SELF."first name"`,
            `box."a/b"`. A key of an object whose keys are not fixed goes in brackets: `labels["app.kubernetes.io/name"]`.

            In a pipe, names are checked against the first hundred records. If fewer arrive within a moment, checking and writing do
            not wait for more, and a field that these records lack is only a warning. `--schema` declares the fields of all records.
            """#,
            [
                .predicate(#"nmae BEGINSWITH[cd] "jo""#), .predicate(#"address.town == "Lima""#),
                .predicate(#"ANY friends.Age > 30"#), .predicate("name == John"),
                .predicate(
                    #"stat == "open""#, note: "With a sample of records, as `--data` takes it:",
                    schema: ReferenceSchema.sample),
                .query(
                    RecordQuery(groupBy: "state", select: "name"), note: "For groups, with `--group-by state`:"),
                .predicate(
                    "first name == 'Ada'", note: "With records whose keys are not identifiers:",
                    schema: ReferenceSchema.keys),
                .predicate("http.status-code > 499", schema: ReferenceSchema.keys),
                .predicate(
                    "cafe\u{301} == 'Lima'", note: "If `é` is one code point in the records and two in the text:",
                    schema: ReferenceSchema.keys),
            ],
            reasons: [
                .predicate("person.age > 30"), .predicate(#"nick-name == "Ada""#), .predicate(#"blood-type == "A""#),
                .predicate("nickname == undefined"), .predicate("tags == empty"),
                .predicate("nickname == empty"), .predicate("friends.first.name == 'Ada'"),
                .predicate("age > 30 -- adults"),
            ]),
        MessageEntry(
            "no-fields", .error, "a path continues after a value without fields",
            #"""
            A dot selects a field of a record. Strings, numbers, booleans and dates have no fields, except `length` of a
            string. Methods of other languages are functions here, `lowercase(name)`, or operators, `name CONTAINS "a"`.
            """#,
            [.predicate(#"name.first == "Ada""#), .predicate("age.value > 30"), .predicate("tags.count > 2")],
            reasons: [.predicate("born.month == 12")]),
        MessageEntry(
            "unknown-function", .error, "there is no function of this name",
            #"""
            The functions are a closed list, and letter case counts in their names: a predicate cannot call methods of the program that
            runs it. Call a function of one argument as in mathematics, `sqrt(x)`, and a function of several by its full
            name with its colons, `modulus:by:(a, b)`. Programs can add functions to the library.
            """#,
            [
                .predicate("summ(scores) > 10"), .predicate("uppercas(name) == 'A'"),
                .predicate("FUNCTION(age, 'sqroot:') > 5"),
            ],
            reasons: [
                .predicate("select(.age > 18)"), .predicate("born < new Date()"), .predicate("str(age) == '30'"),
                .predicate("any(friends, age > 30)"), .predicate("coalesce(nickname, name) == 'Ada'"),
                .predicate("starts_with(name, 'A')"), .predicate("isnil(nickname) == TRUE"),
                .predicate("p95(scores) > 10"), .predicate("born > ago(7d)"),
                .predicate(#"strftime(born, "%Y") == "1990""#), .predicate("extract(year from born) == 1990"),
                .predicate("if(star == YES, 1, 2) == 1"), .predicate("tags(0) == 'x'"),
                .predicate("filter(friends, age > 30) == 1"), .predicate("map(friends, 'x') == 1"),
                .predicate("isEmpty(tags)"), .predicate("isEmpty(tags, 1) == 1"), .predicate("isEmpty() == 1"),
                .predicate("left(name, 3) == 'Ada'"), .predicate("left(name) == 'A'"),
                .predicate("right(name, 3) == 'Ada'"),
                .predicate("split_part(name, ' ', 1) == 'Ada'"), .predicate("split_part(name, ' ', -1) == 'Ada'"),
                .predicate("locate('a', name) > 1"), .predicate("locate(name) > 1"), .predicate("greatest(age, 3) > 5"),
                .predicate("greatest() > 5"), .predicate("dateadd(born, 1) > now()"),
                .predicate("born > now() - days(7)"),
                .predicate("days(age) > 1"), .predicate("datediff(born, now()) < 3"), .predicate("find(name, 'x') > 1"),
            ]),
        MessageEntry(
            "unknown-collection-operator", .error, "there is no collection operator of this name",
            #"""
            After a dot, `@` begins an operator over many values: `@count`, `@sum`, `@avg`, `@min`, `@max`, and the unions of
            key-value coding. `@count` is the number of values. `@avg` is abbreviated, as in key-value coding.
            """#,
            [.predicate("tags.@cnt > 2"), .predicate("scores.@average > 5")], reasons: [.predicate("tags.@foo == 1")]),
        MessageEntry(
            "unknown-cast-type", .error, "CAST does not know the type",
            #"""
            `CAST(x, "NSNumber")` converts a value to another type. The types have the names of Foundation's classes, because
            texts for NSPredicate use them. The list is closed, and does not include classes of a program.
            """#,
            [.predicate(#"CAST(name, "NSNumbr") > 5"#), .predicate(#"CAST(name, "Int") > 5"#)]),
        MessageEntry(
            "unavailable", .error, "a part of the language exists only in Apple's frameworks",
            #"""
            `ANYKEY`, `FETCH`, `TOKENMATCHES`, `isKindOfClass:` and a few functions belong to Core Data, Core Location or the classes of a
            running program. The parser knows them only to name them in the message; they cannot be evaluated elsewhere. Most have a
            replacement: `ANY` over the intended fields, `MATCHES` with word boundaries for tokens.
            """#,
            [
                .predicate(#"ANYKEY == "Ada""#), .predicate(#"name TOKENMATCHES "Ada""#),
                .predicate("distinct:(tags) == tags"),
            ]),
    ]

    // MARK: Operands

    private static let checkerOperands: [MessageEntry] = [
        MessageEntry(
            "wrong-operand", .error, "an operator does not take a value of this type",
            #"""
            A number is never equal to a string. A comparison of the two would be false for every record, so it is an error
            before the first record is read. The mark is on the side that does not fit, and a label shows the type of the other side.
            A number in quotes is a string: remove the quotes. `CAST(field, "NSNumber")` reads a field that holds numbers as text;
            this is the edit if the field holds only numbers in the sample. Quotes around the number would compare text, and there
            "9" is greater than "10". Arithmetic works on numbers (`+` and `-` also on dates), `CONTAINS` and similar operators work
            on strings or lists, `<` and similar operators on ordered values.
            """#,
            [
                .predicate(#"age > "thirty""#), .predicate(#"age == "30""#), .predicate("name == 5"),
                .predicate("name > 5"), .predicate("age BEGINSWITH '3'"), .predicate("name + 1 == 5"),
                .predicate(
                    "size / 2 > 30", note: "With numbers written as text:", schema: ReferenceSchema.sizes),
                .predicate("took > 1s", note: "With texts such as `750ms`:", schema: ReferenceSchema.quantities),
                .predicate(
                    "waited > 5", note: "With texts such as `2s` and `20ms`:", schema: ReferenceSchema.quantities),
                .predicate(
                    "age > 1s", note: "With texts such as `9s`, `1m` and `5h`:", schema: ReferenceSchema.quantities),
            ],
            reasons: [
                .predicate("'zip' IN address"), .predicate("indexOf(name, 'x') != -1"), .predicate("has(friends.name)"),
                .predicate("has(5)"),
                .predicate("address > 5"), .predicate("address BETWEEN {1, 2}"), .predicate("name IN age"),
                .predicate("5 IN name"), .predicate(#""x" == tags"#), .predicate("tags CONTAINS 5"),
                .predicate("age > now()"),
                .predicate("now() > 700000000"), .predicate("height & 1 == 1"), .predicate("scores + 1 == 5"),
                .predicate("star == 'true'"), .predicate("'age' > 30"), .predicate("born > 2024-01-31"),
                .predicate("born + born > now()"), .predicate("5 - born > 5"), .predicate("age UNION {1} == {1}"),
                .predicate("name.@count > 1"), .predicate("tags.@sum > 1"), .predicate("friends.@max == 1"),
                .predicate("scores.@unionOfArrays == {1}"), .predicate("SUBQUERY(name, $x, $x == 'a').@count > 1"),
                .predicate("settings.abs(1) == 'a'"), .predicate("age UTI-CONFORMS-TO 'public.data'"),
                .predicate("FUNCTION(age, %@) > 1", arguments: [.integer(5)]),
                .predicate("CAST(age, %@) > 1", arguments: [.integer(5)]), .predicate("name + 'x' == 'y'"),
            ]),
        MessageEntry(
            "missing-quantifier", .error, "many values are compared with one",
            #"""
            The path leads to or through a list, so it has many values: `friends.age` is the ages of all friends. Write
            `ANY friends.age > 30` if one match is enough, or `ALL friends.age > 30` if all must match (this is also true
            for an empty list). NSPredicate would fail when it runs, or compare the list itself. To test whether a list
            contains a value, you can also write `tags CONTAINS "x"`.
            """#,
            [.predicate(#"tags == "urgent""#), .predicate("friends.age > 30")], reasons: [.predicate("friends > 3")]),
        MessageEntry(
            "needless-quantifier", .error, "ANY, ALL or NONE precedes a single value",
            #"""
            A quantifier needs many values, but this path leads to one. Remove the quantifier. `ANY` does not choose
            between fields either: write `name == "x" OR nickname == "x"`.
            """#,
            [.predicate(#"ANY name == "Ada""#), .predicate("NONE age > 30")]),
        MessageEntry(
            "between-bounds", .error, "BETWEEN lacks its two bounds",
            #"""
            `BETWEEN` takes a list of two bounds, which are both included: `age BETWEEN {18, 65}`. Write SQL's
            `BETWEEN 18 AND 65` in this form too.
            """#,
            [
                .predicate("age BETWEEN 18 AND 65"), .predicate("age BETWEEN [18, 65]"),
                .predicate("age BETWEEN {18}"), .predicate("age BETWEEN {1, 2, 3}"), .predicate("age BETWEEN height"),
            ], reasons: [.predicate("age IN 18..30")]),
        MessageEntry(
            "bad-index", .error, "an index does not fit its value",
            #"""
            A list takes a number, `scores[0]`, or `[FIRST]`, `[LAST]` and `[SIZE]`; a dictionary takes a key,
            `settings["theme"]`. A string has no elements: use `length(name)` or `name BEGINSWITH "A"`. A set, the result of
            `UNION` and similar operators, has no order and so no first element.
            """#,
            [
                .predicate("name[0] == 'A'"), .predicate("scores['a'] == 1"), .predicate("settings[0] == 'x'"),
                .predicate("name[FIRST] == 'A'"), .predicate("age[SIZE] > 3"),
            ],
            reasons: [.predicate("anything[1.5] == 1"), .predicate("(scores UNION {1})[0] == 1")]),
        MessageEntry(
            "path-after-count", .error, "a path continues after @count",
            #"""
            `@count` is a number and has no fields. To count the values of a field, write the field first:
            `friends.name.@count`.
            """#,
            [.predicate("friends.@count.name > 2")]),
    ]

    // MARK: Literals

    private static let checkerLiterals: [MessageEntry] = [
        MessageEntry(
            "unknown-case", .either, "a value is not one of the listed values",
            #"""
            The schema lists the values of the field, and this value is not among them, so the comparison would be false for
            every record. Letter case counts, except with `==[c]`. If the list comes from a sample of the
            records, this is only a warning, because later records may have other values.
            """#,
            [
                .predicate(#"state == "opne""#), .predicate(#"state IN {"open", "lost"}"#),
                .predicate(
                    #"state == "opne""#,
                    note: "With a schema of the same types whose origin is a sample of the records:",
                    schema: ReferenceSchema.inferred),
            ]),
        MessageEntry(
            "unreadable-date", .error, "a string that is compared with a date is not a date",
            #"""
            Dates have the form of ISO 8601: `"2024-01-31"`, which is the beginning of that day in UTC, or
            `"2024-01-31T12:00:00+02:00"`. Other orders, names of months and two-digit years are not accepted, because they mean
            different days to different people. The mark is where reading stopped.
            """#,
            [
                .predicate(#"born > "31.01.2024""#), .predicate(#"born > "2024-02-30""#),
                .predicate(#"born > "2024-01-31T25:00""#), .predicate(#"CAST("soon", "NSDate") < born"#),
            ],
            reasons: [
                .predicate(#"born > "2024""#), .predicate(#"born > "2024-1-31""#), .predicate(#"born > "2024-13-01""#),
                .predicate(#"born > "2024-01-31 12:00""#), .predicate(#"born > "2024-01-31T12""#),
                .predicate(#"born > "2024-01-31T12:60""#), .predicate(#"born > "2024-01-31T12:00:61""#),
                .predicate(#"born > "2024-01-31T12:00:00.""#), .predicate(#"born > "2024-01-31T12:00:00 CET""#),
                .predicate(#"born > "2024-01-31T12:00:00+25:00""#),
            ]),
        MessageEntry(
            "unreadable-uuid", .error, "a string that is compared with a UUID is not a UUID",
            #"""
            A UUID is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, in any letter case. To compare part of it as text, use a
            string operator: `id BEGINSWITH "e621"`.
            """#,
            [.predicate(#"id == "e621e1f8""#)]),
        MessageEntry(
            "unreadable-data", .error, "a string that is compared with data is not base64",
            #"""
            Data is base64 (RFC 4648) in JSON and in a predicate: letters, digits, `+`, `/`, and `=` as padding.
            """#,
            [.predicate(#"photo == "!""#)]),
        MessageEntry(
            "bad-pattern", .error, "the pattern of MATCHES or LIKE cannot be used",
            #"""
            `MATCHES` takes a regular expression in ICU's syntax and compares it with the whole text. Write each backslash
            twice, because strings have escapes too: `"\\d+"`. Patterns that could run without end, or that not every
            system supports, are refused before they run; `Documentation/patterns.md` describes the syntax. The mark is
            at the mistake within the pattern.
            """#,
            [
                .predicate(#"name MATCHES "(Ada""#), .predicate(#"name MATCHES "*Ada""#),
                .predicate(#"name MATCHES "[z-a]+""#), .predicate(#"name MATCHES "A\[""#),
                .predicate(
                    #"name LIKE "*Ada*""#, note: "With a limit of 4 bytes:", limits: .with { $0.patternBytes = 4 }),
            ], reasons: patterns),
        MessageEntry(
            "patterns-unavailable", .error, "the library has no pattern engine for MATCHES",
            #"""
            The core contains no regular expressions, so that it needs no C. The product `PredicatePatterns` adds an engine: use
            `PredicateLibrary.standardWithPatterns`. The command always has one. `LIKE`, `CONTAINS` and
            `BEGINSWITH` need none.
            """#,
            [.predicate(#"name MATCHES "A.*""#, note: "With `PredicateLibrary.standard`:", library: .standard)]),
        MessageEntry(
            "unreadable-cast", .error, "a constant cannot be read as the type of a CAST",
            #"""
            CAST reads text as a number, date, UUID or URL, and gives nil for other text. For a constant this is known before the
            first record, so it is an error. A number has digits, a decimal point and an exponent, without spaces or separators.
            """#,
            [.predicate(#"CAST("12 km", "NSNumber") < height"#), .predicate(#"CAST("x", "NSUUID") == id"#)]),
        MessageEntry(
            "too-costly", .error, "the predicate may cost more than the limit",
            #"""
            A program can refuse a predicate by its maximum cost before it runs (`PredicateLimits.estimatedCost`). The estimate
            depends on the sizes of records: those of the program (`estimatedRecord`), and `maxItems`, `maxProperties` and `maxLength`
            of a JSON Schema. Without a size there is no bound. The mark is on the most expensive comparison.
            """#,
            [
                .predicate(
                    "age > 30 AND ANY scores IN scores",
                    note: "With records of 10,000 bytes and a limit of 1,000 steps:", arguments: [],
                    limits: .with {
                        $0.estimatedCost = 1_000
                        $0.estimatedRecord = RecordSizes(recordBytes: 10_000)
                    }),
                .predicate(
                    "ANY scores IN scores", note: "Without sizes:", arguments: [],
                    limits: .with { $0.estimatedCost = 1_000 }),
            ]),
        MessageEntry(
            "list-too-long", .error, "a list has more elements than the limit",
            #"""
            A list in a predicate or an argument may have 100000 elements. The limit protects a program from texts of
            others; a program that makes the texts itself can raise `PredicateLimits.listElements`.

            The lists that are given for arguments and variables may take `PredicateLimits.evaluationBytes` together, 128
            bytes for each element. An element counts wherever its list is named, and lists in lists count too.
            """#,
            [
                .predicate(
                    "age IN {1, 2, 3, 4}", note: "With a limit of 3 elements:", limits: .with { $0.listElements = 3 }),
                .predicate(
                    "age IN %@", note: "With the argument `{1, 2, 3, 4}` and a limit of 3 elements:",
                    arguments: [.list([.integer(1), .integer(2), .integer(3), .integer(4)])],
                    limits: .with { $0.listElements = 3 }),
                .predicate(
                    "age IN %@", note: "With the same argument and a limit of 256 bytes:",
                    arguments: [.list([.integer(1), .integer(2), .integer(3), .integer(4)])],
                    limits: .with { $0.evaluationBytes = 256 }),
            ]),
    ]

    // MARK: Functions, arguments and variables

    private static let checkerArguments: [MessageEntry] = [
        MessageEntry(
            "wrong-argument-count", .error, "a function has too many or too few arguments",
            #"""
            A function of many values takes one list: `sum({1, 2, 3})` for constants, `sum(scores)` for a field. Call a
            function of several arguments by its full name, which has a colon for each: `modulus:by:(7, 2)`.
            """#,
            [
                .predicate("sum(1, 2) == age"), .predicate("modulus(age, 2) == 1"), .predicate("sqrt() == height"),
                .predicate("FUNCTION(age, 'add:to:') == 1"),
            ], reasons: [.predicate("age > random(5)"), .predicate("truncate(height) == 1")]),
        MessageEntry(
            "unknown-unit", .error, "there is no unit of dates of that name",
            "The units of `truncate` are second, minute, hour, day, week, month, quarter and year.",
            [.predicate(#"truncate(born, "hours") == now()"#), .predicate(#"truncate(born, "fortnight") == now()"#)]),
        MessageEntry(
            "unknown-time-zone", .error, "there is no time zone of that name",
            """
            Zones have the names of the IANA Time Zone Database, such as `Europe/Lisbon`, or an offset from UTC, such as
            `+02:00`.
            """,
            [
                .predicate(#"hour(born, "Lisbon") == 8"#), .predicate(#"hour(born, "GMT+2") == 8"#),
                .predicate(#"hour(born, "here") == 8"#),
            ]),
        MessageEntry(
            "not-apple", .error, "NSPredicate itself would not read the text",
            """
            `predicate check --apple` names each function, literal and name of the text that only this language has. Without
            `--apple` the text is right. [Coming from NSPredicate](../coming-from-nspredicate.md) lists the differences in meaning.
            """,
            [
                .apple(#"trim(name) == "Ann""#), .apple("size > 3"), .apple("seen > now() - 7d"),
                .apple("mask == 0b11"),
            ]),
        MessageEntry(
            "duration-as-number", .warning, "a duration is compared with a field of plain numbers",
            """
            `250ms` is the number 0.25: durations are numbers of seconds. A field of numbers may count in milliseconds or in another
            unit, which nothing tells. Write the number that the field would have.
            """,
            [.predicate("age > 30d"), .predicate("height BETWEEN {250ms, 1s}")]),
        MessageEntry(
            "version-beside-text", .error, "a version is compared with a text that is no version",
            """
            `version` makes a text whose order is that of versions. Only another `version` has the same form, so a version beside
            any other text would give a wrong answer. `max`, `min` and `TERNARY` of versions are versions, too.
            """,
            [
                .predicate(#"uppercase(version(name)) == version("1.10")"#),
                .predicate(#"version(name) >= "1.10""#), .predicate(#"version(name) BEGINSWITH "1.""#),
            ]),
        MessageEntry(
            "refused-function", .error, "a function is switched off",
            #"""
            A program can switch functions off for texts from strangers: `PredicateLibrary.without(.random)`, or
            `PredicateLimits.untrusted`, which also refuses the functions that the program registered and did not allow.
            """#,
            [
                .predicate(
                    "random() > 0.5", note: "With `PredicateLimits.untrusted`:", limits: .untrusted),
                .predicate(
                    "uppercase(name) == 'ADA'", note: "With `PredicateLibrary.standard.without(.uppercase)`:",
                    library: .standard.without(.uppercase)),
            ]),
        MessageEntry(
            "wrong-argument-type", .error, "an argument has a type that the function does not take",
            #"""
            The message names the parameter and its type. `CAST(x, "NSNumber")` reads text as a number; braces turn a single
            value into a list. `length` is of text, and `count` of a list. With `--untyped` the types of fields are unknown, and a function of a wrong value is nil.
            """#,
            [
                .predicate("length(age) > 3"), .predicate("length(friends) > 3"), .predicate("sum(age) > 3"),
                .predicate("sqrt(name) > 3"), .query(RecordQuery(select: "sum(age)")),
            ]),
        MessageEntry(
            "variable-conflict", .error, "a variable is used with two types",
            #"""
            `$x` is one value, but it is compared with fields of two different types. No value can fit both. Use two variables.
            """#,
            [.predicate("age > $limit AND name == $limit")]),
        MessageEntry(
            "unbound-variable", .either, "a variable has no value",
            #"""
            A predicate with variables is a template: every `$name` needs a value before evaluation, from
            `--var name=value` on the command line or `binding(_:)` in Swift. Variables of `SUBQUERY` and of `:=` get their value
            from the predicate itself. In Swift a text with variables is a `PredicateTemplate`. A shell replaces `$name` in double quotes; put the predicate in single quotes.
            """#,
            [
                .predicate(
                    "age > $limit AND star == $wanted", note: "With a value only for `$limit`:",
                    variables: ["limit": .integer(18)])
            ], reasons: [.predicate("SUBQUERY(friends, $friend, $friends.age > 1).@count > 1")]),
        MessageEntry(
            "unknown-variable", .error, "a value is given for a variable that the text does not have",
            #"""
            Each value is for a `$name` of the text. The names of variables are not checked by anything else, so a misspelt name
            would leave a variable without a value.
            """#,
            [
                .predicate(
                    "age > $limit", note: "With a value for `$limt`:", variables: ["limt": .integer(18)])
            ]),
        MessageEntry(
            "missing-argument", .either, "a format argument has no value",
            #"""
            Each `%@`, `%K` and `%d` takes the next argument, in the order of the text, and there are too few. On the command
            line, give one `--arg` for each. To use one value several times, use a variable: `$name`.

            Without `--arg`, `predicate check` assumes that the values come later, and only warns. With `--complete` every value is
            required. Other commands never evaluate a predicate without all of its values.
            """#,
            [
                .predicate("age > %@ AND name == %@", note: "With the argument 30:", arguments: [.integer(30)]),
                .predicate("age > %@", note: "Without arguments, in `predicate check`:", arguments: nil),
            ]),
        MessageEntry(
            "unused-argument", .error, "there are too many arguments",
            #"""
            An unused argument is a sign that the text and its arguments do not belong together. A `%@` in quotes is text and takes
            no argument: write `name == %@` for `name == '%@'`.
            """#,
            [
                .predicate(
                    "age > %@", note: "With the arguments 30, 40 and 50:",
                    arguments: [.integer(30), .integer(40), .integer(50)]),
                .predicate("age > 30", note: "With the argument 30:", arguments: [.integer(30)]),
            ]),
        MessageEntry(
            "wrong-format-argument", .error, "an argument has a type that its specifier does not take",
            #"""
            `%d` takes integers, `%u` integers that are not negative, `%f` numbers, `%s` strings, `%c` a string of one character, and
            `%K` a key path as a string. `%@` takes every value.
            """#,
            [
                .predicate("age > %d", note: "With the argument \"x\":", arguments: [.string("x")]),
                .predicate("%K > 5", note: "With the argument 5:", arguments: [.integer(5)]),
                .predicate("age > %u", note: "With the argument -1:", arguments: [.integer(-1)]),
            ],
            reasons: [
                .predicate("name == %c", arguments: [.string("ab")]),
                .predicate("name == %c", arguments: [.integer(5)]),
                .predicate("name == %s", arguments: [.integer(5)]),
                .predicate("height > %f", arguments: [.string("x")]),
                .predicate("age > %u", arguments: [.string("x")]),
            ]),
    ]

    // MARK: Warnings

    private static let checkerWarnings: [MessageEntry] = [
        MessageEntry(
            "always-true", .warning, "a comparison does not depend on the record",
            #"""
            Both sides are constants, so the comparison is true for every record, like SQL's `1 = 1` before generated conditions.
            Here, an empty conjunction is `TRUEPREDICATE`. If a field was meant, remove its quotes: `"a" == "a"` compares two strings.
            """#,
            [.predicate("1 == 1"), .predicate("age > 5 AND {1, 2} CONTAINS 1")],
            reasons: [.predicate("name == name")]),
        MessageEntry(
            "always-false", .warning, "a comparison is false for every record",
            #"""
            Either both sides are constants, or the operator can never be true for its right side: no string begins with,
            ends with or contains the empty string (as in NSPredicate), nothing is less or greater than nil, nothing is in an
            empty list. To test for a missing value, write `nickname == nil`. Quotes turn the name of a field into a string.
            """#,
            [
                .predicate(#""a" == "b""#), .predicate(#""name" == "Ada""#), .predicate("age > nil"),
                .predicate(#"name CONTAINS """#),
                .predicate("age IN {}"), .predicate(#"name MATCHES """#), .predicate(#"name BEGINSWITH """#),
            ], reasons: [.predicate("tags[-1] == 'x'"), .predicate("age != age")]),
        MessageEntry(
            "reversed-bounds", .warning, "the lower bound of BETWEEN is above the upper one",
            #"""
            The first bound must be the lower one, so nothing is between 10 and 1. The suggestion swaps them. If all values
            of a sample are numbers written as text, `"500"` is above `"1000"`, and the suggestion compares numbers:
            `CAST(price, "NSNumber") BETWEEN {500, 1000}`.
            """#,
            [
                .predicate("age BETWEEN {65, 18}"),
                .predicate(#"price BETWEEN {"500", "1000"}"#, schema: numbersInText),
                .predicate(
                    #"ANY prices BETWEEN {"500", "1000"}"#, note: "CAST reads no lists, so there is no suggestion:",
                    schema: numbersInText),
            ]),
        MessageEntry(
            "unseen-value", .warning, "no record of a sample has the value",
            #"""
            The field has few different values in the sample, and this value is not among them. Other records may have it, so it is
            not an error and has no edit, but often a letter is wrong. The message names a similar value, if there is
            one, and the most common values with their numbers.
            """#,
            [
                .predicate(
                    #"state == "opne""#, note: "With a sample of records, as `--data` takes it:",
                    schema: ReferenceSchema.sample),
                .predicate(
                    #"state IN {"open", "lost"}"#, note: "With the same sample:", schema: ReferenceSchema.sample),
            ]),
        MessageEntry(
            "unseen-key", .warning, "no record of a sample has the key that is asked for",
            #"""
            `has(path)` tells whether a key is there. Without a declared schema the records that were examined show which keys
            there are, and none of them has this one: it may be rare, or misspelt. In quotes, `has("user_id")`, the key is not
            looked for in the sample. In a table of a database, keys below a column of JSON are looked for in its first hundred rows.
            """#,
            [
                .predicate(
                    "has(user_id)", note: "With a sample of records, as `--data` takes it:",
                    schema: ReferenceSchema.sample),
                .predicate("has(stat)", note: "With the same sample:", schema: ReferenceSchema.sample),
            ]),
        MessageEntry(
            "unquoted-date", .warning, "a date without quotes is a subtraction",
            #"""
            `2024-01-31` is 2024 minus 1 minus 31, which is 1992. Dates need quotes. If the field is known to hold
            dates, this is an error (`wrong-operand`).
            """#,
            [.predicate("anything > 2024-01-31")]),
        MessageEntry(
            "date-as-text", .warning, "a date is compared as text with dates in another form",
            #"""
            The field is not declared as a date, so its strings are compared with the literal as text. This gives the order of the
            instants if both have the same form: for times in UTC, `at > "2024-01-31T10:00:00Z"` is right, and so is
            `at > "2024-01-31"`. With another offset or another number of digits the result is wrong. `CAST(at, "NSDate")`
            converts the field to an instant, which compares correctly with a literal in any form. So does a schema that declares
            `"format": "date-time"`. The edit is a suggestion, since it changes the answer. The same holds for two fields, and for
            an order (`--sort`, `min`, `max`).
            """#,
            [
                .predicate(
                    #"at > "2024-01-31T12:00:00+02:00""#, note: "With records that hold times in UTC:",
                    schema: ReferenceSchema.times),
                .predicate(
                    #"day <= "2024-01-31T00:00:00Z""#, note: "With records that hold days:",
                    schema: ReferenceSchema.times),
                .predicate(
                    #"mixed > "2024-01-31""#, note: "With records that hold times with different offsets:",
                    schema: ReferenceSchema.times),
                .predicate(
                    #"mixed > "2024-01-31 12:00""#, note: "With a blank before the time of day, too:",
                    schema: ReferenceSchema.times),
                .predicate("at < local", note: "Two fields:", schema: ReferenceSchema.times),
                .predicate(
                    #"at > "2024-01-31 12:00""#, note: "The same time in the form of the records:",
                    schema: ReferenceSchema.times),
                .predicate("at == day", schema: ReferenceSchema.times),
                .predicate(
                    #"at > "31 January 2024""#, note: "Dates in a form that cannot be compared:",
                    schema: ReferenceSchema.times),
                .predicate(#"at > "01/31/2024""#, schema: ReferenceSchema.times),
                .query(
                    RecordQuery(sort: "mixed"), note: "An order:", schema: ReferenceSchema.times),
            ]),
        MessageEntry(
            "day-as-bound", .warning, "a day without a time is the upper bound of times",
            #"""
            A date without a time is the beginning of that day, so `born <= "2024-01-31"` leaves out the 31st, except for its first
            instant. Write `<` and the next day. The edit is a suggestion, since it changes the answer. The warning appears beside
            fields that are declared as times, and where values of the first records have times of day.
            """#,
            [
                .predicate(#"born <= "2024-02-29""#), .predicate(#"born BETWEEN {"2024-01-01", "2024-01-31"}"#),
                .predicate(#""2024-12-31" >= born"#),
            ]),
        MessageEntry(
            "unchecked-field", .warning, "the existence of a field cannot be checked",
            #"""
            An inferred schema is limited to the names of some 100,000 different keys and to twenty-four levels of nesting. Beyond
            these limits a misspelled name looks like a correct one, and its value is nil. `--schema` declares the fields; `--at` and
            `--values` select records inside a document.
            """#,
            [
                .predicate(
                    "c == 3", note: "With records that have more keys than are kept:", schema: ReferenceSchema.crowded),
                .predicate(
                    "a.b.c == 1", note: "With records that are nested too deeply:",
                    schema: ReferenceSchema.deep),
            ]),
        MessageEntry(
            "integer-division", .warning, "dividing two integers drops the fraction",
            #"""
            Dividing an integer by an integer gives an integer, as in C and in NSPredicate: `1 / 2` is 0. So `used / total > 0.5` is
            false for a share of nine tenths, and `used / total * 100` is 0 or 100. One operand that is not an integer is enough:
            `1.0 * used / total`. The warning appears if the quotient of two integers is compared with a number that may have a
            fraction, or if a share is multiplied by 100; if `round` or `ceiling` takes it, which then change nothing; and if a
            column is the quotient of two fields, such as `mean = total / count`.
            """#,
            [
                .predicate("age / #like > 0.5"), .predicate("age / 12 * height > 20"),
                .predicate("round(age / 12) > 3"),
            ],
            reasons: [.predicate("age / #like * 100 > 50"), .predicate("1.5 < age / 12")]),
        MessageEntry(
            "lost-backslash", .warning, "a string drops a backslash that was meant for the text",
            #"""
            Strings have escapes, so write each backslash of a pattern twice: `"\\d+"` is the pattern
            `\d+`, and `"\d+"` is `d+`. NSPredicate does the same, and in a string literal of Swift or C
            it takes four. A backslash before a letter or digit that is not an escape is dropped: `"C:\dir"` is `C:dir`.
            A program avoids this with an argument: `name MATCHES %@`.
            """#,
            [
                .predicate(#"name == "C:\dir""#), .predicate(#"name MATCHES "A\d+""#),
                .predicate(#"name MATCHES "\bA.*""#), .predicate(#"name LIKE "a\*""#),
            ]),
        MessageEntry(
            "nil-satisfies", .warning, "records without the field match too",
            #"""
            A field that is missing or null is nil, and nil is different from every value, so `nickname != "x"` is true for records
            without a nickname, unlike in SQL. To match only records with the field, add `AND nickname != nil`. The
            warning appears once in a predicate.
            """#,
            [.predicate(#"nickname != "Ada""#)]),
        MessageEntry(
            "sql-wildcard", .warning, "LIKE is used with SQL's wildcards",
            #"""
            The wildcards of `LIKE` are `*` for any text and `?` for one character; `%` and `_` are ordinary characters. The
            suggestion replaces the percent signs. To find a text anywhere, `CONTAINS` does the same and is faster. There is no
            warning if a value of the sample has `%` in the same position.
            """#,
            [.predicate(#"name LIKE "%Ada%""#)]),
        MessageEntry(
            "ignored-options", .warning, "a comparison has string options but no strings",
            #"""
            `[c]`, `[d]` and the other options control how strings are compared. They have no effect on numbers, booleans and dates.
            """#,
            [.predicate("age ==[c] 30")]),
    ]

    /// A sample whose records write numbers as text.
    private static let numbersInText = RecordSchema(
        root: "Item",
        types: [
            RecordType(
                "Item",
                fields: [
                    RecordField(
                        "price", .string,
                        statistics: FieldStatistics(present: 9, null: 0, total: 9, allNumbers: true)),
                    RecordField(
                        "prices", .list(.string),
                        statistics: FieldStatistics(present: 9, null: 0, total: 9, seen: [.init("750", 9)])),
                ])
        ], origin: .inferred)
}
