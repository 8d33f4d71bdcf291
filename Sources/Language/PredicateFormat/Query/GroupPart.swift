import PredicateCore

/// What some of the records of a group give to one of its aggregates. Parts join in the order of the records, with the
/// result of all records.
package enum AggregatePart: Sendable {
    /// No value.
    case none
    /// The number of values.
    case count(Int)
    /// The sum of so many integers, in two halves of 128 bits.
    case integers(count: Int, high: Int64, low: UInt64)
    /// The value that is chosen among those of the records.
    case value(QueryCell)
    /// The result is nil, because a value does not fit.
    case failed
    /// The values count one by one, in their order.
    case separate
}

/// Some records of a group: the values of its keys in the first record, the number of records, and the aggregates.
package struct GroupPart: Sendable {
    package var keys: [QueryCell]
    package var count: Int
    package var aggregates: [AggregatePart]

    package init(keys: [QueryCell], count: Int, aggregates: [AggregatePart]) {
        self.keys = keys
        self.count = count
        self.aggregates = aggregates
    }
}

extension QueryFunction {
    /// Whether results of parts can be joined, if the values that are added are integers.
    package var isJoinable: Bool { !keepsValues }
}
