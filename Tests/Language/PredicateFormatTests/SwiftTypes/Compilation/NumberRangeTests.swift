import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// A range that stands for a comparison with a constant contains exactly the numbers that satisfy it.
@Suite("Ranges of numbers")
struct NumberRangeTests {
    private static let integers: [Int64] = [
        .min, .min + 1, -(1 << 53) - 1, -(1 << 53), -2, -1, 0, 1, 2, 1 << 53, (1 << 53) + 1, (1 << 62) + 1, .max - 1,
        .max,
    ]
    private static let reals: [Double] = [
        0, -0.0, 0.5, -0.5, 1, 1.5, -2, 0x1p53, -0x1p53, 0x1p54, 0x1p62, 0x1p63, -0x1p63, 0x1.fffffffffffffp62, 1e300,
        -1e300,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        -9_223_372_036_854_777_856,
    ]
    private static let others: [PredicateValue] = [
        true, false, .decimal(1), .date(Date(timeIntervalSinceReferenceDate: 1)), "1", nil,
    ]

    @Test func everyOrder() {
        let constants = Self.integers.map(PredicateValue.integer) + Self.reals.map(PredicateValue.double) + Self.others
        for constant in constants {
            for ordering in [CoreOrdering.less, .lessOrEqual, .greater, .greaterOrEqual] {
                check(NumberRange(ordering, constant), constant) { ValueSemantics.ordered(ordering, $0, constant) }
            }
            check(NumberRange(equal: constant), constant) { ValueSemantics.equals($0, constant) }
        }
        #expect(
            NumberRange(.less, nil) == nil && NumberRange(equal: "1") == nil && NumberRange(equal: .decimal(1)) == nil)
    }

    private func check(_ range: NumberRange?, _ constant: PredicateValue, _ expected: (PredicateValue) -> Bool) {
        guard let range, ExactNumber(constant) != nil else { return }
        for integer in Self.integers {
            let holds = integer >= range.lowInteger && integer <= range.highInteger
            #expect(holds == expected(.integer(integer)), "\(integer) and \(constant)")
        }
        guard range.isExactForReals else { return }
        for real in Self.reals {
            let holds = real >= range.low && real <= range.high
            #expect(holds == expected(.double(real)), "\(real) and \(constant)")
        }
    }

    @Test func textsOfATableAreFound() {
        let texts = (0..<200).map { "text \($0)" } + ["", "é", "e\u{301}", "a text that is longer than a word"]
        let table = TextTable(texts.map { Array($0.utf8) })
        for text in texts { #expect(UTF8Text.withBytes(text) { table.contains($0) }, "\(text)") }
        for text in ["text", "text 200", "ee", "a text that is longer than a wore", "\u{0}"] {
            #expect(!UTF8Text.withBytes(text) { table.contains($0) }, "\(text)")
        }
        // Constants that a text can equal only after another reading.
        let others = ConstantSet([.uuid(UUID()), "a"], options: [], library: .standard)
        #expect(others?.hasOthersForText == true && others?.isPlain == false)
    }
}
