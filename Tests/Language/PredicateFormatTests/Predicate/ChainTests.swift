import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Predicates joined step by step cost as much as their parts.
@Suite struct ChainTests {
    private func part(_ number: Int) throws -> CheckedPredicate {
        try CheckedPredicate("age != \(number)", schema: people)
    }

    private func chain(_ count: Int) throws -> CheckedPredicate {
        let parts = try (0..<16).map(part)
        var all = try CheckedPredicate("age > 0", schema: people)
        for step in 0..<count { all = try all && parts[step % 16] }
        return all
    }

    @Test func stepsPrintNested() throws {
        let all = try chain(3)
        #expect(all.source == "((age > 0 AND age != 0) AND age != 1) AND age != 2")
        #expect(all.predicateFormat == all.source)
        #expect(all.tree.height == (try part(0).tree.height) + 3)
        #expect(try CheckedPredicate(all.source, schema: people).tree == all.tree)
        #expect(try (all || part(7)).source == "(\(all.source)) OR age != 7")
        #expect(try (part(7) && all).source == "age != 7 AND (\(all.source))")
    }

    @Test func aThousandStepsAreNotRefused() throws {
        let all = try chain(1000)
        #expect(all.matches(["age": 20]))
        #expect(!all.matches(["age": 7]))
        // One group in memory, but nested groups in the text.
        #expect(all.tree.height == (try part(0).tree.height) + 1)
        #expect(all.source.hasPrefix(String(repeating: "(", count: 999) + "age > 0 AND age != 0) AND age != 1)"))
        #expect(all.predicateFormat == all.source)
        #expect(all.warnings.isEmpty)
        var texts: Set<String> = []
        all.tree.forEachNode { node in
            if case .expression(let tree) = node, case .field = tree.kind {
                texts.insert(tree.range?.text(in: all.source) ?? "none")
            }
        }
        #expect(texts == ["age"])
        let either = try !all || all
        #expect(either.matches(["age": 7]) && either.matches(["age": 20]))
        #expect(try [all, all].conjunction().matches(["age": 20]))
    }

    @Test(.enabled(if: StageCounter.isCounting)) func aStepChecksNothing() throws {
        let parts = try (0..<16).map(part)
        let (all, counts) = try StageCounter.counting {
            var all = parts[0]
            for step in 0..<10_000 { all = try all && parts[step % 16] }
            #expect(all.matches(["age": 20]))
            return all
        }
        #expect(counts == StageCounter.Counts())
        #expect(all.uses.fields.count == 1)
    }

    /// Steps share their parts, but a step does not see the parts of another.
    @Test func chainsThatForkStayApart() throws {
        let stem = try chain(5)
        let one = try stem && part(100)
        let other = try stem && part(200)
        let more = try one && part(300)
        #expect(stem.matches(["age": 100]) && stem.matches(["age": 200]))
        #expect(!one.matches(["age": 100]) && one.matches(["age": 200]) && one.matches(["age": 300]))
        #expect(other.matches(["age": 100]) && !other.matches(["age": 200]))
        #expect(!more.matches(["age": 100]) && !more.matches(["age": 300]))
    }

    @Test func variablesAgree() throws {
        let age = try PredicateTemplate("age == $x", schema: people)
        let score = try PredicateTemplate("score == $x AND name == $y", schema: people)
        let both = try age && score
        #expect(both.variables.map(\.name) == ["x", "y"])
        #expect(
            both.variables.map(\.type) == (try PredicateTemplate(both.source, schema: people)).variables.map(\.type))
        let name = try PredicateTemplate("name == $x", schema: people)
        #expect(codes { try (both && name).open } == ["variable-conflict $x"])
        let bound = try both.binding(["x": 5, "y": "Ada"])
        #expect(bound.variables.isEmpty)
        #expect(bound.matches(["age": 5, "score": 5, "name": "Ada"]))
        #expect(codes { try both.binding(["x": "z"]) } != [])
    }

    @Test func limitsHold() throws {
        var limits = PredicateLimits()
        limits.nodes = 40
        var all = try CheckedPredicate("age > 0", schema: people, limits: limits)
        #expect(throws: PredicateDiagnostics.self) { for step in 0..<20 { all = try all && part(step) } }
        var deep = try CheckedPredicate("age > 0", schema: people)
        #expect(throws: PredicateDiagnostics.self) {
            for step in 0..<300 { deep = try step % 2 == 0 ? deep && part(step) : deep || part(step) }
        }
    }
}
