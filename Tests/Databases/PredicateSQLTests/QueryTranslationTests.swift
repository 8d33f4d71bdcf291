import PredicateFormat
import PredicateSQL
import Testing

/// The SQL of queries, for people, and what of a query is left to the program.
@Suite struct QueryTranslationTests {
    private func plan(
        _ query: RecordQuery, _ dialect: SQLDialect, where predicate: String = "score > 5",
        key: [String] = ["id"]
    ) throws -> SQLQueryPlan {
        var mapping = Players.mapping(dialect: dialect)
        mapping.tables["Player"]?.primaryKey = key
        let condition = try CheckedPredicate(predicate, schema: Players.schema).plan(for: mapping, in: dialect)
        return try query.checked(against: Players.schema).plan(of: condition)
    }

    private static let start = #"WHERE "player"."score" > 5 ORDER BY "#

    @Test(arguments: [
        ("score", #""player"."score""#, #""player"."score""#),
        ("-age", #""player"."age" DESC"#, #""player"."age" DESC NULLS LAST"#),
        ("age:nil-last", #""player"."age" NULLS LAST"#, #""player"."age""#),
        ("-age:nil-first", #""player"."age" DESC NULLS FIRST"#, #""player"."age" DESC"#),
        ("age", #""player"."age""#, #""player"."age" NULLS FIRST"#),
        (
            "team.name", #"(SELECT "t1"."name" FROM "team" AS "t1" WHERE "t1"."id" = "player"."team_id")"#, nil
        ),
    ])
    func nilHasItsPlace(_ sort: String, _ sqlite: String, _ postgresql: String?) throws {
        let query = RecordQuery(sort: sort)
        let plan = try plan(query, .sqlite)
        #expect(plan.inline == Self.start + sqlite + #", "player"."id""#)
        #expect(plan.pushed == [.sort])
        #expect(plan.remainders.isEmpty)
        if let postgresql {
            #expect(try self.plan(query, .postgresql).inline == Self.start + postgresql + #", "player"."id""#)
        }
    }

    /// A condition that NULL does not satisfy makes its place needless, and so an index of PostgreSQL serves.
    @Test(arguments: [
        ("age > 5", "age"), ("age IN {5, 6}", "age"), ("age > 5 AND score > 5", "age"),
        ("age == 5 OR age > 80", "age"), ("age != nil", "age"), ("nick BEGINSWITH 'a'", "nick"),
        ("age + 1 > 5 AND age > score", "age"), ("age == score", "age"),
    ])
    func nilNeedsNoPlace(_ predicate: String, _ sort: String) throws {
        let query = RecordQuery(sort: sort, limit: 3)
        let inline = try plan(query, .postgresql, where: predicate).inline
        #expect(inline.contains("ORDER BY \"player\".\"\(sort)\""), "\(inline)")
        #expect(!inline.contains("NULLS"), "\(inline)")
    }

    @Test(arguments: [
        "age != 5", "NOT age > 5", "age > 5 OR score > 5", "score > 5", "age == nil OR age > 5",
        "team.founded > 5",
    ])
    func nilKeepsItsPlace(_ predicate: String) throws {
        let inline = try plan(RecordQuery(sort: "age"), .postgresql, where: predicate).inline
        #expect(inline.contains("\"age\" NULLS FIRST, \"player\".\"id\""), "\(inline)")
    }

    @Test(arguments: [("id", #""player"."id""#), ("-id,score", #""player"."id" DESC"#)])
    func thePrimaryKeyStandsOnce(_ sort: String, _ order: String) throws {
        #expect(try plan(RecordQuery(sort: sort), .sqlite).inline == Self.start + order)
    }

    @Test func anOffsetNeedsNoLimit() throws {
        let query = RecordQuery(offset: 3)
        #expect(try plan(query, .sqlite).inline == Self.start + #""player"."id" LIMIT -1 OFFSET 3"#)
        #expect(try plan(query, .postgresql).inline == Self.start + #""player"."id" OFFSET 3"#)
        // Without a key the rows have no order.
        #expect(try plan(RecordQuery(limit: 2), .sqlite, key: []).inline == #"WHERE "player"."score" > 5 LIMIT 2"#)
    }

    @Test func parametersOfAnOrderFollowThoseOfTheCondition() throws {
        let plan = try plan(RecordQuery(sort: "score + 7", limit: 1), .postgresql)
        let ending = try #require(plan.ending)
        #expect(plan.condition.condition.sql.contains("$1"))
        #expect(!ending.sql.contains("$1:") && ending.sql.contains("$2::"))
        #expect(plan.statement.parameters == plan.condition.condition.parameters + ending.parameters)
    }

    @Test func groupsAreInTheOrderOfTheirFirstRows() throws {
        let query = RecordQuery(groupBy: "isActive", aggregate: "least = min(score)", limit: 2)
        let single = try plan(query, .postgresql).inline
        #expect(
            single.hasPrefix(#"SELECT "player"."is_active" AS "key1", COUNT(*) AS "count", MIN("player"."score") AS"#))
        #expect(single.hasSuffix(#"GROUP BY 1 ORDER BY MIN("player"."id") LIMIT 2"#))
        let composite = try plan(query, .postgresql, key: ["score", "id"])
        #expect(
            composite.inline.contains(#"row_number() OVER (ORDER BY "player"."score", "player"."id") AS "row number""#))
        #expect(composite.inline.hasSuffix(#"GROUP BY 1 ORDER BY MIN("player"."row number") LIMIT 2"#))
    }

    @Test func groupsAreChosenAndSorted() throws {
        let query = RecordQuery(groupBy: "team.city", having: "count > 2", sort: "-count, team.city")
        let plan = try plan(query, .sqlite)
        #expect(plan.pushed == [.groups, .having, .sort])
        #expect(plan.remainders.isEmpty)
        #expect(
            plan.inline.hasSuffix(
                #"GROUP BY 1) AS "groups" WHERE "groups"."count" > 2 ORDER BY "groups"."count" DESC, "groups"."key1", "groups"."first""#
            ))
        #expect(plan.columns.map(\.name) == ["team.city", "count"])
    }

    @Test func distinctResultsMayBeSortedByThemselves() throws {
        let sorted = try plan(RecordQuery(sort: "-nick", select: "nick", distinct: true, limit: 3), .sqlite)
        #expect(sorted.pushed == [.sort, .distinct, .limit])
        let other = try plan(RecordQuery(sort: "score", select: "nick", distinct: true, limit: 3), .sqlite)
        #expect(other.pushed.isEmpty)
        #expect(other.remainders.map(\.part) == [.sort, .distinct, .limit])
        #expect(other.ending?.sql == #" ORDER BY "player"."id""#)
    }

    /// Where one part is done here, all parts after it are.
    @Test(arguments: [
        (RecordQuery(sort: "name[c]", offset: 1, limit: 2), [SQLQueryPlan.Part.sort, .offset, .limit]),
        (RecordQuery(sort: "name, extra", limit: 2), [.sort, .limit]),
        (RecordQuery(aggregate: "n = sum(weight)", having: "n > 1", limit: 2), [.groups, .having, .limit]),
        (
            RecordQuery(groupBy: "name", having: "count > random()", sort: "name", limit: 1),
            [.having, .sort, .limit]
        ),
        (RecordQuery(groupBy: "name", sort: "-count", distinct: true, limit: 1), [.distinct, .limit]),
    ])
    func laterPartsFollow(_ query: RecordQuery, _ here: [SQLQueryPlan.Part]) throws {
        for dialect in [SQLDialect.sqlite, .postgresql] {
            #expect(try plan(query, dialect).remainders.map(\.part) == here)
        }
    }

    @Test func nothingIsDoneAfterAnInexactCondition() throws {
        let query = RecordQuery(sort: "score", limit: 2)
        #expect(try plan(query, .sqlite, where: "extra == 5").pushed.isEmpty)
        #expect(try plan(query, .duckdb).pushed.isEmpty)
        #expect(try plan(query, .spark).pushed.isEmpty)
    }

    /// Rows that SQL orders or groups in another way.
    @Test func aCheckFindsOddRows() throws {
        #expect(try plan(RecordQuery(sort: "score"), .sqlite).check == nil)
        let check = try #require(try plan(RecordQuery(sort: "rating"), .postgresql).check)
        #expect(check.sql.contains("'NaN'::float8"))
        #expect(check.sql.hasSuffix(" LIMIT 1"))
        #expect(check.parameters.count == 1)
        let zero = try #require(try plan(RecordQuery(groupBy: "weight"), .postgresql).check)
        #expect(zero.sql.contains("'-0'"))
    }
}
