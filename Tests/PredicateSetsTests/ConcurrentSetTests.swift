import PredicateFormat
import PredicatePatterns
import PredicateRecords
import PredicateSets
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

    /// The predicates of all ids that a set ever had. An id is never used for another predicate.
    private final class Journal: Sendable {
        private let predicates = Locked<[CheckedPredicate]>([])

        func add(_ predicate: CheckedPredicate) -> Int {
            predicates.withLock { predicates in
                predicates.append(predicate)
                return predicates.count - 1
            }
        }

        var all: [CheckedPredicate] { predicates.withLock { $0 } }
    }

    /// While rules are added, replaced and removed, each snapshot answers what evaluating each of its rules answers.
    @Test(arguments: 0..<SetAgreementTests.sets / 4)
    func generatedSetsWhileTheyChange(_ number: Int) async throws {
        var generator = GeneratedRules(seed: UInt64(1_000_000 + number))
        let isWhole = SetAgreementTests.isWhole
        let most = isWhole ? generator.random.pick([20, 100, 500, 2000]) : 40
        var texts: [CheckedPredicate] = []
        while texts.count < most {
            let rule = generator.rule()
            if let predicate = try? ParsedPredicate(parsing: rule, library: .standardWithPatterns).checked() {
                texts.append(predicate)
            }
        }
        let lines = (0..<(isWhole ? 200 : 18)).map { _ in generator.record() }
        let (predicates, journal, set) = (texts, Journal(), PredicateSet<Int>(library: .standardWithPatterns))
        let isDone = Locked(false)
        let seed = UInt64(number + 1)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                var random = SeededRandom(seed)
                var ids: [Int] = []
                while !isDone.withLock({ $0 }) {
                    let predicate = random.pick(predicates)
                    switch random.below(ids.count < predicates.count ? 6 : 10) {
                    case 0...3:
                        ids.append(journal.add(predicate))
                        _ = try? set.insert(predicate, for: ids[ids.count - 1])
                    case 4:
                        let added = (0..<random.below(20)).map { _ in random.pick(predicates) }.map {
                            (journal.add($0), $0)
                        }
                        _ = try? set.insert(contentsOf: added)
                        ids += added.map(\.0)
                    case 5 where !ids.isEmpty:
                        let place = random.below(ids.count)
                        let (old, new) = (ids[place], journal.add(predicate))
                        try? set.update(contentsOf: [(old, nil), (new, predicate)])
                        ids[place] = new
                    default:
                        if !ids.isEmpty { set.remove(ids.remove(at: random.below(ids.count))) }
                    }
                    await Task.yield()
                }
            }
            await withTaskGroup(of: Void.self) { readers in
                for reader in 0..<3 {
                    readers.addTask {
                        for (number, line) in lines.enumerated() where number % 3 == reader {
                            Self.compare(set.snapshot, line, journal, seed: number)
                            await Task.yield()
                        }
                    }
                }
            }
            isDone.withLock { $0 = true }
        }
        // What is left at the end still agrees.
        for line in lines.prefix(10) { Self.compare(set.snapshot, line, journal, seed: number) }
    }

    private static func compare(_ snapshot: PredicateSetSnapshot<Int>, _ line: String, _ journal: Journal, seed: Int) {
        var reader = JSONReader()
        guard let value = try? reader.read(line) else { return }
        let predicates = journal.all
        let expected = snapshot.ids.filter { predicates[$0].matches(value) }
        let found = try? snapshot.matches(json: line)
        #expect(found == expected, "set \(seed), \(line)")
        #expect(snapshot.matches(value) == expected, "set \(seed), a value, \(line)")
    }
}
