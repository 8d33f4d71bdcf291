import Testing

@testable import PredicateFormat

@Test func wholePath() throws {
    let record: PredicateValue = ["name": "Jörg", "age": 31, "tags": ["a", "b"], "address": ["city": "Bern"]]
    for text in [
        "age > 30 AND name BEGINSWITH[cd] 'jo'", "ANY tags == 'b'", "tags.@count == 2",
        "SUBQUERY(tags, $t, $t == 'a').@count == 1",
        "address.city LIKE 'B*'", "NOT missing > 3", "age BETWEEN {1, 40}", "-2 ** 2 == -4",
        "$v := age + 1 > 31 AND $v == 32",
        "TERNARY(age > 3, 'x', 'y') == 'x'", "FUNCTION(age, 'modulus:by:', 4) == 3",
    ] {
        do {
            let p = try ParsedPredicate(parsing: text).checked()
            print(p.matches(record), p.predicateFormat)
        } catch { print("FAILED", text, error.diagnostics.map { ($0.code.rawValue, $0.message) }) }
    }
    for text in [
        "'a' > 1", "sum(1,2) == 3", "tags.@cnt == 1", "x IN 5", "a BETWEEN {1}", "CAST('x','NSDate') == 1",
        "foo(3) == 1", "a == %@", "age & 2.5 == 1",
    ] {
        do { _ = try ParsedPredicate(parsing: text).checked(); print("ACCEPTED", text) } catch {
            print(
                text, "→",
                error.diagnostics.map {
                    ($0.code.rawValue, $0.range.lowerBound, $0.range.upperBound, $0.message, $0.hint ?? "")
                })
        }
    }
}
