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
    /// - Parameter checkInterrupt: called from time to time; its error ends the work.
    init(_ values: [PredicateValue], checkInterrupt: () throws -> Void = {}) rethrows {
        let counts = try ValueCounts(values, checkInterrupt: checkInterrupt)
        (count, nilCount, distinctCount) = (values.count, counts.nilCount, counts.entries.count)
        commonest = counts.commonest(Self.commonestKept).map { Common(value: $0.value, count: $0.count) }
        let distinct = counts.entries.map(\.value)
        if !distinct.contains(where: \.hasNoOrder) { (least, greatest) = Self.bounds(of: distinct) }
        let numbers = counts.numbers
        let numberCount = numbers.reduce(0) { $0 + $1.count }
        let others = counts.entries.filter { $0.value.chartedNumber == nil }
        guard numberCount > 0, numberCount >= 9 * (counts.count - numberCount) else {
            let times = counts.times
            if times.count == distinct.count { add(ValueBins(times: times.map(\.time), most: Self.bins), counts) }
            return
        }
        if let first = others.first {
            odd = Common(value: first.value, count: counts.count - numberCount)
            (least, greatest) = Self.bounds(of: numbers.map(\.value))
        }
        self.numbers = Self.statistics(of: numbers, among: values)
        add(ValueBins(numbers: numbers.map(\.number), most: Self.bins), counts)
    }

    private mutating func add(_ bins: ValueBins?, _ counts: ValueCounts) {
        histogram = bins.map { ($0.labels, $0.counts(of: counts).dropLast(2)) }
    }

    /// The least and the greatest value.
    private static func bounds(of values: [PredicateValue]) -> (PredicateValue?, PredicateValue?) {
        var (least, greatest) = (values.first, values.first)
        for value in values.dropFirst() {
            if least.map({ RecordOrder.order(value, $0) == .less }) ?? true { least = value }
            if greatest.map({ RecordOrder.order(value, $0) == .greater }) ?? true { greatest = value }
        }
        return (least, greatest)
    }

    private static func statistics(
        of numbers: [(value: PredicateValue, number: Double, count: Int)], among values: [PredicateValue]
    ) -> Numbers {
        let sorted = numbers.sorted { $0.number < $1.number }
        let total = sorted.reduce(0) { $0 + $1.count }
        /// The number at a place in the order of all.
        func number(at place: Int) -> Double {
            var left = place
            for (_, number, count) in sorted {
                if left < count { return number }
                left -= count
            }
            return sorted.last?.number ?? 0
        }
        // Doubles suffice if they are exact.
        let isExact = sorted.allSatisfy { $0.number.magnitude < 0x1p53 }
        let middle = total / 2
        let median =
            isExact
            ? .double(total % 2 == 1 ? number(at: middle) : number(at: middle - 1) / 2 + number(at: middle) / 2)
            : ValueSemantics.median(values.filter { $0.chartedNumber != nil })
        // Each number is divided first where the sum of large numbers would be infinite.
        let sum = sorted.reduce(0) { $0 + $1.number * Double($1.count) }
        let mean =
            sum.isFinite
            ? sum / Double(total) : sorted.reduce(0) { $0 + $1.number / Double(total) * Double($1.count) }
        return Numbers(mean: mean, median: median)
    }
}

extension PredicateValue {
    /// Whether a value says nothing of being the least or the greatest.
    fileprivate var hasNoOrder: Bool {
        switch self {
        case .list, .set, .object, .data, .boolean: true
        default: false
        }
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
