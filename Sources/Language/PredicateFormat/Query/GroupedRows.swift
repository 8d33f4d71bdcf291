import PredicateCore

/// Groups of records while they are collected: their keys and the current state of their aggregates.
///
/// It keeps only the values of the keys of the first record of each group, and the state of the functions.
package struct GroupedRows {
    private let aggregates: [QueryAggregate]
    private let keyTypes: [ValueType]
    private var groups: [Group] = []
    private var locations = DistinctRows()

    private struct Group {
        var keys: [QueryCell]
        var count = 0
        var states: [AggregateState]
    }

    /// Makes an empty collection.
    ///
    /// - Parameters:
    ///   - aggregates: the aggregates of each group.
    ///   - keyTypes: the types of the keys. Without keys, all records are one group, which exists even without records.
    init(_ aggregates: [QueryAggregate], keyTypes: [ValueType]) {
        self.aggregates = aggregates
        self.keyTypes = keyTypes
        if keyTypes.isEmpty { _ = location(of: []) { _ in .init(.null) } }
    }

    private mutating func location(of keys: [PredicateValue], _ cell: (Int) -> QueryCell) -> Int {
        let (location, isNew) = locations.insert(zip(keys, keyTypes).map { $0.comparable(as: $1) })
        if isNew { groups.append(Group(keys: keys.indices.map(cell), states: aggregates.map { AggregateState($0) })) }
        return location
    }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - keys: the values of the keys.
    ///   - key: returns the cell of a key; called only if it is kept.
    ///   - value: returns the cell of a function's expression, or nil if the function applies to the record itself.
    ///     Called for each function.
    package mutating func add(
        keys: [PredicateValue], key: (Int) -> QueryCell, value: (Int) -> PredicateValue?, cell: (Int) -> QueryCell
    ) {
        let location = location(of: keys, key)
        groups[location].count += 1
        for index in aggregates.indices {
            groups[location].states[index].add(value(index)) { cell(index) }
        }
    }

    /// Adds some records of a group.
    package mutating func join(_ part: GroupPart) {
        let location = location(of: part.keys.map(\.value)) { part.keys[$0] }
        groups[location].count += part.count
        for (index, aggregate) in part.aggregates.enumerated() where groups[location].states.indices.contains(index) {
            groups[location].states[index].join(aggregate)
        }
    }

    /// The groups in the order of their first appearance, as parts of groups. None remain.
    package mutating func takeParts() -> [GroupPart] {
        let taken = groups
        groups = []
        locations = DistinctRows()
        return taken.map { GroupPart(keys: $0.keys, count: $0.count, aggregates: $0.states.map(\.part)) }
    }

    /// The groups in the order of their first appearance, each with its keys, its number of records and its
    /// aggregates. None remain.
    package mutating func take() -> [(keys: [QueryCell], count: Int, values: [QueryCell])] {
        let taken = groups
        groups = []
        locations = DistinctRows()
        return taken.map { ($0.keys, $0.count, $0.states.map(\.result)) }
    }
}

/// A value of a result, with its spelling in the record if it was not computed.
package struct QueryCell: Sendable {
    /// The value.
    package var value: PredicateValue
    /// Returns the text of the value in its record; nil if the value is computed or the source has no text.
    package typealias Spelling = @Sendable () -> [UInt8]?
    private let find: Spelling?
    /// The elements, if the value is a list of values of records, each with its own text.
    package private(set) var elements: [QueryCell]?

    /// Its text in the record; nil if it was computed, or if the source has no text.
    package var spelling: [UInt8]? { find?() }

    /// A value whose text is looked up on demand, because often only a few of many values are shown.
    package init(_ value: PredicateValue, spelledBy find: Spelling?) {
        self.value = value
        self.find = find
    }

    /// A value with its text.
    package init(_ value: PredicateValue, spelling: [UInt8]? = nil) {
        self.init(value, spelledBy: Self.spelling(spelling))
    }

    /// A list of values of records.
    init(list cells: [QueryCell]) {
        self.init(.list(cells.map(\.value)))
        if cells.contains(where: { $0.find != nil }) { elements = cells }
    }

    /// A value whose text is known.
    static func spelling(_ text: [UInt8]?) -> Spelling? {
        guard let text else { return nil }
        return { text }
    }
}

/// The state of a function for the records of a group.
private struct AggregateState {
    private let function: QueryFunction
    /// How the values are read to be compared.
    private let reading: CoreReading?
    private var count = 0
    private var total = ValueSemantics.Total()
    /// The chosen value, and what it is compared as.
    private var extreme = QueryCell(.null)
    private var bound = PredicateValue.null
    /// Whether a value did not fit, so that the result is nil.
    private var hasFailed = false
    private var values: [PredicateValue] = []
    /// The cells of values that can be spelled in several ways; nil for others.
    private var cells: [QueryCell?] = []

    /// The percentage of `percentile`.
    private let rank: Double

    init(_ aggregate: QueryAggregate) {
        function = aggregate.function
        rank = aggregate.rank ?? 50
        let type = aggregate.column?.expression.type
        switch function {
        case .list: reading = nil
        case .min, .max: reading = type?.orderReading
        default: reading = type?.comparableReading
        }
    }

    /// Adds a value; nil adds the record itself. The cell is requested only if it is kept.
    mutating func add(_ value: PredicateValue?, _ cell: () -> QueryCell) {
        guard let value else {
            count += 1
            return
        }
        switch function {
        case .first:
            if count == 0 { extreme = cell() }
            count += 1
        case .last: extreme = cell()
        default:
            if value.isNull || hasFailed { return }
            add(present: value, cell)
        }
    }

    private mutating func add(present value: PredicateValue, _ cell: () -> QueryCell) {
        let value = reading.map { ValueSemantics.read(value, as: $0) } ?? value
        switch function {
        case .count: count += 1
        case .sum, .average: if !total.add(value) { hasFailed = true }
        case .min, .max:
            let isFirst = bound.isNull
            // A value that does not compare with itself has no order.
            guard let order = ValueSemantics.order(value, isFirst ? value : bound) else {
                hasFailed = true
                return
            }
            if isFirst || order == (function == .min ? .less : .greater) { (bound, extreme) = (value, cell()) }
        case .median, .percentile, .stddev, .countDistinct: values.append(value)
        case .mode, .distinct, .list:
            values.append(value)
            var isSpelled = reading != nil
            if case .double = value { isSpelled = true }
            guard isSpelled else { return cells.append(nil) }
            // The record itself is not kept.
            let own = cell()
            cells.append(QueryCell(own.value, spelling: own.spelling))
        case .first, .last: break
        }
    }

    /// What the values give to the aggregate of more values.
    var part: AggregatePart<QueryCell> {
        if hasFailed { return .failed }
        switch function {
        case .count: return .count(count)
        case .sum, .average:
            return total.integerHalves.map { .integers(count: total.count, high: $0.high, low: $0.low) } ?? .separate
        case .min, .max: return extreme.value.isNull ? .none : .value(extreme)
        case .first: return count == 0 ? .none : .value(extreme)
        case .last: return .value(extreme)
        case .median, .percentile, .stddev, .mode, .distinct, .countDistinct, .list: return .separate
        }
    }

    /// Adds the values of a part.
    mutating func join(_ part: AggregatePart<QueryCell>) {
        switch part {
        case .none, .separate: break
        case .count(let more): count += more
        case .integers(let more, let high, let low): total.join(count: more, high: high, low: low)
        case .value(let cell): add(cell.value) { cell }
        case .failed: hasFailed = true
        }
    }

    var result: QueryCell {
        if hasFailed { return QueryCell(.null) }
        return switch function {
        case .count: QueryCell(.integer(Int64(count)))
        case .sum: QueryCell(total.sum)
        case .average: QueryCell(total.average)
        case .min, .max, .first, .last: extreme
        case .median: QueryCell(ValueSemantics.median(values))
        case .percentile: QueryCell(ValueSemantics.percentile(values, rank))
        case .countDistinct: QueryCell(.integer(Int64(ValueSemantics.distinct(values).count)))
        case .stddev: QueryCell(ValueSemantics.standardDeviation(values))
        case .mode: selection(ValueSemantics.elements(of: ValueSemantics.mode(values)) ?? [])
        case .distinct: selection(ValueSemantics.distinct(values))
        case .list: QueryCell(list: zip(values, cells).map { $1 ?? QueryCell($0) })
        }
    }

    /// A list of some of the values, each as it is spelled first.
    private func selection(_ chosen: [PredicateValue]) -> QueryCell {
        var first: [PredicateValue: QueryCell] = [:]
        for (value, cell) in zip(values, cells) where cell != nil && first[value] == nil { first[value] = cell }
        return QueryCell(list: chosen.map { first[$0] ?? QueryCell($0) })
    }
}

/// Distinct rows of values by the language's `==`, in the order of their first appearance.
///
/// 1 and 1.0 are one value, and nil equals nil; text is compared code point by code point.
package struct DistinctRows {
    private var known = DistinctValues(.digits)
    private var kind = ValueHash.Kind.digits
    private var work = WorkBudget.unlimited

    package init() {}

    /// The index of a row, and whether it is new.
    package mutating func insert(_ row: PredicateValue) -> (location: Int, isNew: Bool) {
        // Dates, UUIDs and similar values may equal text, and doubles integers, so they need hashes of another kind.
        if kind != .lenient, case let needed = ValueHash.Kind(for: [row]), needed > kind {
            kind = needed
            known = DistinctValues(known.values, kind, &work)
        }
        let before = known.values.count
        let location = known.insert(row, &work)
        return (location, location == before)
    }

    /// The index of a row of several values, and whether it is new.
    package mutating func insert(_ row: [PredicateValue]) -> (location: Int, isNew: Bool) {
        insert(row.count == 1 ? row[0] : .list(row))
    }
}

/// What some of the records of a group give to one of its aggregates. Parts join in the order of the records, with the
/// result of all records. A value that is chosen among those of the records is a cell here, and elsewhere what leads to one.
package enum AggregatePart<Value> {
    /// No value.
    case none
    /// The number of values.
    case count(Int)
    /// The sum of so many integers, in two halves of 128 bits.
    case integers(count: Int, high: Int64, low: UInt64)
    /// The value that is chosen among those of the records.
    case value(Value)
    /// The result is nil, because a value does not fit.
    case failed
    /// The values count one by one, in their order.
    case separate

    /// The same with another form of the chosen value; nil stands for no value.
    package func mapValue<Other, Failure: Error>(
        _ change: (Value) throws(Failure) -> Other?
    ) throws(Failure) -> AggregatePart<Other> {
        switch self {
        case .none: .none
        case .count(let count): .count(count)
        case .integers(let count, let high, let low): .integers(count: count, high: high, low: low)
        case .value(let value): try change(value).map { .value($0) } ?? .none
        case .failed: .failed
        case .separate: .separate
        }
    }
}

extension AggregatePart: Sendable where Value: Sendable {}

/// Some records of a group: the values of its keys in the first record, the number of records, and the aggregates.
package struct GroupPart: Sendable {
    package var keys: [QueryCell]
    package var count: Int
    package var aggregates: [AggregatePart<QueryCell>]

    package init(keys: [QueryCell], count: Int, aggregates: [AggregatePart<QueryCell>]) {
        self.keys = keys
        self.count = count
        self.aggregates = aggregates
    }
}

extension QueryFunction {
    /// Whether results of parts can be joined, if the values that are added are integers.
    package var isJoinable: Bool { !keepsValues }
}
