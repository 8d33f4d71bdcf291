import Foundation
import PredicateCore
import PredicateFormat
import PredicatePatterns
import Testing

/// Predicates, schemas, values and limits in coders, as a program outside of the library uses them.
@Suite("Coding")
struct PredicateCodingTests {
    struct Person: PredicateDescribed, Sendable {
        var name: String
        var age: Int
        var tags: [String] = []
        static let predicateDescription = PredicateDescription<Person> {
            PredicateField("name", \.name)
            PredicateField("age", \.age)
            PredicateField("tags", \.tags)
        }
    }

    private static let schema = RecordSchema(
        root: "Person",
        types: [
            RecordType(
                "Person",
                fields: [
                    RecordField("name", .string, documentation: "as on the door"), RecordField("age", .integer.orNil),
                    RecordField("born", .date.orNil), RecordField("id", .uuid), RecordField("photo", .data.orNil),
                    RecordField("price", .decimal.orNil), RecordField("score", .double),
                    RecordField("kind", .enumeration(EnumerationType(["a", "b"]))),
                    RecordField("tags", .list(.string), limits: FieldLimits(elements: 9)),
                    RecordField("boss", .object("Person").orNil), RecordField("more", .dictionary(.any)),
                ], additional: .any, documentation: "a person")
        ])

    private static func again<Value: Codable>(_ value: Value, library: PredicateLibrary? = nil) throws -> Value {
        let decoder = JSONDecoder()
        if let library { decoder.userInfo[.predicateLibrary] = library }
        let data = try JSONEncoder().encode(value)
        let list = try PropertyListDecoder().decode(
            [JSONText].self, from: PropertyListEncoder().encode([JSONText(text: String(decoding: data, as: UTF8.self))])
        )
        return try decoder.decode(Value.self, from: Data(list[0].text.utf8))
    }

    /// A text that travels in a property list.
    private struct JSONText: Codable {
        var text: String
    }

    @Test(arguments: [
        "age > 18", "name == 'Zoë'", "NOT (age < 3 OR name BEGINSWITH[cd] 'x') AND TRUEPREDICATE",
        "ANY tags IN {'a', 'b'}", "SUBQUERY(tags, $t, $t == 'a').@count > 1",
        "boss.boss.name LIKE '*x?'", "score BETWEEN {-0.5, 1e300}", "born > CAST('2020-01-01T00:00:00Z', 'NSDate')",
        "kind == 'a'", "SELF.name == 'a\\u0000\\n\\'\"'", "price > CAST('1.10', 'NSDecimalNumber')",
        "TERNARY(age > 1, 'a', 'b') == name", "more.x.y == 3", "name MATCHES 'a+'", "name == nil",
    ])
    func predicatesComeBack(_ format: String) throws {
        let library = PredicateLibrary.standardWithPatterns
        for schema in [nil, Self.schema] {
            let predicate = try CheckedPredicate(format, schema: schema, library: library)
            let read = try Self.again(predicate, library: library)
            #expect(read == predicate)
            #expect(read.hashValue == predicate.hashValue)
            #expect(read.schema == schema)
            #expect("\(read)" == predicate.predicateFormat)
        }
    }

    @Test func templatesComeBack() throws {
        for schema in [nil, Self.schema] {
            let template = try PredicateTemplate("name == $who AND age > 1", schema: schema)
            let read = try Self.again(template)
            #expect(read == template)
            #expect(read.variables.map(\.name) == ["who"])
            #expect("\(read)" == template.predicateFormat)
        }
        #expect(throws: PredicateDiagnostics.self) {
            try JSONDecoder().decode(CheckedPredicate.self, from: Data(#"{"format": "name == $who"}"#.utf8))
        }
    }

    @Test func argumentsAndVariablesAreWritten() throws {
        let date = Date(timeIntervalSinceReferenceDate: 0.123456789)
        let values: [PredicateValue] = [
            .integer(.min), .double(-0.0), .double(0.1), .string("e\u{301}"), .date(date), .uuid(UUID()),
            .decimal(Decimal(string: "1.10") ?? 0), .url("https://x.y/?a=b"), .boolean(true), .null,
            .list([.integer(1), .string("x")]), .data(Data([0, 255])),
        ]
        for value in values {
            let predicate = try PredicateTemplate("a == %@ OR b == $v", arguments: [value]).binding(["v": value])
            let read = try Self.again(predicate)
            #expect(read == predicate, "\(value)")
            for other in values {
                let record = PredicateObject([("a", other), ("b", .null)])
                #expect(read.matches(record) == predicate.matches(record), "\(value) \(other)")
            }
        }
    }

    @Test func composedFormsOfTextAreDifferent() throws {
        let composed = try CheckedPredicate("name == '\u{e9}'")
        let decomposed = try CheckedPredicate("name == 'e\u{301}'")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(try CheckedPredicate("a==1") == CheckedPredicate("a = 1"))
        #expect(try CheckedPredicate("a==1", limits: PredicateLimits(depth: 9)) != CheckedPredicate("a == 1"))
        #expect(try CheckedPredicate("age==1", schema: Self.schema) != CheckedPredicate("age == 1"))
    }

    @Test func decodingChecks() throws {
        let text =
            #"{"format": "naem == 3", "schema": \#(String(decoding: try JSONEncoder().encode(Self.schema), as: UTF8.self))}"#
        var strict = Self.schema
        strict.types["Person"]?.additional = nil
        let data = try JSONEncoder().encode(strict)
        #expect(throws: Never.self) { try JSONDecoder().decode(CheckedPredicate.self, from: Data(text.utf8)) }
        let refused = #"{"format": "naem == 3", "schema": \#(String(decoding: data, as: UTF8.self))}"#
        let error = #expect(throws: PredicateDiagnostics.self) {
            try JSONDecoder().decode(CheckedPredicate.self, from: Data(refused.utf8))
        }
        #expect(error?.diagnostics.first?.code == .unknownField)
        #expect(error?.localizedDescription.contains("`naem` is not a field") == true)
        #expect(throws: PredicateDiagnostics.self) {
            try JSONDecoder().decode(CheckedPredicate.self, from: Data(#"{"format": "a =="}"#.utf8))
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CheckedPredicate.self, from: Data(#"{"format": 3}"#.utf8))
        }
    }

    @Test func libraries() throws {
        let function = PredicateFunction(
            "twice:", parameters: [FunctionParameter("number", .integer)], result: .integer, help: "Doubles."
        ) { _ in .null }
        let library = PredicateLibrary.standard.adding(function)
        let predicate = try CheckedPredicate("twice(3) == 6", library: library)
        #expect(try Self.again(predicate, library: library) == predicate)
        #expect(throws: PredicateDiagnostics.self) { try Self.again(predicate) }
        #expect(library == PredicateLibrary.standard.adding(function))
        #expect(library != .standard)
        #expect(Set([library, .standard, PredicateLibrary.standard]).count == 2)
    }

    @Test func typedPredicatesAreTexts() throws {
        let adults = try Person.predicate("age >= %d AND ANY tags == %@", 18, "x")
        let data = try JSONEncoder().encode(["adults": adults])
        #expect(String(decoding: data, as: UTF8.self) == #"{"adults":"age >= 18 AND ANY tags == \"x\""}"#)
        let read = try JSONDecoder().decode([String: TypedPredicate<Person>].self, from: data)
        #expect(read["adults"] == adults)
        #expect(read["adults"]?.matches(Person(name: "", age: 20, tags: ["x"])) == true)
        #expect("\(adults)" == adults.predicateFormat)
        #expect(Set([adults, try Person.predicate("age >= 18 AND ANY tags == 'x'")]).count == 1)
        #expect(throws: PredicateDiagnostics.self) {
            try JSONDecoder().decode([TypedPredicate<Person>].self, from: Data(#"["aeg > 3"]"#.utf8))
        }
    }

    @Test func schemasComeBack() throws {
        #expect(try Self.again(Self.schema) == Self.schema)
        var inferred = Self.schema
        inferred.origin = .inferred
        inferred.recordCount = 7
        inferred.types["Person"]?.fields[0].statistics = FieldStatistics(
            present: 3, null: 1, total: 4, values: [.init(.double(1.5), 2)], allDates: true)
        #expect(try Self.again(inferred) == inferred)
        var deep = ValueType.integer
        for _ in 0..<40 { deep = .list(deep) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([deep]) }
        for text in [#"["list"]"#, #"[{"list": "x"}]"#, "[3]", #"[{"a": 1, "b": 2}]"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode([ValueType].self, from: Data(text.utf8)) }
        }
    }

    @Test func valuesComeBack() throws {
        let values: [PredicateValue] = [
            .null, .boolean(false), .integer(.max), .integer(.min), .double(-0.0), .double(5), .double(1e308),
            .double(.leastNonzeroMagnitude), .decimal(Decimal(string: "1.10") ?? 0), .string("e\u{301}\0"),
            .date(Date(timeIntervalSinceReferenceDate: 0.1)),
            .uuid(UUID()), .data(Data([0, 255])), .url("x:y"), .list([.null, .double(1)]), .set([.integer(1)]),
            .object(PredicateObject([("e\u{301}", .integer(1)), ("a", .list([]))])),
        ]
        #expect(try Self.again(values) == values)
        // Coders of the platform take these keys for one.
        let twins = PredicateValue.object(PredicateObject([("e\u{301}", .null), ("\u{e9}", .null)]))
        for value in [twins, .list([twins]), PredicateValue.double(.nan), .list([.double(.infinity)]), .decimal(.nan)] {
            #expect(throws: EncodingError.self) { try JSONEncoder().encode([value]) }
        }
        var deep = PredicateValue.null
        for _ in 0..<1000 { deep = .list([deep]) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([deep]) }
        let nested = String(repeating: "[", count: 100_000)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(PredicateValue.self, from: Data(nested.utf8))
        }
    }

    @Test func limitsComeBack() throws {
        let limits = PredicateLimits(
            depth: 5, estimatedCost: 9, estimatedRecord: RecordSizes(recordBytes: 3, fields: ["a.b": 4]))
        #expect(try Self.again(limits) == limits)
        #expect(try JSONDecoder().decode(PredicateLimits.self, from: Data("{}".utf8)) == .standard)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PredicateLimits.self, from: Data(#"{"depth": -1}"#.utf8))
        }
    }

    @Test func diagnosticsAreEncodable() throws {
        let error = #expect(throws: PredicateDiagnostics.self) {
            try CheckedPredicate("é == 1 AND naem == ", schema: Self.schema)
        }
        let found = try #require(error)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let ours = try JSONSerialization.jsonObject(with: Data(found.json().utf8)) as? NSArray
        let encoded = try JSONSerialization.jsonObject(with: encoder.encode(found)) as? NSArray
        #expect(ours == encoded)
        let range = try #require(found.diagnostics.first?.range)
        let indices = range.indices(in: found.source)
        #expect(String(found.source[indices]) == range.text(in: found.source))
        #expect(SourceRange(-5, 900).indices(in: "ab") == "ab".startIndex..<"ab".endIndex)
        #expect(SourceRange(7, 9).indices(in: "ab").isEmpty)
    }
}
