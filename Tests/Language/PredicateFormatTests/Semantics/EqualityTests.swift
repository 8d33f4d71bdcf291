import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Equality of values")
struct EqualityTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var a: PredicateValue
        var b: PredicateValue
        var holds: Bool
        init(_ a: PredicateValue, _ b: PredicateValue, _ holds: Bool) { (self.a, self.b, self.holds) = (a, b, holds) }
        var testDescription: String { "\(a) == \(b): \(holds)" }
    }

    static let rows: [Row] = [
        // nil (§3)
        Row(nil, nil, true), Row(nil, 0, false), Row(nil, "", false), Row(nil, [], false),
        // numbers and booleans, by value (§2, D6, D60, D100)
        Row(1, 1, true), Row(1, 2, false), Row(1, 1.0, true), Row(1, 1.5, false), Row(true, 1, true),
        Row(false, 0, true), Row(true, 1.0, true), Row(true, 2, false), Row(true, true, true), Row(true, false, false),
        Row(0.0, -0.0, true), Row(0, -0.0, true),
        Row(.integer((1 << 53) + 1), 9_007_199_254_740_992.0, false),
        Row(.integer(1 << 53), 9_007_199_254_740_992.0, true),
        Row(.integer(.max), .double(0x1p63), false), Row(.integer(.min), .double(-0x1p63), true),
        Row(Values.decimal("1.0"), 1, true), Row(Values.decimal("0.1"), 0.1, true),
        Row(Values.decimal("1"), true, true),
        Row(Values.decimal("9223372036854775808"), .integer(.max), false),
        Row(Values.decimal("9223372036854775807"), .integer(.max), true),
        Row(Values.decimal("9007199254740993"), 9_007_199_254_740_992.0, true),
        Row(Values.decimal("9007199254740993"), .integer(9_007_199_254_740_992), false),
        Row(Values.decimal("0.10"), Values.decimal("0.1"), true),
        Row(.double(.nan), .double(.nan), false), Row(.decimal(.nan), 0, false),
        // mismatches (D1)
        Row("42", 42, false), Row("1", true, false), Row("", nil, false), Row([1], 1, false), Row(["a": 1], [1], false),
        Row(Values.date(0), 0, false), Row(Values.date(0), true, false),
        // text by code point
        Row("a", "a", true), Row("a", "A", false), Row("é", "e\u{301}", false), Row("", "", true),
        Row("a", "ab", false),
        // dates, and text compared with them (D39)
        Row(Values.date(0), Values.date(0), true), Row(Values.date(0), Values.date(0.5), false),
        Row(Values.date(0), "2001-01-01T00:00:00Z", true), Row(Values.date(0), "2001-01-01T01:00:00+01:00", true),
        Row(Values.date(0), "2001-01-01", false), Row(Values.date(0), "x", false),
        Row("2001-01-01T00:00:00Z", "2001-01-01T01:00:00+01:00", false),
        // UUIDs, URLs and bytes, and text compared with them (D59)
        Row(Values.uuid("A"), "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa", true),
        Row(Values.uuid("A"), "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA", true),
        Row(Values.uuid("A"), "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAB", false),
        Row(Values.uuid("A"), "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", false),
        Row(Values.uuid("A"), Values.uuid("A"), true), Row(Values.uuid("A"), Values.uuid("B"), false),
        Row(.url("http://example.com/A"), .url("HTTP://Example.COM/A"), true),
        Row(.url("http://example.com/A"), .url("http://example.com/a"), false),
        Row(.url("http://example.com/A"), "HTTP://EXAMPLE.com/A", true),
        Row(.url("mailto:a@B"), .url("MAILTO:a@B"), true), Row(.url("mailto:a@B"), .url("mailto:a@b"), false),
        Row(.url("http://u:P@h/"), .url("http://u:p@H/"), false),
        Row(.url("http://u:P@h/"), .url("http://u:P@H/"), true),
        Row(.data(Data([1, 2, 3])), "AQID", true), Row(.data(Data([1, 2, 3])), "aqid", false),
        Row(.data(Data([1])), .data(Data([1])), true), Row(.data(Data([1])), .data(Data([2])), false),
        // lists, in order, nil equal to nil inside (D88)
        Row([], [], true), Row([1, 2], [1, 2], true), Row([1, 2], [2, 1], false), Row([1], [1, 1], false),
        Row([1, nil], [1.0, nil], true), Row([nil], [], false), Row([[1], ["a"]], [[true], ["a"]], true),
        Row(Values.nested(3000), Values.nested(3000), true), Row(Values.nested(3000), Values.nested(2999), false),
        // objects over the union of their keys (D88)
        Row(["a": 1, "b": nil], ["a": 1], true), Row(["a": 1], ["b": nil, "a": 1.0], true),
        Row(["a": 1, "b": 2], ["a": 1], false), Row(["a": 1], ["a": 2], false), Row([:], ["a": nil], true),
        Row(["a": [1, ["b": 2]]], ["a": [1, ["b": 2]]], true), Row(Values.record(["a": 1]), ["a": 1], true),
        // sets (D17)
        Row(Values.set(1, 2), Values.set(2, 1), true), Row(Values.set(1, 2), [2, 1, 1], true),
        Row([2, 1], Values.set(1, 2, 3), false), Row(Values.set(), [], true),
        Row(Values.set(1), Values.set("1"), false),
        Row(Values.set(1, true, 1.0), [1], true), Row(Values.set([1], [2]), [[2], [1]], true),
        Row(Values.set(1), 1, false),
        Row(Values.set(nil), [nil], true),
    ]

    @Test("Both ways", arguments: rows)
    func equality(_ row: Row) {
        #expect(ValueSemantics.equals(row.a, row.b) == row.holds)
        #expect(ValueSemantics.equals(row.b, row.a) == row.holds)
    }

    @Test("Equal values have the same hash", arguments: rows.filter(\.holds))
    func hashing(_ row: Row) {
        for kind in [ValueHash.Kind.lenient, ValueHash.Kind(for: [row.a], [row.b])] {
            #expect(ValueHash.hash(row.a, kind) == ValueHash.hash(row.b, kind))
        }
    }

    @Test("Equal values among all hostile ones have the same hash")
    func hashingOfEverything() {
        for a in Values.hostile {
            for b in Values.hostile where ValueSemantics.equals(a, b) {
                for kind in [ValueHash.Kind.lenient, ValueHash.Kind(for: [a], [b])] {
                    #expect(ValueHash.hash(a, kind) == ValueHash.hash(b, kind), "\(a) and \(b)")
                }
            }
        }
    }

    @Test(
        "Options apply between two texts and nowhere else (D29, D88)",
        arguments: [
            ("Jo", "jO", "c", true), ("é", "e", "d", true), ("É", "e", "cd", true), ("É", "e", "c", false),
            ("É", "e", "cdn", false), ("Straße", "STRASSE", "c", true), ("ﾊ", "ハ", "d", true),
        ] as [(PredicateValue, PredicateValue, String, Bool)])
    func options(_ a: PredicateValue, _ b: PredicateValue, _ letters: String, _ holds: Bool) {
        let options = options(letters)
        #expect(ValueSemantics.equals(a, b, options: options) == holds)
        #expect(!ValueSemantics.equals(.list([a]), .list([b]), options: options))
        #expect(!ValueSemantics.equals(["k": a], ["k": b], options: options))
        #expect(ValueSemantics.equals(1, 1.0, options: options))
        #expect(!ValueSemantics.equals(1, "1", options: options))
    }

    @Test("The program's collation decides with option l, and only there")
    func collation() {
        struct Lengths: PredicateCollation {
            func compare(_ a: String, _ b: String, options: StringOptions) -> Int { a.utf8.count - b.utf8.count }
        }
        var library = PredicateLibrary()
        library.collation = Lengths()
        #expect(ValueSemantics.equals("ab", "xy", options: .localized, library: library))
        #expect(!ValueSemantics.equals("ab", "xy", options: [], library: library))
        #expect(!ValueSemantics.equals("ab", "xy", options: [.localized, .normalized], library: library))
        #expect(ValueSemantics.order("b", "aa", options: .localized, library: library) == .less)
        #expect(ValueSemantics.order("b", "aa", options: [], library: library) == .greater)
    }

    @Test("Distinct values keep the position of their first appearance (D33)")
    func distinct() {
        #expect(ValueSemantics.distinct([1, 1.0, true, "1", nil, nil, [1], [1.0]]) == [1, "1", nil, [1]])
        let integers: [PredicateValue] = (0..<500).map { .integer($0 % 50) }
        let doubles: [PredicateValue] = (0..<500).map { .double(Double($0 % 60)) }
        let expected: [PredicateValue] = Array(integers[..<50] + doubles[50..<60])
        #expect(ValueSemantics.distinct(integers + doubles) == expected)
        let mixed: [PredicateValue] = ["2001-01-01T00:00:00Z", Values.date(0)] + integers[..<20]
        let kept: [PredicateValue] = Array(mixed[..<1] + mixed[2...])
        #expect(ValueSemantics.distinct(mixed + mixed.reversed()) == kept)
    }

    @Test("Different plain values have different hashes, even hostile ones")
    func hostileHashes() {
        // Case variants of one text, spellings of one instant, subsets of one list, deep lists.
        let letters = Array("abcdefghijk")
        var values: [PredicateValue] = []
        for bits in 0..<(1 << letters.count) {
            let variant = letters.enumerated().map {
                bits >> $0.offset & 1 == 1 ? $0.element.uppercased() : "\($0.element)"
            }
            values.append(.string(variant.joined() + ":"))
            values.append(.list(letters.indices.filter { bits >> $0 & 1 == 1 }.map { .integer(Int64($0)) }))
            values.append(.string("2001-01-01T00:00:00.\(String(repeating: "0", count: bits % 500 + 1))Z"))
            values.append(Values.nested(50, around: .integer(Int64(bits))))
            values.append(["k": .integer(Int64(bits))])
        }
        let hashes = Set(ValueSemantics.distinct(values).map { ValueHash.hash($0, .exact) })
        #expect(hashes.count == (4 << letters.count) + 500)
    }

    @Test("Integers that differ in the last digit have hashes of their own, unless a double may equal several")
    func hashesOfLongIntegers() {
        let decimals = (0..<500).map { Values.decimal("123456789012345678901234567890123\($0 + 10_000)") }
        let integers = (0..<500).map { PredicateValue.integer((1 << 60) + $0) }
        let values = decimals + integers
        let kind = ValueHash.Kind(for: values)
        #expect(Set(values.map { ValueHash.hash($0, kind) }).count == 1000)
        #expect(ValueHash.Kind(for: values, [[1e300]]) == .exact && ValueHash.Kind(for: values, [[0.5, 1]]) == kind)
        var rows = DistinctRows()
        for value in values + [0.5, .double(0x1p60), "a", Values.date(0)] + values { _ = rows.insert(value) }
        #expect(rows.insert([1, 2]).location == 1003)
    }

    func options(_ letters: String) -> StringOptions {
        var options: StringOptions = []
        if letters.contains("c") { options.insert(.caseInsensitive) }
        if letters.contains("d") { options.insert(.diacriticInsensitive) }
        if letters.contains("n") { options.insert(.normalized) }
        if letters.contains("l") { options.insert(.localized) }
        return options
    }
}
