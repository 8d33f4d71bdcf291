import Foundation
import PredicateFormat

/// Values without a literal, for tests.
package enum Values {
    /// A date, given in seconds since 2001.
    package static func date(_ seconds: Double) -> PredicateValue {
        .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    /// A decimal, given as text; nil if the text is invalid.
    package static func decimal(_ text: String) -> PredicateValue {
        Decimal(string: text).map(PredicateValue.decimal) ?? .null
    }

    /// A UUID of one repeated digit.
    package static func uuid(_ digit: Character) -> PredicateValue {
        let text = [8, 4, 4, 4, 12].map { String(repeating: digit, count: $0) }.joined(separator: "-")
        return UUID(uuidString: text).map(PredicateValue.uuid) ?? .null
    }

    package static func set(_ elements: PredicateValue...) -> PredicateValue { .set(elements) }

    /// An object whose type declares its fields, unlike a dictionary.
    package static func record(_ fields: KeyValuePairs<String, PredicateValue>) -> PredicateValue {
        .object(DeclaredRecord(object: PredicateObject(fields.map { ($0.key, $0.value) })))
    }

    /// A list nested to a depth.
    package static func nested(_ depth: Int, around value: PredicateValue = 1) -> PredicateValue {
        var value = value
        for _ in 0..<depth { value = .list([value]) }
        return value
    }

    /// A value of each kind, and several hostile ones.
    package static let hostile: [PredicateValue] = [
        .null, true, false, 0, 1, -1, 2, 63, 64, -64, .integer(.max), .integer(.min), .integer(.min + 1),
        .integer(1 << 53), .integer((1 << 53) + 1), 0.0, -0.0, 0.1, 0.5, -0.5, 1.0, 1.5, -2.5, 1e300, -1e300,
        .double(.leastNonzeroMagnitude),
        9_007_199_254_740_993.0, 9.3e18, -9.3e18, .double(0x1p63), .double(-0x1p63),
        .double(.greatestFiniteMagnitude), .double(.nan), .double(.infinity), .decimal(.greatestFiniteMagnitude),
        .decimal(.leastNonzeroMagnitude), .decimal(.leastFiniteMagnitude), .decimal(.nan), .decimal(0),
        decimal("0.1"), decimal("9223372036854775808"), decimal("9007199254740993"), decimal("18446744073709551616"),
        decimal("18446744073709551617"), .double(0x1p64), decimal("-1.5"), "", "a", "A", "é", "e\u{301}", "ß", "ss",
        "*", "?", "a*", "\u{0}", "1", "42", "1e400", "-", "2001-01-01T00:00:00Z", "2001-01-01", "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:60.999999999999999999999+23:59", "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa", "http://A.b/C",
        "://", ":", "length", "self", date(0), date(-0.25), date(1e300), date(.nan), date(-63_113_904_001),
        date(.greatestFiniteMagnitude), uuid("A"), uuid("0"), .url("HTTP://a.B/C"), .url(""), .data(Data()),
        .data(Data([1, 2, 3])), "AQID", [], [1, 2], [nil], [1, "a", nil, 2.5], [[1], [2, 3], nil], [true, 1, 1.0],
        .set([]), .set([1, "a"]), .set([nil, [1]]), [:], ["a": 1], ["self": 2, "length": "x"],
        record(["a": ["b": [1, 2]], "n": nil]), nested(150), nested(3000),
    ]
}

private struct DeclaredRecord: PredicateRecord {
    let object: PredicateObject
    func value(forKey key: String) -> PredicateValue { object.value(forKey: key) }
    func hasKey(_ key: String) -> Bool { object.hasKey(key) }
    var keys: [String] { object.keys }
    var isDictionary: Bool { false }
}
