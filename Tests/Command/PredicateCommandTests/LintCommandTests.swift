import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate lint` as a command: what it writes, where, and how it ends.
@Suite struct LintCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let manifest = """
        conditional_items:
          - condition: os_vers CONTAIN "14"   # laptops
        """

    private func lint(_ arguments: String...) -> CommandResult { predicate(["lint"] + arguments) }

    @Test func aFindingIsShownInTheLinesOfItsFile() throws {
        let file = try folder.file("m.yaml", Self.manifest)
        let result = lint(file)
        #expect(result.status == 65)
        #expect(
            result.output == """
                \(file):2:24: error: `CONTAIN` is not an operator
                 2 │   - condition: os_vers CONTAIN "14"   # laptops
                   │                        ^^^^^^^ write `CONTAINS`

                """)
        #expect(result.messages == "")
    }

    @Test func foldersAreSearched() throws {
        _ = try folder.file("m.yaml", Self.manifest)
        _ = try folder.file("notes.txt", "condition: os_vers CONTAIN 3")
        _ = try folder.file("broken.json", "{")
        _ = try folder.file(".hidden.yaml", Self.manifest)
        let result = lint("--list", folder.url.path)
        #expect(result.status == 0)
        #expect(
            result.output
                == "\(folder.url.path)/m.yaml:2:16: munki: conditional_items[0].condition: os_vers CONTAIN \"14\"\n")
    }

    @Test func whatIsNamedMustBeReadable() throws {
        let broken = try folder.file("broken.json", "{")
        let result = lint(broken)
        #expect(result.status == 65)
        #expect(result.output.contains("error: "))
        let text = try folder.file("notes.txt", "x")
        #expect(lint(text).status == 66)
        #expect(lint(text).messages == "error: \(text): its format is not known\n")
        #expect(lint(folder.url.path + "/none").status == 66)
        #expect(lint().status == 64)
    }

    @Test func fixesAreWrittenIntoTheFile() throws {
        let file = try folder.file("m.yaml", Self.manifest)
        #expect(lint("--fix", file) == CommandResult(status: 0, output: "", messages: ""))
        let fixed = try String(contentsOfFile: file, encoding: .utf8)
        #expect(fixed == Self.manifest.replacingOccurrences(of: "CONTAIN", with: "CONTAINS"))
        #expect(lint("--fix", file) == CommandResult(status: 0, output: "", messages: ""))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == fixed)
    }

    @Test func keysAndSchemasOfAUser() throws {
        let schema = try folder.file(
            "s.json", #"{"type": "object", "properties": {"age": {"type": "integer"}}, "additionalProperties": false}"#)
        let rules = try folder.file("rules.toml", "[[rule]]\nwhen = 'age > 3'\n[[rule]]\nwhen = 'aeg > 3'\n")
        let result = lint("--keys", "rule[].when", "--schema", schema, rules)
        #expect(result.status == 65)
        #expect(result.output.hasPrefix("\(rules):4:9: error: `aeg` is not a field of "))
        #expect(lint("--keys", "a..b", rules).status == 64)
    }

    @Test func aProfileOfAUser() throws {
        let profile = try folder.file("p.json", #"{"name": "mine", "predicates": ["**.when"]}"#)
        let rules = try folder.file("rules.json", #"{"a": {"when": "age >"}, "condition": "((("}"#)
        #expect(lint("--profile", profile, "--list", rules).output == "\(rules):1:17: mine: a.when: age >\n")
        let wrong = try folder.file("wrong.json", #"{"name": "mine", "keys": []}"#)
        #expect(lint("--profile", wrong, rules).messages.hasPrefix("\(wrong):1:19: error: a profile has no key `keys`"))
        #expect(lint("--profile", "none", rules).status == 66)
    }

    @Test func formatsForPrograms() throws {
        let file = try folder.file("m.yaml", Self.manifest)
        #expect(
            lint("--format", "github", file).output
                == "::error file=\(file),line=2,col=24,endLine=2,endColumn=31,title=unknown-operator::"
                + "`CONTAIN` is not an operator; write `CONTAINS`\n")
        let json = try JSONSerialization.jsonObject(with: Data(lint("--format", "json", file).output.utf8))
        let finding = try #require((json as? [[String: Any]])?.first)
        #expect(finding["file"] as? String == file)
        #expect(finding["profile"] as? String == "munki")
        #expect((finding["range"] as? [String: Int])?["line"] == 2)
        #expect((finding["range"] as? [String: Int])?["start"] == 42)
        let sarif = try JSONSerialization.jsonObject(with: Data(lint("--format", "sarif", file).output.utf8))
        let run = try #require(((sarif as? [String: Any])?["runs"] as? [[String: Any]])?.first)
        #expect((run["results"] as? [[String: Any]])?.first?["ruleId"] as? String == "unknown-operator")
        // Nothing found is an empty list, not an empty text.
        let right = try folder.file("r.yaml", "a: 1\n")
        #expect(lint("--format", "json", right).output == "[]\n")
    }

    @Test func warningsFailOnlyIfAsked() throws {
        let file = try folder.file("m.yaml", "installable_condition: hostnme == 'x'\n")
        #expect(lint(file).status == 0)
        #expect(lint("--fail-on-warnings", file).status == 65)
    }

    @Test func binaryPropertyListsHaveNoLines() throws {
        let list = ["installable_condition": "os_vers CONTAIN '14'"]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let path = folder.url.appendingPathComponent("b.plist").path
        #expect(FileManager.default.createFile(atPath: path, contents: data))
        let result = lint("--fix", path)
        #expect(result.status == 65)
        #expect(
            result.output == """
                \(path): installable_condition:1:9: error: `CONTAIN` is not an operator
                 1 │ os_vers CONTAIN '14'
                   │         ^^^^^^^ write `CONTAINS`

                """)
        #expect(FileManager.default.contents(atPath: path) == data)
    }

    @Test func noControlCharactersOfAFileReachATerminal() throws {
        let file = try folder.file("m.yaml", "installable_condition: \"os_vers CONTAIN '\\e[31m' \\u202E\"\n")
        for format in ["text", "github", "json", "sarif"] {
            let output = lint("--format", format, file).output
            #expect(
                output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F }, "\(format)")
        }
        #expect(
            lint("--list", file).output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" }
        )
    }
}
