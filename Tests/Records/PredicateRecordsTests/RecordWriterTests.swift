import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateRecords

struct RecordWriterTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (-7, "-7"), (0.1, "0.1"), (5.0, "5.0"), (1e300, "1e+300"),
            (.double(-0.0), "-0.0"), (.double(.infinity), "null"), (.double(.nan), "null"),
            (.decimal(Decimal(string: "12.30") ?? 0), "12.3"), (.decimal(.nan), "null"), ("", "\"\""),
            ("a\"b\\c/d", #""a\"b\\c/d""#),
            ("\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}", "\"\\n\\r\\t\\b\\f\\u0000\\u001f\u{7F}\""),
            ("é😀\u{2028}", "\"é😀\u{2028}\""), ([], "[]"), ([1, [2, []]], "[1,[2,[]]]"), (.set([1, 2]), "[1,2]"),
            (.object(PredicateObject([])), "{}"), (["a": 1, "b\"": ["c": nil]], #"{"a":1,"b\"":{"c":null}}"#),
            (.date(Date(timeIntervalSinceReferenceDate: 0)), "\"2001-01-01T00:00:00Z\""),
            (.data(Data([1, 2, 3])), "\"AQID\""), (.url("https://a/b"), "\"https://a/b\""),
            (
                .uuid(UUID(uuidString: "16fd2706-8baf-433b-82eb-8c7fada847da") ?? UUID()),
                "\"16FD2706-8BAF-433B-82EB-8C7FADA847DA\""
            ),
        ] as [(PredicateValue, String)])
    func writes(value: PredicateValue, expected: String) throws {
        #expect(RecordWriter.json(value) == expected)
        #expect(fault(expected) == "fine")
    }

    @Test func prettyTextIsIndented() {
        #expect(
            RecordWriter.json(["a": [1, ["b": []]], "c": .object(PredicateObject([]))], layout: .pretty) == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    }
                  ],
                  "c": {}
                }
                """)
    }

    @Test func whatIsWrittenReadsBack() throws {
        var generator = SeededRandom(seed: 21)
        for _ in 0..<500 {
            let value = randomValue(depth: 4, &generator)
            for layout in [RecordWriter.Layout.compact, .pretty] {
                #expect(try outcome(RecordWriter.json(value, layout: layout)).get() == value)
            }
        }
    }

    private func randomValue(depth: Int, _ generator: inout SeededRandom) -> PredicateValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return nil
        case 1: return .boolean(Bool.random(using: &generator))
        case 2: return .integer(Int64(bitPattern: generator.next()))
        case 3:
            let double = Double(bitPattern: generator.next())
            return double.isFinite ? .double(double) : 0.5
        case 4, 5:
            return .string(
                String(
                    (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                        ["a", "\"", "\\", "\n", "é", "😀", "\u{1}", "/", "中"].randomElement(using: &generator) ?? "x"
                    }.joined()))
        case 6:
            return .list(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in randomValue(depth: depth - 1, &generator) })
        default:
            return .object(
                PredicateObject(
                    (0..<Int.random(in: 0..<16, using: &generator)).map {
                        ("k\($0)", randomValue(depth: depth - 1, &generator))
                    }))
        }
    }

    @Test func deepValuesAreWrittenWithoutRecursion() {
        // Releasing a value is recursive, so there are no more levels than these.
        var value: PredicateValue = 1
        for _ in 0..<2000 { value = [value] }
        #expect(RecordWriter.json(value).utf8.count == 4001)
    }

    @Test(
        arguments: [
            (nil, ""), ("a,b", "a,b"), (1, "1"), (true, "true"), ([1, "a"], "[1,\"a\"]"), (["a": 1], "{\"a\":1}"),
            (.date(Date(timeIntervalSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
        ] as [(PredicateValue, String)])
    func cells(value: PredicateValue, expected: String) { #expect(RecordWriter.cell(value) == expected) }

    @Test(arguments: [
        ("a", "a"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
        ("a\r\nb", "\"a\r\nb\""), (" a", "\" a\""), ("a b", "a b"), ("é;", "é;"),
    ])
    func csvFields(cell: String, expected: String) { #expect(RecordWriter.csvField(cell) == expected) }

    @Test func cellsAreSpelledAsTheSourceSpellsThem() throws {
        let stream = try RecordStream(
            .text(
                #"{"n":1.50,"big":123456789012345678901234567890,"s":"a\u00e9\n","l":[1.0, 2],"z":null,"n":2,"e":1E5}"#)
        )
        let record = try #require(try stream.next())
        let reader = JSONReader()
        let cells = try reader.cells(of: record, WantedFields(["big", "n", "s", "l", "z", "none", "e"]))
        #expect(cells == ["123456789012345678901234567890", "1.50", "aé\n", "[1.0, 2]", "", "", "1E5"])
    }
}

struct RecordFinderTests {
    private func find(_ text: String) throws -> [String] {
        RecordFinder.findRecords(in: try outcome(text).get()).map {
            "\($0.pointer)\($0.values ? " values" : "") \($0.count) \($0.fields.joined(separator: ","))"
        }
    }

    @Test func findsListsAndObjectsOfRecords() throws {
        #expect(
            try find(#"{"3166-1":[{"alpha_2":"AW","name":"Aruba"},{"alpha_2":"AF","flag":"x"}]}"#) == [
                "/3166-1 2 alpha_2,name,flag"
            ])
        #expect(try find(#"{"p":{"name":"a"},"q":{"name":"b"}}"#) == [" values 2 name"])
        #expect(
            try find(#"{"data":{"items":[{"id":1}],"by":{"x":{"k":1},"y":{"k":2},"z":{"k":3}}},"n":[1,2]}"#) == [
                "/data/by values 3 k", "/data/items 1 id",
            ])
        #expect(try find(#"{"a":1,"b":{"c":1}}"#) == [])
        #expect(try find("[1]") == [])
        #expect(
            try find(#"{"v":{"a":{"s":1,"via":["x",{"s":2}]},"b":{"s":3,"via":[]}},"l":[{"m":1},2]}"#) == [
                "/v values 2 s,via"
            ])
        #expect(try find(#"{"a/b":[{"x":1}]}"#) == ["/a~1b 1 x"])
    }

    @Test func findsThePlaceOfAField() throws {
        let document = try outcome(#"{"few":[{"a":1}],"many":[{"b":1},{"b":2}]}"#).get()
        #expect(RecordFinder.findRecords(in: document, with: "a").map(\.pointer.description) == ["/few"])
        #expect(RecordFinder.findRecords(in: document, with: "c") == [])
    }

    @Test func hugeDocumentsAreLookedAtInPart() {
        let wide = PredicateValue.list((0..<50_000).map { ["a": .integer($0)] })
        #expect(RecordFinder.findRecords(in: ["x": wide]).first?.count == 50_000)
        #expect(RecordFinder.findRecords(in: wide) == [])
    }
}
