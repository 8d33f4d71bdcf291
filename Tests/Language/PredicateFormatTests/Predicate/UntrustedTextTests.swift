import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Functions that a library or limits switch off, and the preset for texts from strangers.
@Suite struct UntrustedTextTests {
    private static let library = PredicateLibrary.standard
        .adding(
            PredicateFunction("twice:", parameters: [.init("number", .integer)], result: .integer, help: "Twice.") {
                if case .integer(let number) = $0.first { .integer(number &* 2) } else { .null }
            }
        )
        .adding(
            PredicateFunction("secret", parameters: [], result: .integer, help: "Nobody's business.") { _ in 1 })

    @Test(arguments: [
        ("random() > 0.5", ["refused-function random"]), ("randomn(5) == 1", ["refused-function randomn"]),
        ("FUNCTION(a, 'randomn:') == 1", ["refused-function 'randomn:'"]),
        ("secret() == 1", ["refused-function secret"]),
        ("twice(a) == 4", []), ("FUNCTION(a, 'twice:') == 4", []), ("uppercase(a) == 'A' AND now() != nil", []),
        ("a == 1 OR secret() == 1 OR random() == 1", ["refused-function secret", "refused-function random"]),
        ("rndom() == 1", ["unknown-function rndom"]),
    ])
    func limitsAllowFunctions(text: String, expected: [String]) {
        let limits = PredicateLimits.untrusted(allowing: ["twice:"])
        #expect(codes { try CheckedPredicate(text, library: Self.library, limits: limits) } == expected)
        #expect(
            codes {
                try ParsedPredicate(parsing: text, library: Self.library).tree.checked(
                    library: Self.library, limits: limits)
            }
            .map { $0.prefix { $0 != " " } } == expected.map { $0.prefix { $0 != " " } })
    }

    @Test func librariesSwitchFunctionsOff() throws {
        let library = PredicateLibrary.standard.without(.uppercase, .now)
        for text in ["uppercase(a) == 'A'", "FUNCTION(a, 'uppercase:') == 'A'", "now() != nil"] {
            #expect(
                codes { try CheckedPredicate(text, library: library) }.map { $0.prefix(16) } == ["refused-function"],
                "\(text)")
            #expect(codes { try CheckedPredicate(text) } == [])
        }
        #expect(codes { try CheckedPredicate("lowercase(a) == 'a'", library: library) } == [])
        #expect(library != .standard)
        #expect(library == PredicateLibrary.standard.without(.now).without(.uppercase))
        // Joined libraries keep them off.
        let strict = try CheckedPredicate("a == 1", library: library)
        let lax = try CheckedPredicate("uppercase(a) == 'A'")
        #expect(codes { try strict && lax } != [])
        var merged = lax.library
        merged.merge(strict.library)
        #expect(merged.switchedOff == [.uppercase, .now])
    }

    @Test func hintsNameNoFunctionThatIsOff() throws {
        do {
            _ = try CheckedPredicate("randm() > 0.5", limits: .untrusted)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.diagnostics.allSatisfy { !($0.hint ?? "").contains("random") })
        }
    }

    /// What people write by hand is allowed.
    @Test(arguments: [
        "name CONTAINS[cd] 'ada' AND age BETWEEN {18, 65}", "ANY tags == 'x' OR tags.@count > 3",
        "SUBQUERY(friends, $f, $f.age > 30 AND $f.name BEGINSWITH 'A').@count >= 2",
        "name LIKE '*son' AND NOT (age < 3)",
        "state IN {'new', 'open', 'done'} AND born > CAST('2020-01-01T00:00:00Z', 'NSDate')",
        "lowercase(name) == 'ada' AND friends.@max.age > 3 AND a.b.c != nil",
    ])
    func ordinaryFilters(text: String) {
        #expect(codes { try CheckedPredicate(text, limits: .untrusted) } == [])
    }

    @Test(arguments: [
        (String(repeating: " ", count: 10_000) + "a == 1", "source-too-long"),
        (String(repeating: "abs(", count: 80) + "a" + String(repeating: ")", count: 80) + " == 1", "too-deep"),
        ("a IN {" + (0..<1500).map(String.init).joined(separator: ",") + "}", "list-too-long"),
        ("ANY a IN[c] b AND ANY b IN[c] c", "too-costly"),
    ])
    func largeOnesAreRefused(text: String, code: String) {
        #expect(codes { try CheckedPredicate(text, limits: .untrusted) }.first?.hasPrefix(code) == true)
    }
}
