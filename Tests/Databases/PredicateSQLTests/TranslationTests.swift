import PredicateCore
import PredicateSQL
import Testing

/// The SQL of predicates, for people.
@Suite struct TranslationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var predicate: String
        var sql: String
        var exactness: SQLPlan.Exactness
        init(_ predicate: String, _ sql: String, _ exactness: SQLPlan.Exactness = .exact) {
            self.predicate = predicate
            self.sql = sql
            self.exactness = exactness
        }
        var testDescription: String { predicate }
    }

    static let cases: [Case] = [
        Case("TRUEPREDICATE", "1"),
        Case("FALSEPREDICATE", "0"),
        Case("score > 10", #""player"."score" > 10"#),
        Case("10 < score", #""player"."score" > 10"#),
        Case("score != 10", #""player"."score" <> 10"#),
        Case("age != 10", #""player"."age" IS NOT 10"#),
        Case("NOT age > 10", #"("player"."age" > 10) IS NOT TRUE"#),
        Case("NOT score > 10", #""player"."score" <= 10"#),
        Case("age == nil", #""player"."age" IS NULL"#),
        Case("score == nil", "0"),
        Case("nick == \"it's\"", #""player"."nick" = 'it''s'"#),
        Case(
            "score > 1 AND (age < 5 OR age == nil)",
            #""player"."score" > 1 AND ("player"."age" < 5 OR "player"."age" IS NULL)"#),
        Case("age == score", #""player"."age" = "player"."score""#),
        Case("age BETWEEN {1, 5}", #""player"."age" >= 1 AND "player"."age" <= 5"#),
        Case("team == nil", #"NOT EXISTS (SELECT 1 FROM "team" AS "t1" WHERE "t1"."id" = "player"."team_id")"#),
        Case("extra == 5", "1", .residual),
        Case("score > 5 AND extra == 5", #""player"."score" > 5"#, .superset),
    ]

    @Test(arguments: cases) func sqlite(_ example: Case) throws {
        let predicate = try CheckedPredicate(example.predicate, schema: Players.schema)
        let plan = predicate.plan(for: Players.mapping(), in: .sqlite)
        #expect(plan.inline == example.sql)
        #expect(plan.exactness == example.exactness)
        #expect((plan.residual == nil) == (plan.exactness == .exact))
    }

    /// The translation of folding looks for code points in parts of Unicode only.
    @Test func nothingFoldsElsewhere() {
        for code in UInt32(0x2_0000)...0x10_FFFF where TextFolding.fold(code, .caseInsensitive) != [code] {
            Issue.record("\(code)")
        }
    }

    /// What SQL cannot say exactly takes more records, and the program decides.
    @Test(arguments: ["nick CONTAINS[cd] 'jose'", "nick MATCHES 'jo.*'", "nick ==[d] 'jose'"])
    func foldedTextsAreLeftToTheProgram(text: String) throws {
        let predicate = try CheckedPredicate(text, schema: Players.schema, library: .standardWithPatterns)
        let plan = predicate.plan(for: Players.mapping(), in: .sqlite)
        #expect(plan.exactness == .superset)
        #expect(plan.residual?.predicateFormat == predicate.predicateFormat)
    }
}
