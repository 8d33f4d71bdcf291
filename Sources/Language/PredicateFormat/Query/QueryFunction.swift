import PredicateCore

/// An aggregate function over the records of a group.
///
/// Each means the same as the collection operator or function of that name for a list (D15, D31 to D34). nil is
/// skipped. The result is nil if a value does not fit.
public enum QueryFunction: String, Hashable, Sendable, CaseIterable {
    /// The number of records; with an expression, the number of records where it is not nil.
    case count
    /// The sum; 0 without values.
    case sum
    /// The mean; nil without values.
    case average
    /// The least value; nil without values.
    case min
    /// The greatest value; nil without values.
    case max
    /// The middle number.
    case median
    /// The number below which a percentage of the numbers lies, interpolated: `percentile(x, 95)`. The percentage 50 is the
    /// median.
    case percentile
    /// The standard deviation of the whole population.
    case stddev
    /// The list of the most common values.
    case mode
    /// The value of the first record of the group, even if it is nil.
    case first
    /// The value of the last record of the group, even if it is nil.
    case last
    /// The list of the distinct values, in the order of their first appearance.
    case distinct
    /// The number of distinct values.
    case countDistinct
    /// The list of all values.
    case list

    /// Other spellings.
    static let aliases: [String: QueryFunction] = [
        "avg": .average, "mean": .average, "minimum": .min, "maximum": .max,
        "count_distinct": .countDistinct,
    ]

    /// The function with a name, in any case.
    init?(name: String) {
        guard let function = Self.names[name.lowercased()] else { return nil }
        self = function
    }

    /// The functions by their names and other names, in lower case.
    private static let names = WordTable(
        allCases.map { ($0.rawValue.lowercased(), $0) } + aliases.map { ($0, $1) })

    /// A sentence of help.
    package var help: String {
        switch self {
        case .count: "the number of records; with an expression, of records where it is not nil"
        case .sum: "the sum of numbers; 0 for no records"
        case .average: "the mean of numbers (also `avg`)"
        case .min: "the least value"
        case .max: "the greatest value"
        case .median: "the number in the middle"
        case .percentile: "the number at a percentage of the sorted numbers: `percentile(x, 95)`"
        case .stddev: "the standard deviation of numbers"
        case .mode: "a list of the most common values"
        case .first: "the value of the first record"
        case .last: "the value of the last record"
        case .distinct: "a list of the different values"
        case .countDistinct: "the number of different values"
        case .list: "a list of all values"
        }
    }

    /// Whether all values of a group are kept until the end.
    package var keepsValues: Bool {
        switch self {
        case .median, .percentile, .stddev, .mode, .distinct, .countDistinct, .list: true
        default: false
        }
    }
}
