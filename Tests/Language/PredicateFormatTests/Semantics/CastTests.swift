import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("CAST and the reading of declared types")
struct CastTests {
    /// Texts that are URLs: with a scheme, or a relative reference of RFC 3986 (D109).
    static let urls = [
        "http://a", "mailto:x", "x:", "urn:isbn:1", "a", "a/b", "/a", "//host", "//host:80/p", "//u:p@host/p?q#f",
        "?q=1", "#f",
        "a?b?c/d", "a/b:c", "./a:b", "%41", "a%2Fb", "//[::1]:80/x", "//[v1.a:b]", "~a,b;c=(d)!*'+$&@", "..",
    ]
    /// Texts that are not URLs.
    static let others = [
        "", "a b", "%", "%4", "%zz", "a%", "é", "1a:b", ":a", "a\u{0}", "a#b#c", "<a>", "a\\b", "\"", "//[::1",
        "//a[b]", "//h:8x",
        "//[]/x", "a[1]", "{a}", "a|b", "//a b", "//h:1:2", "//u@v@h", "a^b", "`",
    ]

    @Test("The texts that are URLs")
    func urlTexts() {
        for text in Self.urls { #expect(ValueSemantics.cast(.string(text), .url) == .url(text), "\(text)") }
        for text in Self.others { #expect(ValueSemantics.cast(.string(text), .url) == nil, "\(text)") }
    }

    static let rows: [(PredicateValue, CastTarget, PredicateValue)] = [
        (nil, .string, nil), (nil, .number, nil), (nil, .date, nil), (nil, .decimal, nil), (nil, .uuid, nil),
        (nil, .url, nil),
        // text to number (D20)
        ("42", .number, 42), ("-42", .number, -42), ("+42", .number, 42), ("4.5", .number, 4.5), ("5.", .number, 5.0),
        (".5", .number, 0.5), ("1e3", .number, 1000.0), ("1E-2", .number, 0.01), ("007", .number, 7),
        (" 42", .number, nil),
        ("42 ", .number, nil), ("", .number, nil), ("-", .number, nil), (".", .number, nil), ("1e", .number, nil),
        ("e5", .number, nil), ("0x10", .number, nil), ("inf", .number, nil), ("nan", .number, nil),
        ("1e400", .number, nil),
        ("1_000", .number, nil), ("1.2.3", .number, nil), ("--1", .number, nil), ("٣", .number, nil),
        ("9223372036854775807", .number, .integer(.max)),
        ("9223372036854775808", .number, .decimal(Decimal(UInt64(1) << 63))),
        ("-9223372036854775808", .number, .integer(.min)), ("1e-400", .number, 0.0),
        // other things to numbers
        (Values.date(7.5), .number, 7.5), (true, .number, 1), (5, .number, 5), (5.5, .number, 5.5),
        (Values.decimal("1.5"), .number, Values.decimal("1.5")), ([1], .number, nil), (Values.uuid("A"), .number, nil),
        (Values.date(.nan), .number, nil),
        // decimals
        ("0.1", .decimal, Values.decimal("0.1")), (0.1, .decimal, Values.decimal("0.1")),
        (7, .decimal, Values.decimal("7")),
        ("x", .decimal, nil), ("1abc", .decimal, nil), (".", .decimal, nil), ("-", .decimal, nil),
        ("1e", .decimal, nil), ("1.2.3", .decimal, nil),
        (" 1", .decimal, nil), ("", .decimal, nil), ("1e400", .decimal, nil), (1e300, .decimal, nil),
        (true, .decimal, Values.decimal("1")), (Values.date(1.5), .decimal, Values.decimal("1.5")),
        (1e20, .decimal, Values.decimal("100000000000000000000")), ("-1.50", .decimal, Values.decimal("-1.5")),
        // text (D38)
        (true, .string, "1"), (false, .string, "0"), (42, .string, "42"), (0.1, .string, "0.1"), (5.0, .string, "5"),
        (-0.0, .string, "0"), (1e15, .string, "1000000000000000"), (1e16, .string, "1e+16"), (-2.5, .string, "-2.5"),
        (.double(0x1p53), .string, "9007199254740992.0"), (.double(.leastNonzeroMagnitude), .string, "5e-324"),
        ("x", .string, "x"),
        (Values.decimal("1.50"), .string, "1.5"), (Values.date(0), .string, "2001-01-01T00:00:00Z"),
        (Values.uuid("A"), .string, "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA"), (.url("http://A"), .string, "http://A"),
        ([1], .string, nil), (["a": 1], .string, nil), (.set([]), .string, nil),
        (.data(Data([1, 2, 3])), .string, "AQID"),
        // dates
        ("2016-03-02T00:00:00Z", .date, Values.date(478_569_600)), ("2016-03-02", .date, Values.date(478_569_600)),
        ("soon", .date, nil),
        (86400, .date, Values.date(86400)), (0.5, .date, Values.date(0.5)), (Values.date(3), .date, Values.date(3)),
        (true, .date, nil), ([1], .date, nil), (Values.decimal("1.5"), .date, Values.date(1.5)),
        // UUIDs and URLs
        ("aaaaaaaa-aaaa-AAAA-aaaa-aaaaaaaaaaaa", .uuid, Values.uuid("A")), ("a", .uuid, nil),
        (Values.uuid("A"), .uuid, Values.uuid("A")),
        (5, .uuid, nil), ("http://A", .url, .url("http://A")), ("", .url, nil), (5, .url, nil),
        (.url("x"), .url, .url("x")), (.url("a b"), .string, "a b"),
    ]

    @Test("CAST(value, target)", arguments: rows)
    func cast(_ value: PredicateValue, _ target: CastTarget, _ result: PredicateValue) {
        #expect(ValueSemantics.cast(value, target) == result)
    }

    static let readings: [(PredicateValue, CoreReading, PredicateValue)] = [
        (1.0, .integer, 1), (1.5, .integer, 1.5), ("1", .integer, "1"), (nil, .integer, nil), (1, .integer, 1),
        (1e300, .integer, 1e300),
        (.double(0x1p63), .integer, .double(0x1p63)), (-0.0, .integer, 0), (true, .integer, true),
        (7, .double, 7.0), (7.5, .double, 7.5), ("7", .double, "7"), (nil, .double, nil), (true, .double, true),
        (7, .decimal, Values.decimal("7")), (0.1, .decimal, Values.decimal("0.1")), ("7", .decimal, "7"),
        (1e300, .decimal, 1e300),
        ("2001-01-01T00:00:00Z", .date, Values.date(0)), ("2001-01-01", .date, "2001-01-01"), (5, .date, 5),
        ("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa", .uuid, Values.uuid("A")), ("a", .uuid, "a"),
        ("http://a", .url, .url("http://a")),
        (5, .url, 5), ("AQID", .data, .data(Data([1, 2, 3]))), ("!", .data, "!"), (5, .data, 5),
        ([1, 1.0, 2], .set(of: nil), .set([1, 2])), ([1.5, 1.0], .set(of: .integer), .set([1.5, 1])),
        (5, .set(of: nil), 5),
        (nil, .set(of: .integer), nil), ([1, "x", nil], .elements(.double), [1.0, "x", nil]),
        (Values.set(1, 2), .elements(.double), .set([1.0, 2.0])),
        (["a": 1, "b": nil], .elements(.double), ["a": 1.0, "b": nil]),
        (Values.record(["a": 1]), .elements(.double), Values.record(["a": 1])), ("x", .elements(.double), "x"),
        (nil, .elements(.date), nil),
        ([[1], [2]], .elements(.elements(.double)), [[1.0], [2.0]]),
    ]

    @Test("A value that does not fit its declared type remains unchanged (D60, D61, D92)", arguments: readings)
    func read(_ value: PredicateValue, _ reading: CoreReading, _ result: PredicateValue) {
        #expect(ValueSemantics.read(value, as: reading) == result)
    }

    @Test(
        "The text of a double reads back as the same double",
        arguments: [
            5.0, 0.1, 1e16, 1e-5, .leastNonzeroMagnitude, -2.5, .greatestFiniteMagnitude, 0x1p53, 1e22, -0.0,
            123456789.125,
        ])
    func numberText(_ double: Double) {
        let text = NumberText.text(double)
        #expect(Double(text)?.bitPattern == double.bitPattern)
        #expect(text.contains(".") || text.contains("e"))
    }
}
