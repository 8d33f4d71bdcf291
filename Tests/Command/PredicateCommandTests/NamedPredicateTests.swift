import Foundation
import PredicateFormat
import PredicateTesting
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@testable import PredicateCommand

/// Files of named predicates as commands see them: `predicate test`, `@name` with `--predicates`, and `:run`.
@Suite struct NamedPredicateTests {
    let folder: TemporaryFolder
    let rules: String
    let records: String

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.file(
            "city.schema.json",
            """
            {"title": "City", "type": "object", "properties": {"name": {"type": "string"}, "population": {"type": "integer"},
              "capital": {"type": "boolean"}}}
            """)
        rules = try folder.file("rules.yaml", Self.rules)
        records = try folder.file(
            "cities.ndjson",
            """
            {"name": "Lisbon", "population": 545000, "capital": true}
            {"name": "Porto", "population": 231000}
            {"name": "Madrid", "population": 3255944, "capital": true}
            {"name": "Barcelona", "population": 1620000}

            """)
    }

    private static let rules = """
        schema: city.schema.json
        predicates:
          capitals: capital == TRUE
          big:
            description: Cities with many people.
            arguments:
              minimum: {type: integer, default: 1000000}
            predicate: population >= $minimum
            cases:
              - record: {name: Lisbon, population: 545000}
                matches: false
              - record: {name: Lisbon, population: 545000}
                matches: true
                arguments: {minimum: 500000}
                description: a smaller bound
          big-capitals:
            predicate: "@{big} AND @{capitals} AND name != 'Rome'"
            cases:
              - record: {name: Madrid, population: 3255944, capital: true}
                matches: true
              - record: {name: Madrid, population: 3255944, capital: false}
                matches: true
        """

    // MARK: predicate test

    @Test func failingCasesAreExplained() {
        let result = predicate(["test", rules])
        #expect(result.status == 65)
        #expect(result.messages == "")
        #expect(
            result.output == """
                \(rules)
                  –       capitals      no cases
                  ok      big           2 cases
                  failed  big-capitals  1 of 2 cases

                \(rules):21:9: big-capitals, case 2: the record does not match, but should
                  the record does not match: capital == 1 is false
                  AND               false
                  ├─ >=             true
                  │  ├─ population  3255944
                  │  └─ 1000000
                  ├─ ==             false, decides
                  │  ├─ capital     FALSE
                  │  └─ TRUE
                  └─ !=             (true)
                     ├─ name        "Madrid"
                     └─ "Rome"
                  (…) was not needed for the answer.

                not tested by any case:
                  big-capitals: `@{big}` is never false
                  big-capitals: `name != 'Rome'` is never false

                3 predicates, 4 cases: 3 pass, 1 fails; 1 predicate without cases

                """)
    }

    @Test func onlyNamedPredicatesAreTested() {
        let result = predicate(["test", "--only", "big", rules])
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("1 predicate, 2 cases: all pass\n"))
        let misspelt = predicate(["test", "--only", "bgi", rules])
        #expect(misspelt.status == 64)
        #expect(misspelt.messages == "error: there is no predicate `bgi`; did you mean `big`?\n")
    }

    @Test func strictWantsEveryComparisonTested() throws {
        #expect(predicate(["test", "--strict", "--only", "big", rules]).status == 0)
        #expect(predicate(["test", "--strict", "--only", "capitals", rules]).status == 65)
        let half = try folder.file(
            "half.json",
            #"{"predicates": {"a": {"predicate": "x > 1 OR y > 1", "cases": [{"record": {"x": 2, "y": 2}, "matches": true}]}}}"#
        )
        #expect(predicate(["test", half]).status == 0)
        #expect(predicate(["test", "--strict", half]).status == 65)
        #expect(
            predicate(["test", half]).output.contains("  a: `x > 1` is never false\n  a: `y > 1` is never false\n"))
    }

    @Test func coverageOfCasesIsShown() {
        let result = predicate(["test", "--coverage", "--only", "big", rules])
        #expect(result.output.contains("big:\n2 records, 1 matches\n"))
        #expect(predicate(["test", "--coverage", "--format", "tap", rules]).status == 64)
    }

    @Test func tapNumbersEveryCase() {
        let result = predicate(["test", "--format", "tap", rules])
        #expect(result.status == 65)
        let lines = result.output.split(separator: "\n")
        #expect(
            lines.prefix(5) == [
                "TAP version 14", "1..5", "ok 1 - \(rules): capitals # SKIP no cases", "ok 2 - \(rules): big: case 1",
                "ok 3 - \(rules): big: case 2 (a smaller bound)",
            ])
        #expect(lines.contains("not ok 5 - \(rules): big-capitals: case 2"))
        #expect(lines.contains(#"  message: "the record does not match, but should""#))
    }

    @Test func junitIsWellFormed() throws {
        let hostile = try folder.file(
            "a & \"b\" <c>.json",
            #"{"predicates": {"x": {"predicate": "a == \"<&>\"", "cases": [{"record": {"a": "\u0001]]>"}, "matches": true, "description": "\"<\u0007\n>"}]}}}"#
        )
        let result = predicate(["test", "--format", "junit", rules, hostile])
        #expect(result.status == 65)
        let parser = XMLParser(data: Data(result.output.utf8))
        #expect(parser.parse())
        #expect(result.output.contains("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    }

    @Test func warningsOfWrongAnswersAreShown() throws {
        let doubtful = try folder.file(
            "doubtful <&>.yaml",
            """
            schema: city.schema.json
            predicates:
              quiet: name != 'Rome'
              wrong:
                predicate: name LIKE 'Rom%'
                cases: [{record: {name: Rom%}, matches: true}, {record: {name: Milan}, matches: false}]
              odd: population > 3 OR population <= 3 AND name IN ('Rome')
            """)
        let text = predicate(["test", doubtful])
        #expect(text.status == 0)
        #expect(text.messages.hasPrefix("\(doubtful):5:26: warning: "))
        #expect(text.messages.components(separatedBy: "warning:").count == 2, "\(text.messages)")
        #expect(!text.output.contains("warning"))
        #expect(predicate(["test", "--only", "quiet", doubtful]).messages.isEmpty)
        #expect(predicate(["test", "--only", "wrong", doubtful]).messages == text.messages)
        let tap = predicate(["test", "--format", "tap", doubtful])
        let lines = tap.output.split(separator: "\n")
        #expect(lines.prefix(3).last?.hasPrefix("# \(doubtful):5:26: warning: ") == true, "\(tap.output)")
        #expect(lines.allSatisfy { ["#", "1", "T", "o", "n", " "].contains($0.prefix(1)) })
        #expect(tap.messages.isEmpty)
        let junit = predicate(["test", "--format", "junit", doubtful])
        #expect(XMLParser(data: Data(junit.output.utf8)).parse())
        #expect(junit.output.contains("<system-err>"))
        #expect(junit.messages.isEmpty)
        #expect(!predicate(["test", "--format", "junit", "--only", "quiet", doubtful]).output.contains("system-err"))
    }

    @Test func aFileWithMistakesIsReported() throws {
        let bad = try folder.file("bad.yaml", "predicates:\n  a: x = \n  b: y == 'z'\n")
        for format in ["text", "tap", "junit"] {
            let result = predicate(["test", "--format", format, bad, rules])
            #expect(result.status == 65)
            #expect(result.messages.hasPrefix("\(bad):2:"))
            #expect(result.output.contains("big-capitals"))
        }
        let missing = predicate(["test", folder.url.path + "/none.yaml"])
        #expect(missing.status == 66)
        #expect(missing.messages == "error: \(folder.url.path)/none.yaml: no such file\n")
        #expect(predicate(["test"]).status == 64)
    }

    @Test func typesComeFromSchemas() throws {
        let typed = try folder.file(
            "typed.toml",
            "type = \"City\"\n[predicates.a]\npredicate = \"population > 3\"\ncases = [{record = {population = 4}, matches = true}]\n"
        )
        #expect(predicate(["test", typed]).messages.contains("there is no record type `City`"))
        #expect(predicate(["test", "--schema", folder.url.path + "/city.schema.json", typed]).status == 0)
    }

    // MARK: @name

    @Test(arguments: [
        ("@big", [], "2\n"), ("@big", ["--var", "minimum=500000"], "3\n"), ("@big-capitals", [], "1\n"),
        ("@big-capitals", ["--var", "minimum=4000000"], "0\n"), ("@capitals", ["--untyped"], "2\n"),
        ("population > 1000000", [], "2\n"),
    ])
    func namesStandForPredicates(text: String, more: [String], count: String) {
        let result = predicate(["filter", text, "--predicates", rules, "--count"] + more + [records])
        #expect(result == CommandResult(status: 0, output: count, messages: ""))
    }

    @Test(arguments: [
        ("@bgi", [], "there is no predicate `bgi`; did you mean `big`?"),
        ("@big", ["--var", "minimun=3"], "`big` has no argument `minimun`; did you mean `minimum`?"),
        ("@capitals", ["--var", "x=3"], "`capitals` has no argument `x`"),
    ])
    func wrongNamesAreErrors(text: String, more: [String], message: String) {
        let result = predicate(["filter", text, "--predicates", rules] + more + [records])
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.messages.contains("error: \(rules): " + message))
    }

    @Test func everyCommandTakesNames() {
        for command in ["check", "explain"] {
            #expect(predicate([command, "@big-capitals", "--predicates", rules]).status == 0)
        }
        for command in ["why", "coverage"] {
            #expect(predicate([command, "@big-capitals", "--predicates", rules, records]).status == 0)
        }
        // A variable of the query is no argument of the predicate.
        let query = predicate([
            "filter", "@big", "--predicates", rules, "--var", "least=1", "--group-by", "capital", "--having",
            "count > $least",
            records,
        ])
        #expect(query.status == 0)
        #expect(predicate(["filter", "--predicate-file", rules, "--predicates", rules, records]).status == 64)
        // Without a file, and as a part of a text, `@` is what it is elsewhere.
        #expect(predicate(["filter", "@big", records]).status == 65)
        #expect(predicate(["filter", "@count > 3", "--predicates", rules, "--untyped", records]).status == 0)
    }

    /// A given value becomes one of the declared type, as in `predicate test`.
    @Test func valuesHaveTheDeclaredType() throws {
        let file = try folder.file(
            "typed.yaml",
            """
            predicates:
              half: {predicate: age / $n == 1, arguments: {n: number}}
              older: {predicate: age > $years, arguments: {years: {type: integer, default: 2}}}
            """)
        let ages = try folder.file("ages.ndjson", #"{"age": 3}"#)
        func count(_ name: String, _ variables: String...) -> CommandResult {
            predicate(
                ["filter", "-c", "@\(name)", "--predicates", file] + variables.flatMap { ["--var", $0] } + [ages])
        }
        #expect(count("half", "n=2").output == "0\n")
        #expect(count("half", "n=3").output == "1\n")
        #expect(count("older").output == "1\n")
        #expect(count("older", "years=3.0").output == "0\n")
        #expect(count("older", "years=1.5").status == 64)
        #expect(count("older", "years=1.5").messages == "error: `years` must be an integer, not 1.5\n")

        let session = TestSession()
        _ = try session.type(":load \(ages)\n:predicates \(file)")
        #expect(try session.type(":let n = 2\n:run half").contains("0 of 1 record"))
        #expect(try session.type(":let years = 1.5\n:run older").contains("`years` must be an integer, not 1.5"))
    }

    @Test func rulesHaveTheDefaultsOfTheirArguments() throws {
        let file = try folder.file(
            "defaults.yaml",
            """
            predicates:
              older: {predicate: age > $years, arguments: {years: {type: integer, default: 2}}}
            """)
        let ages = try folder.file("ages.ndjson", #"{"age": 3}"#)
        #expect(predicate(["match", "--rules", file, ages]).output == "[\"older\"]\n")
    }

    // MARK: The prompt

    @Test func runTakesNamesOfTheFile() throws {
        let session = TestSession()
        _ = try session.type(":load \(records)")
        #expect(try session.type(":predicates \(rules)") == "3 predicates; `:saved` lists them, `:run NAME` runs one\n")
        #expect(try session.type(":run big").contains("2 of 4 records"))
        #expect(try session.type(":let minimum = 500000\n:run big").contains("3 of 4 records"))
        #expect(try session.type(":run bgi").contains("did you mean `big`?"))
        // A saved predicate comes first.
        #expect(try session.type(":save big population > 0\n:run big").contains("4 of 4 records"))
        #expect(try session.type(":saved").contains("capitals      capital == TRUE\n"))
        #expect(try session.type(":predicates \(rules)x").contains("no such file"))
        #expect(try session.type(":run capitals").contains("2 of 4 records"))
    }
}
