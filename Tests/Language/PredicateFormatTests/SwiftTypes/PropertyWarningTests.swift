import Foundation
import PredicateFormat
import Testing

/// Texts over Swift types that compare, and still are hardly meant.
@Suite("Warnings about properties of Swift types")
struct PropertyWarningTests {
    struct Reading: PredicateDescribed, Sendable {
        var single: Float?
        var ratio: Double
        var flag: Bool
        var count: Int
        var price: Decimal
        var at: Date

        static let predicateDescription = PredicateDescription<Reading> {
            PredicateField("single", \.single)
            PredicateField("ratio", \.ratio)
            PredicateField("flag", \.flag)
            PredicateField("count", \.count)
            PredicateField("price", \.price)
            PredicateField("at", \.at)
        }
    }

    @Test(arguments: [
        ("single == 0.1", ["a Float cannot be exactly 0.1"]),
        ("0.1 == single", ["a Float cannot be exactly 0.1"]), ("0.1 < single", []),
        ("single > 0.5", []),
        ("single IN {0.5, 0.2}", ["a Float cannot be exactly 0.2"]), ("ratio == 0.1", []),
        ("single == 3", []),
        ("flag == 2", ["a boolean counts as 1 or 0, and never as 2"]), ("flag == 1", []), ("flag == TRUE", []),
        ("count == TRUE", ["TRUE counts as 1 next to a number"]), ("price == NO", ["NO counts as 0 next to a number"]),
        ("count == 1", []),
        ("at <= '2026-10-31'", ["`2026-10-31` is the beginning of that day, so the rest of the day is left out"]),
        ("at == '2026-10-31'", ["`2026-10-31` is the beginning of that day, so the rest of the day is left out"]),
        ("at < '2026-10-31'", []), ("at <= '2026-10-31T12:00:00Z'", []),
    ])
    func warnings(_ text: String, _ expected: [String]) throws {
        #expect(try Reading.predicate(parsing: text).checked.warnings.map(\.message) == expected)
    }
}
