import PredicateCore

/// Distinct rows of values by the language's `==`, in the order of their first appearance.
///
/// 1 and 1.0 are one value, and nil equals nil; text is compared code point by code point.
package struct DistinctRows {
    private var known: DistinctValues
    private var kind = ValueHash.Kind.exact
    private var work = WorkBudget.unlimited

    package init() { known = DistinctValues(.exact) }

    /// The number of rows.
    package var count: Int { known.values.count }

    /// The index of a row, and whether it is new.
    package mutating func insert(_ row: PredicateValue) -> (location: Int, isNew: Bool) {
        // Dates, UUIDs and similar values may equal text, so they need hashes of another kind.
        if kind == .exact, ValueHash.Kind(for: [row]) == .lenient {
            kind = .lenient
            known = DistinctValues(known.values, .lenient, &work)
        }
        let before = known.values.count
        let location = known.insert(row, &work)
        return (location, location == before)
    }

    /// The index of a row of several values, and whether it is new.
    package mutating func insert(_ row: [PredicateValue]) -> (location: Int, isNew: Bool) {
        insert(row.count == 1 ? row[0] : .list(row))
    }
}
