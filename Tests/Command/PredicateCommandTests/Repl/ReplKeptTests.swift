import Foundation
import PredicateAnalysis
import PredicateCore
import PredicateFormat
import PredicateRecords
import PredicateTesting
import Testing

@testable import PredicateCommand

/// What a session keeps in a file, rules, views, and the coverage of many records at once.
@Suite struct ReplKeptTests {
    let folder: TemporaryFolder
    let towns: String

    init() throws {
        folder = try TemporaryFolder()
        towns = try folder.file("towns.ndjson", townRecords)
    }

    // MARK: Sessions

    @Test func aSessionKeepsWhatIsLoaded() throws {
        let schema = try folder.file(
            "town.schema.json",
            #"{"type":"object","properties":{"name":{"type":"string"},"population":{"type":"integer"}}}"#)
        let shop = try folder.file("shop.json", #"{"items":[{"sku":1},{"sku":2}]}"#)
        let session = TestSession()
        _ = try session.type(
            ":load \(shop) at /items as items\n:load \(towns) schema \(schema) as people\n:sort -population\n:use items"
        )
        let file = folder.path("work.json")
        #expect(try session.type(":session save \(file)") == "session saved to \(file)\n")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        // Files beside the session are named from there.
        #expect(text.contains("\"file\": \"towns.ndjson\""), "\(text)")
        #expect(text.contains("\"schema\": \"town.schema.json\""))
        #expect(!text.contains(folder.path("")))
        let other = TestSession()
        let said = try other.type(":session load \(file)")
        #expect(said.contains("items: 2 records of \(shop)"), "\(said)")
        #expect(said.contains("people: 5 records of \(towns)"))
        #expect(try other.type(":count sku > 1") == "1\n")
        #expect(try other.type(":use people\n:schema population").contains("population  an integer"))
        #expect(try other.type(":sort").contains("-population"))
        // What is loaded already is not loaded again.
        #expect(try other.type(":session load \(file)").hasPrefix("session loaded: "))
    }

    @Test func aSessionWithFilesThatAreGone() throws {
        let gone = try folder.file("gone.ndjson", townRecords)
        let session = try TestSession(gone)
        let file = folder.path("work.json")
        _ = try session.type(":load \(towns)\n:save large population > 1000000\n:session save \(file)")
        try FileManager.default.removeItem(atPath: gone)
        let other = TestSession()
        let said = try other.type(":session load \(file)")
        #expect(said.contains("gone.ndjson"), "\(said)")
        #expect(said.contains("error: "))
        #expect(try other.type(":use towns\n:run large").hasSuffix("2 of 5 records\n"))
    }

    @Test(arguments: [
        #"{"version":1,"data":3}"#, #"{"version":1,"data":[3]}"#, #"{"version":1,"data":[{"name":"x"}]}"#,
        #"{"version":1,"data":[{"name":"x","file":""}]}"#, #"{"version":1,"data":[{"name":"x","file":"y","at":"z"}]}"#,
        #"{"version":1,"data":[{"name":"x","file":"-"}]}"#,
        #"{"version":1,"data":[{"name":"x","file":"y","run":"z"}]}"#,
        #"{"version":1,"data":[{"name":"x","file":"/dev/null/x"}],"current":7}"#,
    ])
    func aBadListOfFiles(text: String) throws {
        let file = try folder.file("bad.json", text)
        let session = TestSession()
        #expect(try session.type(":session load \(file)").contains("error: "))
        #expect(try session.type(":use").contains("no records are loaded"))
    }

    @Test func recordsOfALastResultAreNotKept() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"\n:let all = $_\n:let names = $_.name\n:let least = 3")
        let file = folder.path("work.json")
        let said = try session.type(":session save \(file)")
        #expect(said.contains("note: `$all` holds records of a last result"), "\(said)")
        let other = TestSession()
        _ = try other.type(":session load \(file)")
        #expect(try other.type("$least") == "3\n")
        #expect(try other.type("$names.@count") == "2\n" || said.contains("`$names`"))
        #expect(try other.type("$all").contains("error: "))
    }

    /// What came through a pipe cannot be loaded again.
    @Test func recordsOfAPipeAreNotKept() throws {
        let result = try BuiltCommand.shell(
            "predicate repl <(cat '\(towns)') '\(towns)' <<< ':session save work.json' 2>&1", in: folder)
        #expect(result.output.contains(" was read from a pipe or from standard input, and is not kept\n"), "\(result)")
        let saved = try String(contentsOfFile: folder.path("work.json"), encoding: .utf8)
        #expect(saved.contains("\"file\": \"towns.ndjson\"") && !saved.contains("/dev/fd"), "\(saved)")
    }

    /// Lines and records cannot both come from standard input.
    @Test(arguments: ["predicate repl - <'FILE'", "predicate repl - - <'FILE'"])
    func standardInputHoldsTheLines(line: String) throws {
        let result = try BuiltCommand.shell(line.replacing("FILE", with: towns) + " 2>&1", in: folder)
        #expect(result.status == 64 && result.output.hasPrefix("error: standard input "), "\(result)")
        #expect(result.output.split(separator: "\n").count == 1, "\(result)")
    }

    // MARK: Rules

    @Test func rulesOfAFile() throws {
        let rules = try folder.file(
            "rules.txt",
            "# rules\nportuguese: country == \"PT\"\nlarge one: population > 1000000\nnone: nmae == \"x\"\nall: TRUEPREDICATE\n"
        )
        let session = try TestSession(towns)
        #expect(
            try session.type(":rules \(rules)") == """
                portuguese  2  ██████░░░░░░░░░░
                large one   2  ██████░░░░░░░░░░
                none        0  no record has `nmae`
                all         5  ████████████████
                4 rules, 5 records

                """)
        #expect(
            try session.type(":rules for 1") == """
                portuguese  country == "PT"
                all         TRUEPREDICATE

                """)
        #expect(try session.type(":run large one").hasSuffix("2 of 5 records\n"))
        #expect(try session.type(":run portugese").contains("did you mean `portuguese`?"))
        #expect(try session.type(":rules for 9").contains("there is no record 9"))
        #expect(try session.type(":rules for x").contains("error: "))
        #expect(try session.type(":rules a b").contains("error: usage"))
        let wrong = try folder.file("wrong.txt", "a: x >\nb: y == 1\n")
        #expect(try session.type(":rules \(wrong)").contains("`>` has no value on its right"))
        #expect(try session.type(":rules for 4").contains("all "))
        #expect(try TestSession().type(":rules").contains("`:rules` needs a file of rules"))
        #expect(try TestSession().type(":rules -").contains("error: "))
        #expect(try TestSession().type(":rules \(rules)").contains("no records are loaded"))
    }

    /// Each rule holds for as many records as `:count` of its predicate finds.
    @Test func rulesCountAsPredicatesDo() throws {
        let texts = [
            "n > 500", "s BEGINSWITH \"a\"", "n IN {1, 2, 3}", "b == TRUE OR n < 100", "ANY l == 3", "m.k > 4",
        ]
        let records = (0..<3000).map { number in
            "{\"n\":\(number % 1000),\"s\":\"\(["abc", "b", "ax"][number % 3])\",\"b\":\(number % 7 == 0),\"l\":[\(number % 5)],\"m\":{\"k\":\(number % 9)}}"
                + (number % 100 == 5 ? " x" : "")
        }
        let file = try folder.file("many.ndjson", records.joined(separator: "\n") + "\n")
        let rules = try folder.file(
            "rules.txt", texts.enumerated().map { "r\($0): \($1)" }.joined(separator: "\n") + "\n")
        let session = try TestSession(file)
        let lines = try session.type(":rules \(rules)").split(separator: "\n")
        for (text, line) in zip(texts, lines) {
            let count = try session.type(":count \(text)").split(separator: "\n").last ?? ""
            #expect(line.split(separator: " ").dropFirst().first == count, "\(text): \(line)")
        }
        #expect(lines.last?.hasPrefix("6 rules, 2970 records") ?? false, "\(lines.last ?? "")")
    }

    // MARK: Views

    @Test func explainHasAllViews() throws {
        let session = try TestSession(towns)
        let all = try session.type(":explain population > 5 AND name = 'x'")
        #expect(all.contains(try session.type(":tree population > 5 AND name = 'x'")))
        #expect(all.contains(try session.type(":format population > 5 AND name = 'x'")))
        let expression = try session.type(":explain population / 2")
        #expect(expression == "seen as an integer or nil\n\ncanonical:\n  population / 2\n", "\(expression)")
    }

    // MARK: Coverage

    /// Generated predicates over generated bits: counting many records at once gives what one after another does.
    @Test func coverageOfManyRecordsAtOnce() throws {
        var random = SystemRandomNumberGenerator()
        let names = ["a", "b", "c", "d"]
        func predicate(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth == 0 ? 2 : 6), using: &random) {
            case 0: return (names.randomElement(using: &random) ?? "a") + " == 1"
            case 1: return Bool.random(using: &random) ? "TRUEPREDICATE" : "d > 0"
            case 2: return "NOT (\(predicate(depth - 1)))"
            case 3: return "(\(predicate(depth - 1))) AND (\(predicate(depth - 1))) AND (\(predicate(depth - 1)))"
            default: return "(\(predicate(depth - 1))) OR (\(predicate(depth - 1)))"
            }
        }
        for _ in 0..<(runsDeepTests ? 200 : 12) {
            let text = predicate(3)
            let checked = try ParsedPredicate(parsing: text).checked()
            let count = Int.random(in: 1...140, using: &random)
            let records = (0..<count).map { _ -> PredicateValue in
                .object(PredicateObject(names.map { ($0, .integer(Int64(Int.random(in: 0...1, using: &random)))) }))
            }
            let isCounted = records.map { _ in Int.random(in: 0..<8, using: &random) > 0 }
            var slow = PredicateCoverage(checked)
            for (record, counts) in zip(records, isCounted) where counts { slow.add(record) }
            var quick = PredicateCoverage(checked)
            // Nothing is to be scanned for constants alone.
            guard var patterns = ClausePatterns(quick, of: checked) else { continue }
            let matches = patterns.clauses.map { clause in
                records.indices.filter { isCounted[$0] && clause.matches(records[$0]) }
            }
            patterns.add(matches, of: isCounted.count { $0 })
            patterns.count(in: &quick)
            #expect(quick.json() == slow.json(), "\(text)")
        }
    }

    @Test func coverageIsThatOfEachClause() throws {
        let session = try TestSession(towns)
        let text = try session.type(":coverage country == \"PT\" OR population > 1000000")
        #expect(text.contains("5 records, 4 match"), "\(text)")
        // Assignments and limits take the other way, with the same answer.
        let slow = try session.type(":coverage $x := 1000000 AND (country == \"PT\" OR population > $x)")
        #expect(slow.contains("4 match") || slow.contains("error: "), "\(slow)")
    }
}
