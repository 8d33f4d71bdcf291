import PredicateFormat
import PredicatePatterns
import PredicateRecords
import PredicateSets
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A set answers what evaluating each of its predicates answers.
@Suite struct SetAgreementTests {
    private static let library: PredicateLibrary = .standardWithPatterns

    /// The number of sets; `PREDICATE_SETS` asks for more than a quick run has time for.
    static var sets: Int { ProcessInfo.processInfo.environment["PREDICATE_SETS"].flatMap { Int($0) } ?? 25 }
    static var isWhole: Bool { ProcessInfo.processInfo.environment["PREDICATE_SETS"] != nil }

    @Test func generatedSets() throws {
        for seed in 0..<Self.sets { try agree(seed: UInt64(seed + 1)) }
    }

    private func predicate(_ text: String) -> CheckedPredicate? {
        try? ParsedPredicate(parsing: text, library: Self.library).checked()
    }

    private func agree(seed: UInt64) throws {
        var generator = GeneratedRules(seed: seed)
        let set = PredicateSet<Int>(library: Self.library)
        var rules: [(id: Int, predicate: CheckedPredicate)] = []
        let most = Self.isWhole ? 2000 : 120
        let count = 1 + generator.random.below(generator.random.happens(80) ? min(most, 100) : most)
        while rules.count < count {
            if let predicate = predicate(generator.rule()) { rules.append((rules.count, predicate)) }
        }
        let first = generator.random.below(count)
        try set.insert(contentsOf: rules.prefix(first).map { ($0.id, $0.predicate) })
        for rule in rules.dropFirst(first) { try set.insert(rule.predicate, for: rule.id) }
        var reader = JSONReader()
        for number in 0..<(Self.isWhole ? 200 : 40) {
            if number % 10 == 9 {
                let at = generator.random.below(rules.count)
                if generator.random.happens(50), rules.count > 1 {
                    let removed = rules.remove(at: at)
                    #expect(set.remove(removed.id)?.source == removed.predicate.source)
                } else if let predicate = predicate(generator.rule()) {
                    try set.update(predicate, for: rules[at].id)
                    rules[at].predicate = predicate
                }
            }
            let line = generator.record()
            let value = try reader.read(line)
            let expected = rules.filter { $0.predicate.matches(value) }.map(\.id)
            let snapshot = set.snapshot
            let scanned = try snapshot.matches(json: line)
            let matched = snapshot.matches(value)
            for found in [scanned, matched] where found != expected {
                let wrong = Set(found).symmetricDifference(expected).sorted().prefix(3)
                let texts = wrong.compactMap { id in rules.first { $0.id == id }?.predicate.source }
                let way = found == scanned ? "scanned" : "value"
                let isExpected = expected.contains(wrong.first ?? -1)
                Issue.record("seed \(seed), \(line): \(texts) (\(way)), expected \(isExpected)")
                return
            }
            #expect(snapshot.first(value) == expected.first)
            #expect(snapshot.contains(value) == !expected.isEmpty)
            #expect(snapshot.count(value) == expected.count)
            #expect(snapshot.count == rules.count)
        }
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
