import PredicateTesting
import Testing

/// `--output` (D105).
@Suite struct OutputFormatTests {
    let folder: TemporaryFolder
    private let text = """
        {"name":"A, B","n":1.50,"l":[1, 2],"o":{"x": null}}
        {"name":"say \\"hi\\"\\n","n":-2,"b":true}
        {"n":null,"name":"日本"}

        """

    init() throws { folder = try TemporaryFolder() }

    private func run(_ format: String, _ predicate: String = "TRUEPREDICATE", _ options: [String] = []) throws
        -> CommandResult
    {
        PredicateCommandTests.predicate(
            ["filter", "--output", format, predicate, try folder.file("r", text)] + options)
    }

    @Test func json() throws {
        #expect(try run("json", "n == nil").output == "[\n  {\"n\":null,\"name\":\"日本\"}\n]\n")
        #expect(try run("json", "n > 1 OR n == nil").output.contains("},\n  {"))
        #expect(try run("json", "FALSEPREDICATE").output == "[]\n")
    }

    @Test func csv() throws {
        #expect(
            try run("csv").output == """
                name,n,l,o,b
                "A, B",1.50,"[1,2]","{""x"":null}",
                "say ""hi""\n",-2,,,true
                日本,,,,

                """)
    }

    @Test func csvByADeclaredSchema() throws {
        let schema = try folder.file(
            "schema.json",
            #"{"type":"object","properties":{"n":{"type":"number"},"z":{"type":"string"},"name":{"type":"string"}}}"#)
        #expect(
            try run("csv", "n < 0", ["--schema", schema]).output == "n,z,name\n-2,,\"say \"\"hi\"\"\n\"\n")
        #expect(try run("csv", "n < -5", ["--schema", schema]).output == "n,z,name\n")
    }

    @Test func table() throws {
        #expect(
            try run("table", "n != nil AND b == nil OR n == nil").output == """
                name     n  l      o.x
                ────  ────  ─────  ───
                A, B  1.50  [1,2]
                日本

                """)
        // A line end inside a value does not split the row.
        #expect(try run("table", "n < 0").lines.count == 3)
    }

    @Test(arguments: ["json", "csv", "table"])
    func whatStandsBeforeABadRecordIsWritten(format: String) throws {
        let file = try folder.file("bad", "{\"n\":1}\noops\n{\"n\":2}\n")
        let result = filter("--output", format, "n > 0", file)
        #expect(result.status == 65)
        #expect(result.output.contains("1") && !result.output.contains("2"))
        if format == "json" { #expect(result.output.hasSuffix("]\n")) }
    }
}
