import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The identity of a value. The language treats 1 and 1.0 as equal. A value without a cheap hash uses its JSON.
enum ValueKey: Hashable {
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

/// Distinct values, each with its number of occurrences.
struct ValueCounts: Sendable {
    /// The values that are not nil, in the order in which they first occur.
    private(set) var entries: [(value: PredicateValue, count: Int)] = []
    /// The number of values that are not nil, and of those that are.
    private(set) var count = 0
    private(set) var nilCount = 0

    /// - Parameter checkInterrupt: called from time to time; its error ends the work.
    init(_ values: [PredicateValue], checkInterrupt: () throws -> Void = {}) rethrows {
        var places: [ValueKey: Int] = [:]
        for (index, value) in values.enumerated() {
            if index & 0x3FF == 0 { try checkInterrupt() }
            if value.isNull {
                nilCount += 1
                continue
            }
            let key = ValueKey(value)
            if let place = places[key] {
                entries[place].count += 1
            } else {
                places[key] = entries.count
                entries.append((value, 1))
            }
        }
        count = values.count - nilCount
    }

    /// The most common values. Equally common ones are in the order in which they first occur.
    func commonest(_ most: Int) -> [(value: PredicateValue, count: Int)] {
        let ranked = entries.indices.sorted { (entries[$1].count, $0) < (entries[$0].count, $1) }
        return ranked.prefix(most).map { entries[$0] }
    }

    /// Those that are numbers on an axis, as it measures them.
    var numbers: [(value: PredicateValue, number: Double, count: Int)] {
        entries.compactMap { entry in entry.value.chartedNumber.map { (entry.value, $0, entry.count) } }
    }

    /// Those that are instants, in seconds since 2001.
    var times: [(time: Double, count: Int)] {
        entries.compactMap { entry in entry.value.chartedTime.map { ($0, entry.count) } }
    }
}

/// The bins of a histogram: ranges of numbers or of time, or the values that occur most often.
struct ValueBins: Sendable {
    /// Where the ranges begin, and where the last one ends; nothing for values.
    private(set) var bounds: [Double] = []
    /// Whether the bounds are seconds since 2001.
    private(set) var isTime = false
    /// The bins of values.
    private var places: [ValueKey: Int] = [:]
    /// What each bin is called.
    private(set) var labels: [String] = []

    /// The bins of values of any kind: of numbers or dates if nine of ten are.
    ///
    /// - Parameter most: about how many bins there are at most.
    init(of values: ValueCounts, most: Int) {
        let (numbers, times) = (values.numbers, values.times)
        let isNumeric = 10 * numbers.reduce(0, { $0 + $1.count }) >= 9 * values.count
        if isNumeric, let bins = Self(numbers: numbers.map(\.number), most: most) {
            self = bins
        } else if 10 * times.reduce(0, { $0 + $1.count }) >= 9 * values.count,
            let bins = Self(times: times.map(\.time), most: most)
        {
            self = bins
        } else {
            let isMore = values.entries.count > most
            for (place, entry) in values.commonest(isMore ? most - 1 : most).enumerated() {
                places[ValueKey(entry.value)] = place
                labels.append(SafeText.plain(entry.value.abbreviated(to: 200)))
            }
        }
    }

    /// Ranges of numbers; nil if all are the same, or too close together.
    ///
    /// They are of equal width, or about as wide as their numbers are great if those span four powers of ten.
    init?(numbers: [Double], most: Int) {
        guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
        let isWhole = numbers.allSatisfy { $0 == $0.rounded() }
        let positive = least < 0 ? nil : numbers.lazy.filter { $0 > 0 }.min()
        let powers = positive.flatMap {
            greatest / $0 >= 1e4 ? Self.powers(from: $0, to: greatest, hasZero: least == 0, most: most) : nil
        }
        guard let bounds = powers ?? Self.steps(from: least, to: greatest, isWhole: isWhole, most: most) else {
            return nil
        }
        self.bounds = bounds
        let (lower, upper) = (bounds.dropLast().map(FixedNumber.short), bounds.dropFirst().map(FixedNumber.short))
        let (a, b) = (lower.map(\.count).max() ?? 0, upper.map(\.count).max() ?? 0)
        labels = zip(lower, upper).enumerated().map { index, texts in
            let label = ColumnText.right(texts.0, to: a)
            // A range of one integer is named by it.
            if isWhole, bounds[index + 1] - bounds[index] == 1 { return label }
            return label + " to " + ColumnText.right(texts.1, to: b)
        }
    }

    /// Ranges of seconds since 2001 in UTC, of a unit of clocks and calendars; nil if all are in one.
    init?(times: [Double], most: Int) {
        guard let least = times.min(), let greatest = times.max(),
            PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: least)),
            PredicateDate.hasRFC3339Form(Date(timeIntervalSinceReferenceDate: greatest))
        else { return nil }
        // Each step, and how many characters at the end of a formatted date its labels leave out.
        let steps: [(seconds: Double, unneeded: Int)] = [
            (1, 1), (5, 1), (15, 1), (60, 4), (300, 4), (900, 4), (3600, 4), (10800, 4), (21600, 4), (43200, 4),
            (86400, 10), (604_800, 10),
        ]
        isTime = true
        var unneeded = 1
        if let step = steps.first(where: { (greatest - least) / $0.seconds <= Double(most) }) {
            unneeded = step.unneeded
            // 2001-01-01 was a Monday, so weeks begin with one as well.
            let (first, last) = ((least / step.seconds).rounded(.down), (greatest / step.seconds).rounded(.down))
            bounds = (0...Int(last - first) + 1).map { (first + Double($0)) * step.seconds }
        } else {
            func month(_ time: Double) -> Int64 {
                let day = CivilDay(number: Int64((time / 86400).rounded(.down)))
                return day.year * 12 + day.month - 1
            }
            let (first, last) = (month(least), month(greatest))
            let months: [Int64] = [1, 3, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000, 24000]
            guard let step = months.first(where: { (last - first) / $0 <= most }) else { return nil }
            unneeded = step < 12 ? 13 : 16
            let start = PredicateDate.floorDivision(first, step).quotient
            let end = PredicateDate.floorDivision(last, step).quotient + 1
            bounds = (start...end).map { number in
                let (year, month) = PredicateDate.floorDivision(number * step, 12)
                return Double(CivilDay(year: year, month: month + 1, day: 1).number * 86400)
            }
        }
        if bounds.count < 3 { return nil }
        labels = bounds.dropLast().map { bound in
            let text = PredicateDate.format(Date(timeIntervalSinceReferenceDate: bound)).dropLast(unneeded)
            return String(text.map { $0 == "T" ? " " : $0 })
        }
    }

    /// How many values each bin has. The last two counts are those of values in no bin, and of nil.
    func counts(of values: ValueCounts) -> [Int] {
        var counts = [Int](repeating: 0, count: labels.count + 2)
        for (value, count) in values.entries { counts[bin(of: value)] += count }
        counts[labels.count + 1] = values.nilCount
        return counts
    }

    /// The bin of a value. The two after the last one are for values in no bin, and for nil.
    func bin(of value: PredicateValue) -> Int {
        if value.isNull { return labels.count + 1 }
        if bounds.isEmpty { return places[ValueKey(value)] ?? labels.count }
        guard let number = isTime ? value.chartedTime : value.chartedNumber else { return labels.count }
        var (low, high) = (0, labels.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if bounds[middle] <= number { low = middle } else { high = middle - 1 }
        }
        return low
    }

    // MARK: Bounds

    private static func steps(from least: Double, to greatest: Double, isWhole: Bool, most: Int) -> [Double]? {
        guard (greatest - least).isFinite, var step = roundStep((greatest - least) / Double(most)) else { return nil }
        if isWhole { step = max(1, step) }
        let (first, last) = ((least / step).rounded(.down), (greatest / step).rounded(.down))
        // Numbers may be too close together to distinguish steps.
        guard last - first >= 1, last - first <= Double(most) + 1, first.magnitude < 1e15, last.magnitude < 1e15 else {
            return nil
        }
        return (0...Int(last - first) + 1).map { (first + Double($0)) * step }
    }

    private static func powers(from least: Double, to greatest: Double, hasZero: Bool, most: Int) -> [Double]? {
        let (first, end) = (Int(log10(least).rounded(.down)), Int(log10(greatest).rounded(.down)) + 1)
        guard first > -300, end < 300 else { return nil }
        let factors: [Double] = 3 * (end - first) <= most ? [1, 2, 5] : [1]
        // How many powers are in a range.
        let step = (end - first + most - 1) / most
        var bounds = stride(from: first, to: end, by: step).flatMap { power in
            factors.map { $0 * pow(10, Double(power)) }
        }
        bounds.append(pow(10, Double(first + step * ((end - first + step - 1) / step))))
        while bounds.count > 2, bounds[1] <= least { bounds.removeFirst() }
        while bounds.count > 2, bounds[bounds.count - 2] > greatest { bounds.removeLast() }
        return hasZero ? [0] + bounds : bounds
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

/// The counts of one or more groups of values in the same bins, next to each other.
struct ReplHistogram: Sendable {
    private let bins: ValueBins
    private let name: String
    private var series: [(name: String, counts: [Int])] = []

    /// The counts of all values and, before them, of some.
    ///
    /// - Parameters:
    ///   - field: the field or expression, as given.
    ///   - most: about how many bins there are at most.
    init(of values: ValueCounts, matching some: ValueCounts?, named field: String, most: Int) {
        self.init(ValueBins(of: values, most: most), field)
        if let some { series.append(("matching", bins.counts(of: some))) }
        series.append((some == nil ? "count" : "all", bins.counts(of: values)))
    }

    /// The counts of values in groups by keys, one for each value.
    ///
    /// - Parameters:
    ///   - mostGroups: about how many groups there are at most.
    ///   - checkInterrupt: called for every value; its error ends the work.
    init(
        of values: [PredicateValue], by keys: [PredicateValue], named field: String, most: Int, groups mostGroups: Int,
        checkInterrupt: () throws -> Void
    ) rethrows {
        self.init(ValueBins(of: try ValueCounts(values, checkInterrupt: checkInterrupt), most: most), field)
        let groups = ValueBins(of: try ValueCounts(keys, checkInterrupt: checkInterrupt), most: mostGroups)
        let none = [Int](repeating: 0, count: bins.labels.count + 2)
        var counts = [[Int]](repeating: none, count: groups.labels.count + 2)
        for (value, key) in zip(values, keys) {
            try checkInterrupt()
            counts[groups.bin(of: key)][bins.bin(of: value)] += 1
        }
        series = zip(groups.labels + Self.rest, counts).filter { $1.contains { $0 > 0 } }.map { ($0, $1) }
    }

    private init(_ bins: ValueBins, _ field: String) {
        (self.bins, name) = (bins, ReplHistory.onOneLine(field) + (bins.isTime ? " (UTC)" : ""))
    }

    /// What values in no bin are called, and nil.
    private static let rest = ["others", "nil"]

    /// The drawing, with as many groups as the width has room for.
    func text(width: Int, hasBars: Bool) -> String {
        let labels = bins.labels + Self.rest
        // Values in no bin, and nil, have a row only if there are any.
        let rows = labels.indices.filter { row in row < bins.labels.count || series.contains { $0.counts[row] > 0 } }
        var shown = series[...]
        while true {
            var columns: [BarChart.Column] = [.words(rows.map { labels[$0] }, header: SafeText.plain(name))]
            for one in shown {
                columns.append(
                    .words(
                        rows.map { "\(one.counts[$0])" }, header: ColumnText.cut(SafeText.plain(one.name), to: 14),
                        isRight: true))
                // The many others would leave the bars of the bins short.
                columns.append(.bars(rows.map { $0 < bins.labels.count ? Double(one.counts[$0]) : 0 }))
            }
            if let lines = BarChart(columns: columns).lines(width: hasBars ? width : nil) {
                let left = series.count - shown.count
                let note = left == 0 ? [] : ["no room for \(Plural.of(left, "group"))"]
                return (lines + note).map { $0 + "\n" }.joined()
            }
            if shown.popLast() == nil { return "" }
        }
    }
}

extension PredicateValue {
    /// The place on an axis of numbers.
    var chartedNumber: Double? {
        switch self {
        case .integer, .double, .decimal: ExactNumber(self)?.asDouble
        default: nil
        }
    }

    /// The place on an axis of time, in seconds since 2001.
    var chartedTime: Double? {
        switch self {
        case .date(let date): date.timeIntervalSinceReferenceDate
        case .string(let text): PredicateDate.instant(of: text)?.timeIntervalSinceReferenceDate
        default: nil
        }
    }
}
