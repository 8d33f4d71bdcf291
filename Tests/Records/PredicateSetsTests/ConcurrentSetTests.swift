import PredicateFormat
import PredicatePatterns
import PredicateRecords
import PredicateSetsTesting
import Testing

/// Rules are inserted, updated and removed while others match.
@Suite struct ConcurrentSetTests {
    @Test func readersSeeWholeStates() async throws {
        let set = PredicateSet<Int>()
        for id in 0..<64 { try set.insert("n >= \(id)", for: id) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<200 {
                    // The ids from 64 on come and go; the others keep their answers.
                    let id = 64 + round % 16
                    if round / 16 % 2 == 0 {
                        _ = try? set.update("n >= \(id) OR m == \(round)", for: id)
                    } else {
                        set.remove(id)
                    }
                }
            }
            for reader in 0..<3 {
                group.addTask {
                    for round in 0..<400 {
                        let n = (round * 7 + reader) % 64
                        let snapshot = set.snapshot
                        let found = (try? snapshot.matches(json: "{\"n\": \(n), \"m\": -1}")) ?? []
                        #expect(found == Array(0...n))
                        #expect(snapshot.count(.object(PredicateObject([("n", .integer(Int64(n)))]))) == n + 1)
                    }
                }
            }
        }
    }

    /// While rules are inserted and removed, each snapshot answers what evaluating each of its rules answers.
    @Test(arguments: GeneratedSets.seeds)
    func generatedSetsWhileTheyChange(_ seed: UInt64) async {
        let found = await GeneratedSets.agreement(seed).runWhileChanging()
        #expect(found.difference == nil)
    }
}
