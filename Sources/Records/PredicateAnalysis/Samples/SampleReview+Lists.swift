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
        // `tags == nil OR tags.@count == 0`
        guard !TextComparison.contains(source, written + ".@count", options: []) else { return }
        let lacking = lists.count { $0.contains(.null) }
        let empty = lists.count { $0.isEmpty }
        if lacking > 0 {
            let fixed = isEquality ? "ANY \(written) == nil" : "NONE \(written) == nil"
            report(
                .elementIsNil(written, fixed, counts: (lacking, records.count), at: location.range),
                isRefutedByMatch: false)
        } else if empty > 0 {
            let fixed = isEquality ? "(\(written) == nil OR \(written).@count == 0)" : "\(written).@count > 0"
            report(
                .emptyIsNotNil(written, fixed, counts: (empty, records.count), at: location.range),
                isRefutedByMatch: false)
        }
    }
}
