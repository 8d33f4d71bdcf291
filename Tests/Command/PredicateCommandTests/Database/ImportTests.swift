#if SQLite
import Foundation
import PredicateSQLite
import PredicateTesting
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

    @Test(arguments: [
        (#"{"A":1,"a":2}"#, "t", 65, "the fields `A` and `a` would be one column in SQLite"),
        (#"{"a":1}"#, "sqlite_x", 64, "`sqlite_x` belongs to SQLite"),
    ])
    func namesThatSQLiteCannotHave(record: String, table: String, status: Int32, message: String) throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.ndjson", record + "\n")
        let result = predicate(["import", input, "--into", "sqlite:\(folder.path("out.sqlite"))#\(table)"])
        #expect(result.status == status && result.messages.contains(message), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("out.sqlite")))
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
            (
                "{\"x\":{\"a\":1}}\n", ["--values", "--key", "code"],
                "error: --key `code` is not a field of the records; with --name-field code it holds the key of each record\n"
            ),
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

    /// Countries by their codes, and cities that refer to them.
    @Test
    func recordsReferToAnotherTable() throws {
        let folder = try TemporaryFolder()
        let countries = try folder.file("c.json", #"{"JP":{"name":"Japan"},"FR":{"name":"France"}}"#)
        let cities = try folder.file(
            "c.ndjson",
            """
            {"id":1,"name":"Paris","cc":"FR"}
            {"id":2,"name":"Tokyo","cc":"JP"}
            {"id":3,"name":"Atlantis"}

            """)
        let file = folder.path("w.sqlite")
        let first = predicate([
            "import", countries, "--values", "--name-field", "code", "--key", "code", "--into",
            "sqlite:\(file)#country",
        ])
        #expect(first.output == "2 records imported into \(file)#country\n", "\(first)")
        let dry = predicate([
            "import", cities, "--key", "id", "--references", "cc=country", "--into", "sqlite:\(file)#city", "--dry-run",
        ])
        #expect(
            dry.output == """
                CREATE TABLE "city" (
                  "id" INTEGER NOT NULL PRIMARY KEY,
                  "name" TEXT NOT NULL,
                  "cc" TEXT REFERENCES "country" ("code")
                ) STRICT;
                CREATE INDEX "city_cc" ON "city" ("cc");

                """, "\(dry)")
        let second = predicate([
            "import", cities, "--key", "id", "--references", "cc=country", "--into", "sqlite:\(file)#city",
        ])
        #expect(second.output == "3 records imported into \(file)#city\n", "\(second)")
        func found(_ table: String, _ text: String) -> String {
            filter("--from", "sqlite:\(file)#\(table)", "--select", "name", text).output
        }
        #expect(found("city", "country.name BEGINSWITH 'J'") == "{\"name\":\"Tokyo\"}\n")
        #expect(found("city", "country == nil") == "{\"name\":\"Atlantis\"}\n")
        #expect(found("country", "ANY city.name == 'Paris'") == "{\"name\":\"France\"}\n")
    }

    @Test
    func referencesThatAreWrong() throws {
        let database = try TestDatabase(
            """
            CREATE TABLE country (code TEXT PRIMARY KEY);
            CREATE TABLE pair (a, b, PRIMARY KEY (a, b));
            CREATE TABLE plain (a);
            """)
        let cases: [(String, [String], String)] = [
            (
                "cc=contry", [],
                "error: --references names `contry`, which is not a table of test.sqlite; did you mean `country`?\n"
            ),
            ("cc=pair", [], "error: --references names `pair`, whose primary key is not one column\n"),
            ("cc=plain", [], "error: --references names `plain`, which has no primary key\n"),
            (
                "cc=country", ["--references", "cc=country"],
                "error: --references names the field `cc` twice\n"
            ),
            ("cc", [], "error: --references needs FIELD=TABLE, not `cc`\n"),
            ("c=country", [], "error: --references `c` is not a field of the records\n"),
            ("list=country", [], "error: --references `list` is not one value\n"),
            ("cc=city", [], "error: --references cc=city needs --key, since it refers to the new table\n"),
            (
                "cc=country", [],
                "error: in.ndjson, line 2, offset 29: `cc` names no row of `country`; nothing was imported\n"
            ),
            ("cc=city", ["--key", "id"], "error: in a record, `cc` names no row of `city`; nothing was imported\n"),
        ]
        let input = try database.folder.file(
            "in.ndjson", "{\"id\":\"a\",\"list\":[]        }\n{\"id\":\"b\",\"list\":[],\"cc\":\"x\"}\n")
        for (reference, options, message) in cases {
            let result = predicate(
                ["import", input, "--into", database.address("city"), "--references", reference] + options)
            #expect(database.plain(result.messages) == message)
            let tables = try SQLiteCatalogue(SQLiteConnection(reading: database.path)).names
            #expect(tables == ["country", "pair", "plain"], "\(reference)")
        }
        // Each record may refer to a later one.
        let tree = try database.folder.file("tree.ndjson", "{\"id\":1,\"up\":2}\n{\"id\":2,\"up\":2}\n")
        let result = predicate([
            "import", tree, "--into", database.address("node"), "--key", "id", "--references", "up=node",
        ])
        #expect(result.status == 0, "\(result)")
        #expect(filter("--from", database.address("node"), "--count", "node.node.id == 2").output == "2\n")
    }

    @Test
    func namesOfRecordsAreAField() throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.json", #"{"a":{"n":1},"b\u0041":{"n":2}}"#)
        let taken = try folder.file("taken.json", #"{"a":{"n":1}}"#)
        let into = "sqlite:\(folder.path("o.sqlite"))#t"
        let wrong = predicate(["import", taken, "--values", "--name-field", "n", "--into", into])
        #expect(
            wrong.messages.contains(":1:6: the record already has a field `n`"), "\(wrong)")
        #expect(predicate(["import", input, "--name-field", "n", "--into", into]).status == 64)
        #expect(predicate(["import", input, "--values", "--name-field", "", "--into", into]).status == 64)
        let result = predicate(["import", input, "--values", "--name-field", "key", "--into", into])
        #expect(result.status == 0, "\(result)")
        #expect(
            filter("--from", into, "TRUEPREDICATE").output == "{\"key\":\"a\",\"n\":1}\n{\"key\":\"bA\",\"n\":2}\n")
    }
}
#endif
