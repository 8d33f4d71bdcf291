import Foundation
import Testing

@testable import PredicateCommand

/// What a shell is given for the predicate of a command line, and the scripts that ask for it.
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

    private func candidates(_ words: [String], _ index: Int, _ prefix: String? = nil) -> [String] {
        ShellCompletion.predicates(in: words, at: index, prefix: prefix ?? words[index])
    }

    @Test func fieldsOfAFileThatIsNamed() {
        let line = ["predicate", "filter", "'na", people]
        #expect(candidates(line, 2) == ["name"])
        #expect(candidates(["predicate", "check", "--data", people, "'country."], 4) == ["country.code"])
        #expect(candidates(["predicate", "explain", "--data=" + people, "'age > 3 AND na"], 3) == ["age > 3 AND name"])
        #expect(candidates(["predicate", "filter", "'boa", people], 2) == ["SELF.\"board-id\""])
    }

    @Test func valuesThatOccur() {
        let line = ["predicate", "filter", "'name == \"", people]
        #expect(candidates(line, 2) == ["name == \"Ann\"", "name == \"Bob\""])
        #expect(
            candidates(["predicate", "filter", "'country.code == \"P", people], 2) == [
                "country.code == \"PT\"", "country.code == \"PL\"",
            ])
    }

    @Test func operatorsThatFit() {
        #expect(candidates(["predicate", "filter", "'name BEG", people], 2) == ["name BEGINSWITH "])
        #expect(candidates(["predicate", "filter", "'age BEG", people], 2) == [])
    }

    @Test func fieldsOfASchema() throws {
        let schema = try folder.file(
            "person.json",
            """
            {"type": "object", "properties": {"surname": {"type": "string"}, "state": {"enum": ["new", "lost"]}}}
            """)
        #expect(candidates(["predicate", "check", "--schema", schema, "'sur"], 4) == ["surname"])
        #expect(candidates(["predicate", "check", "--schema", schema, "'state == \"n"], 4) == ["state == \"new\""])
    }

    @Test func recordsInADocument() throws {
        let shop = try folder.file("shop.json", "{\"items\": [{\"price\": 3}]}")
        #expect(candidates(["predicate", "filter", "--at", "/items", "'pr", shop], 4) == ["price"])
        let map = try folder.file("map.json", "{\"a\": {\"price\": 3}, \"b\": {\"price\": 4}}")
        #expect(candidates(["predicate", "filter", "--values", "'pr", map], 3) == ["price"])
    }

    @Test func withoutAFileTheLanguageItselfIsOffered() {
        #expect(candidates(["predicate", "filter", "'TRUEP"], 2) == ["TRUEPREDICATE"])
        #expect(candidates(["predicate", "filter", "'name BEG", "/no/such/file"], 2) == ["name BEGINSWITH "])
        #expect(candidates(["predicate", "filter", "--at"], 2, "") != [])
        #expect(ShellCompletion.predicates(in: [], at: 7, prefix: "TRUEP") == ["TRUEPREDICATE"])
    }

    @Test(arguments: [
        ("'name == \"P", "name == \"P"), ("\"name == \\\"P\\\" AND \"", "name == \"P\" AND "), ("a\\ b", "a b"),
        ("'it'\\''s'", "it's"), ("name == \"P", "name == \"P"), ("\"a\\n\"", "a\\n"), ("", ""), ("\\", ""),
    ])
    func wordsAreReadAsTheShellReadsThem(word: String, content: String) {
        #expect(ShellWord.content(of: word) == content)
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func thereIsAScriptForEveryShell(shell: String) {
        let result = predicate(["--generate-completion-script", shell])
        #expect(result.status == 0)
        #expect(result.messages == "")
        for expected in ["filter", "explain", "schema", "missing-quantifier", "---completion"] {
            #expect(result.output.contains(expected), "\(expected)")
        }
    }

    @Test func theScriptOfBashIsOne() throws {
        let script = try folder.file("predicate.bash", predicate(["--generate-completion-script", "bash"]).output)
        let result = try BuiltCommand.shell("bash -n \(script)", in: folder)
        #expect(result.status == 0, "\(result)")
    }
}
