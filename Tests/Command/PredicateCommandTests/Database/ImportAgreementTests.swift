#if PostgreSQL
import CRecordScan
import Foundation
import PredicatePostgreSQL
import Testing

@testable import PredicateCommand
@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateRecords

/// The fast paths of an import against the reader, the inference and the rows that they replace.
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

    /// Lines that are not what a scan expects.
    private static let lines: [String] = [
        #"{"a":1}"#, #"{"b":2,"a":1}"#, #"{"a":1,"b":2,"c":3}"#, #"{"a":1,"a":"x"}"#, #"{"\u0061":1}"#, #" {"a":1} "#,
        "",
        "  \t", "\r", "{\"a\":1}\r", "{}", "{ }", #"{"b":null}"#, #"{"a":1,"b":2,"":3}"#,
        #"{"a":{"b":1},"b":[{"a":1}]}"#,
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

    // MARK: Rows

    /// The row of a record as the reader and the layout give it; nil if it does not fit.
    private func row(of raw: RawRecord, _ layout: ImportLayout) -> [UInt8]? {
        var reader = JSONReader()
        reader.requiresObjects = true
        guard let value = try? reader.read(raw), let row = try? layout.row(of: value, number: 1) else { return nil }
        for case .string(let text) in row where text.utf8.contains(0) { return nil }
        var text: [UInt8] = []
        try? PostgreSQLCopyText.append(row, to: &text)
        return text
    }

    @Test(arguments: [ValueType.integer, .double, .string, .boolean, .dateTime, .uuid, .any])
    func plainRowsAreThoseOfTheReader(type: ValueType) throws {
        for isOptional in [false, true] {
            let fields = ["first", "b", "last"].map { RecordField($0, isOptional ? type.orNil : type) }
            let schema = RecordSchema(root: .object("R"), types: [RecordType("R", fields: fields)], origin: .declared)
            let target = try #require(layout(schema))
            let plain = PostgreSQLPlainRows(target)
            var lines: [String] = []
            for value in Self.values {
                lines.append(#"{"first":\#(value),"b":\#(value),"last":\#(value)}"#)
                lines.append(#"{ "last" : \#(value), "other": \#(value), "b":\#(value) ,"first":\#(value)}"#)
                lines.append(#"{"first":\#(value),"last":\#(value)}"#)
            }
            let stream = try RecordStream(
                .text(lines.joined(separator: "\n") + "\n" + String(repeating: " ", count: 99)))
            let rows = try #require(
                RecordRows(
                    stream, fields: target.plainColumns, limits: .standard, maximumDepth: JSONReader().maximumDepth))
            let text = ImportText()
            var (count, taken) = (0, 0)
            while let next = try rows.next() {
                count += 1
                guard case .slots(let slots) = next else { continue }
                text.removeAll()
                guard plain.append(slots, to: text) else {
                    #expect(text.count == 0)
                    continue
                }
                taken += 1
                #expect(Array(text.bytes) == row(of: rows.record, target), "\(rows.record.text)")
            }
            #expect(count == lines.count)
            #expect(taken > 2, "nothing was written fast")
        }
    }

    @Test func integersHaveTheirDigits() {
        let text = ImportText()
        for number in [0, 9, 10, -10, 99, 100, 999_999_999_999_999_999, .max, .min] as [Int64] {
            text.removeAll()
            text.append(number)
            #expect(String(decoding: text.bytes, as: UTF8.self) == String(number))
        }
    }

    @Test func textGrows() {
        let text = ImportText()
        let part = [UInt8](repeating: 0x61, count: 50_000)
        for _ in 0..<5 { text.append(part) }
        #expect(text.count == 250_000 && text.bytes.allSatisfy { $0 == 0x61 })
    }

    // MARK: Records

    /// What a stream gives: the records with their locations, up to the first error.
    private func all(_ next: () throws -> RawRecord?) -> [String] {
        var found: [String] = []
        while true {
            do {
                guard let record = try next() else { return found }
                found.append("\(record.line) \(record.offset) \(record.bytes)")
            } catch {
                return found + ["\(error)"]
            }
        }
    }

    @Test(arguments: [1, 7, 64, 1 << 20])
    func rowsAreTheRecordsOfTheStream(chunk: Int) throws {
        var lines = Self.lines.map { Array($0.utf8) }
        lines += Self.bad
        lines += (0..<300).map { Array("{\"a\":\($0)}".utf8) }
        lines.append(Array(#"{"a":"\#(String(repeating: "x", count: 500))"}"#.utf8))
        lines += (0..<3).map { Array("{\"a\":\($0)}".utf8) }
        var limits = RecordLimits.standard
        limits.recordBytes = 400
        for end in [[], [0x0A], [0x0A, 0x20, 0x0A]] as [[UInt8]] {
            let bytes = Array(lines.joined(separator: [0x0A])) + end
            let source = RecordSource.function { [box = Locked(bytes[...])] buffer throws(RecordError) in
                box.withLock { rest in
                    let count = min(buffer.count, rest.count, chunk)
                    buffer.copyBytes(from: rest.prefix(count))
                    rest = rest.dropFirst(count)
                    return count
                }
            }
            let options = RecordInputOptions(limits: limits, layout: .lines)
            let expected = try RecordStream(.bytes(bytes), options)
            let stream = try RecordStream(source, options)
            let rows = try #require(RecordRows(stream, fields: ["a", "b"], limits: limits, maximumDepth: 500))
            let found = all {
                switch try rows.next() {
                case .slots: rows.record
                case .record(let record): record
                case nil: nil
                }
            }
            #expect(found == all { try expected.next() })
        }
    }

    // MARK: Surveys

    private func inferred(_ text: String) throws -> RecordSchema {
        var limits = SchemaInference.Limits()
        limits.distinctValues = 0
        limits.completionValues = 0
        var inference = SchemaInference(limits: limits)
        let stream = try RecordStream(.text(text))
        var reader = JSONReader()
        while let record = try stream.next() { inference.add(try reader.read(record)) }
        return inference.schema
    }

    /// The tables that a survey gives; nil if it is not sure.
    private func surveyed(_ text: String, json: Bool) -> [String]? {
        var survey = FieldSurvey(mergesLists: json)
        guard survey.add(.text(text), RecordInputOptions(), maximumDepth: JSONReader().maximumDepth, threads: 2) else {
            return nil
        }
        return survey.schema.flatMap { layout($0, json: json)?.postgresqlTables }
    }

    @Test func surveysAgreeWithInference() throws {
        var generator = TestNumbers(seed: 11)
        let keys = ["a", "b", "c", "é", "a b", "\\u0061x"]
        var sure = 0
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
                guard let tables = surveyed(text, json: json) else { continue }
                sure += 1
                let schema = try inferred(text)
                #expect(tables == layout(schema, json: json)?.postgresqlTables, "\(text.prefix(2000))")
            }
        }
        #expect(sure > 300, "few surveys were sure: \(sure)")
    }

    @Test func surveysOfManyPiecesKeepTheOrderOfFields() throws {
        var text = ""
        for number in 0..<60_000 {
            text += #"{"id":\#(number),"name":"n\#(number)""#
            if number % 9_000 == 8_999 { text += #","late\#(number)":1.5"# }
            text += number == 50_000 ? ",\"x\":null}\n" : "}\n"
        }
        let tables = try #require(surveyed(text, json: false))
        #expect(tables == layout(try inferred(text))?.postgresqlTables)
    }

    @Test func surveysLeaveTheRestToInference() {
        for text in [
            #"{"a":[{"b":1}]}"#, "{\"a\":1}\n{\"a\":}\n", "[1]", "7", "", #"[{"a":1}]"#,
            "{" + (0..<600).map { "\"k\($0)\":1" }.joined(separator: ",") + "}",
            #"{"\#(String(repeating: "k", count: 1001))":1}"#,
        ] {
            #expect(surveyed(text + "\n", json: false) == nil, "\(text.prefix(40))")
        }
        for line in Self.bad {
            var survey = FieldSurvey(mergesLists: true)
            let bytes = Array("{\"a\":1}\n".utf8) + line + [0x0A]
            let isSure = survey.add(.bytes(bytes), RecordInputOptions(), maximumDepth: 500, threads: 1)
            #expect(!isSure, "\(line)")
        }
    }
}

/// Numbers that are the same in each run.
private struct TestNumbers: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
#endif
