/// Patterns that lack `.*` at an end, as patterns for a search do. MATCHES compares the whole value.
extension CheckedPredicate {
    /// A comparison with such a pattern.
    private struct Candidate {
        var comparison: PredicateTree.Comparison
        var pattern: String
        var range: SourceRange
    }

    /// Warnings about patterns that match part of a value in some records, and the whole value in none.
    ///
    /// - Parameter records: some of the records.
    package func partialPatterns(in records: [PredicateValue]) -> [PredicateDiagnostic] {
        if records.isEmpty { return [] }
        return patternsWithoutEnds.compactMap { candidate in
            // The elements of a SUBQUERY are not known here.
            guard PredicateTree(.comparison(candidate.comparison)).uses.variables.isEmpty else { return nil }
            let counts = counts(of: candidate, in: records)
            guard counts.whole == 0, counts.part > 0 else { return nil }
            return CheckingMessages.partialPattern(
                Self.mended(candidate.pattern), counts: (counts.part, records.count), at: candidate.range)
        }
    }

    /// Warnings about the patterns that may be the reason why no record matches the predicate.
    package var patternsOfNoMatch: [PredicateDiagnostic] {
        patternsWithoutEnds.map {
            CheckingMessages.partialPattern(Self.mended($0.pattern), counts: nil, at: $0.range)
        }
    }

    /// The ranges of the patterns that every matching record matches: those in clauses joined only by AND. One matching
    /// record proves that they are right.
    package var patternsOfEveryMatch: Set<SourceRange> {
        var ranges: Set<SourceRange> = []
        var pending = [meaning]
        while let tree = pending.popLast() {
            switch tree.kind {
            case .and(let children): pending += children
            case .comparison(let comparison):
                if comparison.comparator == .matches, let range = comparison.right.range { ranges.insert(range) }
            default: break
            }
        }
        return ranges
    }

    private var patternsWithoutEnds: [Candidate] {
        var found: [Candidate] = []
        var pending: [PredicateTreeNode] = [.predicate(meaning)]
        while let node = pending.popLast() {
            if case .predicate(let tree) = node, case .comparison(let comparison) = tree.kind,
                comparison.comparator == .matches, case .constant(.string(let pattern)) = comparison.right.kind,
                let range = comparison.right.range, Self.lacksEnd(pattern),
                // A pattern that lost its backslashes already has a warning.
                !warnings.contains(where: { $0.code == "lost-backslash" && range.contains($0.range) })
            {
                found.append(Candidate(comparison: comparison, pattern: pattern, range: range))
            }
            pending += node.children.reversed()
        }
        return found
    }

    /// The number of records in which the pattern matches a whole value, and in which it matches part of one.
    private func counts(of candidate: Candidate, in records: [PredicateValue]) -> (whole: Int, part: Int) {
        var wider = candidate.comparison
        let pattern = PredicateValue.string("(?s:.*)(?:\(candidate.pattern))(?s:.*)")
        wider.right = ExpressionTree(.constant(pattern), type: .string, range: candidate.range)
        let context = EvaluationContext(limits: limits)
        func count(_ comparison: PredicateTree.Comparison) -> Int {
            let tree = PredicateTree(.comparison(comparison))
            let program = DeepStack.run(levels: tree.height) { Lowering.lower(tree, library: library) }
            let compiled = DeepStack.run(levels: tree.height) {
                CompiledPredicate(program, library: library, height: tree.height)
            }
            return records.count { compiled.evaluate(on: $0, context: context) }
        }
        let whole = count(candidate.comparison)
        return (whole, whole > 0 ? 0 : count(wider))
    }

    /// Whether a pattern lacks `.*` at either end.
    private static func lacksEnd(_ pattern: String) -> Bool {
        !pattern.isEmpty && !(pattern.hasPrefix(".*") && pattern.hasSuffix(".*"))
    }

    /// The pattern for values of which part matches this one, as a literal; nil if the pattern has anchors or `.*` at both
    /// ends.
    private static func mended(_ pattern: String) -> String? {
        let whole = ForeignPattern.whole(pattern)
        // An added `.*` is longer than a removed anchor.
        return whole.utf8.count > pattern.utf8.count ? PredicatePrinter.quoted(whole) : nil
    }
}
