import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Functions of values")
struct FunctionTests {
    static let rows: [(BuiltInFunction, [PredicateValue], PredicateValue)] = [
        (.modulus, [7, 2], 1), (.modulus, [-7, 2], -1), (.modulus, [7, -2], 1), (.modulus, [7, 0], nil),
        (.modulus, [7.0, 2], nil), (.modulus, [.integer(.min), -1], 0), (.modulus, [true, 2], 1),
        (.modulus, [nil, 2], nil),
        (.squareRoot, [9], 3.0), (.squareRoot, [-1], nil), (.naturalLogarithm, [1], 0.0), (.naturalLogarithm, [0], nil),
        (.logarithm, [1000], 3.0), (.logarithm, [-1], nil), (.exponential, [0], 1.0), (.exponential, [1000], nil),
        (.squareRoot, ["9"], nil), (.squareRoot, [nil], nil), (.squareRoot, [Values.decimal("6.25")], 2.5),
        (.squareRoot, [true], 1.0),
        (.floor, [-1.5], -2.0), (.ceiling, [-1.5], -1.0), (.truncate, [-1.5], -1.0), (.absolute, [-1.5], 1.5),
        (.floor, [3], 3),
        (.absolute, [-3], 3), (.absolute, [.integer(.min)], nil), (.floor, ["a"], nil), (.truncate, [1.5], 1.0),
        (.floor, [Values.decimal("-1.5")], Values.decimal("-2")),
        (.ceiling, [Values.decimal("-1.5")], Values.decimal("-1")),
        (.truncate, [Values.decimal("-1.5")], Values.decimal("-1")),
        (.floor, [Values.decimal("1.5")], Values.decimal("1")),
        (.ceiling, [Values.decimal("1.5")], Values.decimal("2")),
        (.absolute, [Values.decimal("-1.5")], Values.decimal("1.5")),
        (.floor, [Values.decimal("-0.5")], Values.decimal("-1")),
        (.ceiling, [Values.decimal("0.5")], Values.decimal("1")),
        (.floor, [Values.decimal("7")], Values.decimal("7")), (.floor, [true], 1), (.ceiling, [.double(.nan)], nil),
        (.uppercase, ["Straße"], "STRASSE"), (.lowercase, ["ÀÉ"], "àé"), (.uppercase, [5], nil),
        (.uppercase, [nil], nil),
        (.length, ["e\u{301}"], 2), (.length, [[1]], nil), (.length, [""], 0),
        (.append, ["Old", "MacDonald"], "OldMacDonald"), (.append, ["a", nil], nil), (.append, [nil, "a"], nil),
        (.append, ["a", 1], nil), (.noIndex, [513], 513), (.noIndex, [nil], nil), (.noIndex, [[1]], [1]),
        (.now, [], Values.date(7)), (.randomBelow, [0], nil), (.randomBelow, [-1], nil), (.randomBelow, [1], 0),
        (.randomBelow, ["1"], nil), (.randomBelow, [nil], nil),
        // A checked predicate never has a wrong number of arguments. The result is nil nevertheless.
        (.append, ["a"], nil), (.now, [1], nil), (.length, [], nil), (.length, ["a", "b", "c"], nil),
        (.sum, [[1], [2]], nil),
    ]

    @Test("function(arguments) (D19, D26, D32)", arguments: rows)
    func call(_ function: BuiltInFunction, _ arguments: [PredicateValue], _ result: PredicateValue) {
        let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 7))
        #expect(ValueSemantics.call(function, arguments, context: context) == result)
    }

    @Test("Random numbers are in their range (D40)")
    func random() {
        let context = EvaluationContext()
        var seen: Set<PredicateValue> = []
        for _ in 0..<200 {
            guard case .double(let fraction) = ValueSemantics.call(.random, [], context: context) else {
                Issue.record("random() is no double")
                return
            }
            #expect((0..<1).contains(fraction))
            seen.insert(ValueSemantics.call(.randomBelow, [3], context: context))
        }
        #expect(seen == [0, 1, 2])
    }

    @Test("A registered function gets nil only on request, and returns values of the language")
    func registered() {
        let plain = PredicateFunction(
            "f:", parameters: [FunctionParameter("x", .any)], result: .integer, help: ""
        ) { $0.first == .null ? 1 : 2 }
        let lenient = PredicateFunction(
            "g:", parameters: [FunctionParameter("x", .any)], result: .integer, help: "", acceptsNil: true
        ) { $0.first == .null ? 1 : 2 }
        #expect(ValueSemantics.call(plain, [nil]) == nil)
        #expect(ValueSemantics.call(plain, [5]) == 2)
        #expect(ValueSemantics.call(lenient, [nil]) == 1)
        let infinite = PredicateFunction("h", parameters: [], result: .double, help: "") { _ in .double(.infinity) }
        #expect(ValueSemantics.call(infinite, []) == nil)
        let undefined = PredicateFunction("d", parameters: [], result: .decimal, help: "") { _ in .decimal(.nan) }
        #expect(ValueSemantics.call(undefined, []) == nil)
    }

    @Test("A registered operator never gets nil, and an unknown operator is false")
    func custom() {
        let library = PredicateLibrary().adding([
            PredicateOperator("SAME-LENGTH", left: .string, right: .string, help: "") { a, b, _ in
                #expect(a != .null && b != .null)
                return ValueSemantics.member(a, "length") == ValueSemantics.member(b, "length")
            }
        ])
        #expect(ValueSemantics.custom("same-length", "ab", "cd", options: [], library: library))
        #expect(!ValueSemantics.custom("SAME-LENGTH", "ab", "c", options: [], library: library))
        #expect(!ValueSemantics.custom("SAME-LENGTH", nil, "c", options: [], library: library))
        #expect(!ValueSemantics.custom("SAME-LENGTH", "c", nil, options: [], library: library))
        #expect(!ValueSemantics.custom("OTHER", "c", "c", options: [], library: library))
    }

    @Test(
        "A registered name is compared as in the parser: ASCII letters in any case",
        arguments: ["ähnlich", "Ähnlich", "AS-MUCH"])
    func customNames(name: String) throws {
        let library = PredicateLibrary().adding([
            PredicateOperator(name, left: .string, right: .string, help: "") { a, b, _ in a == b }
        ])
        for spelling in [name, asciiUppercased(name), name.replacing("li", with: "Li")] {
            let text = "s \(spelling) 'x'"
            let predicate = try ParsedPredicate(parsing: text, library: library).checked()
            #expect(predicate.tree.predicateFormat == "s \(name) \"x\"", "\(text)")
            #expect(predicate.matches(["s": "x"] as PredicateValue), "\(text)")
            #expect(!predicate.matches(["s": "y"] as PredicateValue), "\(text)")
        }
    }

    @Test("No value traps a function or a cast")
    func hostile() {
        let context = EvaluationContext()
        for value in Values.hostile {
            for function in BuiltInFunction.allCases {
                _ = ValueSemantics.call(function, [value], context: context)
                _ = ValueSemantics.call(function, [value, value], context: context)
                _ = ValueSemantics.call(function, [.list([value, value])], context: context)
            }
            for target in CastTarget.allCases { _ = ValueSemantics.cast(value, target) }
        }
    }
}
