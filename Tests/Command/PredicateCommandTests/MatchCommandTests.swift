import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate match`.
@Suite struct MatchCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let records = """
        {"n":1,"s":"a"}
        { "n": 2, "s": "b" }

        {"n":3}

        """

    private func match(
        _ rules: String, named name: String = "rules.txt", _ options: String...
    ) throws -> CommandResult {
        let rules = try folder.file(name, rules)
        return predicate(["match", "--rules", rules] + options + [try folder.file("records.ndjson", Self.records)])
    }

    @Test func idsInTheOrderOfTheRules() throws {
        let rules = "# A comment\r\n\r\n large: n > 1\r\n  \n #x: no rule\n\tb : s == 'b'\nurl\\:x: n IN {2, 3}\n"
        let result = try match("\u{FEFF}" + rules)
        #expect(result.output == "[]\n[\"large\",\"b\",\"url:x\"]\n[\"large\",\"url:x\"]\n")
        #expect(result.status == 0 && result.messages == "")
    }

    @Test func countsEscapeTabs() throws {
        let result = try match(#"{"a\tb": "n > 1", "\\": "n > 9"}"#, named: "rules.json", "--output", "counts")
        #expect(result.output == "a\\tb\t2\n\\\\\t0\n")
    }

    @Test func badRecordsAreSkippedAndReported() throws {
        let rules = try folder.file("rules.txt", "a: n > 1\n")
        let lines = try folder.file("lines", "{\"n\":1}\nx\n{\"n\":2}\n[1]\n")
        let result = predicate(["match", "--rules", rules, "--skip-bad-records", lines])
        #expect(result.output == "[]\n[\"a\"]\n" && result.status == 0)
        #expect(result.messages.contains("2 bad records were skipped"))
        #expect(result.messages.contains(":2:1: ") && result.messages.contains(":4:1: a record must be an object"))
        let document = try folder.file("document", "[{\"n\":1}, 5]")
        let whole = predicate(["match", "--rules", rules, "--skip-bad-records", document])
        #expect(whole.status == 65 && whole.messages.split(separator: "(--skip-bad-records").count == 2)
    }

    @Test func recordsWithTheirIds() throws {
        let result = try match("a: n == 2\nb: s != nil", "--output", "records")
        #expect(
            result.lines == [
                #"{"ids":["b"],"record":{"n":1,"s":"a"}}"#, #"{"ids":["a","b"],"record":{"n":2,"s":"b"}}"#,
            ])
    }

    @Test func allErrorsOfAllRulesAtOnce() throws {
        let result = try match("a: n ==\nno colon\nb: n == 1\nb: n == 2\nc: n > $least\n")
        #expect(result.status == 65 && result.output == "")
        for place in ["rules.txt:1:", "rules.txt:2:1", "rules.txt:4:1", "rules.txt:5:8"] {
            #expect(result.messages.contains(place), "\(place) in \(result.messages)")
        }
        let json = try match("{\"a\": \"n ==\",\n \"b\": \"s == \\\"x\"}", named: "rules.json")
        #expect(json.status == 65 && json.messages.contains("rules.json:1:") && json.messages.contains("rules.json:2:"))
    }

    @Test func namesAreCheckedWithASchema() throws {
        let schema = try folder.file("s.json", #"{"type":"object","properties":{"n":{"type":"integer"}}}"#)
        let result = try match("a: m == 1", "--schema", schema)
        #expect(result.status == 65 && result.messages.contains("rules.txt:1:4"))
        #expect(try match("a: n == 2", "--schema", schema).output == "[]\n[\"a\"]\n[]\n")
    }

    @Test func namedPredicates() throws {
        let result = try match("predicates:\n  two: n == 2\n  more: \"@{two} OR n == 3\"\n", named: "rules.yaml")
        #expect(result.output == "[]\n[\"two\",\"more\"]\n[\"more\"]\n")
    }

    @Test func badRecordsHaveTheirPlace() throws {
        let rules = try folder.file("rules.txt", "a: n == 1\n")
        for text in ["{\"n\":1}\n{\"n\":}\n", "{\"n\":1}\n[1\n", "{\"n\":1}\n5\n", "{\"n\":1}\n{\"n\":1e999}\n"] {
            let result = predicate(["match", "--rules", rules, try folder.file("bad.ndjson", text)])
            #expect(result.status == 65 && result.messages.contains("2"), "\(text): \(result)")
        }
    }

    /// A rule may forbid a record, so a record does not pass it by being costly.
    @Test(arguments: ["s MATCHES '(a+)+[bc]'", "NOT s MATCHES '(a+)+[bc]'"])
    func anUndecidedRuleEndsTheRun(_ rule: String) throws {
        let rules = try folder.file("rules.txt", "size: n > 0\nforbidden: \(rule)\n")
        let records =
            "{\"n\":1,\"s\":\"x\"}\n{\"n\":2,\"s\":\"\(String(repeating: "a", count: 40))!\"}\n{\"n\":3,\"s\":\"x\"}\n"
        let path = try folder.file("costly.ndjson", records)
        let held = rule.hasPrefix("NOT") ? "[\"size\",\"forbidden\"]\n" : "[\"size\"]\n"
        let reason =
            "the rule `forbidden` is undecided: a match of `(a+)+[bc]` took more than 1000000 steps (limit `patternSteps`); "
            + "--lenient-limits makes this a warning\n"
        let result = predicate(["match", "--rules", rules, path])
        #expect(result == CommandResult(status: 65, output: held, messages: "error: \(path):2:1: \(reason)"))
        // No number is complete, and neither is a file.
        let parts = folder.path("parts")
        let counted = predicate(["match", "--rules", rules, "--output", "counts", "--split-into", parts, path])
        #expect(counted.status == 65 && counted.output == "")
        #expect(counted.messages.contains("note: --split-into has replaced no file"))
        #expect(!FileManager.default.fileExists(atPath: parts + "/size.ndjson"))

        let lenient = predicate(["match", "--lenient-limits", "--rules", rules, path])
        #expect(lenient.status == 0 && lenient.lines.count == 3)
        #expect(lenient.messages == "warning: a match of `(a+)+[bc]` took too many steps and counted as no match\n")
        // The index rules out a rule whose other conditions the record does not fulfil.
        let other = try folder.file("other.txt", "a: n > 5 AND (\(rule))\n")
        #expect(
            predicate(["match", "--rules", other, path])
                == CommandResult(status: 0, output: "[]\n[]\n[]\n", messages: ""))
    }

    @Test func hostileIdsStayInTheFolder() throws {
        let ids = ["../x", "/etc/x", "A", ".h", "%r1"].map { "\"\($0)\": \"n > 0\"" }
        let rules = "{" + (ids + [#""a": "n == 2""#]).joined(separator: ", ") + "}"
        let parts = folder.path("parts")
        let result = try match(rules, named: "rules.json", "--split-into", parts)
        #expect(result == CommandResult(status: 0, output: "", messages: ""))
        let names = try FileManager.default.contentsOfDirectory(atPath: parts).sorted()
        #expect(
            names.map { $0.replacingOccurrences(of: ".ndjson", with: "") } == [
                "%25r1", "%2e.%2fx", "%2eh", "%2fetc%2fx", "%41", "a",
            ])
        #expect(try String(contentsOfFile: parts + "/a.ndjson", encoding: .utf8) == "{\"n\":2,\"s\":\"b\"}\n")
    }

    @Test func splittingAgainLeavesNoFileOfAnEarlierRun() throws {
        let parts = folder.path("again")
        _ = try match("a: n > 1\nb: n == 1", "--split-into", parts)
        let other = parts + "/other.ndjson"
        try Data("{}".utf8).write(to: URL(fileURLWithPath: other))
        // Another rule of the same name holds for fewer records, and one for none.
        _ = try match("a: n == 3\nb: n == 9", "--split-into", parts)
        #expect(try String(contentsOfFile: parts + "/a.ndjson", encoding: .utf8) == "{\"n\":3}\n")
        #expect(!FileManager.default.fileExists(atPath: parts + "/b.ndjson"))
        #expect(FileManager.default.fileExists(atPath: other))
        // A file that is read is not removed, by whatever name.
        let rules = try folder.file("rules.txt", "a: n == 3")
        let linked = folder.path("linked.ndjson")
        try FileManager.default.createSymbolicLink(atPath: linked, withDestinationPath: parts + "/a.ndjson")
        for input in [parts + "/a.ndjson", linked] {
            let result = predicate(["match", "--rules", rules, "--split-into", parts, input])
            #expect(result.status == 64 && result.messages.contains("is read"), "\(result)")
        }
        #expect(try String(contentsOfFile: parts + "/a.ndjson", encoding: .utf8) == "{\"n\":3}\n")
    }

    @Test func valuesOfAnObjectAreTexts() throws {
        let rules = "{\"x\": \"n > 1\", \"y\": 3,\n \"z\": {\"a\": [\"}\"]}, \"n\": \"n ==\"}"
        let result = try match(rules, named: "rules.json")
        #expect(result.status == 65)
        for message in [
            "rules.json:1:21: error: the predicate of `y` must be a string",
            "rules.json:2:7: error: the predicate of `z` must be a string", "rules.json:2:31: error:",
        ] { #expect(result.messages.contains(message), "\(message) in \(result.messages)") }
        // The key of named predicates decides.
        #expect(try match(#"{"predicates": "n == 2"}"#, named: "rules.json").output == "[]\n[\"predicates\"]\n[]\n")
        let named = #"{"predicates": {"two": "n == 2"}}"#
        #expect(try match(named, named: "rules.json").output == "[]\n[\"two\"]\n[]\n")
        let elsewhere = try match(named, named: "rules")
        #expect(elsewhere.messages.contains("rules:1:16: error: the predicate of `predicates` must be a string"))
    }

    @Test func mistakesInEscapedTextsHaveTheirColumn() throws {
        let schema = try folder.file("s.json", #"{"type":"object","properties":{"note":{"type":"string"}}}"#)
        for (text, column) in [
            (#"note == \"a\" AND nte == 'b'"#, 26), (#"\u006eote == 'a' AND nte == 'b'"#, 29),
            (#"note == '\ud83d\ude00' AND nte == 'b'"#, 35), (#"note == '\u00e9é\/' AND nte == 'b'"#, 32),
        ] {
            let result = try match("{\"r\": \"\(text)\"}", named: "rules.json", "--schema", schema)
            #expect(result.messages.contains("rules.json:1:\(column): error"), "\(text): \(result.messages)")
        }
    }

    @Test(arguments: [": n > 1", "  : n > 1", #"{"": "n > 1"}"#])
    func anEmptyIDIsAnError(_ rules: String) throws {
        let result = try match(rules)
        #expect(result.status == 65 && result.messages.contains("a rule has no id"), "\(result)")
    }

    @Test func diagnosticsInJSON() throws {
        let result = try match(#"{"a": "n == \"x", "b": 1}"#, "--diagnostics", "json")
        #expect(result.status == 65 && result.output == "")
        let array = try JSONSerialization.jsonObject(with: Data(result.messages.utf8)) as? [[String: Any]]
        #expect(array?.compactMap { $0["code"] as? String } == ["unclosed-string", "rule-file"], "\(result)")
        let range = try #require(array?.last?["range"] as? [String: Any])
        #expect(range["start"] as? Int == 23 && range["end"] as? Int == 24, "\(range)")
        // A record that cannot be read has no range in a predicate.
        let rules = try folder.file("rules.txt", "a: n == 1\n")
        let bad = try folder.file("bad.ndjson", "{\"n\":1}\n{\"n\":}\n")
        let failed = predicate(["match", "--rules", rules, "--diagnostics", "json", bad])
        #expect(failed.status == 65 && failed.output == "[\"a\"]\n")
        let failure = try JSONSerialization.jsonObject(with: Data(failed.messages.utf8)) as? [[String: Any]]
        #expect(failure?.count == 1 && failure?.first?["range"] is NSNull, "\(failed)")
        #expect(try match("a: n == 3", "--diagnostics", "json").messages == "")
    }

    @Test func namesOfFilesAreDistinctInAnyCase() {
        let long = String(repeating: "x", count: 400)
        let ids = ["a", "A", "É", "é", "x/y", "x%2fy", long, long + "x", "", "..", "con."]
        let names = RuleFileNames.names(ids)
        #expect(Set(names.map { $0.lowercased() }).count == ids.count)
        for name in names {
            #expect(!name.contains("/") && !name.hasPrefix(".") && name.utf8.count < 220 && !name.isEmpty)
        }
    }
}
