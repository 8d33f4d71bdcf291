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
            Names are checked against what is known of the records, a schema or a sample of them, because a misspelled name would
            otherwise be nil in every record and match none, or all. Letter case counts. A name that is near is suggested. Where a
            string was meant, quotes are missing: `name == "John"`. Records that may have any field are checked with `--untyped`.
            A key that is not an identifier needs quotes, and `SELF.` before it at the start of a path: `SELF."first name"`,
            `box."a/b"`. A key of an object whose keys are not fixed goes in brackets: `labels["app.kubernetes.io/name"]`.

            Names are checked against the first hundred records of a pipe. If fewer arrive within a moment, checking and writing do
            not wait for more, and a field that these records lack is only a warning. `--schema` declares the fields of all records.
            """#,
            [
                .predicate(#"nmae BEGINSWITH[cd] "jo""#), .predicate(#"address.town == "Lima""#),
                .predicate(#"ANY friends.Age > 30"#), .predicate("name == John"),
                .predicate(
                    #"stat == "open""#, note: "With a sample of records, as `--data` takes it:",
                    schema: ReferenceSchema.sample),
                .query(
                    RecordQuery(groupBy: "state", select: "name"), note: "Of groups, as `--group-by state` makes them:"),
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
                .predicate("nickname == undefined"), .predicate("friends.first.name == 'Ada'"),
                .predicate("age > 30 -- adults"),
            ]),
        MessageEntry(
            "no-fields", .error, "a path goes on behind a value that has no fields",
            #"""
            A point leads from a record to one of its fields. Strings, numbers, booleans and dates have none, apart from `length` of a
            string. What one would call as a method elsewhere is a function here, `lowercase(name)`, or an operator,
            `name CONTAINS "a"`.
            """#,
            [.predicate(#"name.first == "Ada""#), .predicate("age.value > 30"), .predicate("tags.count > 2")]),
        MessageEntry(
            "unknown-function", .error, "there is no function of this name",
            #"""
            The functions are a closed list, and letter case counts in their names: a predicate cannot call methods of the program that
            runs it. Functions of one argument are called as in mathematics, `sqrt(x)`; those of several are called by their full
            name with its colons, `modulus:by:(a, b)`. Programs can add functions to the library, which are known then.
            """#,
            [
                .predicate("summ(scores) > 10"), .predicate("substring(name) == 'A'"),
                .predicate("FUNCTION(age, 'sqroot:') > 5"),
            ],
            reasons: [
                .predicate("select(.age > 18)"), .predicate("born < new Date()"), .predicate("str(age) == '30'"),
                .predicate("tags(0) == 'x'"),
            ]),
        MessageEntry(
            "unknown-collection-operator", .error, "there is no collection operator of this name",
            #"""
            Behind a point, `@` begins an operator over many values: `@count`, `@sum`, `@avg`, `@min`, `@max`, and the unions of
            key-value coding. `@count` is how many there are; `@avg` is short, as it is there.
            """#,
            [.predicate("tags.@cnt > 2"), .predicate("scores.@average > 5")], reasons: [.predicate("tags.@foo == 1")]),
        MessageEntry(
            "unknown-cast-type", .error, "CAST does not know the type",
            #"""
            `CAST(x, "NSNumber")` reads a value as one of another type. The types have the names of Foundation's classes, because
            texts that were written for NSPredicate use them; the list is closed, and no class of a program can be named.
            """#,
            [.predicate(#"CAST(name, "NSNumbr") > 5"#), .predicate(#"CAST(name, "Int") > 5"#)]),
        MessageEntry(
            "unavailable", .error, "a part of NSPredicate's language that only Apple's frameworks have",
            #"""
            `ANYKEY`, `FETCH`, `TOKENMATCHES`, `isKindOfClass:` and a few functions belong to Core Data, Core Location or the classes of a
            running program. They are read, so that the message can name them, and cannot be evaluated anywhere else. For
            most there is another way: `ANY` over the fields that are meant, `MATCHES` with word borders for tokens.
            """#,
            [
                .predicate(#"ANYKEY == "Ada""#), .predicate(#"name TOKENMATCHES "Ada""#),
                .predicate("distinct:(tags) == tags"),
            ]),
    ]

    // MARK: Operands

    private static let checkerOperands: [MessageEntry] = [
        MessageEntry(
            "wrong-operand", .error, "an operator is given a value of a type that it does not take",
            #"""
            A number is never equal to a string, and a comparison of the two would be false of every record, so it is an error
            before the first. The mark is on the side that does not fit, and the other side says what it should fit. A number in quotes
            is a string: take the quotes away. A field that holds numbers as text is read as a number by
            `CAST(field, "NSNumber")`. This is the edit if the field holds only numbers in the sample; quotes round the number
            would compare text, where "9" is greater than "10". Arithmetic works on numbers (and on dates, for `+` and `-`), `CONTAINS` and its kin on strings or lists,
            `<` and the like on what has an order.
            """#,
            [
                .predicate(#"age > "thirty""#), .predicate(#"age == "30""#), .predicate("name == 5"),
                .predicate("name > 5"), .predicate("age BEGINSWITH '3'"), .predicate("name + 1 == 5"),
            ],
            reasons: [
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
            The path leads to a list, or through one, so it is many values: `friends.age` is the ages of all friends. Say whether one
            of them is enough, `ANY friends.age > 30`, or whether all have to, `ALL friends.age > 30` (which is true of nobody's friends
            too). NSPredicate would fail when it runs, or compare the list itself. For a list that should hold a value there is
            also `tags CONTAINS "x"`.
            """#,
            [.predicate(#"tags == "urgent""#), .predicate("friends.age > 30")], reasons: [.predicate("friends > 3")]),
        MessageEntry(
            "needless-quantifier", .error, "ANY, ALL or NONE stands before one value",
            #"""
            A quantifier needs many values to choose from, and this path leads to one. Take the quantifier away. `ANY` does not choose
            among fields either: write `name == "x" OR nickname == "x"`.
            """#,
            [.predicate(#"ANY name == "Ada""#), .predicate("NONE age > 30")]),
        MessageEntry(
            "between-bounds", .error, "BETWEEN lacks its two bounds",
            #"""
            `BETWEEN` takes a list of two bounds, both of which are included: `age BETWEEN {18, 65}`. SQL's `BETWEEN 18 AND 65` is
            written so too.
            """#,
            [
                .predicate("age BETWEEN 18 AND 65"), .predicate("age BETWEEN [18, 65]"),
                .predicate("age BETWEEN {18}"), .predicate("age BETWEEN {1, 2, 3}"), .predicate("age BETWEEN height"),
            ], reasons: [.predicate("age IN 18..30")]),
        MessageEntry(
            "bad-index", .error, "brackets behind a value do not fit it",
            #"""
            A list has elements by number, `scores[0]`, and by `[FIRST]`, `[LAST]` and `[SIZE]`; a dictionary has values by key,
            `settings["theme"]`. A string has no elements: its length is `length(name)`, its beginning `name BEGINSWITH "A"`. A set, which
            `UNION` and the like make, has no order and so no first element.
            """#,
            [
                .predicate("name[0] == 'A'"), .predicate("scores['a'] == 1"), .predicate("settings[0] == 'x'"),
                .predicate("name[FIRST] == 'A'"), .predicate("age[SIZE] > 3"),
            ],
            reasons: [.predicate("anything[1.5] == 1"), .predicate("(scores UNION {1})[0] == 1")]),
        MessageEntry(
            "path-after-count", .error, "a path goes on behind @count",
            #"""
            `@count` is a number and has no fields. A collection operator takes all of the path that follows it, so the field
            stands before it where a list of that field is counted: `friends.name.@count`.
            """#,
            [.predicate("friends.@count.name > 2")]),
    ]

    // MARK: Literals

    private static let checkerLiterals: [MessageEntry] = [
        MessageEntry(
            "unknown-case", .either, "a value is not one of the listed ones",
            #"""
            The schema lists the values that the field may have, and this is none of them, so the comparison would be false of
            every record. Letter case counts; with `==[c]` it does not. Where the list comes from a sample of the
            records, this is a warning: a value that was not in the sample may well come later.
            """#,
            [
                .predicate(#"state == "opne""#), .predicate(#"state IN {"open", "lost"}"#),
                .predicate(
                    #"state == "opne""#,
                    note: "With a schema of the same types whose origin is a sample of the records:",
                    schema: ReferenceSchema.inferred),
            ]),
        MessageEntry(
            "unreadable-date", .error, "a string beside a date is not one",
            #"""
            A date is written as ISO 8601 has it: `"2024-01-31"`, which is the beginning of that day in UTC, or
            `"2024-01-31T12:00:00+02:00"`. Day before month, names of months and two digits for a year are not read, because they mean
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
            "unreadable-uuid", .error, "a string beside a UUID is not one",
            #"""
            A UUID is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, in any letter case. To look at one as text, use an operator
            on strings: `id BEGINSWITH "e621"`.
            """#,
            [.predicate(#"id == "e621e1f8""#)]),
        MessageEntry(
            "unreadable-data", .error, "a string beside bytes is not base64",
            #"""
            Bytes stand in JSON as base64 (RFC 4648), and so they do in a predicate: letters, digits, `+`, `/`, and `=` to fill up.
            """#,
            [.predicate(#"photo == "!""#)]),
        MessageEntry(
            "bad-pattern", .error, "the pattern of MATCHES or LIKE cannot be used",
            #"""
            `MATCHES` takes a regular expression in ICU's syntax and compares it with the whole text. A backslash is written
            with two in a predicate, because strings have escapes too: `"\\d+"`. What could run without end, or needs an engine that not
            every system has, is refused before it runs; `Documentation/patterns.md` says what there is. The place is
            the one within the pattern.
            """#,
            [
                .predicate(#"name MATCHES "(Ada""#), .predicate(#"name MATCHES "*Ada""#),
                .predicate(#"name MATCHES "[z-a]+""#), .predicate(#"name MATCHES "A\[""#),
                .predicate(
                    #"name LIKE "*Ada*""#, note: "With a limit of 4 bytes:", limits: .with { $0.patternBytes = 4 }),
            ], reasons: patterns),
        MessageEntry(
            "patterns-unavailable", .error, "the library has no engine for MATCHES",
            #"""
            The core has no regular expressions in it, so that it stays free of C. The product `PredicatePatterns` has an engine: with
            it, the library is `PredicateLibrary.standardWithPatterns`. The command always has one. `LIKE`, `CONTAINS` and
            `BEGINSWITH` need none.
            """#,
            [.predicate(#"name MATCHES "A.*""#, note: "With `PredicateLibrary.standard`:", library: .standard)]),
        MessageEntry(
            "unreadable-cast", .error, "a constant cannot be read as the type of a CAST",
            #"""
            CAST reads text as a number, date, UUID or URL, and what cannot be read is nil. For a constant that is known before the first
            record, so it is an error. Numbers are digits with a point and exponent, without blanks or separators.
            """#,
            [.predicate(#"CAST("12 km", "NSNumber") < height"#), .predicate(#"CAST("x", "NSUUID") == id"#)]),
        MessageEntry(
            "too-costly", .error, "the predicate may cost more than the limit",
            #"""
            A program can refuse a predicate by what it costs at most, before it runs (`PredicateLimits.estimatedCost`). The estimate goes
            by the sizes of records: those that the program gives (`estimatedRecord`), and `maxItems`, `maxProperties` and `maxLength` of a
            JSON Schema. What has no size has no bound. The place is the comparison that costs most.
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
            A list in a predicate, or given as an argument, may have 100000 elements. The limit protects a program from texts that
            it has not made itself; one that has made them can raise `PredicateLimits.listElements`.
            """#,
            [
                .predicate(
                    "age IN {1, 2, 3, 4}", note: "With a limit of 3 elements:", limits: .with { $0.listElements = 3 }),
                .predicate(
                    "age IN %@", note: "With the argument `{1, 2, 3, 4}` and a limit of 3 elements:",
                    arguments: [.list([.integer(1), .integer(2), .integer(3), .integer(4)])],
                    limits: .with { $0.listElements = 3 }),
            ]),
    ]

    // MARK: Functions, arguments and variables

    private static let checkerArguments: [MessageEntry] = [
        MessageEntry(
            "wrong-argument-count", .error, "a function has too many arguments, or too few",
            #"""
            A function on many values takes one list: `sum({1, 2, 3})` for values that are written out, `sum(scores)` for a field. A
            function of several arguments is called by its full name, whose colons say how many there are: `modulus:by:(7, 2)`.
            """#,
            [
                .predicate("sum(1, 2) == age"), .predicate("modulus(age, 2) == 1"), .predicate("sqrt() == height"),
                .predicate("FUNCTION(age, 'add:to:') == 1"),
            ], reasons: [.predicate("age > random(5)")]),
        MessageEntry(
            "wrong-argument-type", .error, "an argument has a type that the function does not take",
            #"""
            The message names the parameter and its type. What is text and should be a number goes through
            `CAST(x, "NSNumber")`; a single value becomes a list in braces. Under `--untyped` nothing is known of the types of fields, and a
            function of a value that does not fit is nil.
            """#,
            [.predicate("length(age) > 3"), .predicate("sum(age) > 3"), .predicate("sqrt(name) > 3")]),
        MessageEntry(
            "variable-conflict", .error, "a variable is used as two types",
            #"""
            `$x` stands for one value, and here it is compared with a field of one type and then with a field of another. No value
            could fit both places. Use two variables.
            """#,
            [.predicate("age > $limit AND name == $limit")]),
        MessageEntry(
            "unbound-variable", .either, "a variable has no value",
            #"""
            A predicate with variables is a template: every `$name` needs a value before records are compared with it, by
            `--var name=value` on the command line or `binding(_:)` in Swift. Variables of `SUBQUERY` and those that `:=` introduces have theirs from
            the predicate itself. A shell replaces `$name` within double quotes; write the predicate in single quotes.
            """#,
            [
                .predicate(
                    "age > $limit AND star == $wanted", note: "With a value for `$limit` alone:",
                    variables: ["limit": .integer(18)])
            ], reasons: [.predicate("SUBQUERY(friends, $friend, $friends.age > 1).@count > 1")]),
        MessageEntry(
            "missing-argument", .either, "a format argument has no value",
            #"""
            Each `%@`, `%K` and `%d` takes the next argument, in the order of the text, and here there is none left. On the command
            line they are given by `--arg`, once for each. To use one value in several places use a variable: `$name`.

            Without `--arg`, `predicate check` assumes that the values come later, and only warns. With `--complete` every value is
            required. Other commands never evaluate a predicate without all of its values.
            """#,
            [
                .predicate("age > %@ AND name == %@", note: "With the argument 30:", arguments: [.integer(30)]),
                .predicate("age > %@", note: "Without arguments, in `predicate check`:", arguments: nil),
            ]),
        MessageEntry(
            "unused-argument", .error, "there are more arguments than places",
            #"""
            An argument that nothing uses is a sign that the text and its arguments do not belong together. A `%@` in quotes is no
            place for one: `name == '%@'` is written `name == %@`.
            """#,
            [
                .predicate(
                    "age > %@", note: "With the arguments 30, 40 and 50:",
                    arguments: [.integer(30), .integer(40), .integer(50)]),
                .predicate("age > 30", note: "With the argument 30:", arguments: [.integer(30)]),
            ]),
        MessageEntry(
            "wrong-format-argument", .error, "an argument has a type that its place does not take",
            #"""
            `%d` takes integers, `%u` those that are not negative, `%f` numbers, `%s` strings, `%c` a string of one character, and
            `%K` a key path as a string. `%@` takes every value and is right wherever the type does not matter.
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
            Both sides are constants, so the comparison is true of every record. SQL's `1 = 1` in front of generated conditions is such
            a one; here an empty conjunction is `TRUEPREDICATE`. If a field was meant, it stands in quotes: `"a" == "a"` compares two strings.
            """#,
            [.predicate("1 == 1"), .predicate("age > 5 AND {1, 2} CONTAINS 1")],
            reasons: [.predicate("name == name")]),
        MessageEntry(
            "always-false", .warning, "a comparison is true of no record",
            #"""
            Either both sides are constants, or the operator can never be true of what stands on its right: no string begins with,
            ends with or contains the empty string (as in NSPredicate), nothing is less or greater than nil, nothing is in an
            empty list. A test for a missing value is `nickname == nil`. Quotes round the name of a field make a string of it.
            """#,
            [
                .predicate(#""a" == "b""#), .predicate(#""name" == "Ada""#), .predicate("age > nil"),
                .predicate(#"name CONTAINS """#),
                .predicate("age IN {}"), .predicate(#"name MATCHES """#), .predicate(#"name BEGINSWITH """#),
            ], reasons: [.predicate("tags[-1] == 'x'"), .predicate("age != age")]),
        MessageEntry(
            "reversed-bounds", .warning, "the lower bound of BETWEEN is above the upper one",
            #"""
            Nothing lies between 10 and 1 in that order: the first bound is the lower one. The suggestion swaps them. Where all values
            of a sample are numbers written as text, `"500"` lies above `"1000"`, and the suggestion compares numbers:
            `CAST(price, "NSNumber") BETWEEN {500, 1000}`.
            """#,
            [
                .predicate("age BETWEEN {65, 18}"),
                .predicate(#"price BETWEEN {"500", "1000"}"#, schema: numbersInText),
                .predicate(
                    #"ANY prices BETWEEN {"500", "1000"}"#, note: "CAST reads no list, so there is no suggestion:",
                    schema: numbersInText),
            ]),
        MessageEntry(
            "unseen-value", .warning, "no record of a sample has the value",
            #"""
            The field has few values in the records that were looked at, and this is none of them. That may be so, since a sample is not all
            there is, so it is no error and has no edit; more often a letter is wrong. The message names a similar value, if there is
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
            "unquoted-date", .warning, "a date without quotes is a subtraction",
            #"""
            `2024-01-31` is the number 2024 less 1 less 31, which is 1992. Dates stand in quotes. Beside a field that is known to hold
            dates this is an error (`wrong-operand`).
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
                .predicate("at < local", note: "Two fields:", schema: ReferenceSchema.times),
                .predicate("at == day", schema: ReferenceSchema.times),
                .predicate(
                    #"at > "31 January 2024""#, note: "Dates in a form that cannot be compared:",
                    schema: ReferenceSchema.times),
                .predicate(#"at > "01/31/2024""#, schema: ReferenceSchema.times),
                .query(
                    RecordQuery(sort: "mixed"), note: "An order:", schema: ReferenceSchema.times),
            ]),
        MessageEntry(
            "unchecked-field", .warning, "the existence of a field cannot be checked",
            #"""
            An inferred schema is limited to the names of a million different keys and to twenty-four levels of nesting. Beyond these
            limits a misspelled name looks like a correct one, and its value is nil. `--schema` declares the fields; `--at` and
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
            "integer-division", .warning, "the division of two integers drops the fraction",
            #"""
            Dividing an integer by an integer gives an integer, as in C and in NSPredicate: `1 / 2` is 0. So `used / total > 0.5` is
            false for a share of nine tenths, and `used / total * 100` is 0 or 100. One operand that is no integer is enough:
            `1.0 * used / total`. The warning appears if the quotient of two integers is compared with a number that may have a
            fraction, or if a share is multiplied by 100.
            """#,
            [.predicate("age / #like > 0.5"), .predicate("age / 12 * height > 20")],
            reasons: [.predicate("age / #like * 100 > 50"), .predicate("1.5 < age / 12")]),
        MessageEntry(
            "lost-backslash", .warning, "a string takes a backslash that is meant for the text",
            #"""
            Strings have escapes of their own, so a backslash that is meant for the pattern is written with two: `"\\d+"` is the pattern
            `\d+`, and `"\d+"` is `d+`. So it is for NSPredicate, and within a string of Swift or C
            it is four. A backslash before a letter or digit that makes no escape is dropped: `"C:\dir"` is `C:dir`.
            A program avoids the question with an argument: `name MATCHES %@`.
            """#,
            [
                .predicate(#"name == "C:\dir""#), .predicate(#"name MATCHES "A\d+""#),
                .predicate(#"name MATCHES "\bA.*""#), .predicate(#"name LIKE "a\*""#),
            ]),
        MessageEntry(
            "nil-satisfies", .warning, "records without the field satisfy the comparison too",
            #"""
            A field that is missing or null is nil, and nil is different from every value, so `nickname != "x"` is true of records
            that have no nickname. In SQL it would not be. Add `AND nickname != nil` where only records with the field are meant; the
            warning is given once in a predicate.
            """#,
            [.predicate(#"nickname != "Ada""#)]),
        MessageEntry(
            "sql-wildcard", .warning, "LIKE is used with SQL's wildcards",
            #"""
            The wildcards of `LIKE` are `*` for any text and `?` for one character; `%` and `_` are ordinary characters. The
            suggestion replaces the percent signs. For a text in the middle `CONTAINS` says the same and is faster. There is no
            warning where a value of the sample has `%` in the same place.
            """#,
            [.predicate(#"name LIKE "%Ada%""#)]),
        MessageEntry(
            "ignored-options", .warning, "options stand behind a comparison that is not of strings",
            #"""
            `[c]`, `[d]` and the like say how strings are compared. On numbers, booleans and dates they do nothing.
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
