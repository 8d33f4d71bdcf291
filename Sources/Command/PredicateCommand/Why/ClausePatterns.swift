import PredicateAnalysis
import PredicateFormat

/// The clauses of a predicate as predicates of their own, and the number of records for each combination of clauses
/// that are true. Engines that find the matches of one predicate quickly give a coverage by it.
struct ClausePatterns {
    /// The evaluated clauses, in their order.
    let clauses: [CheckedPredicate]
    private var counts: [UInt64: Int] = [:]

    /// The most clauses: a record is a bit for each.
    private static let mostClauses = 64

    /// Nil if the clauses cannot be evaluated one by one.
    init?(_ coverage: PredicateCoverage, of predicate: CheckedPredicate) {
        // What was inferred from a sample must not decide how a clause is evaluated.
        let schema = predicate.schema?.origin == .declared ? predicate.schema : nil
        guard let clauses = coverage.conditions(against: schema, library: predicate.library), !clauses.isEmpty,
            clauses.count <= Self.mostClauses
        else { return nil }
        self.clauses = clauses
    }

    /// Counts records by the clauses that they make true.
    ///
    /// - Parameters:
    ///   - matches: for each clause the records that match it, in ascending order.
    ///   - total: the number of all records.
    mutating func add(_ matches: [[Int]], of total: Int) {
        var next = [Int](repeating: 0, count: matches.count)
        var rest = total
        /// The pattern of the last records, and their number.
        var pattern: UInt64 = 0
        var times = 0
        while true {
            var first = Int.max
            for (list, position) in zip(matches, next) where position < list.count {
                first = min(first, list[position])
            }
            if first == .max { break }
            var bits: UInt64 = 0
            for index in matches.indices
            where next[index] < matches[index].count && matches[index][next[index]] == first {
                bits |= 1 << UInt64(index)
                next[index] += 1
            }
            if bits != pattern {
                counts[pattern, default: 0] += times
                pattern = bits
                times = 0
            }
            times += 1
            rest -= 1
        }
        counts[pattern, default: 0] += times
        counts[0, default: 0] += max(0, rest)
    }

    /// Adds the counts to a coverage.
    func count(in coverage: inout PredicateCoverage) {
        for (pattern, times) in counts {
            coverage.add(truths: clauses.indices.map { pattern >> UInt64($0) & 1 == 1 }, times: times)
        }
    }
}
