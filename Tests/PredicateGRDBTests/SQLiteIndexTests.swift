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
            return try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN SELECT * FROM player WHERE " + plan.condition.sql,
                arguments: StatementArguments(
                    try plan.condition.values().map { value -> DatabaseValue in
                        switch value {
                        case .integer(let integer): integer.databaseValue
                        case .real(let double): double.databaseValue
                        case .text(let text): text.databaseValue
                        default: .null
                        }
                    })
            ).map { $0["detail"] as String }
        }
        #expect(details.contains { $0.contains("SEARCH player USING INDEX \(index)") }, "\(plan.inline)\n\(details)")
    }
}
#endif
