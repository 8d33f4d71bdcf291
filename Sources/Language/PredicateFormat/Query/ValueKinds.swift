import PredicateCore

/// The kinds of values that an order or a function of groups takes together. Values of different kinds have no order, and
/// only numbers have a sum.
struct ValueKinds {
    private enum Kind: Int, CaseIterable { case number, text, time, other }

    private var counts = [Int](repeating: 0, count: Kind.allCases.count)
    private var examples = [PredicateValue](repeating: .null, count: Kind.allCases.count)

    /// Notes a value; nil is of every kind.
    mutating func add(_ value: PredicateValue) {
        let kind: Kind
        switch value {
        case .null: return
        case .boolean, .integer, .double, .decimal: kind = .number
        case .string, .url, .uuid: kind = .text
        case .date: kind = .time
        default: kind = .other
        }
        if counts[kind.rawValue] == 0 { examples[kind.rawValue] = value }
        counts[kind.rawValue] += 1
    }

    /// Counts the values that are of another kind than most, or that are no numbers, as unusable.
    func count(in tally: UnusableTally, wantsNumbers: Bool) {
        guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return }
        let usable = wantsNumbers ? Kind.number.rawValue : most
        for kind in counts.indices {
            if kind == usable {
                tally.addUsed(0, count: counts[kind])
            } else {
                tally.addUnusable(0, examples[kind], count: counts[kind])
            }
        }
    }
}

extension UnusableValues {
    /// Counts the values of an expression that are of another kind than most, or that are no numbers.
    package func add(_ values: [PredicateValue], of expression: CheckedExpression, wantsNumbers: Bool = false) {
        guard let sites = expression.sites else { return }
        var kinds = ValueKinds()
        for value in values { kinds.add(value) }
        kinds.count(in: tally(for: sites), wantsNumbers: wantsNumbers)
    }
}

extension QueryFunction {
    /// Whether the function has a result only for values of one kind.
    package var takesOneKind: Bool { wantsNumbers || self == .min || self == .max }

    /// Whether the function has a result only for numbers.
    package var wantsNumbers: Bool {
        switch self {
        case .sum, .average, .median, .percentile, .stddev: true
        default: false
        }
    }
}
