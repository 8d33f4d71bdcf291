import PredicateFormat

extension LanguageReference {
    /// Constants in the text.
    static let literals: [LanguageEntry] = [
        LanguageEntry(
            .topic("numbers", ["number", "hexadecimal", "octal", "binary", "exponent"], "Integers and doubles."),
            ["42", "-3.5", "9.2e-5", "0x1F", "0o17", "0b101"],
            #"""
            A number with a decimal point or an exponent is a double, any other number a 64-bit integer. A decimal
            integer that needs more bits is read as a double, with a warning; a hexadecimal, octal or binary one is an
            error. A leading zero has no meaning: `010` is ten. There are no thousands separators, no suffixes, no NaN
            and no infinity.
            """#,
            [
                .values([
                    ("42", "42"), ("5.0", "5.0"), (".5", "0.5"), ("9.2e-5", "9.2e-05"), ("0x1F", "31"), ("0o17", "15"),
                    ("0b101", "5"),
                    ("010", "10"),
                ]),
                .refused("size > 10kB", "bad-number"),
            ], see: ["integer", "double", "decimal", "durations"]),
        LanguageEntry(
            .topic(
                "durations", ["duration", "ms", "seconds", "minutes", "hours", "days", "weeks"],
                "Numbers of seconds with a unit."),
            ["250ms", "30s", "5m", "1h", "7d", "2w"],
            #"""
            A duration is a number of seconds, and prints as one. Units are in lower case, directly behind the digits. It
            is made for dates, whose difference is a number of seconds. Beside a field of numbers there is a warning, because
            such a field may count in another unit.
            """#,
            apple: "NSPredicate does not have these literals.",
            [
                .values([("1h", "3600"), ("250ms", "0.25"), ("1.5h", "5400.0"), ("-7d", "-604800")]),
                .of(
                    "seen > now() - 7d", [(#"{"seen": "2026-01-30T00:00:00Z"}"#, "true")],
                    declared: #"{"seen": {"type": "string", "format": "date-time"}}"#),
            ], see: ["numbers", "dates", "now"]),
        LanguageEntry(
            .topic("strings", ["string literal", "text", "'", "\""], "Text in quotes of either kind."),
            [#""text""#, "'text'"],
            #"""
            Both kinds of quotes mean the same, and one kind may contain the other: `"it's"`. A quote of the same
            kind is escaped by a backslash, not doubled. Adjacent texts are not joined. Arguments and variables in
            quotes are text: `'%@'` and `'$x'`.
            """#,
            [
                .values([(#""it's""#, #""it's""#), (#"'it\'s'"#, #""it's""#), ("'%@'", #""%@""#), ("''", #""""#)]),
                .refused("name == Ann Lee", "unquoted-string"),
            ], see: ["escapes", "string", "LIKE"]),
        LanguageEntry(
            .topic("escapes", ["backslash", "\\", "\\n", "\\u"], "The meaning of a backslash in a literal."),
            [#"\\ \' \" \n \r \t \a \b \f \v"#, #"\ooo \xhh \uhhhh"#],
            #"""
            `\ooo` is one to three octal digits, `\xhh` two hexadecimal ones, `\uhhhh` four; a pair such as
            `\ud83d\ude00` is one code point, and half of a pair is an error. A backslash before any other letter is
            dropped. So double the backslashes of patterns: `MATCHES` sees `\d` for `'\\d'`.
            """#,
            [
                .values([
                    (#"'\u00e9' == 'é'"#, "true"), (#"'\x41\102' == 'AB'"#, "true"), (#"length('\\d')"#, "2"),
                    (#"length('\ud83d\ude00')"#, "1"),
                    (#"'\q' == 'q'"#, "true"),
                ]),
                .refused(#"name == '\u12'"#, "bad-escape"),
            ], see: ["strings", "MATCHES", "LIKE"]),
        LanguageEntry(
            .word(.yes),
            """
            A boolean alone is not a condition: write `vip == YES`, not `vip`. It compares with numbers as 1. It prints
            as `1`, as on Apple's systems.
            """,
            [
                .of(
                    "vip == YES",
                    [
                        (#"{"vip": true}"#, "true"), (#"{"vip": 1}"#, "true"), (#"{"vip": "yes"}"#, "false"),
                        ("{}", "false"),
                    ]),
                .refused("vip AND age > 18", "missing-comparison"),
            ], see: ["FALSE", "TRUEPREDICATE", "boolean"]),
        LanguageEntry(
            .word(.no),
            "The other boolean. A field that is missing is nil and not `NO`; `vip != YES` finds both.",
            [
                .of("vip == NO", [(#"{"vip": false}"#, "true"), ("{}", "false")]),
                .of("vip != YES", [(#"{"vip": false}"#, "true"), ("{}", "true")]),
            ],
            see: ["TRUE", "nil"]),
        LanguageEntry(
            .word(.null),
            #"""
            The value of a field that is null or missing; there is no difference between the two. To test for it, write
            `field == nil`. nil is an operand like others; `nil in comparisons` describes the answers. Arithmetic with
            nil is nil, and so is a function of nil.
            """#,
            [
                .of("email == nil", [(#"{"email": null}"#, "true"), ("{}", "true"), (#"{"email": ""}"#, "false")]),
                .values([("nil + 1", "nil"), ("uppercase(nil)", "nil")]),
                .refused("email IS NULL", "unknown-operator"),
            ], see: ["nil in comparisons", "optional", "!="]),
        LanguageEntry(
            .topic("lists", ["{", "}", "aggregate", "braces", ",", "set literal"], "Values in braces."),
            ["{1, 2, 3}", "{'a', name, nil}", "{}"],
            #"""
            A list of any values, in order; its elements may be expressions. `IN` and `BETWEEN` take a list on the
            right. A list literal may have 100,000 elements. Sets have no literal; write `{1, 2} UNION {}`.
            """#,
            [
                .values([("{1, 'a', nil}", #"{1, "a", nil}"#), ("{1 + 1, {3}}", "{2, {3}}"), ("{}[SIZE]", "0")]),
                .of("age IN {min, min + 1}", [(#"{"age": 6, "min": 5}"#, "true")]),
                .refused("state IN ('open', 'closed')", "list-brackets"),
            ], see: ["IN", "BETWEEN", "UNION"]),
        LanguageEntry(
            .topic("dates", ["date literal", "time"], "A date as text that is compared with a date, or by CAST."),
            ["'2026-01-31'", "'2026-01-31T12:00:00Z'", "CAST('2026-01-31', 'NSDate')"],
            #"""
            There is no date literal. A text that is compared with a date is read as a date: a day, which is its start
            in UTC, or a day and a time with `Z` or an offset such as `+01:00`; without either it is UTC. A literal that
            is not a date is an error. `CAST(…, 'NSDate')` makes a date anywhere.

            A JSON field is a date if the schema declares `"format": "date-time"`, or by `CAST`. Two texts compare as
            texts, which gives the same order for dates in one form in UTC. Functions such as `year` take zones with the rules
            of version \#(TimeZoneRules.version) of the IANA Time Zone Database; see `time zones`.
            """#,
            [
                .of(
                    "born < '2000-01-01'",
                    [
                        (#"{"born": "1999-12-31T23:30:00-01:00"}"#, "false"),
                        (#"{"born": "1999-12-31T23:30:00Z"}"#, "true"),
                    ],
                    declared: #"{"born": {"type": "string", "format": "date-time"}}"#),
                .of(
                    "CAST(born, 'NSDate') < CAST('2000-01-01', 'NSDate')",
                    [(#"{"born": "1999-12-31T23:30:00Z"}"#, "true"), (#"{"born": "unknown"}"#, "false")]),
                .refused(
                    "born < '31.1.2000'", "unreadable-date",
                    declared: #"{"born": {"type": "string", "format": "date-time"}}"#),
            ], see: ["date", "NSDate", "now", "time zones"]),
    ]
}
