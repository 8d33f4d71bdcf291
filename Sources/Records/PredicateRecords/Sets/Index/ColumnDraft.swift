import PredicateCore

/// A column during construction: the constants that its field is compared with.
final class ColumnDraft {
    let key: EventColumnKey
    /// The number of the column.
    let number: UInt32
    private var numbers: [NumberKey] = []
    private var texts: [[UInt8]] = []
    private var table: TextIndex?
    private var testsElements = false
    /// The rules that depend on the column, each once.
    private(set) var readers: [UInt32] = []
    private var numberBounds: NumberBounds?
    private var textBounds: TextBounds?
    private(set) var codeCount = 1

    init(_ key: EventColumnKey, number: UInt32) {
        self.key = key
        self.number = number
        switch key.aspect {
        case .exact, .elements: table = TextIndex(isWhole: false)
        default: break
        }
    }

    func addReader(_ rule: UInt32) { if readers.last != rule { readers.append(rule) } }

    /// Adds the constants of a condition on the column.
    func add(_ condition: Condition) {
        switch condition {
        case .number(_, _, let interval), .date(_, let interval):
            numbers += [interval.low, interval.high].compactMap { $0 }
        case .numbers(_, _, let keys): numbers += keys
        case .texts(_, _, let all): for text in all { insert(text) }
        case .textRange(_, _, let interval): add(interval)
        case .suffix(_, _, let text): if let interval = Interval(prefix: text.reversed()) { add(interval) }
        case .text(_, _, _, let testsElements): if testsElements { self.testsElements = true }
        case .element(_, _, let text, _): insert(text)
        case .isNil, .residual, .whole: break
        }
    }

    /// Adds the bounds of strings.
    func add(_ interval: Interval<[UInt8]>) { texts += [interval.low, interval.high].compactMap { $0 } }

    private func insert(_ text: [UInt8]) { text.withUnsafeBufferPointer { _ = table?.insert($0) } }

    /// Sorts the constants. Then codes can be asked for.
    func settle(in arena: IndexArena) -> Column {
        let lookup: Column.Lookup
        switch key.aspect {
        case .presence: lookup = .presence
        case .number(let asDouble): lookup = .number(settleNumbers(in: arena), asDouble: asDouble)
        case .date: lookup = .date(settleNumbers(in: arena))
        case .exact(let options): lookup = .exact(settleTable(in: arena), options)
        case .elements(let options): lookup = .elements(settleTable(in: arena), options)
        case .order(let options): lookup = .order(settleTexts(in: arena), options)
        case .reversed(let options):
            let longest = texts.reduce(0) { max($0, $1.count) }
            lookup = .reversed(settleTexts(in: arena), options, longest: longest)
        case .text: lookup = .text(testsElements: testsElements)
        case .value: lookup = .value
        }
        let column = Column(field: key.field, lookup: lookup)
        codeCount = max(1, column.codeCount)
        texts = []
        numbers = []
        return column
    }

    private func settleTable(in arena: IndexArena) -> TextIndex {
        let table = table ?? TextIndex(isWhole: false)
        arena.keep(table)
        return table
    }

    private func settleNumbers(in arena: IndexArena) -> NumberBounds {
        numbers.sort()
        var distinct: [NumberKey] = []
        for number in numbers where distinct.last != number { distinct.append(number) }
        let bounds = NumberBounds(distinct, in: arena)
        numberBounds = bounds
        return bounds
    }

    private func settleTexts(in arena: IndexArena) -> TextBounds {
        texts.sort { $0.lexicographicallyPrecedes($1) }
        var distinct: [[UInt8]] = []
        for text in texts where distinct.last != text { distinct.append(text) }
        let bounds = TextBounds(distinct, in: arena)
        textBounds = bounds
        return bounds
    }

    // MARK: Codes

    func code(_ key: NumberKey) -> UInt32 { numberBounds?.code(key) ?? 0 }

    func code(_ text: [UInt8]) -> UInt32 {
        text.withUnsafeBufferPointer { bytes in
            if let textBounds { return textBounds.code(bytes) }
            return UInt32(truncatingIfNeeded: (table?.number(of: bytes) ?? -1) + 1)
        }
    }

    /// The codes of an interval, both ends included; empty if the first is greater than the second.
    func codes(_ interval: Interval<NumberKey>) -> (UInt32, UInt32) {
        codes(
            interval.low.map(code), interval.includesLow, interval.high.map(code), interval.includesHigh)
    }

    func codes(_ interval: Interval<[UInt8]>) -> (UInt32, UInt32) {
        codes(
            interval.low.map { code($0) }, interval.includesLow, interval.high.map { code($0) }, interval.includesHigh)
    }

    private func codes(_ low: UInt32?, _ includesLow: Bool, _ high: UInt32?, _ includesHigh: Bool) -> (UInt32, UInt32) {
        let first = low.map { includesLow ? $0 : $0 + 1 } ?? 1
        let last = high.map { includesHigh ? $0 : $0 - 1 } ?? BoundCodes.last((codeCount - 1) / 2)
        return (first, last)
    }
}
