/// Patterns that lack `.*` at an end, as those do that are written for a search: MATCHES compares the whole value.
extension CheckedPredicate {
    /// A comparison with such a pattern.
    private struct Candidate {
        var comparison: PredicateTree.Comparison
        var pattern: String
        var range: SourceRange
    }

    /// The patterns that fit a part of what some records have, and in no record the whole.
    ///
    /// - Parameter records: some of the records.
    package func partialPatterns(in records: [PredicateValue]) -> [PredicateDiagnostic] {
        if records.isEmpty { return [] }
        return patternsWithoutEnds.compactMap { candidate in
            // What stands for the element of a SUBQUERY is not known here.
            guard PredicateTree(.comparison(candidate.comparison)).uses.variables.isEmpty else { return nil }
            let counts = counts(of: candidate, in: records)
            guard counts.whole == 0, counts.part > 0 else { return nil }
            return CheckingMessages.partialPattern(
                Self.mended(candidate.pattern), counts: (counts.part, records.count), at: candidate.range)
        }
    }

    /// The patterns that may be why no record satisfies the predicate.
    package var patternsOfNoMatch: [PredicateDiagnostic] {
        patternsWithoutEnds.map {
            CheckingMessages.partialPattern(Self.mended($0.pattern), counts: nil, at: $0.range)
        }
    }

    /// Where the patterns stand that every record fits which satisfies the predicate: those of clauses under AND alone. Of them
    /// nothing is wrong as soon as one record matches.
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
                // A pattern that has lost its backslashes is another one than was meant.
                !warnings.contains(where: { $0.code == "lost-backslash" && range.contains($0.range) })
            {
                found.append(Candidate(comparison: comparison, pattern: pattern, range: range))
            }
            pending += node.children.reversed()
        }
        return found
    }

    /// In how many records the pattern fits the whole of a value, and in how many a part.
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

    /// Whether a pattern begins or ends with something other than any text.
    private static func lacksEnd(_ pattern: String) -> Bool {
        !pattern.isEmpty && !(pattern.hasPrefix(".*") && pattern.hasSuffix(".*"))
    }

    /// The pattern for values that contain what this one fits, as a literal. An anchor stays what it is: the end of the value.
    private static func mended(_ pattern: String) -> String? {
        var body = pattern[...]
        var (head, tail) = (".*", ".*")
        if body.hasPrefix("^") {
            body.removeFirst()
            head = ""
        } else if body.hasPrefix(".*") {
            head = ""
        }
        let backslashes = body.dropLast().reversed().prefix { $0 == "\\" }.count
        if body.hasSuffix("$"), backslashes.isMultiple(of: 2) {
            body.removeLast()
            tail = ""
        } else if body.hasSuffix(".*") {
            tail = ""
        }
        if head.isEmpty, tail.isEmpty { return nil }
        return PredicatePrinter.quoted(head + (body.contains("|") ? "(\(body))" : String(body)) + tail)
    }
}
