import PredicateCore
import PredicateRecords
import Testing

/// `update(contentsOf:)` and what churn leaves behind.
@Suite struct ManyChangesTests {
    private func predicate(_ text: String) throws -> CheckedPredicate { try ParsedPredicate(parsing: text).checked() }

    @Test func changesAreMadeAtOnce() throws {
        let set = PredicateSet<String>()
        for id in ["a", "b", "c"] { try set.insert("n == 1", for: id) }
        let before = set.snapshot
        try set.update(contentsOf: [
            ("b", try predicate("n == 2")), ("d", try predicate("n == 1")), ("a", nil), ("none", nil),
            ("e", try predicate("n == 1")), ("e", nil), ("f", try predicate("n == 3")), ("f", try predicate("n == 1")),
        ])
        #expect(set.ids == ["b", "c", "d", "f"])
        #expect(try set.matches(json: #"{"n": 1}"#) == ["c", "d", "f"])
        #expect(try set.matches(json: #"{"n": 2}"#) == ["b"])
        #expect(try before.matches(json: #"{"n": 1}"#) == ["a", "b", "c"])
    }

    /// Readers see all rules of one change or none.
    @Test func readersSeeNoPartOfAChange() async throws {
        let set = PredicateSet<Int>()
        let odd = try predicate("n > 0")
        try set.update(contentsOf: (0..<40).map { ($0, odd) })
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 1...60 {
                    let first = 40 * (round % 2)
                    let changes = (0..<40).map { ($0 + 40 - first, Optional<CheckedPredicate>.none) }
                    try? set.update(contentsOf: changes + (0..<40).map { ($0 + first, odd) })
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<500 {
                        let found = (try? set.matches(json: #"{"n": 1}"#)) ?? []
                        #expect(found == Array(0..<40) || found == Array(40..<80))
                    }
                }
            }
        }
    }

    /// Fields that only removed rules read are forgotten, or a set whose rules come and go would grow for ever.
    @Test func fieldsOfRemovedRulesAreForgotten() throws {
        let set = PredicateSet<Int>()
        for id in 0..<20 { try set.insert("kept\(id) == 1", for: id) }
        for round in 0..<400 { try set.update("field\(round) == 1 OR kept0 == 1", for: 20 + round % 10) }
        #expect(set.snapshot.summary.fields < 100, "\(set.snapshot.summary)")
        #expect(try set.matches(json: #"{"kept0": 1, "kept19": 1, "field399": 1}"#) == [0, 19] + Array(20..<30))
        set.removeAll()
        #expect(set.snapshot.summary.fields == 0)
        try set.insert("a.b == 1", for: 1)
        #expect(try set.matches(json: #"{"a": {"b": 1}}"#) == [1])
    }
}
