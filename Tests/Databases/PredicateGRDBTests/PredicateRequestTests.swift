#if SQLite
import GRDB
import PredicateFormat
import PredicateGRDB
import PredicateSQL
import Testing

/// A player of the tests.
private struct Player: Codable, FetchableRecord, PersistableRecord, PredicateTableRecord, Equatable {
    static let databaseTableName = "player"
    var id: Int64
    var name: String?
    var score: Int?
    var teamID: Int64?

    enum CodingKeys: String, CodingKey {
        case id
        case name
        case score
        case teamID = "team_id"
    }

    static let predicateMapping = SQLMapping(
        root: "player",
        tables: [
            "player": SQLTable(
                "player",
                fields: [
                    "id": .column(SQLColumn("id", .integer, isNullable: false)),
                    "name": .column(SQLColumn("name", .text, isGuaranteed: false)),
                    "score": .column(SQLColumn("score", .integer, isGuaranteed: false)),
                    "team": .toOne(SQLLink(to: "team", on: [("team_id", "id")])),
                ], primaryKey: ["id"]),
            "team": SQLTable(
                "team",
                fields: [
                    "name": .column(SQLColumn("name", .text, isGuaranteed: false)),
                    "players": .toMany(SQLLink(to: "player", on: [("id", "team_id")])),
                ], primaryKey: ["id"]),
        ])
}

/// Predicates as conditions of ordinary requests of GRDB.
struct PredicateRequestTests {
    private func queue(withFunctions: Bool = true) throws -> DatabaseQueue {
        var configuration = Configuration()
        if withFunctions { configuration.prepareDatabase { try $0.installPredicateFunctions() } }
        let queue = try DatabaseQueue(configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
                    CREATE TABLE player (
                      id INTEGER PRIMARY KEY, name TEXT, score INTEGER, team_id INTEGER REFERENCES team(id));
                    INSERT INTO team VALUES (1, 'Reds'), (2, 'rosé'), (3, NULL);
                    INSERT INTO player VALUES
                      (1, 'Ann', 12, 1), (2, 'Bob', 5, 1), (3, 'Ärger', 30, 2), (4, NULL, NULL, 3), (5, 'Eve', 11, NULL);
                    """)
        }
        return queue
    }

    /// Predicates with the numbers of the players that they take.
    static let cases: [(String, [PredicateValue], [Int64])] = [
        ("score > %d AND team.name BEGINSWITH[c] %@", [10, "r"], [1, 3]),
        ("score > %d", [10], [1, 3, 5]),
        ("NOT score > %d", [10], [2, 4]),
        ("name == %@", ["'; DROP TABLE player; --"], []),
        ("name BEGINSWITH[cd] %@", ["ar"], [3]),
        ("name MATCHES %@", ["[A-B].*"], [1, 2]),
        ("team.name == nil", [], [4, 5]),
        ("team.name ENDSWITH[d] 'e' OR score == 5", [], [2, 3]),
        ("ANY team.players.score < 10", [], [1, 2]),
        ("name MATCHES 'Ä.*' AND score > 1", [], [3]),
        ("team.name MATCHES[c] 'R.*'", [], [1, 2, 3]),
    ]

    @Test(arguments: cases)
    func requestsFetchTheRecords(format: String, arguments: [PredicateValue], ids: [Int64]) throws {
        let predicate = try CheckedPredicate(
            format, schema: Player.predicateMapping.recordSchema, arguments: arguments,
            library: .standardWithPatterns)
        let condition = try predicate.condition(for: Player.predicateMapping)
        let found = try queue().read { db in try Player.filter(condition).order(Column("id")).fetchAll(db).map(\.id) }
        #expect(found == ids)
    }

    @Test
    func conditionsAreMadeFromFormats() throws {
        try queue().read { db in
            let request = Player.filter(try Player.predicate("score > %d AND team.name BEGINSWITH[c] %@", 10, "r"))
            #expect(try request.order(Column("score").desc).fetchAll(db).map(\.id) == [3, 1])
            #expect(try request.filter(Column("id") > 1).fetchCount(db) == 1)
        }
    }

    /// Our function takes no lists, but it takes each text in one.
    @Test
    func textsInListsAreFolded() throws {
        var mapping = Player.predicateMapping
        let name = SQLField.column(SQLColumn("name", .text))
        mapping.tables["player"]?.fields["name"] = name
        mapping.tables["team"]?.fields["name"] = name
        let condition = try CheckedPredicate(
            "ANY team.players.name CONTAINS[cd] 'arg' AND name BEGINSWITH[cd] 'ä'", schema: mapping.recordSchema
        ).condition(for: mapping)
        let found = try queue().read { db in try Player.filter(condition).fetchAll(db).map(\.id) }
        #expect(found == [3])
        #expect(condition.partOfFunction != nil)
    }

    @Test
    func mistakesAreThrown() throws {
        #expect(throws: RequestError.self) { try Player.predicate("scroe > 1") }
        #expect(throws: RequestError.self) { try Player.predicate("ANY team.players.name LIKE name") }
    }

    @Test
    func aMissingFunctionIsNamedWithItsRemedy() throws {
        let condition = try Player.predicate("score > 1 AND name MATCHES '(?=x)x'")
        for request in [Player.filter(condition), Player.all().filter(condition)] {
            let error = #expect(throws: RequestError.self) {
                try queue(withFunctions: false).read { db in try request.fetchAll(db) }
            }
            #expect(error == .missingFunction(part: #"name MATCHES "(?=x)x""#))
            #expect(error?.description.contains("installPredicateFunctions()") == true)
            #expect(try queue(withFunctions: true).read { db in try request.fetchCount(db) } == 0)
        }
        // A condition that SQL decides alone needs no function.
        let plain = Player.filter(try Player.predicate("score > 1"))
        #expect(try queue(withFunctions: false).read { db in try plain.fetchCount(db) } > 0)
        // As a part of another expression only SQLite itself can say it.
        let error = #expect(throws: DatabaseError.self) {
            try queue(withFunctions: false).read { db in
                try Player.filter(condition && Column("id") == 1).fetchAll(db)
            }
        }
        #expect(error?.message == "no such function: predicate_test")
    }

    @Test
    func mappingsAreReadFromTheDatabase() throws {
        try queue().read { db in
            let mapping = try db.predicateMapping(of: "player")
            #expect(mapping.recordSchema.types["player"]?.field(named: "team")?.type == .optional(.object("team")))
            #expect(mapping.recordSchema.types["team"]?.field(named: "player")?.type == .list(.object("player")))
            let predicate = try CheckedPredicate("team.name == 'Reds'", schema: mapping.recordSchema)
            #expect(try Player.filter(predicate.condition(for: mapping)).fetchCount(db) == 2)
            #expect(throws: DatabaseError.self) { try db.predicateMapping(of: "none") }
        }
    }
}
#endif
