import PredicateCore
import PredicatePatterns
import Testing

@testable import PredicateFiles

/// What a file of named predicates gives, and what is reported of a wrong one.
@Suite struct PredicateFileTests {
    /// The lines of a schema that most files here begin with: three lines.
    static let head = """
        schema:
          {title: City, type: object, properties: {name: {type: string}, population: {type: integer}, coast: {type: boolean},
            founded: {type: string, format: date-time}, tags: {type: array, items: {type: string}}, land: {type: object, title: Land, properties: {name: {type: string}}}}}

        """

    static let good = """
        predicates:
          coastal: coast == TRUE
          big-cities:
            description: Cities with at least a million people.
            arguments:
              minimum: {type: integer, default: 1000000}
            predicate: population >= $minimum
            cases:
              - record: {name: Lisbon, population: 545000}
                matches: false
              - record: {name: Lisbon, population: 545000}
                matches: true
                arguments: {minimum: 500000}
                description: With a smaller minimum.
              - {record: {}, matches: no}
          big-and-coastal: "@{big-cities} AND @{coastal}"
          others: NOT @{ big-and-coastal } OR name == '@{none}'
        """

    static func file(_ text: String, _ format: PredicateFile.Format = .yaml, types: [RecordSchema] = [])
        throws(PredicateFileError) -> PredicateFile
    {
        try PredicateFile(
            Array(text.utf8), format: format, path: "rules.yaml", types: types, library: .standardWithPatterns)
    }

    /// Words that people write for the types of arguments, and the types that are meant.
    static let typeWords = [
        ("int", "integer"), ("Int64", "integer"), ("LONG", "integer"), ("float", "number"), ("real", "number"),
        ("str", "string"), ("text", "string"), ("NSString", "string"), ("bool", "boolean"), ("Boolean", "boolean"),
        ("datetime", "date"), ("date-time", "date"), ("timestamp", "date"), ("guid", "uuid"), ("uri", "url"),
        ("bytes", "data"), ("list", "array"), ("integr", "integer"), ("dubble", "double"), ("object", "any"),
        ("frobnicate", nil), ("", nil), (String(repeating: "i", count: 100_000), nil),
    ]

    @Test(arguments: typeWords.indices)
    func typesHaveSuggestions(index: Int) throws {
        let (word, meant) = Self.typeWords[index]
        let text = "predicates:\n  a: {arguments: {m: {type: '\(word)'}}, predicate: x == $m}"
        let error = try #require(throws: PredicateFileError.self) { try Self.file(text) }
        let diagnostic = try #require(error.problems.first?.diagnostic)
        #expect(error.problems.count == 1)
        #expect(diagnostic.code == .predicateArgument)
        #expect(diagnostic.hint == meant.map { "did you mean `\($0)`?" })
        #expect(diagnostic.edits.map(\.text) == (meant.map { [$0] } ?? []))
        #expect(diagnostic.notes.isEmpty == (meant != nil))
        #expect(diagnostic.message.utf8.count < 200)
    }

    @Test func aGoodFileIsRead() throws {
        let file = try Self.file(Self.head + Self.good)
        #expect(file.names == ["coastal", "big-cities", "big-and-coastal", "others"])
        let big = try file.named("big-cities")
        #expect(big.description == "Cities with at least a million people.")
        #expect(big.text == "population >= $minimum")
        #expect(big.arguments.map(\.name) == ["minimum"])
        #expect(big.arguments.first?.type == .integer)
        #expect(big.arguments.first?.defaultValue == .integer(1_000_000))
        #expect(big.cases.map(\.matches) == [false, true, false])
        #expect(big.failingCases().isEmpty)
        #expect(big.position == SourcePosition(line: 6, column: 3))
        let both = try file.named("big-and-coastal")
        #expect(both.text == "@{big-cities} AND @{coastal}")
        #expect(both.expandedText == "(population >= $minimum) AND (coast == TRUE)")
        #expect(both.arguments == big.arguments)
        #expect(both.uses == ["big-cities", "coastal"])
        let others = try file.named("others")
        #expect(
            others.expandedText
                == "NOT ((population >= $minimum) AND (coast == TRUE)) OR name == '@{none}'")
        #expect(file.warnings.isEmpty)
        #expect(file["none"] == nil)
    }

    /// A file behind the schema, and its problems as `line:column code`.
    static let wrong: [(text: String, found: [String])] = [
        ("", ["1:1 predicate-file-value"]),
        ("predicates: []", ["4:13 predicate-file-value"]),
        ("predicats: {}", ["1:1 predicate-file-value", "4:1 predicate-file-key"]),
        ("predicates:\n  a: cost == TRUE\n  b: coast == 'x'", ["5:6 unknown-field", "6:15 wrong-operand"]),
        ("predicates:\n  a: coast == TRUE\n  a: coast == FALSE", ["6:3 predicate-file-key"]),
        ("predicates:\n  a b: coast == TRUE", ["5:3 predicate-file-value"]),
        ("predicates:\n  a: 1", ["5:6 predicate-file-value"]),
        ("predicates:\n  a: {predicat: coast == TRUE}", ["5:3 predicate-file-value", "5:7 predicate-file-key"]),
        ("predicates:\n  a: &a coast == TRUE\n  b: *a", ["6:6 predicate-file-value"]),
        // References.
        ("predicates:\n  big: coast == TRUE\n  b: NOT @{bgi}", ["6:12 unknown-predicate"]),
        ("predicates:\n  b: NOT @{b", ["5:10 unknown-predicate"]),
        ("predicates:\n  a: NOT @{a}", ["5:10 predicate-cycle"]),
        (
            "predicates:\n  a: NOT @{b}\n  b: NOT @{c}\n  c: name == '' OR @{a}\n  d: \"@{a}\"",
            ["5:10 predicate-cycle"]
        ),
        // Predicates of a circle are checked as far as their own texts go.
        (
            "predicates:\n  a: NOT @{b} AND cost == TRUE\n  b: NOT @{a} AND name =\n  c: name == 'x' AND @{a}\n  d: NOT @{c} AND nme == ''",
            ["5:10 predicate-cycle", "5:19 unknown-field", "6:25 missing-operand", "8:19 unknown-field"]
        ),
        ("predicates:\n  a: NOT @{a} AND name >", ["5:10 predicate-cycle", "5:25 missing-operand"]),
        (
            "predicates:\n  a: {arguments: {m: integer}, predicate: 'NOT @{b} AND population > $m'}\n  b: NOT @{a} AND population < $m AND name == $a",
            ["5:48 predicate-cycle", "6:47 predicate-argument"]
        ),
        (
            "predicates:\n  a: NOT @{b} AND @{d}\n  b: NOT @{c} AND @{a}\n  c: '@{a} AND nme == 1'\n  d: cost == TRUE",
            ["5:10 predicate-cycle", "7:16 unknown-field", "8:6 unknown-field"]
        ),
        // A mistake is reported where it is made, and not where it is used.
        (
            "predicates:\n  a: cost == TRUE\n  b: \"@{a}\"\n  c: \"@{b} AND nme == 'x'\"",
            ["5:6 unknown-field", "7:16 unknown-field"]
        ),
        // Arguments.
        ("predicates:\n  a: population > $m", ["5:19 predicate-argument"]),
        ("predicates:\n  a: population > %@", ["5:19 predicate-argument"]),
        ("predicates:\n  a: {arguments: {m: integr}, predicate: population > $m}", ["5:22 predicate-argument"]),
        ("predicates:\n  a: {arguments: {m: string}, predicate: population > $m}", ["5:55 wrong-operand"]),
        (
            "predicates:\n  a: {arguments: {m: {type: integer, default: x}}, predicate: population > $m}",
            ["5:47 argument-value"]
        ),
        (
            "predicates:\n  a: {arguments: {m: integer}, predicate: population > $m}\n  b: {arguments: {m: string}, predicate: '@{a} AND name == $m'}",
            ["6:19 predicate-argument"]
        ),
        (
            "predicates:\n  a: {arguments: {m: integer}, predicate: population > $m}\n  b: {arguments: {m: string}, predicate: 'name == $m'}\n  c: '@{a} AND @{b}'",
            ["7:16 predicate-argument"]
        ),
        (
            "predicates:\n  a: {arguments: {m: {type: integer, default: 1}}, predicate: population > $m}\n  b: {arguments: {m: {type: integer, default: 2}}, predicate: population < $m}\n  c: '@{a} AND @{b}'",
            ["7:16 predicate-argument"]
        ),
        (
            "predicates:\n  a: {arguments: {m: string}, predicate: name == $m}\n  b: SUBQUERY(tags, $m, @{a}).@count > 0",
            ["6:6 predicate-argument"]
        ),
        // Cases.
        (
            "predicates:\n  a:\n    predicate: coast == TRUE\n    cases:\n      - record: {cost: true, population: '1'}\n      - matches: maybe\n",
            [
                "8:9 predicate-file-value", "8:18 predicate-case", "8:43 predicate-case", "9:9 predicate-file-value",
                "9:18 predicate-file-value",
            ]
        ),
        (
            "predicates:\n  a:\n    arguments: {m: integer}\n    predicate: population > $m\n    cases:\n      - {record: {}, matches: false}\n      - {record: {}, matches: false, arguments: {m: x, n: 1}}",
            ["9:10 argument-value", "10:53 argument-value", "10:56 argument-value"]
        ),
    ]

    @Test(arguments: wrong.indices) func problemsHaveTheirPlaces(index: Int) {
        let (text, found) = Self.wrong[index]
        do {
            _ = try Self.file(Self.head + text)
            Issue.record("no problem in \(text)")
        } catch {
            let shown = error.problems.map { problem in
                "\(problem.position.map { "\($0.line):\($0.column)" } ?? "-") \(problem.diagnostic.code.rawValue)"
            }
            #expect(shown == found, "\(error)")
        }
    }

    /// The edits of a problem are edits of the file.
    @Test func editsAreThoseOfTheFile() throws {
        let text =
            Self.head + #"predicates: {a: "population >== 5 AND \u006Eame CONTAIN 'x'", b: "@{a} && coast = TRUE"}"#
        do throws(PredicateFileError) {
            _ = try Self.file(text)
            Issue.record("the mistakes were not found")
        } catch {
            #expect(error.problems.map(\.diagnostic.code.rawValue) == ["unknown-operator", "unknown-operator"])
            var bytes = Array(text.utf8)
            for edit in error.problems.flatMap(\.diagnostic.edits).reversed() {
                bytes.replaceSubrange(edit.range.lowerBound..<edit.range.upperBound, with: Array(edit.text.utf8))
            }
            let fixed = String(decoding: bytes, as: UTF8.self)
            #expect(fixed.hasSuffix(#"{a: "population >= 5 AND \u006Eame CONTAINS 'x'", b: "@{a} && coast = TRUE"}"#))
            #expect(try PredicateFileTests.file(fixed).names == ["a", "b"])
        }
    }

    /// What a predicate says wrongly is said as `PredicateCompilation` says it, at the place in the file.
    @Test(arguments: [
        "nmae == 'x'", "population == '5'", "name == Lisbon", "coast = true", "name CONTAIN 'x'",
        "population > 5 ORDER BY name",
        "name LIKE 'abc'", "tags == 'x'", "population > 5 AND", "(coast == TRUE", "name = ‘x’", "land-name == 'x'",
        "coast == TRUE OR coast == FALSE AND name != 'x'", "founded > '2024-13-01'", "name MATCHES '['", "",
    ]) func messagesAreThoseOfTheLanguage(text: String) throws {
        guard let schema = try Self.file(Self.head + "predicates: {a: coast == TRUE}")["a"]?.schema else { return }
        let expected = PredicateCompilation(text, schema: schema, library: .standardWithPatterns).diagnostics
            .diagnostics
        var found: [PredicateDiagnostic] = []
        let before = Self.head + "predicates:\n a: >-\n  "
        let shift = before.utf8.count
        do throws(PredicateFileError) {
            found = try Self.file(before + text + "\n").warnings.map(\.diagnostic)
        } catch {
            found = error.problems.map(\.diagnostic)
        }
        if text.isEmpty { return #expect(found.map(\.code) == expected.map(\.code)) }
        #expect(found.map(\.code) == expected.map(\.code))
        #expect(found.map(\.message) == expected.map(\.message))
        #expect(
            found.map(\.range)
                == expected.map { SourceRange($0.range.lowerBound + shift, $0.range.upperBound + shift) })
    }
}
