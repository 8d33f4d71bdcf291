import Foundation
import PredicateFormat
import Testing

/// Numbers of Swift types keep their digits (D55, D100).
@Suite("Exact numbers of Swift types")
struct DecimalFieldTests {
    struct Account: PredicateDescribed, Sendable {
        var big: Decimal
        var price: Decimal?
        var prices: [Decimal] = []
        var wide: UInt64 = 0
        var single: Float = 0
        var ratio: Double = 0
        var count: Int = 0

        static let predicateDescription = PredicateDescription<Account> {
            PredicateField("big", \.big)
            PredicateField("price", \.price)
            PredicateField("prices", \.prices)
            PredicateField("wide", \.wide)
            PredicateField("single", \.single)
            PredicateField("ratio", \.ratio)
            PredicateField("count", \.count)
        }
    }

    private static let account = Account(
        big: decimal("1234567890123456.78"), price: decimal("1.21"), prices: [decimal("0.3"), decimal("1.21")],
        wide: .max, single: 0.1, ratio: 0.1, count: 3)

    private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? 0 }

    @Test(arguments: [
        ("big == 1234567890123456.78", true), ("big == 1234567890123456.77", false),
        ("big != 1234567890123456.77", true),
        ("1234567890123456.77 == big", false), ("big > 1234567890123456.77", true), ("big < 1234567890123456.79", true),
        ("big <= 1234567890123456.77", false), ("-big == -1234567890123456.78", true),
        ("big BETWEEN {1234567890123456.775, 1234567890123456.785}", true),
        ("big BETWEEN {1234567890123456.785, 1234567890123456.79}", false),
        ("big IN {1234567890123456.77, 2}", false), ("big IN {1234567890123456.78, 2}", true),
        ("price - 1.2 == 0.01", true), ("price * 1.1 == 1.331", true), ("price + 0.1 + 0.2 == 1.51", true),
        ("1.2 + 0.01 == price", true), ("price == 1.21", true), ("price == 1.2100", true), ("price == 121e-2", true),
        ("ANY prices == 0.3", true), ("ANY prices > 1.2", true), ("0.3 IN prices", true),
        ("prices CONTAINS 0.31", false),
        ("prices.@sum == 1.51", true), ("prices.@max == 1.21", true), ("price > ratio", true),
        ("wide == 18446744073709551615", true), ("wide == 18446744073709551614", false),
        ("wide > 18446744073709551614", true), ("wide IN {18446744073709551614}", false), ("count < 3.5", true),
        ("ratio == 0.1", true), ("count * 0.1 == 0.3", false),
    ])
    func literals(_ text: String, _ expected: Bool) throws {
        let predicate = try Account.predicate(parsing: text)
        #expect(predicate.matches(Self.account) == expected)
        #expect(predicate.checked.matches(Self.account.predicateValue) == expected)
        let reference = ReferenceEvaluator().evaluate(
            predicate.checked.program, on: Self.account.predicateValue, context: EvaluationContext())
        #expect(reference == expected)
        // The canonical text says the same.
        #expect(try Account.predicate(parsing: predicate.predicateFormat).matches(Self.account) == expected)
        #expect(try Account.predicate("%@ AND TRUEPREDICATE", predicate).matches(Self.account) == expected)
    }

    @Test func shortLiteralsPrintAsTheyAre() throws {
        #expect(try Account.predicate("price - 1.2 == 0.01").predicateFormat == "price - 1.2 == 0.01")
        #expect(
            try Account.predicate("big == 1234567890123456.78").predicateFormat
                == #"big == CAST("1234567890123456.78", "NSDecimalNumber")"#)
    }
}
