import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateRecords

struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1234567890", 1_234_567_890),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808.0", .double(9_223_372_036_854_775_808)), ("18446744073709551616e0", .double(0x1p64)),
            ("-0.0", .double(-0.0)), ("0.0", .double(0)), ("-0e0", .double(-0.0)), ("1.0", .double(1)),
            ("1e0", .double(1)), ("1E2", .double(100)), ("1e+2", .double(100)), ("1e-2", .double(0.01)),
            ("0e99999", .double(0)), ("0.000e999999999999999999999", .double(0)), ("0.1", .double(0.1)),
            ("-2.5e-3", .double(-0.0025)), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("1e308", .double(1e308)), ("1e-400", .double(0)), ("-1e-400", .double(-0.0)),
            ("5e-324", .double(.leastNonzeroMagnitude)),
            ("2.2250738585072014e-308", .double(2.2250738585072014e-308)), ("1e22", .double(1e22)),
            ("1e23", .double(1e23)),
            ("123456789012345678", .integer(123_456_789_012_345_678)),
            ("0.1234567890123456789012345", .double(0.1234567890123456789012345)),
            ("9007199254740993", .integer(9_007_199_254_740_993)),
            ("9007199254740993.0", .double(9_007_199_254_740_992)),
            ("0.30000000000000004", .double(0.30000000000000004)), ("100e-2", .double(1)),
            ("0.00000000000000000000000000000000001e35", .double(1)),
            ("179769313486231570000000000000000000000e270", .double(1.7976931348623157e308)),
            ("0.00001e312", .double(1e307)),
        ] as [(String, PredicateValue)])
    func reads(text: String, expected: PredicateValue) throws {
        #expect(try outcome(text).get() == expected)
        #expect(try outcome("[\(text)]").get() == .list([expected]))
    }

    @Test(arguments: [
        "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "9999999999999999999", "10000000000000000000", "-99999999999999999999999",
        "12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
        "10000000000000000000000000000000000000",
    ])
    func keepsEveryDigit(text: String) throws {
        let value = try outcome(text).get()
        guard case .decimal(let decimal) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(decimal == Decimal(string: text) && decimal.description == text && value.description == text)
        #expect(try outcome("[\(text)]").get() == .list([value]))
        #expect(RecordWriter.json(value) == text)
    }

    @Test func doublesAreTheNearest() throws {
        var generator = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            let text = "\(double)"
            #expect(try outcome(text).get() == .double(double), "\(text)")
            let short = Double(Int64.random(in: -99_999_999...99_999_999, using: &generator)) / 1e4
            #expect(try outcome("\(short)").get() == .double(short))
            let integer = Int64(bitPattern: generator.next())
            #expect(try outcome("\(integer)").get() == .integer(integer))
        }
        // Long digits, compared with the conversion of the standard library.
        for _ in 0..<2_000 {
            let digits = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                String(Int.random(in: 0...9, using: &generator))
            }.joined()
            let text = "1.\(digits)e\(Int.random(in: -330...300, using: &generator))"
            #expect(try outcome(text).get() == .double(Double(text) ?? .nan), "\(text)")
        }
    }

    @Test func agreesWithFoundation() throws {
        for text in ["3.14159265358979", "1e10", "123.456e-7", "0.5", "65504.0", "1.5e300"] {
            let number = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? NSNumber)
            #expect(try outcome(text).get() == .double(number.doubleValue))
        }
    }

    private static let schema = RecordSchema(
        root: "Order",
        types: [
            RecordType(
                "Order",
                fields: [
                    RecordField("total", .optional(.decimal)), RecordField("rate", .double),
                    RecordField("lines", .list(.object("Line"))),
                    RecordField("parent", .optional(.object("Order"))), RecordField("fees", .dictionary(.decimal)),
                    RecordField("name", .string),
                ]),
            RecordType(
                "Line", fields: [RecordField("price", .decimal), RecordField("count", .integer)],
                additional: .list(.decimal)),
        ])

    @Test func decimalsAreReadWhereTheSchemaSaysSo() throws {
        var reader = JSONReader(shape: RecordShape(Self.schema))
        let text = """
            {"total": 0.1, "rate": 0.1, "name": 5.5, "x": 1.5,
             "lines": [{"price": 19.99, "count": 2.5, "discounts": [1, 2.50]}, {"price": 3}],
             "parent": {"total": 12345678901234567890.123456789, "lines": []}, "fees": {"a": 1.10, "b": "x", "c": [1.5]}}
            """
        let decimal = { (text: String) in PredicateValue.decimal(Decimal(string: text) ?? .nan) }
        let expected: PredicateValue = [
            "total": decimal("0.1"), "rate": 0.1, "name": 5.5, "x": 1.5,
            "lines": [
                ["price": decimal("19.99"), "count": 2.5, "discounts": [decimal("1"), decimal("2.5")]],
                ["price": decimal("3")],
            ],
            "parent": ["total": decimal("12345678901234567890.123456789"), "lines": []],
            "fees": ["a": decimal("1.1"), "b": "x", "c": [1.5]],
        ]
        #expect(try reader.read(text) == expected)
        #expect(
            try reader.read(text, fields: WantedFields(["lines", "rate"]))
                == [
                    "rate": 0.1,
                    "lines": [
                        ["price": decimal("19.99"), "count": 2.5, "discounts": [decimal("1"), decimal("2.5")]],
                        ["price": decimal("3")],
                    ],
                ])
    }

    @Test func aSchemaWithoutDecimalsHasNoShape() {
        #expect(
            RecordShape(RecordSchema(root: "A", types: [RecordType("A", fields: [RecordField("a", .double)])])) == nil)
        var inferred = Self.schema
        inferred.origin = .inferred
        #expect(RecordShape(inferred) == nil)
        #expect(RecordShape(RecordSchema(root: .list(.decimal))) != nil)
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.00", "0"), ("1", "1"), ("-1.50", "-1.5"), ("0.001", "0.001"), ("1e3", "1000"),
        ("12e-4", "0.0012"), ("9223372036854775808", "9223372036854775808"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("12345678901234567890.1234567890123456789", "12345678901234567890.123456789012345679"),
        ("0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678"),
        ("0.123456789012345678901234567890123456785", "0.12345678901234567890123456789012345679"),
        ("0.99999999999999999999999999999999999999999", "1"), ("1e100", "1e100"), ("123e125", "123e125"),
        ("1e-128", "1e-128"), ("14e-129", "1e-128"), ("15e-129", "2e-128"),
        ("1e-140", "0"), ("5e-129", "1e-128"), ("4e-129", "0"), ("9.99e-129", "1e-128"),
    ])
    func decimalsKeepTheirDigits(text: String, expected: String) throws {
        var reader = JSONReader(shape: RecordShape(RecordSchema(root: .decimal)))
        #expect(try reader.read(text) == .decimal(try #require(Decimal(string: expected))))
    }

    @Test func whatNoDecimalHoldsStaysADouble() throws {
        var reader = JSONReader(shape: RecordShape(RecordSchema(root: .decimal)))
        #expect(try reader.read("1e200") == .double(1e200))
        #expect(try reader.read("-25e127") == .decimal(try #require(Decimal(string: "-25e127"))))
        #expect(try reader.read("25e128") == .double(25e128))
        #expect(throws: RecordError.self) { try reader.read("1e400") }
        #expect(try reader.read("true") == true)
    }
}
