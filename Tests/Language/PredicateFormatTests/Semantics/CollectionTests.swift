import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Collection operators, sets and functions over lists")
struct CollectionTests {
    static let big = PredicateValue.integer(.max)

    static let rows: [(CollectionOperator, PredicateValue, PredicateValue)] = [
        // of nothing (D15, D34)
        (.count, [], 0), (.sum, [], 0), (.avg, [], nil), (.min, [], nil), (.max, [], nil), (.unionOfObjects, [], []),
        (.distinctUnionOfObjects, [], []), (.unionOfArrays, [], []), (.distinctUnionOfArrays, [], []),
        (.count, [nil, nil], 2), (.sum, [nil, nil], 0), (.avg, [nil], nil), (.min, [nil], nil),
        (.unionOfObjects, [nil], []),
        // over nil, and over other values than collections
        (.count, nil, nil), (.sum, nil, nil), (.unionOfObjects, nil, nil), (.count, 5, nil), (.sum, 5, nil),
        (.max, "ab", nil),
        (.count, ["a": 1, "b": nil], 2), (.sum, ["a": 1], nil), (.count, Values.record(["a": 1]), nil),
        // sums are exact (D31), booleans count (D6)
        (.sum, [1, 2, 3], 6), (.sum, [1, nil, true], 2), (.sum, [1, 2.5], 3.5), (.sum, [big, 1, -1], big),
        (.sum, [big, 1], nil),
        (.sum, [.integer(.min), .integer(.min), big, big, 2], 0), (.sum, [1e308, 1e308, -1e308], nil),
        (.sum, [big, 1, 0.0], .double(0x1p63)),
        (.sum, [Values.decimal("0.1"), Values.decimal("0.2")], Values.decimal("0.3")),
        (.sum, [1, Values.decimal("0.5"), 2], Values.decimal("3.5")), (.sum, [Values.decimal("0.5"), 0.5], 1.0),
        (.sum, [big, big, Values.decimal("0.5")], Values.decimal("18446744073709551614.5")),
        (.sum, [.integer(.min), .integer(.min), Values.decimal("0")], Values.decimal("-18446744073709551616")),
        // means
        (.avg, [1, 2], 1.5), (.avg, [2, 4], 3.0), (.avg, [1, nil, 3], 2.0), (.avg, [big, big], .double(0x1p63)),
        (.avg, [Values.decimal("1"), Values.decimal("2")], Values.decimal("1.5")), (.avg, [true, false], 0.5),
        // smallest and largest
        (.min, [3, 1, 2], 1), (.max, [3, 1, 2], 3), (.max, [1, nil, 2.5], 2.5), (.max, ["a", "b"], "b"),
        (.min, [1, 1.0, true], 1), (.max, [true, 1, 1.0], true),
        (.max, [Values.date(1), Values.date(2)], Values.date(2)),
        // an element of a wrong type (D32)
        (.sum, [1, "2"], nil), (.avg, [1, [2]], nil), (.max, [1, "a"], nil), (.min, [[1], [2]], nil),
        (.min, [[1]], nil),
        (.max, [.data(Data())], nil), (.sum, ["a"], nil), (.unionOfArrays, [[1], 2], nil),
        (.unionOfArrays, [1, 2], nil),
        // unions; nil is skipped, the first of equal elements remains (D33)
        (.unionOfObjects, [1, nil, 1, 2], [1, 1, 2]), (.distinctUnionOfObjects, [1, 1.0, true, 2, nil], [1, 2]),
        (.unionOfObjects, [[1], [2]], [[1], [2]]), (.unionOfArrays, [[1, nil], nil, [1, 2]], [1, 1, 2]),
        (.distinctUnionOfArrays, [[1, 2], [2, 3]], [1, 2, 3]), (.unionOfArrays, [Values.set(1), [2]], [1, 2]),
        (.unionOfArrays, [[[1]], [[2]]], [[1], [2]]),
        // sets and lists
        (.count, Values.set(1, 2), 2), (.sum, Values.set(1, 2), 3), (.unionOfObjects, Values.set(1, 2), [1, 2]),
    ]

    @Test("op over values", arguments: rows)
    func collection(_ op: CollectionOperator, _ value: PredicateValue, _ result: PredicateValue) {
        #expect(ValueSemantics.collection(op, of: value) == result)
        // The same with a path that gives the elements.
        if let elements = ValueSemantics.elements(of: value) {
            let dummies = PredicateValue.list(elements.map { _ in "an object" })
            #expect(ValueSemantics.collection(op, of: dummies, elements: elements) == result)
        }
    }

    static let functions: [(BuiltInFunction, PredicateValue, PredicateValue)] = [
        (.sum, [1, 2, 2, 3, 4, 7, 9], 28), (.average, [1, 2, 2, 3, 4, 7, 9], 4.0), (.count, [1, nil], 2),
        (.count, [:], nil),
        (.min, [2, 1], 1), (.max, [2, 1], 2), (.sum, [], 0), (.average, [], nil), (.min, [], nil), (.median, [], nil),
        (.mode, [], []), (.stddev, [], nil), (.median, [3, 1, 2], 2), (.median, [4, 1, 3, 2], 2.5),
        (.median, [1, nil, 3], 2.0), (.median, [.integer(.max), 1, .integer(.max - 1)], .integer(.max - 1)),
        (.median, [0.5, 2, 7.5], 2),
        (.median, [1e308, 1e308], 1e308), (.median, [big, big], .double(0x1p63)), (.median, [1, 2.5], 1.75),
        (.median, ["a"], nil),
        (.median, [Values.decimal("1"), Values.decimal("2")], Values.decimal("1.5")),
        (.median, [Values.decimal("3"), Values.decimal("1"), Values.decimal("2")], Values.decimal("2")),
        (.mode, [1, 2, 3, 3], [3]), (.mode, [2, 1, 1.0, 2.0, 3], [2, 1]),
        (.mode, ["b", nil, nil, nil, "a"], ["b", "a"]),
        (.stddev, [1, 2, 3], .double((2.0 / 3).squareRoot())), (.stddev, [5], 0.0), (.stddev, [1, "2"], nil),
        (.sum, nil, nil), (.sum, 5, nil), (.mode, "aab", nil), (.count, nil, nil), (.count, "ab", nil),
        (.sum, Values.set(1, 2), 3),
        (.stddev, [1e308, -1e308], nil),
    ]

    @Test("function over a list", arguments: functions)
    func function(_ function: BuiltInFunction, _ argument: PredicateValue, _ result: PredicateValue) {
        #expect(ValueSemantics.call(function, [argument], context: EvaluationContext()) == result)
    }

    @Test("The standard deviation is that of a whole population")
    func standardDeviation() {
        guard case .double(let value) = ValueSemantics.standardDeviation([1, 2, 3, 4, 4, 5, 9, 11]) else {
            Issue.record("no double")
            return
        }
        #expect(abs(value - 3.21859) < 0.00001)
    }

    @Test(
        "UNION, INTERSECT, MINUS (D17)",
        arguments: [
            (.union, [1, 2], [2, 3], .set([1, 2, 3])), (.intersect, [1, 2, 2], [2.0, 3], .set([2])),
            (.minus, [1, 2, 1], [2], .set([1])), (.union, [1, true, 1.0], [], .set([1])), (.union, nil, [1], nil),
            (.union, [1], nil, nil), (.union, 1, [1], nil), (.union, [1], 1, nil),
            (.intersect, Values.set(1), [1], .set([1])),
            (.union, [1], ["k": 2], .set([1, 2])), (.union, ["k": 2], [1], nil), (.union, [nil], [nil], .set([nil])),
            (.minus, [1], Values.record(["k": 1]), nil), (.minus, [], [1], .set([])), (.union, [1], "a", nil),
        ] as [(SetOperator, PredicateValue, PredicateValue, PredicateValue)])
    func sets(_ op: SetOperator, _ a: PredicateValue, _ b: PredicateValue, _ result: PredicateValue) {
        #expect(ValueSemantics.setOperation(op, a, b) == result)
    }

    @Test("A wide sum is rounded once")
    func wideSum() {
        var sum = WideSum()
        for _ in 0..<1024 { sum.add(.max) }
        #expect(sum.integer == nil)
        #expect(sum.double == 9.444732965739290427392e21)
        sum.add(1023)
        #expect(sum.double == 9.444732965739290427392e21)
        #expect(sum.decimal == Decimal(string: "9444732965739290427391"))
        // Half-way between two doubles, and one more.
        var half = WideSum()
        for integer in [Int64.max, .max, 2, 2048] { half.add(integer) }
        #expect(half.double == 0x1p64)
        half.add(1)
        #expect(half.double == 0x1.0000000000001p64)
        var negative = WideSum()
        for _ in 0..<3 { negative.add(.min) }
        #expect(negative.double == -0x1.8p64)
        for _ in 0..<3 { negative.add(.max) }
        #expect(negative.integer == -3)
    }

    @Test("No value traps a collection operator or a set")
    func hostile() {
        for value in Values.hostile {
            for op in CollectionOperator.allCases { _ = ValueSemantics.collection(op, of: value) }
            for other in Values.hostile {
                _ = ValueSemantics.setOperation(.intersect, value, other)
                for op in CollectionOperator.allCases { _ = ValueSemantics.collection(op, of: [value, other]) }
            }
        }
        for op in CollectionOperator.allCases { _ = ValueSemantics.collection(op, of: .list(Values.hostile)) }
    }
}
