import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Keys and indexes of values")
struct PathTests {
    static let members: [(PredicateValue, String, PredicateValue)] = [
        (["a": 1], "a", 1), (["a": 1], "b", nil), (nil, "a", nil), (5, "a", nil), ("x", "a", nil), (true, "a", nil),
        // over lists and sets; missing values are nil elements
        ([["a": 1], ["a": 2], ["b": 3], nil], "a", [1, 2, nil, nil]), ([], "a", []), (["x", "yy"], "length", [1, 2]),
        ([[["a": 1]], [["a": 2], nil]], "a", [[1], [2, nil]]),
        (Values.set(["a": 1], ["a": 1.0, "b": 2]), "a", Values.set(1)),
        ([1, "x"], "a", [nil, nil]),
        // length (D23): the number of code points of a text; an object's own field takes precedence
        ("hello", "length", 5), ("é", "length", 1), ("e\u{301}", "length", 2), ("👨‍👩‍👧", "length", 5), ("", "length", 0),
        (5, "length", nil), (["length": 7], "length", 7), (["a": 1], "length", nil), (.url("http://a"), "length", 8),
        (Values.uuid("A"), "length", 36), (nil, "length", nil), (Values.date(0), "length", nil),
        // self (D51): a field of that name, or the value itself
        (5, "self", 5), (nil, "self", nil), (["a": 1], "self", ["a": 1]), (["self": 2], "self", 2),
        (["self": nil], "self", nil),
        ([1, ["self": 2], nil], "self", [1, 2, nil]),
        // an index of a list is not a key
        ([1, 2], "0", [nil, nil]), ([1, 2], "count", [nil, nil]),
    ]

    @Test("value.key", arguments: members)
    func member(_ value: PredicateValue, _ key: String, _ result: PredicateValue) {
        #expect(ValueSemantics.member(value, key) == result)
        #expect(ValueSemantics.dynamicMember(value, .string(key)) == result)
        #expect(ValueSemantics.dynamicMember(value, 5) == nil)
        #expect(ValueSemantics.dynamicMember(value, nil) == nil)
    }

    static let indexes: [(PredicateValue, PredicateValue, PredicateValue)] = [
        ([10, 20], 0, 10), ([10, 20], 1, 20), ([10, 20], 2, nil), ([10, 20], -1, nil), ([], 0, nil),
        ([10], .integer(.max), nil), ([10], .integer(.min), nil), ([10], 0.0, nil), ([10], "0", nil), ([10], true, nil),
        (["A": 1], "A", 1), (["A": 1], "B", nil), (["0": 1], 0, nil), (["a": 1], "self", nil), (Values.set(10), 0, nil),
        (nil, 0, nil), ("abc", 0, nil), (5, 0, nil), ([10], nil, nil), (Values.record(["A": 1]), "A", 1),
    ]

    @Test("value[index] (D17, D37)", arguments: indexes)
    func index(_ value: PredicateValue, _ index: PredicateValue, _ result: PredicateValue) {
        #expect(ValueSemantics.index(value, index) == result)
    }

    @Test(
        "[FIRST], [LAST], [SIZE] (D15, D17, D37)",
        arguments: [
            ([1, 2], 1, 2, 2), ([], nil, nil, 0), (nil, nil, nil, nil), ([nil, 1], nil, 1, 2), ("ab", nil, nil, nil),
            (5, nil, nil, nil), (Values.set(1, 2), nil, nil, 2), (["a": 1, "b": nil], nil, nil, 2),
            (Values.record(["a": 1]), nil, nil, nil),
        ] as [(PredicateValue, PredicateValue, PredicateValue, PredicateValue)])
    func ends(_ value: PredicateValue, _ first: PredicateValue, _ last: PredicateValue, _ size: PredicateValue) {
        #expect(ValueSemantics.first(value) == first)
        #expect(ValueSemantics.last(value) == last)
        #expect(ValueSemantics.size(value) == size)
    }

    @Test(
        "The elements of a quantifier (D2, D13, D67)",
        arguments: [
            ([1, 2], [1, 2], [1, 2]), ([[1], [2, [3]], 4, nil], [1, 2, 3, 4, nil], [[1], [2, [3]], 4, nil]),
            ([], [], []),
            ([[], [[]]], [], [[], [[]]]), (Values.set(1, [2]), [1, 2], [1, [2]]),
            ([[nil], nil], [nil, nil], [[nil], nil]),
        ] as [(PredicateValue, [PredicateValue], [PredicateValue])])
    func expansion(_ value: PredicateValue, _ deep: [PredicateValue], _ shallow: [PredicateValue]) {
        #expect(elements(value, deep: true) == deep)
        #expect(elements(value, deep: false) == shallow)
    }

    @Test("nil and other values than collections have no elements")
    func noExpansion() {
        if case .none = ValueSemantics.expansion(of: nil, deep: true) {} else { Issue.record("nil") }
        for value in [1, "ab", ["a": 1], true] as [PredicateValue] {
            if case .mismatch = ValueSemantics.expansion(of: value, deep: true) {} else { Issue.record("\(value)") }
        }
    }

    @Test("Lists deeper than any record are walked or given up without harm")
    func deep() {
        #expect(elements(Values.nested(3000), deep: true) == [1])
        #expect(ValueSemantics.member(Values.nested(100, around: "ab"), "length") == Values.nested(100, around: 2))
        _ = ValueSemantics.member(Values.nested(3000), "length")
        _ = ValueHash.hash(Values.nested(3000), .exact)
    }

    private func elements(_ value: PredicateValue, deep: Bool) -> [PredicateValue]? {
        guard case .elements(var elements) = ValueSemantics.expansion(of: value, deep: deep) else { return nil }
        var visited = 0
        var found: [PredicateValue] = []
        while let element = elements.next(&visited) { found.append(element) }
        #expect(visited >= found.count)
        return found
    }
}
