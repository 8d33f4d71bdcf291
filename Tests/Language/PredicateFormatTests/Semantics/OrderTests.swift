import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Order of values")
struct OrderTests {
    typealias Order = ValueSemantics.Order

    static let rows: [(PredicateValue, PredicateValue, Order?)] = [
        (1, 2, .less), (2, 1, .greater), (1, 1, .equal), (1, 1.5, .less), (true, 2, .less), (false, 0.0, .equal),
        (true, false, .greater),
        (.integer((1 << 53) + 1), 9_007_199_254_740_992.0, .greater), (.integer(.max), .double(0x1p63), .less),
        (.integer(.min), .double(-0x1p63), .equal), (.integer(.min), .double(-0x1.8p63), .greater),
        (-1, -1.5, .greater), (-1, -0.5, .less), (0, -0.0, .equal), (0, .double(.leastNonzeroMagnitude), .less),
        (Values.decimal("0.1"), 0.1, .equal), (Values.decimal("9223372036854775807.5"), .integer(.max), .greater),
        (Values.decimal("0.3"), 1, .less), (.decimal(.greatestFiniteMagnitude), .integer(.max), .greater),
        (.decimal(.leastFiniteMagnitude), .integer(.min), .less), (.decimal(.leastNonzeroMagnitude), 0, .greater),
        ("a", "b", .less), ("B", "a", .less), ("a", "ab", .less), ("z", "é", .less), ("\u{FFFF}", "\u{10000}", .less),
        ("", "a", .less), ("", "", .equal),
        (Values.date(0), Values.date(1), .less), (Values.date(0), "2001-01-01T00:00:01Z", .less),
        ("2000-12-31T23:59:59Z", Values.date(0), .less), (Values.date(0), "2001-01-01", nil),
        (Values.uuid("A"), Values.uuid("B"), .less),
        (Values.uuid("B"), "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa", .greater),
        (Values.uuid("A"), "x", nil), (.url("http://A/"), .url("http://b/"), .less),
        (.url("HTTP://b/"), "http://B/", .equal),
        // No order: nil, types that do not fit, types without an order.
        (nil, nil, nil), (nil, 1, nil), (1, nil, nil), (nil, "a", nil), ("1", 1, nil), (Values.date(0), 0, nil),
        ([1], [1], nil), ([1], [2], nil), (["a": 1], ["a": 1], nil), (Values.set(1), Values.set(1), nil),
        (.data(Data([1])), .data(Data([1])), nil), (.double(.nan), 1, nil), ("a", Values.uuid("A"), nil),
        (Values.date(.nan), Values.date(0), nil),
    ]

    @Test("Both ways, and with all four operators", arguments: rows)
    func order(_ a: PredicateValue, _ b: PredicateValue, _ expected: Order?) {
        #expect(ValueSemantics.order(a, b) == expected)
        #expect(ValueSemantics.order(b, a) == expected.map { Order(sign: -$0.rawValue) })
        #expect(ValueSemantics.ordered(.less, a, b) == (expected == .less))
        #expect(ValueSemantics.ordered(.greater, a, b) == (expected == .greater))
        // `<=` means `<` or `==`.
        let equal = ValueSemantics.equals(a, b)
        #expect(ValueSemantics.ordered(.lessOrEqual, a, b) == (expected == .less || equal))
        #expect(ValueSemantics.ordered(.greaterOrEqual, a, b) == (expected == .greater || equal))
    }

    @Test("Equality and order agree if there is an order")
    func agreement() {
        for a in Values.hostile {
            for b in Values.hostile {
                guard let order = ValueSemantics.order(a, b) else { continue }
                #expect(ValueSemantics.equals(a, b) == (order == .equal), "\(a) and \(b)")
            }
        }
    }

    @Test("Options affect the order of texts only")
    func options() {
        #expect(ValueSemantics.order("a", "B", options: .caseInsensitive) == .less)
        #expect(ValueSemantics.order("É", "f", options: [.caseInsensitive, .diacriticInsensitive]) == .less)
        #expect(ValueSemantics.order("a", "B", options: [.caseInsensitive, .normalized]) == .greater)
        #expect(ValueSemantics.ordered(.lessOrEqual, "ABC", "abc", options: .caseInsensitive))
        #expect(ValueSemantics.order(1, 2, options: .caseInsensitive) == .less)
    }

    @Test(
        "BETWEEN includes both bounds, in the order written",
        arguments: [
            (42, 23, 50, true), (23, 23, 50, true), (50, 23, 50, true), (22, 23, 50, false), (51, 23, 50, false),
            (42, 50, 23, false), (1.5, 1, 2, true), ("b", "b", "c", true), ("bb", "b", "c", true),
            ("a", "b", "c", false),
            (nil, 1, 2, false), (nil, nil, nil, false), (1, nil, 2, false), (1, 1, nil, false), ("1", 0, 2, false),
            ([1], [1], [1], false), (true, 0, 1, true),
        ] as [(PredicateValue, PredicateValue, PredicateValue, Bool)])
    func between(_ value: PredicateValue, _ low: PredicateValue, _ high: PredicateValue, _ holds: Bool) {
        #expect(ValueSemantics.between(value, low, high) == holds)
        #expect(ValueSemantics.between(value, bounds: [low, high]) == holds)
        #expect(!ValueSemantics.between(value, bounds: .set([low, high])))
    }

    @Test("BETWEEN reads text next to dates (D39)")
    func betweenDates() {
        #expect(ValueSemantics.between(Values.date(5), "2001-01-01T00:00:00Z", "2001-01-01T00:00:05Z"))
        #expect(!ValueSemantics.between(Values.date(6), "2001-01-01T00:00:00Z", "2001-01-01T00:00:05Z"))
        #expect(ValueSemantics.between("2001-01-01T00:00:01Z", Values.date(0), Values.date(1)))
    }

    @Test(
        "BETWEEN is false if the list does not have two elements (D58)",
        arguments: [[], [0], [0, 1, 2], 0, nil, "ab", ["a": 0, "b": 9]] as [PredicateValue])
    func betweenList(_ bounds: PredicateValue) {
        #expect(!ValueSemantics.between(1, bounds: bounds))
    }
}
