#if SQLite
import GRDB
import PredicateFormat
import PredicateSQL
import Testing

/// Conditions that an index of SQLite serves.
@Suite struct SQLiteIndexTests {
    private static let schema = RecordSchema(
        root: "Player",
        types: [
            RecordType(
                "Player",
                fields: [
                    RecordField("id", .integer), RecordField("name", .string), RecordField("score", .integer),
                    RecordField("age", .integer.orNil),
                    RecordField("rating", .double.orNil), RecordField("team", .object("Team").orNil),
                ]),
            RecordType("Team", fields: [RecordField("name", .string)]),
        ])

    private static let mapping = SQLMapping(
        root: "Player",
        tables: [
            "Player": SQLTable(
                "player",
                fields: [
                    "id": .column(SQLColumn("id", .integer, isNullable: false)),
                    "name": .column(SQLColumn("name", .text, isNullable: false)),
                    "score": .column(SQLColumn("score", .integer, isNullable: false)),
                    "age": .column(SQLColumn("age", .integer)), "rating": .column(SQLColumn("rating", .real)),
                    "team": .toOne(SQLLink(to: "Team", on: [("team_id", "id")])),
                ], primaryKey: ["id"]),
            "Team": SQLTable("team", fields: ["name": .column(SQLColumn("name", .text, isNullable: false))]),
        ])

    @Test(arguments: [
        ("score > 10 AND team.name BEGINSWITH \"r\"", "player_"), ("name BEGINSWITH \"An\"", "player_name"),
        ("age > 30", "player_age"), ("age BETWEEN {3, 5}", "player_age"), ("rating > 4.5", "player_rating"),
        ("name LIKE \"An*\"", "player_name"), ("name IN {\"a\", \"b\"}", "player_name"), ("age == nil", "player_age"),
        ("team.name == \"Reds\"", "player_team"),
    ])
    func index(_ text: String, _ index: String) throws {
        let queue = try DatabaseQueue()
        let plan = try CheckedPredicate(text, schema: Self.schema).plan(for: Self.mapping, in: .sqlite)
        #expect(plan.exactness == .exact)
        let details = try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
                    CREATE TABLE player (
                        id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, age INTEGER, rating REAL,
                        team_id INTEGER) STRICT;
                    CREATE INDEX player_name ON player (name);
                    CREATE INDEX player_score ON player (score);
                    CREATE INDEX player_age ON player (age);
                    CREATE INDEX player_rating ON player (rating);
                    CREATE INDEX player_team ON player (team_id);
                    """)
            return try Self.steps("SELECT * FROM player WHERE " + plan.condition.sql, plan.condition.values(), database)
        }
        #expect(details.contains { $0.contains("SEARCH player USING INDEX \(index)") }, "\(plan.inline)\n\(details)")
    }

    /// The mapping of the tables, STRICT ones or ordinary ones.
    private static func mapping(isStrict: Bool) -> SQLMapping {
        guard !isStrict else { return mapping }
        var mapping = mapping
        mapping.tables = mapping.tables.mapValues { table in
            var table = table
            table.fields = table.fields.mapValues { field in
                guard case .column(var column) = field else { return field }
                column.isGuaranteed = false
                return .column(column)
            }
            return table
        }
        return mapping
    }

    private static func fill(_ database: Database, isStrict: Bool) throws {
        let strict = isStrict ? "STRICT" : ""
        try database.execute(
            sql: """
                CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL) \(strict);
                CREATE TABLE player (
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, age INTEGER, rating REAL,
                    team_id INTEGER) \(strict);
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO player SELECT i, 'n' || i, i * 7919 % 2000, i % 90, i % 100 / 100.0, i % 50 FROM n;
                INSERT INTO team SELECT id, name FROM player LIMIT 50;
                CREATE INDEX player_name ON player (name);
                CREATE INDEX player_score ON player (score);
                CREATE INDEX player_age ON player (age);
                CREATE INDEX player_rating ON player (rating);
                CREATE INDEX player_team ON player (team_id, score);
                ANALYZE;
                """)
    }

    /// An ordinary table can hold infinities and values of other types, so the condition says more than an expert would
    /// write. The steps are the same nevertheless: with ANALYZE, and with an order that an index does not serve.
    @Test(arguments: [
        ("score < 200", "score < 200"), ("score > 1900", "score > 1900"),
        ("score >= 100 AND score < 120", "score >= 100 AND score < 120"), ("rating < 0.5", "rating < 0.5"),
        ("name BEGINSWITH \"n1\"", "name >= 'n1' AND name < 'n2'"), ("name < \"n3\"", "name < 'n3'"),
        ("score == 7", "score = 7"), ("score < 200 AND rating > 0.5", "score < 200 AND rating > 0.5"),
        ("team.name == \"n1\"", "team_id IN (SELECT t1.id FROM team AS t1 WHERE t1.name = 'n1')"),
        ("score == 3 OR age == 5", "score = 3 OR age = 5"),
        ("age IN {3, 5} OR name == 'n4'", "age IN (3, 5) OR name = 'n4'"),
    ])
    func stepsOfAnExpert(_ text: String, _ condition: String) throws {
        for isStrict in [true, false] {
            try DatabaseQueue().write { database in
                try Self.fill(database, isStrict: isStrict)
                let plan = try CheckedPredicate(text, schema: Self.schema)
                    .plan(for: Self.mapping(isStrict: isStrict), in: .sqlite)
                #expect(plan.exactness == .exact)
                for end in ["", " ORDER BY player.id"] {
                    let ours = try Self.steps(
                        "SELECT * FROM player WHERE \(plan.condition.sql)\(end)", plan.condition.values(), database)
                    let theirs = try Self.steps("SELECT * FROM player WHERE \(condition)\(end)", [], database)
                    #expect(ours == theirs, "\(plan.inline)")
                }
            }
        }
    }

    /// An order with a limit reads as few rows as that of an expert, who knows where NULL cannot be.
    @Test(arguments: [
        ("TRUEPREDICATE", "score", "ORDER BY score, id LIMIT 3"),
        ("TRUEPREDICATE", "-score", "ORDER BY score DESC, id LIMIT 3"),
        ("TRUEPREDICATE", "age", "ORDER BY age, id LIMIT 3"),
        ("TRUEPREDICATE", "-age", "ORDER BY age DESC, id LIMIT 3"),
        ("age > 5", "age:nil-last", "WHERE age > 5 ORDER BY age, id LIMIT 3"),
        ("age > 5", "-age:nil-first", "WHERE age > 5 ORDER BY age DESC, id LIMIT 3"),
        ("age > 5 AND score > 4", "-age:nil-first", "WHERE age > 5 AND score > 4 ORDER BY age DESC, id LIMIT 3"),
        ("age == 5 OR age > 80", "age:nil-last", "WHERE age = 5 OR age > 80 ORDER BY age, id LIMIT 3"),
        ("age BETWEEN {3, 80}", "age:nil-last", "WHERE age >= 3 AND age <= 80 ORDER BY age, id LIMIT 3"),
        ("rating != nil", "rating:nil-last", "WHERE rating IS NOT NULL ORDER BY rating, id LIMIT 3"),
        ("rating < 0.5", "rating,name", "WHERE rating < 0.5 ORDER BY rating, name, id LIMIT 3"),
        ("name BEGINSWITH 'n1'", "name", "WHERE name >= 'n1' AND name < 'n2' ORDER BY name, id LIMIT 3"),
        ("TRUEPREDICATE", "id", "ORDER BY id LIMIT 3"), ("TRUEPREDICATE", "-id", "ORDER BY id DESC LIMIT 3"),
        ("score > 3", "id,name", "WHERE score > 3 ORDER BY id LIMIT 3"),
    ])
    func ordersOfAnExpert(_ text: String, _ sort: String, _ rest: String) throws {
        for isStrict in [true, false] {
            try DatabaseQueue().write { database in
                try Self.fill(database, isStrict: isStrict)
                let plan = try CheckedPredicate(text, schema: Self.schema)
                    .plan(for: Self.mapping(isStrict: isStrict), in: .sqlite)
                let query = try RecordQuery(sort: sort, limit: 3).checked(against: Self.schema).plan(of: plan)
                #expect(query.remainders.isEmpty)
                let ours = try Self.steps(query.statement.sql, try query.statement.values(), database)
                let theirs = try Self.steps("SELECT * FROM player \(rest)", [], database)
                #expect(ours == theirs, "\(query.inline)")
            }
        }
    }

    /// A comparison with a variable searches an index for its value, and a further one for the rows without a value if
    /// nil fits, too.
    @Test(arguments: [
        ("score > $x", ["player_score (score>?)"], ["player_score (score>?)"]),
        ("score < $x AND score > $y", ["player_score (score>? AND score<?)"], ["player_score (score>? AND score<?)"]),
        ("name > $t", ["player_name (name>?)"], ["player_name (name>?)"]),
        ("rating < $x", ["player_rating (rating<?)"], ["player_rating (rating<?)"]),
        ("age == $x", ["player_age (age=?)"], ["player_age (age=?)", "player_age (age=?)"]),
        ("score == $x", ["player_score (score=?)"], ["player_score (score=?)", "player_score (score=?)"]),
        ("name == $t", ["player_name (name=?)"], ["player_name (name=?)"]),
        (
            "age >= $x", ["player_age (age>?)", "player_age (age=?)"],
            ["player_age (age>?)", "player_age (age=?)", "player_age (age=?)"]
        ),
        ("score >= $x", ["player_score (score>?)"], ["player_score (score>?)", "player_score (score=?)"]),
    ])
    func variables(_ text: String, _ strict: [String], _ ordinary: [String]) throws {
        for isStrict in [true, false] {
            try DatabaseQueue().write { database in
                try Self.fill(database, isStrict: isStrict)
                let template = try PredicateTemplate(text, schema: Self.schema)
                let condition = try #require(template.condition(for: Self.mapping(isStrict: isStrict), in: .sqlite))
                let values = try condition.values(bindings: ["x": .integer(30), "y": .integer(3), "t": .string("n")])
                let steps = try Self.steps("SELECT * FROM player WHERE \(condition.sql)", values, database)
                #expect(!steps.contains { $0.hasPrefix("SCAN") }, "\(condition.sql)")
                let searches = steps.compactMap { step in
                    step.range(of: "USING INDEX ").map { String(step[$0.upperBound...]) }
                }
                #expect(searches == (isStrict ? strict : ordinary), "\(condition.sql)")
            }
        }
    }

    /// How SQLite would run a statement.
    private static func steps(_ sql: String, _ values: [SQLValue], _ database: Database) throws -> [String] {
        let arguments = values.map(\.databaseValue)
        return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(arguments))
            .map { $0["detail"] as String }
    }
}
#endif
