import PredicateFormat

/// Lists compared with nil, where another likely reading gives another answer for the records.
extension SampleReview {
    /// `items.price == nil`, where an element has no price, and `tags != nil`, where lists are empty.
    mutating func reviewLists(_ location: Location) {
        let comparison = location.comparison
        guard comparison.quantifier == nil, case .constant(.null) = comparison.right.kind,
            comparison.comparator == .equal || comparison.comparator == .notEqual
        else { return }
        let lists = values(of: comparison.left).compactMap { ValueSemantics.elements(of: $0) }
        guard !lists.isEmpty else { return }
        let isEquality = comparison.comparator == .equal
        let written = text(location.left)
        let lacking = lists.count { $0.contains(.null) }
        let empty = lists.count { $0.isEmpty }
        if lacking > 0 {
            let fixed = isEquality ? "ANY \(written) == nil" : "NONE \(written) == nil"
            guard changesAnswer(fixed, at: location.range) else { return }
            report(
                .elementIsNil(written, fixed, counts: (lacking, records.count), at: location.range),
                isRefutedByMatch: false)
        } else if empty > 0 {
            let fixed = isEquality ? "(\(written) == nil OR \(written).@count == 0)" : "\(written).@count > 0"
            guard changesAnswer(fixed, at: location.range) else { return }
            report(
                .emptyIsNotNil(written, fixed, counts: (empty, records.count), at: location.range),
                isRefutedByMatch: false)
        }
    }

    /// Whether the predicate has another answer for one of the records if a part of it is written otherwise.
    private func changesAnswer(_ fixed: String, at range: SourceRange) -> Bool {
        // A condition of a SUBQUERY is no predicate of its own.
        guard isWhole else { return true }
        let other =
            SourceRange(0, range.lowerBound).text(in: source) + fixed
            + SourceRange(range.upperBound, source.utf8.count).text(in: source)
        guard let own = try? CheckedPredicate(source, library: library, limits: limits),
            let other = try? CheckedPredicate(other, library: library, limits: limits)
        else { return false }
        return records.contains { own.matches($0, context: context) != other.matches($0, context: context) }
    }
}
