#if SQLite
import Foundation
import PredicateFormat
import PredicateSQLite
import Testing

@testable import PredicateCommand

/// Indexes that `predicate sql --advise` writes, and that SQLite then uses.
struct IndexAdviceTests {
    private static let tables = """
        CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE player (
          id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, n INTEGER, m INTEGER NOT NULL, price REAL,
          team_id INTEGER REFERENCES team(id));
        CREATE TABLE game (id INTEGER PRIMARY KEY, player_id INTEGER REFERENCES player(id), goals INTEGER, place TEXT);
        WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 500)
        INSERT INTO player SELECT i, 'n' || i, i * 7 % 100, i % 10, i / 10.0, i % 20 + 1 FROM c;
        INSERT INTO team SELECT id, name FROM player LIMIT 20;
        INSERT INTO game SELECT id, id, n % 7, 'p' || m FROM player;
        """

    struct Case: Sendable, CustomTestStringConvertible {
        var predicate: String
        var options: [String]
        var advice: [String]
        init(_ predicate: String, query options: [String] = [], _ advice: [String]) {
            self.predicate = predicate
            self.options = options
            self.advice = advice
        }
        var testDescription: String { predicate + " " + options.joined(separator: " ") }
    }

    static let cases: [Case] = [
        Case("n == 3", [#""player_n" ON "player" ("n")"#]),
        Case("n > 3 AND m == 5", [#""player_m_n" ON "player" ("m", "n")"#]),
        Case("n == 3 OR m == 4", [#""player_n" ON "player" ("n")"#, #""player_m" ON "player" ("m")"#]),
        Case(
            "(n == 3 AND m > 2) OR m == 4", [#""player_n_m" ON "player" ("n", "m")"#, #""player_m" ON "player" ("m")"#]),
        // The primary key serves one part already.
        Case("id == 3 OR m == 4", [#""player_m" ON "player" ("m")"#]),
        Case("TRUEPREDICATE", query: ["--sort", "n", "--limit", "3"], [#""player_n" ON "player" ("n")"#]),
        Case("TRUEPREDICATE", query: ["--sort", "-n", "--limit", "3"], [#""player_n" ON "player" ("n" DESC)"#]),
        Case(
            "TRUEPREDICATE", query: ["--sort", "name", "--limit", "3"],
            [#""player_name" ON "player" ("name" COLLATE BINARY)"#]),
        Case("m == 5", query: ["--sort", "-n", "--limit", "3"], [#""player_m_n" ON "player" ("m", "n" DESC)"#]),
        Case("n > 5", query: ["--sort", "n,m", "--limit", "3"], [#""player_n_m" ON "player" ("n", "m")"#]),
        Case("ANY game.goals > 5", [#""game_player_id_goals" ON "game" ("player_id", "goals")"#]),
        Case("ANY game.place == 'p3'", [#""game_player_id_place" ON "game" ("player_id", "place")"#]),
        Case("game.@count > 3", [#""game_player_id" ON "game" ("player_id")"#]),
        Case(
            "SUBQUERY(game, $g, $g.goals > 3 AND $g.place == 'p1').@count > 0",
            [#""game_player_id" ON "game" ("player_id")"#]),
        Case(
            "team.name == 'n3'",
            [#""player_team_id" ON "player" ("team_id")"#, #""team_name" ON "team" ("name")"#]),
    ]

    @Test(arguments: cases) func theAdvisedIndexIsUsed(_ example: Case) throws {
        let database = try TestDatabase(Self.tables)
        func run(_ name: String) -> [String] {
            predicate([name, "--from", database.address("player"), example.predicate] + example.options).lines
        }
        let arguments = ["sql", "--from", database.address("player"), "--advise", example.predicate]
        let advised = predicate(arguments + example.options)
        let statements = advised.lines.filter { $0.hasPrefix("CREATE INDEX ") }
        #expect(statements == example.advice.map { "CREATE INDEX \($0);" }, "\(advised)")
        try SQLiteConnection(writing: database.path).execute(statements.joined())
        let steps = run("explain").drop { $0 != "Steps of the database:" }
        for advice in example.advice {
            let name = advice.split(separator: "\"").first ?? ""
            #expect(steps.contains { $0.contains("INDEX \(name) ") || $0.hasSuffix("INDEX \(name)") }, "\(steps)")
        }
        #expect(!steps.contains { $0.contains("AUTOMATIC") }, "\(steps)")
        if !example.options.isEmpty { #expect(!steps.contains { $0.contains("USE TEMP B-TREE") }, "\(steps)") }
        let again = predicate(arguments + example.options)
        #expect(!again.lines.contains { $0.hasPrefix("CREATE INDEX ") }, "\(again)")
    }

    @Test func theStatementHasTheQuery() throws {
        let database = try TestDatabase(Self.tables)
        func sql(_ options: String...) -> [String] {
            predicate(["sql", "--from", database.address("player"), "n > 3"] + options).lines
        }
        #expect(
            sql("--sort", "-n", "--limit", "2").first
                == #"SELECT "player".* FROM "player" WHERE "player"."n" > ? AND +"player"."n" < 9e999 ORDER BY "player"."n" DESC, "player"."id" LIMIT 2;"#
        )
        #expect(
            sql("--sort", "n", "--limit", "2", "--inline").first
                == #"SELECT "player".* FROM "player" WHERE "player"."n" > 3 AND +"player"."n" < 9e999 ORDER BY "player"."n", "player"."id" LIMIT 2;"#
        )
        #expect(
            sql("--group-by", "m", "--inline").first?.hasPrefix(#"SELECT "player"."m" AS "key1", COUNT(*)"#) == true)
        #expect(
            sql("--sort", "name[c]").suffix(2) == [
                "-- The statement lacks parts of the query:",
                "--   sort: texts are compared with the options [c]",
            ])
        #expect(predicate(["sql", "--from", database.address("player"), "n > 3", "--sort", "nn"]).status == 65)
    }
}

/// Warnings about keys below columns of JSON.
struct UnseenKeyTests {
    private static let tables = """
        CREATE TABLE country (code TEXT PRIMARY KEY, info JSON);
        CREATE TABLE city (id INTEGER PRIMARY KEY, data JSON, country_code TEXT REFERENCES country(code));
        INSERT INTO country VALUES ('PT', '{"continent": {"code": "EU"}}');
        INSERT INTO city VALUES (1, '{"level": 3, "tags": [{"name": "a"}], "note": null}', 'PT'), (2, 'text', NULL);
        """

    @Test(arguments: [
        ("data.levle == 3", "levle", "level"), ("country.info.continent.coed == 'EU'", "coed", "code"),
        ("ANY data.tags.nmae == 'a'", "nmae", "name"), ("data.tags[FIRST].nmae == 'a'", "nmae", "name"),
        ("country.info.continet.code == 'EU'", "continet", "continent"),
        ("id == 1 OR has(data.levle)", "levle", "level"),
    ])
    func aKeyThatNoRecordHas(_ text: String, _ key: String, _ near: String) throws {
        let database = try TestDatabase(Self.tables)
        let result = filter("--from", database.address("city"), text)
        #expect(result.status == 0)
        #expect(result.messages.contains("no record that was examined has the key `\(key)`"), "\(result)")
        #expect(result.messages.contains("did you mean `\(near)`?"), "\(result)")
    }

    @Test(arguments: [
        "data.level == 3", "country.info.continent.code == 'EU'", "ANY data.tags.name == 'a'", "data.note == nil",
        "data.level.deep == 3", "data == nil", "data.tags.@count > 1",
    ])
    func otherKeysAreFine(_ text: String) throws {
        let database = try TestDatabase(Self.tables)
        let result = filter("--from", database.address("city"), text)
        #expect(result.status == 0)
        #expect(result.messages == "", "\(result)")
    }
}
#endif
