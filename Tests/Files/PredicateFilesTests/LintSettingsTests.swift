import Foundation
import PredicateFormat
import Testing

@testable import PredicateFiles

/// `.predicate.yaml`: what it says of a path, and what is wrong with it.
@Suite final class LintSettingsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ name: String, _ text: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func read(_ text: String, codes: [String]? = ["unknown-field", "unknown-operator"]) -> LintSettingsFile {
        LintSettingsFile(Array(text.utf8), at: folder.path + "/.predicate.yaml", codes: codes)
    }

    /// The findings of a text of YAML at a path: the code and severity of each.
    private func findings(_ settings: LintSettings, _ path: String, _ text: String) throws -> [String] {
        guard let checks = settings.checks(forRelative: path, .standard) else { return ["ignored"] }
        let format = try #require(ConfigurationFile.format(of: path, Array(text.utf8)))
        let file = try ConfigurationFile(path: path, Array(text.utf8), format)
        return checks.findings(in: file).map { "\($0.diagnostic.severity.rawValue) \($0.diagnostic.code.rawValue)" }
    }

    private func settings(_ text: String) throws -> LintSettings {
        let file = read(text)
        #expect(file.problems.map(\.message) == [])
        return file.settings
    }

    private static let wrong = "installable_condition: os_vers CONTAIN '1' AND hostnme == 'x'\n"

    // MARK: What settings say

    @Test func severitiesHoldForPathsAndCodes() throws {
        let settings = try settings(
            """
            severity:
              unknown-operator: warning
            files:
              - paths: strict/
                severity: {unknown-operator: error, unknown-field: error}
              - paths: '*.old.yaml'
                severity: {unknown-field: off, unknown-operator: off}
            """)
        let name = "installable_condition: hostnme == 'x'\n"
        let word = "installable_condition: os_vers CONTAIN '1'\n"
        #expect(try findings(settings, "a.yaml", word) == ["warning unknown-operator"])
        #expect(try findings(settings, "a.yaml", name) == ["warning unknown-field"])
        #expect(try findings(settings, "strict/a.yaml", word) == ["error unknown-operator"])
        #expect(try findings(settings, "strict/a.yaml", name) == ["error unknown-field"])
        #expect(try findings(settings, "strict/a.old.yaml", word) == [])
        #expect(try findings(settings, "strict/a.old.yaml", name) == [])
    }

    @Test func whatIsOffIsNotFixed() throws {
        let settings = try settings("severity: {unknown-operator: off}")
        let checks = try #require(settings.checks(forRelative: "a.yaml", .standard))
        let file = try ConfigurationFile(path: "a.yaml", Array(Self.wrong.utf8), .yaml)
        #expect(checks.fixed(file) == nil)
        let all = try #require(LintSettings().checks(forRelative: "a.yaml", .standard))
        #expect(all.fixed(file) != nil)
    }

    @Test func profilesOfPaths() throws {
        try write("mine.json", #"{"name": "mine", "predicates": ["when"]}"#)
        let settings = try settings(
            """
            profiles:
              - mine.json
              - name: inline
                predicates: ['rules[].test']
                schema:
                  type: object
                  properties: {age: {type: integer}}
                  additionalProperties: false
            files:
              - paths: munki
                profiles: munki
              - paths: none
                profiles: []
              - paths: less
                without: [mine, swift]
            """)
        #expect(try findings(settings, "a.yaml", "when: a ==\n") == ["error missing-operand"])
        #expect(try findings(settings, "a.yaml", "rules:\n- test: aeg > 3\n") == ["error unknown-field"])
        #expect(try findings(settings, "munki/a.yaml", "when: a ==\n") == [])
        #expect(try findings(settings, "less/a.yaml", "when: a ==\n") == [])
        #expect(try findings(settings, "none/a.yaml", Self.wrong) == [])
        let swift = #"let p = NSPredicate(format: "a == %@")"#
        #expect(try findings(settings, "a.swift", swift) == ["error argument-count"])
        #expect(try findings(settings, "less/a.swift", swift) == [])
        #expect(try findings(settings, "munki/a.swift", swift) == [])
        // A later rule may bring back what an earlier one took.
        let both = try self.settings(
            "files: [{paths: '*', without: [swift, munki]}, {paths: '*', profiles: [swift, munki]}]")
        #expect(try findings(both, "a.swift", swift) == ["error argument-count"])
        #expect(try findings(both, "a.yaml", Self.wrong).count == 2)
    }

    @Test func keysAndSchemasOfPaths() throws {
        try write("schemas/rule.json", #"{"type": "object", "properties": {"age": {"type": "integer"}}}"#)
        try write("site.json", #"{"type": "object", "properties": {"rack": {"type": "integer"}}}"#)
        let settings = try settings(
            """
            files:
              - paths: rules/*.toml
                keys: ['rule[].when', '**.test']
                schema: schemas/rule.json
              - paths: '**'
                schema: site.json
            """)
        let rules = "[[rule]]\nwhen = 'aeg > 3'\n[x]\ntest = 'age > 3'\n"
        #expect(try findings(settings, "rules/a.toml", rules) == ["error unknown-field"])
        #expect(try findings(settings, "rules/x/a.toml", rules) == [])
        #expect(try findings(settings, "m.yaml", "installable_condition: rack == 3 AND hostname == 'x'\n") == [])
        #expect(try findings(settings, "m.yaml", "installable_condition: rakc == 3\n") == ["warning unknown-field"])
        #expect(try findings(settings, "a.predicates", "rack == 3\n") == [])
        #expect(try findings(settings, "a.predicates", "rakc == 3\n") == ["error unknown-field"])
    }

    @Test func pathsAreLeftAlone() throws {
        let settings = try settings("ignore: [vendor/, '*.generated.yaml']")
        #expect(try findings(settings, "vendor/a/b.yaml", Self.wrong) == ["ignored"])
        #expect(try findings(settings, "a/b.generated.yaml", Self.wrong) == ["ignored"])
        #expect(try findings(settings, "b.yaml", Self.wrong) == ["error unknown-operator", "warning unknown-field"])
    }

    @Test func aPathElsewhereHasOnlyTheRulesForAllFiles() throws {
        let settings = try settings("severity: {unknown-operator: warning}\nfiles: [{paths: '**', profiles: []}]")
        #expect(settings.relativePath("/elsewhere/a.yaml") == nil)
        let checks = try #require(settings.checks(forRelative: nil, .standard))
        let file = try ConfigurationFile(path: "a.yaml", Array("installable_condition: a CONTAIN 1".utf8), .yaml)
        #expect(checks.findings(in: file).map(\.diagnostic.severity) == [.warning])
    }

    @Test func settingsMayBeEmpty() throws {
        for text in ["", "# nothing\n", "---\n", "~\n", "{}\n", "\u{FEFF}ignore: []\n"] {
            let file = read(text)
            #expect(file.problems.map(\.message) == [], "\(text)")
        }
    }

    // MARK: What is wrong with them

    /// Each problem with its line and column.
    @Test(arguments: [
        ("ignored: a", ["1:1 `ignored` is not a setting of the file | did you mean `ignore`?"]),
        (
            "x: a",
            ["1:1 `x` is not a setting of the file | the settings are profiles, files, ignore, severity, baseline"]
        ),
        ("- a", ["1:1 this must be a mapping of keys to values"]),
        (
            "ignore: 3\nbaseline: [a]",
            [
                "1:9 this must be a path pattern, such as `vendor/`, or a list of path patterns",
                "2:11 this must be the name of a file",
            ]
        ),
        ("ignore: a\nignore: b", ["2:1 `ignore` is set twice | keep one"]),
        ("files: a", ["1:8 this must be a list of rules"]),
        ("files: [{profiles: []}]", ["1:10 a rule needs `paths`, the files that it is for"]),
        (
            "files:\n- path: a",
            [
                "2:3 `path` is not a setting of a rule of `files` | did you mean `paths`?"
            ]
        ),
        (
            "files: [{paths: '[', profiles: [munki, munky]}]",
            [
                "1:18 `[` is not a pattern: `[` is not closed",
                "1:40 there is no profile `munky` | did you mean `munki`?",
            ]
        ),
        (
            "files: [{paths: a, keys: 'a..b', schema: none.json, model: none}]",
            [
                "1:27 `a..b` is not a key pattern",
                "1:42 `none.json` cannot be read: no such file",
                "1:60 the model: FOLDER/none: no such file",
            ]
        ),
        (
            "severity: {unknown-feld: error, unknown-field: of}",
            [
                "1:12 there is no message `unknown-feld` | did you mean `unknown-field`?",
                "1:48 there is no severity `of` | it is one of error, warning, off",
            ]
        ),
        ("profiles: [{name: x, predicates: [a..b]}]", ["1:35 `a..b` is not a key pattern"]),
        (
            "profiles:\n- name: x\n  format: yaml",
            [
                "3:3 a profile has no key `format`; its keys are name, summary, "
                    + "formats, predicates, schema, open, notation"
            ]
        ),
        (
            "profiles: [3, none.json]",
            [
                "1:12 this must be the name of a file or a profile",
                "1:15 `none.json` cannot be read: no such file",
            ]
        ),
        ("files: [{paths: a, schema: {type: string}}]", ["1:29 a schema that is added to a profile describes objects"]),
        (
            "a: &x 1\nprofiles: [*x]",
            [
                "1:1 `a` is not a setting of the file | the settings are profiles, files, ignore, "
                    + "severity, baseline", "2:12 this must be the name of a file or a profile",
            ]
        ),
        ("ignore: [a", ["2:1 invalid YAML"]), ("{}\n---\n{}", ["3:1 settings are one document"]),
    ])
    func problemsAreReportedAtTheirPlaces(text: String, expected: [String]) {
        let file = read(text)
        let shown = file.problems.map { problem in
            let place = problem.range.position(in: text)
            let hint = problem.hint.map { " | " + $0 } ?? ""
            return "\(place.line):\(place.column) \(problem.message)\(hint)"
                .replacingOccurrences(of: FilePath.realFolder(folder.path), with: "FOLDER")
        }
        if expected.contains(where: { $0.hasSuffix("invalid YAML") }) {
            #expect(shown.count == 1 && shown[0].contains("YAML"), "\(shown)")
        } else {
            #expect(shown == expected)
        }
    }

    @Test func anyYAMLIsReadWithoutACrash() {
        let words = [
            "profiles", "files", "ignore", "severity", "baseline", "paths", "keys", "schema", "model", "without",
            ": ", "- ", "\n", "\n  ", "[", "]", "{", "}", ",", "'", "\"", "*", "&a ", "*a", "**", "!!", "|\n ", "off",
            "3",
            "{name: x", "~", "#", "\u{1F389}",
        ]
        var state: UInt64 = 11
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += words[Int(state >> 33) % words.count]
            }
            let file = read(text)
            for problem in file.problems { #expect(problem.range.upperBound <= text.utf8.count + 1, "\(text)") }
        }
    }

    // MARK: Where they are

    @Test func theNearestSettingsCount() throws {
        try write(".predicate.yaml", "ignore: [a]")
        try write("x/y/z/f", "")
        try write("x/y/.predicate.yaml", "ignore: [b]")
        try write("repo/.git/HEAD", "")
        try write("repo/sub/f", "")
        var locator = LintSettingsLocator()
        let root = FilePath.realFolder(folder.path)
        #expect(locator.settings(of: folder.path + "/x/y/z/f")?.path == root + "/x/y/.predicate.yaml")
        #expect(locator.settings(of: folder.path + "/x/f")?.path == root + "/.predicate.yaml")
        // A repository is a tree of its own.
        #expect(locator.settings(of: folder.path + "/repo/sub/f") == nil)
        #expect(locator.settings(of: folder.path + "/repo/f") == nil)
    }

    // MARK: Schemas

    @Test func schemasAreMerged() throws {
        let base = RecordSchema(
            root: "Facts",
            types: [
                RecordType("Facts", fields: [RecordField("a", .integer), RecordField("b", .object("Part"))]),
                RecordType("Part", fields: [RecordField("x", .integer)]),
            ])
        let site = RecordSchema(
            root: "Site",
            types: [
                RecordType(
                    "Site",
                    fields: [
                        RecordField("a", .string), RecordField("c", .list(.optional(.object("Part")))),
                        RecordField("d", .object("Site")), RecordField("e", .object("Facts")),
                    ]),
                RecordType("Part", fields: [RecordField("y", .integer)]), RecordType("Part2", fields: []),
                RecordType("Facts", fields: []),
            ])
        let merged = try #require(base.merged(with: site))
        let facts = try #require(merged.types["Facts"])
        #expect(merged.root == .object("Facts"))
        #expect(facts.fields.map(\.name) == ["b", "a", "c", "d", "e"])
        #expect(facts.field(named: "a")?.type == .string)
        #expect(facts.field(named: "b")?.type == .object("Part"))
        #expect(facts.field(named: "c")?.type == .list(.optional(.object("Part3"))))
        #expect(facts.field(named: "d")?.type == .object("Facts"))
        #expect(facts.field(named: "e")?.type == .object("Facts2"))
        #expect(merged.types["Part"]?.fields.map(\.name) == ["x"])
        #expect(merged.types["Part3"]?.fields.map(\.name) == ["y"])
        #expect(base.merged(with: RecordSchema(root: .string)) == nil)
    }

    // MARK: Baselines

    @Test func baselinesAreReadAsTheyAreWritten() throws {
        let linter = PredicateLinter(library: .standard)
        let file = try ConfigurationFile(path: "a.yaml", Array((Self.wrong + "x: 1\n").utf8), .yaml)
        let findings = linter.findings(in: file)
        var baseline = LintBaseline()
        baseline.add(findings + findings, file: "d/a \"b\".yaml")
        var again = try LintBaseline(reading: Array(baseline.text.utf8))
        #expect(again.text == baseline.text)
        #expect(again.count == 2 * findings.count && again.fileCount == 1)
        // Findings of another file are not known; of this one each is known twice.
        let others = again.take(findings, file: "a.yaml")
        #expect(others.count == findings.count)
        for _ in 0..<2 { #expect(again.take(findings, file: "d/a \"b\".yaml").isEmpty) }
        #expect(again.take(findings, file: "d/a \"b\".yaml").count == findings.count)
        #expect(again.count == 0)
    }

    @Test(arguments: [
        ("[]", "a baseline is an object with a list `findings`", 0), ("{", "", 1),
        (#"{"version": 2, "findings": []}"#, "a baseline has `version` 1", 12),
        (#"{"version": 1, "findings": [], "x": 1}"#, "a baseline has no key `x`", 32),
        (#"{"version": 1, "findings": [{"file": "a"}]}"#, "a finding needs `code`, a string", 28),
        (
            #"{"version": 1, "findings": [{"file": "a", "code": "c", "predicate": "p", "count": -1}]}"#,
            "`count` is a positive number", 82
        ),
        (
            #"{"version": 1, "findings": [{"file": "a", "code": "c", "predicate": "p", "count": 99999999999999999999}]}"#,
            "`count` is a positive number", 82
        ),
    ])
    func wrongBaselinesHaveAPlace(text: String, message: String, offset: Int) {
        do throws(ConfigurationError) {
            _ = try LintBaseline(reading: Array(text.utf8))
            Issue.record("\(text) was read")
        } catch {
            #expect(message.isEmpty || error.message == message)
            #expect(error.offset == offset)
        }
    }
}
