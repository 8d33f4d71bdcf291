import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Lines through a pipe to the built command, and its whole output.
@Suite struct ReplTranscriptTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file("towns.ndjson", townRecords)
    }

    private func repl(_ input: String, _ arguments: String = "--echo towns.ndjson 2>&1") throws -> CommandResult {
        try BuiltCommand.shell("predicate repl \(arguments)", in: folder, input: input)
    }

    @Test func aSession() throws {
        let result = try repl(
            """
            population > 300000
            population / 1000
            :sort -population
            :select name, population
            country == "PT" OR name IN {
              "Nowhere"
            }
            popultion > 3 AND name CONTAIN "x"
            :cuont
            :count tags.@count == 0
            :quit
            never read

            """)
        #expect(
            result.output == """
                towns: 5 records of towns.ndjson
                towns> population > 300000
                #  name       country  population  tags               mayor.name
                ─  ─────────  ───────  ──────────  ─────────────────  ──────────
                1  Lisbon     PT           517802  ["capital","sea"]  Ana
                2  東京       JP          9733276  ["capital"]
                3  São Paulo  BR         12400232  []
                3 of 5 records
                towns> population / 1000
                5 values, 1 of them nil, 4 distinct
                min       252
                max       12400
                mean      5725.5
                median    5125
                commonest 1×  517
                          1×  9733
                          1×  12400
                          1×  252
                    0 to  2000  2
                 2000 to  4000  0
                 4000 to  6000  0
                 6000 to  8000  0
                 8000 to 10000  1
                10000 to 12000  0
                12000 to 14000  1
                towns> :sort -population
                records are sorted by -population
                towns> :select name, population
                shown is name, population
                towns> country == "PT" OR name IN {
                .....>   "Nowhere"
                .....> }
                #  name     population
                ─  ───────  ──────────
                1  Lisbon       517802
                5  Porto        252687
                4  Nowhere
                3 of 5 records
                towns> popultion > 3 AND name CONTAIN "x"
                error: `popultion` is not a field of the records
                 1 │ popultion > 3 AND name CONTAIN "x"
                   │ ^^^^^^^^^ did you mean `population`? (seen in 4 of 5 records)
                error: `CONTAIN` is not an operator
                 1 │ popultion > 3 AND name CONTAIN "x"
                   │                        ^^^^^^^ write `CONTAINS`
                towns> :cuont
                error: there is no command `:cuont`; did you mean `:count`?
                towns> :count tags.@count == 0
                1
                towns> :quit

                """)
        #expect(result.status == 65)
    }

    @Test func withoutEchoOnlyAnswersAreWritten() throws {
        let result = try repl(":mode ndjson\npopulation > 10000000\n:mode table\n", "towns.ndjson 2>/dev/null")
        #expect(
            result.lines == [
                "towns: 5 records of towns.ndjson", "records are written as ndjson",
                #"{"name":"São Paulo","country":"BR","population":12400232,"tags":[]}"#, "records are written as table",
            ])
        #expect(result.status == 0)
    }

    @Test func filesOfTheCommandLine() throws {
        _ = try folder.file("more.json", #"{"a":{"x":1},"b":{"x":2}}"#)
        let result = try repl(":use\nx > 1\n", "--values more.json nothing.json 2>&1")
        #expect(result.output.contains("more: 2 records of more.json\n"))
        #expect(result.output.contains("nothing.json"))
        #expect(result.output.contains("1 of 2 records"))
        #expect(result.status == 65)
    }

    @Test func aClosedPipeEndsTheSession() throws {
        let lines = String(repeating: ":limit all\nTRUEPREDICATE\n", count: 5000)
        let result = try BuiltCommand.shell(
            "predicate repl towns.ndjson < in | head -1; echo ${PIPESTATUS[0]}", in: try folderWith(lines))
        #expect(result.lines == ["towns: 5 records of towns.ndjson", "0"])
    }

    private func folderWith(_ lines: String) throws -> TemporaryFolder {
        _ = try folder.file("in", lines)
        return folder
    }

    @Test func nothingOfThePipeGoesToTheHistory() throws {
        let state = folder.path("state")
        let result = try BuiltCommand.shell(
            "export XDG_STATE_HOME='\(state)'; echo 1 + 1 | predicate repl; ls '\(state)' 2>/dev/null", in: folder)
        #expect(result.output == "2\n")
    }
}
