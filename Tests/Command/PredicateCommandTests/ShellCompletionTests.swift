import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// The completions that a shell receives for a word, and the scripts that request them.
@Suite struct ShellCompletionTests {
    private let folder: TemporaryFolder
    private let people: String

    init() throws {
        folder = try TemporaryFolder()
        people = try folder.file(
            "people.ndjson",
            """
            {"name": "Ann", "age": 31, "country": {"code": "PT"}, "board-id": "b1"}
            {"name": "Bob", "age": 40, "country": {"code": "PL"}, "board-id": "b2"}
            {"name": "Ann", "age": 22, "country": {"code": "PT"}, "board-id": "b2"}

            """)
    }

    /// The completions at the mark of a line, without their descriptions.
    private func answer(_ line: String, _ shell: String = "fish") -> [String] {
        let parts = line.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let result = predicate([CompletionRequest.marker, shell, parts[0], parts.count > 1 ? parts[1] : ""])
        return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func fieldsOfAFileThatIsNamed() {
        #expect(answer("predicate filter 'na¦' \(people)") == ["open", "name"])
        #expect(answer("predicate filter 'na¦ \(people)") == ["open", "name"])
        #expect(answer("predicate check --data \(people) 'country.") == ["open", "country.code"])
        #expect(answer("predicate explain --data=\(people) 'age > 3 AND na") == ["open", "age > 3 AND name"])
        #expect(answer("predicate filter 'boa¦' \(people)", "zsh") == ["open", "SELF.\"board-id\""])
        #expect(answer("predicate why 'age > 5' \(people) --find 'na") == ["open", "name"])
        #expect(answer("predicate filter --untyped 'na¦' \(people)") == ["open"])
        #expect(answer("LANG=C predicate filter --limit 5 'na¦' \(people)") == ["open", "name"])
    }

    @Test func partsOfQueries() {
        #expect(answer("predicate filter 'age > 3' \(people) --sort '-na") == ["open", "-name"])
        #expect(answer("predicate filter 'age > 3' \(people) --sort -age,na") == ["open", "-age,name"])
        #expect(answer("predicate filter 'age > 3' \(people) --select 'who = na") == ["open", "who = name"])
        #expect(answer("predicate filter 'age > 3' \(people) --group-by 'country.") == ["open", "country.code"])
        #expect(answer("predicate filter 'age > 3' \(people) --aggregate 'n = sum(ag") == ["open", "n = sum(age"])
        #expect(answer("predicate filter 'age > 3' \(people) --aggregate 'n = me") == ["open", "n = median("])
    }

    @Test func valuesThatOccur() {
        #expect(answer("predicate filter 'name == \"¦' \(people)") == ["open", "name == \"Ann\"", "name == \"Bob\""])
        #expect(
            answer("predicate filter 'country.code == \"P¦' \(people)") == [
                "open", "country.code == \"PT\"", "country.code == \"PL\"",
            ])
    }

    #if SQLite
    @Test func addressesOfTables() throws {
        let database = try TestDatabase(teamsAndPlayers)
        let path = database.path
        #expect(answer("predicate filter --from sq") == ["open", "sqlite:"])
        #expect(answer("predicate repl --from post") == ["open", "postgresql://"])
        #expect(answer("predicate filter --from sqlite:\(path.dropLast(3))") == ["open", "sqlite:\(path)#"])
        #expect(answer("predicate filter --from=sqlite:\(path)#te") == ["words", "--from=sqlite:\(path)#team"])
        #expect(
            answer("predicate filter --from sqlite:\(path)#")
                == ["words", "sqlite:\(path)#player", "sqlite:\(path)#team"])
        #expect(answer("predicate filter --from sqlite:\(path)#none") == ["words"])
        #expect(answer("predicate filter --from sqlite:/none.sqlite#") == ["words"])
        #expect(
            answer("predicate filter --from sqlite:\(path)#player 'team.na") == ["open", "team.name"])
    }
    #endif

    @Test func operatorsThatFit() {
        #expect(answer("predicate filter 'name BEG¦' \(people)") == ["open", "name BEGINSWITH "])
        #expect(answer("predicate filter 'age BEG¦' \(people)") == ["open"])
    }

    /// A comparison of list elements needs ANY, which completion puts before it.
    @Test func anyIsInserted() throws {
        let tags = try folder.file("tags.ndjson", "{\"tags\": [\"a\"]}\n")
        #expect(answer("predicate filter 'NOT tags BEG¦' \(tags)", "zsh") == ["open", "NOT ANY tags BEGINSWITH "])
        // fish replaces the whole word.
        #expect(answer("predicate filter 'NOT tags BEG¦' \(tags)") == ["words", "NOT ANY tags BEGINSWITH "])
        #expect(answer("predicate filter 'tags C¦' \(tags)") == ["open", "tags CONTAINS "])
    }

    @Test func fieldsOfASchema() throws {
        let schema = try folder.file(
            "person.json",
            """
            {"type": "object", "properties": {"surname": {"type": "string"}, "state": {"enum": ["new", "lost"]}}}
            """)
        #expect(answer("predicate check --schema \(schema) 'sur") == ["open", "surname"])
        #expect(answer("predicate check --schema \(schema) 'state == \"n") == ["open", "state == \"new\""])
    }

    @Test func recordsInADocument() throws {
        let shop = try folder.file("shop.json", "{\"items\": [{\"price\": 3}]}")
        #expect(answer("predicate filter --at /items 'pr¦' \(shop)") == ["open", "price"])
        let map = try folder.file("map.json", "{\"a\": {\"price\": 3}, \"b\": {\"price\": 4}}")
        #expect(answer("predicate filter --values 'pr¦' \(map)") == ["open", "price"])
        #expect(answer("predicate filter 'pr¦' \(map) --values") == ["open", "price"])
    }

    @Test func withoutAFileTheLanguageItselfIsOffered() {
        #expect(answer("predicate filter 'TRUEP") == ["open", "TRUEPREDICATE"])
        #expect(answer("predicate filter 'name BEG¦' /no/such/file") == ["open", "name BEGINSWITH "])
    }

    /// Every kind of word in a command line.
    @Test(arguments: [
        ("predicate c", ["words", "check", "coverage"]), ("predicate --v", ["words", "--version"]),
        ("predicate help wh", ["words", "why"]), ("predicate help why x", ["words"]),
        ("predicate help why -", ["words", "--all"]),
        ("predicate nothing x", ["words"]),
        ("predicate filter --sk", ["words", "--skip-bad-records"]),
        ("predicate filter --strict --st", ["words", "--strict-limits", "--stats"]),
        ("predicate filter --st¦ x --stats", ["words", "--strict", "--strict-limits"]),
        ("predicate filter --arg 1 --ar", ["words", "--arg", "--arg-file"]), ("predicate filter --arg ", ["words"]),
        ("predicate filter --output j", ["words", "json"]),
        ("predicate filter --output=cs", ["words", "--output=csv"]),
        ("predicate format --dates i", ["words", "iso"]), ("predicate format x y", ["words"]),
        ("predicate filter x ", ["files"]), ("predicate filter x y ", ["files"]),
        ("predicate filter -- -x y", ["files"]),
        ("predicate filter --predicate-file p ", ["files"]), ("predicate check --predicate-file p ", ["words"]),
        ("predicate check --schema ", ["files json"]), ("predicate check --schema=x", ["files json"]),
        ("predicate filter -- --lim", ["open"]), ("predicate repl ", ["files"]), ("predicate schema x", ["files"]),
        ("predicate message missing-q", ["words", "missing-quantifier"]), ("", ["words", "filter"]),
    ])
    func everyWord(line: String, expected: [String]) {
        let found = answer(line)
        #expect(line.isEmpty ? Array(found.prefix(2)) == expected : found == expected)
    }

    @Test(arguments: [
        ("'name == \"P", "name == \"P"), ("\"name == \\\"P\\\" AND \"", "name == \"P\" AND "), ("a\\ b", "a b"),
        ("'it'\\''s'", "it's"), ("\"a\\n\"", "a\\n"), ("", ""), ("\\", ""), ("'a\\b'", "a\\b"),
    ])
    func wordsAreReadAsTheShellReadsThem(word: String, content: String) {
        #expect(ShellLine(head: "x \(word)", tail: "", shell: .bash).current.content == content)
    }

    @Test func fishHasQuotesOfItsOwn() {
        #expect(ShellLine(head: "x 'it\\'s \\\\ \\n", tail: "", shell: .fish).current.content == "it's \\ \\n")
    }

    /// bash replaces the part of a word after the last quote or sign, and inserts it unchanged.
    @Test(arguments: [
        ("'name == \"A", "name == \"A", "name == \"Ann\""), ("name\\ ==\\ \\\"A", "\\ \\\"A", "\\ \\\"Ann\\\""),
        ("\"name == 'A", "name == 'A", "name == 'Ann'"), ("", "", "'"),
    ])
    func bashIsGivenWhatItReplaces(raw: String, word: String, expected: String) {
        let result = predicate([CompletionRequest.marker, "bash", "predicate check --data \(people) " + raw, "", word])
        let lines = result.lines
        #expect(lines.first == "open")
        if raw.isEmpty {
            #expect(lines.count > 3 && lines.dropFirst().allSatisfy { $0.hasPrefix("'") })
        } else {
            #expect(Array(lines.dropFirst()) == [expected])
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func thereIsAScriptForEveryShell(shell: String) {
        for arguments in [["--generate-completion-script", shell], ["--generate-completion-script=\(shell)"]] {
            let result = predicate(arguments)
            #expect(result.status == 0)
            #expect(result.messages == "")
            #expect(result.output.contains("\(CompletionRequest.marker) \(shell) "))
        }
    }

    @Test func otherShellsHaveNone() {
        let result = predicate(["--generate-completion-script", "tcsh"])
        #expect(result.status == 64)
        #expect(result.messages.contains("bash, zsh, fish"))
        #expect(predicate([CompletionRequest.marker, "tcsh", "predicate ", ""]).status == 64)
    }

    @Test func theScriptOfBashIsOne() throws {
        let script = try folder.file("predicate.bash", predicate(["--generate-completion-script", "bash"]).output)
        let result = try BuiltCommand.shell("bash -n \(script)", in: folder)
        #expect(result.status == 0, "\(result)")
    }
}
