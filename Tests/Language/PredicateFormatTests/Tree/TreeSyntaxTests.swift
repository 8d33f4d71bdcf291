import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Trees are checked by nodes made from them. They equal the nodes that parsing the tree's text gives.
@Suite struct TreeSyntaxTests {
    private static let rounds = runsDeepTests ? 20_000 : 2_000

    /// The values of a text's arguments.
    private func values(_ arguments: [TreeSyntax.Argument]) -> [PredicateValue] {
        arguments.map { if case .value(let value) = $0 { value } else { .integer(1) } }
    }

    @Test func nodesAreThoseOfTheText() throws {
        var generator = TreeGenerator(seed: 31)
        var failures = 0
        var compared = 0
        for round in 0..<Self.rounds where failures < 10 {
            let tree = generator.predicate(round % 5)
            let (text, arguments) = tree.exactText
            let syntax = TreeSyntax(tree, library: .standard, limits: .standard, writesText: true)
            guard !syntax.isIrregular else { continue }
            compared += 1
            let parsed = try ParsedPredicate(parsing: text)
            let built = TreeBuilder.tree(of: syntax.root)
            if syntax.source != text || syntax.arguments.count != arguments.count
                || built.json(source: text) != parsed.tree.json(source: text)
            {
                failures += 1
                Issue.record("\(text)\n  was written as\n\(syntax.source)\n\(built.json(source: text))")
            }
        }
        #expect(compared > Self.rounds / 2)
    }

    /// Checking the nodes gives the same diagnostics as checking the text.
    @Test func checksAreThoseOfTheText() throws {
        var generator = TreeGenerator(seed: 32)
        var failures = 0
        var unwritten = 0
        for round in 0..<Self.rounds where failures < 10 {
            let tree = generator.predicate(round % 4)
            let schema = round % 2 == 0 ? people : nil
            let (text, arguments) = tree.exactText
            let given = values(arguments)
            let written = TreeSyntax(tree, library: .standard, limits: .standard, writesText: true)
            guard !written.isIrregular else { continue }
            let parsed = try ParsedPredicate(parsing: text).typing(against: schema, arguments: given)
            var checker = Checker(
                source: text, library: .standard, limits: .standard, schema: schema, arguments: given)
            let built = PredicateTyping(written.root, found: [], argumentCount: given.count, &checker)
            // The nodes lack the warnings of the parser.
            let found = parsed.diagnostics.map(\.message).filter { !$0.contains("AND binds tighter") }
            if built.diagnostics.map(\.message) != found
                || built.tree.json(source: text) != parsed.tree.json(source: text)
            {
                failures += 1
                Issue.record("\(text)\n\(built.diagnostics)\n\(parsed.diagnostics)")
            }
            let predicate = BuiltPredicate(
                tree: tree, arguments: Array(repeating: 1, count: 64), library: .standard, limits: .standard)
            guard let checked = predicate.checked(against: schema) else { continue }
            unwritten += 1
            let hasError = parsed.diagnostics.contains { $0.severity == .error }
            if hasError || checked.storage.structure != parsed.tree
                || checked.tree.json(source: text) != parsed.tree.json(source: text) || checked.source != text
            {
                failures += 1
                Issue.record("\(text)\n\(checked.source)\n\(checked.tree.json(source: checked.source))")
            }
        }
        #expect(unwritten > 50)
    }

    @Test(.enabled(if: StageCounter.isCounting)) func nothingIsParsed() throws {
        let tree = try tree("age > 30 AND name BEGINSWITH[c] 'a' AND ANY tags == 'x'")
        let (checked, counts) = try StageCounter.counting { try tree.checked(against: people) }
        #expect(counts == StageCounter.Counts(parsed: [], checked: [""]))
        #expect(checked.source == #"age > 30 AND name BEGINSWITH[c] "a" AND ANY tags == "x""#)
        #expect(checked.tree.range == SourceRange(0, checked.source.utf8.count))
        #expect(checked.matches(["age": 31, "name": "Ann", "tags": ["x"]]))
    }

    @Test func mistakesStandInTheText() throws {
        let field = ExpressionTree(.field(ExpressionTree(.record), "nmae"))
        let tree = PredicateTree(.comparison(.init(field, .equal, .literal("x"))))
        #expect(codes { try tree.checked(against: people) } == ["unknown-field nmae"])
        #expect(codes { try (!tree && tree).checked(against: people) } == ["unknown-field nmae", "unknown-field nmae"])
    }
}
