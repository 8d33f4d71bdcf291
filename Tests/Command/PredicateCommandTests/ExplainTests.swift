import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate explain`.
@Suite struct ExplainTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func explain(_ arguments: String...) throws -> CommandResult {
        predicate(["explain", "--schema", try folder.file("person.schema.json", CheckTests.schema)] + arguments)
    }

    private func object(_ result: CommandResult) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    // MARK: Text

    @Test func text() throws {
        let result = try explain("age > $least AND (ANY tags ==[cd] \"new\" OR NOT NOT name BEGINSWITH 'A') AND 1 == 1")
        #expect(result.status == 0)
        #expect(result.messages == "")
        let warning = try #require(result.output.range(of: "\nwarning: "))
        #expect(
            result.output[..<warning.lowerBound] == """
                AND                     true or false
                ├─ >                    true or false
                │  ├─ age               an integer
                │  └─ $least            an integer
                ├─ OR                   true or false
                │  ├─ ANY ==[cd]        true or false
                │  │  ├─ tags           a list of strings
                │  │  └─ "new"          a string
                │  └─ NOT               true or false
                │     └─ NOT            true or false
                │        └─ BEGINSWITH  true or false
                │           ├─ name     a string
                │           └─ "A"      a string
                └─ ==                   true or false
                   ├─ 1                 an integer
                   └─ 1                 an integer

                canonical:
                  age > $least AND (ANY tags ==[cd] "new" OR (NOT (NOT name BEGINSWITH "A"))) AND 1 == 1

                fields:
                  age   an integer
                  tags  a list of strings
                  name  a string

                variables:
                  $least  an integer

                simplified:
                  age > $least AND (ANY tags ==[cd] "new" OR name BEGINSWITH "A")
                  - `NOT NOT name BEGINSWITH 'A'` is `name BEGINSWITH "A"`
                  - `1 == 1` is always true
                  - `1 == 1` changes nothing in its AND, because it is always true

                """)
    }

    @Test func typesOfASampleAreSaidToBeSeen() throws {
        let data = try folder.file("people.ndjson", "{\"name\":\"Ada\",\"age\":36}\n{\"name\":\"Bob\"}\n")
        let result = predicate(["explain", "--data", data, "age > 30 AND name == $who"])
        #expect(
            result
                == CommandResult(
                    status: 0,
                    output: """
                        AND         true or false
                        ├─ >        true or false
                        │  ├─ age   seen as an integer or nil
                        │  └─ 30    an integer
                        └─ ==       true or false
                           ├─ name  seen as a string
                           └─ $who  seen as a string

                        canonical:
                          age > 30 AND name == $who

                        fields:
                          age   seen as an integer or nil, in 1 of 2
                          name  seen as a string

                        variables:
                          $who  seen as a string

                        """, messages: ""))
    }

    /// A predicate for each kind of node, and the labels of its tree.
    @Test(arguments: [
        ("TRUEPREDICATE", ["TRUEPREDICATE"]), ("a.b.c == nil", ["==", "a.b.c", "a.b", "a", "nil"]),
        ("a[0].b == a[LAST]", ["==", "a[0].b", "a[0]", "a", "a[LAST]", "a"]),
        ("a[b] == a[FIRST]", ["==", "…[…]", "a", "b", "a[FIRST]", "a"]),
        ("a.@sum.b > x.@count", [">", "a.@sum.b", "a", "of each: b", "x.@count", "x"]),
        (
            "SUBQUERY(a, $x, $x.b == TRUE).@count > 0",
            [">", "….@count", "SUBQUERY $x", "of: a", "where: ==", "$x.b", "$x", "TRUE", "0"]
        ),
        ("TERNARY(a == 1, b, c) == SELF", ["==", "TERNARY", "if: ==", "a", "1", "then: b", "else: c", "SELF"]),
        ("a IN {1, 2} AND b IN {1, 'x'}", ["AND", "IN", "a", "{1, 2}", "IN", "b", "{…}", "1", "\"x\""]),
        ("NONE a IN {}", ["NOT", "ANY IN", "a", "{}"]), ("$v := a == %@", ["==", "$v :=", "a", "%@"]),
        ("%K.x == $k AND a.$k == 1", ["AND", "==", "%K.x", "%K", "$k", "==", "….(…)", "a", "$k", "1"]),
        ("sum:(a) == random()", ["==", "sum:(…)", "a", "random()"]),
        ("~a | b == -c", ["==", "|", "~", "a", "b", "-", "0", "c"]),
        ("FUNCTION(a, 'add:to:', b) == 1", ["==", "FUNCTION(…, \"add:to:\", …)", "a", "b", "1"]),
        (
            "CAST(a, 'NSDate') == CAST('2024-01-31', 'NSDate')",
            ["==", "CAST(…, \"NSDate\")", "a", "CAST(\"2024-01-31T00:00:00Z\", \"NSDate\")"]
        ),
        ("ANY (a UNION b).c == 'é\n\u{1B}[31m'", ["ANY ==", "….c", "UNION", "a", "b", #""é\n\u001B[31m""#]),
        (
            "'a b'.length == 1 AND #and.'b c' == 1",
            ["AND", "==", "….length", "\"a b\"", "1", "==", "#and.\"b c\"", "#and", "1"]
        ),
    ])
    func labels(text: String, expected: [String]) throws {
        let explanation = try ParsedPredicate(parsing: text).explanation()
        let rows = ExplanationRows(explanation).rows.map { row in
            (row.role.map { $0 + ": " } ?? "") + row.label.text(columns: 60)
        }
        #expect(rows == expected)
    }

    @Test(arguments: [
        (NodeLabel.quoted("abcdefgh"), 10, "\"abcdefgh\""), (.quoted("abcdefgh"), 9, "\"abcdef…\""),
        (.quoted("日本語日本語"), 9, "\"日本語…\""),
        (.text("abcdef"), 4, "abc…"), (.quoted(""), 5, "\"\""), (.quoted("\"\\"), 10, "\"\\\"\\\\\""),
        (.list((1...9).map { ExpressionTree(.constant(.integer($0))) }), 20, "{1, 2, 3, … 6 more}"),
        (.list([ExpressionTree(.constant(.string("abcdefghijklmnopqrstuvwxyz")))]), 14, "{… 1 values}"),
    ])
    func longLabelsAreCut(label: NodeLabel, columns: Int, text: String) {
        #expect(label.text(columns: columns) == text)
    }

    /// The tree never exceeds the width of the terminal.
    @Test(arguments: [
        "name == '\(String(repeating: "x", count: 5000))'",
        "name == '\(String(repeating: "日", count: 500))' AND age > 1",
        "a IN {\((0..<5000).map(String.init).joined(separator: ", "))}",
        "a == '\(String(repeating: "\u{300}", count: 5_000))'",
        "\(String(repeating: "a.", count: 60))b == 1 AND \(String(repeating: "verylongname", count: 30)) == 1",
        "a == 'x\u{1B}]0;title\u{7}\u{202E}\u{9B}31m\r\n\t' AND SELF.\"k\u{1B}[2J\" == 1",
    ])
    func theTreeFits(text: String) {
        let result = predicate(["explain", text])
        #expect(result.status == 0)
        let tree = result.output.components(separatedBy: "\n\n")[0].components(separatedBy: "\n")
        for line in tree where !line.hasPrefix(String(repeating: "│  ", count: 12)) {
            let isDeep = line.prefix { $0 == " " || $0 == "│" || $0 == "└" || $0 == "├" }.count > 50
            #expect(TextWidth.columns(of: line) <= 80 || isDeep, "\(line)")
        }
        #expect(isSafe(result.output))
    }

    private func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0 == "\n" || ($0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}")
        }
    }

    // MARK: Depth and width

    static let deep = [
        String(repeating: "NOT (", count: 95) + "a == 1" + String(repeating: ")", count: 95),
        String(repeating: "(", count: 190) + "a == 1" + String(repeating: ")", count: 190),
        (0..<180).map { "a\($0)" }.joined(separator: ".") + " == 1",
        "a == 1" + String(repeating: " + 1", count: 180),
        String(repeating: "SUBQUERY(a, $x, ", count: 60) + "TRUEPREDICATE"
            + String(repeating: ").@count == 1", count: 60),
        (0..<90).reduce("a == 1") { text, level in "(\(text) \(level % 2 == 0 ? "AND" : "OR") b\(level) == 1)" },
    ]

    /// In every format, on a thread with a stack of 512 KiB.
    @Test(arguments: deep.indices, ["text", "json", "dot"])
    func deepTrees(index: Int, format: String) throws {
        let text = Self.deep[index]
        let box = ResultBox()
        let thread = Thread { box.result = predicate(["explain", "--output", format, text]) }
        thread.stackSize = 512 << 10
        thread.start()
        while !thread.isFinished { usleep(1000) }
        let result = try #require(box.result)
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.isEmpty == false)
        if format == "json" { _ = try object(result) }
    }

    @Test func whatIsTooDeepIsAnErrorAndNoCrash() {
        for text in [
            String(repeating: "NOT (", count: 400) + "a == 1", "a == 1" + String(repeating: " + 1", count: 400),
        ] {
            for format in ["text", "json", "dot", "svg"] {
                let result = predicate(["explain", "--output", format, text])
                #expect(result.status == 65)
                #expect(result.output == "")
            }
        }
    }

    @Test(arguments: ["text", "json", "dot"])
    func wideTrees(format: String) throws {
        let conditions = (0..<5000).map { "f\($0) == 'v\($0)'" }.joined(separator: " AND ")
        let result = predicate(["explain", "--output", format, conditions])
        #expect(result.status == 0, "\(result.messages.prefix(200))")
        // One row for the group, and three for each condition.
        if format == "text" {
            #expect(result.output.components(separatedBy: "\n\n")[0].split(separator: "\n").count == 15_001)
        }
        if format == "dot" { #expect(result.output.components(separatedBy: " -> ").count == 15_001) }
        if format == "json" { #expect((try object(result)["fields"] as? [Any])?.count == 5000) }
    }

    // MARK: Mistakes

    @Test(arguments: ["text", "json", "dot", "svg"])
    func aPredicateWithMistakesIsNotExplained(format: String) throws {
        let result = try explain("--output", format, "nmae == 'x' AND zzzzzz == 1 AND age BETWEEN {5, 1}")
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(result.messages.contains("`nmae`"))
        #expect(result.messages.contains("`zzzzzz`"))
        #expect(result.messages.contains("warning: "))
        #expect(try explain("--output", format, "nmae ==").status == 65)
        #expect(try explain("--output", format, "--var", "x=y", "age == $x").status == 65)
    }

    @Test func valuesAreFilledIn() throws {
        let result = try explain("--output", "json", "--arg", "5", "--var", "n=7", "name == %@ AND age > $n")
        #expect(try object(result)["canonical"] as? String == "name == \"5\" AND age > 7")
        #expect(try explain("--arg", "x", "name == 'x'").status == 65)
        let file = try folder.file("rule", "age >\n  $n\n")
        #expect(try explain("--predicate-file", file).output.contains("canonical:\n  age > $n\n"))
        let wrong = try explain("--predicate-file", try folder.file("wrong", "age > 1 AND\n  nmae == 1\n"))
        #expect(wrong.messages.hasPrefix("\(folder.path("wrong")):2:3: error: "))
    }

    // MARK: JSON

    @Test func json() throws {
        let text = "age > $n AND name == %@ AND 1 == 1 AND sum:(tags.length) > 1 AND name UTI-EQUALS 'x'"
        let explained = try object(try explain("--output", "json", text))
        #expect(
            Set(explained.keys) == [
                "version", "text", "canonical", "schema", "tree", "fields", "variables", "arguments", "functions",
                "operators",
                "simplified", "warnings",
            ])
        #expect(explained["version"] as? Int == 1)
        #expect(explained["text"] as? String == text)
        #expect(explained["schema"] as? String == "declared")
        #expect(explained["functions"] as? [String] == ["sum:"])
        #expect(explained["operators"] as? [String] == ["UTI-EQUALS"])
        let fields = try #require(explained["fields"] as? [[String: Any]])
        #expect(fields.compactMap { $0["path"] as? String } == ["age", "name", "tags[].length"])
        #expect(fields.compactMap { $0["phrase"] as? String } == ["an integer", "a string", "an integer"])
        #expect(fields.compactMap { $0["seen"] as? Bool } == [false, false, false])
        #expect((explained["variables"] as? [[String: Any]])?.first?["name"] as? String == "n")
        #expect((explained["arguments"] as? [[String: Any]])?.first?["specifier"] as? String == "%@")
        #expect((explained["arguments"] as? [[String: Any]])?.first?["type"] as? String == "string")
        let simplified = try #require(explained["simplified"] as? [String: Any])
        #expect((simplified["canonical"] as? String)?.contains("1 == 1") == false)
        let steps = try #require(simplified["steps"] as? [[String: Any]])
        #expect(steps.compactMap { $0["rule"] as? String } == ["constant-comparison", "neutral-part"])
        let range = try #require(steps.first?["range"] as? [String: Int])
        #expect(Array(text.utf8)[(range["start"] ?? 0)..<(range["end"] ?? 0)].elementsEqual("1 == 1".utf8))
        let warnings = try #require(explained["warnings"] as? [[String: Any]])
        #expect(warnings.compactMap { $0["code"] as? String } == ["always-true"])
        // The tree is a JSON document that can be read again.
        let tree = try JSONSerialization.data(withJSONObject: try #require(explained["tree"]))
        let read = try PredicateTree(json: String(decoding: tree, as: UTF8.self))
        #expect(read.predicateFormat == explained["canonical"] as? String)
    }

    @Test func jsonOfASample() throws {
        let data = try folder.file("d", "{\"a\":1}\n{}\n")
        let explained = try object(predicate(["explain", "--data", data, "--output", "json", "a > 1"]))
        #expect(explained["schema"] as? String == "inferred")
        #expect(explained["simplified"] is NSNull)
        let field = try #require((explained["fields"] as? [[String: Any]])?.first)
        #expect(field["seen"] as? Bool == true)
        #expect(field["present"] as? Int == 1)
        #expect(field["total"] as? Int == 2)
        #expect(try object(predicate(["explain", "--output", "json", "a > 1"]))["schema"] is NSNull)
    }

    @Test func hostileTextsMakeSafeJSON() throws {
        let text = "'\u{1B}[31m\u{9B}\u{202E}\u{7F}' == a AND SELF.\"k\u{7}\" == 1"
        let result = predicate(["explain", "--output", "json", text])
        #expect(isSafe(result.output))
        #expect(try object(result)["text"] as? String == text)
    }

    // MARK: Graphs

    @Test func dot() throws {
        let result = try explain("--output", "dot", "name == \"a\\\"b\\\\&lt;\" OR age BETWEEN {5, 1}")
        #expect(result.status == 0)
        #expect(result.messages.hasPrefix("warning: "))
        #expect(result.output.hasPrefix("digraph predicate {\n"))
        #expect(
            result.output.contains(
                ##"  n3 [label="\"a\\\"b\\\\&amp;lt;\"\na string", shape=box, style=filled, fillcolor="#f2f2f2"]"##))
        #expect(result.output.hasSuffix("  n4 -> n6\n}\n"))
    }

    static let hostile = [
        "a == '\"];x[label=\"'", "a == 'x\\\\' AND b == '\\\\\"'", "a == '&amp;&lt;&#65;' OR b == '<b>'",
        "a == '\n\r\u{0}\u{1B}'",
        "\"]->{}\" == '\\\\N\\\\G\\\\l'", "a == '日本 👨‍👩‍👧 \u{202E}'",
        "a IN {\((0..<300).map { "'\"\($0)'" }.joined(separator: ","))}",
    ]

    /// Graphviz accepts the graph and draws every label unchanged.
    @Test(.enabled(if: graphvizIsThere), arguments: hostile)
    func graphvizTakesTheGraph(text: String) throws {
        let explanation = try ParsedPredicate(parsing: text).explanation()
        let result = predicate(["explain", "--output", "svg", text])
        #expect(result.status == 0, "\(result.messages)")
        let reader = SVGTexts(result.output)
        let labels = ExplanationRows(explanation).rows.flatMap { [$0.label.text(columns: 40), $0.type] }
        // Graphviz replaces blanks with no-break spaces.
        let drawn = Set(reader.texts.map { $0.replacingOccurrences(of: "\u{A0}", with: " ") })
        for label in labels { #expect(drawn.contains(label), "\(label) is not in \(drawn)") }
    }

    @Test(.enabled(if: graphvizIsThere), arguments: deep)
    func graphvizTakesDeepGraphs(text: String) throws {
        let result = predicate(["explain", "--output", "svg", text])
        #expect(result.status == 0, "\(result.messages)")
        #expect(result.output.hasSuffix("</svg>\n"))
    }

    static var graphvizIsThere: Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/dot") }
    }

    @Test func withoutGraphvizTheMessageSaysWhatIsMissing() throws {
        let command = "command=$(command -v predicate); PATH=/nowhere \"$command\" explain --output svg 'a == 1'"
        #expect(
            try BuiltCommand.shell(command, in: folder)
                == CommandResult(
                    status: 69, output: "",
                    messages:
                        "error: --output svg needs Graphviz, but its program `dot` is not on the path; --output dot works without it\n"
                ))
        // A `dot` that fails.
        _ = try folder.file("dot", "#!/bin/sh\necho 'no \u{1B}[31mfonts' >&2\nexit 3\n")
        let failing =
            "command=$(command -v predicate); chmod +x dot; PATH=$PWD \"$command\" explain --output svg 'a == 1'"
        #expect(
            try BuiltCommand.shell(failing, in: folder)
                == CommandResult(
                    status: 70, output: "", messages: "error: `dot` of Graphviz ended with status 3: no ␛[31mfonts\n"))
    }

    @Test(.enabled(if: graphvizIsThere))
    func closedDescriptorsAreNoObstacle() throws {
        for closed in ["<&-", "2>&-", "<&- 2>&-"] {
            let result = try BuiltCommand.shell("predicate explain --output svg 'a == 1' \(closed)", in: folder)
            #expect(result.output.hasSuffix("</svg>\n"), "\(closed) \(result)")
        }
    }
}

/// The result of a thread, read after the thread has ended.
final class ResultBox: @unchecked Sendable {
    var result: CommandResult?
}

/// The texts of an SVG.
private struct SVGTexts {
    private(set) var texts: [String] = []

    init(_ svg: String) {
        // `text` elements contain no other elements, so only entities need decoding.
        for piece in svg.components(separatedBy: "<text ").dropFirst() {
            guard let start = piece.firstIndex(of: ">"), let end = piece.range(of: "</text>") else { continue }
            var text = String(piece[piece.index(after: start)..<end.lowerBound])
            for (entity, character) in [
                ("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&#45;", "-"), ("&#160;", "\u{A0}"),
                ("&amp;", "&"),
            ] { text = text.replacingOccurrences(of: entity, with: character) }
            texts.append(text)
        }
    }
}
