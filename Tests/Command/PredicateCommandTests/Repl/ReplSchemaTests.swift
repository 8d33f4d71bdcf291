import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Data sets with declared fields and types, compared with the content of their records.
@Suite struct ReplSchemaTests {
    let folder: TemporaryFolder
    let people: String
    let schema: String

    init() throws {
        folder = try TemporaryFolder()
        people = try folder.file(
            "people.ndjson",
            """
            {"name":"Ada","born":"1815-12-10T00:00:00Z","pay":0.1,"home":{"city":"London"},"nick":"A"}
            {"name":"Bob","born":"1990-01-01T00:00:00Z","pay":0.3,"state":"new"}
            {"name":"Cy","born":null,"state":"old"}

            """)
        schema = try folder.file(
            "people.schema.json",
            """
            {"title":"Person","type":"object","required":["name"],"properties":{
              "name":{"type":"string"},"born":{"type":["string","null"],"format":"date-time"},
              "pay":{"type":"number"},"state":{"type":"string"},"fax":{"type":"string"},
              "home":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string"}}}}}
            """)
    }

    private func session() throws -> TestSession {
        let test = TestSession()
        try test.type(":load \(people) schema \(schema)")
        return test
    }

    @Test func declaredTypesStandBesideWhatWasSeen() throws {
        #expect(
            try session().type(":schema") == """
                Person      3 records
                ├─ name     a string
                ├─ born     a date or nil            in 2 of 3
                ├─ pay      a number or nil          in 2 of 3
                ├─ state    a string or nil          in 2 of 3
                ├─ fax      a string or nil          in no record
                ├─ home     an object (Home) or nil  in 1 of 3
                │  ├─ city  a string or nil
                │  └─ zip   a string or nil          in no record
                └─ nick     a string or nil          in 1 of 3, not in the schema

                """)
    }

    @Test func textsAreCheckedAndReadByIt() throws {
        let test = try session()
        #expect(try test.type(":count born < CAST(\"1900-01-01T00:00:00Z\", \"NSDate\")") == "1\n")
        #expect(try test.type(":type born") == "a date or nil\n")
        #expect(try test.type(":count fax == \"1\"") == "0\n")
        // The records have the field, but the schema does not.
        #expect(try test.type(":count nick == \"A\"").contains("`nick` is not a field"))
        #expect(try test.type(":schema state").contains("1×  \"new\""))
        #expect(try test.type(":schema nothing").hasPrefix("error: `nothing` is not a field of Person"))
    }

    @Test func whatIsOfferedIsDeclaredAndSeen() throws {
        let test = try session()
        #expect(test.session.tab("fax", cursor: 3) == .replace(0, "fax "))
        let values = test.session.complete("state == ", cursor: 9).candidates.map(\.text)
        #expect(values.contains("\"new\"") && values.contains("\"old\""), "\(values)")
        #expect(test.session.tab("home.z", cursor: 6) == .replace(5, "zip "))
        let line = ":load x schema \(folder.path("people.s"))"
        #expect(test.session.tab(line, cursor: line.utf8.count) == .replace(15, schema + " "))
    }

    @Test(arguments: [
        (":load PEOPLE schema", "`schema` needs a file"), (":load PEOPLE schema /none.json", "no such file"),
        (":load PEOPLE schema PEOPLE", "error: "),
    ])
    func whatIsNoSchema(line: String, words: String) throws {
        let text = try TestSession().type(line.replacing("PEOPLE", with: people))
        #expect(text.contains(words), "\(text)")
    }

    @Test func onTheCommandLine() throws {
        let lines = "echo ':type born\n:count fax == nil' | predicate repl --schema people.schema.json people.ndjson"
        let result = try BuiltCommand.shell(lines, in: folder)
        #expect(result.output.hasSuffix("a date or nil\n3\n") && result.status == 0, "\(result)")
        let untyped = try BuiltCommand.shell(
            "echo ':count nonsense == nil' | predicate repl --untyped people.ndjson", in: folder)
        #expect(untyped.output.hasSuffix("3\n") && untyped.status == 0, "\(untyped)")
        let alone = try BuiltCommand.shell("predicate repl --schema people.schema.json < /dev/null", in: folder)
        #expect(alone.status == 64 && alone.messages.contains(":load FILE schema FILE"), "\(alone)")
    }
}
