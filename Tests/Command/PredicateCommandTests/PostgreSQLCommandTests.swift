#if PostgreSQL
import Foundation
import PredicateCore
import PredicatePostgreSQL
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `--from postgresql:` in the command, with the server of `Scripts/postgresql.sh`.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["PREDICATE_POSTGRESQL"] != nil,
        "no server: run the tests in `Scripts/postgresql.sh run`"))
struct PostgreSQLCommandTests {
    let schema = "command_\(UInt32.random(in: 0 ... .max))"
    let connection: PostgreSQLConnection

    init() throws {
        connection = try PostgreSQLConnection("")
        try connection.execute(
            """
            CREATE SCHEMA \(schema); SET search_path TO \(schema);
            CREATE TABLE team (id int4 PRIMARY KEY, name text NOT NULL);
            CREATE TABLE player (
                id int8 PRIMARY KEY, name text, score float8, team_id int4 REFERENCES team, born date, tags text[],
                fee numeric(8,2), extra jsonb);
            INSERT INTO team VALUES (1, 'red'), (2, 'blue');
            INSERT INTO player VALUES
                (3, 'Cy', NULL, NULL, NULL, NULL, NULL, NULL),
                (1, 'Ada "the first"', 12.5, 1, '1999-12-31', '{a,"b c"}', 10.50, '{"level": [1, 2.0]}'),
                (2, E'Bob\\n\\\\', 'NaN', 2, 'infinity', '{}', 0, 'null');
            CREATE VIEW slow AS SELECT n, pg_sleep(0.02)::text AS wait FROM generate_series(1, 100000) AS n;
            GRANT USAGE ON SCHEMA \(schema) TO reader;
            """)
    }

    private func ended<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { try? connection.execute("DROP SCHEMA \(schema) CASCADE") }
        return try body()
    }

    private func address(_ table: String) -> String { "postgresql:///#\(schema).\(table)" }

    private func lines(_ arguments: String...) -> [String] {
        let result = predicate(["filter", "--from", address("player")] + arguments)
        #expect(result.status == 0, "\(result)")
        return result.lines
    }

    @Test func recordsAreWrittenInTheOrderOfTheKey() throws {
        try ended {
            let all = lines("TRUEPREDICATE")
            #expect(
                all == [
                    #"{"id":1,"name":"Ada \"the first\"","score":12.5,"team_id":1,"born":"1999-12-31T00:00:00Z","tags":["a","b c"],"fee":10.5,"extra":{"level":[1,2.0]}}"#,
                    #"{"id":2,"name":"Bob\n\\","score":null,"team_id":2,"born":null,"tags":[],"fee":0,"extra":null}"#,
                    #"{"id":3,"name":"Cy","score":null,"team_id":null,"born":null,"tags":null,"fee":null,"extra":null}"#,
                ])
            // The same records from a file have the same answers.
            let folder = try TemporaryFolder()
            let file = try folder.file("players.ndjson", all.joined(separator: "\n") + "\n")
            let schemaFile = try folder.file(
                "schema.json", predicate(["schema", "--from", address("player")]).output)
            _ = schemaFile
            for options in [
                ["--count"], ["--limit", "2"], ["--offset", "1"], ["--sort", "-name"], ["--select", "name,score"],
                ["--output", "csv"], ["--output", "table"], ["--output", "json"],
                ["--sort", "-id", "--limit", "1", "--select", "id"],
                ["--group-by", "team_id", "--aggregate", "n = count"],
            ] {
                let table = predicate(["filter", "--from", address("player"), "id > 0"] + options)
                let records = predicate(["filter", "id > 0", file] + options)
                #expect(table == records, "\(options)")
            }
            #expect(lines("team.name == 'red'").count == 1)
            #expect(lines("--count", "team == nil") == ["1"])
            #expect(lines("--count", "ANY tags == 'b c'") == ["1"])
            let teams = predicate(["filter", "--from", address("team"), "ANY player.score > 12"])
            #expect(teams.output == "{\"id\":1,\"name\":\"red\"}\n")
        }
    }

    @Test func mistakesAreFoundBeforeAnythingIsAsked() throws {
        ended {
            let result = predicate(["filter", "--from", address("player"), "team.nmae == 'red'"])
            #expect(result.status == 65)
            #expect(result.output == "")
            #expect(result.messages.contains("did you mean `name`"), "\(result)")
        }
    }

    struct Failure: Sendable {
        var address: String
        var status: Int32
        var message: String
    }

    @Test(arguments: [
        Failure(
            address: "postgresql://reader:secret@127.0.0.1/predicate#t", status: 64,
            message: "error: a password in the URL is visible to other programs"),
        Failure(
            address: "postgresql:///#PREFIX.plyer", status: 66,
            message: "error: no table `PREFIX.plyer` in the database `predicate`; did you mean `PREFIX.player`?"),
        Failure(
            address: "postgresql:///absent#t", status: 66,
            message: "error: no database `absent` on the PostgreSQL server at "),
        Failure(
            address: "postgresql://127.0.0.1:1/predicate#t", status: 66,
            message: "error: no PostgreSQL server answers at 127.0.0.1:1: Connection refused"),
        Failure(
            address: "postgresql://reader@/predicate#PREFIX.player", status: 66,
            message: "error: the server does not permit it: permission denied for table player"),
        Failure(
            address: "postgresql:///predicate?nonsense=1#t", status: 64,
            message: "error: the location of the PostgreSQL server cannot be read: invalid URI query parameter:"),
    ])
    func failures(_ failure: Failure) throws {
        ended {
            func filled(_ text: String) -> String { text.replacingOccurrences(of: "PREFIX", with: schema) }
            let result = predicate(["filter", "--from", filled(failure.address), "id > 0"])
            #expect(result.status == failure.status, "\(result)")
            #expect(result.messages.hasPrefix(filled(failure.message)), "\(result)")
            #expect(!result.messages.contains("secret"))
            #expect(result.output == "")
        }
    }

    /// A session at the prompt over a table of the server.
    @Test func thePromptAsksTheServer() throws {
        try ended {
            let test = TestSession()
            func type(_ lines: String) throws -> String {
                try test.type(lines).replacingOccurrences(of: schema, with: "PREFIX")
            }
            let text = try type(
                """
                :load \(address("player"))
                :select id, name, team.name
                :sort -id
                score > 3 OR team == nil
                :why 1 fee > 3
                :count team.name MATCHES "r.*"
                """)
            #expect(
                text == """
                    player: 3 records of postgresql:///#PREFIX.player
                    shown is id, name, team.name
                    records are sorted by -id
                    #  id  name             team.name
                    ─  ──  ───────────────  ─────────
                    1   3  Cy
                    2   1  Ada "the first"  red
                    2 of 3 records
                    record 1 of the last answer does not match

                    >       false
                    │       `fee` is nil
                    ├─ fee  nil
                    └─ 3
                    1

                    """, "\(text)")
            #expect(try type(":tables").contains("PREFIX.player"))
            #expect(try type(":explain team.name == \"red\"").contains("exactly the records that match"))
        }
    }

    /// The table changes, the server ends the connection, and the table goes, between two questions.
    @Test func thePromptConnectsAgain() throws {
        try ended {
            let test = TestSession()
            // The name of the connection tells it from those of other tests.
            _ = try test.type(
                ":load postgresql:///?application_name=\(schema)#\(schema).player as player\n:select id")
            try connection.execute("ALTER TABLE player ADD COLUMN shirt int; UPDATE player SET shirt = id")
            #expect(try test.type("shirt == 2").contains("note: `player` has changed; its fields were read again"))
            try connection.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(schema)'")
            #expect(try test.type("shirt == 2").hasSuffix("1   2\n1 of 3 records\n"))
            try connection.execute("ALTER TABLE player RENAME TO players")
            let text = try test.type("shirt == 2")
            #expect(text.contains("error: no table `\(schema).player`"), "\(text)")
            try connection.execute("ALTER TABLE players RENAME TO player")
            #expect(try test.type(":count shirt == 2") == "1\n")
        }
    }

    @Test func theInterruptKeyEndsAQueryOfThePrompt() throws {
        try ended {
            let isPressed = Locked(false)
            let test = TestSession { isPressed.withLock { $0 } }
            // As on a terminal, where the prompt watches the key.
            test.session.terminal.watchInterrupts = { { isPressed.withLock { $0 } } }
            _ = try test.type(":load \(address("slow"))")
            let thread = Thread {
                Thread.sleep(forTimeInterval: 0.3)
                isPressed.withLock { $0 = true }
            }
            thread.start()
            let started = ContinuousClock.now
            #expect(try test.type("wait == 'x'").contains("interrupted"))
            #expect(ContinuousClock.now - started < .seconds(5))
            isPressed.withLock { $0 = false }
            #expect(try test.type("n == 2").hasSuffix("1 record\n"))
        }
    }

    /// A backend that is stopped receives no cancellation. The prompt gives the connection up.
    @Test func theInterruptKeyEndsAServerThatDoesNotAnswer() throws {
        try ended {
            let isPressed = Locked(false)
            let stopped = Locked<Int32?>(nil)
            let test = TestSession { isPressed.withLock { $0 } }
            test.session.terminal.watchInterrupts = { { isPressed.withLock { $0 } } }
            let name = "stopped_\(schema)"
            _ = try test.type(":load postgresql:///?application_name=\(name)#\(schema).slow")
            let thread = Thread {
                Thread.sleep(forTimeInterval: 0.5)
                if let other = try? PostgreSQLConnection(""),
                    let found = try? other.run(
                        "SELECT pid::text FROM pg_stat_activity WHERE application_name = '\(name)'", isBinary: false),
                    let pid = found.text(0, 0).flatMap({ Int32($0) }), kill(pid, SIGSTOP) == 0
                {
                    stopped.withLock { $0 = pid }
                }
                isPressed.withLock { $0 = true }
            }
            thread.start()
            let started = ContinuousClock.now
            #expect(try test.type("wait == 'x'").contains("interrupted"))
            #expect(ContinuousClock.now - started < .seconds(8))
            #expect(stopped.withLock { $0 } != nil)
            isPressed.withLock { $0 = false }
            // The request to cancel reaches the old connection at last, and not the new one.
            if let pid = stopped.withLock({ $0 }) { kill(pid, SIGCONT) }
            for _ in 0..<5 { #expect(try test.type("n == 2").hasSuffix("1 record\n")) }
        }
    }

    @Test func tablesAreListed() throws {
        ended {
            let result = predicate(["filter", "--from", "postgresql:///", "id > 0"])
            #expect(result.status == 64)
            #expect(result.messages.contains("\(schema).player"), "\(result)")
        }
    }

    @Test func importedRecordsComeBack() throws {
        try ended {
            let folder = try TemporaryFolder()
            let text = [
                #"{"id":1,"name":"Ada \\N\t\"","score":12.5,"star":true,"tags":["a",1.0],"marks":[{"n":1,"note":"x"},{"n":2,"note":null}]}"#,
                #"{"id":2,"name":"","score":null,"star":false,"tags":[],"marks":[]}"#,
            ]
            let file = try folder.file("in.ndjson", text.joined(separator: "\n") + "\n")
            let table = "imported_\(schema)"
            let into = "postgresql:///#\(table)"
            defer { try? connection.execute("DROP TABLE IF EXISTS public.\(table), public.marks") }
            let dry = predicate(["import", "--dry-run", file, "--into", into, "--key", "id", "--index", "score"])
            #expect(dry.status == 0, "\(dry)")
            #expect(dry.output.contains("\"score\" double precision,\n"), "\(dry)")
            #expect(dry.output.contains("CREATE INDEX"), "\(dry)")
            let result = predicate(["import", file, "--into", into, "--key", "id", "--index", "score"])
            #expect(result.status == 0, "\(result)")
            let all = predicate(["filter", "--from", into, "TRUEPREDICATE"])
            #expect(
                all.lines == [
                    #"{"id":1,"name":"Ada \\N\t\"","score":12.5,"star":true,"tags":["a",1.0]}"#,
                    #"{"id":2,"name":"","score":null,"star":false,"tags":[]}"#,
                ], "\(all)")
            let marked = predicate(["filter", "--from", into, "--count", "ANY marks.note == 'x'"])
            #expect(marked.output == "1\n", "\(marked)")
            let again = predicate(["import", file, "--into", into])
            #expect(again.status == 65)
            #expect(again.messages.contains("there is a table `\(table)`"), "\(again)")
        }
    }

    @Test func importedRecordsReferToATable() throws {
        try ended {
            let folder = try TemporaryFolder()
            let countries = try folder.file("c.json", #"{"JP":{"name":"Japan"},"FR":{"name":"France"}}"#)
            let cities = try folder.file("c.ndjson", #"{"id":1,"name":"Paris","cc":"FR"}\#n{"id":2,"name":"x"}\#n"#)
            let lost = try folder.file("l.ndjson", #"{"id":1,"cc":"XX"}\#n"#)
            let (country, city) = ("country_\(schema)", "city_\(schema)")
            defer { try? connection.execute("DROP TABLE IF EXISTS public.\(city), public.\(country)") }
            let first = predicate([
                "import", countries, "--values", "--name-field", "code", "--key", "code", "--into",
                "postgresql:///#\(country)",
            ])
            #expect(first.status == 0, "\(first)")
            let options = ["--key", "id", "--references", "cc=\(country)", "--into", "postgresql:///#\(city)"]
            let wrong = predicate(["import", lost] + options)
            #expect(wrong.status == 65, "\(wrong)")
            #expect(wrong.messages.contains("(cc)=(XX) is not present"), "\(wrong)")
            #expect(wrong.messages.contains("nothing was imported"), "\(wrong)")
            #expect(predicate(["import", cities] + options).status == 0)
            let found = predicate([
                "filter", "--from", "postgresql:///#\(city)", "--select", "name", "\(country).name == 'France'",
            ])
            #expect(found.output == "{\"name\":\"Paris\"}\n", "\(found)")
        }
    }

    @Test func failedImportsLeaveNothing() throws {
        try ended {
            let folder = try TemporaryFolder()
            let into = "postgresql:///#failed_\(schema)"
            let twice = try folder.file("twice.ndjson", #"{"id":1}\#n{"id":2}\#n{"id":1}\#n"#)
            let result = predicate(["import", twice, "--into", into, "--key", "id"])
            #expect(result.status == 65, "\(result)")
            #expect(result.messages.contains("record 3: "), "\(result)")
            #expect(result.messages.contains("nothing was imported"), "\(result)")
            let zero = try folder.file("zero.ndjson", #"{"t":"a"}\#n{"t":"b\u0000"}\#n"#)
            let second = predicate(["import", zero, "--into", into])
            #expect(second.status == 65)
            #expect(second.messages.contains("line 2"), "\(second)")
            #expect(!(try connection.tableNames().contains { $0.contains("failed_") }))
        }
    }

    @Test func timeoutsOfTheServer() throws {
        try ended {
            let result = try BuiltCommand.shell(
                "PGOPTIONS='-c statement_timeout=200' predicate filter --from '\(address("slow"))' 'n > 0'",
                in: try TemporaryFolder())
            #expect(result.status == 74)
            #expect(
                result.messages == "error: the server ended the query because it exceeded statement_timeout\n",
                "\(result)")
        }
    }

    /// Starts the command on the slow view, waits until its query runs, does something, and returns how the command ended.
    private func whileReading(_ act: (Process, Int64) throws -> Void) throws -> (status: Int32, messages: String) {
        let process = Process()
        process.executableURL = BuiltCommand.url
        process.arguments = ["filter", "--from", address("slow"), "n > 0"]
        let errors = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        // A process in the background may ignore Ctrl-C, and threads of Swift block it; children inherit both.
        signal(SIGINT, SIG_DFL)
        var interrupt = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &interrupt, &blocked)
        try process.run()
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        var server: Int64?
        while server == nil, process.isRunning {
            let found = try connection.run(
                """
                SELECT pid::int8 FROM pg_stat_activity
                WHERE application_name = 'predicate' AND query LIKE 'FETCH%' AND state = 'active'
                    AND pid IN (SELECT pid FROM pg_locks WHERE relation = '\(schema).slow'::regclass)
                """)
            let reader = PostgreSQLValueReader(.bigInteger)
            if case .integer(let number)? = try found.withBytes(0, 0, { try reader.value($0) }) { server = number }
        }
        try act(process, try #require(server))
        let messages = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, messages)
    }

    @Test func interruptsCancelTheQuery() throws {
        try ended {
            var server: Int64 = 0
            let result = try whileReading { process, number in
                server = number
                process.interrupt()
            }
            #expect(result.status == 130)
            #expect(result.messages == "error: the query was cancelled\n")
            let left = try connection.run(
                "SELECT 1 FROM pg_stat_activity WHERE pid = $1::int4 AND state = 'active'", [.integer(server)])
            #expect(left.rowCount == 0)
        }
    }

    @Test func aServerThatGoesAway() throws {
        try ended {
            let result = try whileReading { _, number in
                try connection.run("SELECT pg_terminate_backend($1::int4)", [.integer(number)])
            }
            #expect(result.status == 74)
            #expect(
                result.messages
                    == "error: the connection to the PostgreSQL server was lost: terminating connection due to administrator command\n"
            )
        }
    }
}
#endif
