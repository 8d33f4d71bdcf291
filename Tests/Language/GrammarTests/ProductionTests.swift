import PredicateCore
import Testing

/// For each production, texts that need it and near misses.
@Suite("Each production")
struct ProductionTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var production: String
        var accepted: [String]
        var rejected: [String]
        var testDescription: String { production }

        init(_ production: String, _ accepted: [String], not rejected: [String]) {
            (self.production, self.accepted, self.rejected) = (production, accepted, rejected)
        }
    }

    private static let examples = [
        Example(
            "predicate", ["a == 1 OR b == 2", "a == 1 || b == 2 or c == 3"], not: ["OR a == 1", "a == 1 OR", "a"]),
        Example("conjunction", ["a == 1 AND b == 2", "a == 1 && b == 2"], not: ["a == 1 AND", "a == 1 & b == 2"]),
        Example("negation", ["NOT a == 1", "!!NOT a == 1"], not: ["NOT", "a == 1 NOT", "~(a == 1)"]),
        Example("condition", ["TRUEPREDICATE", "(FALSEPREDICATE)", "((a == 1))"], not: ["TRUE", "()", "(a == 1"]),
        Example("comparison", ["a == 1", "ANY a.b == 1"], not: ["a == 1 == 2", "a 1", "1 == ANY a"]),
        Example("quantifier", ["ANY a == 1", "SOME a == 1", "ALL a == 1", "NONE a == 1"], not: ["EVERY a == 1"]),
        Example(
            "comparator", ["a BETWEEN {1, 2}", "a isEqual: 1", "a ==[c] 'x'"], not: ["a BETWEEN[c] {1, 2}", "a IS 1"]),
        Example(
            "relation",
            ["a = 1", "a == 1", "a != 1", "a <> 1", "a < 1", "a <= 1", "a =< 1", "a > 1", "a >= 1", "a => 1"],
            not: ["a === 1", "a =! 1"]),
        Example(
            "textOperator",
            [
                "a IN b", "a CONTAINS b", "a BEGINSWITH b", "a ENDSWITH b", "a LIKE b", "a MATCHES b",
                "a TOKENMATCHES b",
            ], not: ["a STARTSWITH b", "a NOT IN b"]),
        Example("customOperator", ["a UTI-CONFORMS-TO b", "a UTI-EQUALS b"], not: ["a CONFORMS-TO b"]),
        Example("options", ["a ==[cd] 'x'", "a LIKE[nl] 'x'"], not: ["a ==[] 'x'", "a ==[i] 'x'", "a ==[c, d] 'x'"]),
        Example("expression", ["a UNION b == c", "a INTERSECT b MINUS c == d"], not: ["a UNION == c"]),
        Example("bitOr", ["a | b | c == 1"], not: ["a | == 1"]),
        Example("bitXor", ["a ^ b ^ c == 1"], not: ["a ^ == 1"]),
        Example("bitAnd", ["a & b & c == 1"], not: ["a & == 1"]),
        Example("shift", ["a << 1 >> b == 1"], not: ["a << == 1"]),
        Example("sum", ["a + b - c == 1"], not: ["a + == 1"]),
        Example("product", ["a * b / c == 1"], not: ["a * == 1", "a % 2 == 1", "a // 2 == 1"]),
        Example("unary", ["-a == 1", "~-~a == 1"], not: ["+a == 1", "- == 1"]),
        Example("power", ["a ** 2 ** 3 == 1"], not: ["a ** == 1"]),
        Example("signed", ["a ** -2 == 1", "a ** ~-b == 1"], not: ["a ** - == 1"]),
        Example("postfix", ["a.b[0].c == 1", "'x'.length == 1"], not: ["a..b == 1", "a[0 == 1"]),
        Example(
            "component",
            ["a.in == 1", "a.#b == 1", "a.@count == 1", "a.'b c' == 1", "a.$v == 1", "a.f(1) == 1", "a.g:(1) == 1"],
            not: ["a.1 == 1", "a. == 1", "a.g: == 1"]),
        Example(
            "index", ["a[FIRST] == 1", "a[last] == 1", "a[SIZE] == 1", "a[b + 1] == 1"],
            not: ["a[] == 1", "a[1, 2] == 1"]),
        Example(
            "primary",
            [
                "1 == '1'", "NULL == nil", "TRUE == no", "SELF == ANYKEY", "%@ == %K", "$v := 1 == 1", "#in == @x",
                "f: (1) == g",
            ],
            not: ["in == 1", "f: == 1", "== 1"]),
        Example("arguments", ["f() == g(1, 2)"], not: ["f( == 1", "f(1, ) == 1", "f(1 2) == 1"]),
        Example(
            "aggregate", ["a IN {}", "a IN {1, {2}}"], not: ["a IN {1, }", "a IN [1]", "a IN (1, 2)", "a IN {1 2}"]),
        Example(
            "subquery", ["SUBQUERY(a, $x, $x == 1) == 1"], not: ["SUBQUERY(a, x, x == 1) == 1", "SUBQUERY(a, $x) == 1"]),
        Example(
            "function", ["FUNCTION(a, 'f:', b) == 1", "FUNCTION(a, %@) == 1"],
            not: ["FUNCTION(a, f) == 1", "FUNCTION(a) == 1"]),
        Example("cast", ["CAST(a, 'NSDate') == 1"], not: ["CAST(a, NSDate) == 1", "CAST(a AS 'NSDate') == 1"]),
        Example("ternary", ["TERNARY(a == 1, b, c) == 1"], not: ["TERNARY(a, b, c) == 1", "TERNARY(a == 1, b) == 1"]),
        Example("fetch", ["FETCH(a, b, c) == 1"], not: ["FETCH(a, b) == 1"]),
    ]

    @Test("Each production has an example, in the order of the file")
    func everyProductionHasOne() throws {
        let names = try Grammar.normative().rules.filter { !$0.isToken }.map(\.name)
        #expect(Self.examples.map(\.production) == names)
    }

    @Test(arguments: examples) func example(_ example: Example) throws {
        let recogniser = try Recogniser(Grammar.normative())
        for text in example.accepted {
            #expect(recogniser.accepts(text) == true, "the grammar and \(text)")
            #expect((try? ParsedPredicate(parsing: text)) != nil, "the parser and \(text)")
        }
        for text in example.rejected {
            #expect(recogniser.accepts(text) == false, "the grammar and \(text)")
            #expect((try? ParsedPredicate(parsing: text)) == nil, "the parser and \(text)")
        }
    }
}
