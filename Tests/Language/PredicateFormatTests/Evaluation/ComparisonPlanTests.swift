import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// The classes of comparisons with constants, and the compiled form of the constants.
@Suite("Plans of comparisons")
struct ComparisonPlanTests {
    private static let field = CoreExpression.member(.record, "a")

    private static func constant(_ expression: CoreExpression) -> PredicateValue? {
        if case .constant(let value) = expression { value } else { nil }
    }

    private func plan(_ predicate: CorePredicate) -> ComparisonPlan? {
        ComparisonPlan(
            predicate, library: .standard, patterns: PatternCache(library: .standard), limits: .standard,
            constant: Self.constant)
    }

    private func kind(_ predicate: CorePredicate) -> String? {
        guard let plan = plan(predicate) else { return nil }
        return switch plan.test {
        case .isNil: "nil"
        case .boolean: "boolean"
        case .range(let test, _): test.isDate ? "dates" : "numbers"
        case .text: "text"
        case .among: "set"
        case .general: "general"
        }
    }

    @Test("Each comparison has one kind")
    func kinds() {
        let field = Self.field
        #expect(kind(.equal(field, .constant(.null), [])) == "nil")
        #expect(kind(.equal(.constant(true), field, [])) == "boolean")
        #expect(kind(.equal(field, .constant(3), [])) == "numbers")
        #expect(kind(.ordered(.less, .constant(3.5), field, [])) == "numbers")
        #expect(kind(.between(field, .constant(1), .constant(2))) == "numbers")
        #expect(kind(.betweenList(field, .constant(.list([1, 2])))) == "numbers")
        #expect(kind(.between(field, .constant("a"), .constant("b"))) == "text")
        #expect(kind(.between(field, .constant("a"), .constant(2))) == "general")
        #expect(kind(.equal(field, .constant("a"), [.caseInsensitive])) == "text")
        #expect(kind(.equal(field, .constant("a"), [.localized])) == "general")
        for op in TextOperator.allCases where op != .matches {
            #expect(kind(.text(op, field, .constant("a"), [])) == "text", "\(op)")
            #expect(kind(.text(op, field, .constant(7), [])) == "general", "\(op)")
        }
        #expect(kind(.text(.contains, .aggregate([.constant(1), .constant("b")]), field, [])) == "set")
        #expect(kind(.text(.contains, .constant("abc"), field, [])) == "general")
        // A comparison with fields on both sides has no plan.
        #expect(kind(.equal(field, .member(.record, "b"), [])) == nil)
        #expect(kind(.and([])) == nil)
    }

    @Test("A constant on the left reverses the order")
    func mirrored() throws {
        let found = try #require(self.plan(.ordered(.less, .constant(3), Self.field, [])))
        guard case .range(let test, _) = found.test else {
            Issue.record("no range")
            return
        }
        #expect(test.range.lowInteger == 4 && test.range.highInteger == .max)
    }

    @Test("Texts are found by their numbers, whatever they have in common")
    func texts() {
        var texts = ["", "a", "ab", "abcdefgh", "abcdefghi"]
        // Texts of one length with the same start and end.
        for number in 0..<500 { texts.append("abcdefgh" + String(1000 + number) + "abcdefgh") }
        let table = TextTable(texts.map { Array($0.utf8) })
        for (number, text) in texts.enumerated() {
            #expect(UTF8Text.withBytes(text) { table.index.number(of: $0) } == Int32(number))
        }
        #expect(!UTF8Text.withBytes("abcdefgh0999abcdefgh") { table.contains($0) })
        #expect(table.index.count == texts.count)
    }

    @Test("Integers are found")
    func integers() throws {
        let values: [Int64] = [0, -1, .max, .min] + (0..<100).map { $0 * 1 << 32 }
        let set = try #require(
            ConstantSet(values.map { .integer($0) } + [1.5], options: [], library: .standard))
        for value in values { #expect(set.integers.contains(value)) }
        #expect(!set.integers.contains(1) && set.hasFractions && set.isPlain)
        #expect(set.contains(1.5) && set.contains(.double(0)) && !set.contains("0"))
    }

    @Test("Alternatives are grouped by the field that they compare")
    func alternatives() {
        func equal(_ key: String, _ value: PredicateValue) -> CorePredicate {
            .equal(.member(.record, key), .constant(value), [])
        }
        func subject(_ expression: CoreExpression) -> String? {
            if case .member(.record, let key) = expression { key } else { nil }
        }
        let parts: [CorePredicate] = [
            equal("city", "Faro"), equal("n", 1), .and([equal("city", "Braga"), equal("n", 2)]), equal("city", "Faro"),
            equal("name", "Ada"), equal("n", 3),
        ]
        let found = Alternatives(parts, least: 2, subject: subject, constant: Self.constant)
        #expect(found.groups.map(\.subject) == ["city"])
        #expect(found.groups.first?.texts == [Array("Faro".utf8), Array("Braga".utf8)])
        #expect(found.groups.first?.rests.map(\.count) == [2, 1])
        #expect(found.others.count == 3)
        let joined = Alternatives.joiningIntegers(
            found.others, least: 2, subject: subject, constant: Self.constant)
        #expect(joined.count == 2)
        #expect(Alternatives(parts, least: 7, subject: subject, constant: Self.constant).others.count == 6)
    }
}
