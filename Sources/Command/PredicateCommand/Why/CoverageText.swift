import PredicateAnalysis
import PredicateFormat

/// Which clauses of a predicate matter, for people: how many records make each of them true or false, for how many it
/// decides, a bar, and a mark at clauses that never mattered.
///
/// It contains no control characters except line breaks and its own colours, and keeps its width as far as the depth of the tree allows.
struct CoverageText {
    let coverage: PredicateCoverage
    let width: Int
    /// Whether bars and marks have colours.
    var isColoured = false

    private static let header = ["true", "false", "decides"]
    private static let barColumns = 16
    private static let mark = "never mattered"
    /// The minimum width of a label that is cut.
    private static let narrowest = 12

    /// The lines, each with its end.
    var text: String {
        var lines = [summary, ""] + table
        if coverage.unfinishedCount > 0 {
            lines += [
                "", "\(Plural.of(coverage.unfinishedCount, "record")) not counted: the evaluation took too many steps",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var summary: String {
        "\(Plural.of(coverage.recordCount, "record")), \(coverage.matchCount) \(coverage.matchCount == 1 ? "matches" : "match")"
    }

    private var table: [String] {
        let clauses = coverage.clauses
        let leads = TreeLines(parents: clauses.map(\.parent)).leads
        let cells = clauses.map { [$0.trueCount, $0.falseCount, $0.decidedCount].map(String.init) }
        let widths = Self.header.indices.map { column in
            max(Self.header[column].count, cells.map { $0[column].count }.max() ?? 0)
        }
        let numbers = widths.reduce(0) { $0 + $1 + 2 }
        // Without records, no clause is marked.
        let isMarked = coverage.recordCount > 0
        let marked = isMarked && clauses.contains { !$0.matters } ? Self.mark.count + 2 : 0
        let texts = clauses.map { label(of: $0) }
        let widest = zip(leads, texts).map { TextWidth.columns(of: $0) + TextWidth.columns(of: $1) }.max() ?? 0
        // The bar shrinks before the clauses do.
        let spare = width - numbers - marked - 2
        let bar = max(0, min(Self.barColumns, spare - min(widest, width / 2)))
        let isBarShown = bar >= 4
        let left = min(widest, max(Self.narrowest, spare - (isBarShown ? bar : -2)))
        var lines = [line("", Self.header, widths, left, "")]
        for (index, clause) in clauses.enumerated() {
            let room = max(6, left - TextWidth.columns(of: leads[index]))
            let label = leads[index] + ColumnText.cut(texts[index], to: room)
            var end = isBarShown ? "  " + self.bar(clause, bar) : ""
            if isMarked, !clause.matters { end += "  " + ColumnText.styled(Self.mark, isColoured ? "33" : nil) }
            lines.append(line(label, cells[index], widths, left, end))
        }
        return lines
    }

    private func line(_ label: String, _ cells: [String], _ widths: [Int], _ left: Int, _ end: String) -> String {
        var text = ColumnText.pad(label, to: left)
        for (cell, width) in zip(cells, widths) {
            text += "  " + ColumnText.right(cell, to: width)
        }
        return ColumnText.trimmed(text + end)
    }

    /// The share of the records that make a clause true.
    private func bar(_ clause: PredicateCoverage.Clause, _ columns: Int) -> String {
        let total = clause.trueCount + clause.falseCount
        let bar = ColumnText.bar(clause.trueCount, of: total, columns: columns)
        return ColumnText.styled(bar, isColoured ? "32" : nil)
    }

    private func label(of clause: PredicateCoverage.Clause) -> String {
        switch clause.predicate.kind {
        case .and: return "AND"
        case .or: return "OR"
        case .not: return "NOT"
        case .constant, .comparison:
            return SafeText.plain(ColumnText.beginning(clause.predicate.predicateFormat, width))
        }
    }
}

/// The clauses of a predicate as separate predicates, and the number of records for each combination of clauses that
/// are true. Engines that find the matches of one predicate quickly give a coverage by it.
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
