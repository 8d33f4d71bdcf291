extension Guide {
    /// For who knows NSPredicate.
    static let nsPredicate = Guide(
        language: "NSPredicate", file: "coming-from-nspredicate.md",
        introduction: #"""
            The format strings are the same: what `NSPredicate(format:)` accepts is accepted here with the same
            meaning, and `predicateFormat` prints what Apple's prints wherever that can be read back. This page says how the call is made,
            and lists what differs. Each difference is on purpose.

            What is said of Apple's systems comes from Apple's documents and from what public tests and reports show
            of them. Where that leaves something open, the page says so.
            """#,
        showsData: false,
        sections: [
            Section(
                title: "The call",
                text: #"""
                    `NSPredicate(format: "age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")` is written in two steps,
                    which may both throw. What they throw is a value, `PredicateDiagnostics`, with every error of the
                    string, its place and, where one is known, the edit that fixes it; on Apple's systems a bad string
                    is an exception, which Swift cannot catch.

                    `predicate.evaluate(with: object)` is `predicate.matches(record)`. `predicateFormat` has the same
                    name. `withSubstitutionVariables(_:)` is `binding(_:)`. `NSCompoundPredicate` is made by `&&`,
                    `||` and `!` of trees, and `NSExpression(format:)` is `ParsedExpression(parsing:)`. The schema may
                    be nil: then every field is what it is in each record.
                    """#,
                code: """
                    let predicate = try ParsedPredicate(parsing: "age >= %d AND name BEGINSWITH[cd] %@")
                        .checked(against: schema, arguments: [18, "jo"])
                    predicate.matches(["age": 18, "name": "Jörg"])   // true
                    """),
            Section(
                title: "What is the same",
                text:
                    """
                    Operators and their spellings, options, quantifiers, key paths, collection operators, `SUBQUERY`,
                    `FUNCTION`, `CAST`, `TERNARY`, `$variables`, `%@` and the like, the rules of nil. Some strings as
                    they are found in the wild:
                    """,
                examples: [
                    .of(
                        "machine_type == 'laptop' AND os_vers_major > 10",
                        [(#"{"machine_type": "laptop", "os_vers_major": 14}"#, "true")]),
                    .of(
                        "ANY applications.bundleid BEGINSWITH 'com.adobe.'",
                        [
                            (#"{"applications": [{"bundleid": "com.adobe.Reader"}]}"#, "true"),
                            (#"{"applications": []}"#, "false"),
                        ]),
                    .of("date > CAST('2016-03-02T00:00:00Z', 'NSDate')", [("{}", "false")]),
                    .of(
                        """
                        SUBQUERY(extensionItems, $e, SUBQUERY($e.attachments, $a, ANY $a.registeredTypeIdentifiers
                        UTI-CONFORMS-TO 'public.image').@count == $e.attachments.@count).@count == 1
                        """,
                        [
                            (
                                #"{"extensionItems": [{"attachments": [{"registeredTypeIdentifiers": ["public.jpeg"]}]}]}"#,
                                "true"
                            )
                        ]),
                    .of(
                        "rect.x BETWEEN {1, 100} AND NOT (type == 'x' OR NOT (label IN {'3', '4'}))",
                        [(#"{"rect": {"x": 5}, "type": "y", "label": "3"}"#, "true")]),
                    .values([
                        ("{1, 2, 3}[SIZE] == 3", "true"), ("nil <= nil", "true"), ("ALL {} == 5", "true"),
                        ("2 ** 3 ** 2", "64"),
                    ]),
                ]),
            Section(
                title: "Errors instead of exceptions",
                text: #"""
                    Whatever can be wrong is found when a predicate is checked, before it sees a record: unknown keys,
                    operators that do not fit their values, patterns that cannot be compiled, arguments of the wrong
                    number or type. Evaluation has no failure left. Where a type is not known beforehand and a value
                    does not fit, a comparison is false (`!=` is true).

                    There, an unknown key of an object, a text operator on a number, `ANY` of what is no collection,
                    an order between values that do not fit and a pattern that cannot be compiled are exceptions while
                    a record is looked at.
                    """#,
                examples: [
                    .refused(
                        "naem CONTAINS 'x' AND age BEGINSWITH '3'", "unknown-field",
                        declared: #"{"name": {"type": "string"}, "age": {"type": "integer"}}"#, note: "With a schema:"),
                    .of(
                        "age BEGINSWITH '3'", [(#"{"age": "31"}"#, "true"), (#"{"age": 31}"#, "false")],
                        note: "Without one:"),
                    .of("ANY tags == 'x'", [(#"{"tags": null}"#, "false"), (#"{"tags": "x"}"#, "false")]),
                    .refused(
                        "'42' == 42", "wrong-operand",
                        note: "Two literals that can never be equal are a mistake; there they are unequal:"),
                ]),
            Section(
                title: "A predicate is data, not code",
                text: #"""
                    `FUNCTION` and the plain calls reach a closed list of functions, and those that your program
                    registers with types and help. `CAST` reaches six types. There, `FUNCTION` sends any selector and
                    `CAST(x, 'Class')` looks up a class, which is how predicates from outside have taken programs
                    over.
                    """#,
                examples: [
                    .values([("FUNCTION('Old', 'stringByAppendingString:', 'MacDonald')", #""OldMacDonald""#)]),
                    .refused("FUNCTION(SELF, 'description') == 'x'", "unknown-function"),
                    .refused("CAST('NSFileManager', 'Class') == nil", "unknown-cast-type"),
                ]),
            Section(
                title: "nil instead of exceptions and undefined values",
                text:
                    """
                    An index that is out of range, a division by zero, an integer of more than 64 bits, and a result
                    that would be no number or infinite are nil. So is arithmetic with nil, and with what is no
                    number.
                    """,
                examples: [
                    .values([
                        ("{1, 2}[5]", "nil"), ("{1, 2}[-1]", "nil"), ("1 / 0", "nil"),
                        ("9223372036854775807 + 1", "nil"), ("sqrt(-1)", "nil"), ("nil + 1", "nil"),
                    ])
                ]),
            Section(
                title: "Key paths",
                text: #"""
                    `a.b[0]` indexes the whole path; there the index belongs to `b`, which differs only where `a` is a
                    list. `size`, `first` and `last` are names outside of `[ ]`; there they are reserved everywhere. A
                    name may have letters of any script. Other keys stand in quotes, at the start of a path behind
                    `SELF.`; there `%K` is the documented way. A key that is missing is nil for every object.
                    """#,
                examples: [
                    .of("items.scores[0]", [(#"{"items": [{"scores": [1, 2]}, {"scores": [3]}]}"#, "{1, 2}")]),
                    .of("size > 3 AND last == 'Smith'", [(#"{"size": 4, "last": "Smith"}"#, "true")]),
                    .of(
                        #"SELF."board-id" == 'Mac-1' AND étrange == 1"#,
                        [(#"{"board-id": "Mac-1", "étrange": 1}"#, "true")]),
                ]),
            Section(
                title: "Collections",
                text: #"""
                    `@avg` skips nil; there nil counts as zero. `@sum`, `@max` and the others need no path behind them
                    when the elements are the values. Options apply to elements under `IN` and `CONTAINS`; there it is
                    not documented whether they do. A set equals a list with the same elements; there never.
                    """#,
                examples: [
                    .of("scores.@avg", [(#"{"scores": [1, 2, null]}"#, "1.5")]),
                    .of("scores.@max", [(#"{"scores": [1, 9]}"#, "9")]),
                    .values([("'A' IN[c] {'a', 'b'}", "true"), ("{1, 2} UNION {} == {2, 1}", "true")]),
                ]),
            Section(
                title: "Text",
                text: #"""
                    `length` counts code points and not units of UTF-16. `[l]` goes by the root collation of Unicode,
                    the same on every machine, unless your program gives another; there by the user's locale.
                    `MATCHES` takes a bounded number of steps: a match that needs more counts as none, and is
                    reported. [Patterns](patterns.md) lists what differs from ICU. A substring that is empty is found
                    in nothing, as there.
                    """#,
                examples: [
                    .values([
                        ("length('👍')", "1"), ("'abc' CONTAINS ''", "false"), ("'abc' LIKE 'a?c'", "true"),
                        ("'e' <[l] 'é'", "true"),
                    ])
                ]),
            Section(
                title: "Precedence",
                text: #"""
                    AND binds tighter than OR. Apple documents no order, and other implementations differ, so a string
                    without parentheses may mean something else there; a warning asks for them. `-2 ** 2` is -4; what
                    it is there is not documented.
                    """#,
                examples: [.values([("1 == 1 OR 1 == 2 AND 1 == 2", "true"), ("-2 ** 2", "-4")])]),
            Section(
                title: "Dates",
                text: #"""
                    A text beside a field that is declared as a date is read as one, so `CAST` is rarely needed. Two
                    fields without a declaration are texts. A date is no number: comparing the two takes `CAST`.
                    """#,
                examples: [
                    .of(
                        "born < '2000-01-01'", [(#"{"born": "1999-12-31T00:00:00Z"}"#, "true")],
                        declared: #"{"born": {"type": "string", "format": "date-time"}}"#),
                    .values([
                        ("CAST(0, 'NSDate')", "2001-01-01T00:00:00Z"),
                        ("CAST('2016-03-02', 'NSDate') > CAST('2016-03-01T12:00:00Z', 'NSDate')", "true"),
                    ]),
                ]),
            Section(
                title: "What is printed",
                text: #"""
                    `predicateFormat` prints as there: one space on each side, words in capitals, strings in double
                    quotes, parentheses round each compound within a compound, booleans as 1 and 0. It differs where
                    Apple's text could not be read back: a date prints as `CAST("2026-01-31T00:00:00Z", "NSDate")`
                    unless Apple's form, seconds, is asked for, and `5.0` as `5.0`.
                    """#,
                examples: [
                    .command(
                        "predicate format \"os_vers_major>=13 && machine_type='laptop' || NOT vip = YES\"",
                        "(os_vers_major >= 13 AND machine_type == \"laptop\") OR (NOT vip == 1)")
                ]),
            Section(
                title: "What is not here",
                text: #"""
                    `ANYKEY`, `FETCH`, `TOKENMATCHES`, selectors as operators such as `isKindOfClass:`,
                    `distanceToLocation:fromLocation:`, `tokenize:using:`, `distinct:`, `inverseOrderKey:` and block
                    predicates need what Apple's systems have around them. They are read, and refused by name. Names
                    of functions and collection operators are case-sensitive, with a suggestion.
                    """#,
                examples: [
                    .refused("SELF isKindOfClass: 'NSString'", "unavailable"),
                    .refused("SUM(scores) > 5", "unknown-function"),
                ]),
        ])
}
