#if SQLite
import Foundation
import PredicateCore
import PredicateSQLite
import Testing

@testable import PredicateCommand

/// Tables of databases at the prompt.
struct ReplDatabaseTests {
    let database: TestDatabase
    let test = TestSession()

    init() throws { database = try TestDatabase(teamsAndPlayers) }

    /// What some lines answer, with the folder left out.
    private func type(_ lines: String) throws -> String { database.plain(try test.type(lines)) }

    private func load(_ table: String) throws -> String { try type(":load \(database.address(table))") }

    private func change(_ statements: String) throws {
        try SQLiteConnection(writing: database.path).execute(statements)
    }

    // MARK: Answers

    @Test func aSession() throws {
        let text = try type(
            """
            :load \(database.address("player"))
            :select id, name, team.name
            score > 10
            team.name BEGINSWITH[c] "R"
            :sort -name
            name != nil
            :limit 1
            name != nil
            :offset 1
            name != nil
            :count score > 10
            :count
            score
            :use

            """)
        #expect(
            text == """
                player: 4 records of sqlite:test.sqlite#player
                shown is id, name, team.name
                #  id  name   team.name
                ─  ──  ─────  ─────────
                1   1  Ann    reds
                2   3  Ärger
                2 of 4 records
                #  id  name  team.name
                ─  ──  ────  ─────────
                1   1  Ann   reds
                2   4        reds
                2 of 4 records
                records are sorted by -name
                #  id  name   team.name
                ─  ──  ─────  ─────────
                1   3  Ärger
                2   2  Bob    blues
                3   1  Ann    reds
                3 of 4 records
                at most 1 record is shown
                #  id  name   team.name
                ─  ──  ─────  ─────────
                1   3  Ärger
                3 of 4 records, 2 of them not shown (`:limit all`)
                the first 1 result is skipped
                #  id  name  team.name
                ─  ──  ────  ─────────
                2   2  Bob   blues
                3 of 4 records, 1 of them skipped (`:offset 0`), 1 of them not shown (`:limit all`)
                2
                4
                4 values, 4 distinct
                min       5
                max       "many"
                commonest 1×  12
                          1×  5
                          1×  30
                          1×  "many"
                * player: 4 records of sqlite:test.sqlite#player

                """)
    }

    /// The prompt and `filter` give the same records, in every mode.
    @Test(arguments: SQLiteSourceTests.answers)
    func thePromptAnswersAsFilter(predicate text: String, players: String) throws {
        _ = try load("player")
        for (mode, output) in [("ndjson", "ndjson"), ("json", "json"), ("csv", "csv")] {
            let answer = try type(":mode \(mode)\n:limit all\n\(text)")
            let filtered = filter(
                "--from", database.address("player"), "--output", output, "--no-warnings", "--", text)
            #expect(answer.contains("shown\n" + filtered.output), "\(text) as \(mode): \(answer)")
            #expect(answer.hasSuffix("\(players.count) of 4 records\n"), "\(answer)")
        }
        #expect(try type(":count \(text)").hasSuffix("\(players.count)\n"))
    }

    @Test func groupsAndDistinctResults() throws {
        _ = try load("player")
        #expect(
            try type(":group team.name, most = max(weight)\n:sort -count\nTRUEPREDICATE").hasSuffix(
                """
                #  team.name  count  most
                ─  ─────────  ─────  ────
                1  reds           2   1.5
                2  blues          1   2.0
                3                 1
                3 groups of 4 records

                """))
        #expect(
            try type(":limit 1\n:offset 1\nTRUEPREDICATE").hasSuffix(
                "3 groups of 4 records, 1 of them skipped (`:offset 0`), 1 of them not shown (`:limit all`)\n"))
        #expect(
            try type(":group off\n:offset 0\n:sort off\n:select team_id\n:distinct on\nTRUEPREDICATE").hasSuffix(
                """
                #  team_id
                ─  ───────
                1        1
                3 distinct of 4 records, 2 of them not shown (`:limit all`)

                """))
    }

    /// A setting that does not fit names its command, as over files.
    @Test func settingsOfAnotherTable() throws {
        _ = try load("player")
        let text = try type(":sort score\n:load \(database.address("team")) as player\nTRUEPREDICATE")
        #expect(text.contains("`score` is not a field of "), "\(text)")
        #expect(text.contains("note: `:sort` set this; `:sort off` ends it"), "\(text)")
    }

    @Test func aMistakeIsFoundBeforeAnythingIsAsked() throws {
        _ = try load("player")
        let text = try type(#"team.nam == "reds""#)
        #expect(text.contains("`nam` is not a field of team") && text.contains("did you mean `name`?"), "\(text)")
        #expect(test.session.hasFailed)
    }

    @Test func manyRowsAreDrawnInParts() throws {
        let rows = (1...5010).map { "(\($0), '\(String(repeating: "x", count: $0 > 5000 ? 20 : 2))')" }
        try change(
            "CREATE TABLE many (id INTEGER PRIMARY KEY, word TEXT); INSERT INTO many VALUES \(rows.joined(separator: ","))"
        )
        _ = try load("many")
        let lines = try type(":limit all\nid > 0").split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("   #") }.count == 2)
        #expect(lines.last == "5010 of 5010 records")
        #expect(lines.dropLast().last == "5010  5010  xxxxxxxxxxxxxxxxxxxx")
    }

    // MARK: Commands

    @Test func explainShowsTheCut() throws {
        _ = try load("player")
        let text = try type(#":explain score > 3 AND name MATCHES "A(?!h).*""#)
        #expect(
            text.contains("Records: test.sqlite#player\nAsked of the database: the records that may match"), "\(text)")
        #expect(text.contains("Evaluated here:\n  name MATCHES"), "\(text)")
    }

    @Test func whyExplainsARecordOfTheLastAnswer() throws {
        _ = try load("player")
        #expect(try type(":why 2 score > 10").contains("record 2 of the last answer"))
        let text = try type(":sort -id\nid < 4\n:why 1 team.name == \"reds\"\n:why 3")
        #expect(text.contains("record 1 of the last answer"), "\(text)")
        #expect(text.contains("team.name"), "\(text)")
        #expect(try type(":why 9").contains("error: the last answer has no record 9"))
        #expect(try type(":why 0").contains("error: there is no record 0; the first is 1"))
        #expect(try type(":sort off\n:group team_id\nTRUEPREDICATE\n:why 1").contains("ask without `:group`"))
    }

    /// `:explain` says what becomes of the settings.
    @Test func explainShowsTheSettings() throws {
        _ = try load("player")
        let text = try type(":sort -name\n:limit 2\n:explain score > 3")
        #expect(text.contains("Done by the database: ") || text.contains("Done here:"), "\(text)")
        #expect(text.contains("sort"), "\(text)")
        // A setting that does not fit is no mistake of the predicate.
        _ = try type(":let x = 1\n:sort score + $x\n:use player")
        #expect(try !type(":explain score > 3").contains("error: "))
    }

    @Test func oneRecordAndTheLastResult() throws {
        _ = try load("player")
        #expect(try type(":show 1").contains("there is no") == false)
        let text = try type(":sort -id\nid < 4\n:show 1")
        #expect(text.contains("record 1 of the last answer\n{\n  \"id\": 3,"), "\(text)")
        #expect(try type(":show 9").contains("error: the last answer has no record 9"))
        #expect(try type("$_ AND team.name == \"reds\"").hasSuffix("1 of 4 records\n"))
        _ = try type("id < 3")
        #expect(try type("$_.@count") == "2\n")
        #expect(try type("$_.id.@sum") == "3\n")
        #expect(try type("id IN $_.id").hasSuffix("2 of 4 records\n"))
        #expect(try type(":sort off\n:group team_id\nid < 9\n:show 1").contains("ask without `:group`"))
    }

    @Test func rulesOverATable() throws {
        _ = try load("player")
        let rules = try database.folder.file("rules.txt", "reds: team.name == \"reds\"\nhigh: score > 10\n")
        let text = try type(":rules \(rules)")
        for (line, name) in zip(text.split(separator: "\n"), ["reds", "high"]) {
            let predicate = name == "reds" ? "team.name == \"reds\"" : "score > 10"
            let count = try type(":count \(predicate)").dropLast()
            #expect(line.hasPrefix("\(name)  \(count)  "), "\(text)")
        }
        #expect(text.contains("2 rules, 4 records"), "\(text)")
        #expect(try type("TRUEPREDICATE\n:rules for 1").contains("reds"))
    }

    @Test func commonValuesOfAColumn() throws {
        _ = try load("player")
        let text = try type(":schema team_id")
        #expect(text.contains("×  "), "\(text)")
        try change(
            "WITH RECURSIVE n(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM n WHERE x < 300) "
                + "INSERT INTO player (id, team_id) SELECT x, 1 FROM n")
        #expect(try load("player").contains("295 records"))
        let sampled = try type(":schema team_id")
        #expect(sampled.contains("in the first 200 records:\n"), "\(sampled)")
    }

    @Test func aSessionKeepsTables() throws {
        _ = try load("player")
        let file = database.folder.path("work.json")
        _ = try type(":session save \(file)")
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        #expect(kept.contains("\"sqlite:test.sqlite#player\""), "\(kept)")
        let other = TestSession()
        #expect(try database.plain(other.type(":session load \(file)")).contains("player: 4 records"))
        #expect(try other.type(":count id < 3") == "2\n")
    }

    @Test func coverageReadsTheTable() throws {
        _ = try load("player")
        #expect(try type(":coverage score > 10 AND team.name == \"reds\"").contains("4"))
    }

    @Test func theSchemaIsTheTable() throws {
        _ = try load("team")
        #expect(
            try type(":schema captain.name\n:type captain.score / 2\n:type ANY player.name == nil")
                == "captain.name  a string or nil\n  column of player: TEXT\nan integer or nil\ntrue or false\n")
        let lines = try type(":schema").split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.prefix(3) == ["team 3 records", "├─ id an integer", "├─ name a string"])
        #expect(try type(":schema captain.nam").contains("did you mean `name`?"))
        #expect(try type(":sort").contains("records are in the order of the table"))
    }

    @Test func columnsSayTheirDeclaration() throws {
        try change(
            """
            CREATE TABLE seat (
              club TEXT COLLATE NOCASE NOT NULL, "row no" INT, code VARCHAR(8) UNIQUE, team_id INTEGER NOT NULL
              REFERENCES team(id), free, PRIMARY KEY (club, "row no"), UNIQUE (code, free)) WITHOUT ROWID
            """)
        _ = try load("seat")
        func declared(_ path: String) throws -> [String] {
            try type(":schema \(path)").split(separator: "\n").filter { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
                .map(String.init)
        }
        #expect(
            try declared("club") == [
                "column of seat: TEXT NOT NULL COLLATE NOCASE", "in the primary key (club, row no)",
            ])
        #expect(
            try declared("row no") == ["column of seat: INT NOT NULL", "in the primary key (club, row no)"])
        #expect(
            try declared("code") == ["column of seat: VARCHAR(8)", "unique", "unique together: (code, free)"])
        #expect(
            try declared("team_id") == [
                "column of seat: INTEGER NOT NULL", "refers to team (id): the object `team`",
            ])
        #expect(try declared("free").first == "column of seat: no type")
        #expect(try declared("team").contains("over team_id, which refers to team (id)"))
        #expect(try declared("team.id").suffix(2) == ["column of team: INTEGER NOT NULL", "the primary key"])
        #expect(
            try declared("team.player").contains("the rows of player whose team_id is the id of the record"))
    }

    @Test func outputWritesRecords() throws {
        _ = try load("player")
        let path = database.folder.path("out.csv")
        let text = try type(":mode csv\n:select id, name\n:output \(path)\nscore > 10\nid == 2\n:output -")
        #expect(text.contains("2 records written to out.csv\n2 of 4 records\n"), "\(text)")
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == "id,name\n1,Ann\n3,Ärger\nid,name\n2,Bob\n")
        #expect(try type(":output \(database.path)").contains("error: "))
    }

    @Test func aSessionFileHoldsNoAddress() throws {
        _ = try load("player")
        let path = database.folder.path("session.json")
        _ = try type(":let least = 10\n:sort -score\n:save high score > $least\n:session save \(path)")
        let other = TestSession()
        let text = try other.type(":load \(database.address("player"))\n:session load \(path)\n:select id\n:run high")
        #expect(text.hasSuffix("1   3\n2   1\n2 of 4 records\n"), "\(text)")
    }

    // MARK: Loading

    @Test func namesOfDataSets() throws {
        #expect(try load("player").hasPrefix("player: 4 records"))
        #expect(try type(":load \(database.address("main.team")) as sides").hasPrefix("sides: 3 records"))
        #expect(try type(":load \(database.address("player"))").hasPrefix("player: 4 records"))
        #expect(test.session.dataSets.map(\.name) == ["player", "sides"])
    }

    static let mistakes: [(String, String)] = [
        (":load sqlite:none.sqlite#player", "error: none.sqlite: no such file"),
        (":load sqlite:test.sqlite#playr", "error: no table `playr` in test.sqlite; did you mean `player`?"),
        (":load sqlite:test.sqlite", "error: no table is named for test.sqlite"),
        (":load sqlite:test.sqlite#", "  tables: player, team"),
        (":load sqlite:", "error: an address names no file; it needs sqlite:FILE#TABLE"),
        (":load sqlite:test.sqlite#player schema x.json", "error: `schema` is for files; the database knows the types"),
        (":load sqlite:test.sqlite#player values", "error: `values` is for files"),
        (":load postgresql://me:secret@host/db#t", "error: a password in the URL is visible to other programs"),
        (":load postgres://host/db#t", "did you mean `postgresql:`?"),
        (
            ":load spark://host:7077#x",
            "error: the REPL does not query Spark; `predicate filter --from spark://host:7077#x` does"
        ),
        (":load test.sqlite", "name one of its tables: `:load sqlite:test.sqlite#player`"),
        (":tables", "error: no table is loaded"),
        (":tables none.sqlite", "error: none.sqlite: no such file"),
        (":tables spark://x", "error: "),
    ]

    @Test(arguments: mistakes)
    func mistakesHaveMessages(line: String, message: String) throws {
        let line = line.replacingOccurrences(of: "test.sqlite", with: database.path)
        let text = try type(line)
        #expect(text.contains(message), "\(text)")
        #expect(test.session.hasFailed && test.session.current == nil)
    }

    @Test func aDatabaseIsNoFileOfRecords() throws {
        let result = filter("TRUEPREDICATE", database.path)
        #expect(result.status == 64)
        #expect(
            database.plain(result.messages) == """
                error: test.sqlite is a database of SQLite; name one of its tables: `--from sqlite:test.sqlite#player`
                  tables: player, team

                """)
        // As the command line opens it, too.
        try test.session.open([database.path, database.address("team")], .init())
        #expect(
            database.plain(test.text).hasSuffix("  tables: player, team\nteam: 3 records of sqlite:test.sqlite#team\n"))
    }

    @Test func tablesAreListed() throws {
        try change("CREATE VIEW high AS SELECT * FROM player WHERE score > 10; CREATE TABLE log (line)")
        let text = try type(":tables \(database.path)")
        #expect(
            text == """
                high    view
                log     0 records  1 column    no key
                player  4 records  10 columns  key id
                team    3 records  3 columns   key id

                """)
        _ = try load("high")
        #expect(try type(":tables") == text)
        #expect(
            try type(":load \(database.address("high"))").contains(
                "note: the rows of the view `high` have no defined order"))
    }

    // MARK: Completion

    /// What Tab offers at the end of a line.
    private func offered(_ line: String) -> [String] {
        test.session.complete(line, cursor: line.utf8.count).candidates.map { database.plain($0.text) }
    }

    @Test func addressesAreCompleted() throws {
        let path = database.path
        #expect(offered(":load sqlite:\(path.dropLast(4))") == ["sqlite:test.sqlite#"])
        #expect(offered(":load sqlite:\(path)#") == ["sqlite:test.sqlite#player", "sqlite:test.sqlite#team"])
        #expect(offered(":load sqlite:\(path)#t") == ["sqlite:test.sqlite#team"])
        #expect(offered(":load sqlite:/none#t").isEmpty)
        #expect(offered(":load postg") == ["postgresql://"])
        #expect(offered(":load sqlite:\(path)#team a") == ["at", "as"])
        let line = ":load sqlite:\(path)#pl"
        #expect(test.session.tab(line, cursor: line.utf8.count) == .replace(6, "sqlite:\(path)#player "))
        #expect(offered(":tables \(path.dropLast(4))") == ["test.sqlite"])
    }

    @Test func fieldsAndValuesAreCompleted() throws {
        _ = try load("player")
        #expect(offered("team.na") == ["name"])
        #expect(offered("team.captain.te") == ["team_id", "team", "team_captain_id"])
        #expect(offered(#"name == "A"#) == [#"Ann""#])
        #expect(offered(":sort -sc") == ["score"])
    }

    @Test func aDatabaseInAFolderWithBlanks() throws {
        let other = try TestDatabase(teamsAndPlayers, name: "my #1.sqlite")
        let escaped = other.path.replacingOccurrences(of: "#", with: "%23")
        let line = ":load \"sqlite:\(escaped)\"#te"
        #expect(
            test.session.complete(line, cursor: line.utf8.count).candidates.map(\.text)
                == ["\"sqlite:\(escaped)#team\""])
        #expect(try test.type(":load \"sqlite:\(escaped)#team\"").hasPrefix("team: 3 records"))
        #expect(try test.type(":load \"\(other.path)\"").contains("`:load \"sqlite:\(escaped)#player\"`"))
    }

    // MARK: Changes

    @Test func theTableChangesBetweenQuestions() throws {
        _ = try load("player")
        try change("INSERT INTO player (id, name, score) VALUES (5, 'Eve', 99)")
        #expect(try type("score > 50").hasSuffix("1 of 5 records\n"))
        #expect(try type(":count score > 50") == "1\n")
        try change("ALTER TABLE player ADD COLUMN shirt INTEGER; UPDATE player SET shirt = id")
        let text = try type(":select id, shirt\nshirt == 2")
        #expect(text.contains("note: `player` has changed; its fields were read again"), "\(text)")
        #expect(text.contains("1   2      2\n"), "\(text)")
        try change("ALTER TABLE player RENAME TO players")
        #expect(try type("id == 2").contains("error: no table `player` in test.sqlite; did you mean `players`?"))
        try change("ALTER TABLE players RENAME TO player")
        #expect(try type("id == 2").contains("1 of 5 records"))
    }

    @Test func theFileIsGoneAndComesBack() throws {
        _ = try load("player")
        let kept = database.path + ".kept"
        try FileManager.default.moveItem(atPath: database.path, toPath: kept)
        #expect(try type("id == 2").contains("error: test.sqlite: no such file"))
        #expect(try type(":count").contains("error: test.sqlite"))
        try SQLiteConnection(writing: database.path).execute(
            "CREATE TABLE player (id INTEGER PRIMARY KEY, nick TEXT); INSERT INTO player VALUES (7, 'new')")
        let text = try type("nick == \"new\"")
        #expect(text.contains("note: `player` has changed; its fields were read again"), "\(text)")
        #expect(text.hasSuffix("1 of 1 record\n"), "\(text)")
    }

    // MARK: Interruption

    @Test func aLongReadIsInterrupted() throws {
        try change(
            """
            CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000000)
            SELECT i FROM n
            """)
        let isPressed = Locked(false)
        let test = TestSession { isPressed.withLock { $0 } }
        _ = try test.type(":load \(database.address("endless"))")
        let started = ContinuousClock.now
        let thread = Thread {
            Thread.sleep(forTimeInterval: 0.2)
            isPressed.withLock { $0 = true }
        }
        thread.start()
        let text = try test.type("i < 0")
        #expect(text.contains("interrupted"), "\(text)")
        #expect(ContinuousClock.now - started < .seconds(5))
        isPressed.withLock { $0 = false }
        #expect(try test.type(":load \(database.address("player"))\nscore > 10").contains("2 of 4 records"))
    }
}
#endif
