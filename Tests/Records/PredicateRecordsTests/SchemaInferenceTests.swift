import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateRecords

struct SchemaInferenceTests {
    private func infer(_ texts: [String], limits: SchemaInference.Limits = .init()) throws -> RecordSchema {
        var inference = SchemaInference(limits: limits)
        var reader = JSONReader()
        for text in texts { inference.add(try reader.read(text)) }
        return inference.schema
    }

    @Test(
        arguments: [
            (["true", "false"], .boolean), (["1", "2"], .integer), (["1", "2.5"], .double), (["1.5"], .double),
            (["\"a\"", "\"b\""], .string),
            (["\"2024-01-31T00:00:00Z\"", "\"2024-02-29T12:30:15.5+02:00\""], .dateTime),
            (["\"2024-01-31T00:00:00Z\"", "\"soon\""], .string),
            (["\"2024-01-31\""], .string), (["\"2023-02-29T00:00:00Z\""], .string), (["1", "\"a\""], .any),
            (["true", "1"], .any), (["null"], .any), (["[]"], .list(.any)),
            (["[1]", "[2,3]"], .list(.integer)), (["[1,null]"], .list(.optional(.integer))),
            (["[1,2.5]", "[]"], .list(.double)), (["[1,\"a\"]"], .list(.any)), (["[[1],[2]]"], .list(.list(.integer))),
            (["[1]", "1"], .any), (["[]", "{}"], .any), (["[null]"], .list(.any)),
            (["{\"1\":2,\"2\":3}"], .dictionary(.integer)),
            (["{\"1\":2,\"2\":null}"], .dictionary(.optional(.integer))),
            (["{\"2024-01-01\":\"a\",\"2024-01-02\":\"b\"}"], .dictionary(.string)),
            (["{\"1\":2,\"2\":\"x\"}"], .object("V")), (["{\"1\":2}"], .object("V")), (["{}"], .object("V")),
            (
                ["{\"16fd2706-8baf-433b-82eb-8c7fada847da\":1,\"a6fd2706-8baf-433b-82eb-8c7fada847db\":2}"],
                .dictionary(.integer)
            ),
        ] as [([String], ValueType)])
    func typesOfFields(values: [String], expected: ValueType) throws {
        let schema = try infer(values.map { "{\"v\":\($0)}" })
        #expect(schema.origin == .inferred)
        #expect(schema.recordCount == values.count)
        let root = try #require(schema.recordType(of: schema.root))
        #expect(
            root.field(named: "v")?.type == expected
                || root.field(named: "v")?.type == .optional(expected) && values.contains("null"))
    }

    @Test func optionalFieldsAndStatistics() throws {
        let schema = try infer([
            #"{"a":1,"b":"x","c":null}"#, #"{"a":2,"b":null}"#, #"{"a":2,"b":"y","d":[]}"#, #"{"a":1,"b":"x"}"#,
            #"{"a":1,"b":"x"}"#,
        ])
        let type = try #require(schema.types["Record"])
        #expect(schema.root == .object("Record"))
        #expect(type.fields.map(\.name) == ["a", "b", "c", "d"])
        #expect(type.fields.map(\.type) == [.integer, .optional(.string), .any, .optional(.list(.any))])
        #expect(
            type.field(named: "a")?.statistics
                == FieldStatistics(present: 5, null: 0, total: 5, values: [.init(1, 3), .init(2, 2)]))
        #expect(
            type.field(named: "b")?.statistics
                == FieldStatistics(present: 4, null: 1, total: 5, values: [.init("x", 3), .init("y", 1)]))
        #expect(type.field(named: "c")?.statistics == FieldStatistics(present: 0, null: 1, total: 5))
        #expect(type.field(named: "d")?.statistics == FieldStatistics(present: 1, null: 0, total: 5))
        #expect(type.additional == nil)
    }

    @Test func objectsAreNamedByTheirPlace() throws {
        let schema = try infer([
            #"{"address":{"city":"x","geo":{"lat":1}},"items":[{"id":1,"categories":[{"name":"a"}]},{"id":2}],"billing":{"address":{"zip":"1"}},"home-page":{"url":"u"},"é":{"x":1},"3166-1":[{"a":1}],"":{"q":1}}"#
        ])
        #expect(
            Set(schema.types.keys) == [
                "Record", "Address", "Geo", "Item", "Category", "Billing", "BillingAddress", "HomePage", "É",
                "Record31661", "Record2",
            ]
        )
        #expect(schema.types["Record"]?.field(named: "items")?.type == .list(.object("Item")))
        #expect(schema.types["Item"]?.field(named: "categories")?.type == .optional(.list(.object("Category"))))
        #expect(schema.types["Billing"]?.field(named: "address")?.type == .object("BillingAddress"))
        #expect(schema.types["Item"]?.field(named: "id")?.statistics?.total == 2)
    }

    @Test(arguments: [
        ("items", "item"), ("categories", "category"), ("boxes", "box"), ("addresses", "address"), ("status", "status"),
        ("analysis", "analysis"), ("class", "class"), ("data", "data"), ("s", "s"),
        ("children", "child"), ("People", "Person"), ("matches", "match"), ("as", "as"),
    ])
    func singulars(plural: String, singular: String) { #expect(SchemaNaming.singular(plural) == singular) }

    @Test func scalarRecordsAreTyped() throws {
        #expect(try infer(["1", "2"]).root == .integer)
        #expect(try infer(["[1]"]).root == .list(.integer))
        #expect(try infer(["1", "{}"]).root == .any)
        #expect(try infer([]).root == .any)
    }

    @Test func freeKeysMakeADictionary() throws {
        // Each record has three of a hundred keys.
        let texts = (0..<200).map { index in
            let keys = (0..<3).map { "\"k\((index * 7 + $0 * 31) % 100)\":\(index)" }.joined(separator: ",")
            return "{\"scores\":{\(keys)},\"fixed\":{\"a\":1,\"b\":2}}"
        }
        let schema = try infer(texts)
        #expect(schema.types["Record"]?.field(named: "scores")?.type == .dictionary(.integer))
        #expect(schema.types["Record"]?.field(named: "fixed")?.type == .object("Fixed"))
        // The fields of a record are never free keys, even if they are many and rare.
        let wide = try infer((0..<300).map { "{\"k\($0)\":1}" })
        #expect(wide.types["Record"]?.fields.count == 300)
        // Nor are the fields of a wide object that is always the same.
        let keys = (0..<150).map { "\"c\($0)\":\($0)" }.joined(separator: ",")
        #expect(try infer([String](repeating: "{\"o\":{\(keys)}}", count: 20)).types["O"]?.fields.count == 150)
    }

    @Test func manyValuesAreNotCounted() throws {
        let schema = try infer(
            (0..<40).map {
                "{\"few\":\"\($0 % 32)\",\"many\":\"\($0 % 33)\",\"long\":\"\(String(repeating: "x", count: 200))\"}"
            })
        let type = try #require(schema.types["Record"])
        #expect(type.field(named: "few")?.statistics?.values.count == 32)
        #expect(type.field(named: "few")?.statistics?.values.first == .init("0", 2))
        #expect(type.field(named: "many")?.statistics?.values == [])
        #expect(type.field(named: "long")?.statistics?.values == [])
    }

    @Test func whatIsPastTheLimitsIsOpen() throws {
        var limits = SchemaInference.Limits()
        limits.keys = 5
        limits.depth = 2
        let schema = try infer([#"{"a":1,"b":1,"c":1,"d":{"e":{"f":1}},"g":1,"h":1}"#], limits: limits)
        let type = try #require(schema.types["Record"])
        // The names beyond the limit are also known.
        #expect(type.fields.map(\.name) == ["a", "b", "c", "d", "g", "h"])
        #expect(type.additional == nil)
        #expect(schema.types["D"]?.field(named: "e")?.type == .object("E"))
        #expect(schema.types["E"]?.additional == .any)
        limits = SchemaInference.Limits()
        limits.profiles = 3
        let poor = try infer([#"{"a":1,"b":[1],"c":1,"d":1.5,"e":true}"#], limits: limits)
        #expect(poor.types["Record"]?.fields.map(\.name) == ["a", "b", "c", "d", "e"])
        #expect(poor.types["Record"]?.fields.map(\.type) == [.integer, .list(.integer), .any, .any, .any])
        #expect(poor.types["Record"]?.additional == nil)
        limits.names = 1
        let open = try infer([#"{"a":1,"b":[1],"c":1,"d":1.5,"e":true}"#], limits: limits)
        #expect(open.types["Record"]?.fields.map(\.name) == ["a", "b", "c"])
        #expect(open.types["Record"]?.additional == .any)
    }

    /// Names count by their length, so that long ones take no more memory than many.
    @Test func longNamesCountMore() throws {
        var limits = SchemaInference.Limits()
        limits.keys = 1
        limits.names = 40
        let long = (0..<5).map { "\"\($0)\(String(repeating: "k", count: 2000))\":1" }.joined(separator: ",")
        let type = try #require(try infer(["{\"a\":1,\"b\":1,\(long)}"], limits: limits).types["Record"])
        #expect(type.fields.map { $0.name.prefix(2) } == ["a", "b", "0k", "1k"])
        #expect(type.additional == .any)
    }

    /// A map of objects keeps its names, and its objects have one type, for any number of them.
    @Test(arguments: [600, 4100, 9000])
    func aMapOfObjectsHasOneType(count: Int) throws {
        let members = (0..<count).map { index in
            let extra = index == count - 1 ? ",\"last\":true" : ""
            return "\"\(1000 + index)\":{\"n\":\(index),\"o\":{\"a\":1,\"b\":[1]}\(extra)}"
        }
        let schema = try infer(["{" + members.joined(separator: ",") + "}"])
        let type = try #require(schema.types["Record"])
        #expect(type.additional == nil)
        #expect(type.fields.count == count)
        #expect(Set(type.fields.map(\.type)) == [.object("Item")])
        #expect(schema.types["Item"]?.fields.map(\.name) == ["n", "o", "last"])
        #expect(schema.types["Item"]?.additional == nil)
        #expect(schema.types["O"]?.fields.map(\.name) == ["a", "b"])
    }

    @Test func hostileRecordsCostBoundedMemory() throws {
        var limits = SchemaInference.Limits()
        limits.names = 8000
        var inference = SchemaInference(limits: limits)
        for round in 0..<60 {
            let fields = (0..<300).map {
                (
                    "key\(round * 300 + $0)",
                    PredicateValue.object(
                        PredicateObject([("x\(round)\($0)", .string(String(repeating: "v", count: 90)))]))
                )
            }
            inference.add(.object(PredicateObject(fields)))
        }
        var deep: PredicateValue = 1
        for _ in 0..<1000 { deep = [deep] }
        inference.add(["deep": deep])
        let schema = inference.schema
        #expect(schema.types["Record"]?.additional == .any)
        #expect((schema.types["Record"]?.fields.count ?? 0) <= 8000)
    }

    @Test func partsMergeToTheWhole() throws {
        var generator = SeededRandom(seed: 5)
        var texts: [String] = []
        for index in 0..<300 {
            var members = ["\"id\":\(index)"]
            if Bool.random(using: &generator) {
                members.append("\"name\":\(Bool.random(using: &generator) ? "null" : "\"n\(index % 9)\"")")
            }
            if Bool.random(using: &generator) {
                members.append("\"score\":\(Bool.random(using: &generator) ? "1" : "1.5")")
            }
            if index % 3 == 0 { members.append("\"tags\":[\(index % 2 == 0 ? "\"a\"" : "")]") }
            if index > 200 { members.append("\"late\":{\"at\":\"2024-01-01T00:00:0\(index % 10)Z\"}") }
            members.append("\"m\":{\"\(index)\":1}")
            texts.append("{\(members.joined(separator: ","))}")
        }
        let whole = try infer(texts)
        for cut in [1, 57, 150, 299] {
            var reader = JSONReader()
            var first = SchemaInference()
            var second = SchemaInference()
            for text in texts[..<cut] { first.add(try reader.read(text)) }
            for text in texts[cut...] { second.add(try reader.read(text)) }
            first.merge(second)
            #expect(first.schema == whole)
        }
        #expect(whole.types["Record"]?.field(named: "m")?.type == .dictionary(.integer))
        #expect(whole.types["Record"]?.field(named: "late")?.type == .optional(.object("Late")))
        #expect(whole.types["Late"]?.field(named: "at")?.type == .dateTime)
        #expect(whole.types["Late"]?.field(named: "at")?.statistics?.allDates == true)
    }

    @Test func asksWhetherAFieldWasSeen() throws {
        var inference = SchemaInference()
        var reader = JSONReader()
        inference.add(try reader.read(#"{"a":{"b":null,"c":[{"d":1}]},"m":{"1":{"x":1},"2":{"x":2}}}"#))
        #expect(inference.hasField(["a"]))
        #expect(inference.hasField(["a", "c", "d"]))
        #expect(!inference.hasField(["a", "b"]))
        #expect(!inference.hasField(["a", "x"]))
        #expect(!inference.hasField(["z"]))
    }

    @Test func valuesToChooseFromAreKept() throws {
        let schema = try infer(
            (0..<600).map { "{\"code\": \"c\($0 % 200)\", \"key\": \"k\($0)\", \"tags\": [\"t\($0 % 3)\", \"t0\"]}" })
        let type = try #require(schema.recordType(of: schema.root))
        let code = try #require(type.field(named: "code")?.statistics)
        #expect(code.values == [] && code.seen.count == 200 && code.seen.first == .init("c0", 3))
        #expect(type.field(named: "key")?.statistics?.seen == [])
        let tags = try #require(type.field(named: "tags")?.statistics)
        #expect(tags.values == [] && tags.seen == [.init("t0", 800), .init("t1", 200), .init("t2", 200)])
    }

    @Test func textThatIsANumber() throws {
        let texts = [
            #"{"bytes":"7","mixed":"7","gaps":"7","none":"x","number":7,"many":["7"]}"#,
            #"{"bytes":"-1e3","mixed":"seven","gaps":"n/a","none":"y","number":8,"many":["8"]}"#,
            #"{"bytes":null,"none":null}"#,
        ]
        let fields = try #require(infer(texts).types["Record"])
        func allNumbers(_ name: String) -> Bool? { fields.field(named: name)?.statistics?.allNumbers }
        #expect(allNumbers("bytes") == true)
        #expect(allNumbers("gaps") == true)
        #expect(["mixed", "none", "number", "many"].allSatisfy { allNumbers($0) == false })
        var first = SchemaInference()
        var second = SchemaInference()
        var reader = JSONReader()
        first.add(try reader.read(texts[0]))
        second.add(try reader.read(texts[1]))
        first.merge(second)
        #expect(first.schema.types["Record"]?.field(named: "mixed")?.statistics?.allNumbers == false)
    }

    @Test func valuesOfSwiftAreTypedToo() {
        var inference = SchemaInference()
        inference.add([
            "d": .date(Date()), "u": .uuid(UUID()), "b": .data(Data([1])), "l": .url("https://a"), "s": .set([1]),
            "m": .decimal(1),
        ])
        inference.add([
            "d": .date(Date()), "u": .uuid(UUID()), "b": .data(Data([2])), "l": .url("https://b"), "s": .set([2]),
            "m": .integer(1),
        ])
        #expect(
            inference.schema.types["Record"]?.fields.map(\.type) == [
                .date, .uuid, .data, .url, .set(.integer), .decimal,
            ])
    }
}
