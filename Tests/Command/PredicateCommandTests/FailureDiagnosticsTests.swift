import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate check --diagnostics json` writes an array for every failure.
@Suite struct FailureDiagnosticsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func elements(_ result: CommandResult) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(value as? [[String: Any]], "\(result)")
    }

    @Test("A wrong file or option is an element without a range")
    func failures() throws {
        let broken = try folder.file("broken.json", "{\"type\":")
        let noText = try folder.file("binary", Data([0xFF, 0xFE, 0x00]))
        let badRecords = try folder.file("bad.ndjson", "oops\n")
        let gzip = try folder.file("cut.gz", Data([0x1F, 0x8B, 0x08, 0]))
        let schema = try folder.file("other.json", "[]")
        let cases: [([String], Int32, String)] = [
            (["--predicate-file", folder.path("none")], 66, "no-such-file"),
            (["--predicate-file", folder.url.path], 66, "is-directory"),
            (["--predicate-file", noText], 65, "invalid-utf8"),
            (["--schema", folder.path("none"), "a == 1"], 66, "no-such-file"),
            (["--schema", broken, "a == 1"], 65, "truncated"),
            (["--schema", schema, "a == 1"], 65, ""),
            (["--data", folder.path("none"), "a == 1"], 66, "no-such-file"),
            (["--data", badRecords, "a == 1"], 65, "bad-json"),
            (["--data", gzip, "a == 1"], 65, "truncated-compression"),
            (["--data", badRecords, "--at", "nowhere", "a == 1"], 64, "bad-pointer"),
            (["--var", "x", "a == $x"], 64, "usage"),
            (["--var", "x=1", "--var", "x=2", "a == $x"], 64, "usage"),
            ([], 64, "usage"),
            (["--no-such-option", "a == 1"], 64, "usage"),
            (["--fix", "a == 1"], 64, "usage"),
            (["--data", badRecords, "--untyped", "a == 1"], 64, "usage"),
        ]
        for (arguments, status, code) in cases {
            for option in [["--diagnostics", "json"], ["--diagnostics=json"]] {
                let result = predicate(["check"] + option + arguments)
                let found = try elements(result)
                #expect(found.count == 1 && result.status == status, "\(arguments): \(result)")
                let element = try #require(found.first)
                #expect(code.isEmpty || element["code"] as? String == code, "\(arguments): \(result)")
                #expect(element["range"] is NSNull && element["severity"] as? String == "error")
                #expect((element["message"] as? String)?.isEmpty == false)
                for key in ["labels", "edits", "notes"] { #expect((element[key] as? [Any])?.isEmpty == true) }
                // Without the option, standard output is empty.
                if arguments != ["--fix", "a == 1"] { #expect(predicate(["check"] + arguments).output == "") }
            }
        }
    }

    /// The messages of `filter` and `match` are arrays on standard error, one after another.
    @Test(
        arguments: [
            (["filter", "--count", "n > 1"], 0, ["unusable-values"]),
            (["filter", "--count", "--untyped", "n > 1 AND q == 2"], 0, ["unusable-values", "unknown-field"]),
            (["filter", "--sort", "m", "--no-warnings", "n > 1"], 0, []),
            (["filter", "--sort", "-n", "TRUEPREDICATE"], 0, ["unusable-values sort"]),
            (["filter", "n >"], 65, ["missing-operand"]),
            (["filter", "--sort", "nn", "n > 1"], 65, ["unknown-field sort"]),
            (["filter", "--skip-bad-records", "--count", "--at", "/none", "n > 1"], 65, ["pointer-not-found"]),
            (["match", "-o", "counts", "--rules", "RULES"], 0, ["unusable-values one"]),
        ] as [([String], Int32, [String])])
    func messages(arguments: [String], status: Int32, codes: [String]) throws {
        let rules = try folder.file("rules.txt", "one: n > 1\n")
        let records = (0..<12).map { $0 % 3 == 0 ? #"{"n": "\#($0)", "m": 1}"# : #"{"n": \#($0), "m": 2}"# }
        let lines = try folder.file("a.ndjson", records.joined(separator: "\n"))
        let words = arguments.map { $0 == "RULES" ? rules : $0 }
        let result = predicate(words + ["--diagnostics", "json", lines])
        #expect(result.status == status, "\(result)")
        let arrays = result.messages.components(separatedBy: "\n]\n").filter { !$0.isEmpty }.map { $0 + "\n]" }
        let found = try arrays.flatMap { text in
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]], "\(result)")
        }
        let told = found.map { element in
            ["code", "part", "rule"].compactMap { element[$0] as? String }.joined(separator: " ")
        }
        #expect(told == codes, "\(result)")
    }

    @Test("A valid text gives an empty array, and help remains help")
    func others() throws {
        #expect(predicate(["check", "--diagnostics", "json", "a == 1"]).output == "[]\n")
        #expect(predicate(["check", "--diagnostics", "json", "--help"]).output.contains("\nEXAMPLES\n"))
        #expect(try elements(predicate(["check", "--diagnostics", "json", "a =="])).first?["range"] is [String: Any])
        #expect(predicate(["check", "--diagnostics", "xml", "a == 1"]).output == "")
    }
}
