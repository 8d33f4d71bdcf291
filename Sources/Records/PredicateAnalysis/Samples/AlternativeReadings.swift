import PredicateFormat

/// A predicate that differs in one part from one that no record satisfies, for a second look at the records.
package struct AlternativeReading: Sendable {
    /// The other predicate.
    package let predicate: CompiledPredicate
    /// What is to be said of the number of records that satisfy it.
    fileprivate let kind: Kind
    /// The comparisons that differ, and the edits that write it.
    fileprivate let range: SourceRange
    fileprivate let edits: [PredicateDiagnostic.Edit]

    fileprivate enum Kind: Sendable {
        case ignoringCase(String)
        case withoutValue(String)
    }

    /// Whether it joins others, so that it says nothing where one of them matches.
    package let isJoint: Bool

    /// The warning that a number of records satisfy the other predicate.
    ///
    /// - Parameter examined: the number of records that were looked at; nil for all.
    package func warning(_ count: Int, examined: Int?) -> PredicateDiagnostic {
        switch kind {
        case .ignoringCase(let spelling):
            PredicateDiagnostic.caseWouldMatch(spelling, count, examined: examined, at: range, edits: edits)
        case .withoutValue(let field):
            PredicateDiagnostic.nilWouldMatch(field, count, examined: examined, at: range, edits: edits)
        }
    }
}

extension CheckedPredicate {
    /// The most readings that a second look tries.
    private static let mostReadings = 8

    /// Predicates that may be meant if no record satisfies this one: with a comparison that ignores case, or with `nil` in
    /// place of the empty text. Comparisons under NOT stay, since ignoring case there finds less.
    package var alternativeReadings: [AlternativeReading] {
        guard meaning.height < 1000 else { return [] }
        var found: [(path: [Int], change: PredicateTree.Comparison, reading: AlternativeReading.Kind, SourceRange)] = []
        var edits: [[PredicateDiagnostic.Edit]] = []
        var pending: [(tree: PredicateTree, path: [Int])] = [(meaning, [])]
        while let (tree, path) = pending.popLast(), found.count < Self.mostReadings {
            switch tree.kind {
            case .and(let parts), .or(let parts):
                for (index, part) in parts.enumerated().reversed() { pending.append((part, path + [index])) }
            case .comparison(let comparison):
                guard let left = comparison.left.range, let right = comparison.right.range,
                    SampleReview.isClosed(.expression(comparison.left)),
                    SampleReview.isClosed(.expression(comparison.right))
                else { continue }
                if comparison.isOfEmptyText {
                    var other = comparison
                    other.right = ExpressionTree(.constant(.null), type: .null, range: right)
                    found.append((path, other, .withoutValue(left.text(in: source)), right))
                    edits.append([.init(replacing: right, with: "nil")])
                } else if comparison.comparator != .notEqual,
                    let folded = FoldedComparison(comparison, left, right, in: source)
                {
                    var other = comparison
                    other.options.insert(.caseInsensitive)
                    found.append((path, other, .ignoringCase(folded.spelling), folded.single.first?.range ?? right))
                    edits.append(folded.edits)
                }
            default: continue
            }
        }
        func reading(
            _ changes: [(path: [Int], change: PredicateTree.Comparison)], _ kind: AlternativeReading.Kind,
            _ range: SourceRange, _ edits: [PredicateDiagnostic.Edit]
        ) -> AlternativeReading {
            var tree = meaning
            for (path, change) in changes { tree = Self.replacing(path[...], in: tree, by: change) }
            let library = library
            let other = tree
            let program = DeepStack.run(levels: other.height) { Lowering.lower(other, library: library) }
            let compiled = DeepStack.run(levels: other.height) {
                CompiledPredicate(program, library: library, height: other.height)
            }
            return AlternativeReading(
                predicate: compiled, kind: kind, range: range, edits: edits, isJoint: changes.count > 1)
        }
        var readings = zip(found, edits).map { reading([($0.path, $0.change)], $0.reading, $0.3, $1) }
        let folded = zip(found, edits).filter { if case .ignoringCase = $0.0.reading { true } else { false } }
        if folded.count > 1, let first = folded.first {
            readings.append(
                reading(
                    folded.map { ($0.0.path, $0.0.change) }, first.0.reading, first.0.3, folded.flatMap(\.1)))
        }
        return readings
    }

    private static func replacing(
        _ path: ArraySlice<Int>, in tree: PredicateTree, by comparison: PredicateTree.Comparison
    ) -> PredicateTree {
        var changed = tree
        switch tree.kind {
        case .and(var parts):
            guard let index = path.first, parts.indices.contains(index) else { return tree }
            parts[index] = replacing(path.dropFirst(), in: parts[index], by: comparison)
            changed.kind = .and(parts)
        case .or(var parts):
            guard let index = path.first, parts.indices.contains(index) else { return tree }
            parts[index] = replacing(path.dropFirst(), in: parts[index], by: comparison)
            changed.kind = .or(parts)
        case .comparison: changed.kind = .comparison(comparison)
        default: break
        }
        return changed
    }
}
