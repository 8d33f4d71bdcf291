#if PostgreSQL
import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateRecords

/// The inference of an import on several threads against that of the records in order.
struct ImportAgreementTests {
    /// Values in JSON, ordinary and not.
    private static let values = [
        "null", "true", "false", "0", "-0", "7", "-12", "1E2", "1e2", "1.0", "1.50", "-0.0", "0.1", "1e-7", "0.0001",
        "0.00001",
        "123456789012345", "1234567890123456", "999999999999999999", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "123456789012345678901234567890", "0.12345678901234567", "1e300", "1e-400",
        "100000000000000000.5",
        "9007199254740993",
        #""""#, #""a""#, #""é😀""#, #""\u00e9""#, #""\ud83d\ude00""#, #""\u0000""#, #""\\""#, #""\\.""#, #""\\N""#,
        #""\/""#,
        #""\b\f\n\r\t""#, #""\u0009\u000a\u000d\u005c\u0022\u001f""#, #""a\"b\\c""#, "\"\u{7F}\u{2028}\"",
        #""2024-01-02T03:04:05Z""#, #""2024-01-02T03:04:05.5+01:00""#, #""2024-13-02T03:04:05Z""#,
        #""2024\u002d01-02T03:04:05Z""#,
        #""12""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#, "\"" + String(repeating: "long ", count: 3000) + "\"",
        "[]", "[ ]", "[1, 2]", "[1.50]", "[-0]", "[1e2]", "[0.00012,0.00001]", #"["a\nb"]"#, #"["a", null]"#,
        "[[1],[2.5]]",
        "[{}]", #"[{"a":1}]"#, #"[null,{"a":1}]"#, #"[1,{"a":1}]"#, "{}", "{ }", #"{"a" : 1 , "b":[ true,false ]}"#,
        #"{"a":1,"a":2}"#, #"{"\u0061":1}"#, #"{"a":{"b":{"c":[1.25,-3]}}}"#, #"{"é":"x y"}"#,
    ]

    private static let bad: [[UInt8]] =
        [
            #"{"a":1"#, #"{"a":01}"#, #"{"a":1e400}"#, #"{"a":"\ud800"}"#, #"{"a":"x}"#, "[1]", "7",
            "{\"a\":\"\u{1}\"}", #"{"a":tru}"#,
            #"{"a":1} {"#, #"{"a":1,}"#, #"{"a":"\q"}"#, #"{"a":-}"#, #"{"a":"\u00"}"#, #"{a:1}"#,
        ].map { Array($0.utf8) } + [[0x7B, 0x22, 0x61, 0x22, 0x3A, 0x22, 0xFF, 0x22, 0x7D], [0x7B, 0x7D, 0x00]]

    private func layout(_ schema: RecordSchema, json: Bool = false) -> ImportLayout? {
        try? ImportLayout(schema, table: "t", key: nil, keepsLists: json, taken: [])
    }

    private static func empty() -> SchemaInference {
        var limits = SchemaInference.Limits()
        limits.distinctValues = 0
        limits.completionValues = 0
        return SchemaInference(limits: limits)
    }

    private static func reader() -> JSONReader {
        var reader = JSONReader()
        reader.requiresObjects = true
        return reader
    }

    /// The tables that the records in order give.
    private func inOrder(_ text: String, json: Bool = false) throws -> [String]? {
        var inference = Self.empty()
        var reader = Self.reader()
        let stream = try RecordStream(.text(text))
        while let record = try stream.next() { inference.add(try reader.read(record)) }
        return layout(inference.schema, json: json)?.tables(\.postgresql)
    }

    /// The tables that several threads give; nil if they leave the records to be read in order.
    private func together(_ text: String, json: Bool = false) -> [String]? {
        var inference = Self.empty()
        guard inference.add(linesOf: .text(text), RecordInputOptions(), Self.reader(), threads: 2) else { return nil }
        return layout(inference.schema, json: json)?.tables(\.postgresql)
    }

    @Test func threadsAgreeWithTheOrder() throws {
        var generator = SeededRandom(seed: 11)
        let keys = ["a", "b", "c", "é", "a b", "\\u0061x"]
        var tables = 0
        for _ in 0..<400 {
            // Few kinds of values for each key, so that columns have types.
            let choices = keys.map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                    Self.values.randomElement(using: &generator) ?? "1"
                }
            }
            var lines: [String] = []
            for number in 0..<Int.random(in: 1...200, using: &generator) {
                var members: [String] = []
                for (key, values) in zip(keys, choices) where Int.random(in: 0..<12, using: &generator) > 0 {
                    members.append("\"\(key)\": \(values.randomElement(using: &generator) ?? "1")")
                }
                if Int.random(in: 0..<5, using: &generator) == 0 { members.shuffle(using: &generator) }
                if number > 70, Int.random(in: 0..<40, using: &generator) == 0 { members.append("\"late\":\(number)") }
                lines.append("{\(members.joined(separator: ","))}")
            }
            let text = lines.joined(separator: "\n") + "\n"
            for json in [false, true] {
                guard let found = together(text, json: json) else { continue }
                tables += 1
                #expect(try found == inOrder(text, json: json), "\(text.prefix(2000))")
            }
        }
        #expect(tables > 300, "few texts were inferred by threads: \(tables)")
    }

    @Test func manyPiecesKeepTheOrderOfFields() throws {
        var text = ""
        for number in 0..<60_000 {
            text += #"{"id":\#(number),"name":"n\#(number)""#
            if number % 9_000 == 8_999 { text += #","late\#(number)":1.5"# }
            text += number == 50_000 ? ",\"x\":null}\n" : "}\n"
            if number % 7_000 == 0 { text += " \t\n" }
        }
        let tables = try #require(together(text))
        #expect(try tables == inOrder(text))
    }

    @Test func badRecordsAndOtherLayoutsAreReadInOrder() {
        for text in ["{\"a\":1}\n{\"a\":}\n", "[1]", "7", "", #"[{"a":1}]"#] {
            #expect(together(text + "\n") == nil, "\(text.prefix(40))")
        }
        for line in Self.bad {
            var inference = Self.empty()
            let bytes = Array("{\"a\":1}\n".utf8) + line + [0x0A]
            let isDone = inference.add(linesOf: .bytes(bytes), RecordInputOptions(), Self.reader(), threads: 1)
            #expect(!isDone, "\(line)")
        }
        var options = RecordInputOptions()
        options.limits.recordBytes = 20
        var inference = Self.empty()
        let long = RecordSource.text("{\"a\":1}\n{\"a\":\"a long text of a record\"}\n")
        let isDone = inference.add(linesOf: long, options, Self.reader(), threads: 1)
        #expect(!isDone)
    }
}
#endif
