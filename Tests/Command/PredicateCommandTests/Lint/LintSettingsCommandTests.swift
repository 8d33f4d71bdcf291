import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Settings, baselines and standard input of `predicate lint`.
@Suite struct LintSettingsCommandTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func lint(_ arguments: String...) -> CommandResult { predicate(["lint"] + arguments) }

    private func write(_ name: String, _ text: String) throws -> String {
        let url = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try folder.file(name, text)
    }

    private static let wrong = "installable_condition: os_vers CONTAIN '1'\n"

    // MARK: Settings

    /// A run that finds nothing to check says so, unless another note says why.
    @Test func nothingToCheck() throws {
        _ = try write("a.yaml", "name: x\n")
        #expect(lint(folder.url.path).messages == "note: no predicates found in 1 file\n")
        let empty = folder.path("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)
        #expect(lint(empty).messages == "note: no files that can hold predicates found\n")
    }

    @Test func theSettingsOfATreeCount() throws {
        let file = try write("m/a.yaml", Self.wrong)
        _ = try write("old/a.yaml", Self.wrong)
        let settings = try write(".predicate.yaml", "severity: {unknown-operator: warning}\nignore: old\n")
        #expect(lint(folder.url.path).status == 0)
        #expect(lint(folder.url.path).output.hasPrefix("\(file):1:32: warning: `CONTAIN` is not an operator"))
        #expect(lint("--fail-on-warnings", file).status == 65)
        #expect(lint("--no-config", file).status == 65)
        #expect(lint("--no-config", folder.url.path).lines.filter { $0.contains("error:") }.count == 2)
        // What is named is still left alone, and the user is told.
        let old = folder.path("old/a.yaml")
        #expect(
            lint(old)
                == CommandResult(
                    status: 0, output: "", messages: "note: \(old): the settings leave it alone\n"))
        let other = try write("other.yaml", "ignore: m\n")
        #expect(lint("--config", other, folder.url.path).output.contains("old/a.yaml:1:32: error"))
        #expect(!lint("--config", other, folder.url.path).output.contains("m/a.yaml"))
        #expect(lint("--config", folder.path("none"), file).status == 66)
        #expect(lint("--config", settings, "--no-config", file).status == 64)
    }

    @Test func allProblemsOfSettingsAreShownAtOnce() throws {
        let file = try write("a.yaml", Self.wrong)
        _ = try write("b.yaml", Self.wrong)
        _ = try write(".predicate.yaml", "ignored: x\nseverity: {unknown-opertor: off}\nbaseline: 3\n")
        let result = lint(folder.url.path)
        #expect(result.status == 65)
        let heads = result.lines.filter { $0.contains(": error: ") }.compactMap { $0.split(separator: "/").last }
        #expect(
            heads == [
                ".predicate.yaml:1:1: error: `ignored` is not a setting of the file",
                ".predicate.yaml:2:12: error: there is no message `unknown-opertor`",
                ".predicate.yaml:3:11: error: this must be the name of a file",
            ])
        for format in LintFormat.allCases {
            #expect(lint("--format", format.rawValue, file).output.contains("is not a setting"), "\(format)")
        }
        // They are no output of other actions.
        #expect(lint("--list", file).output == "")
        #expect(lint("--diff", file).messages.contains("is not a setting"))
        #expect(lint("--fix", file).status == 65)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.wrong)
    }

    @Test func aSchemaIsAddedToOpenProfiles() throws {
        let file = try write("m.yaml", "installable_condition: rack == 1 AND rakc == 1 AND hostnme == ''\n")
        let schema = try write("s.json", #"{"type": "object", "properties": {"rack": {"type": "integer"}}}"#)
        let plain = lint(file).output
        #expect(!plain.contains("rakc"[...]) || !plain.contains("`rakc` is not"))
        let output = lint("--schema", schema, file).output
        #expect(output.contains("`rakc` is not a field of Facts"))
        #expect(output.contains("did you mean `hostname`?"))
        let text = try write("a.predicates", "rakc == 3\n")
        #expect(lint("--schema", schema, text).status == 65)
        let list = try write("l.json", #"{"type": "array", "items": {"type": "integer"}}"#)
        #expect(lint("--schema", list, file).status == 65)
        #expect(lint("--schema", list, file).messages.hasSuffix("describes objects\n"))
    }

    @Test(arguments: [
        ["--list", "--fix", "a"], ["--diff", "--fix", "a"], ["--diff", "--format", "json", "a"], ["--fix", "-"],
        ["--stdin-name", "a", "b"], ["--write-baseline", "a", "--baseline", "b", "c"],
        ["--diff", "--write-baseline", "a", "b"],
        ["--config", "a", "--no-config", "b"],
    ])
    func optionsThatExcludeEachOther(arguments: [String]) { #expect(predicate(["lint"] + arguments).status == 64) }

    // MARK: Baselines

    @Test func knownFindingsAreNotReported() throws {
        let file = try write("m/a.yaml", Self.wrong)
        let baseline = folder.path("known.json")
        let recorded = lint("--write-baseline", baseline, folder.url.path)
        #expect(
            recorded == CommandResult(status: 0, output: "", messages: "note: `\(baseline)` has 1 finding of 1 file\n"))
        #expect(lint("--baseline", baseline, folder.url.path) == CommandResult(status: 0, output: "", messages: ""))
        // A predicate may move, but a second one of the same text is new.
        _ = try write("m/a.yaml", "# moved\n\n" + Self.wrong)
        #expect(lint("--baseline", baseline, file).status == 0)
        _ = try write("m/a.yaml", Self.wrong + "x:\n  conditional_items:\n  - condition: os_vers CONTAIN '1'\n")
        let second = lint("--baseline", baseline, file)
        #expect(second.status == 65 && second.output.hasPrefix("\(file):4:24: error"))
        _ = try write("b.yaml", Self.wrong)
        #expect(lint("--baseline", baseline, folder.url.path).output.contains("/b.yaml:1:32: error"))
        // Lists and patches show everything.
        #expect(lint("--baseline", baseline, "--list", file).lines.count == 2)
    }

    @Test func findingsThatAreGoneAreTold() throws {
        let file = try write("a.yaml", Self.wrong)
        let other = try write("b.yaml", Self.wrong)
        let baseline = folder.path("known.json")
        _ = lint("--write-baseline", baseline, folder.url.path)
        _ = try write("a.yaml", "installable_condition: os_vers CONTAINS '1'\n")
        let gone = "note: 1 finding of the baseline `\(baseline)` is gone; --write-baseline records what is left\n"
        #expect(lint("--baseline", baseline, folder.url.path) == CommandResult(status: 0, output: "", messages: gone))
        // A file that was not checked has lost nothing.
        #expect(lint("--baseline", baseline, other).messages == "")
        try FileManager.default.removeItem(atPath: other)
        #expect(lint("--baseline", baseline, file).messages.hasPrefix("note: 2 findings of the baseline"))
    }

    @Test func theSettingsNameTheBaseline() throws {
        let file = try write("sub/a.yaml", Self.wrong)
        _ = try write(".predicate.yaml", "baseline: known.json\n")
        let missing = lint(file)
        #expect(missing.status == 66)
        #expect(missing.messages.contains("--write-baseline makes it"))
        #expect(lint("--write-baseline", folder.path("known.json"), folder.url.path).status == 0)
        #expect(lint(file).status == 0)
        #expect(try BuiltCommand.shell("predicate lint a.yaml; cd ..; predicate lint sub", in: folder).status == 66)
        #expect(
            try BuiltCommand.shell("cd sub && predicate lint a.yaml && cd .. && predicate lint .", in: folder).status
                == 0)
        _ = try write("known.json", "{\"version\": 1,\n \"findings\": 3}")
        #expect(lint(file).status == 65)
        #expect(
            lint(file).messages.hasSuffix("known.json:1:1: error: a baseline is an object with a list `findings`\n"))
    }

    @Test func aBaselineOfAnUnreadableFile() throws {
        let file = try write("a.json", "{")
        let baseline = folder.path("known.json")
        #expect(lint("--write-baseline", baseline, file).status == 0)
        #expect(lint("--baseline", baseline, file).status == 0)
        #expect(lint("--write-baseline", folder.path("none/known.json"), file).status == 74)
    }

    // MARK: Standard input

    @Test func standardInputIsAFileByItsName() throws {
        _ = try write("sub/.predicate.yaml", "severity: {unknown-operator: warning}\n")
        func run(_ line: String) throws -> CommandResult {
            try BuiltCommand.shell("predicate lint \(line)", in: folder, input: Self.wrong)
        }
        let named = try run("- --stdin-name x.yaml")
        #expect(named.status == 65)
        #expect(named.output.hasPrefix("x.yaml:1:32: error: `CONTAIN` is not an operator\n"))
        #expect(try run("--stdin-name sub/x.yaml -").output.hasPrefix("sub/x.yaml:1:32: warning"))
        #expect(try run("--stdin-name x.yaml --format sarif -").output.contains(#""uri": "x.yaml""#))
        #expect(
            try run("--stdin-name x.yaml --list -").output
                == "x.yaml:1:24: munki: installable_condition: os_vers CONTAIN '1'\n")
        #expect(
            try run("--stdin-name x.yaml --diff -").output.hasPrefix("--- a/x.yaml\n+++ b/x.yaml\n@@ -1 +1 @@\n-inst"))
        let unnamed = try run("-")
        #expect(unnamed.status == 66)
        #expect(unnamed.messages == "error: -: its format is not known; --stdin-name tells it by the name of a file\n")
        let script = try BuiltCommand.shell(
            "predicate lint -", in: folder, input: "#!/bin/sh\nlog show --predicate 'a =='\n")
        #expect(script.output.hasPrefix("standard input:2:"))
    }
}
