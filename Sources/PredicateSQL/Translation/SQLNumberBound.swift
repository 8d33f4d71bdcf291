import PredicateFormat

/// An order between a column and a number that is no value of the column's type, with a bound that is one.
///
/// Servers compare an integer and a double after rounding. `age > 2.5` is `age > 2`, and no double lies between 2^53 + 1
/// and 2^53 + 2.
enum SQLNumberBound: Sendable {
    /// The order holds for all values but nil.
    case always
    /// The order holds for no value.
    case never
    /// The order is the same as this one.
    case value(SQLRelation, PredicateValue)

    /// nil if the number is a value of the type, or if values are tested for equality.
    init?(_ relation: SQLRelation, _ value: PredicateValue, beside kind: SQLScalar.Kind) {
        guard relation != .equal else { return nil }
        let isUpward = relation == .greater || relation == .greaterOrEqual
        switch (kind, value) {
        case (.integer, .double(let double)), (.boolean, .double(let double)):
            guard double.isFinite, Int64(exactly: double) == nil else { return nil }
            if let below = Int64(exactly: double.rounded(.down)) {
                self = .value(isUpward ? .greater : .lessOrEqual, .integer(below))
            } else {
                self = isUpward == (double < 0) ? .always : .never
            }
        case (.real, .integer(let integer)):
            guard Double(exactly: integer) == nil else { return nil }
            let double = Double(integer)
            // The nearest double of the largest integers is 2^63.
            let isAbove = Int64(exactly: double).map { $0 > integer } ?? true
            let bound = PredicateValue.double(double)
            if isUpward {
                self = .value(isAbove ? .greaterOrEqual : .greater, bound)
            } else {
                self = .value(isAbove ? .less : .lessOrEqual, bound)
            }
        default: return nil
        }
    }
}
