extension MessageReference {
    /// Messages about JSON Schema.
    static let schema: [MessageEntry] = [
        MessageEntry(
            "schema-not-a-schema", .error, "a value is not a schema",
            #"""
            A schema is an object with keywords, or `true` (anything) or `false` (nothing). The name of a type is not a schema:
            write `{"type": "string"}`, not `"string"`. A list of records as `--schema` also causes this message;
            `predicate schema FILE` makes a schema from records.
            """#,
            [.schema(#"{"properties": {"age": "integer"}}"#), .schema(#"[{"name": "Ada"}]"#)]),
        MessageEntry(
            "schema-bad-keyword", .error, "a keyword has a value of the wrong kind",
            #"""
            Each keyword of JSON Schema takes a value of one kind: `type` takes a name or a list of names, `properties` an object,
            `required` and `enum` a list.
            """#,
            [
                .schema(#"{"type": 5}"#), .schema(#"{"properties": ["name", "age"]}"#),
                .schema(#"{"properties": {"name": {}}, "required": ["name", 5]}"#),
                .schema(#"{"properties": {"state": {"enum": "open"}}}"#),
            ]),
        MessageEntry(
            "schema-unknown-type", .error, "JSON Schema has no such type",
            #"""
            JSON Schema has seven types: `array`, `boolean`, `integer`, `null`, `number`, `object` and `string`. Dates, UUIDs and URLs
            are strings with a `format`: `{"type": "string", "format": "date-time"}`. Write several types as a list.
            """#,
            [.schema(#"{"properties": {"born": {"type": "date"}}}"#)]),
        MessageEntry(
            "schema-reference-not-found", .error, "the target of a reference does not exist",
            #"""
            `$ref` names a location in the document, by a JSON pointer after `#`, or by an `$anchor` or `$id`. Definitions are in
            `$defs` since 2019, and in `definitions` before.
            """#,
            [.schema(##"{"$ref": "#/$defs/person", "$defs": {"Person": {"type": "object"}}}"##)]),
        MessageEntry(
            "schema-reference-loop", .error, "a schema refers only to itself",
            #"""
            A type may contain itself, as a person has friends who are persons, but a schema that consists only of a reference to
            itself has no definition.
            """#,
            [.schema(##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##)]),
        MessageEntry(
            "schema-too-deep", .error, "a schema is nested too deeply, or too large when its references are expanded",
            #"""
            Schemas may be nested 32 levels deep. All types together may have 50000 parts, counting a definition for each
            reference to it. To simplify a generated schema, replace a part of it by `{}`, which allows anything.
            """#,
            [
                .schema(
                    String(repeating: #"{"type": "array", "items": "#, count: 40) + "{}"
                        + String(repeating: "}", count: 40)
                )
                .showing("40 nested arrays:"),
                .schema(branching, note: "With a limit of 20 parts:", maximumParts: 20),
            ]),
        MessageEntry(
            "schema-reference-remote", .warning, "a reference leads to another document",
            #"""
            Only one document is read. Nothing is fetched from a network or from another file, so the meaning of a schema
            depends on nothing else. The target of the reference may be anything, and its names and types are not checked.
            Copy the definition into `$defs`.
            """#,
            [.schema(#"{"properties": {"address": {"$ref": "https://example.com/address.json"}}}"#)]),
        MessageEntry(
            "schema-keyword-unchecked", .warning, "a keyword limits values, which are not checked",
            #"""
            The schema declares fields and their types; records are not validated. A keyword such as `minimum` or
            `pattern` is valid and has no effect here. To find records that violate it, write a predicate: `NOT age >= 0`.
            """#,
            [.schema(#"{"properties": {"age": {"type": "integer", "minimum": 0}}}"#)]),
        MessageEntry(
            "schema-keyword-unused", .warning, "a keyword that describes fields or types is not used",
            #"""
            Rules that depend on the values of other fields (`if`, `then`, `dependentSchemas`), on the names of keys
            (`patternProperties`) or on the position in a list (`prefixItems`) cannot be expressed as types of fields. Fields that
            only these keywords describe are unknown, and a predicate on them is refused; declare them in `properties`.
            """#,
            [
                .schema(
                    #"{"properties": {"kind": {}}, "if": {"required": ["kind"]}, "then": {"required": ["size"]}}"#),
                .schema(#"{"properties": {"size": {"type": "array", "prefixItems": [{"type": "integer"}]}}}"#),
            ]),
        MessageEntry(
            "schema-keyword-unknown", .warning, "a keyword is not part of JSON Schema",
            #"""
            JSON Schema ignores unknown keywords, so most tools do not report a misspelled keyword. Letter case
            counts: `additionalProperties`, not `additionalproperties`. Your own keywords that begin with `x-` cause no warning.
            """#,
            [.schema(#"{"propertys": {"age": {"type": "integer"}}}"#)]),
        MessageEntry(
            "schema-format-unused", .warning, "a format has no effect",
            #"""
            The formats with an effect on the type are `date-time`, `uuid`, `uri` and its variants, `byte`, and for numbers `decimal`.
            Other formats, such as `email` or `date`, describe text. A field that holds only days is compared as text, which
            gives the right order for `2024-01-31`.
            """#,
            [.schema(#"{"properties": {"mail": {"type": "string", "format": "email"}}}"#)]),
        MessageEntry(
            "schema-mixed-types", .warning, "a field allows values of several types",
            #"""
            A field has one type, and may be missing or null. If the schema allows a number or a string, the field has any
            type: every comparison with it is accepted, and is false for a value of another type.
            """#,
            [
                .schema(#"{"properties": {"id": {"type": ["integer", "string"]}}}"#),
                .schema(#"{"properties": {"id": {"enum": ["none", 1, 2]}}}"#),
                .schema(#"{"properties": {"id": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}"#),
            ]),
        MessageEntry(
            "schema-joined-objects", .warning, "objects of several shapes are read as one",
            #"""
            `oneOf` and `anyOf` of objects become one type with the fields of all, each optional. A predicate may use
            any of them; their combination is not checked.
            """#,
            [
                .schema(
                    #"{"oneOf": [{"properties": {"radius": {"type": "number"}}}, {"properties": {"width": {"type": "number"}}}]}"#
                )
            ]),
        MessageEntry(
            "schema-impossible", .warning, "no value fits a schema",
            #"""
            `false`, or an `enum` without values, allows no value. The type is any, so that a predicate can still find records that
            have the field nevertheless.
            """#,
            [
                .schema(#"{"properties": {"old": {"enum": []}}}"#), .schema(#"{"properties": {"old": false}}"#),
            ]),
        MessageEntry(
            "schema-endless-type", .warning, "a list or dictionary contains itself",
            #"""
            An endless list of lists has no type. An object that contains itself has one, because it has a name. From the
            location of the message on, values may be anything.
            """#,
            [
                .schema(
                    ##"{"properties": {"tree": {"$ref": "#/$defs/tree"}}, "$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}}"##
                )
            ]),
        MessageEntry(
            "schema-required-unknown", .warning, "a required field is not declared",
            #"""
            `required` lists a name that `properties` does not have, which JSON Schema allows. The field exists and its type is any.
            Often one of the two names is misspelled.
            """#,
            [.schema(#"{"properties": {"name": {"type": "string"}}, "required": ["nmae"]}"#)]),
    ]

    /// A small schema that becomes large when its references are expanded.
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
    /// The example with a sentence in place of its text, which is too long to show.
    func showing(_ note: String) -> ReferenceExample {
        var example = self
        example.note = note
        example.text = nil
        return example
    }
}
