/// An aggregate function over the records of a group.
///
/// Each has the same meaning as the collection operator or the function of its name for a list (D15, D31 to D34): nil is skipped, and
/// the result is nil if a value does not fit.
public enum QueryFunction: String, Hashable, Sendable, CaseIterable {
    /// The number of records; with an expression, the number of records where it is not nil.
    case count
    /// The sum; 0 of none.
    case sum
    /// The mean; nil of none.
    case average
    /// The least; nil of none.
    case min
    /// The greatest; nil of none.
    case max
    /// The number in the middle.
    case median
    /// The standard deviation of the whole population.
    case stddev
    /// The list of the commonest values.
    case mode
    /// The value of the first record of the group, even if it is nil.
    case first
    /// The value of the last record of the group, even if it is nil.
    case last
    /// The list of the distinct values, in the order of their first appearance.
    case distinct
    /// The list of all values.
    case list

    /// Other spellings.
    static let aliases: [String: QueryFunction] = ["avg": .average, "mean": .average, "minimum": .min, "maximum": .max]

    /// The function with a name, in any case.
    init?(name: String) {
        let folded = name.lowercased()
        guard let function = QueryFunction(rawValue: folded) ?? Self.aliases[folded] else { return nil }
        self = function
    }

    /// A sentence of help.
    public var help: String {
        switch self {
        case .count: "the number of records; with an expression, of records where it is not nil"
        case .sum: "the sum of numbers; 0 for no records"
        case .average: "the mean of numbers (also `avg`)"
        case .min: "the least value"
        case .max: "the greatest value"
        case .median: "the number in the middle"
        case .stddev: "the standard deviation of numbers"
        case .mode: "a list of the most common values"
        case .first: "the value of the first record"
        case .last: "the value of the last record"
        case .distinct: "a list of the different values"
        case .list: "a list of all values"
        }
    }

    /// Whether all values of a group are kept until its end.
    public var keepsValues: Bool {
        switch self {
        case .median, .stddev, .mode, .distinct, .list: true
        default: false
        }
    }
}
