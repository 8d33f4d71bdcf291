#if SQLite
import Foundation
import PredicateSQLite
import Testing

@testable import PredicateCommand

/// `predicate import --into sqlite:`
struct ImportTests {
    private static let records = """
        {"id":3,"name":"Ann","weight":1.5,"active":true,"tags":["a","b"],"address":{"city":"Rome"},"mixed":7}
        {"id":1,"name":"'; DROP TABLE person; --","weight":2.25,"active":false,"tags":[],"address":null,"mixed":"7"}
        {"id":2,"name":"nul \\u0000 \\" \\\\ ß 😀","weight":-0.5,"active":true,"tags":[1.5,null],"address":{"city":"x"},"mixed":null}

        """

    @Test
    func recordsComeBackAsTheyWere() throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.ndjson", Self.records)
        let table = "sqlite:\(folder.path("out.sqlite"))#person"
        let result = predicate(["import", input, "--into", table])
        #expect(result.output == "3 records imported into \(folder.path("out.sqlite"))#person\n")
        #expect(result.status == 0)
        #expect(filter("--from", table, "TRUEPREDICATE").output == Self.records)
        #expect(filter("--from", table, "--select", "id", "name CONTAINS '\\u0000'").output == "{\"id\":2}\n")
    }

    @Test
    func listsOfObjectsBecomeTables() throws {
        let folder = try TemporaryFolder()
        let input = try folder.file(
            "in.ndjson",
            """
            {"code":"x","name":"one","langs":[{"tag":"pt","n":1},{"tag":"en","n":2}]}
            {"code":"y","name":"two","langs":[]}
            {"code":"z","name":"three","langs":[{"tag":"en","n":3}]}

            """)
        let file = folder.path("out.sqlite")
        let result = predicate([
            "import", input, "--into", "sqlite:\(file)#country", "--key", "code", "--index", "name",
        ])
        #expect(
            result.messages == "the objects of `langs` go into the table `langs`\n")
        #expect(result.output == "3 records imported into \(file)#country\n")
        let from = "sqlite:\(file)#country"
        #expect(
            filter("--from", from, "--select", "code", "ANY langs.tag == 'en'").output
                == "{\"code\":\"x\"}\n{\"code\":\"z\"}\n")
        #expect(filter("--from", from, "--select", "code", "langs.@count == 0").output == "{\"code\":\"y\"}\n")
        #expect(
            filter("--from", "sqlite:\(file)#langs", "country.name == 'one' AND n > 1").output
                == "{\"country_code\":\"x\",\"position\":1,\"tag\":\"en\",\"n\":2}\n")
        let json = predicate(["import", input, "--into", "sqlite:\(file)#whole", "--json"])
        #expect(json.status == 0, "\(json)")
        #expect(
            try filter("--from", "sqlite:\(file)#whole", "TRUEPREDICATE").output
                == String(contentsOfFile: input, encoding: .utf8))
    }

    @Test
    func dryRunsWriteStatements() throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.ndjson", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n")
        let result = predicate([
            "import", input, "--into", "sqlite:\(folder.path("x"))#t", "--key", "a", "--index", "b", "--dry-run",
        ])
        #expect(
            result.output == """
                CREATE TABLE "t" (
                  "a" INTEGER NOT NULL PRIMARY KEY,
                  "b" TEXT
                ) STRICT;
                CREATE INDEX "t_b" ON "t" ("b");

                """)
        #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
    }

    @Test
    func failuresLeaveNothing() throws {
        let database = try TestDatabase("CREATE TABLE old (a); INSERT INTO old VALUES (1);")
        let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
        let schema = try database.folder.file(
            "s.json",
            #"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}"#)
        let cases: [(String, [String], String)] = [
            (
                "{\"a\":1}\n{\"a\":\"x\"}\n", ["--schema", schema],
                "error: in.ndjson, line 2, offset 8: `a` does not fit its column, which is INTEGER; nothing was imported\n"
            ),
            (
                "{\"a\":1}\n{}\n", ["--schema", schema],
                "error: in.ndjson, line 2, offset 8: `a` is missing; nothing was imported\n"
            ),
            (
                "{\"a\":1}\n{\"a\":1}\n", ["--key", "a"],
                "error: in.ndjson, line 2, offset 8: UNIQUE constraint failed: new.a; nothing was imported\n"
            ),
            ("{\"a\":1}\n", ["--key", "b"], "error: --key `b` is not a field of the records\n"),
            ("{\"able\":1}\n", ["--index", "abel"], "error: --index `abel` is not a column; did you mean `able`?\n"),
        ]
        for (text, options, message) in cases {
            let input = try database.folder.file("in.ndjson", text)
            let result = predicate(["import", input, "--into", database.address("new")] + options)
            #expect(database.plain(result.messages) == message)
            #expect(result.status == (message.contains("--") ? 64 : 65))
            #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
            let fresh = database.folder.path("fresh.sqlite")
            _ = predicate(["import", input, "--into", "sqlite:\(fresh)#new"] + options)
            #expect(!FileManager.default.fileExists(atPath: fresh))
        }
        let bad = try database.folder.file("bad.ndjson", "{\"a\":1}\n{\"a\":}\n")
        let result = predicate(["import", bad, "--into", database.address("new")])
        #expect(result.status == 65)
        #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
        let existing = predicate(["import", bad, "--into", database.address("OLD")])
        #expect(
            database.plain(existing.messages)
                == "error: there is a table `old` in test.sqlite; import needs the name of a new one\n")
    }
}
#endif
