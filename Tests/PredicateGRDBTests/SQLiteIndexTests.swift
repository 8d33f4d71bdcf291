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
                    RecordField("name", .string), RecordField("score", .integer), RecordField("age", .integer.orNil),
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

    /// An ordinary table can hold infinities and values of other types, so the condition says more than an expert would
    /// write. The steps are the same nevertheless: with ANALYZE, and with an order that an index does not serve.
    @Test(arguments: [
        ("score < 200", "score < 200"), ("score > 1900", "score > 1900"),
        ("score >= 100 AND score < 120", "score >= 100 AND score < 120"), ("rating < 0.5", "rating < 0.5"),
        ("name BEGINSWITH \"n1\"", "name >= 'n1' AND name < 'n2'"), ("name < \"n3\"", "name < 'n3'"),
        ("score == 7", "score = 7"), ("score < 200 AND rating > 0.5", "score < 200 AND rating > 0.5"),
        ("team.name == \"n1\"", "team_id IN (SELECT t1.id FROM team AS t1 WHERE t1.name = 'n1')"),
    ])
    func stepsOfAnExpert(_ text: String, _ condition: String) throws {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                    CREATE TABLE player (
                        id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, age INTEGER, rating REAL,
                        team_id INTEGER);
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                    INSERT INTO player SELECT i, 'n' || i, i * 7919 % 2000, i % 90, i % 100 / 100.0, i % 50 FROM n;
                    INSERT INTO team SELECT id, name FROM player LIMIT 50;
                    CREATE INDEX player_name ON player (name);
                    CREATE INDEX player_score ON player (score);
                    CREATE INDEX player_rating ON player (rating);
                    CREATE INDEX player_team ON player (team_id);
                    ANALYZE;
                    """)
            var mapping = Self.mapping
            mapping.tables = mapping.tables.mapValues { table in
                var table = table
                table.fields = table.fields.mapValues { field in
                    guard case .column(var column) = field else { return field }
                    column.isGuaranteed = false
                    return .column(column)
                }
                return table
            }
            let plan = try CheckedPredicate(text, schema: Self.schema).plan(for: mapping, in: .sqlite)
            #expect(plan.exactness == .exact)
            for end in ["", " ORDER BY player.id"] {
                let ours = try Self.steps(
                    "SELECT * FROM player WHERE \(plan.condition.sql)\(end)", plan.condition.values(), database)
                let theirs = try Self.steps("SELECT * FROM player WHERE \(condition)\(end)", [], database)
                #expect(ours == theirs, "\(plan.inline)")
            }
        }
    }

    /// How SQLite would run a statement.
    private static func steps(_ sql: String, _ values: [SQLValue], _ database: Database) throws -> [String] {
        let arguments = values.map { value -> DatabaseValue in
            switch value {
            case .integer(let integer): integer.databaseValue
            case .real(let double): double.databaseValue
            case .text(let text): text.databaseValue
            default: .null
            }
        }
        return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: StatementArguments(arguments))
            .map { $0["detail"] as String }
    }
}
#endif
