import PredicateFormat

extension LanguageReference {
    /// The functions that this project adds.
    static let plainFunctions: [LanguageEntry] = textFunctions + dateFunctions + recordFunctions

    private static let ours = "NSPredicate does not have this function."

    private static let textFunctions: [LanguageEntry] = [
        LanguageEntry(
            .function(.substring),
            """
            Positions count code points from 0. Without a length, the part goes on to the end. Past the end there is nothing: the
            part is shorter, or empty. A negative position or length gives nil.
            """, apple: ours,
            [
                .values([
                    ("substring('predicate', 3)", #""dicate""#), ("substring('predicate', 0, 3)", #""pre""#),
                    ("substring('abc', 5)", #""""#), ("substring('abc', -1)", "nil"),
                ]),
                .of("substring(id, 0, 2) == 'de'", [(#"{"id": "de-42"}"#, "true"), (#"{"id": "fr-7"}"#, "false")]),
            ], see: ["length", "indexOf", "BEGINSWITH"]),
        LanguageEntry(
            .function(.indexOf),
            "Counts code points from 0. nil if the part does not occur; the empty text never does.",
            apple: ours,
            [
                .values([("indexOf('banana', 'an')", "1"), ("indexOf('banana', 'x')", "nil")]),
                .of(
                    "indexOf(mail, '@') > 3",
                    [(#"{"mail": "jane@example.org"}"#, "true"), (#"{"mail": "jane"}"#, "false")]),
            ], see: ["substring", "CONTAINS"]),
        LanguageEntry(
            .function(.split),
            """
            A list of texts, at least one. An index picks one of them, and `ANY` tests all. The empty separator occurs nowhere.
            """, apple: ours,
            [
                .values([("split('a,b,,c', ',')", #"{"a", "b", "", "c"}"#), ("split('a/b', '/')[0]", #""a""#)]),
                .of(
                    "split(path, '/')[LAST] ENDSWITH '.log'",
                    [(#"{"path": "/var/log/a.log"}"#, "true"), (#"{"path": "/var/log.d/x"}"#, "false")]),
            ], see: ["indexOf", "[FIRST]", "ANY"]),
        LanguageEntry(
            .function(.replace),
            """
            Replaces all occurrences from left to right; they do not overlap. The part is plain text, not a pattern. The empty
            part occurs nowhere.
            """, apple: ours,
            [
                .values([("replace('1,234,567', ',', '')", #""1234567""#), ("replace('aaa', 'aa', 'b')", #""ba""#)]),
                .of("toNumber(replace(price, ',', '')) > 1000", [(#"{"price": "1,200"}"#, "true")]),
            ], see: ["toNumber", "trim"]),
        LanguageEntry(
            .function(.trim), "White space is as Unicode defines it, line ends included.", apple: ours,
            [
                .values([("trim('  a b ')", #""a b""#)]),
                .of("trim(name) == ''", [(#"{"name": "  "}"#, "true"), (#"{"name": null}"#, "false")], note: "Blank:"),
            ], see: ["replace"]),
        LanguageEntry(
            .function(.concat),
            """
            Takes any number of values. Numbers, dates and other single values become text as by `toString`. If one of them is
            nil, the result is nil.
            """, apple: "There, `stringByAppendingString:` joins two texts.",
            [
                .values([("concat('a', '-', 5)", #""a-5""#), ("concat('a', nil)", "nil")]),
                .of(
                    "concat(first, ' ', last) == 'Jane Doe'", [(#"{"first": "Jane", "last": "Doe"}"#, "true")]),
                .refused("concat('a', {1, 2}) == 'a'", "wrong-argument-type"),
            ], see: ["toString", "stringByAppendingString:", "+"]),
        LanguageEntry(
            .function(.toNumber),
            "The same as `CAST(value, 'NSNumber')`: a text that is a number, a date as seconds since 2001. Other texts give nil.",
            apple: ours,
            [
                .values([("toNumber('42')", "42"), ("toNumber('4.50')", "4.5"), ("toNumber('42 kB')", "nil")]),
                .of("toNumber(size) > 9", [(#"{"size": "10"}"#, "true"), (#"{"size": "big"}"#, "false")]),
            ], see: ["CAST", "NSNumber", "toString"]),
        LanguageEntry(
            .function(.toText), "The same as `CAST(value, 'NSString')`. A list or an object has no text.", apple: ours,
            [
                .values([("toString(42)", #""42""#), ("toString(2.50)", #""2.5""#)]),
                .of("toString(code) BEGINSWITH '4'", [(#"{"code": 404}"#, "true"), (#"{"code": 500}"#, "false")]),
            ], see: ["CAST", "NSString", "toNumber"]),
        LanguageEntry(
            .function(.version),
            """
            Parts between points are numbers, and missing parts are 0. A suffix behind `-` comes before its release; suffixes
            are ordered as Semantic Versioning 2.0.0 says. A build behind `+` is ignored. Other texts give nil. The result is a
            text that is made for comparing it with another version, in all operators that know an order, and in sorting.
            """, apple: ours,
            [
                .values([
                    ("version('1.10.0') > version('1.9')", "true"), ("version('1.0') == version('1')", "true"),
                    ("version('2.0-rc.1') < version('2.0')", "true"), ("version('latest')", "nil"),
                ]),
                .of(
                    "version(v) >= version('1.10')", [(#"{"v": "1.10.2"}"#, "true"), (#"{"v": "1.9.9"}"#, "false")]),
                .refused("version(v) >= '1.10'", "version-beside-text"),
            ], see: ["<"]),
        LanguageEntry(
            .function(.round),
            "An integer stays the same. With digits, the shortest text of a double is rounded. A negative number of digits gives nil.",
            apple: ours,
            [
                .values([
                    ("round(2.5)", "3.0"), ("round(-2.5)", "-3.0"), ("round(3)", "3"), ("round(2.675, 2)", "2.68"),
                ])
            ],
            see: ["floor", "trunc"]),
    ]

    private static func part(_ function: BuiltInFunction, _ rows: [(String, String)], _ see: [String]) -> LanguageEntry
    {
        LanguageEntry(
            .function(function),
            """
            In UTC, or in the time zone that the second argument names. A text counts as a date in the forms that literals
            have; other texts give nil.
            """, apple: ours, [.values(rows.map { ($0.0, $0.1) })], see: see + ["truncate", "time zones", "dates"])
    }

    private static let day = "CAST('2024-02-29T23:30:15Z', 'NSDate')"

    private static let dateFunctions: [LanguageEntry] = [
        part(.year, [("year(\(day))", "2024"), ("year(nil)", "nil")], ["month"]),
        part(.month, [("month(\(day))", "2"), ("month(\(day), 'Asia/Tokyo')", "3")], ["year", "day"]),
        part(.day, [("day(\(day))", "29"), ("day(\(day), 'Europe/Berlin')", "1")], ["month", "weekday"]),
        LanguageEntry(
            .function(.hour),
            """
            In UTC, or in the time zone that the second argument names: a name of the IANA Time Zone Database such as
            `Europe/Lisbon`, or an offset such as `+02:00` (see `time zones`). With the zone `"written"` the hour is that of the text itself: `hour(time, "written")` of
            `2024-05-01T09:30:00-05:00` is 9. A text counts as a date in the forms that literals have; other texts give nil.
            """, apple: ours,
            [
                .values([
                    ("hour(\(day))", "23"), ("hour(\(day), 'Europe/Berlin')", "0"), ("hour(\(day), '-03:30')", "20"),
                ]),
                .of(
                    "hour(time) BETWEEN {8, 17}",
                    [(#"{"time": "2024-05-01T09:30:00Z"}"#, "true"), (#"{"time": "2024-05-01T21:00:00Z"}"#, "false")]),
                .refused("hour(time, 'Lisbon') == 8", "unknown-time-zone"),
            ], see: ["minute", "truncate", "time zones", "dates"]),
        part(.minute, [("minute(\(day))", "30"), ("minute(\(day), '+05:45')", "15")], ["hour"]),
        part(.second, [("second(\(day))", "15")], ["minute"]),
        LanguageEntry(
            .function(.weekday),
            "Weeks begin on Monday (ISO 8601). In UTC, or in the time zone that the second argument names.",
            apple: ours,
            [
                .values([("weekday(\(day))", "4")]),
                .of(
                    "weekday(time) > 5", [(#"{"time": "2024-03-03T12:00:00Z"}"#, "true")],
                    note: "At the weekend:"),
            ], see: ["day", "hour"]),
        LanguageEntry(
            .function(.truncateDate),
            """
            The units are `second`, `minute`, `hour`, `day`, `week`, `month`, `quarter` and `year`. In UTC, or in the time zone
            that the third argument names. Weeks begin on Monday. As a key of groups it counts by hour or by day. For a number
            without its fraction, use `trunc`.
            """, apple: ours,
            [
                .values([
                    ("truncate(\(day), 'hour')", "2024-02-29T23:00:00Z"),
                    ("truncate(\(day), 'week')", "2024-02-26T00:00:00Z"),
                    ("truncate(\(day), 'day', 'Europe/Berlin')", "2024-02-29T23:00:00Z"),
                ]),
                .refused("truncate(time, 'hours') == nil", "unknown-unit"),
            ], see: ["hour", "trunc", "time zones", "dates"]),
        LanguageEntry(
            .topic(
                "time zones", ["time zone", "zones", "zone", "tz", "IANA"], "The last argument of functions of dates."),
            ["'Europe/Lisbon'", "'+02:00'", "'written'"],
            """
            Without a zone, functions of dates work in UTC. A zone is a name of the IANA Time Zone Database, an offset from UTC,
            or `"written"`: the offset that the text of the date states. The rules of the zones are compiled in, from version
            \(TimeZoneRules.version) of the database, and do not depend on the machine.

            An hour that clocks show twice is two hours for `truncate`. A day whose beginning clocks skip begins behind the gap.
            """, apple: "NSPredicate has no functions of dates.",
            [
                .values([
                    ("hour(\(day), 'Europe/Lisbon')", "23"), ("hour(\(day), '+05:30')", "5"),
                    ("minute(\(day), 'Asia/Kathmandu')", "15"),
                    (
                        "truncate(CAST('2024-03-10T15:00:00Z', 'NSDate'), 'day', 'America/Havana')",
                        "2024-03-10T05:00:00Z"
                    ),
                ]),
                .of(
                    "hour(time, 'written') == 9",
                    [
                        (#"{"time": "2024-05-01T09:30:00-05:00"}"#, "true"),
                        (#"{"time": "2024-05-01T09:30:00Z"}"#, "true"),
                    ]),
                .refused("year(time, 'CEST') == 2024", "unknown-time-zone"),
            ], see: ["hour", "truncate", "dates"]),
    ]

    private static let recordFunctions: [LanguageEntry] = [
        LanguageEntry(
            .function(.finds),
            """
            A condition on its own. The pattern is as of `MATCHES`, which has to match the whole text. `(?i)` at its beginning
            ignores case.
            """, apple: ours,
            [
                .values([("finds('disk full', 'fu')", "true"), ("finds('disk full', '^full')", "false")]),
                .of(
                    "finds(msg, 'time ?out|refused') AND NOT finds(msg, '(?i)retry')",
                    [(#"{"msg": "read timeout"}"#, "true"), (#"{"msg": "timeout, Retry 1"}"#, "false")]),
                .refused("finds(msg, '(')", "bad-pattern"),
            ], see: ["MATCHES", "CONTAINS"]),
        LanguageEntry(
            .function(.anywhere),
            """
            A condition on its own. `anywhere('x')` looks into all texts of the record at any depth, but not into its keys and
            numbers; with a value as first argument, into that. Upper and lower case differ.
            """, apple: ours,
            [
                .of(
                    "anywhere('timeout')",
                    [(#"{"a": {"b": ["read timeout"]}}"#, "true"), (#"{"timeout": 5}"#, "false")]),
                .of("anywhere(labels, 'prod')", [(#"{"labels": {"env": "prod"}, "id": 1}"#, "true")]),
            ], see: ["CONTAINS", "SELF"]),
        LanguageEntry(
            .function(.has),
            """
            A condition on its own, which tells a key with the value `null` from a missing key. To all other operators both are
            nil. The argument is a key path, of which only the last key is asked for, or the text of a key. A field that a type declares is there.
            """, apple: ours,
            [
                .of(
                    "has(email)",
                    [(#"{"email": "a@b.c"}"#, "true"), (#"{"email": null}"#, "true"), (#"{"name": "Jane"}"#, "false")]),
                .of("has(user.email) AND user.email == nil", [(#"{"user": {"email": null}}"#, "true")]),
            ], see: ["nil", "=="]),
    ]
}
