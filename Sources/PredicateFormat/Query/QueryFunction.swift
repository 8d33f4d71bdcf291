/// What can be computed of the records of a group.
///
/// Each means what the collection operator or the function of its name means of a list (D15, D31 to D34): nil is skipped, and
/// a value that does not fit makes the result nil.
public enum QueryFunction: String, Hashable, Sendable, CaseIterable {
    /// How many records there are; with an expression, of how many it is not nil.
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
    /// The standard deviation of all that there are.
    case stddev
    /// The list of the commonest values.
    case mode
    /// The value of the first record of the group, nil too.
    case first
    /// The value of the last record of the group, nil too.
    case last
    /// The list of the different values, in the order in which they came first.
    case distinct
    /// The list of all values.
    case list

    /// Other spellings.
    static let aliases: [String: QueryFunction] = ["avg": .average, "mean": .average, "minimum": .min, "maximum": .max]

    /// The function of a name, whatever its case.
    init?(name: String) {
        let folded = name.lowercased()
        guard let function = QueryFunction(rawValue: folded) ?? Self.aliases[folded] else { return nil }
        self = function
    }

    /// A sentence of help.
    public var help: String {
        switch self {
        case .count: "how many records; with an expression, of how many it is not nil"
        case .sum: "the sum of numbers, 0 of none"
        case .average: "the mean of numbers (also `avg`)"
        case .min: "the least value"
        case .max: "the greatest value"
        case .median: "the number in the middle"
        case .stddev: "the standard deviation of numbers"
        case .mode: "a list of the commonest values"
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
