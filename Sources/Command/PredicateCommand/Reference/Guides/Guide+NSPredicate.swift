extension Guide {
    /// The guide for users of NSPredicate.
    static let nsPredicate = Guide(
        language: "NSPredicate", file: "coming-from-nspredicate.md",
        introduction: #"""
            The format strings are the same: `CheckedPredicate` accepts the strings of `NSPredicate(format:)` with the same
            meaning, and `predicateFormat` prints the same text as Apple's if that can be parsed again. This page
            shows the calls and lists the differences, which are all intentional.

            The language has more than that: functions with plain names, such as `trim(name)`, and durations, such as `7d`.
            `predicate check --apple` names everything in a text that NSPredicate itself would not read.

            Statements about Apple's systems come from Apple's documents, public tests and reports. The page says so if
            something is unknown.
            """#,
        showsData: false,
        sections: [
            Section(
                title: "The call",
                text: #"""
                    `NSPredicate(format: "age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")` is one initializer here. It
                    throws a value, `PredicateDiagnostics`, with every error of the
                    string, its range and, if one is known, the edit that fixes it. On Apple's systems a wrong string
                    raises an exception, which Swift cannot catch.

                    `predicate.evaluate(with: object)` is `predicate.matches(record)`. `predicateFormat` has the same
                    name. `withSubstitutionVariables(_:)` is `binding(_:)`. `&&`, `||` and `!` of trees replace
                    `NSCompoundPredicate`, and `NSExpression(format:)` is `ParsedExpression(parsing:)`. The schema may
                    be nil: then a field may have any type in each record.
                    """#,
                code: """
                    import PredicateFormat

                    let schema = RecordSchema(
                        root: "Person",
                        types: [RecordType("Person", fields: [RecordField("age", .integer), RecordField("name", .string)])])
                    let predicate = try CheckedPredicate(
                        "age >= %d AND name BEGINSWITH[cd] %@", schema: schema, arguments: [18, "jo"])
                    print(predicate.matches(["age": 18, "name": "Jörg"]))  // true
                    """),
            Section(
                title: "What is the same",
                text:
                    """
                    Operators and their spellings, options, quantifiers, key paths, collection operators, `SUBQUERY`,
                    `FUNCTION`, `CAST`, `TERNARY`, `$variables`, `%@` and other arguments, and the rules of nil. Some
                    strings from real programs:
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
                    All errors are found when a predicate is checked, before it reads a record: unknown keys,
                    operators that do not fit their values, patterns that cannot be compiled, arguments of the wrong
                    number or type. Evaluation cannot fail. If a type is unknown before evaluation and a value
                    does not fit, a comparison is false (`!=` is true).

                    NSPredicate raises an exception during evaluation for an unknown key of an object, a text operator
                    on a number, `ANY` of a value that is not a collection, an order of incompatible values, and a
                    pattern that cannot be compiled.
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
                        note: "Two literals that can never be equal are an error; for NSPredicate they are unequal:"),
                ]),
            Section(
                title: "A predicate is data, not code",
                text: #"""
                    `FUNCTION` and plain calls can only call a closed list of functions, and those that your program
                    registers with types and help. `CAST` has six types. In NSPredicate, `FUNCTION` sends any selector
                    and `CAST(x, 'Class')` looks up a class, which hostile predicates have used to take over programs.
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
                    An index that is out of range, a division by zero, an integer that does not fit in 64 bits, and a
                    result that would be NaN or infinite give nil. So does arithmetic with nil or a value that is not a
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
                    `a.b[0]` indexes the whole path. In NSPredicate the index belongs to `b`, which makes a difference
                    only if `a` is a list. `size`, `first` and `last` are names outside of `[ ]`; NSPredicate reserves
                    them everywhere. A name may have letters of any script. Other keys go in quotes, at the start of a
                    path after `SELF.`; for NSPredicate, `%K` is the documented way. A missing key is nil for every object.
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
                    `@avg` skips nil; NSPredicate counts it as zero. `@sum`, `@max` and the others need no path after them
                    if the elements are the values. Options apply to elements with `IN` and `CONTAINS`; for NSPredicate
                    this is not documented. A set equals a list with the same elements; in NSPredicate it never does.
                    """#,
                examples: [
                    .of("scores.@avg", [(#"{"scores": [1, 2, null]}"#, "1.5")]),
                    .of("scores.@max", [(#"{"scores": [1, 9]}"#, "9")]),
                    .values([("'A' IN[c] {'a', 'b'}", "true"), ("{1, 2} UNION {} == {2, 1}", "true")]),
                ]),
            Section(
                title: "Text",
                text: #"""
                    `length` counts code points and not units of UTF-16. `[l]` uses the root collation of Unicode,
                    the same on every machine, unless your program supplies another; NSPredicate uses the user's locale.
                    `MATCHES` takes a bounded number of steps: a match that needs more counts as no match, and is
                    reported. [Patterns](patterns.md) lists the differences from ICU. No text contains the empty text,
                    as in NSPredicate.
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
                    AND binds tighter than OR. Apple documents no precedence, and other implementations differ, so a
                    string without parentheses may mean something else there; a warning asks for parentheses.
                    `-2 ** 2` is -4; Apple does not document it.
                    """#,
                examples: [.values([("1 == 1 OR 1 == 2 AND 1 == 2", "true"), ("-2 ** 2", "-4")])]),
            Section(
                title: "Dates",
                text: #"""
                    A text that is compared with a date field is read as a date, so `CAST` is rarely needed. Two
                    fields without a declaration are texts. A date is not a number: use `CAST` to compare the two.
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
                title: "Printing",
                text: #"""
                    `predicateFormat` prints like NSPredicate: one space on each side, words in capitals, strings in
                    double quotes, parentheses around each compound in a compound, booleans as 1 and 0. It differs if
                    Apple's text could not be parsed again: a date prints as `CAST("2026-01-31T00:00:00Z", "NSDate")`
                    unless Apple's form, seconds, is requested, and `5.0` prints as `5.0`. Control characters in strings
                    print as escapes such as `\n`, so that the text can be shown and passed on.
                    """#,
                examples: [
                    .command(
                        "predicate format \"os_vers_major>=13 && machine_type='laptop' || NOT vip = YES\"",
                        "(os_vers_major >= 13 AND machine_type == \"laptop\") OR (NOT vip == 1)")
                ]),
            Section(
                title: "What is not available",
                text: #"""
                    `ANYKEY`, `FETCH`, `TOKENMATCHES`, selectors as operators such as `isKindOfClass:`,
                    `distanceToLocation:fromLocation:`, `tokenize:using:`, `distinct:`, `inverseOrderKey:` and block
                    predicates need Apple's frameworks. They are parsed, and refused by name. Names
                    of functions and collection operators are case-sensitive; the message suggests the right case.
                    """#,
                examples: [
                    .refused("SELF isKindOfClass: 'NSString'", "unavailable"),
                    .refused("SUM(scores) > 5", "unknown-function"),
                ]),
        ])
}
