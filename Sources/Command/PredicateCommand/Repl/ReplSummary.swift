import PredicateFormat
import PredicateRecords

/// A summary of the values of an expression: their number, the most common ones, and their distribution.
struct ReplSummary {
    /// A value with its number of occurrences.
    struct Common: Hashable {
        var value: PredicateValue
        var count: Int
    }

    /// Statistics of numbers.
    struct Numbers: Hashable {
        var mean: Double
        /// The median. For an odd number of values, it is one of them.
        var median: PredicateValue
        /// The histogram; empty if all numbers are equal.
        var histogram: [ReplHistogram.Bin]
    }

    /// The number of values, including nil.
    private(set) var count = 0
    /// The number of nil values.
    private(set) var nilCount = 0
    /// The number of distinct values, without nil.
    private(set) var distinctCount = 0
    /// The least value, if they can be ordered.
    private(set) var least: PredicateValue?
    /// The greatest value, if they can be ordered.
    private(set) var greatest: PredicateValue?
    /// The most common values. Equally common ones are in order of appearance.
    private(set) var commonest: [Common] = []
    /// Statistics if nine of ten values that are not nil are numbers.
    private(set) var numbers: Numbers?
    /// The values that are neither nil nor numbers, if there are statistics of the others: how many, and the first.
    private(set) var odd: Common?

    /// Whether all numbers are integers.
    private(set) var isWhole = true

    /// The maximum number of common values to keep.
    static let commonestKept = 5

    /// The identity of a value. The language treats 1 and 1.0 as equal. A value without a cheap hash uses its JSON.
    private enum Key: Hashable {
        case value(PredicateValue)
        case json(ExactName)

        init(_ value: PredicateValue) {
            switch value {
            case .double(let number):
                self = .value(Int64(exactly: number).map { .integer($0) } ?? value)
            case .list, .set, .object: self = .json(ExactName(RecordWriter.json(value)))
            default: self = .value(value)
            }
        }
    }

    /// The summary of values.
    ///
    /// - Parameter checkInterrupt: called for every value; its error ends the work.
    init(_ values: [PredicateValue], checkInterrupt: () throws -> Void = {}) rethrows {
        count = values.count
        var counts: [Key: (count: Int, first: Int)] = [:]
        var doubles: [Double] = []
        var others: [PredicateValue] = []
        var isOrdered = true
        var (leastNumber, greatestNumber): (PredicateValue?, PredicateValue?)
        for (index, value) in values.enumerated() {
            try checkInterrupt()
            if value.isNull {
                nilCount += 1
                continue
            }
            counts[Key(value), default: (0, index)].count += 1
            if value.isNumber, let number = ExactNumber(value)?.asDouble {
                doubles.append(number)
                if number != number.rounded() { isWhole = false }
                if leastNumber.map({ RecordOrder.order(value, $0) == .less }) ?? true { leastNumber = value }
                if greatestNumber.map({ RecordOrder.order(value, $0) == .greater }) ?? true { greatestNumber = value }
            } else {
                others.append(value)
            }
            guard isOrdered else { continue }
            switch value {
            case .list, .set, .object, .data, .boolean: isOrdered = false
            default:
                if least.map({ RecordOrder.order(value, $0) == .less }) ?? true { least = value }
                if greatest.map({ RecordOrder.order(value, $0) == .greater }) ?? true { greatest = value }
            }
        }
        if !isOrdered { (least, greatest) = (nil, nil) }
        distinctCount = counts.count
        let ranked = counts.values.sorted { ($1.count, $0.first) < ($0.count, $1.first) }
        commonest = ranked.prefix(Self.commonestKept).map { Common(value: values[$0.first], count: $0.count) }
        guard doubles.count > 0, doubles.count >= 9 * others.count else { return }
        if let first = others.first {
            odd = Common(value: first, count: others.count)
            (least, greatest) = (leastNumber, greatestNumber)
        }
        numbers = Self.numbers(values.filter(\.isNumber), doubles, isWhole: isWhole)
    }

    private static func numbers(_ values: [PredicateValue], _ doubles: [Double], isWhole: Bool) -> Numbers {
        let sorted = doubles.sorted()
        let middle = sorted.count / 2
        // Doubles sort faster, and suffice if they are exact.
        let isExact = sorted.allSatisfy { $0.magnitude < 0x1p53 }
        let median =
            isExact
            ? .double(sorted.count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2)
            : ValueSemantics.median(values)
        // Each number is divided first, because the sum of large numbers would be infinite.
        let count = Double(sorted.count)
        let sum = sorted.reduce(0, +)
        let mean = sum.isFinite ? sum / count : sorted.reduce(0) { $0 + $1 / count }
        return Numbers(mean: mean, median: median, histogram: ReplHistogram.bins(of: sorted, isWhole: isWhole))
    }
}

/// The distribution of numbers.
enum ReplHistogram {
    /// A range of numbers.
    struct Bin: Hashable {
        /// The inclusive lower bound.
        var lower: Double
        /// The upper bound, which is the lower bound of the next bin.
        var upper: Double
        var count: Int
    }

    /// The approximate number of bins.
    private static let wanted = 8.0

    /// Bins of equal width with round bounds; none if all numbers are the same.
    ///
    /// - Parameter isWhole: whether the numbers are integers, so that bounds are integers too.
    static func bins(of sorted: [Double], isWhole: Bool = false) -> [Bin] {
        guard let least = sorted.first, let greatest = sorted.last, least < greatest else { return [] }
        let range = greatest - least
        guard range.isFinite, var step = roundStep(range / wanted) else { return [] }
        if isWhole { step = max(1, step) }
        let first = (least / step).rounded(.down)
        let last = (greatest / step).rounded(.down)
        // If numbers are too close together to distinguish steps, there is no histogram.
        guard last - first < 32, last - first >= 1, first.magnitude < 1e15, last.magnitude < 1e15 else { return [] }
        var bins = (0...Int(last - first)).map {
            Bin(lower: (first + Double($0)) * step, upper: (first + Double($0) + 1) * step, count: 0)
        }
        for number in sorted {
            let index = Int(max(0, min(Double(bins.count - 1), (number / step).rounded(.down) - first)))
            bins[index].count += 1
        }
        return bins
    }

    /// The next 1, 2 or 5 times a power of ten.
    private static func roundStep(_ width: Double) -> Double? {
        guard width > 1e-100, width < 1e100 else { return nil }
        var power = 1.0
        while power * 10 <= width { power *= 10 }
        while power > width { power /= 10 }
        for factor in [1.0, 2, 5, 10] where power * factor >= width { return power * factor }
        return power * 10
    }
}

/// A summary for people.
struct ReplSummaryText {
    let summary: ReplSummary
    /// The width of the terminal in columns.
    let width: Int
    /// Whether a histogram takes the place of the most common values.
    var isShort = false

    /// The lines, each with a line feed.
    var text: String {
        let nilWords = summary.nilCount == 0 ? "" : ", \(summary.nilCount) of them nil"
        let oddWords = summary.odd.map { ", \($0.count) of them not numeric, such as \(shown($0.value))" } ?? ""
        var lines = ["\(Plural.of(summary.count, "value"))\(nilWords)\(oddWords), \(summary.distinctCount) distinct"]
        if let least = summary.least, let greatest = summary.greatest, summary.distinctCount > 1 {
            lines.append("min       " + shown(least))
            lines.append("max       " + shown(greatest))
        }
        if let numbers = summary.numbers, summary.distinctCount > 1 {
            lines.append("mean      " + FixedNumber.short(numbers.mean))
            lines.append("median    " + Self.shown(median: numbers.median))
        }
        let bins = summary.numbers?.histogram ?? []
        if !isShort || bins.isEmpty { lines += commonest }
        if !bins.isEmpty { lines += histogram(bins) }
        return lines.map { ColumnText.cut($0, to: width) + "\n" }.joined()
    }

    /// The most common values; empty if every value occurs once.
    private var commonest: [String] {
        guard let first = summary.commonest.first else { return [] }
        if first.count == 1, summary.distinctCount > ReplSummary.commonestKept {
            return [
                "each value comes once, such as "
                    + summary.commonest.prefix(3).map { shown($0.value) }.joined(separator: ", ")
            ]
        }
        let counts = summary.commonest.map { "\($0.count)×" }
        let columns = counts.map { TextWidth.columns(of: $0) }.max() ?? 0
        return summary.commonest.enumerated().map { index, common in
            let label = index == 0 ? "commonest " : "          "
            return label + ColumnText.right(counts[index], to: columns) + "  " + shown(common.value)
        }
    }

    private func histogram(_ bins: [ReplHistogram.Bin]) -> [String] {
        let lower = bins.map { FixedNumber.short($0.lower) }
        let upper = bins.map { FixedNumber.short($0.upper) }
        let (a, b) = (lower.map(\.count).max() ?? 0, upper.map(\.count).max() ?? 0)
        let largest = bins.map(\.count).max() ?? 1
        // If each bin contains one integer, the integer is shown instead of the bounds.
        let isExact = summary.isWhole && bins.allSatisfy { $0.upper - $0.lower == 1 }
        let digits = "\(largest)".count
        let room = max(4, min(40, width - a - b - digits - 8))
        return bins.indices.map { index in
            let count = bins[index].count
            let length = Int((Double(count) / Double(max(1, largest)) * Double(room)).rounded())
            // A bin that is not empty is always visible.
            let bar = String(repeating: "█", count: max(length, count > 0 ? 1 : 0))
            let range =
                ColumnText.right(lower[index], to: a) + (isExact ? "" : " to " + ColumnText.right(upper[index], to: b))
            let line = range + "  " + ColumnText.right("\(count)", to: digits)
            return bar.isEmpty ? line : line + "  " + bar
        }
    }

    private func shown(_ value: PredicateValue) -> String {
        // A long value is not formatted completely, because it will be cut.
        let text: String
        if case .string(let string) = value, string.utf8.count > 4096 {
            text = PredicateValue.string(String(string.prefix(200))).description
        } else {
            text = value.description
        }
        return ColumnText.cut(SafeText.plain(text), to: max(12, width / 2))
    }

    private static func shown(median: PredicateValue) -> String {
        if case .double(let number) = median { return FixedNumber.short(number) }
        return median.description
    }
}

extension PredicateValue {
    /// Whether the value is a number.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .double, .decimal: true
        default: false
        }
    }
}
