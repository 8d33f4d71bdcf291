import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate filter` with an order, groups and selections.
@Suite struct QueryFilterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func cities() throws -> String {
        try folder.file(
            "cities.ndjson",
            """
            {"name":"Lisbon","country":{"code":"PT"},"population":517802,"area":100.50}
            {"name":"Porto","country":{"code":"PT"},"population":249633,"area":41.40}
            {"name":"Madrid","country":{"code":"ES"},"population":3255944,"area":604.3}
            {"name":"ávila","country":{"code":"ES"},"population":58358}
            {"name":"Ceuta","country":{"code":"ES"},"population":null}
            { "name" : "Atlantis" }

            """)
    }

    /// A key of the order that is no field, but a name of --select.
    @Test func theOrderOfASelectedName() throws {
        let file = try cities()
        let arguments = ["--all", "--select", "name, population / 2 AS half", "--sort", "-half", "--limit", "1"]
        let read = """
            note: --sort read as `-population / 2`
            note: --select read as `name, half = population / 2`

            """
        let result = filter(arguments: arguments + [file])
        #expect(
            result == CommandResult(status: 0, output: "{\"name\":\"Madrid\",\"half\":1627972}\n", messages: read))
        // A field of a late record wins.
        let lines = String(repeating: "{\"population\":4,\"name\":\"a\"}\n", count: 1500)
        let late = try folder.file("late.ndjson", lines + "{\"population\":2,\"half\":9,\"name\":\"b\"}\n")
        let own = filter(arguments: arguments + [late])
        #expect(own.output == "{\"name\":\"b\",\"half\":1}\n" && !own.messages.contains("--sort"))
        // A pipe may have such a record later.
        let line = "--all --select 'name, half = population / 2' --sort -half --limit 1"
        let pipe = try BuiltCommand.shell("cat late.ndjson | predicate filter \(line)", in: folder)
        #expect(pipe.status == 65 && pipe.output == "")
        #expect(pipe.messages.contains("`half` is made by `select`, after the records are sorted"))
        #expect(pipe.messages.contains("sort by its expression: `-population / 2`"))
        let slow = try BuiltCommand.shell(
            "(head -1 late.ndjson; sleep 1; cat late.ndjson) | predicate filter \(line)", in: folder)
        #expect(slow.status == 65 && slow.output == "" && slow.messages.contains("sort by its expression"))
        let short = try BuiltCommand.shell("cat cities.ndjson | predicate filter \(line)", in: folder)
        #expect(short.status == 0 && short.output == "{\"name\":\"Madrid\",\"half\":1627972}\n")
    }

    /// Arguments after the predicate, and the lines of the output.
    static let table: [(arguments: [String], lines: [String])] = [
        (
            ["--sort", "-population,name", "--limit", "2", "--offset", "1", "--select", "name,country.code"],
            [#"{"name":"Lisbon","country.code":"PT"}"#, #"{"name":"Porto","country.code":"PT"}"#]
        ),
        (["--sort", "population", "--limit", "1"], [#"{"name":"Ceuta","country":{"code":"ES"},"population":null}"#]),
        (["--sort=-name", "--limit", "1", "--select", "name"], [#"{"name":"ávila"}"#]),
        (["--sort", "name[cd]", "--limit", "2", "--select", "name"], [#"{"name":"Atlantis"}"#, #"{"name":"ávila"}"#]),
        (
            ["--sort", "population:nil-last", "--limit", "2", "--select", "name"],
            [#"{"name":"ávila"}"#, #"{"name":"Porto"}"#]
        ),
        (
            ["--sort", "-population nil first, name", "--limit", "3", "--select", "name"],
            [#"{"name":"Atlantis"}"#, #"{"name":"Ceuta"}"#, #"{"name":"Madrid"}"#]
        ),
        // A field is written as it is in the record; an expression is computed.
        (
            ["--select", "name, km = area, twice = population * 2", "--limit", "2"],
            [
                #"{"name":"Lisbon","km":100.50,"twice":1035604}"#, #"{"name":"Porto","km":41.40,"twice":499266}"#,
            ]
        ),
        (
            ["--select", "country.code", "--distinct"],
            [
                #"{"country.code":"PT"}"#, #"{"country.code":"ES"}"#, #"{"country.code":null}"#,
            ]
        ),
        (["--select", "country.code", "--distinct", "--offset", "1", "--limit", "1"], [#"{"country.code":"ES"}"#]),
        (
            ["--select", "country.code", "--distinct", "--sort", "country.code"],
            [
                #"{"country.code":null}"#, #"{"country.code":"ES"}"#, #"{"country.code":"PT"}"#,
            ]
        ),
        (
            ["--group-by", "country.code"],
            [
                #"{"country.code":"PT","count":2}"#, #"{"country.code":"ES","count":3}"#,
                #"{"country.code":null,"count":1}"#,
            ]
        ),
        (
            [
                "--group-by", "code = country.code", "--aggregate", "total = sum(population), size = max(area)",
                "--having", "count > 1 AND total > 1000000", "--sort", "-total",
            ],
            [#"{"code":"ES","count":3,"total":3314302,"size":604.3}"#]
        ),
        (
            ["--group-by", "country.code", "--having", "country.code == 'PT'", "--aggregate", "size = max(area)"],
            [#"{"country.code":"PT","count":2,"size":100.50}"#]
        ),
        (["--aggregate", "count, average(area), names = list(name)", "--select", "count"], [#"{"count":6}"#]),
        (["--aggregate", "count(population)"], [#"{"count":6,"count(population)":4}"#]),
        (["--group-by", "country.code", "--count"], ["3"]),
        (["--sort", "name", "--limit", "4", "--count"], ["4"]),
        (["--distinct", "--count"], ["6"]),
        (["--sort", "name", "--select", "name", "--limit", "2", "--output", "csv"], ["name", "Atlantis", "Ceuta"]),
        (
            ["--sort", "name", "--select", "name", "--limit", "1", "--output", "json"],
            [
                "[", #"  {"name":"Atlantis"}"#, "]",
            ]
        ),
        (["--sort", "name", "--limit", "1"], [#"{ "name" : "Atlantis" }"#]),
        (
            ["--group-by", "n = country.code", "--output", "table", "--sort", "n"],
            [
                "n   count", "──  ─────", "        1", "ES      3", "PT      2",
            ]
        ),
    ]

    @Test(arguments: table.indices)
    func resultsAreThose(index: Int) throws {
        let (arguments, lines) = Self.table[index]
        let result = predicate(["filter", "TRUEPREDICATE"] + arguments + [try cities()])
        #expect(result.status == 0)
        #expect(result.messages == "")
        #expect(result.lines == lines, "\(arguments)")
    }

    /// The same result from a document, on one thread, with `--strict`, and without a schema.
    @Test(arguments: table.indices)
    func theInputDoesNotMatter(index: Int) throws {
        let (arguments, lines) = Self.table[index]
        let file = try cities()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let records = text.split(separator: "\n").joined(separator: ",")
        let document = try folder.file("cities.json", "[\(records)]")
        let isWhole = !arguments.contains("--select") && !arguments.contains("--group-by")
        // Each test uses one of them, because reading a command line takes a tenth of a second in a debug build.
        let inputs = [["--untyped", file], ["--threads", "1", file], ["--strict", file], [document]]
        let others = inputs[index % inputs.count]
        let result = predicate(["filter", "TRUEPREDICATE"] + arguments + others)
        // A record of a document is not written like the line of a file, so its blanks may differ.
        let removesBlanks = others == [document] && isWhole
        func shown(_ lines: [String]) -> [String] {
            removesBlanks ? lines.map { $0.replacing(" ", with: "") } : lines
        }
        #expect(shown(result.lines) == shown(lines), "\(arguments) \(others) \(result.messages)")
    }

    @Test(arguments: [
        (["--sort", "popultion"], ["--sort:1:1: error: `popultion` is not a field", "did you mean `population`?"]),
        (["--sort", "name, population desc"], ["--sort:1:18: error", "write `-population`"]),
        (["--select", "name, nme"], ["--select:1:7: error: `nme`", "did you mean `name`?"]),
        (["--group-by", "country.cod"], ["--group-by:1:9: error", "did you mean `code`?"]),
        (["--group-by", "name", "--select", "population"], ["a group has only its keys, `count`"]),
        (["--group-by", "name", "--having", "cnt > 1"], ["--having:1:1: error"]),
        (["--aggregate", "total = summ(population)"], ["--aggregate:1:9: error", "did you mean `sum`?"]),
        (["--aggregate", "sum(name)"], ["--aggregate:1:5: error: `sum` works on numbers"]),
        (["--sort", "country"], ["which has no order"]),
    ])
    func mistakesAreTold(arguments: [String], parts: [String]) throws {
        let result = predicate(["filter", "TRUEPREDICATE"] + arguments + [try cities()])
        #expect(result.status == 65)
        #expect(result.output == "")
        for part in parts { #expect(result.messages.contains(part), "\(result.messages)") }
    }

    /// The predicate and the query are checked together.
    @Test func allMistakesAreTold() throws {
        let result = filter("nme == 'x'", try cities(), "--sort", "popultion", "--select", "nmae")
        for part in ["`nme`", "`popultion`", "`nmae`"] { #expect(result.messages.contains(part)) }
    }

    /// A partial sort would look complete, so nothing is written. Unsorted records before the bad one are written.
    @Test func aBadRecordEndsAnOrder() throws {
        let file = try folder.file("bad.ndjson", "{\"a\":2}\n{\"a\":1}\n{\"a\":\n{\"a\":0}\n")
        let ordered = filter("TRUEPREDICATE", file, "--sort", "a", "--untyped")
        #expect(ordered.status == 65)
        #expect(ordered.output == "")
        let selected = filter("TRUEPREDICATE", file, "--select", "a", "--untyped")
        #expect(selected.status == 65)
        #expect(selected.lines == [#"{"a":2}"#, #"{"a":1}"#])
        let skipping = filter("TRUEPREDICATE", file, "--sort", "a", "--untyped", "--skip-bad-records")
        #expect(skipping.status == 0)
        #expect(skipping.lines == [#"{"a":0}"#, #"{"a":1}"#, #"{"a":2}"#])
    }
}
