extension MessageReference {
    /// Messages about JSON Schema.
    static let schema: [MessageEntry] = [
        MessageEntry(
            "schema-not-a-schema", .error, "something that is no schema stands where one should",
            #"""
            A schema is an object with keywords, or `true` (anything) or `false` (nothing). The name of a type by itself is none:
            `{"type": "string"}`, not `"string"`. A list of records given as `--schema` brings this message too;
            `predicate schema FILE` makes a schema of records.
            """#,
            [.schema(#"{"properties": {"age": "integer"}}"#), .schema(#"[{"name": "Ada"}]"#)]),
        MessageEntry(
            "schema-bad-keyword", .error, "a keyword has a value of the wrong kind",
            #"""
            Each keyword of JSON Schema takes a value of one kind: `type` a name or a list of names, `properties` an object, `required`
            and `enum` lists.
            """#,
            [
                .schema(#"{"type": 5}"#), .schema(#"{"properties": ["name", "age"]}"#),
                .schema(#"{"properties": {"name": {}}, "required": ["name", 5]}"#),
                .schema(#"{"properties": {"state": {"enum": "open"}}}"#),
            ]),
        MessageEntry(
            "schema-unknown-type", .error, "a type is none of JSON Schema's",
            #"""
            JSON has seven types: `array`, `boolean`, `integer`, `null`, `number`, `object` and `string`. Dates, UUIDs, URLs and
            the like are strings with a `format`: `{"type": "string", "format": "date-time"}`. Several types stand in a list.
            """#,
            [.schema(#"{"properties": {"born": {"type": "date"}}}"#)]),
        MessageEntry(
            "schema-reference-not-found", .error, "a reference leads to nothing",
            #"""
            `$ref` names a place in the document, by a JSON pointer behind `#`, or an `$anchor` or `$id` of it. Mind that
            definitions stand in `$defs` since 2019 and in `definitions` before.
            """#,
            [.schema(##"{"$ref": "#/$defs/person", "$defs": {"Person": {"type": "object"}}}"##)]),
        MessageEntry(
            "schema-reference-loop", .error, "a schema is nothing but a reference to itself",
            #"""
            A type may contain itself, as a person has friends who are persons, but it must say something beside the reference: what
            is defined by itself alone is not defined.
            """#,
            [.schema(##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##)]),
        MessageEntry(
            "schema-too-deep", .error, "a schema is nested too deep, or is too large when it is followed out",
            #"""
            Schemas in schemas may be 32 levels deep, which is more than a person can follow, and all types together may be made of
            50000 parts, counting a definition each time that it is referred to. A schema that was generated may be simplified:
            what says `{}` in place of a schema allows anything there.
            """#,
            [
                .schema(
                    String(repeating: #"{"type": "array", "items": "#, count: 40) + "{}"
                        + String(repeating: "}", count: 40)
                )
                .showing("40 arrays, each the `items` of the one before:"),
                .schema(branching, note: "With a limit of 20 parts:", maximumParts: 20),
            ]),
        MessageEntry(
            "schema-reference-remote", .warning, "a reference leads to another document",
            #"""
            Only the one document is read: nothing is fetched from a network or from another file, so that what a schema means
            depends on nothing else. What the reference stands for may be anything then, and its names and types are not checked.
            Copy the definition into `$defs`.
            """#,
            [.schema(#"{"properties": {"address": {"$ref": "https://example.com/address.json"}}}"#)]),
        MessageEntry(
            "schema-keyword-unchecked", .warning, "a keyword limits values, and values are not checked",
            #"""
            The schema says which fields there are and of which types; records are not validated. A keyword such as `minimum` or
            `pattern` is right and changes nothing here. To find records that break it, write it as a predicate:
            `NOT age >= 0`.
            """#,
            [.schema(#"{"properties": {"age": {"type": "integer", "minimum": 0}}}"#)]),
        MessageEntry(
            "schema-keyword-unused", .warning, "a keyword that describes fields or types is not used",
            #"""
            What depends on the values of other fields (`if`, `then`, `dependentSchemas`), on the names of keys
            (`patternProperties`) or on the place in a list (`prefixItems`) has no counterpart in a table of fields. Fields that only
            such a keyword describes are unknown here, and a predicate on them is refused; declare them in `properties`.
            """#,
            [
                .schema(
                    #"{"properties": {"kind": {}}, "if": {"required": ["kind"]}, "then": {"required": ["size"]}}"#),
                .schema(#"{"properties": {"size": {"type": "array", "prefixItems": [{"type": "integer"}]}}}"#),
            ]),
        MessageEntry(
            "schema-keyword-unknown", .warning, "a keyword is none of JSON Schema's",
            #"""
            JSON Schema allows any other keyword and gives it no meaning, so a misspelled one is silent with most tools. Letter case
            counts: `additionalProperties`, not `additionalproperties`. Keywords of your own that begin with `x-` are passed in silence.
            """#,
            [.schema(#"{"propertys": {"age": {"type": "integer"}}}"#)]),
        MessageEntry(
            "schema-format-unused", .warning, "a format says nothing here",
            #"""
            The formats that make a type are `date-time`, `uuid`, `uri` and the like, `byte`, and for numbers `decimal`. Others, such
            as `email` or `date`, describe text and leave it text. A field that holds days alone is compared as text, which
            has the right order for `2024-01-31`.
            """#,
            [.schema(#"{"properties": {"mail": {"type": "string", "format": "email"}}}"#)]),
        MessageEntry(
            "schema-mixed-types", .warning, "values of several types may stand in one place",
            #"""
            A field has one type, which may be missing or null. Where the schema allows a number or a string, the field is of any
            type: every comparison with it is accepted, and one that does not fit a value is false.
            """#,
            [
                .schema(#"{"properties": {"id": {"type": ["integer", "string"]}}}"#),
                .schema(#"{"properties": {"id": {"enum": ["none", 1, 2]}}}"#),
                .schema(#"{"properties": {"id": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}"#),
            ]),
        MessageEntry(
            "schema-joined-objects", .warning, "objects of several shapes are read as one",
            #"""
            `oneOf` and `anyOf` of objects become one type that has the fields of all, each of which may be missing. A predicate may use
            any of them; which fields go together is not checked.
            """#,
            [
                .schema(
                    #"{"oneOf": [{"properties": {"radius": {"type": "number"}}}, {"properties": {"width": {"type": "number"}}}]}"#
                )
            ]),
        MessageEntry(
            "schema-impossible", .warning, "no value fits a schema",
            #"""
            `false`, or an `enum` without values, says that nothing may stand here. A predicate on such a field would be false of every
            record; so that it can be looked for in records that have it nevertheless, the type is any.
            """#,
            [
                .schema(#"{"properties": {"old": {"enum": []}}}"#), .schema(#"{"properties": {"old": false}}"#),
            ]),
        MessageEntry(
            "schema-endless-type", .warning, "a list or dictionary contains itself",
            #"""
            A list of lists of lists without end has no type that could be written down; an object that contains itself has, because
            it has a name. From the place of the message on, values may be anything.
            """#,
            [
                .schema(
                    ##"{"properties": {"tree": {"$ref": "#/$defs/tree"}}, "$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}"##
                )
            ]),
        MessageEntry(
            "schema-required-unknown", .warning, "a required field is not declared",
            #"""
            `required` lists a name that `properties` does not have, which JSON Schema allows. The field exists then, and its type is any. More
            often one of the two names is misspelled.
            """#,
            [.schema(#"{"properties": {"name": {"type": "string"}}, "required": ["nmae"]}"#)]),
    ]

    /// A small schema that is large when its references are followed out.
    private static let branching = ##"""
        {
          "$ref": "#/$defs/a",
          "$defs": {
            "a": { "properties": { "x": {} }, "anyOf": [{ "$ref": "#/$defs/b" }, { "$ref": "#/$defs/b" }] },
            "b": { "properties": { "y": {} }, "anyOf": [{ "$ref": "#/$defs/c" }, { "$ref": "#/$defs/c" }] },
            "c": { "properties": { "z": {} }, "anyOf": [{ "$ref": "#/$defs/d" }, { "$ref": "#/$defs/d" }] },
            "d": { "properties": { "name": {} } }
          }
        }
        """##
}

extension ReferenceExample {
    /// The example with a sentence in place of its text, which is too long to be shown.
    func showing(_ note: String) -> ReferenceExample {
        var example = self
        example.note = note
        example.text = nil
        return example
    }
}
