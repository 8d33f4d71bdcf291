import PredicateCore

/// A predicate that differs in one part from one that no record satisfies, for a second look at the records.
package struct AlternativeReading: Sendable {
    /// The other predicate.
    package let predicate: CompiledPredicate
    /// Whether it joins others, so that it says nothing where one of them matches.
    package let isJoint: Bool
    /// What differs; the first of several changes.
    fileprivate let change: Change
    /// The edits that write all changes.
    fileprivate let edits: [PredicateDiagnostic.Edit]

    /// Another comparison in the place of one.
    fileprivate struct Change: Sendable {
        let comparison: PredicateTree.Comparison
        /// What the warning points at.
        let range: SourceRange
        /// What ignores case or accents; nil if the change is from the empty text to nil.
        let folded: FoldedComparison?
        /// The operand whose values are compared, as it is written.
        let field: String

        /// What the other readings of a comparison ignore; nil for nil in place of the empty text. A reading is only reported
        /// if none before it satisfies a record.
        static let options: [StringOptions?] = [nil] + StringOptions.folding.map { $0 }

        /// Nil if the comparison has no such reading.
        init?(_ location: SampleReview.Location, ignoring option: StringOptions?, in source: String) {
            let written = location.comparison
            if let option {
                guard written.comparator != .notEqual,
                    let folded = FoldedComparison(location, in: source, ignoring: option)
                else { return nil }
                self.folded = folded
                comparison = written.ignoring(option)
            } else {
                guard written.isOfEmptyText else { return nil }
                folded = nil
                comparison = written.with(.equal, .null)
            }
            range = folded?.single.first?.range ?? location.right
            field = location.left.text(in: source)
        }
    }

    /// The operator with the options that ignore the difference, as in `CONTAINS[cd]`; nil for nil in place of the empty text.
    package var spelling: String? { change.folded?.spelling }

    /// The warning that a number of records satisfy the other predicate.
    ///
    /// - Parameter examined: the number of records that were looked at; nil for all.
    package func warning(_ count: Int, examined: Int?) -> PredicateDiagnostic {
        guard let folded = change.folded else {
            return .neverEmpty(change.field, count, examined: examined, at: change.range)
        }
        return .caseDiffers(
            nil, folded.spelling, ignoring: folded.option, count, examined: examined, at: change.range, edits: edits)
    }
}

extension CheckedPredicate {
    /// The most comparisons of which a second look tries other readings.
    private static let mostLocations = 8

    /// Predicates that may be meant if no record satisfies this one: with a comparison that ignores case or
    /// accents, or with `nil` in place of the empty text. Comparisons under NOT stay, since ignoring case there finds less.
    /// A reading comes after those that change less.
    package var alternativeReadings: [AlternativeReading] {
        guard meaning.height < 1000 else { return [] }
        var locations: [SampleReview.Location] = []
        var pending = [meaning]
        while let tree = pending.popLast(), locations.count < Self.mostLocations {
            switch tree.kind {
            case .and(let parts), .or(let parts): pending += parts.reversed()
            case .comparison(let comparison):
                guard SampleReview.isClosed(.expression(comparison.left)),
                    SampleReview.isClosed(.expression(comparison.right)),
                    let location = SampleReview.Location(tree, isNecessary: false)
                else { continue }
                locations.append(location)
            default: continue
            }
        }
        let changes = AlternativeReading.Change.options.map { option in
            locations.compactMap { AlternativeReading.Change($0, ignoring: option, in: source) }
        }
        let joint = changes.dropFirst().filter { $0.count > 1 }
        return (changes.joined().map { [$0] } + joint).compactMap(reading)
    }

    /// The predicate with all of some changes; nil without any.
    private func reading(_ changes: [AlternativeReading.Change]) -> AlternativeReading? {
        guard let first = changes.first else { return nil }
        let tree = meaning.rewriting(
            predicates: { tree in
                guard case .comparison(let comparison) = tree.kind,
                    let change = changes.first(where: { $0.comparison.right.range == comparison.right.range })
                else { return tree }
                var changed = tree
                changed.kind = .comparison(change.comparison)
                return changed
            }, expressions: { $0 })
        return AlternativeReading(
            predicate: CompiledPredicate(of: tree, library), isJoint: changes.count > 1, change: first,
            edits: changes.flatMap { $0.folded?.edits ?? [] })
    }
}
