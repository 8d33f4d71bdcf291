import PredicateFormat

extension LanguageReference {
    /// The types of values.
    static let types: [LanguageEntry] = [
        LanguageEntry(
            .topic("any", ["untyped", "schema", "mismatch"], "A value of unknown type."),
            #"""
            Without a schema every field has this type; in a schema, a field declared as `{}` or with mixed types. Its
            type can be different in each record. A comparison of incompatible values is false, except for `!=`, which
            is true. A schema that is inferred from records only checks and suggests; it never changes an answer.
            """#,
            [
                .of("a > 5", [(#"{"a": 6}"#, "true"), (#"{"a": "6"}"#, "false"), (#"{"a": [6]}"#, "false")]),
                .refused(
                    "a > 5", "wrong-operand", declared: #"{"a": {"type": "string"}}"#,
                    note: "With a declared type it is an error before anything runs:"),
            ], see: ["optional", "names"]),
        LanguageEntry(
            .topic("boolean", ["bool"], "True or false."), [#"{"type": "boolean"}"#],
            "Compares with numbers, and takes part in arithmetic and order, as 1 and 0.",
            [.of("flag == 1 AND flag + 1 == 2", [(#"{"flag": true}"#, "true")])], see: ["TRUE", "FALSE"]),
        LanguageEntry(
            .topic("integer", ["int"], "A 64-bit integer."), [#"{"type": "integer"}"#],
            #"""
            A JSON number without decimal point and exponent or, in a field with this type, one whose fraction is
            zero. A number that does not fit in 64 bits is read as a double. Division of two integers drops the
            fraction; a result that does not fit in 64 bits is nil.
            """#,
            [
                .of("n / 2", [(#"{"n": 7}"#, "3"), (#"{"n": 7.0}"#, "3.5")]),
                .of("n / 2", [(#"{"n": 7.0}"#, "3")], declared: #"{"n": {"type": "integer"}}"#),
            ],
            see: ["numbers", "double", "/"]),
        LanguageEntry(
            .topic("double", ["number type", "float"], "A floating-point number of 64 bits."), [#"{"type": "number"}"#],
            """
            In a field with this type, `7` is 7.0. There is no NaN and no infinity; a result that would be one is nil.
            It compares exactly with integers, without rounding.
            """,
            [
                .of("x / 2", [(#"{"x": 7}"#, "3.5")], declared: #"{"x": {"type": "number"}}"#),
                .values([
                    ("0.1 + 0.2 == 0.3", "false"), ("9007199254740993 == 9007199254740992.0", "false"),
                    ("1 / 0.0", "nil"),
                ]),
            ], see: ["numbers", "integer", "decimal"]),
        LanguageEntry(
            .topic("decimal", ["money"], "A number with exact decimal digits, for money."),
            [#"{"type": "number", "format": "decimal"}"#, "CAST('0.1', 'NSDecimalNumber')"],
            """
            Only the schema or `CAST` makes a decimal; it keeps every digit of the JSON. Arithmetic with integers gives
            a decimal, with doubles a double.
            """,
            [
                .of(
                    "price * 3 == CAST('0.3', 'NSDecimalNumber')", [(#"{"price": 0.1}"#, "true")],
                    declared: #"{"price": {"type": "number", "format": "decimal"}}"#)
            ],
            see: ["NSDecimalNumber", "double"]),
        LanguageEntry(
            .topic("string", ["string type"], "Text, as code points of Unicode."), [#"{"type": "string"}"#],
            """
            Equality and order compare code points and never depend on a locale, except with `[l]`. `é` as one code
            point and as two are different without `[d]`. `length` is the number of code points.
            """,
            [
                .of("name.length", [(#"{"name": "Zoë"}"#, "3"), (#"{"name": "👍"}"#, "1")]),
                .values([(#"'e\u0301' == 'é'"#, "false"), (#"'e\u0301' ==[d] 'é'"#, "true")]),
            ], see: ["strings", "length", "[d]"]),
        LanguageEntry(
            .topic("date", ["date-time", "date type"], "An instant."), [#"{"type": "string", "format": "date-time"}"#],
            #"""
            In JSON it is a text in the form of RFC 3339: `2026-01-31T12:00:00Z`. A field with this type compares as a
            date with a date, a text literal or another date field; options and text operators see its text. As a
            number it is seconds since 2001-01-01T00:00:00Z; use `CAST` to compare a date with a number.
            """#,
            [
                .of(
                    "due - now() < 86400",
                    [(#"{"due": "2026-01-31T20:00:00Z"}"#, "true"), (#"{"due": "2026-02-05T00:00:00Z"}"#, "false")],
                    declared: #"{"due": {"type": "string", "format": "date-time"}}"#, note: "Due within a day:"),
                .of(
                    "due BEGINSWITH '2026-01'", [(#"{"due": "2026-01-31T20:00:00Z"}"#, "true")],
                    declared: #"{"due": {"type": "string", "format": "date-time"}}"#),
            ], see: ["dates", "NSDate", "now", "+"]),
        LanguageEntry(
            .topic("UUID", ["guid"], "A UUID; in JSON its text."),
            [#"{"type": "string", "format": "uuid"}"#, "CAST('…', 'NSUUID')"],
            """
            Compares as a value, so the case of its letters is ignored. Text operators see the text of the JSON.
            """,
            [
                .of(
                    "id == 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'",
                    [(#"{"id": "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"}"#, "true")],
                    declared: #"{"id": {"type": "string", "format": "uuid"}}"#)
            ], see: ["NSUUID"]),
        LanguageEntry(
            .topic("URL", ["uri"], "A URL; in JSON its text."),
            [#"{"type": "string", "format": "uri"}"#, "CAST('…', 'NSURL')"],
            """
            The scheme and the host compare without case, the rest exactly. Text operators see the text of the JSON.
            """,
            [
                .of(
                    "home == 'https://example.org/A'",
                    [
                        (#"{"home": "HTTPS://Example.org/A"}"#, "true"),
                        (#"{"home": "https://example.org/a"}"#, "false"),
                    ],
                    declared: #"{"home": {"type": "string", "format": "uri"}}"#)
            ], see: ["NSURL"]),
        LanguageEntry(
            .topic("data", ["base64", "bytes"], "Bytes; in JSON base64."),
            [#"{"type": "string", "contentEncoding": "base64"}"#],
            """
            Compares by `==`, `!=` and `IN` with other data: a field, an argument, a variable. There is no literal
            and no `CAST` for it.
            """,
            [
                .of(
                    "a == b", [(#"{"a": "aGk=", "b": "aGk="}"#, "true"), (#"{"a": "aGk=", "b": "eW8="}"#, "false")],
                    declared:
                        #"{"a": {"type": "string", "contentEncoding": "base64"}, "b": {"type": "string", "contentEncoding": "base64"}}"#
                )
            ], see: ["UUID"]),
        LanguageEntry(
            .topic("enumeration", ["enum", "cases"], "One of a list of cases."), [#"{"enum": ["open", "closed"]}"#],
            """
            A value that is not a declared case is an error in a predicate; the message names the nearest case. The
            order is the order of the texts or numbers, not of the declaration. An enumeration that is inferred from
            records causes only warnings.
            """,
            [
                .of(
                    "state > 'closed'", [(#"{"state": "open"}"#, "true")],
                    declared: #"{"state": {"enum": ["open", "closed"]}}"#),
                .refused("state == 'opn'", "unknown-case", declared: #"{"state": {"enum": ["open", "closed"]}}"#),
            ], see: ["string", "IN"]),
        LanguageEntry(
            .topic("list", ["array", "list type"], "Values in their order; a JSON array."),
            [#"{"type": "array", "items": {"type": "string"}}"#],
            """
            Equals a list with equal elements in the same order. `ANY`, `CONTAINS`, indices and collection operators
            give access to the elements.
            """,
            [.of("tags == {'a', 'b'}", [(#"{"tags": ["a", "b"]}"#, "true"), (#"{"tags": ["b", "a"]}"#, "false")])],
            see: ["lists", "ANY", "index", "set"]),
        LanguageEntry(
            .topic("set", ["uniqueItems"], "Distinct values without an order."),
            [#"{"type": "array", "uniqueItems": true}"#, "a UNION b"],
            """
            The result of `UNION`, `INTERSECT` and `MINUS`, and an array with this type. It equals a set or list with
            the same distinct elements, in any order.
            """,
            apple: "A set never equals an array there.",
            [
                .values([("{1, 2} UNION {} == {2, 1, 1}", "true")]),
                .of(
                    "tags == {'b', 'a'}", [(#"{"tags": ["a", "b"]}"#, "true")],
                    declared: #"{"tags": {"type": "array", "uniqueItems": true, "items": {"type": "string"}}}"#),
            ], see: ["UNION", "list"]),
        LanguageEntry(
            .topic("object", ["record type"], "Named fields; a JSON object."),
            [#"{"type": "object", "properties": {…}}"#],
            """
            Paths give access to its fields. Two objects are equal if all their fields are equal; null and missing are
            the same. A field that the schema does not declare is an error; the message suggests similar fields.
            """,
            [
                .of("address.city == 'Rome'", [(#"{"address": {"city": "Rome"}}"#, "true")]),
                .refused(
                    "adress.city == 'Rome'", "unknown-field",
                    declared: #"{"address": {"type": "object", "properties": {"city": {"type": "string"}}}}"#),
            ], see: ["names", "dictionary"]),
        LanguageEntry(
            .topic("dictionary", ["map"], "Free keys with values of one type; a JSON object."),
            [#"{"type": "object", "additionalProperties": {"type": "string"}}"#],
            """
            `['key']` and a path read an entry, `@count` counts the entries, `IN` and `CONTAINS` search the values.
            Without a schema every JSON object is a dictionary. `ANY` does not work on dictionaries.
            """,
            [
                .of("prices['tea'] < 3 AND 2 IN prices", [(#"{"prices": {"tea": 2, "milk": 1}}"#, "true")]),
                .of("prices.@count", [(#"{"prices": {"tea": 2, "milk": 1}}"#, "2")]),
            ], see: ["index", "object", "IN"]),
        LanguageEntry(
            .topic("optional", ["nullable", "required", "or nil"], "A type, or nil."),
            [#"{"type": ["string", "null"]}"#],
            """
            In a schema, a field may be nil if its type includes `null`, or if it is not `required`. No unwrapping is
            needed; `nil in comparisons` describes the answers for nil. If nil satisfies a `!=`, there is a warning.
            """,
            [.of("nick.length > 2", [(#"{"nick": "Bob"}"#, "true"), (#"{"nick": null}"#, "false")])],
            see: ["nil", "nil in comparisons"]),
    ]
}
