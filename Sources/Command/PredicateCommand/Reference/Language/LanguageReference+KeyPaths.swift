import PredicateFormat

extension LanguageReference {
    /// Ways to name fields.
    static let keyPaths: [LanguageEntry] = [
        LanguageEntry(
            .topic(
                "names", ["name", "key path", "field", ".", "identifier"],
                "A field of the record, and fields within it."), ["name", "address.city"],
            #"""
            A name is a letter or `_`, then letters, digits and `_`, of any script. Names are case-sensitive. A dot
            selects a field of an object. A field is nil if it is missing or null, or if the value before the dot has
            no fields, and so is the rest of the path.
            """#,
            apple:
                """
                Names are ASCII there, and a missing key raises an exception unless the object is a dictionary.
                """,
            [
                .of(
                    "address.city",
                    [
                        (#"{"address": {"city": "Rome"}}"#, #""Rome""#), (#"{"address": null}"#, "nil"), ("{}", "nil"),
                        (#"{"address": "Rome"}"#, "nil"),
                    ]),
                .of("größe > 5 AND Name == nil", [(#"{"größe": 6, "name": "x"}"#, "true")]),
            ], see: ["quoted names", "#word", "SELF", "nil"]),
        LanguageEntry(
            .topic("paths through lists", ["mapping", "to-many"], "After a list, a path continues in each element."),
            ["list.field"],
            #"""
            `items.price` of a list of items is the list of their prices; an element without a price gives nil. To
            compare such a list, use `ANY`, `ALL`, `NONE`, `CONTAINS` or a collection operator. `==` and `!=` can
            compare it with nil or another list. If the schema shows that a list is compared with one value, this is
            an error, and the message offers `ANY`.
            """#,
            [
                .of(
                    "items.price",
                    [
                        (#"{"items": [{"price": 5}, {"price": 7}, {}]}"#, "{5, 7, nil}"), (#"{"items": []}"#, "{}"),
                        ("{}", "nil"),
                    ]),
                .of("ANY items.price > 6", [(#"{"items": [{"price": 5}, {"price": 7}]}"#, "true")]),
                .of("items.price == {5, 7}", [(#"{"items": [{"price": 5}, {"price": 7}]}"#, "true")]),
                .refused(
                    "scores > 5", "missing-quantifier",
                    declared: #"{"scores": {"type": "array", "items": {"type": "integer"}}}"#),
            ], see: ["ANY", "CONTAINS", "@sum"]),
        LanguageEntry(
            .topic("quoted names", ["quoting"], "A key with any characters."),
            [#"SELF."board-id""#, #"info."com.example.x""#],
            #"""
            A key with hyphens, spaces, dots or other characters goes in quotes after a dot; at the start of a path,
            write `SELF.` before it. Without the quotes, `board-id` is `board` minus `id`. `%K` takes a key path as an
            argument.
            """#,
            apple: "`%K` is the documented way there.",
            [
                .of(#"SELF."board-id" == 'Mac-1'"#, [(#"{"board-id": "Mac-1"}"#, "true")]),
                .of(#"info."com.example.x""#, [(#"{"info": {"com.example.x": 7}}"#, "7")]),
            ], see: ["names", "%K"]),
        LanguageEntry(
            .topic("#word", ["#", "reserved words", "escaping"], "A reserved word as a name."), ["#word"],
            #"""
            At the start of a path, `#` turns a reserved word, such as `like` or `in`, into the name of a field. After
            a dot every word is a name. FIRST, LAST and SIZE are reserved only in the brackets of an index, so
            `size > 3` needs no `#`. It still prints with one, as on Apple's systems.
            """#,
            [
                .of("#like == 'x'", [(#"{"like": "x"}"#, "true")]),
                .of("info.in == 1 AND size == 2", [(#"{"info": {"in": 1}, "size": 2}"#, "true")]),
                .refused("like == 'x'", "reserved-word"),
            ], see: ["names", "$name"]),
        LanguageEntry(
            .word(.record), ["SELF", "SELF.name"],
            #"""
            The record itself, if it is not an object but a value, or the start of a path: `SELF.name` is `name`.
            In `SUBQUERY` it is still the record and not the element. As a component, `#self` is the value that
            the path has reached, or its field of that name if it has one; Apple's collection operators need it.
            """#,
            [
                .of("SELF > 5", [("6", "true"), ("5", "false"), (#""6""#, "false")]),
                .of("SELF.name", [(#"{"name": "Ann"}"#, #""Ann""#)]),
                .of("scores.@max.#self", [(#"{"scores": [3, 9]}"#, "9")]),
            ], see: ["names", "SUBQUERY"]),
        LanguageEntry(
            .topic(
                "index", ["[", "]", "[0]", "subscript", SpecialSelector.index.rawValue],
                "The element at a position, from 0; the value of a key."),
            ["list[n]", "dictionary['key']", "object[expression]"],
            #"""
            An integer selects an element of a list, a text the value of a key. The index may be any expression. It
            applies to everything on its left: `a.b[0]` is the first element of `a.b`. An index that is out of range,
            negative or of the wrong type gives nil.
            """#,
            apple:
                """
                An index that is out of range raises an exception there. In `a.b[0]` the index belongs only to `b`,
                which makes a difference only if `a` is a list.
                """,
            [
                .of(
                    "scores[1]",
                    [(#"{"scores": [5, 7]}"#, "7"), (#"{"scores": [5]}"#, "nil"), (#"{"scores": "57"}"#, "nil")]),
                .of(
                    "settings['theme'] == 'dark'",
                    [(#"{"settings": {"theme": "dark"}}"#, "true"), (#"{"settings": {}}"#, "false")]),
                .of("names[lang]", [(#"{"lang": "de", "names": {"de": "Rom", "it": "Roma"}}"#, #""Rom""#)]),
                .values([("{1, 2, 3}[-1]", "nil"), ("objectFrom:withIndex:({7, 8}, 1)", "8")]),
            ], see: ["[FIRST]", "[LAST]", "[SIZE]"]),
        LanguageEntry(
            .index(.first), "The first element of a list, or nil if it is empty. A set has no first element.",
            [.of("queue[FIRST]", [(#"{"queue": [5, 7]}"#, "5"), (#"{"queue": []}"#, "nil"), ("{}", "nil")])],
            see: ["[LAST]", "index"]),
        LanguageEntry(
            .index(.last), "The last element of a list, or nil if it is empty. A set has no last element.",
            [
                .of(
                    "orders[LAST].total > 5",
                    [(#"{"orders": [{"total": 1}, {"total": 6}]}"#, "true"), (#"{"orders": []}"#, "false")])
            ],
            see: ["[FIRST]", "index"]),
        LanguageEntry(
            .index(.size),
            """
            The number of elements of a list or of entries of a dictionary, like `@count`; nil for other values. The
            length of a text is `length`.
            """,
            [.of("tags[SIZE]", [(#"{"tags": ["a", "b"]}"#, "2"), (#"{"tags": "ab"}"#, "nil"), ("{}", "nil")])],
            see: ["@count", "length"]),
        LanguageEntry(
            .topic("computed keys", ["dynamic keys"], "A key that comes from an expression."),
            ["path.uppercase('key')", "path.$v"],
            """
            A call or a variable after a dot gives the key. This is Apple's form; `path[expression]` means the
            same and is clearer.
            """,
            [
                .of("SELF.uppercase('population')", [(#"{"POPULATION": 12000}"#, "12000")]),
                .of("SELF.$key", [(#"{"a": 1, "b": 2}"#, "2")], variables: ["key": "b"]),
            ], see: ["index", "%K"]),
    ]
}
