import Testing

@testable import PredicateFormat

@Test func parses() throws {
    for text in ["a == 1", "(a) == 1 and (b == 2 or c contains[cd] 'x')", "SUBQUERY(a.b, $x, $x.y == 1).@count > 0", "NOT ANY a.b.c IN {1,2,3}", "-2 ** -1 == {1}[FIRST]", "TERNARY(a == 1, 2, 3) == 2"] {
        do { let p = try ParsedPredicate(parsing: text); print(p.root.kind) } catch { print(text, error.diagnostics.map { ($0.code.rawValue, $0.range) }); Issue.record() }
    }
    for text in ["a ==", "a", "a == 1 b == 2", "(a == 1", "a == 'x", "1 < x < 2", "x === 2 AND", "like == 3", "x IN ['a','b']", "", "((", "a == 1)", "name CONTAIN 'x'", "a == “x”", "a % 2 == 1", "and", "a == 1 AND AND b == 2"] {
        do { _ = try ParsedPredicate(parsing: text); print("ACCEPTED", text) } catch { print(text, "→", error.diagnostics.map { ($0.code.rawValue, $0.range.lowerBound, $0.range.upperBound) }) }
    }
}
