import Testing

@testable import PredicateCommand

@Suite struct LanguageCommandTests {
    @Test func anEntryIsExplained() {
        let result = predicate(["language", "BEGINSWITH"])
        #expect(result.status == 0 && result.messages == "")
        #expect(
            result.output.hasPrefix(
                "BEGINSWITH: The text begins with the other one.\n\n  text BEGINSWITH beginning\n\n"))
        #expect(result.output.contains("\n      false   {\"name\": \"john\"}\n"))
        #expect(
            result.output.contains(
                "\nNSPredicate: A side that is neither a string nor nil raises an exception there.\n"))
        #expect(result.output.contains("\nSee also: ENDSWITH, CONTAINS, LIKE, [c], [d]\n"))
    }

    @Test func theSignaturesAreThoseOfTheTable() {
        let output = predicate(["language", "modulus:by:"]).output
        #expect(
            output.contains(
                "  modulus:by:(dividend, divisor)\n\n`dividend` is an integer. `divisor` is an integer. The result is an"
            ))
        #expect(predicate(["language", "=="]).output.contains("\nAlso written `=`.\n"))
    }

    @Test(arguments: [
        ("beginswith", "BEGINSWITH: "), ("&&", "AND: "), ("c", "[c]: "), ("[C]", "[c]: "), ("@SUM", "@sum: "),
        ("sum()", "sum: "), ("sum:", "sum: "),
        ("SUBQUERY(…)", "SUBQUERY: "), ("some", "ANY: "), ("NULL", "nil: "), ("%ld", "%d: "), ("add:to:", "+: "),
        ("first", "[FIRST]: "),
        ("three-valued logic", "nil in comparisons: "), ("(", "precedence: "), ("enum", "enumeration: "),
        ("FETCH", "not available: "),
    ])
    func topicsAreFoundByTheirNames(_ name: String, _ beginning: String) {
        let output = predicate(["language", name]).output
        #expect(output.hasPrefix(beginning), "\(output.prefix(60))")
    }

    @Test func linksAreFilesOnATerminal() {
        #expect(predicate(["language", "MATCHES"]).output.contains("Patterns\n(Documentation/patterns.md) describes"))
        for entry in LanguageReference.pages.flatMap(\.entries) {
            #expect(!entry.text(width: 80).contains("]("), "\(entry.title)")
        }
    }

    @Test func aMessageLeadsToItsExplanation() {
        #expect(
            predicate(["language", "BETWEEN"]).output
                .contains("\n`predicate message between-bounds` explains this message.\n"))
    }

    @Test func aNameOfTwoThingsHasBoth() {
        let output = predicate(["language", "--", "-"]).output
        #expect(output.hasPrefix("-: ") || output.contains("\n-: "))
        #expect(output.contains("\n-a: ") || output.hasPrefix("-a: "))
    }

    @Test func allAreListed() {
        let result = predicate(["language"])
        #expect(result.status == 0)
        for page in LanguageReference.pages {
            #expect(result.lines.contains(page.title))
            for entry in page.entries {
                #expect(result.lines.contains { $0.hasPrefix("  \(entry.title) ") }, "\(entry.title)")
            }
        }
        #expect(result.lines.allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [
        ("BEGINWITH", "did you mean `BEGINSWITH`?"), ("@summ", "did you mean `@sum`?"),
        ("@average", "did you mean `average`?"), ("Union", ""),
        ("sub", "did you mean `SUBQUERY`, `subscript`, `substring`, `substitution variables`?"),
        ("xyzzy", "`predicate language` lists all topics"),
        ("", "`predicate language` lists all topics"),
    ])
    func anUnknownTopicSuggestsTheNearest(_ topic: String, _ advice: String) {
        let result = predicate(["language", topic])
        if advice.isEmpty { return #expect(result.status == 0) }
        #expect(result.status == 64 && result.output == "")
        #expect(result.messages == "error: there is no topic `\(topic)`; \(advice)\n")
    }
}
