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

    /// The bins of numbers or dates, with the number of values in each; nil for other values, and if all are equal.
    private(set) var histogram: (labels: [String], counts: [Int])?

    /// The maximum number of common values to keep.
    static let commonestKept = 5
    /// About how many bins the histogram has.
    private static let bins = 8

    /// The summary of values.
    ///
    /// - Parameter checkInterrupt: called for every value; its error ends the work.
    init(_ values: [PredicateValue], checkInterrupt: () throws -> Void = {}) rethrows {
        count = values.count
        var counts: [ValueKey: (count: Int, first: Int)] = [:]
        var (doubles, times): ([Double], [Double]) = ([], [])
        var others: [PredicateValue] = []
        var isOrdered = true
        var (leastNumber, greatestNumber): (PredicateValue?, PredicateValue?)
        for (index, value) in values.enumerated() {
            try checkInterrupt()
            if value.isNull {
                nilCount += 1
                continue
            }
            counts[ValueKey(value), default: (0, index)].count += 1
            if let number = value.chartedNumber {
                doubles.append(number)
                if leastNumber.map({ RecordOrder.order(value, $0) == .less }) ?? true { leastNumber = value }
                if greatestNumber.map({ RecordOrder.order(value, $0) == .greater }) ?? true { greatestNumber = value }
            } else {
                others.append(value)
                if let time = value.chartedTime { times.append(time) }
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
        guard doubles.count > 0, doubles.count >= 9 * others.count else {
            let isTime = doubles.isEmpty && times.count == others.count
            let bins = isTime ? ValueBins(times: times, most: Self.bins) : nil
            histogram = bins.map { ($0.labels, $0.counts(of: others).dropLast(2)) }
            return
        }
        if let first = others.first {
            odd = Common(value: first, count: others.count)
            (least, greatest) = (leastNumber, greatestNumber)
        }
        let numeric = values.filter { $0.chartedNumber != nil }
        numbers = Self.numbers(numeric, doubles)
        histogram = ValueBins(numbers: doubles, most: Self.bins).map { ($0.labels, $0.counts(of: numeric).dropLast(2)) }
    }

    private static func numbers(_ values: [PredicateValue], _ doubles: [Double]) -> Numbers {
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
        return Numbers(mean: mean, median: median)
    }
}

/// A summary for people.
struct ReplSummaryText {
    let summary: ReplSummary
    /// The width of the terminal in columns.
    let width: Int
    /// Whether a histogram takes the place of the most common values, and the statistics have one line.
    var isShort = false
    /// Whether counts have bars.
    var hasBars = true

    /// The lines, each with a line feed.
    var text: String {
        let nilWords = summary.nilCount == 0 ? "" : ", \(summary.nilCount) of them nil"
        let oddWords = summary.odd.map { ", \($0.count) of them not numeric, such as \(shown($0.value))" } ?? ""
        var lines = ["\(Plural.of(summary.count, "value"))\(nilWords)\(oddWords), \(summary.distinctCount) distinct"]
        var facts: [(name: String, value: String)] = []
        if let least = summary.least, let greatest = summary.greatest, summary.distinctCount > 1 {
            facts += [("min", shown(least)), ("max", shown(greatest))]
        }
        if let numbers = summary.numbers, summary.distinctCount > 1 {
            facts += [
                ("mean", FixedNumber.short(numbers.mean)), ("median", Self.shown(median: numbers.median)),
            ]
        }
        if !isShort {
            lines += facts.map { ColumnText.pad($0.name, to: 10) + $0.value }
        } else if !facts.isEmpty {
            lines.append(facts.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
        }
        if !isShort || summary.histogram == nil { lines += commonest }
        if let (labels, counts) = summary.histogram {
            lines += bars(of: counts, after: [.words(labels), .words(counts.map { "\($0)" }, isRight: true)])
        }
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
        let counts = summary.commonest.map(\.count)
        let texts = counts.map { "\($0)×" }
        let columns = texts.map { TextWidth.columns(of: $0) }.max() ?? 0
        let leads = texts.indices.map { index in
            (index == 0 ? "commonest " : "          ") + ColumnText.right(texts[index], to: columns)
        }
        let values = summary.commonest.map { shown($0.value) }
        if summary.histogram != nil || values.count == 1 { return zip(leads, values).map { $0 + "  " + $1 } }
        return bars(of: counts, after: [.words(leads, isRight: true), .words(values)])
    }

    private func bars(of counts: [Int], after columns: [BarChart.Column]) -> [String] {
        BarChart(columns: columns + [.bars(counts.map(Double.init))]).lines(width: hasBars ? width : nil) ?? []
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
