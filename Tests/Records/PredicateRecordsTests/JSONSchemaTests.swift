import Foundation
import PredicateCore
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateRecords

struct JSONSchemaTests {
    private func read(_ text: String) throws -> (schema: RecordSchema, warnings: [String]) {
        let reading = try JSONSchemaReader.read(text)
        return (reading.schema, reading.warnings.map { "\($0.code.rawValue) #\($0.pointer)" })
    }

    /// The type of a property with a schema.
    private func property(_ text: String) throws -> (type: ValueType?, warnings: [String]) {
        let (schema, warnings) = try read(
            ##"{"properties":{"p":\##(text)},"required":["p"],"$defs":{"D":{"properties":{"x":{"type":"string"}}},"S":{"type":"string"},"N":{"type":["string","null"]},"E":{"enum":["a","b"]}}}"##
        )
        return (schema.recordType(of: schema.root)?.field(named: "p")?.type, warnings)
    }

    static let strings = ValueType.enumeration(EnumerationType(["a", "b"]))
    static let maybeStrings = ValueType.optional(strings)

    @Test(
        arguments: [
            // Plain types
            (##"{"type":"string"}"##, .string), (##"{"type":"integer"}"##, .integer),
            (##"{"type":"number"}"##, .double), (##"{"type":"boolean"}"##, .boolean), (##"{"type":"null"}"##, .null),
            (##"{}"##, .any), (##"true"##, .any), (##"{"type":["integer","number"]}"##, .double),
            (##"{"type":["string"]}"##, .string), (##"{"description":"x"}"##, .any),
            (##"{"type":"object"}"##, .dictionary(.any)), (##"{"type":"array"}"##, .list(.any)),
            (##"{"title":"T","default":1,"examples":[1],"$comment":"c","deprecated":true}"##, .any),
            // Null in its spellings
            (##"{"type":["string","null"]}"##, .optional(.string)),
            (##"{"type":["null","integer"]}"##, .optional(.integer)),
            (##"{"anyOf":[{"type":"string"},{"type":"null"}]}"##, .optional(.string)),
            (##"{"oneOf":[{"type":"null"},{"type":"integer"}]}"##, .optional(.integer)),
            (##"{"type":"string","nullable":true}"##, .optional(.string)),
            (##"{"enum":["a","b",null]}"##, maybeStrings),
            (##"{"type":["string","null"],"enum":["a","b",null]}"##, maybeStrings),
            (##"{"type":"string","enum":["a","b",null]}"##, strings),
            (##"{"anyOf":[{"$ref":"#/$defs/D"},{"type":"null"}]}"##, .optional(.object("D"))),
            (##"{"anyOf":[{"$ref":"#/$defs/D"},{"const":null}]}"##, .optional(.object("D"))),
            (##"{"oneOf":[{"enum":["a","b"]},{"enum":[null]}]}"##, maybeStrings),
            (##"{"$ref":"#/$defs/N"}"##, .optional(.string)),
            (##"{"$ref":"#/$defs/D","nullable":true}"##, .optional(.object("D"))),
            (##"{"allOf":[{"$ref":"#/$defs/D"}],"nullable":true}"##, .optional(.object("D"))),
            (##"{"enum":[null]}"##, .null), (##"{"type":"null","const":null}"##, .null),
            (##"{"type":["object","null"],"properties":{"z":{}}}"##, .optional(.object("P"))),
            (##"{"type":["array","null"],"items":{"type":"string"}}"##, .optional(.list(.string))),
            // Cases
            (##"{"enum":["a","b"]}"##, strings), (##"{"type":"string","enum":["a","b","a"]}"##, strings),
            (##"{"const":"a"}"##, .enumeration(EnumerationType(["a"]))),
            (##"{"enum":[1,2]}"##, .enumeration(EnumerationType(base: .integer, cases: [1, 2]))),
            (##"{"type":"number","enum":[1,2]}"##, .enumeration(EnumerationType(base: .double, cases: [1.0, 2.0]))),
            (##"{"enum":[1,2.5,1.0]}"##, .enumeration(EnumerationType(base: .double, cases: [1.0, 2.5]))),
            (##"{"enum":[true]}"##, .enumeration(EnumerationType(base: .boolean, cases: [true]))),
            (##"{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}"##, strings),
            (##"{"$ref":"#/$defs/E"}"##, strings), (##"{"anyOf":[{"enum":["a"]},{"type":"string"}]}"##, .string),
            (##"{"type":"string","allOf":[{"$ref":"#/$defs/E"}]}"##, strings),
            // Formats
            (##"{"type":"string","format":"date-time"}"##, .dateTime), (##"{"format":"date-time"}"##, .dateTime),
            (##"{"type":"string","format":"uuid"}"##, .uuid), (##"{"type":"string","format":"uri"}"##, .url),
            (##"{"type":"string","format":"iri"}"##, .url), (##"{"type":"number","format":"decimal"}"##, .decimal),
            (##"{"type":"integer","format":"decimal"}"##, .decimal),
            (##"{"type":"integer","format":"int64"}"##, .integer),
            (##"{"type":"string","contentEncoding":"base64"}"##, .data),
            (##"{"type":"number","format":"double"}"##, .double),
            (##"{"type":["number","null"],"format":"decimal"}"##, .optional(.decimal)),
            // Lists
            (##"{"type":"array","items":{"type":"integer"}}"##, .list(.integer)),
            (##"{"items":{"type":"integer"}}"##, .list(.integer)),
            (##"{"type":"array","items":{"type":["integer","null"]}}"##, .list(.optional(.integer))),
            (##"{"type":"array","items":{"type":"string"},"uniqueItems":true}"##, .set(.string)),
            (##"{"type":"array","items":true}"##, .list(.any)),
            (##"{"type":"array","items":{"$ref":"#/$defs/D"}}"##, .list(.object("D"))),
            (##"{"type":"array","items":{"type":"array","items":{"type":"boolean"}}}"##, .list(.list(.boolean))),
            (##"{"type":"array","items":{"type":"string"},"uniqueItems":false}"##, .list(.string)),
            // Objects
            (##"{"additionalProperties":{"type":"integer"}}"##, .dictionary(.integer)),
            (##"{"type":"object","additionalProperties":true}"##, .dictionary(.any)),
            (##"{"type":"object","additionalProperties":{"$ref":"#/$defs/D"}}"##, .dictionary(.object("D"))),
            (##"{"type":"object","properties":{}}"##, .dictionary(.any)), (##"{"properties":{"q":{}}}"##, .object("P")),
            (##"{"type":"object","additionalProperties":false}"##, .object("P")),
            (##"{"title":"Pea","properties":{"q":{}}}"##, .object("Pea")),
            (
                ##"{"type":"object","additionalProperties":{"type":["string","null"]}}"##,
                .dictionary(.optional(.string))
            ),
            // References
            (##"{"$ref":"#/$defs/S"}"##, .string), (##"{"$ref":"#/$defs/D"}"##, .object("D")),
            (##"{"$ref":"#/$defs/D","description":"beside"}"##, .object("D")),
            (##"{"allOf":[{"$ref":"#/$defs/D"}],"description":"x"}"##, .object("D")),
            (##"{"$ref":"#/$defs/D/properties/x"}"##, .string), (##"{"$ref":"#/%24defs/S"}"##, .string),
            (##"{"$ref":"#"}"##, .object("Record")),
            (##"{"type":"array","items":{"$ref":"#"}}"##, .list(.object("Record"))),
            (##"{"allOf":[{"type":"string"},{"format":"date-time"}]}"##, .dateTime),
            (##"{"allOf":[{"type":"number"},{"type":"integer"}]}"##, .integer),
            (##"{"allOf":[{"type":["string","null"]},{"type":"string"}]}"##, .string),
            (##"{"anyOf":[{"type":"integer"},{"type":"number"}]}"##, .double),
            (##"{"anyOf":[{"type":"string"},{"type":"string","format":"date-time"}]}"##, .any),
        ] as [(String, ValueType)])
    func types(text: String, expected: ValueType) throws {
        #expect(try property(text).type == expected)
    }

    @Test(
        arguments: [
            (
                ##"{"type":"string","minLength":1,"pattern":"x"}"##, .string,
                [
                    "schema-keyword-unchecked #/properties/p/minLength",
                    "schema-keyword-unchecked #/properties/p/pattern",
                ]
            ),
            (##"{"type":"string","format":"email"}"##, .string, ["schema-format-unused #/properties/p/format"]),
            (##"{"type":"string","format":"date"}"##, .string, ["schema-format-unused #/properties/p/format"]),
            (##"{"type":"string","format":"decimal"}"##, .string, ["schema-format-unused #/properties/p/format"]),
            (
                ##"{"type":"string","contentEncoding":"base32"}"##, .string,
                ["schema-keyword-unused #/properties/p/contentEncoding"]
            ),
            (##"{"type":["string","integer"]}"##, .any, ["schema-mixed-types #/properties/p/type"]),
            (##"{"anyOf":[{"type":"string"},{"type":"integer"}]}"##, .any, ["schema-mixed-types #/properties/p/anyOf"]),
            (
                ##"{"oneOf":[{"$ref":"#/$defs/D"},{"type":"string"}]}"##, .any,
                ["schema-mixed-types #/properties/p/oneOf"]
            ), (##"{"enum":["a",1]}"##, .any, ["schema-mixed-types #/properties/p/enum"]),
            (##"{"enum":[[1]]}"##, .any, ["schema-mixed-types #/properties/p/enum"]),
            (##"{"enum":[]}"##, .any, ["schema-impossible #/properties/p/enum"]),
            (##"false"##, .any, ["schema-impossible #/properties/p"]),
            (
                ##"{"type":"string","anyOf":[{"minLength":1},{"const":""}]}"##, .string,
                ["schema-keyword-unused #/properties/p/anyOf"]
            ),
            (
                ##"{"type":"array","prefixItems":[{"type":"string"},{"type":"string"}],"items":false}"##,
                .list(.string), ["schema-keyword-unused #/properties/p/prefixItems"]
            ),
            (
                ##"{"type":"array","prefixItems":[{"type":"string"}]}"##, .list(.any),
                ["schema-keyword-unused #/properties/p/prefixItems"]
            ),
            (
                ##"{"type":"array","items":[{"type":"integer"},{"type":"number"}],"additionalItems":false}"##,
                .list(.double), ["schema-keyword-unused #/properties/p/items"]
            ),
            (
                ##"{"patternProperties":{"^x":{"type":"integer"}}}"##, .dictionary(.integer),
                ["schema-keyword-unused #/properties/p/patternProperties"]
            ),
            (
                ##"{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}"##,
                .dictionary(.integer), ["schema-keyword-unused #/properties/p/patternProperties"]
            ),
            (
                ##"{"if":{},"then":{},"else":{}}"##, .any,
                [
                    "schema-keyword-unused #/properties/p/if", "schema-keyword-unused #/properties/p/then",
                    "schema-keyword-unused #/properties/p/else",
                ]
            ),
            (##"{"typ":"string"}"##, .any, ["schema-keyword-unknown #/properties/p/typ"]),
            (##"{"type":"string","x-note":1}"##, .string, []),
            (##"{"not":{"type":"null"}}"##, .any, ["schema-keyword-unchecked #/properties/p/not"]),
            (##"{"$ref":"https://example.org/other.json"}"##, .any, ["schema-reference-remote #/properties/p/$ref"]),
            (##"{"$ref":"other.json#/x"}"##, .any, ["schema-reference-remote #/properties/p/$ref"]),
            (##"{"allOf":[{"type":"string"},{"type":"integer"}]}"##, .any, ["schema-mixed-types #/properties/p"]),
            (
                ##"{"type":"array","items":{"$ref":"#/properties/p"}}"##, .list(.any),
                ["schema-endless-type #/properties/p"]
            ),
            (
                ##"{"properties":{"a":{}},"required":["a","b"]}"##, .object("P"),
                ["schema-required-unknown #/properties/p"]
            ),
            (
                ##"{"oneOf":[{"$ref":"#/$defs/D"},{"properties":{"y":{}}}]}"##, .object("P"),
                ["schema-joined-objects #/properties/p/oneOf"]
            ),
            (
                ##"{"properties":{"a":{}},"patternProperties":{"x":{}}}"##, .object("P"),
                ["schema-keyword-unused #/properties/p/patternProperties"]
            ),
            (
                ##"{"properties":{"a":{"type":"string"}},"allOf":[{"properties":{"a":{"type":"integer"}}}]}"##,
                .object("P"), ["schema-mixed-types #/properties/p"]
            ),
        ] as [(String, ValueType, [String])])
    func warnings(text: String, type: ValueType, expected: [String]) throws {
        let found = try property(text)
        #expect(found.type == type)
        #expect(found.warnings == expected)
    }

    @Test(arguments: [
        ("", "truncated"), ("{", "truncated"), ("1", "schema-not-a-schema at nothing"),
        (##"{"properties":1}"##, "schema-bad-keyword #/properties"),
        (##"{"properties":{"a":1}}"##, "schema-not-a-schema #/properties/a"),
        (##"{"properties":{"a":{"type":"strin"}}}"##, "schema-unknown-type #/properties/a/type"),
        (##"{"properties":{"a":{"type":1}}}"##, "schema-bad-keyword #/properties/a/type"),
        (##"{"properties":{"a":{"type":[]}}}"##, "schema-bad-keyword #/properties/a/type"),
        (##"{"properties":{"a":{"type":["string",1]}}}"##, "schema-bad-keyword #/properties/a/type"),
        (##"{"properties":{"a":{"enum":1}}}"##, "schema-bad-keyword #/properties/a/enum"),
        (##"{"properties":{"a":{"$ref":1}}}"##, "schema-bad-keyword #/properties/a/$ref"),
        (##"{"properties":{"a":{"$ref":"#/$defs/X"}}}"##, "schema-reference-not-found #/properties/a/$ref"),
        (##"{"properties":{"a":{"$ref":"#x"}}}"##, "schema-reference-not-found #/properties/a/$ref"),
        (##"{"properties":{"a":{"allOf":{}}}}"##, "schema-bad-keyword #/properties/a/allOf"),
        (##"{"properties":{"a":{"anyOf":[]}}}"##, "schema-bad-keyword #/properties/a/anyOf"),
        (##"{"properties":{"a":{"format":1}}}"##, "schema-bad-keyword #/properties/a/format"),
        (##"{"properties":{"a":{}},"required":"a"}"##, "schema-bad-keyword #/required"),
        (##"{"properties":{"a":{}},"required":[1]}"##, "schema-bad-keyword #/required"),
        (##"{"properties":{"a":{"$ref":"#/properties/a"}}}"##, "schema-reference-loop #/properties/a"),
        (##"{"$ref":"#"}"##, "schema-reference-loop"),
        (
            ##"{"properties":{"a":{"$ref":"#/$defs/B"}},"$defs":{"B":{"$ref":"#/$defs/C"},"C":{"allOf":[{"$ref":"#/$defs/B"}]}}}"##,
            "schema-reference-loop #/$defs/C/allOf/0"
        ),
        (##"{"properties":{"a":{"type":"array","items":1}}}"##, "schema-not-a-schema #/properties/a/items"),
        (##"{"properties":{"a":{"patternProperties":1}}}"##, "schema-bad-keyword #/properties/a/patternProperties"),
    ])
    func errors(text: String, expected: String) {
        let error = #expect(throws: RecordError.self) { try JSONSchemaReader.read(text, file: "s.json") }
        #expect(error?.file == "s.json")
        #expect(error?.kind == .data)
        #expect(error?.location != nil)
        let parts = expected.split(separator: " ", maxSplits: 1)
        #expect(error?.code.rawValue == parts.first.map(String.init))
        if parts.count > 1, parts[1].hasPrefix("#") {
            #expect(error?.message.hasPrefix(parts[1] + ": ") == true, "\(error?.message ?? "")")
        }
    }

    @Test func placesPointIntoTheText() throws {
        let text = "{\n  \"properties\": {\n    \"naïve\": {\"type\": \"strin\"}\n  }\n}"
        let error = #expect(throws: RecordError.self) { try JSONSchemaReader.read(text) }
        #expect(error?.location == RecordError.Location(offset: 43, line: 3, column: 23))
        let warned = try JSONSchemaReader.read(
            "{\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":1},\"b\":{\"type\":\"string\",\"maxLength\":2}}}"
        )
        #expect(warned.warnings.count == 1)
        #expect(warned.warnings.first?.count == 2)
        #expect(warned.warnings.first?.location?.column == 49)
        #expect(
            warned.warnings.first?.description
                == "#/properties/a/maxLength (and 1 more): `maxLength` limits values, not types, so it is not checked; a predicate can check it"
        )
    }

    @Test func recordsAreClosedUnlessTheySayOtherwise() throws {
        #expect(try read(##"{"properties":{"a":{}}}"##).schema.types["Record"]?.additional == nil)
        #expect(
            try read(##"{"properties":{"a":{}},"additionalProperties":false}"##).schema.types["Record"]?.additional
                == nil)
        #expect(
            try read(##"{"properties":{"a":{}},"additionalProperties":true}"##).schema.types["Record"]?.additional
                == .any)
        #expect(
            try read(##"{"properties":{"a":{}},"additionalProperties":{"type":"string"}}"##).schema.types["Record"]?
                .additional == .string)
        #expect(
            try read(##"{"properties":{"a":{}},"unevaluatedProperties":true}"##).schema.types["Record"]?.additional
                == .any)
        #expect(try read("{}").schema.root == .any)
        #expect(try read("true").schema.root == .any)
    }

    @Test func requiredNamesAndDocumentation() throws {
        let schema = try read(
            ##"{"title":"Person","description":"Somebody.","properties":{"name":{"type":"string","description":"The name."},"age":{"type":"integer","title":"Age"},"tags":{"type":"array","items":{"type":"string"}},"x":{}},"required":["name","x"]}"##
        ).schema
        #expect(schema.origin == .declared)
        #expect(schema.root == .object("Person"))
        let type = try #require(schema.types["Person"])
        #expect(type.documentation == "Somebody.")
        #expect(
            type.fields == [
                RecordField("name", .string, documentation: "The name."),
                RecordField("age", .optional(.integer), documentation: "Age"),
                RecordField("tags", .optional(.list(.string))), RecordField("x", .any),
            ])
    }

    @Test func typesReferToOneAnother() throws {
        let schema = try read(
            ##"""
            {"$ref":"#/$defs/Tree","$defs":{"Tree":{"properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}},
             "owner":{"$ref":"#/$defs/Person"}},"required":["children"]},"Person":{"properties":{"home":{"$ref":"#/$defs/Tree"},"address":{"properties":{"city":{"type":"string"}}}}},"Unused":{"properties":{"q":{}}}}}
            """##
        ).schema
        #expect(schema.root == .object("Tree"))
        #expect(Set(schema.types.keys) == ["Tree", "Person", "Address"])
        #expect(
            schema.types["Tree"]?.fields.map(\.type) == [
                .optional(.integer), .list(.object("Tree")), .optional(.object("Person")),
            ])
        #expect(schema.types["Person"]?.field(named: "home")?.type == .optional(.object("Tree")))
    }

    @Test func partsOfAnObjectAreMerged() throws {
        let schema = try read(
            ##"""
            {"allOf":[{"$ref":"#/$defs/Base"},{"properties":{"b":{"type":"number"},"c":{"type":"string"}},"required":["c"]}],"properties":{"d":{"type":"boolean"}},"required":["a"],
             "$defs":{"Base":{"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}}}
            """##
        ).schema
        #expect(schema.types["Record"]?.fields.map(\.name) == ["d", "a", "b", "c"])
        #expect(
            schema.types["Record"]?.fields.map(\.type) == [.optional(.boolean), .string, .optional(.integer), .string])
        let union = try read(
            ##"{"oneOf":[{"properties":{"kind":{"const":"x"},"n":{"type":"integer"},"both":{"type":"string"}},"required":["kind","both"]},{"properties":{"kind":{"const":"y"},"n":{"type":"number"},"both":{"type":"integer"},"z":{"type":"string"}},"required":["kind","both","z"]}]}"##
        ).schema
        let record = try #require(union.recordType(of: union.root))
        #expect(record.fields.map(\.name) == ["kind", "n", "both", "z"])
        #expect(record.field(named: "kind")?.type == .enumeration(EnumerationType(["x", "y"])))
        #expect(record.fields.dropFirst().map(\.type) == [.optional(.double), .any, .optional(.string)])
    }

    @Test func identifiersAndAnchors() throws {
        let schema = try read(
            ##"""
            {"$id":"https://example.org/schemas/root.json","properties":{"a":{"$ref":"#here"},"b":{"$ref":"item.json"},"c":{"$ref":"https://example.org/schemas/item.json#/$defs/inner"},
             "d":{"$ref":"/schemas/item.json#deep"},"e":{"$ref":"root.json#/$defs/x"},"f":{"$ref":"../schemas/item.json"}},
             "$defs":{"x":{"$anchor":"here","type":"integer"},"item":{"$id":"item.json","type":"string","$defs":{"inner":{"type":"boolean"},"d":{"$anchor":"deep","type":"number"},"r":{"$ref":"#/$defs/inner"}}}}}
            """##)
        #expect(schema.warnings == [])
        #expect(
            schema.schema.types["Record"]?.fields.map(\.type.unwrapped) == [
                .integer, .string, .boolean, .double, .integer, .string,
            ])
    }

    @Test func hostileSchemasAreErrorsAtOnce() {
        @Sendable func nested(_ count: Int, _ open: String, _ middle: String, _ close: String) -> String {
            String(repeating: open, count: count) + middle + String(repeating: close, count: count)
        }
        let deep = nested(90, "{\"items\":", "{}", "}")
        let refs =
            "{\"$ref\":\"#/$defs/d0\",\"$defs\":{"
            + (0..<500).map { "\"d\($0)\":{\"$ref\":\"#/$defs/d\($0 + 1)\"}," }.joined() + "\"d500\":{}}}"
        let branches =
            "{\"$ref\":\"#/$defs/d0\",\"$defs\":{"
            + (0..<25).map {
                "\"d\($0)\":{\"properties\":{\"p\($0)\":{}},\"anyOf\":[{\"$ref\":\"#/$defs/d\($0 + 1)\"},{\"$ref\":\"#/$defs/e\($0)\"}]},\"e\($0)\":{\"properties\":{\"q\":{}},\"anyOf\":[{\"$ref\":\"#/$defs/d\($0 + 1)\"},{\"$ref\":\"#/$defs/d\($0 + 1)\"}]},"
            }.joined()
            + "\"d25\":{\"properties\":{\"z\":{}}}}}"
        let done = DispatchSemaphore(value: 0)
        let codes = Codes()
        let thread = Thread {
            for text in [deep, refs, branches, nested(300, "{\"items\":", "{}", "}")] {
                do throws(RecordError) {
                    _ = try JSONSchemaReader.read(text)
                    codes.append("fine")
                } catch {
                    codes.append(error.code.rawValue)
                }
            }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        #expect(codes.values == ["schema-too-deep", "schema-too-deep", "schema-too-deep", "record-too-deep"])
    }

    private final class Codes: @unchecked Sendable {
        private(set) var values: [String] = []
        func append(_ code: String) { values.append(code) }
    }

    @Test func nearlySchemasAreReadOrRefused() {
        let seeds = [
            ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/x"},"b":{"type":["string","null"],"enum":["a",null]}},"required":["a"],"$defs":{"x":{"items":{"$ref":"#"}}}}"##,
            ##"{"allOf":[{"$ref":"#/$defs/a"},{"properties":{"q":{"format":"uuid"}}}],"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{"$anchor":"z","properties":{"c":{}}}]},"b":{"oneOf":[{"$ref":"#z"},{"$ref":"#/$defs/a"}]}}}"##,
        ]
        let pieces = [
            "\"#\"", "\"#/$defs/a\"", "\"#/$defs/b\"", "\"#/allOf/0\"", "{}", "[]", "true", "null", "1", "\"items\"",
            "\"allOf\"", "\"$ref\"", "\"type\"", "\"object\"",
        ]
        var generator = SeededRandom(seed: 12)
        var read = 0
        for round in 0..<3000 {
            // Whole tokens are swapped, so that most of the texts are JSON.
            var tokens = seeds[round % 2].split(whereSeparator: { "{}[]:,".contains($0) }).map(String.init)
            tokens = Array(Set(tokens)).sorted()
            var text = seeds[round % 2]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                guard let old = tokens.randomElement(using: &generator),
                    let new = (Bool.random(using: &generator) ? pieces : tokens).randomElement(using: &generator)
                else { continue }
                text = text.replacingOccurrences(of: old, with: new)
            }
            if let reading = try? JSONSchemaReader.read(text) {
                read += 1
                // The schema can be written and read again.
                #expect(throws: Never.self) { try JSONSchemaReader.read(JSONSchemaWriter.text(reading.schema)) }
            }
        }
        #expect(read > 100)
    }

    // MARK: Writing

    static let everything = RecordSchema(
        root: "Order",
        types: [
            RecordType(
                "Order",
                fields: [
                    RecordField("id", .uuid, documentation: "Its \"number\"."), RecordField("total", .decimal),
                    RecordField("at", .dateTime), RecordField("day", .date), RecordField("paid", .boolean),
                    RecordField("count", .integer), RecordField("rate", .double),
                    RecordField("note", .optional(.string)), RecordField("link", .optional(.url)),
                    RecordField("blob", .data), RecordField("any", .any),
                    RecordField("state", .enumeration(EnumerationType(["a", "b"]))),
                    RecordField("level", .optional(.enumeration(EnumerationType(base: .integer, cases: [1, 2])))),
                    RecordField("grade", .enumeration(EnumerationType(base: .double, cases: [1.0, 2.5]))),
                    RecordField("flag", .enumeration(EnumerationType(base: .boolean, cases: [true]))),
                    RecordField("lines", .list(.object("Line item/1"))), RecordField("tags", .set(.string)),
                    RecordField("maybe", .list(.optional(.integer))),
                    RecordField("free", .dictionary(.optional(.double))),
                    RecordField("anything", .dictionary(.any)), RecordField("parent", .optional(.object("Order"))),
                    RecordField("nested", .list(.list(.dateTime))), RecordField("nothing", .null),
                    RecordField("list", .list(.any)), RecordField("objects", .dictionary(.object("Line item/1"))),
                ], documentation: "An order."),
            RecordType(
                "Line item/1", fields: [RecordField("price", .decimal), RecordField("order", .object("Order"))],
                additional: .any),
            RecordType("Line item/2", fields: [], additional: nil),
        ])

    @Test func whatIsWrittenReadsBack() throws {
        let text = JSONSchemaWriter.text(Self.everything)
        #expect(text == JSONSchemaWriter.text(Self.everything))
        let back = try JSONSchemaReader.read(text)
        #expect(back.warnings == [])
        #expect(back.schema.root == Self.everything.root)
        #expect(back.schema.types["Order"] == Self.everything.types["Order"])
        #expect(back.schema.types["Line item/1"] == Self.everything.types["Line item/1"])
        var open = Self.everything
        open.types["Order"]?.additional = .optional(.integer)
        #expect(try JSONSchemaReader.read(JSONSchemaWriter.text(open)).schema.types["Order"] == open.types["Order"])
        for root: ValueType in [.integer, .list(.object("Order")), .any, .dictionary(.string)] {
            let schema = RecordSchema(root: root, types: Array(Self.everything.types.values))
            #expect(try JSONSchemaReader.read(JSONSchemaWriter.text(schema)).schema.root == root)
        }
    }

    @Test func typesThatNothingLeadsToAreNotKept() throws {
        let text = #"{"oneOf":[{"title":"anything"},{"properties":{"b":{"type":"number","format":"decimal"}}}]}"#
        let schema = try JSONSchemaReader.read(text).schema
        #expect(schema.root == .any)
        #expect(schema.types.isEmpty)
        let written = JSONSchemaWriter.text(schema)
        #expect(try JSONSchemaWriter.text(JSONSchemaReader.read(written).schema) == written)
    }

    @Test func inferredSchemasAreWrittenWithWhatWasSeen() throws {
        var inference = SchemaInference()
        var reader = JSONReader()
        for text in [
            ##"{"name":"a","at":"2024-01-01T00:00:00Z","in":{"x":1}}"##, ##"{"name":"b","at":null}"##,
            ##"{"name":"a","n":null}"##,
        ] { inference.add(try reader.read(text)) }
        #expect(
            JSONSchemaWriter.text(inference.schema) == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "title": "Record",
                  "type": "object",
                  "properties": {
                    "name": {
                      "description": "seen in 3 of 3",
                      "type": "string",
                      "x-seen": {
                        "present": 3,
                        "null": 0,
                        "total": 3
                      },
                      "x-values": [
                        {
                          "value": "a",
                          "count": 2
                        },
                        {
                          "value": "b",
                          "count": 1
                        }
                      ]
                    },
                    "at": {
                      "description": "seen in 1 of 3",
                      "type": [
                        "string",
                        "null"
                      ],
                      "format": "date-time",
                      "x-seen": {
                        "present": 1,
                        "null": 1,
                        "total": 3
                      },
                      "x-values": [
                        {
                          "value": "2024-01-01T00:00:00Z",
                          "count": 1
                        }
                      ]
                    },
                    "in": {
                      "description": "seen in 1 of 3",
                      "$ref": "#/$defs/In",
                      "x-seen": {
                        "present": 1,
                        "null": 0,
                        "total": 3
                      }
                    },
                    "n": {
                      "description": "seen in 0 of 3",
                      "x-seen": {
                        "present": 0,
                        "null": 1,
                        "total": 3
                      }
                    }
                  },
                  "required": [
                    "name"
                  ],
                  "additionalProperties": false,
                  "x-records": 3,
                  "$defs": {
                    "In": {
                      "type": "object",
                      "properties": {
                        "x": {
                          "description": "seen in 1 of 1",
                          "type": "integer",
                          "x-seen": {
                            "present": 1,
                            "null": 0,
                            "total": 1
                          },
                          "x-values": [
                            {
                              "value": 1,
                              "count": 1
                            }
                          ]
                        }
                      },
                      "required": [
                        "x"
                      ],
                      "additionalProperties": false
                    }
                  }
                }

                """)
        let back = try JSONSchemaReader.read(JSONSchemaWriter.text(inference.schema))
        #expect(back.warnings == [])
        #expect(back.schema.types["Record"]?.fields.map(\.type) == inference.schema.types["Record"]?.fields.map(\.type))
    }

    @Test func recordsInsideADocumentsSchema() throws {
        let schema = try read(
            ##"{"properties":{"list":{"type":"array","items":{"title":"Item","properties":{"a":{"type":"string"}}}},"by":{"additionalProperties":{"$ref":"#/properties/list/items"}},"one":{"$ref":"#/properties/list/items"}}}"##
        ).schema
        #expect(schema.records(at: JSONPointer(["list"]))?.root == .object("Item"))
        #expect(schema.records(at: JSONPointer(["list", "0"]))?.root == .object("Item"))
        #expect(schema.records(at: JSONPointer(["by"]), values: true)?.root == .object("Item"))
        #expect(schema.records(at: JSONPointer(["by", "k"]))?.root == .object("Item"))
        #expect(schema.records(at: JSONPointer(["one"]))?.root == .object("Item"))
        #expect(schema.records(at: JSONPointer(["one", "b"])) == nil)
        #expect(schema.records(at: JSONPointer(["list"]), values: true) == nil)
        #expect(schema.records(at: JSONPointer([]))?.root == .object("Record"))
    }
}
