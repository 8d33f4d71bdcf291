import Testing

@testable import PredicateCommand

@Suite struct MessageCommandTests {
    @Test func anEntryIsExplained() {
        let result = predicate(["message", "missing-quantifier"])
        #expect(result.status == 0)
        #expect(result.messages == "")
        #expect(result.output.hasPrefix("missing-quantifier (error): many values are compared with one\n\n"))
        #expect(result.output.contains("   1 │ friends.age > 30"))
        #expect(result.output.contains("Fixed:\n\n  ANY friends.age > 30\n"))
        #expect(result.lines.allSatisfy { $0.count <= 80 || $0.contains("error: ") })
    }

    @Test func aCodeOfTwoStagesHasBoth() {
        let output = predicate(["message", "number-too-large"]).output
        #expect(output.contains("0xFFFFFFFFFFFFFFFFF"))
        #expect(output.contains("1e400"))
    }

    @Test func allAreListed() {
        let result = predicate(["message"])
        #expect(result.status == 0)
        for entry in MessageReference.pages.flatMap(\.entries) {
            #expect(result.lines.contains { $0.hasPrefix("  \(entry.code) ") && $0.hasSuffix(entry.title) })
        }
    }

    @Test(arguments: [
        ("unkown-field", "did you mean `unknown-field`?"), ("Missing_Operand", "did you mean `missing-operand`?"),
        ("quantifier", "did you mean `missing-quantifier`, `needless-quantifier`?"),
        ("xyzzy", "`predicate message` lists all codes"),
        ("", "`predicate message` lists all codes"),
    ])
    func anUnknownCodeSuggestsTheNearest(_ code: String, _ advice: String) {
        let result = predicate(["message", code])
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.messages == "error: there is no message `\(code)`; \(advice)\n")
    }
}
