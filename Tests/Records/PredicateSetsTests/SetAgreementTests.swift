import PredicateFormat
import PredicatePatterns
import PredicateRecords
import PredicateSetsTesting
import PredicateTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which generated sets are compared: 24 small ones, 40 of up to 250 rules with `PREDICATE_DEEP_TESTS=1`, or
/// `PREDICATE_SETS` of up to 2,000 rules and 200 records from the seed `PREDICATE_SETS_FROM` on, so that several runs
/// can share many sets.
enum GeneratedSets {
    private static let environment = ProcessInfo.processInfo.environment
    private static let asked = environment["PREDICATE_SETS"].flatMap { UInt64($0) }
    /// Whether `PREDICATE_SETS` asks for sets of full size.
    static var isWhole: Bool { asked != nil }

    static var seeds: Range<UInt64> {
        let first = environment["PREDICATE_SETS_FROM"].flatMap { UInt64($0) } ?? 1
        return first..<(first + (asked ?? (runsDeepTests ? 40 : 24)))
    }

    static func agreement(_ seed: UInt64) -> SetAgreement {
        if asked != nil { return SetAgreement(seed: seed) }
        return SetAgreement(seed: seed, mostRules: runsDeepTests ? 250 : 120, recordCount: runsDeepTests ? 50 : 40)
    }
}

/// A set answers what evaluating each of its predicates answers.
@Suite struct SetAgreementTests {
    @Test(arguments: GeneratedSets.seeds)
    func generatedSets(_ seed: UInt64) throws {
        let difference = try GeneratedSets.agreement(seed).run()
        #expect(difference == nil)
    }

    @Test func theNumberOfRulesIsSpread() {
        let counts = (0..<1000).map { SetAgreement(seed: UInt64($0)).ruleCount }
        #expect(counts.allSatisfy { (1...2000).contains($0) } && counts.contains(1))
        #expect(counts.count { $0 > 1000 } > 50 && counts.count { $0 < 10 } > 200)
    }

    @Test func theOrderIsThatOfInsertion() throws {
        let rules = PredicateSet<String>()
        try rules.insert("level == 'error' AND size > 1000", for: "large errors")
        try rules.insert("path BEGINSWITH '/api/'", for: "api")
        try rules.insert("TRUEPREDICATE", for: "all")
        try rules.update("size >= 2000", for: "large errors")
        let json = #"{"level": "error", "size": 2000, "path": "/api/users"}"#
        #expect(try rules.matches(json: json) == ["large errors", "api", "all"])
        #expect(rules.ids == ["large errors", "api", "all"])
        #expect(rules.remove("api")?.source == "path BEGINSWITH '/api/'")
        #expect(try rules.matches(json: json) == ["large errors", "all"])
    }

    @Test func aSnapshotDoesNotChange() throws {
        let rules = PredicateSet<Int>()
        for id in 0..<100 { try rules.insert("n == \(id % 10)", for: id) }
        let before = rules.snapshot
        for id in 0..<95 { rules.remove(id) }
        #expect(try before.matches(json: #"{"n": 7}"#) == [7, 17, 27, 37, 47, 57, 67, 77, 87, 97])
        #expect(try rules.matches(json: #"{"n": 7}"#) == [97])
        #expect(rules.count == 5 && before.count == 100)
    }

    @Test func freeVariablesAreRefused() throws {
        let rules = PredicateSet<Int>()
        let text = "a == 1 AND b > $least"
        let error = #expect(throws: PredicateDiagnostics.self) { try rules.insert(text, for: 1) }
        let range = try #require(error?.diagnostics.first?.range)
        #expect(String(decoding: Array(text.utf8)[range.lowerBound..<range.upperBound], as: UTF8.self) == "$least")
        #expect(rules.isEmpty)
        let bound = try PredicateTemplate(text).binding(["least": .integer(3)])
        #expect(try rules.insert(bound, for: 1))
        #expect(try rules.matches(json: #"{"a": 1, "b": 4}"#) == [1])
        #expect(try !rules.insert("b == 4", for: 1))
    }

    @Test(arguments: [
        "", " ", "{", #"{"a": 1"#, #"{"a": 1} x"#, #"{"a": tru}"#, "{\"a\": \"\u{1}\"}", #"{"a": 1, "b": [1,}"#,
        #"{"a": 1e999}"#,
    ])
    func badTextsAreErrors(_ text: String) throws {
        let rules = PredicateSet<Int>()
        try rules.insert("a == 1", for: 1)
        #expect(throws: RecordError.self) { try rules.matches(json: text) }
    }
}
