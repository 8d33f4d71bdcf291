import PredicateFormat

extension LanguageReference {
    /// Functions, casts, and the forms that call them.
    static let functions: [LanguageEntry] = [
        LanguageEntry(
            .function(.sum),
            """
            nil is skipped. If an element is not a number, the result is nil. The argument is one list, so constants
            need braces.
            """,
            [
                .values([("sum({1, 2, 3})", "6"), ("sum({1, 2.5})", "3.5"), ("sum({})", "0"), ("sum(nil)", "nil")]),
                .of("sum(scores) > 10", [(#"{"scores": [5, 6, null]}"#, "true"), (#"{"scores": [5, "6"]}"#, "false")]),
                .refused("sum(1, 2, 3) == 6", "wrong-argument-count"),
            ], see: ["@sum", "average"]),
        LanguageEntry(
            .function(.average), "nil is skipped. For no elements, the result is nil.",
            [.values([("average({1, 2})", "1.5"), ("average({1, nil})", "1.0"), ("average({})", "nil")])],
            see: ["@avg", "median"]),
        LanguageEntry(
            .function(.count), "For lists and sets; the length of a text is `length`.",
            [.values([("count({1, nil})", "2"), ("count({})", "0"), ("count(nil)", "nil")])], see: ["@count", "[SIZE]"]),
        LanguageEntry(
            .function(.min),
            """
            Works on numbers, dates or texts, by `<`. nil is skipped. The result is nil if the elements cannot be
            ordered with each other.
            """,
            [
                .values([("min({3, 1, 2})", "1"), ("min({'b', 'a'})", #""a""#), ("min({})", "nil")]),
                .of("age == min(ages)", [(#"{"age": 21, "ages": [21, 42]}"#, "true")]),
            ], see: ["@min", "max"]),
        LanguageEntry(
            .function(.max), "Works like `min`.", [.values([("max({3, 1, nil})", "3"), ("max({nil})", "nil")])],
            see: ["@max", "min"]),
        LanguageEntry(
            .function(.median),
            """
            For an odd number of elements, the result is the middle one, unchanged: an integer stays an integer. For an even \
            number, it is the mean of the two in the middle, a double. nil is skipped. For no elements, the \
            result is nil.
            """,
            [
                .values([
                    ("median({1, 5, 2})", "2"), ("median({1, 2, 3, 4})", "2.5"),
                    ("median({9007199254740993})", "9007199254740993"),
                ])
            ], see: ["average", "mode"]),
        LanguageEntry(
            .function(.mode), "Several elements if they are equally common, in the order of their first appearance.",
            [.values([("mode({1, 2, 3, 3})", "{3}"), ("mode({1, 2, 1, 2})", "{1, 2}"), ("mode({})", "{}")])],
            see: ["median"]),
        LanguageEntry(
            .function(.stddev),
            "The standard deviation of a sample would be larger. nil is skipped. For no elements, the result is nil.",
            [.values([("stddev({2, 4})", "1.0"), ("stddev({5})", "0.0")])], see: ["average"]),
        LanguageEntry(
            .function(.modulus),
            "For integers. The remainder by zero is nil. There is no operator, because `%` begins an argument.",
            [
                .values([("modulus:by:(7, 2)", "1"), ("modulus:by:(-7, 2)", "-1"), ("modulus:by:(7, 0)", "nil")]),
                .of(
                    "modulus:by:(n, 2) == 0", [(#"{"n": 4}"#, "true"), (#"{"n": 5}"#, "false")], note: "Even numbers:"),
            ], see: ["/"]),
        LanguageEntry(
            .function(.squareRoot), "The root of a negative number is nil.",
            [.values([("sqrt(9)", "3.0"), ("sqrt(-1)", "nil")])], see: ["**"]),
        LanguageEntry(
            .function(.naturalLogarithm), "The logarithm of zero or a negative number is nil.",
            [.values([("ln(1)", "0.0"), ("ln(0)", "nil")])], see: ["log", "exp"]),
        LanguageEntry(
            .function(.logarithm), "The logarithm of zero or a negative number is nil.",
            [.values([("log(1000)", "3.0"), ("log(0)", "nil")])],
            see: ["ln"]),
        LanguageEntry(
            .function(.exponential), "nil if the result does not fit a double.",
            [.values([("exp(0)", "1.0"), ("exp(1000)", "nil")])], see: ["ln", "**"]),
        LanguageEntry(
            .function(.floor), "An integer stays the same.",
            [.values([("floor(1.7)", "1.0"), ("floor(-1.5)", "-2.0"), ("floor(3)", "3")])], see: ["ceiling", "trunc"]),
        LanguageEntry(
            .function(.ceiling), "An integer stays the same.",
            [.values([("ceiling(1.2)", "2.0"), ("ceiling(-1.5)", "-1.0")])], see: ["floor"]),
        LanguageEntry(
            .function(.truncate), "Rounds towards zero. An integer stays the same.",
            [.values([("trunc(-1.5)", "-1.0"), ("trunc(1.5)", "1.0")])], see: ["floor"]),
        LanguageEntry(
            .function(.absolute), "nil if the result does not fit in 64 bits.",
            [.values([("abs(-5)", "5"), ("abs(-2.5)", "2.5"), ("abs(-9223372036854775808)", "nil")])], see: ["-a"]),
        LanguageEntry(
            .function(.uppercase),
            "By Unicode's full mapping, independent of the user's language. To ignore case in a comparison, use `[c]`.",
            [.values([("uppercase('straße')", #""STRASSE""#), ("uppercase(nil)", "nil")])], see: ["lowercase", "[c]"]),
        LanguageEntry(
            .function(.lowercase), "By Unicode's full mapping, independent of the user's language.",
            [.values([("lowercase('ÀB')", #""àb""#)])], see: ["uppercase", "[c]"]),
        LanguageEntry(
            .function(.length), ["length(text)", "text.length"],
            """
            The property `length` of a text is the same; for a list of texts it gives the list of their lengths. A field
            named `length` takes precedence.
            """,
            apple: "`length` counts units of UTF-16 there, so an emoji counts as two or more.",
            [
                .values([("length('Zoë')", "3"), ("length('👍')", "1"), ("length('')", "0")]),
                .of("name.length > 3", [(#"{"name": "Anna"}"#, "true"), (#"{"name": null}"#, "false")]),
            ], see: ["string", "@count"]),
        LanguageEntry(
            .function(.append), "`concat` joins any number of texts.",
            [
                .values([("stringByAppendingString:('Old', 'MacDonald')", #""OldMacDonald""#)]),
                .of(
                    "FUNCTION(first, 'stringByAppendingString:', last)",
                    [(#"{"first": "A", "last": "B"}"#, #""AB""#), (#"{"first": "A"}"#, "nil")]),
            ], see: ["concat", "FUNCTION", "+"]),
        LanguageEntry(
            .function(.now),
            """
            The same instant for a whole run, and so for every record of a filter. `now() - 1d` is a day ago.
            """,
            [
                .values([("now()", "2026-01-31T12:00:00Z"), ("now() - now()", "0.0")]),
                .of(
                    "seen > now() - 7d",
                    [(#"{"seen": "2026-01-30T00:00:00Z"}"#, "true"), (#"{"seen": "2026-01-01T00:00:00Z"}"#, "false")],
                    declared: #"{"seen": {"type": "string", "format": "date-time"}}"#,
                    note: "Seen in the last seven days:"),
            ], see: ["dates", "date", "-"]),
        LanguageEntry(
            .function(.random), "`random() < 0.1` picks about one record in ten, different ones in each run.",
            apple: "Apple's header calls the result an integer, but it is a fraction in practice, as here.",
            [.values([("random() < 1", "true"), ("random() == random()", "false")])], see: ["randomn"]),
        LanguageEntry(
            .function(.randomBelow), "nil for a limit below 1.",
            [.values([("randomn(1)", "0"), ("randomn(6) < 6", "true"), ("randomn(0)", "nil")])], see: ["random"]),
        LanguageEntry(
            .function(.noIndex), "A hint to Core Data without effect here.", [.values([("noindex(513)", "513")])],
            see: ["FUNCTION"]),
        LanguageEntry(
            .form(.function),
            #"""
            Calls a function with the value as its first argument. The name is in quotes, and its last colon is
            optional. It can call the functions of this page, the operators by their selectors (`add:to:`), and
            functions that the program registered; never a method or a class.
            """#,
            apple:
                """
                It sends any selector to the value there, which hostile predicates have used to take over programs.
                Newer systems refuse selectors that are not on a list.
                """,
            [
                .values([
                    ("FUNCTION({1, 2}, 'sum')", "3"), ("FUNCTION(7, 'modulus:by:', 4)", "3"),
                    ("FUNCTION(2, 'raise:toPower:', 3)", "8"),
                ]),
                .refused("FUNCTION(name, 'description') == 'x'", "unknown-function"),
            ], see: ["CAST", "stringByAppendingString:"]),
        LanguageEntry(
            .form(.cast),
            #"""
            Converts a value to another type. The name of the type is in quotes; the list of types is closed. A value
            that cannot be converted gives nil; for a literal this is an error. nil stays nil.
            """#,
            apple: "`CAST(x, 'Class')` looks up a class there; here it is an error.",
            [
                .values([("CAST('42', 'NSNumber') + 1", "43"), ("CAST(42, 'NSString')", #""42""#)]),
                .of("CAST(size, 'NSNumber') > 9", [(#"{"size": "10"}"#, "true"), (#"{"size": "big"}"#, "false")]),
                .refused("CAST(x, 'Class') == nil", "unknown-cast-type"),
            ], see: ["NSDate", "NSNumber", "NSString"]),
        LanguageEntry(
            .cast(.date),
            """
            Takes text in the forms of `dates`, a number of seconds since 2001-01-01T00:00:00Z, or a date.
            Text in a record must have the full form with an offset.
            """,
            [
                .values([
                    ("CAST('2026-01-31', 'NSDate')", "2026-01-31T00:00:00Z"),
                    ("CAST(0, 'NSDate')", "2001-01-01T00:00:00Z"),
                ]),
                .of(
                    "CAST(t, 'NSDate')",
                    [(#"{"t": "2026-01-31T01:00:00+01:00"}"#, "2026-01-31T00:00:00Z"), (#"{"t": "soon"}"#, "nil")]),
            ], see: ["dates", "date"]),
        LanguageEntry(
            .cast(.number),
            "Takes text that is only a number, without spaces, or a date, which gives seconds since 2001-01-01T00:00:00Z.",
            [
                .values([
                    ("CAST('7', 'NSNumber')", "7"), ("CAST('7.0', 'NSNumber')", "7.0"),
                    ("CAST(CAST('2001-01-02', 'NSDate'), 'NSNumber')", "86400.0"),
                ]),
                .of(
                    "CAST(t, 'NSNumber')",
                    [(#"{"t": "1e3"}"#, "1000.0"), (#"{"t": " 7"}"#, "nil"), (#"{"t": null}"#, "nil")]),
            ], see: ["numbers", "NSDecimalNumber"]),
        LanguageEntry(
            .cast(.decimal), "Keeps every digit of a text, and the shortest form of a double.",
            [.values([("CAST('0.10', 'NSDecimalNumber') * 3 == CAST('0.3', 'NSDecimalNumber')", "true")])],
            see: ["decimal"]),
        LanguageEntry(
            .cast(.string),
            """
            Numbers as they print, an integral double without `.0`; booleans as 1 and 0; dates in UTC; UUIDs in upper
            case. Lists and objects give nil.
            """,
            [
                .values([
                    ("CAST(2.50, 'NSString')", #""2.5""#), ("CAST(2.0, 'NSString')", #""2""#),
                    ("CAST(TRUE, 'NSString')", #""1""#),
                ]), .of("CAST(id, 'NSString') BEGINSWITH '10'", [(#"{"id": 1042}"#, "true")]),
            ], see: ["string"]),
        LanguageEntry(
            .cast(.uuid), "Takes text of 32 hexadecimal digits with hyphens, in either case.",
            [
                .values([
                    ("CAST('e621e1f8-c36c-495a-93fc-0c247a3e6e5f', 'NSUUID')", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
                ]), .of("CAST(id, 'NSUUID') == nil", [(#"{"id": "none"}"#, "true")]),
            ], see: ["UUID"]),
        LanguageEntry(
            .cast(.url), "Takes text with a scheme, or a relative reference (RFC 3986). Other text gives nil.",
            [
                .of(
                    "CAST(a, 'NSURL') == CAST(b, 'NSURL')",
                    [(#"{"a": "http://A.org/x", "b": "HTTP://a.org/x"}"#, "true")]),
                .of("CAST(a, 'NSURL') == nil", [(#"{"a": "not a url"}"#, "true"), (#"{"a": "/a/b?c=1"}"#, "false")]),
                .refused("CAST('not a url', 'NSURL') == a", "unreadable-cast"),
            ], see: ["URL"]),
    ]

    /// What stands behind all functions of the list.
    static let otherFunctions: [LanguageEntry] = [
        LanguageEntry(
            .topic(
                "functions of a program", ["custom functions", "registered functions", "PredicateFunction"],
                "Functions that a program adds to the language."),
            #"""
            A program registers functions with `PredicateLibrary.adding(_:)`: a selector, typed parameters, a result
            type and a sentence of help. They are checked, completed and printed like the built-in ones. Operators,
            such as `UTI-CONFORMS-TO`, are registered in the same way.
            """#,
            [
                .refused(
                    "distance(here, there) < 5", "unknown-function",
                    note: "A function that is not registered does not exist:")
            ], see: ["FUNCTION"]),
        LanguageEntry(
            .topic(
                "not available",
                [
                    "ANYKEY", "FETCH", "TOKENMATCHES", "CASEINSENSITIVE", "CI", "isKindOfClass:",
                    "distanceToLocation:fromLocation:", "tokenize:using:", "distinct:", "inverseOrderKey:",
                    "block predicates",
                ],
                "Parts of Apple's frameworks, which are refused by name."),
            #"""
            `ANYKEY`, `FETCH`, `TOKENMATCHES`, selectors as operators such as `isKindOfClass:`, and the functions
            `distanceToLocation:fromLocation:`, `tokenize:using:`, `distinct:` and `inverseOrderKey:` need Apple's
            frameworks. They are parsed and refused. `CASEINSENSITIVE` and `CI` are reserved words without a meaning,
            here and in NSPredicate. A predicate that is a block of code has no text.
            """#,
            [.refused("ANYKEY == 5", "unavailable"), .refused("SELF isKindOfClass: 'NSString'", "unavailable")],
            see: ["FUNCTION", "#word"]),
    ]
}
