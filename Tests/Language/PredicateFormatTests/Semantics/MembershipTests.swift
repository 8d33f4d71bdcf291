import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("CONTAINS, IN, BEGINSWITH, ENDSWITH, LIKE, MATCHES")
struct MembershipTests {
    static let containment: [(PredicateValue, PredicateValue, Bool)] = [
        ("hello", "ell", true), ("hello", "ELL", false), ("hello", "", false), ("", "", false),
        ("hello", "hello!", false),
        ("4.2", 4, false), (42, "4", false), (42, 42, false), (nil, "a", false), ("a", nil, false), (nil, nil, false),
        ([1, 2], 2, true), ([1, 2], 2.0, true), ([1, 2], "2", false), ([0, 1], true, true), ([nil], nil, false),
        ([], nil, false), ([[1], [2]], [2], true), ([42], 42, true), (["42"], 42, false),
        (Values.set(1, "a"), "a", true),
        (["a", "b"], "ab", false), (["a", nil], "a", true),
        (["k": 1, "l": "x"], 1, true), (["k": 1], "k", false), (["k": nil], nil, false),
        (Values.record(["k": 1]), 1, false), (true, true, false), (Values.date(0), Values.date(0), false),
        ([Values.date(0)], "2001-01-01T00:00:00Z", true), (["2001-01-01T00:00:00Z"], Values.date(0), true),
        (.url("http://a/B"), "B", true), (.url("http://a/B"), "b", false), ("x AAAAAAAA", Values.uuid("A"), false),
        (Values.uuid("A"), "AAAA-AAAA", true), ([.url("http://A/")], "HTTP://a/", true),
    ]

    @Test("CONTAINS and its mirror IN (D29, D35, D59, §3)", arguments: containment)
    func contains(_ container: PredicateValue, _ element: PredicateValue, _ holds: Bool) {
        #expect(ValueSemantics.contains(container, element) == holds)
    }

    @Test("Options apply in texts and in collections of texts")
    func containsOptions() {
        let both: StringOptions = [.caseInsensitive, .diacriticInsensitive]
        #expect(ValueSemantics.contains("São Paulo", "SAO", options: both))
        #expect(!ValueSemantics.contains("São Paulo", "SAO", options: .caseInsensitive))
        #expect(ValueSemantics.contains(["a", "É"], "e", options: both))
        #expect(ValueSemantics.contains(Values.set("A"), "a", options: .caseInsensitive))
        #expect(ValueSemantics.contains(["k": "A"], "a", options: .caseInsensitive))
        #expect(!ValueSemantics.contains(["A"], "a", options: [.caseInsensitive, .normalized]))
        #expect(!ValueSemantics.contains([["A"]], ["a"], options: .caseInsensitive))
        #expect(ValueSemantics.contains([1, "A"], 1.0, options: .caseInsensitive))
        // A needle that folds to nothing is empty (D28).
        #expect(!ValueSemantics.contains("é", "", options: both))
    }

    @Test(
        "Prefixes and suffixes",
        arguments: [
            ("hello", "he", true, false), ("hello", "lo", false, true), ("hello", "hello", true, true),
            ("hello", "", false, false), ("", "", false, false), ("hello", "HE", false, false),
            (nil, "a", false, false),
            ("a", nil, false, false), (nil, nil, false, false), (12, "1", false, false), ("12", 1, false, false),
            (["he"], "he", false, false), (.url("http://h"), "http", true, false), ("a", "aa", false, false),
        ] as [(PredicateValue, PredicateValue, Bool, Bool)])
    func affixes(_ text: PredicateValue, _ affix: PredicateValue, _ begins: Bool, _ ends: Bool) {
        #expect(ValueSemantics.beginsWith(text, affix) == begins)
        #expect(ValueSemantics.endsWith(text, affix) == ends)
    }

    @Test("Prefixes and suffixes with options")
    func affixOptions() {
        #expect(ValueSemantics.beginsWith("Über", "u", options: [.caseInsensitive, .diacriticInsensitive]))
        #expect(ValueSemantics.endsWith("CAFÉ", "fe", options: [.caseInsensitive, .diacriticInsensitive]))
        #expect(!ValueSemantics.beginsWith("Über", "u", options: .caseInsensitive))
    }

    @Test(
        "LIKE (D11)",
        arguments: [
            ("abcfebbcce", "a*b*c?e", true), ("acbe", "a*b*c?e", false), ("a", "*?", true), ("", "*?", false),
            ("", "", true), ("a", "", false), ("", "*", true), ("a*b", "a\\*b", true), ("axb", "a\\*b", false),
            ("a\nb", "a*b", true), ("é", "?", true), ("e\u{301}", "?", false), ("e\u{301}", "??", true),
            (nil, "*", false), ("a", nil, false), (nil, nil, false), (1, "1", false), ("1", 1, false),
            (["a"], "a", false),
            ("a.c", "a.c", true), ("abc", "a.c", false), (.url("http://a/b"), "*//a/?", true),
        ] as [(PredicateValue, PredicateValue, Bool)])
    func like(_ text: PredicateValue, _ pattern: PredicateValue, _ holds: Bool) {
        #expect(ValueSemantics.like(text, pattern) == holds)
    }

    @Test("A LIKE pattern longer than the limit matches nothing")
    func likeLimit() {
        var limits = PredicateLimits.standard
        limits.patternBytes = 3
        #expect(ValueSemantics.like("aaaa", "aa*", limits: limits))
        #expect(!ValueSemantics.like("aaaa", "aaa*", limits: limits))
    }
}

/// An engine with one special form: `.*` matches anything, other characters match themselves. `(` is malformed, and
/// `!` reaches the limit of a match.
struct ToyEngine: PatternEngine {
    let compilations = Locked(0)

    struct Compiled: CompiledPattern {
        let like: LikePattern
        let reachesLimit: Bool
        func match(_ text: String) -> PatternMatch {
            reachesLimit ? .limitReached : like.matches(text) ? .matched : .notMatched
        }
    }

    func compile(
        _ pattern: String, options: StringOptions, limits: PredicateLimits
    ) throws(PatternError) -> any CompiledPattern {
        compilations.withLock { $0 += 1 }
        if pattern.contains("(") { throw PatternError("missing closing parenthesis", at: 0) }
        let like = LikePattern(
            pattern.split(separator: ".*", omittingEmptySubsequences: false).joined(separator: "*"), options: options)
        return Compiled(like: like, reachesLimit: pattern.contains("!"))
    }
}

@Suite("MATCHES")
struct MatchesTests {
    /// The warnings that a context received.
    final class Warnings: Sendable {
        let all = Locked<[EvaluationWarning]>([])
        var context: EvaluationContext {
            EvaluationContext(warn: { warning in self.all.withLock { $0.append(warning) } })
        }
    }

    private let engine = ToyEngine()
    private var cache: PatternCache { PatternCache(library: PredicateLibrary().using(patterns: engine)) }

    @Test(
        "The whole text, and never with an empty pattern (D12)",
        arguments: [
            ("abc", "a.*", true), ("abc", "b", false), ("", "", false), ("a", "", false), ("", ".*", true),
            (nil, ".*", false), ("a", nil, false), (1, ".*", false), ("1", 1, false),
            (.url("http://a"), "http.*", true),
        ] as [(PredicateValue, PredicateValue, Bool)])
    func matches(_ text: PredicateValue, _ pattern: PredicateValue, _ holds: Bool) {
        let context = EvaluationContext()
        #expect(ValueSemantics.matches(text, pattern, patterns: cache, context: context) == holds)
    }

    @Test("A pattern that cannot be compiled matches nothing and gives a warning")
    func badPattern() {
        let warnings = Warnings()
        #expect(!ValueSemantics.matches("a", "(", patterns: cache, context: warnings.context))
        #expect(warnings.all.withLock { $0 } == [.badPattern("(", "missing closing parenthesis")])
    }

    @Test("A match that reaches its limit fails with a warning (D83)")
    func limit() {
        let warnings = Warnings()
        #expect(!ValueSemantics.matches("a!", "a!", patterns: cache, context: warnings.context))
        #expect(warnings.all.withLock { $0 } == [.patternLimit("a!")])
    }

    @Test("A pattern without an engine or beyond the size limit matches nothing")
    func noEngine() {
        let warnings = Warnings()
        let none = PatternCache(library: PredicateLibrary())
        #expect(!ValueSemantics.matches("a", "a", patterns: none, context: warnings.context))
        var context = warnings.context
        context.limits.patternBytes = 2
        #expect(!ValueSemantics.matches("aaa", "aaa", patterns: cache, context: context))
        #expect(warnings.all.withLock { $0.count } == 2)
    }

    @Test("A pattern is compiled once per set of options, and dropped after many others")
    func caching() {
        let cache = cache
        let context = EvaluationContext()
        var work = WorkBudget.unlimited
        for _ in 0..<10 {
            _ = cache.matches("a", pattern: "a", options: [], context: context, &work)
            _ = cache.matches("a", pattern: "a", options: .caseInsensitive, context: context, &work)
            _ = cache.matches("a", pattern: "a", options: [.caseInsensitive, .normalized], context: context, &work)
        }
        #expect(engine.compilations.withLock { $0 } == 2)
        for number in 0..<1000 { _ = cache.matches("a", pattern: "a\(number)", options: [], context: context, &work) }
        #expect(engine.compilations.withLock { $0 } == 1002)
        #expect(cache.matches("a", pattern: "a", options: [], context: context, &work))
    }
}
