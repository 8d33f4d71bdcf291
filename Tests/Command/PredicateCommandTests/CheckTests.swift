import Foundation
import PredicateCore
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate check`.
@Suite struct CheckTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let schema = """
        {"title": "Person", "type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"},
         "tags": {"type": "array", "items": {"type": "string"}}, "nickname": {"type": ["string", "null"]}},
         "required": ["name", "age", "tags", "nickname"]}
        """

    private func check(_ arguments: String...) throws -> CommandResult {
        predicate(["check", "--schema", try folder.file("person.schema.json", Self.schema)] + arguments)
    }

    // MARK: Status and snippets

    @Test func whatIsRightIsSilent() throws {
        #expect(try check("age > 3 AND ANY tags == $tag") == CommandResult(status: 0, output: "", messages: ""))
    }

    @Test func everyMistakeIsShownAtOnceWhateverStageFindsIt() throws {
        let text = "nmae CONTAIN 'x' AND age > 'a' AND age BETWEEN {5, 1} AND"
        let all = ["unknown-field", "unknown-operator", "wrong-operand", "reversed-bounds", "missing-operand"]
        #expect(try codes(check("--diagnostics", "json", text)) == all)
        let result = try check(text)
        #expect(result.status == 65)
        #expect(result.output == "")
        let headings = result.messages.split(separator: "\n").compactMap { line in
            ["error", "warning"].first { line.hasPrefix($0 + ": ") }
        }
        #expect(headings == ["error", "error", "error", "warning", "error"])
        #expect(
            try check("nmae == 'x' AND tgas.@count == 1").messages == """
                error: `nmae` is not a field of Person
                 1 │ nmae == 'x' AND tgas.@count == 1
                   │ ^^^^ did you mean `name`?
                error: `tgas` is not a field of Person
                 1 │ nmae == 'x' AND tgas.@count == 1
                   │                 ^^^^ did you mean `tags`?

                """)
    }

    @Test func warningsFailWhereThatIsAsked() throws {
        let text = "age BETWEEN {5, 1}"
        let doubtful = try check(text)
        #expect(doubtful.status == 0)
        #expect(doubtful.messages.hasPrefix("warning: "))
        #expect(
            try check("--fail-on-warnings", text) == CommandResult(status: 65, output: "", messages: doubtful.messages))
        #expect(try check("--fail-on-warnings", "age > 1").status == 0)
    }

    @Test(arguments: [
        ["age > 1", "--fix", "--diagnostics", "json"], ["age > 1", "--diagnostics", "xml"], ["age > 1", "--untyped"],
        ["age > 1", "--data", "d"], ["age > 1", "--predicate-file", "f"], [], ["age > 1", "--at", "/x"],
        ["--predicate-file", "-", "--data", "-"],
    ])
    func whatExcludesEachOtherIsAUsageError(arguments: [String]) throws {
        let schema = try folder.file("person.schema.json", Self.schema)
        let all = ["check"] + (arguments.contains("-") ? [] : ["--schema", schema]) + arguments
        #expect(predicate(all).status == 64)
    }

    @Test func inputsThatAreNotThere() throws {
        #expect(predicate(["check", "--data", folder.path("none"), "a == 1"]).status == 66)
        #expect(predicate(["check", "--schema", folder.path("none"), "a == 1"]).status == 66)
        #expect(predicate(["check", "--predicate-file", folder.path("none")]).status == 66)
        #expect(predicate(["check", "--data", try folder.file("bad", "oops"), "a == 1"]).status == 65)
    }

    // MARK: Records

    @Test func recordsAreReadOnUntilAFieldIsFound() throws {
        let lines = String(repeating: "{\"n\":1}\n", count: 1200) + "{\"n\":1,\"late\":2}\n"
        let data = try folder.file("d", lines)
        #expect(predicate(["check", "--data", data, "late == 2"]).status == 0)
        #expect(predicate(["check", "--data", data, "later == 2"]).status == 65)
        // A text that is not well-formed is checked too.
        let broken = predicate(["check", "--data", data, "--diagnostics", "json", "late == 2 AND"])
        #expect(try codes(broken) == ["missing-operand"])
        let zipped = try BuiltCommand.shell("cat d | predicate check --data - 'late == 2 AND n == 1'", in: folder)
        #expect(zipped == CommandResult(status: 0, output: "", messages: ""))
    }

    @Test func recordsThatCannotBeReadAreNamed() throws {
        let data = try folder.file("d", "{\"n\":1}\noops\n{\"m\":1}\n")
        let result = predicate(["check", "--data", data, "m == 1"])
        #expect(result.status == 0)
        #expect(result.messages.hasPrefix("warning: \(data):2:1: "), "\(result)")
        let nothing = predicate(["check", "--data", try folder.file("empty", ""), "m == 1"])
        #expect(nothing.status == 0)
        #expect(nothing.messages == "warning: there are no records, so names and types are not checked\n")
    }

    @Test func aDocumentOfManyIsPointedOut() throws {
        let data = try folder.file("d", #"{"items":[{"m":1},{"m":2}]}"#)
        let result = predicate(["check", "--data", data, "m == 1"])
        #expect(result.status == 65)
        #expect(result.messages.contains("--at /items"))
        #expect(predicate(["check", "--data", data, "--at", "/items", "m == 1"]).status == 0)
    }

    // MARK: Values

    @Test func argumentsAndVariablesMayBeOpen() throws {
        #expect(try check("name == %@ AND age > $least").status == 0)
        let open = try check("--diagnostics", "json", "name == %@ AND %K > $least")
        #expect(open.status == 0)
        #expect(try codes(open) == ["missing-argument", "missing-argument"])
        #expect(try objects(open).allSatisfy { $0["severity"] as? String == "warning" })
        #expect(try check("--fail-on-warnings", "name == %@").status == 65)
        let complete = try check("--complete", "--diagnostics", "json", "name == %@ AND age > $least AND nmae = 1")
        #expect(complete.status == 65)
        #expect(try codes(complete) == ["missing-argument", "unbound-variable", "unknown-field"])
        #expect(try check("--complete", "--arg", "Ada", "--var", "n=5", "name == %@ AND age > $n").status == 0)
        #expect(try check("--arg", "Ada", "name == %@ AND age > %d").status == 65)
        #expect(try check("--arg", "5", "name == %@").status == 0)
        // Values are checked together with the rest of the text.
        let wrong = try check(
            "--diagnostics", "json", "--arg", "x", "--var", "a=y", "age > %@ AND age < $a AND nmae = 1")
        #expect(try codes(wrong) == ["wrong-operand", "wrong-operand", "unknown-field"])
        // In a text that is not well-formed, values are not checked because their types are unknown.
        #expect(try codes(try check("--diagnostics", "json", "--arg", "5", "name == %@ AND")) == ["missing-operand"])
    }

    /// Edits that would change the answer of a valid text are only suggestions.
    @Test(arguments: [
        "age BETWEEN {5, 1}", "name LIKE '%a%'", "name MATCHES '.*\\d'", "name IN ('Jo')", "tags[-1] == 'x'",
        "name == '%@'", "'name' == 'Jo'", "SUBQUERY(tags, $tag, $tags == 'x').@count > 0",
    ])
    func suggestionsAreNotMade(text: String) throws {
        let result = try check("--fix", text)
        #expect(result.status == 0)
        #expect(result.output == text + "\n")
        #expect(result.messages.contains("warning: "), "\(result)")
        let edits = try objects(check("--diagnostics", "json", text)).flatMap { $0["edits"] as? [[String: Any]] ?? [] }
        #expect(!edits.isEmpty)
        #expect(edits.allSatisfy { $0["applicable"] as? Bool == false })
    }

    /// A later record may contain a value that the sample lacks. The message names similar values and has no edit.
    @Test(arguments: ["host == 'web-03'", "version == '1.9.4'", "level == 'err\\.'"])
    func valuesAreNotExchanged(text: String) throws {
        let lines = (0..<40).map { number in
            "{\"host\":\"web-0\(number % 2 + 1)\",\"version\":\"1.9.\(number % 3 + 1)\",\"level\":\"error\"}\n"
        }
        let data = try folder.file("d", lines.joined())
        let result = predicate(["check", "--data", data, "--fix", text])
        #expect(result.status == 0)
        #expect(result.output == text + "\n")
        let found = try objects(predicate(["check", "--data", data, "--diagnostics", "json", text]))
        #expect(found.map { $0["code"] as? String } == ["unseen-value"])
        #expect(found.allSatisfy { ($0["edits"] as? [Any])?.isEmpty == true })
        // No value of the sample is similar enough to `err\.` to mention.
        let hint = found.first?["hint"] as? String
        #expect(text.contains("\\") ? hint == nil : hint?.hasPrefix("a similar value is ") == true, "\(hint ?? "")")
    }

    /// IN a string looks for a part of it, so no value has to equal it.
    @Test(arguments: [("host IN 'web-01, web-02'", [String]()), ("host IN 'web'", ["other-text"])])
    func aPartOfAStringIsNoUnseenValue(text: String, codes: [String]) throws {
        let data = try folder.file("d", "{\"host\":\"web-01\"}\n{\"host\":\"web-02\"}\n")
        let found = try objects(predicate(["check", "--data", data, "--diagnostics", "json", text]))
        #expect(found.map { $0["code"] as? String } == codes)
    }

    /// A field with numbers as text is compared as a number with a number.
    @Test(
        arguments: [
            ("bytes > 50000", "toNumber(bytes) > 50000", [2]),
            ("bytes == 70000", "toNumber(bytes) == 70000", [2]),
            ("bytes BETWEEN {1, 8}", "toNumber(bytes) BETWEEN {1, 8}", [1]),
            ("bytes IN {7, 9.0}", "toNumber(bytes) IN {7, 9.0}", [1, 3]),
            ("mixed > 8", "toNumber(mixed) > 8", [2]), ("name == 5", "name == \"5\"", []),
            ("name > 5", nil, []), ("ANY codes == 5", "ANY codes == \"5\"", [1]), ("ANY codes > 5", nil, []),
        ] as [(String, String?, [Int])])
    func numbersBesideText(text: String, fixed: String?, found: [Int]) throws {
        let data = try folder.file(
            "n.ndjson",
            """
            {"id":1,"bytes":"7","mixed":"n/a","name":"Ann","codes":["5"]}
            {"id":2,"bytes":"70000","mixed":"10","name":"Bob","codes":[]}
            {"id":3,"bytes":"9.0","mixed":"8","name":"Cid","codes":["6"]}

            """)
        let result = predicate(["check", "--data", data, "--fix", text])
        #expect(result.output == (fixed ?? text) + "\n")
        guard let fixed else { return #expect(result.status == 65) }
        let ids = found.map { "{\"id\":\($0)}\n" }.joined()
        #expect(predicate(["filter", fixed, data, "--select", "id"]).output == ids, "\(fixed)")
    }

    /// An edit that reveals an unfixable error in its own range is only suggested (D115).
    @Test(
        arguments: [
            ("ANY labels == 'n1'", "needless-quantifier", nil), ("n > 4", "missing-quantifier", nil),
            ("n BETWEEN {1, 4}", "missing-quantifier", nil),
            ("ANY name == 'n1'", "needless-quantifier", "name == 'n1'"),
            ("n == 4", "missing-quantifier", "ANY n == \"4\""), ("n > '4'", "missing-quantifier", "ANY n > '4'"),
        ] as [(String, String, String?)])
    func aMendBringsNoOtherError(text: String, code: String, fixed: String?) throws {
        let records = (1...5).map {
            "{\"labels\":{\"a\":\"n\($0)\"},\"n\":[\"\($0)\",\"x\"],\"name\":\"n\($0)\"}\n"
        }
        let data = try folder.file("labels", records.joined())
        let result = predicate(["check", "--data", data, "--fix", text])
        #expect(result.output == (fixed ?? text) + "\n")
        #expect(result.status == (fixed == nil ? 65 : 0))
        let found = try objects(predicate(["check", "--data", data, "--diagnostics", "json", text]))
        #expect(found.map { $0["code"] as? String } == [code])
        let edits = found.flatMap { $0["edits"] as? [[String: Any]] ?? [] }
        #expect(edits.allSatisfy { $0["applicable"] as? Bool == (fixed != nil) })
        #expect(fixed == nil || !edits.isEmpty)
    }

    // MARK: JSON

    private func objects(_ result: CommandResult) throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    private func codes(_ result: CommandResult) throws -> [String] {
        try objects(result).compactMap { $0["code"] as? String }
    }

    @Test func json() throws {
        let result = try check("--diagnostics", "json", "name == 'é' AND\n  nmae == 'x'")
        #expect(
            result
                == CommandResult(
                    status: 65,
                    output: """
                        [
                          {
                            "code": "unknown-field",
                            "severity": "error",
                            "message": "`nmae` is not a field of Person",
                            "hint": "did you mean `name`?",
                            "range": {
                              "start": 19,
                              "end": 23,
                              "line": 2,
                              "column": 3
                            },
                            "labels": [],
                            "edits": [
                              {
                                "range": {
                                  "start": 19,
                                  "end": 23,
                                  "line": 2,
                                  "column": 3
                                },
                                "text": "name",
                                "applicable": true
                              }
                            ],
                            "notes": []
                          }
                        ]

                        """, messages: ""))
        let label = try objects(check("--diagnostics", "json", "age > \"thirty\"")).first?["labels"] as? [[String: Any]]
        #expect(label?.first?["range"] as? [String: Int] == ["start": 0, "end": 3, "line": 1, "column": 1])
        #expect(label?.first?["message"] is String)
        #expect(try check("--diagnostics", "json", "age > 1") == CommandResult(status: 0, output: "[]\n", messages: ""))
        let warning = try check("--diagnostics", "json", "age BETWEEN {5, 1}")
        #expect(warning.status == 0)
        #expect(warning.messages == "")
        #expect(try objects(warning).first?["severity"] as? String == "warning")
        #expect(try check("--diagnostics", "json", "--fail-on-warnings", "age BETWEEN {5, 1}").status == 65)
    }

    /// Offsets are in bytes; lines and columns are those that people count.
    @Test(arguments: [
        ("日本 == 'x'\r\nAND é̂.b == 1\nAND nmae == 2", "nmae", 3, 5), ("'👨‍👩‍👧' == name AND nmae == 1", "nmae", 1, 21),
        ("\tnmae == 1", "nmae", 1, 2), ("name == 'x' AND\r  nmae == 1", "nmae", 2, 3),
    ])
    func rangesPointWhereTheyShould(text: String, word: String, line: Int, column: Int) throws {
        let found = try objects(try check("--diagnostics", "json", text))
        let ranges = found.compactMap { $0["range"] as? [String: Int] }
        let bytes = Array(text.utf8)
        let match = ranges.first { range in
            guard let start = range["start"], let end = range["end"], start <= end, end <= bytes.count else {
                return false
            }
            return String(decoding: bytes[start..<end], as: UTF8.self) == word
        }
        #expect(match?["line"] == line)
        #expect(match?["column"] == column)
    }

    @Test(arguments: [
        "a == '\u{1B}[31mred\u{7}' AND", "\u{0}\u{1}\u{9B}", "a \u{202E}== 'x\u{9D}", "'\u{2028}' > AND \u{7F}",
        "((((((((", "\"\\",
        String(repeating: "(", count: 5000), String(repeating: "a == 'x AND ", count: 300),
    ])
    func hostileTexts(text: String) throws {
        for arguments in [["--diagnostics", "json"], ["--fix"], []] {
            let result = predicate(["check"] + arguments + [text])
            // A text is valid after `--fix` if every error has a fix-it.
            #expect(result.status == 65 || (arguments == ["--fix"] && result.status == 0))
            if arguments.count == 2 {
                #expect(try objects(result).isEmpty == false)
                #expect(result.messages == "")
            }
            // `--fix` writes the text itself. All other output must be safe to display.
            let shown = arguments == ["--fix"] ? result.messages : result.output + result.messages
            let isSafe = shown.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}")
            }
            #expect(isSafe)
        }
    }

    // MARK: Files

    @Test func placesInAFile() throws {
        let file = try folder.file("rule", "\u{FEFF}name == 'x'\r\n  AND nmae != 'y'\r\n\r\n")
        let result = try check("--predicate-file", file)
        #expect(result.status == 65)
        #expect(
            result.messages == """
                \(file):2:7: error: `nmae` is not a field of Person
                 2 │   AND nmae != 'y'
                   │       ^^^^ did you mean `name`?

                """)
        #expect(
            try check("--predicate-file", file, "--fix")
                == CommandResult(
                    status: 0, output: "\u{FEFF}name == 'x'\r\n  AND name != 'y'\r\n\r\n", messages: ""))
        let plain = try folder.file("plain", "age > 1")
        #expect(try check("--predicate-file", plain, "--fix").output == "age > 1")
        let filtered = filter(
            "--untyped", "--predicate-file", try folder.file("broken", "a ="), try folder.file("r", ""))
        #expect(filtered.messages.hasPrefix("\(folder.path("broken")):1:4: error: "), "\(filtered)")
    }

    // MARK: Fixing

    @Test(arguments: [
        ("nmae == 'x'", "name == 'x'"), ("age > 1", "age > 1"), ("  age > 1 ", "  age > 1 "),
        ("tags == 'x' AND nmae LIKE 'a*'", "ANY tags == 'x' AND name LIKE 'a*'"),
        // The missing bracket hides the unknown field, and the unknown field hides that its value is a list.
        ("(tgas == “x”", "(ANY tags == \"x\")"), ("age >[c] 1 AND name CONTAIN 'é'", "age > 1 AND name CONTAINS 'é'"),
    ])
    func fix(text: String, fixed: String) throws {
        let result = try check("--fix", text)
        #expect(result == CommandResult(status: 0, output: fixed + "\n", messages: ""))
        #expect(try check("--fix", fixed).output == fixed + "\n")
        #expect(try check(fixed).status == 0)
    }

    @Test func whatCannotBeMendedIsReportedInTheMendedText() throws {
        let result = try check("--fix", "nmae == 'x' AND zzzzzz == 'y'")
        #expect(result.status == 65)
        #expect(result.output == "name == 'x' AND zzzzzz == 'y'\n")
        let snippet = "error: `zzzzzz` is not a field of Person\n 1 │ name == 'x' AND zzzzzz == 'y'\n"
        #expect(result.messages.hasPrefix(snippet))
        #expect(!result.messages.contains("nmae"))
        // A warning without a fix-it is shown and does not fail.
        let doubtful = try check("--fix", "nickname != 'x' AND nmae == 'y'")
        #expect(doubtful.status == 0)
        #expect(doubtful.output == "nickname != 'x' AND name == 'y'\n")
        #expect(doubtful.messages.hasPrefix("warning: "))
        #expect(try check("--fix", "--fail-on-warnings", "nickname != 'x'").status == 65)
    }

    /// A fix reaches its end at once, or is not made.
    @Test(arguments: [
        "x[”n", "ANY -1 & 255 == 1))", "−a!=[c] b", "nmae = 'x' ADN (age > 3",
        "name ENDSWTH \"-lab\"((((((((((((((((((((((((",
        "nmae == 'x' AND aeg == 3 AND nmae LIKE 'y' || aeg =< 5",
    ])
    func fixingTwiceChangesNothing(text: String) throws {
        let fixed = String(try check("--fix", "--", text).output.dropLast())
        #expect(try check("--fix", "--", fixed).output == fixed + "\n")
    }

    /// The number of rounds is limited. Rounds without an end change nothing.
    @Test func fixingEnds() {
        func grown(_ text: String) -> PredicateDiagnostics {
            let edit = PredicateDiagnostic.Edit(replacing: SourceRange(at: 0), with: "x")
            let diagnostic = PredicateDiagnostic("x", .error, "x", at: SourceRange(at: 0), edits: [edit])
            return PredicateDiagnostics(source: text, diagnostics: [diagnostic])
        }
        let growing = FixItRounds(grown(""), diagnose: grown)
        #expect(growing.text == "")
        #expect(!growing.hasChanged)
        #expect(growing.remaining.hasErrors)
        // As many rounds as there are mistakes behind one another.
        let ending = FixItRounds(grown("")) { text in
            text.utf8.count < 8 ? grown(text) : PredicateDiagnostics(source: text, diagnostics: [])
        }
        #expect(ending.text == "xxxxxxxx")
        // A fix-it of a warning is not applied if it makes an error.
        func doubtful(_ text: String) -> PredicateDiagnostics {
            var found = grown(text)
            if text == "a" { found.diagnostics[0].severity = .warning }
            return found
        }
        let turning = FixItRounds(doubtful("a"), diagnose: doubtful)
        #expect(turning.text == "a")
        #expect(!turning.hasChanged)
    }
}
