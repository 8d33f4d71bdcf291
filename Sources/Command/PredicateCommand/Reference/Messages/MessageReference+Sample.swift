import PredicateFormat

extension MessageReference {
    /// The warnings that come from the values of the first records.
    static let sample: [MessageEntry] = [
        MessageEntry(
            "cast-is-nil", .warning, "a CAST reads none of the values",
            #"""
            `CAST` reads one value in a fixed form: a date as RFC 3339 with seconds and an offset (`2024-01-31T12:00:00Z`), a number
            without other text. Any other text gives nil, and a comparison with nil is false. If this is true for every value of the
            first records, the answer is certainly not the intended one. Days, and times in UTC or without an offset, have the same
            order as text, so they need no CAST. Read a list element by element, with SUBQUERY.
            """#,
            [
                .filtering(
                    #"CAST(took, "NSNumber") > 50"#,
                    note: #"With the records `{"took": "57ms"}` and `{"took": "9ms"}`:"#,
                    records: [#"{"took": "57ms"}"#, #"{"took": "9ms"}"#]),
                .filtering(
                    #"CAST(day, "NSDate") > CAST("2024-01-31", "NSDate")"#,
                    note: #"With the record `{"day": "2024-02-01"}`:"#,
                    records: [#"{"day": "2024-02-01"}"#]),
                .filtering(
                    #"CAST(at, "NSDate") > CAST("2024-01-31", "NSDate")"#,
                    note: #"With the record `{"at": "2024-02-01T10:00:00+0100"}`:"#,
                    records: [#"{"at": "2024-02-01T10:00:00+0100"}"#]),
                .predicate(#"ANY CAST(scores, "NSNumber") > 5"#, note: "The field is declared as a list:"),
                .filtering(
                    #"CAST(id, "NSUUID") != nil"#, note: #"With the record `{"id": "42"}`:"#,
                    records: [#"{"id": "42"}"#]),
                .filtering(
                    #"CAST(home, "NSURL") != nil"#, note: #"With the record `{"home": 5}`:"#,
                    records: [#"{"home": 5}"#]),
            ]),
        MessageEntry(
            "unix-time", .warning, "a CAST takes seconds since 1970 for seconds since 2001",
            #"""
            `CAST(x, "NSDate")` of a number counts seconds from the start of 2001, as NSDate does. Unix time counts from 1970, so
            its dates would be 31 years too late. Subtract 978307200 first; divide milliseconds by 1000.0 before that. The warning
            appears if every number of the first records is between 2001 and 2039 when read as Unix time.
            """#,
            [
                .filtering(
                    #"CAST(at, "NSDate") > CAST("2024-01-31", "NSDate")"#,
                    note: #"With the record `{"at": 1706781600}`:"#,
                    records: [#"{"at": 1706781600}"#]),
                .filtering(
                    #"CAST(at, "NSDate") > CAST("2024-01-31", "NSDate")"#,
                    note: #"With the record `{"at": 1706781600000}`:"#,
                    records: [#"{"at": 1706781600000}"#]),
            ]),
        MessageEntry(
            "number-as-text", .warning, "numbers are compared as text",
            #"""
            In a field of strings, `"1000"` comes before `"50"`, as in a dictionary. If every string is a number, a comparison of
            numbers was probably meant: `CAST(size, "NSNumber") > 500`. Numbers with the same number of digits,
            such as years, have the same order as text and cause no warning. The warning also appears if some values are numbers and
            others are numbers in quotes: a number never compares with text, has no place among texts in an order, and sums and
            other calculations with text are nil. `toNumber(size)` reads both. Versions, and numbers with units, compare letter by
            letter, too: `version(release) >= version("1.10")` compares versions. For numbers with one or two units, the
            suggestion converts them; no short expression compares more.
            """#,
            [
                .filtering(
                    #"size > "500""#, note: #"With the records `{"size": "50"}` and `{"size": "1000"}`:"#,
                    records: [#"{"size": "50"}"#, #"{"size": "1000"}"#]),
                .filtering(
                    "id < 10", note: #"With the records `{"id": 7}` and `{"id": "8"}`:"#,
                    records: [#"{"id": 7}"#, #"{"id": "8"}"#]),
                .filtering(
                    #"id == "7""#, note: "With the same records:", records: [#"{"id": 7}"#, #"{"id": "8"}"#]),
                .filtering(
                    #"release >= "1.10""#,
                    note: #"With the records `{"release": "1.9.2"}` and `{"release": "1.10.0"}`:"#,
                    records: [#"{"release": "1.9.2"}"#, #"{"release": "1.10.0"}"#]),
                .filtering(
                    #"ANY releases >= "1.10""#, note: #"With the record `{"releases": ["1.9.2", "1.10.0"]}`:"#,
                    records: [#"{"releases": ["1.9.2", "1.10.0"]}"#]),
                .filtering(
                    #"ANY took > "1s""#, note: #"With the record `{"took": ["750ms", "1200ms"]}`:"#,
                    records: [#"{"took": ["750ms", "1200ms"]}"#]),
                .filtering(
                    #"took > "1 s""#, note: #"With the records `{"took": "750 ms"}` and `{"took": "1200 ms"}`:"#,
                    records: [#"{"took": "750 ms"}"#, #"{"took": "1200 ms"}"#]),
                .filtering(
                    "id / 2 > 3", note: "A calculation:", records: [#"{"id": 7}"#, #"{"id": "8"}"#]),
                .filtering(
                    #"took > "1s""#, note: #"With the records `{"took": "750ms"}` and `{"took": "1200ms"}`:"#,
                    records: [#"{"took": "750ms"}"#, #"{"took": "1200ms"}"#]),
                .filtering(
                    #"took > "1s""#,
                    note: #"With the records `{"took": "750ms"}`, `{"took": "2s"}` and `{"took": "1m"}`:"#,
                    records: [#"{"took": "750ms"}"#, #"{"took": "2s"}"#, #"{"took": "1m"}"#]),
                .filtering(
                    #"memory > "256Mi""#, note: #"With the records `{"memory": "512Mi"}` and `{"memory": "1Gi"}`:"#,
                    records: [#"{"memory": "512Mi"}"#, #"{"memory": "1Gi"}"#]),
                .query(
                    RecordQuery(sort: "size"), note: "An order:", schema: ReferenceSchema.sizes),
                .querying(
                    RecordQuery(sort: "-id"), note: "An order of numbers and text:",
                    records: [#"{"id": 7}"#, #"{"id": "8"}"#]),
                .querying(
                    RecordQuery(groupBy: "id"), note: "Groups:", records: [#"{"id": 7}"#, #"{"id": "8"}"#]),
                .querying(
                    RecordQuery(aggregate: "total = sum(id)"), note: "A sum:",
                    records: [#"{"id": 7}"#, #"{"id": "8"}"#]),
                .filtering(
                    #"ANY releases >= "1.10""#,
                    note: #"Elements of lists, as in `{"releases": ["1.9.2", "1.10.0"]}`:"#,
                    records: [#"{"releases": ["1.9.2"]}"#, #"{"releases": ["1.10.0"]}"#]),
            ]),
        MessageEntry(
            "always-false", .warning, "no record has the value",
            #"""
            A field may be true wherever it has a value, and missing elsewhere. Then no record has a false one, and
            `capital == NO` finds nothing. `capital != YES` also finds the records without a value.
            """#,
            [
                .filtering(
                    "capital == NO", note: #"With the records `{"capital": true}`, twice, and `{"name": "Porto"}`:"#,
                    records: [#"{"capital": true}"#, #"{"capital": true}"#, #"{"name": "Porto"}"#])
            ]),
        MessageEntry(
            "case-differs", .warning, "a text differs from the values only in case",
            #"""
            Text is compared letter by letter: `"Purchase"` is not `"purchase"`. The option `[c]` ignores case, in `==`, `CONTAINS`,
            `IN` and the other operators for text. The warning appears if the first records never have the text, but have it in
            another case; and, after evaluation, if no record matched. Then files are looked at again, up to a limit of bytes and
            time, for the number of records that `[c]` would find.
            """#,
            [
                .filtering(
                    #"type == "Purchase""#, note: #"With the record `{"type": "purchase"}`:"#,
                    records: [#"{"type": "purchase"}"#]),
                .filtering(
                    #"tags CONTAINS "VIP""#, note: #"If no record has matched, with the record `{"tags": ["vip"]}`:"#,
                    records: [#"{"tags": ["vip"]}"#], isAtEnd: true),
                .filtering(
                    #"type == "Purchase""#, note: "If the second look ended before the last record:",
                    records: [#"{"type": "purchase"}"#], isAtEnd: true, examined: 100_000),
            ]),
        MessageEntry(
            "never-empty", .warning, "a field is never the empty text, but nil in some records",
            #"""
            `email == ""` is true for the empty text alone. A field without a value is null or missing, and `email == nil` finds
            both. The warning appears if no record matched.
            """#,
            [
                .filtering(
                    #"email == """#, note: #"With the record `{"email": null}`:"#, records: [#"{"email": null}"#]),
                .filtering(
                    #"email == """#, note: "If no record has matched:", records: [#"{"email": null}"#], isAtEnd: true),
            ]),
        MessageEntry(
            "mixed-types", .warning, "some values are text, which never compares with a number",
            #"""
            A field may hold a number in one record and text in another. A comparison of text with a number is always false.
            The message shows how many of the first values are text.
            """#,
            [
                .filtering(
                    "id < 10", note: #"With the records `{"id": 7}` and `{"id": "u8"}`:"#,
                    records: [#"{"id": 7}"#, #"{"id": "u8"}"#])
            ]),
        MessageEntry(
            "like-without-wildcard", .warning, "LIKE without a wildcard compares the whole value",
            #"""
            `LIKE "pu"` is true only for the text `pu`; `*` matches any text, so `LIKE "*pu*"` finds it anywhere, as `CONTAINS "pu"`
            does. The warning appears if no value of the first records is equal to the text, and some contain it.
            """#,
            [
                .filtering(
                    #"type LIKE "pu""#, note: #"With the record `{"type": "cpu"}`:"#, records: [#"{"type": "cpu"}"#])
            ]),
        MessageEntry(
            "literal-pattern", .warning, "an operator takes a pattern literally",
            #"""
            Only `LIKE` has wildcards, and only `MATCHES` has regular expressions. `==`, `CONTAINS`, `BEGINSWITH` and `ENDSWITH` search
            for the literal text, asterisks included. The warning appears if the text is in none of the first records, and the
            pattern would match in some.
            """#,
            [
                .filtering(
                    #"host == "web-*""#, note: #"With the record `{"host": "web-1"}`:"#,
                    records: [#"{"host": "web-1"}"#]),
                .filtering(
                    #"message CONTAINS ".*error""#, note: #"With the record `{"message": "an error"}`:"#,
                    records: [#"{"message": "an error"}"#]),
            ]),
        MessageEntry(
            "whole-element", .warning, "a list is searched for a whole element, and the text is part of one",
            #"""
            `CONTAINS` on a list, and `IN`, look for an equal element. `ANY image CONTAINS "latest"` tests whether
            the text is part of an element. The warning appears if no list of the first records has the element, and some have an
            element that contains the text.
            """#,
            [
                .filtering(
                    #"image CONTAINS "latest""#, note: #"With the record `{"image": ["web:latest"]}`:"#,
                    records: [#"{"image": ["web:latest"]}"#]),
                .filtering(
                    #""latest" IN image"#, note: "With the same record:", records: [#"{"image": ["web:latest"]}"#]),
            ]),
        MessageEntry(
            "offset-ignored", .warning, "a part of a date is taken in UTC, but its text states another offset",
            """
            `hour(time)` is the hour in UTC, whatever the offset of the text. `hour(time, "written")` is the hour that the text shows,
            and a zone such as `"Europe/Lisbon"` that of its clocks. The zone `"Z"` says that UTC is meant.
            """,
            [
                .filtering(
                    "hour(time) > 21", note: #"With the record `{"time": "2024-01-31T22:00:00-05:00"}`:"#,
                    records: [#"{"time": "2024-01-31T22:00:00-05:00"}"#])
            ]),
        MessageEntry(
            "partial-pattern", .warning, "a pattern matches only part of the values",
            #"""
            `MATCHES` is true if the pattern matches the whole value, as in NSPredicate. A search, as in grep, needs `.*` at both
            ends. The warning appears if, in the first records, the pattern matches parts of values and no whole value; and, after
            evaluation, if no record matched. The suggested pattern has been tried on those records. For a fixed text, `CONTAINS`
            gives the same answer and is faster.
            """#,
            [
                .filtering(
                    #"message MATCHES "error""#, note: #"With the record `{"message": "an error"}`:"#,
                    records: [#"{"message": "an error"}"#]),
                .filtering(
                    #"message MATCHES "^err""#, note: "If no record has matched:", records: [], isAtEnd: true),
            ]),
    ]
}
