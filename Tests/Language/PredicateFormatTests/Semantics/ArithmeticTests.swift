import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Arithmetic on values")
struct ArithmeticTests {
    static let rows: [(PredicateValue, ArithmeticOperator, PredicateValue, PredicateValue)] = [
        // two integers give an integer; division truncates
        (40, .add, 2, 42), (41, .divide, 2, 20), (-41, .divide, 2, -20), (7, .multiply, 6, 42), (4, .subtract, 6, -2),
        (4, .add, 5.0, 9.0), (41, .divide, 2.0, 20.5), (1.5, .multiply, 2, 3.0),
        // a result without 64-bit form is nil (D25)
        (.integer(.max), .add, 1, nil), (.integer(.min), .subtract, 1, nil), (.integer(.min), .divide, -1, nil),
        (.integer(.min), .multiply, -1, nil), (1, .divide, 0, nil), (1.0, .divide, 0.0, nil), (0.0, .divide, 0, nil),
        (1e308, .multiply, 10.0, nil), (.integer(.max), .add, 1.0, .double(0x1p63)),
        // powers (D4)
        (2, .power, 10, 1024), (2, .power, -1, 0), (0, .power, -1, nil), (0, .power, 0, 1), (1, .power, -5, 1),
        (-1, .power, -3, -1), (-1, .power, -2, 1), (2, .power, 62, .integer(1 << 62)), (2, .power, 63, nil),
        (-2, .power, 63, .integer(.min)), (2, .power, .integer(.max), nil), (1, .power, .integer(.max), 1),
        (-1, .power, .integer(.max), -1), (0, .power, .integer(.max), 0), (.integer(.min), .power, 1, .integer(.min)),
        (-1, .power, .integer(.min), 1), (2.0, .power, -1, 0.5), (-8.0, .power, 0.5, nil), (0.0, .power, -1, nil),
        (4, .power, 0.5, 2.0),
        // booleans count as 1 and 0 (D6)
        (true, .add, true, 2), (true, .divide, false, nil), (true, .add, 1.5, 2.5), (true, .bitOr, 2, 3),
        // bits and shifts (D5)
        (6, .bitAnd, 3, 2), (6, .bitOr, 3, 7), (6, .bitXor, 3, 5), (1, .shiftLeft, 3, 8), (-8, .shiftRight, 1, -4),
        (1, .shiftLeft, 63, .integer(.min)), (3, .shiftLeft, 63, .integer(.min)), (1, .shiftLeft, 64, nil),
        (5, .shiftLeft, 0, 5), (5, .shiftRight, 0, 5),
        (1, .shiftLeft, -1, nil), (1, .shiftRight, 64, nil), (-1, .shiftRight, 63, -1), (6, .bitAnd, 3.0, nil),
        (6.0, .bitAnd, 3, nil), (1, .shiftLeft, .integer(.max), nil), (1, .shiftRight, .integer(.min), nil),
        // nil, and types that do not fit
        (nil, .add, 1, nil), (1, .add, nil, nil), (nil, .bitAnd, 1, nil), ("1", .add, 1, nil), ("a", .add, "b", nil),
        ([1], .add, 1, [2]), (.double(.nan), .add, 1, nil), (Values.uuid("A"), .add, 1, nil),
        // decimals (D100)
        (Values.decimal("0.1"), .add, Values.decimal("0.2"), Values.decimal("0.3")),
        (Values.decimal("0.1"), .add, 1, Values.decimal("1.1")),
        (2, .multiply, Values.decimal("1.5"), Values.decimal("3")),
        (Values.decimal("0.1"), .add, 0.5, 0.6), (Values.decimal("1"), .divide, 0, nil),
        (Values.decimal("1"), .divide, Values.decimal("8"), Values.decimal("0.125")),
        (Values.decimal("1.5"), .power, 2, Values.decimal("2.25")),
        (Values.decimal("2"), .power, -2, Values.decimal("0.25")),
        (Values.decimal("2"), .power, Values.decimal("0.5"), .double(2.0.squareRoot())),
        (Values.decimal("0"), .power, -1, nil),
        (Values.decimal("10"), .power, 1000, nil), (Values.decimal("10"), .power, .integer(.min), nil),
        (.decimal(.greatestFiniteMagnitude), .add, .decimal(.greatestFiniteMagnitude), nil),
        (.decimal(.greatestFiniteMagnitude), .multiply, .decimal(.greatestFiniteMagnitude), nil),
        (.decimal(.leastNonzeroMagnitude), .multiply, .decimal(.leastNonzeroMagnitude), nil),
        (.decimal(.nan), .add, 1, nil), (Values.decimal("6"), .bitAnd, 2, nil),
        (Values.decimal("0.3"), .subtract, Values.decimal("0.1"), Values.decimal("0.2")),
        // dates
        (Values.date(10), .add, 5, Values.date(15)), (5, .add, Values.date(10), Values.date(15)),
        (Values.date(10), .subtract, 0.5, Values.date(9.5)), (Values.date(10), .subtract, Values.date(4), 6.0),
        (Values.date(10), .subtract, "2001-01-01T00:00:04Z", 6.0),
        ("2001-01-01T00:00:04Z", .subtract, Values.date(10), -6.0),
        (Values.date(10), .subtract, "soon", nil), (5, .subtract, Values.date(10), nil),
        (Values.date(10), .add, Values.date(10), nil), (Values.date(10), .multiply, 2, nil),
        (Values.date(10), .add, "2001-01-01T00:00:04Z", nil), ("2001-01-01T00:00:04Z", .add, 1, Values.date(5)),
        (Values.date(10), .add, nil, nil),
        (Values.date(.greatestFiniteMagnitude), .add, .double(.greatestFiniteMagnitude), nil),
        (Values.date(10), .add, Values.decimal("0.5"), Values.date(10.5)), (Values.date(10), .bitAnd, 1, nil),
    ]

    @Test("a op b", arguments: rows)
    func arithmetic(_ a: PredicateValue, _ op: ArithmeticOperator, _ b: PredicateValue, _ result: PredicateValue) {
        #expect(ValueSemantics.arithmetic(op, a, b) == result)
    }

    @Test(
        "~",
        arguments: [(5, -6), (-1, 0), (true, -2), (.integer(.max), .integer(.min)), (1.0, nil), (nil, nil), ("1", nil)]
            as [(PredicateValue, PredicateValue)])
    func complement(_ operand: PredicateValue, _ result: PredicateValue) {
        #expect(ValueSemantics.complement(operand) == result)
    }

    @Test("No two values trap, for any operation")
    func hostile() {
        for a in Values.hostile {
            for b in Values.hostile {
                for op in ArithmeticOperator.allCases {
                    let result = ValueSemantics.arithmetic(op, a, b)
                    if case .double(let double) = result { #expect(double.isFinite, "\(a) \(op) \(b)") }
                    if case .decimal(let decimal) = result { #expect(!decimal.isNaN, "\(a) \(op) \(b)") }
                }
            }
            _ = ValueSemantics.complement(a)
        }
    }

    @Test("Decimals whose exponents lie far apart do not trap")
    func decimalExtremes() {
        let extremes = [
            "1e127", "-1e127", "1e-128", "3e-128", "99999999999999999999999999999999999999", "1e-100", "1e100",
            "12345678901234567890123456789e-100", "0", "-0.5",
        ].map(Values.decimal)
        for a in extremes {
            for b in extremes {
                for op in ArithmeticOperator.allCases { _ = ValueSemantics.arithmetic(op, a, b) }
                _ = ValueSemantics.order(a, b)
                _ = ValueSemantics.collection(.sum, of: .list([a, b]))
                _ = ValueSemantics.collection(.avg, of: .list([a, b]))
            }
        }
    }
}
