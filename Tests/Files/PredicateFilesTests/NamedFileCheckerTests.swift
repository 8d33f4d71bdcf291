import PredicateFormat
import PredicatePatterns
import Testing

@testable import PredicateFiles

/// Files of named predicates as `predicate lint` and editors see them.
@Suite struct NamedFileCheckerTests {
    private static func file(_ text: String, _ path: String = "rules.yaml") throws -> ConfigurationFile {
        let bytes = Array(text.utf8)
        let format = try #require(ConfigurationFile.format(of: path, bytes))
        return try ConfigurationFile(path: path, bytes, format)
    }

    private static func checks(_ rule: LintSettings.Rule = LintSettings.Rule()) throws -> LintChecks {
        try #require(LintSettings().adding(rule).checks(forRelative: nil, .standardWithPatterns))
    }

    // MARK: Recognition

    static let recognised = [
        "predicates:\n  a: {predicate: x == 1, cases: [{record: {x: 1}, matches: true}]}",
        "predicates:\n  a: {predicate: what, arguments: {m: integer}}",
        "predicates:\n  a: {predicate: what, arguments: {m: {type: string}}}",
        "predicates:\n  a: {predicate: x >> 1 AND == y}",
        "predicates:\n  a: {predicate: name CONTIANS 'x' AND y == 1}\n  b:",
        "predicates:\n  a: broken ==\n  b: \"NOT @{a}\"",
        "schema: {type: object}\npredicates:\n  a: broken ==",
        "type: City\npredicates:\n  a: broken ==",
        "predicates:\n  a: name == 'x'",
        "predicates:\n  a: name ==\n  b: name CONTAINS[cd] 'x'",
        "shema: {type: object}\npredicates:\n  a: {predicate: x == 1}",
        "# yaml-language-server: $schema=../predicate-file.schema.json\npredicates: {}",
    ]

    @Test(arguments: recognised)
    func filesAreRecognised(text: String) throws {
        #expect(try Self.checks().named(Self.file(text)) != nil, "\(text)")
    }

    /// Files of other programs.
    static let others = [
        "predicates: []", "predicates: {}", "predicates: x == 1", "predicates:\n- name: PodFitsHostPorts",
        "predicates:\n  knows: http://xmlns.com/foaf/0.1/knows", "predicates:\n  isEven: n => n % 2 === 0",
        "predicates:\n  adult: user.age.gte(18)\n  minor: user.age.lt(18)", "predicates:\n  a: 3\n  b: true",
        "predicates:\n  a: name == 'x'\n  b: what is this\n  c: and this",
        "apiVersion: v1\nkind: Policy\npredicates:\n  a: {predicate: x == 1}",
        "predicates:\n  a: {predicate: x == 1, weight: 3}", "predicates:\n  a: {name: PodFits, argument: {x: 1}}",
        "a: 1\n---\npredicates:\n  a: {predicate: x == 1}", "rules:\n  predicates:\n    a: {predicate: x == 1}",
        "- predicates:\n    a: {predicate: x == 1}", "conditional_items:\n- condition: x == 1", "", "x",
    ]

    @Test(arguments: others)
    func otherFilesAreLeftAlone(text: String) throws {
        let file = try Self.file(text)
        let checks = try Self.checks()
        #expect(checks.named(file) == nil)
        #expect(checks.predicates(in: file).allSatisfy { $0.profile != "named" })
    }

    @Test func everyFormatIsRecognised() throws {
        let json = #"{"predicates": {"a": "name ="}, "schema": {"type": "object"}}"#
        let toml = "[predicates.a]\npredicate = \"name = \"\n[predicates.a.arguments]\nm = \"int\"\n"
        let plist =
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>predicates</key><dict><key>a</key><dict><key>predicate</key><string>name &lt;&gt;</string></dict></dict></dict></plist>"
        for (text, path, found) in [
            (json, "a.json", ["1:29 missing-operand"]),
            (toml, "a.toml", ["2:21 missing-operand", "4:6 predicate-argument"]),
            (plist, "a.plist", ["1:135 missing-operand"]),
        ] {
            #expect(try Self.found(text, path).map { $0.0 } == found, "\(path)")
        }
    }

    /// A mistake in the only predicate of a file does not change what the file is, while it is edited.
    @Test func anExpectedFileIsRecognised() throws {
        let file = try Self.file("predicates:\n  a: what is this")
        #expect(try Self.checks().named(file) == nil)
        #expect(try Self.checks().named(file, isExpected: true) != nil)
    }

    // MARK: Findings

    private static func found(
        _ text: String, _ path: String = "rules.yaml", _ rule: LintSettings.Rule = LintSettings.Rule()
    ) throws -> [(String, LintFinding)] {
        try checks(rule).findings(in: file(text, path)).map { finding in
            let position = finding.diagnostic.range.position(in: text)
            return ("\(position.line):\(position.column) \(finding.diagnostic.code.rawValue)", finding)
        }
    }

    private static let mixed = """
        schema: {title: City, type: object, properties: {name: {type: string}, population: {type: integer}}}
        predicates:
          big.city:
            arguments: {minimum: int}
            predicate: population >= $minmum
            cases:
              - {record: {nme: x}, matches: true}
          near: "@{big.cty} AND nme == 'x'"
          quiet: name != 'Rome'
        """

    @Test func findingsNameTheirPredicates() throws {
        let found = try Self.found(Self.mixed)
        #expect(
            found.map { $0.0 } == [
                "4:26 predicate-argument", "5:30 predicate-argument", "7:19 predicate-case", "8:12 unknown-predicate",
                "8:25 unknown-field",
            ])
        #expect(
            found.map { $0.1.predicate?.context } == [
                "predicates.big.city", "predicates.big.city", "predicates.big.city", "predicates.near",
                "predicates.near",
            ])
        #expect(found.allSatisfy { $0.1.predicate?.profile == "named" })
    }

    @Test func predicatesAreListed() throws {
        let listed = try Self.checks().predicates(in: Self.file(Self.mixed))
        #expect(listed.map(\.context) == ["predicates.big.city", "predicates.near", "predicates.quiet"])
        #expect(listed.map(\.original.text)[1] == "@{big.cty} AND nme == 'x'")
        #expect(listed.map(\.text.text)[1] == "TRUEPREDICATE AND nme == 'x'")
    }

    @Test func settingsApply() throws {
        var rule = LintSettings.Rule()
        rule.severity = [.unknownField: .warning, .predicateArgument: .off, .predicateCase: .off]
        let found = try Self.found(Self.mixed, "rules.yaml", rule)
        #expect(found.map { $0.0 } == ["8:12 unknown-predicate", "8:25 unknown-field"])
        #expect(found.map { $0.1.diagnostic.severity } == [.error, .warning])
        rule = LintSettings.Rule()
        rule.without = ["named"]
        #expect(try Self.found(Self.mixed, "rules.yaml", rule).isEmpty)
        rule = LintSettings.Rule()
        rule.profiles = ["munki"]
        #expect(try Self.found(Self.mixed, "rules.yaml", rule).isEmpty)
        rule.profiles = ["named"]
        #expect(try Self.found(Self.mixed, "rules.yaml", rule).count == 5)
    }

    /// The program has types that a tool does not have.
    @Test func unknownTypesAreNoMistakes() throws {
        let text = "type: City\npredicates:\n  a: nme == 'x'\n  b: nme ="
        #expect(try Self.found(text).map { $0.0 } == ["4:11 missing-operand"])
        var rule = LintSettings.Rule()
        rule.schema = RecordSchema(root: "City", types: [RecordType("City", fields: [RecordField("name", .string)])])
        #expect(
            try Self.found(text, "rules.yaml", rule).map { $0.0 }
                == ["3:6 unknown-field", "4:6 unknown-field", "4:11 missing-operand"])
    }

    @Test func aFileWithoutLinesHasKeyPaths() throws {
        let bytes = Self.binary
        let file = try ConfigurationFile(path: "rules.plist", bytes, .propertyList)
        #expect(file.isBinary)
        let checks = try Self.checks()
        let findings = checks.findings(in: file)
        #expect(findings.map(\.diagnostic.code) == [.missingOperand])
        #expect(findings.map { $0.predicate?.context } == ["predicates.a"])
        #expect(findings.map { $0.predicate?.text.text } == ["name ="])
        #expect(checks.fixed(file) == nil)
    }

    /// `{"predicates": {"a": {"predicate": "name ="}}}` as a binary property list.
    private static let binary: [UInt8] = {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        func add(_ object: [UInt8]) {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        add([0xD1, 1, 2])
        add([0x5A] + Array("predicates".utf8))
        add([0xD1, 3, 4])
        add([0x51, 0x61])
        add([0xD1, 5, 6])
        add([0x59] + Array("predicate".utf8))
        add([0x56] + Array("name =".utf8))
        let table = UInt8(bytes.count)
        bytes += offsets
        return bytes + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 7] + [0, 0, 0, 0, 0, 0, 0, 0]
            + [0, 0, 0, 0, 0, 0, 0, table]
    }()

    // MARK: Edits

    @Test func filesAreMended() throws {
        let text = """
            # kept
            schema: {title: City, type: object, properties: {name: {type: string}, population: {type: integer}}}
            predicates:
              big:   # kept, too
                arguments: {minimum: int, name: 'str'}
                predicate: population >= $minmum AND nme CONTAIN "x"
              near:   "@{bgi} AND NOT @big"
              far: >-
                NOT @{bgi} AND
                nme == 'x'
              good: name == 'x'
            """
        let mended = """
            # kept
            schema: {title: City, type: object, properties: {name: {type: string}, population: {type: integer}}}
            predicates:
              big:   # kept, too
                arguments: {minimum: integer, name: 'string'}
                predicate: population >= $minimum AND name CONTAINS "x"
              near:   "@{big} AND NOT @{big}"
              far: >-
                NOT @{big} AND
                name == 'x'
              good: name == 'x'
            """
        let checks = try Self.checks()
        let fixed = try #require(checks.fixed(Self.file(text)))
        #expect(String(decoding: fixed, as: UTF8.self) == mended)
        #expect(try checks.fixed(Self.file(mended)) == nil)
    }

    @Test func whatHasNoEditStays() throws {
        let checks = try Self.checks()
        for text in [
            "predicates:\n  a: {predicate: x == , arguments: {m: frobnicate}}", "predicates:\n  a: NOT @{a}",
            "predicates:\n  a: {predicate: x == $m}", "predicates:\n  a: x == 1 AND y LIKE 'x'",
        ] {
            #expect(try checks.fixed(Self.file(text)) == nil, "\(text)")
        }
    }

    /// Much of everything takes linear time, and nothing in a file stops the reader.
    @Test(arguments: [
        String(repeating: "@{", count: 50_000), "@{" + String(repeating: "a", count: 100_000),
        String(repeating: "@{a} AND ", count: 10_000) + "@{a}", String(repeating: "(", count: 5_000) + "@{a}",
        "'@{a}\\'@{a}", "@{ }", "@{}", "@{@{a}}", "x == '@{", "@", "NOT @",
    ])
    func hostileTexts(text: String) throws {
        let quoted = JSONText.quoted(text)
        let file = try Self.file(
            "{\"predicates\": {\"a\": \"x == 1\", \"b\": \(quoted), \"c\": \"NOT @{a}\"}}", "a.json")
        let checks = try Self.checks()
        #expect(checks.predicates(in: file).count == 3)
        _ = checks.findings(in: file)
        _ = checks.fixed(file)
        let surroundings = try #require(checks.predicates(in: file).first?.named)
        for offset in [-1, 0, 1, 2, 3, text.utf8.count, text.utf8.count + 1] {
            _ = surroundings.completions(in: text, at: offset)
            _ = surroundings.reference(in: text, at: offset)
        }
    }
}

/// Texts as JSON writes them.
private enum JSONText {
    static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
}
