import PredicateCore

/// A predicate with another reading of a comparison where none matches, for a second look at the records.
package struct AlternativeReading {
    /// The other predicate.
    package let predicate: CompiledPredicate
    /// The readings of the comparisons that differ.
    fileprivate let changes: [Change]
    fileprivate typealias Change = (range: SourceRange, reading: OtherReading)

    /// Whether several comparisons differ, so that it says nothing where one of them matches.
    package var isJoint: Bool { changes.count > 1 }
    /// The operator with the options that ignore the difference, as in `CONTAINS[cd]`; nil for other readings.
    package var spelling: String? { changes.first?.reading.spelling }

    /// The warning that a number of records satisfy the other predicate, with the edits that write all changes.
    ///
    /// - Parameter examined: the number of records that were looked at; nil for all.
    package func warning(_ count: Int, examined: Int?) -> PredicateDiagnostic? {
        // Of a pattern something is said even if no record could be looked at.
        guard count > 0 || changes.first?.reading.kind == PredicateDiagnostic.Code.partialPattern.rawValue else {
            return nil
        }
        let warnings = changes.map { $0.reading.warning(count, examined) }
        var warning = warnings.first
        warning?.edits = warnings.flatMap(\.edits)
        return warning
    }
}

extension CheckedPredicate {
    /// The most comparisons of which a second look tries other readings, and the most readings.
    private static let (mostLocations, mostReadings) = (8, 32)

    /// Predicates that may be meant if no record satisfies this one, each with another reading of a comparison, or with
    /// readings of the same kind of several. Comparisons under NOT stay, since ignoring case there finds less.
    ///
    /// - Parameter records: some of the records, whose values show which readings are likely.
    package func alternativeReadings(knowing records: [PredicateValue]) -> [AlternativeReading] {
        guard meaning.height < 1000 else { return [] }
        var review = SampleReview(of: self, in: records)
        review.isSecondLook = true
        var (pending, locations): ([PredicateTree], [[AlternativeReading.Change]]) = ([meaning], [])
        while let tree = pending.popLast(), locations.count < Self.mostLocations {
            switch tree.kind {
            case .and(let parts), .or(let parts): pending += parts.reversed()
            default:
                guard let location = SampleReview.Location(tree, isNecessary: false),
                    location.comparison.comparator != .notEqual, location.isClosed
                else { continue }
                locations.append(review.readings(of: location).map { (location.range, $0) })
            }
        }
        let single = locations.joined().prefix(Self.mostReadings)
        // Case alone, or accents alone, come before both.
        let kinds = Set(single.map(\.reading.kind)).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        let joint = kinds.map { kind in locations.compactMap { $0.first { $0.reading.kind == kind } } }
        return (single.map { [$0] } + joint.filter { $0.count > 1 }).map { changes in
            let other = meaning.rewriting(
                predicates: { tree in
                    guard case .comparison = tree.kind, let change = changes.first(where: { $0.range == tree.range })
                    else { return tree }
                    return PredicateTree(.comparison(change.reading.meant), range: tree.range)
                }, expressions: { $0 })
            return AlternativeReading(predicate: CompiledPredicate(of: other, library), changes: changes)
        }
    }
}
