import PredicateCore
import PredicatePatterns
import PredicatePlatform
import PredicateRecords
import PredicateTesting

/// A set of generated rules, compared with evaluating each of them.
///
/// The number of rules follows from the seed. Its logarithm is even, so that there are as many sets of 1 to 10 rules as
/// of 200 to 2,000: small sets find mistakes in single rules, large ones those of the indexes.
package struct SetAgreement: Sendable {
    package let seed: UInt64
    package let ruleCount: Int
    package let recordCount: Int
    private var generator: GeneratedRules

    package static let library: PredicateLibrary = .standardWithPatterns

    /// - Parameter mostRules: the largest number of rules.
    package init(seed: UInt64, mostRules: Int = 2000, recordCount: Int = 200) {
        self.seed = seed
        self.recordCount = recordCount
        generator = GeneratedRules(seed: seed)
        let fraction = Double(generator.random.next() >> 11) / Double(1 << 53)
        ruleCount = min(mostRules, Int(exp(fraction * log(Double(mostRules + 1)))))
    }

    /// Generated rules.
    private static func rules(_ count: Int, _ generator: inout GeneratedRules) -> [CheckedPredicate] {
        var rules: [CheckedPredicate] = []
        while rules.count < count {
            let text = generator.rule()
            if let rule = try? ParsedPredicate(parsing: text, library: library).checked() { rules.append(rule) }
        }
        return rules
    }

    /// What a snapshot answers otherwise than each of its rules; nil if nothing.
    private func difference(
        _ snapshot: PredicateSetSnapshot<Int>, _ rules: [(id: Int, predicate: CheckedPredicate)], _ line: String
    ) -> String? {
        var reader = JSONReader()
        guard let value = try? reader.read(line) else { return "seed \(seed): \(line) is no record" }
        let expected = rules.filter { $0.predicate.matches(value) }.map(\.id)
        guard let scanned = try? snapshot.matches(json: line) else { return "seed \(seed): \(line) is refused" }
        for (way, found) in [("scanned", scanned), ("value", snapshot.matches(value))] where found != expected {
            let wrong = Set(found).symmetricDifference(expected).sorted()
            let texts = wrong.prefix(3).map { id in
                "`\(rules.first { $0.id == id }?.predicate.source ?? "?")`, expected \(expected.contains(id))"
            }
            return "seed \(seed), \(way), \(line): \(texts.isEmpty ? "another order" : texts.joined(separator: "; "))"
        }
        let others =
            snapshot.first(value) == expected.first && snapshot.contains(value) == !expected.isEmpty
            && snapshot.count(value) == expected.count && snapshot.count == rules.count
        return others ? nil : "seed \(seed), \(line): first, contains or count"
    }

    // MARK: One thread

    /// Inserts rules at once and one by one, removes and replaces some, and compares after each step; nil if all agree.
    package func run() throws -> String? {
        var generator = generator
        let set = PredicateSet<Int>(library: Self.library)
        var rules = Self.rules(ruleCount, &generator).enumerated().map { (id: $0.offset, predicate: $0.element) }
        let first = generator.random.below(ruleCount)
        try set.insert(contentsOf: rules.prefix(first).map { ($0.id, $0.predicate) })
        for rule in rules.dropFirst(first) { try set.insert(rule.predicate, for: rule.id) }
        for number in 0..<recordCount {
            if number % 10 == 9 {
                let place = generator.random.below(rules.count)
                if generator.random.happens(50), rules.count > 1 {
                    let removed = rules.remove(at: place)
                    guard set.remove(removed.id)?.source == removed.predicate.source else {
                        return "seed \(seed): a rule is not removed"
                    }
                } else if let predicate = Self.rules(1, &generator).first {
                    try set.update(predicate, for: rules[place].id)
                    rules[place].predicate = predicate
                }
            }
            if number % 50 == 49 { set.reorder() }
            if let difference = difference(set.snapshot, rules, generator.record()) { return difference }
        }
        return nil
    }

    // MARK: Threads

    /// What was found while rules came and went.
    package struct Changing: Sendable {
        /// The first difference; nil if all agree.
        package var difference: String?
        /// The number of insertions and removals.
        package var changes = 0
        /// The number of comparisons of a rule with its set.
        package var comparisons = 0
    }

    /// Compares snapshots while two tasks insert and remove rules. An id never belongs to two predicates.
    package func runWhileChanging() async -> Changing {
        var generator = generator
        let rules = Self.rules(ruleCount, &generator)
        let lines = (0..<recordCount).map { _ in generator.record() }
        let set = PredicateSet<Int>(library: Self.library)
        _ = try? set.insert(contentsOf: rules.prefix(rules.count / 2).enumerated().map { (2 * $0, $1) })
        let isDone = Locked(false)
        return await withTaskGroup(of: Changing.self) { group in
            for writer in 0..<2 {
                group.addTask { await change(set, rules, writer) { isDone.withLock { $0 } } }
            }
            let found = await withTaskGroup(of: Changing.self) { readers in
                for reader in 0..<2 {
                    readers.addTask {
                        var found = Changing()
                        for (number, line) in lines.enumerated() where number % 2 == reader {
                            compare(set.snapshot, rules, line, &found)
                            await Task.yield()
                        }
                        return found
                    }
                }
                return await readers.reduce(into: Changing()) { $0.add($1) }
            }
            isDone.withLock { $0 = true }
            var all = await group.reduce(into: found) { $0.add($1) }
            for line in lines.prefix(10) { compare(set.snapshot, rules, line, &all) }
            return all
        }
    }

    private func compare(
        _ snapshot: PredicateSetSnapshot<Int>, _ rules: [CheckedPredicate], _ line: String, _ found: inout Changing
    ) {
        let rules = snapshot.ids.map { (id: $0, predicate: rules[$0 / 2 % rules.count]) }
        found.comparisons += rules.count
        if found.difference == nil { found.difference = difference(snapshot, rules, line) }
    }

    /// Inserts and removes rules until the readers are done. The ids of a writer are even or odd, and say which predicate
    /// they belong to.
    private func change(
        _ set: PredicateSet<Int>, _ rules: [CheckedPredicate], _ writer: Int, until isDone: @Sendable () -> Bool
    ) async -> Changing {
        var random = SeededRandom(seed: seed &* 2 &+ UInt64(writer))
        var ids = writer == 0 ? (0..<(rules.count / 2)).map { 2 * $0 } : []
        let most = (rules.count + 1 - writer) / 2
        var generation = 1
        var changes = Changing()
        func add() -> (Int, CheckedPredicate) {
            let number = random.below(rules.count)
            generation += 1
            let id = 2 * (generation * rules.count + number) + writer
            ids.append(id)
            return (id, rules[number])
        }
        while most > 0, !isDone() {
            switch random.below(10) {
            case 0...3 where ids.count < most:
                let (id, rule) = add()
                _ = try? set.insert(rule, for: id)
            case 4 where ids.count < most:
                let added = (0...random.below(min(20, most - ids.count))).map { _ in add() }
                _ = try? set.insert(contentsOf: added)
                changes.changes += added.count - 1
            case 5 where !ids.isEmpty:
                let old = ids.remove(at: random.below(ids.count))
                let (id, rule) = add()
                try? set.update(contentsOf: [(old, nil), (id, rule)])
            case 6 where random.happens(10): set.reorder()
            default:
                if !ids.isEmpty { set.remove(ids.remove(at: random.below(ids.count))) }
            }
            changes.changes += 1
            await Task.yield()
        }
        return changes
    }
}

extension SetAgreement.Changing {
    fileprivate mutating func add(_ other: Self) {
        difference = difference ?? other.difference
        changes += other.changes
        comparisons += other.comparisons
    }
}
