#if PostgreSQL
import PredicateFormat
import PredicatePostgreSQL
import PredicateSQL
import Testing

/// Statements that indexes of PostgreSQL serve, beside what an expert would write.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct IndexTests {
    private static let tables = """
        CREATE TABLE team (id int4 PRIMARY KEY, name text COLLATE "C" NOT NULL);
        CREATE TABLE player (
            id int8 PRIMARY KEY, name text COLLATE "C" NOT NULL, score int4 NOT NULL, age int8, rating float8,
            seen timestamptz, team_id int4 REFERENCES team);
        INSERT INTO team SELECT i, 'n' || i FROM generate_series(1, 50) AS i;
        INSERT INTO player
            SELECT i, 'n' || i, i * 7919 % 20000, nullif(i % 997, 3), i % 1000 / 1000.0,
                timestamptz '2020-01-01 00:00:00+00' + i * interval '1 hour', i % 50 + 1
            FROM generate_series(1, 20000) AS i;
        CREATE INDEX player_name ON player (name);
        CREATE INDEX player_score ON player (score);
        CREATE INDEX player_age ON player (age);
        CREATE INDEX player_rating ON player (rating);
        CREATE INDEX player_seen ON player (seen);
        CREATE INDEX player_team ON player (team_id, score);
        ANALYZE team, player;
        """

    /// What is asked, and the statement of an expert, from WHERE on.
    struct Question: Sendable, CustomTestStringConvertible {
        var predicate: String
        var sort: String
        var isLimited: Bool
        var bindings: [String: PredicateValue]
        var expert: String

        init(
            _ predicate: String, _ expert: String, sort: String = "", isLimited: Bool = false,
            _ bindings: [String: PredicateValue] = [:]
        ) {
            self.predicate = predicate
            self.expert = expert
            self.sort = sort
            self.isLimited = isLimited
            self.bindings = bindings
        }

        var testDescription: String { "\(predicate) \(sort)" }
    }

    static let questions: [Question] = [
        Question("score > 19900", "WHERE score > 19900 ORDER BY id"),
        Question("score < 20 OR name == 'n5'", "WHERE score < 20 OR name = 'n5' ORDER BY id"),
        Question("age == 5", "WHERE age = 5 ORDER BY id"), Question("age == nil", "WHERE age IS NULL ORDER BY id"),
        Question("rating > 0.998", "WHERE rating > 0.998 ORDER BY id"),
        Question("name BEGINSWITH 'n11'", "WHERE name >= 'n11' AND name < 'n12' ORDER BY id"),
        Question("name IN {'n3', 'n5'}", "WHERE name IN ('n3', 'n5') ORDER BY id"),
        Question("seen > '2022-04-10'", "WHERE seen > '2022-04-10 00:00:00+00' ORDER BY id"),
        Question("score > 5", "WHERE score > 5 ORDER BY score, id LIMIT 3", sort: "score", isLimited: true),
        Question("age > 5", "WHERE age > 5 ORDER BY age, id LIMIT 3", sort: "age", isLimited: true),
        Question("age > 5", "WHERE age > 5 ORDER BY age DESC, id LIMIT 3", sort: "-age", isLimited: true),
        Question(
            "age > 5 AND score > 7", "WHERE age > 5 AND score > 7 ORDER BY age, id LIMIT 3", sort: "age",
            isLimited: true),
        Question(
            "age IN {5, 6} OR age > 900", "WHERE age IN (5, 6) OR age > 900 ORDER BY age, id LIMIT 3", sort: "age",
            isLimited: true),
        Question("TRUEPREDICATE", "ORDER BY age, id LIMIT 3", sort: "age:nil-last", isLimited: true),
        Question("TRUEPREDICATE", "ORDER BY age DESC, id LIMIT 3", sort: "-age:nil-first", isLimited: true),
        Question("TRUEPREDICATE", "ORDER BY score, id LIMIT 3", sort: "score", isLimited: true),
        Question("TRUEPREDICATE", "ORDER BY name DESC, id LIMIT 3", sort: "-name", isLimited: true),
        Question("TRUEPREDICATE", "ORDER BY id DESC LIMIT 3", sort: "-id,name", isLimited: true),
        Question("rating > 0.5", "WHERE rating > 0.5 ORDER BY rating, id LIMIT 3", sort: "rating", isLimited: true),
        Question(
            "seen > '2020-01-10'", "WHERE seen > '2020-01-10 00:00:00+00' ORDER BY seen, id LIMIT 3", sort: "seen",
            isLimited: true),
        Question(
            "team_id == 7", "WHERE team_id = 7 ORDER BY score, id LIMIT 3", sort: "score", isLimited: true),
        Question("score > $x", "WHERE score > 19900 ORDER BY id", ["x": .integer(19_900)]),
        Question("rating > $x", "WHERE rating > 0.998 ORDER BY id", ["x": .double(0.998)]),
        Question("name < $x", "WHERE name < 'n100' ORDER BY id", ["x": .string("n100")]),
        Question(
            "rating BETWEEN {$x, $y}", "WHERE rating BETWEEN 0.2 AND 0.21 ORDER BY id",
            ["x": .double(0.2), "y": .double(0.21)]),
    ]

    @Test(arguments: questions) func planOfAnExpert(_ question: Question) throws {
        try Server.withSchema { connection, _ in
            try connection.execute(Self.tables)
            let table = try connection.table("player")
            let plan = try PredicateTemplate(question.predicate, schema: table.schema).open
                .plan(for: table.mapping, in: .postgresql)
            #expect(plan.exactness == .exact)
            let query = try RecordQuery(
                sort: question.sort.isEmpty ? nil : question.sort, limit: question.isLimited ? 3 : nil
            ).checked(against: table.schema).plan(of: plan)
            #expect(query.remainders.isEmpty)
            func steps(_ statement: SQLStatement) throws -> [String] {
                try table.explanation(
                    of: SQLStatement("(COSTS OFF) " + statement.sql, parameters: statement.parameters),
                    bindings: question.bindings, on: connection)
            }
            let ours = try steps(query.statement)
            let theirs = try steps(SQLStatement("SELECT * FROM player " + question.expert))
            #expect(Self.nodes(ours) == Self.nodes(theirs), "\(query.inline)\n\(ours)\n\(theirs)")
        }
    }

    /// An index with the columns of an order serves it, also where nil comes first.
    @Test(arguments: [
        ("age", #""age" NULLS FIRST, "id""#), ("-age", #""age" DESC NULLS LAST, "id""#),
    ]) func indexOfAnOrder(_ sort: String, columns: String) throws {
        try Server.withSchema { connection, _ in
            try connection.execute(Self.tables)
            let table = try connection.table("player")
            let plan = try CheckedPredicate("TRUEPREDICATE", schema: table.schema)
                .plan(for: table.mapping, in: .postgresql)
            let query = try RecordQuery(sort: sort, limit: 3).checked(against: table.schema).plan(of: plan)
            try connection.execute("CREATE INDEX ordered ON player (\(columns))")
            let statement = query.statement
            let steps = try table.explanation(
                of: SQLStatement("(COSTS OFF) " + statement.sql, parameters: statement.parameters), on: connection)
            #expect(steps.count == 2 && steps.last?.contains("Index Scan using ordered") == true, "\(steps)")
        }
    }

    /// The nodes of a plan, with the labels of what an index or an order does in them. Filters may say more.
    private static func nodes(_ lines: [String]) -> [String] {
        lines.compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let label = parts.first else { return line }
            return label.hasSuffix("Filter") ? nil : String(label)
        }
    }
}
#endif
