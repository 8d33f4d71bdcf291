#if SQLite
import Foundation
import PredicateSQL
import PredicateSQLite
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `--from sqlite:`: what records are, and what is wrong with an address.
struct SQLiteSourceTests {
    @Test
    func recordsHoldTheColumns() throws {
        let database = try TestDatabase(teamsAndPlayers)
        let result = filter("--from", database.address("player"), "TRUEPREDICATE", "--no-warnings")
        #expect(
            result.output == """
                {"id":1,"name":"Ann","score":12,"weight":1.5,"active":true,"born":"2000-01-02T03:04:05.678Z","team_id":1,"tags":["a","b"],"key":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","image":"AP8="}
                {"id":2,"name":"Bob","score":5,"weight":2.0,"active":false,"born":null,"team_id":2,"tags":null,"key":null,"image":null}
                {"id":3,"name":"Ärger","score":30,"weight":null,"active":null,"born":"2001-01-01T00:00:00Z","team_id":null,"tags":{"x":1.50},"key":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","image":""}
                {"id":4,"name":null,"score":"many","weight":-0.5,"active":7,"born":"soon","team_id":1,"tags":"no JSON","key":"x","image":"text"}

                """)
        #expect(result.messages.isEmpty)
    }

    /// Predicates with the numbers of the players that they take.
    static let answers: [(String, String)] = [
        ("score > 10", "13"), ("NOT score > 10", "24"), ("name == nil", "4"), ("active == YES", "1"),
        ("weight == nil", "3"), ("born < CAST('2000-06-01', 'NSDate')", "1"), ("team.name == 'reds'", "14"),
        ("team == nil", "3"), ("team.name BEGINSWITH[c] 'R'", "14"), ("name CONTAINS[cd] 'arg'", "3"),
        ("name MATCHES 'A.*'", "1"), ("team.captain.name == 'Ann'", "14"), ("team.captain.team.name == 'reds'", "14"),
        ("team.player.@count == 2", "14"), ("ANY team.player.score > 20", ""), ("tags.x == 1.5", "3"),
        ("SUBQUERY(team.player, $p, $p.name MATCHES 'B.b').@count > 0", "2"),
        ("key == CAST('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 'NSUUID')", "13"),
        ("name IN {'Ann', 'Bob'}", "12"), ("ALL team_captain_id.name MATCHES 'r.*'", "1234"),
        // Keys that are known only at evaluation.
        ("SELF[TERNARY(id > 2, 'team', 'name')] != nil", "124"),
        ("SELF[lowercase('TEAM')].captain.name == 'Ann'", "14"),
        ("SELF[lowercase('TEAM')][lowercase('CAPTAIN')][lowercase('NAME')] == 'Ann'", "14"),
        ("team[lowercase('PLAYER')].@count == 1 AND team.name == 'blues'", "2"),
    ]

    @Test(arguments: answers)
    func answersAreRight(predicate text: String, players: String) throws {
        let database = try TestDatabase(teamsAndPlayers)
        let result = filter("--from", database.address("player"), "--select", "id", "--no-warnings", "--", text)
        #expect(result.status == 0, "\(result)")
        let found = result.lines.map { $0.dropFirst(6).dropLast() }.joined()
        #expect(found == players, "\(text)")
    }

    /// Questions to a table that gives the answers of the file that was imported, if it has the schema of the file.
    static let declared: [[String]] = [
        ["l == 'http://a.com/x'"], ["l IN {'HTTP://a.com/x'}"], ["l BEGINSWITH 'HTTP'"],
        ["ANY times == '2020-01-01T00:00:00Z'"], ["ANY times > times.@max"], ["times.@max == e"],
        ["(times UNION {e})[SIZE] == 2"], ["--sort=-l,n"], ["--group-by", "l"], ["--group-by", "times[0]"],
        ["--distinct", "--select", "l"], ["--aggregate", "a = min(l), b = mode(l), c = countDistinct(l)"],
        ["--sort", "e", "--limit", "2"],
    ]

    @Test(arguments: declared)
    func aSchemaDeclaresColumnsOfTextAndJSON(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let text = #"{"type":"string","format":"#
        let schema = try folder.file(
            "schema.json",
            #"{"type":"object","properties":{"n":{"type":"integer"},"e":\#(text)"date-time"},"l":\#(text)"uri"},"#
                + #""times":{"type":"array","items":\#(text)"date-time"}}}}"#)
        let records = try folder.file(
            "records.ndjson",
            """
            {"n":1,"e":"2020-01-01T01:00:00+01:00","l":"HTTP://A.com/x","times":["2020-01-01T01:00:00+01:00"]}
            {"n":2,"e":"2020-01-01T00:00:00Z","l":"http://a.com/x","times":["2020-01-01T00:00:00Z"]}
            {"n":3,"e":"2020-01-01T00:30:00Z","l":"http://b.com/x","times":["2020-01-01T01:30:00+01:00"]}

            """)
        let address = "sqlite:\(folder.path("t.sqlite"))#t"
        #expect(predicate(["import", "--schema", schema, "--into", address, records]).status == 0)
        let question = ["--schema", schema] + (arguments.count == 1 && !arguments[0].hasPrefix("--") ? [] : ["--all"])
        let expected = filter(arguments: question + arguments + [records])
        let answer = filter(arguments: question + ["--from", address] + arguments)
        #expect(answer.status == 0 && expected.status == 0, "\(answer)")
        #expect(answer.output == expected.output, "\(answer)")
    }

    @Test
    func aSchemaMayReferToItself() throws {
        let folder = try TemporaryFolder()
        let database = try TestDatabase(
            """
            CREATE TABLE city (name TEXT, twin JSON);
            INSERT INTO city VALUES ('Porto', '{"name":"Bristol","mayor":"x","twin":{"mayor":"y"}}'), ('Rome', NULL);
            """)
        let schema = try folder.file(
            "city.json",
            ##"{"title":"City","type":"object","properties":{"name":{"type":"string"},"mayor":{"type":"string"},"##
                + ##""twin":{"$ref":"#"}}}"##)
        let from = ["--schema", schema, "--from", database.address("city"), "--count"]
        #expect(filter(arguments: from + ["twin.mayor == 'x'"]).output == "1\n")
        #expect(filter(arguments: from + ["twin.twin.mayor == 'y' AND name == 'Porto'"]).output == "1\n")
        #expect(filter(arguments: from + ["mayor == 'x'"]).messages.contains("`mayor` is not a field"))
        let wrong = try folder.file("wrong.json", #"{"type":"object","properties":{"size":{"type":"integer"}}}"#)
        let refused = filter("--schema", wrong, "--from", database.address("city"), "name == 'x'")
        #expect(refused.status == 65)
        #expect(refused.messages.contains("wrong.json declares no column of text or of JSON of the table"))
    }

    /// The same predicates over a column of the other side.
    @Test
    func listsAreReadInBatches() throws {
        // In one transaction: each of its own would wait for the disk.
        var statements = teamsAndPlayers + "BEGIN;"
        for id in 100..<700 {
            statements +=
                "INSERT INTO player (id, name, score, team_id) VALUES (\(id), 'P\(id)', \(id % 7), \(id % 3 + 1));"
        }
        let database = try TestDatabase(statements + "COMMIT;")
        let text = "team.name MATCHES '(?=b)b.*' AND name MATCHES '(?=P)P.*'"
        let result = filter("--from", database.address("player"), "--count", text)
        #expect(result.output == "200\n", "\(result)")
    }

    @Test
    func messagesSayWhatIsWrong() throws {
        let database = try TestDatabase(teamsAndPlayers)
        let file = database.path
        let cases: [(String, Int32, String)] = [
            (
                "sqlite:\(file)#plyer", 66,
                "error: no table `plyer` in test.sqlite; did you mean `player`?\n  tables: player, team\n"
            ),
            (
                "sqlite:\(file)", 64,
                "error: no table is named for test.sqlite; write sqlite:test.sqlite#TABLE\n  tables: player, team\n"
            ),
            (
                "sqlite:\(database.folder.path("none"))#a", 66,
                "error: none: no such file\n"
            ),
            ("sqlit:\(file)#player", 64, "error: --from does not know `sqlit:`; did you mean `sqlite:`?\n"),
            ("postgres://h/d#t", 64, "error: --from does not know `postgres:`; did you mean `postgresql:`?\n"),
            ("sqlite:#player", 64, "error: --from names no file; it needs sqlite:FILE#TABLE\n"),
            (
                "player", 64,
                "error: --from needs sqlite:FILE#TABLE, postgresql://HOST/DB#TABLE or spark://MASTER#PATH, not `player`\n"
            ),
            (
                "postgresql://me:secret@h/d#t", 64,
                "error: a password in the URL is visible to other programs; put it into the file that PGPASSFILE names, ~/.pgpass by default\n"
            ),
            ("spark:", 64, "error: no path follows # in `spark:`; --from needs spark://MASTER#PATH\n"),
        ]
        for (address, status, message) in cases {
            let result = filter("--from", address, "score > 1")
            #expect(database.plain(result.messages) == message)
            #expect(result.status == status)
            #expect(!result.messages.contains("secret"))
        }
        let unknown = filter("--from", database.address("player"), "team.nmae == 'x'")
        #expect(unknown.status == 65)
        #expect(unknown.messages.contains("did you mean `name`?"))
    }

    /// Objects and other values in one column of JSON: its keys are those of the objects.
    @Test
    func keysBelowAColumnOfJSON() throws {
        let database = try TestDatabase(
            "CREATE TABLE t (meta JSON); INSERT INTO t VALUES ('{\"env\": \"prod\"}'), ('5'), ('{\"env\": 1}');")
        let result = filter("--from", database.address("t"), "meta.evn == 'prod'")
        #expect(result.messages.contains("did you mean `env`?"))
        #expect(!filter("--from", database.address("t"), "meta.env == 'prod'").messages.contains("the key"))
    }

    @Test
    func filesThatAreNoDatabases() throws {
        let folder = try TemporaryFolder()
        let text = try folder.file("text", String(repeating: "no database at all\n", count: 100))
        let result = filter("--from", "sqlite:\(text)#t", "a == 1")
        #expect(result.messages == "error: \(text) is not a database of SQLite, or it is encrypted\n")
        #expect(result.status == 65)
        let empty = try folder.file("empty", "")
        #expect(filter("--from", "sqlite:\(empty)#t", "a == 1").messages == "error: \(empty) has no tables\n")
        let none = filter("--from", "sqlite:\(folder.url.path)#t", "a == 1")
        #expect(none.messages == "error: \(folder.url.path): it is a folder\n")
    }

    @Test
    func aLockedDatabaseIsWaitedFor() throws {
        let database = try TestDatabase(teamsAndPlayers)
        let writer = try SQLiteConnection(writing: database.path)
        try writer.execute("BEGIN EXCLUSIVE")
        #expect(throws: SQLiteFailure.self) {
            try SQLiteConnection(reading: database.path, waiting: 10).prepare("SELECT * FROM player").step()
        }
    }

    /// Names of tables and columns that need care.
    static let names = [
        "two words", "quote\"\u{301} mark", "quo\"te", "semi;colon", "Ärger", "select", "%s$1?", "'; DROP TABLE x; --",
        "a\nb",
    ]

    @Test(arguments: names)
    func namesAreQuoted(name: String) throws {
        let database = try TestDatabase(
            """
            CREATE TABLE \(name.quotedSQLName) (id INTEGER PRIMARY KEY, \(name.quotedSQLName) TEXT);
            INSERT INTO \(name.quotedSQLName) VALUES (1, 'a'), (2, 'b');
            """)
        let result = filter("--from", database.address(name), "--arg", name, "--count", "%K == 'b'")
        #expect(result.output == "1\n", "\(result)")
        let here = filter("--from", database.address(name), "--arg", name, "--count", "%K MATCHES '(?=b)b'")
        #expect(here.output == "1\n", "\(here)")
    }

    /// Values that SQL would read as something else.
    @Test(arguments: [
        "'; DROP TABLE player; --", "a\"b", "%s", "$1", "?", "\\", String(repeating: "x", count: 100_000),
    ])
    func valuesAreParameters(value: String) throws {
        let database = try TestDatabase(teamsAndPlayers)
        let writer = try SQLiteConnection(writing: database.path)
        let statement = try writer.prepare("UPDATE player SET name = ? WHERE id = 2")
        try statement.bind([.string(value)])
        _ = try statement.step()
        for text in ["name == %@", "name IN {%@}", "name BEGINSWITH %@", "NOT name != %@"] {
            let result = filter("--from", database.address("player"), "--arg", value, "--count", text)
            #expect(result.output == "1\n", "\(text): \(result.messages.prefix(300))")
        }
    }

    @Test
    func unusualTables() throws {
        let database = try TestDatabase(
            """
            PRAGMA encoding = 'UTF-16le';
            CREATE TABLE pair (a TEXT, b INTEGER, PRIMARY KEY (b, a)) WITHOUT ROWID;
            INSERT INTO pair VALUES ('ö', 2), ('z', 1), ('a', 2);
            CREATE VIEW big AS SELECT * FROM pair WHERE b > 1;
            CREATE VIEW broken AS SELECT * FROM absent;
            CREATE TABLE shadow (rowid TEXT, _rowid_ TEXT, oid TEXT);
            INSERT INTO shadow VALUES ('x', 'y', 'z');
            """)
        let pair = filter("--from", database.address("pair"), "--select", "a", "b > 0")
        #expect(pair.output == "{\"a\":\"z\"}\n{\"a\":\"a\"}\n{\"a\":\"ö\"}\n")
        #expect(filter("--from", database.address("main.pair"), "--count", "a > 'a'").output == "2\n")
        #expect(filter("--from", database.address("PAIR"), "--count", "b == 2").output == "2\n")
        let view = filter("--from", database.address("big"), "--limit", "1", "--select", "b", "a != nil")
        #expect(view.output == "{\"b\":2}\n")
        #expect(view.messages == "warning: the rows of the view `big` have no defined order\n")
        #expect(filter("--from", database.address("shadow"), "oid == 'z'").lines.count == 1)
        #expect(filter("--from", database.address("broken"), "a == 1").status == 74)
    }

    @Test
    func aNumberSignInANameOfAFile() throws {
        let database = try TestDatabase(teamsAndPlayers, name: "a#b%.sqlite")
        let path = database.path.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "#", with: "%23")
        #expect(filter("--from", "sqlite:\(path)#team", "--count", "id > 0").output == "3\n")
    }

    @Test
    func explanationsShowTheCut() throws {
        let database = try TestDatabase(teamsAndPlayers)
        let result = predicate([
            "explain", "--from", database.address("player"), "score > 10 AND name MATCHES '(?=A)A.*'",
        ])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Asked of the database: the records that may match\n  WHERE "))
        #expect(result.output.contains("Evaluated here:\n  name MATCHES \"(?=A)A.*\"\n    because "))
        #expect(result.output.contains("Steps of the database:\n  SCAN player"))
    }

    /// The last one would win silently.
    @Test
    func addressesAreGivenOnce() throws {
        for command in ["filter", "explain", "sql", "check"] {
            let result = predicate([command, "--from", "sqlite:a#b", "c == 1", "--from", "sqlite:a#d"])
            #expect(
                result.messages.hasPrefix("error: --from was given 2 times, but the records are those of one table\n"),
                "\(command): \(result)")
            #expect(result.status == 64)
        }
        let prompt = predicate(["repl", "--from", "sqlite:a#b", "--from", "sqlite:a#d"])
        #expect(prompt.messages.hasPrefix("error: --from was given 2 times, but it names the first table;"))
        let imported = predicate(["import", "x.ndjson", "--into", "sqlite:a#b", "--into", "sqlite:a#c"])
        #expect(imported.messages.hasPrefix("error: --into was given 2 times, but the records go into one table\n"))
        #expect(imported.status == 64)
        let written = predicate(["filter", "--from", "spark:local#x", "--into", "a", "--into", "b", "c == 1"])
        #expect(written.messages.hasPrefix("error: --into was given 2 times, but the records go into one folder\n"))
        #expect(predicate(["import", "x.ndjson"]).messages.contains("`--into <address>` is missing: predicate import"))
    }

    @Test
    func optionsOfFilesAreRefused() throws {
        for options in [["--untyped"], ["--strict"], ["--at", "/x"], ["--values"], ["--threads", "2"]] {
            let result = filter(arguments: ["--from", "sqlite:a#b", "c == 1"] + options)
            #expect(result.messages.hasPrefix("error: --from and \(options[0]) cannot be combined"), "\(result)")
            #expect(result.status == 64)
        }
        #expect(filter("--from", "sqlite:a#b", "c == 1", "x.ndjson").messages.contains("--from and a file of records"))
    }

    /// As long as the page says, and once.
    @Test
    func aLockIsWaitedForFiveSeconds() async throws {
        let database = try TestDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        let writer = try SQLiteConnection(writing: database.path)
        try writer.execute("BEGIN EXCLUSIVE")
        let result = try await BuiltCommand.waitingShell(
            "time -p predicate filter --from sqlite:test.sqlite#t 'a == 1'", in: database.folder)
        #expect(result.status == 74 && result.messages.hasPrefix("error: test.sqlite is locked by another program\n"))
        let real = result.messages.split(separator: "\n").first { $0.hasPrefix("real ") }
        let seconds = try #require(real.flatMap { Double($0.dropFirst(5)) })
        #expect((4.5..<9.5).contains(seconds), "\(result)")
    }

    /// An infinity reads as nil in a column of any type.
    @Test(arguments: ["DATE", "UUID", "BLOB", "INTEGER", "BOOLEAN", "REAL", "NUMERIC", "JSON", "STRING", ""])
    func infinitiesAreNil(type: String) throws {
        let database = try TestDatabase(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a \(type));
            INSERT INTO t VALUES (1, '2020-01-01'), (2, 9e999), (3, NULL)
            """)
        let from = database.address("t")
        #expect(filter("--from", from, "--count", "a == nil", "--no-warnings").output == "2\n")
        #expect(filter("--from", from, "--count", "a != nil", "--no-warnings").output == "1\n")
        // In a column with the affinity of texts it is a text.
        let texts = try TestDatabase("CREATE TABLE t (a \(type) TEXT); INSERT INTO t VALUES (9e999)")
        let found = filter("--from", texts.address("t"), "--count", "a == nil", "--no-warnings").output
        #expect(found == (type == "INTEGER" ? "1\n" : "0\n"))
    }
}
#endif
