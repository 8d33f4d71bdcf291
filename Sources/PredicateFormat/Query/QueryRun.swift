/// A query at work: it is given the records that satisfy the predicate, one after another, and gives the results.
///
/// Of a record is kept what its source says: a value, a line, a number. Without an order and groups nothing is kept; with an order and a
/// limit no more records than are wanted; of groups no records. Distinct results are kept as long as the query runs.
package struct QueryRun<Payload> {
    /// A result.
    package enum Row {
        /// A record, for which what was kept stands.
        case record(Payload)
        /// A group: its fields in order, with their names.
        case group([(name: String, cell: QueryCell)])
    }

    /// How two records stand to each other by one key of the order, where somebody else decides that.
    package typealias Comparator = (Payload, Payload) -> ValueSemantics.Order

    private let query: CheckedQuery
    private let context: EvaluationContext
    private let ordering: Ordering
    private var rows: OrderedRows<Kept>
    private var groups: GroupedRows?
    private var distinct = DistinctRows()
    /// The best row of each distinct result, where there is an order too.
    private var best: [Kept] = []
    private var orderRuns: [ExpressionRun]
    private var columnRuns: [ExpressionRun]
    private var keyRuns: [ExpressionRun] = []
    private var operandRuns: [ExpressionRun?] = []
    private var taken = 0
    private var passed = 0
    private var given = 0

    private struct Kept {
        var keys: [PredicateValue]
        var payload: Payload
        /// The how manieth record it was.
        var number: Int
    }

    /// How rows stand to each other. A value by itself: who adds a row must not hold the rows by the way that they are compared.
    private struct Ordering {
        let order: RecordOrder
        let comparators: [Int: Comparator]

        func compare(_ a: Kept, _ b: Kept) -> ValueSemantics.Order {
            if comparators.isEmpty { return order.compare(a.keys, b.keys) }
            for index in order.keys.indices {
                var found: ValueSemantics.Order
                if let comparator = comparators[index] {
                    found = comparator(a.payload, b.payload)
                    if order.keys[index].isDescending { found = found.reversed }
                } else {
                    found = order.compare(a.keys[index], b.keys[index], at: index)
                }
                if found != .equal { return found }
            }
            return .equal
        }
    }

    /// An expression with its run.
    private struct ExpressionRun {
        let compiled: CompiledExpression
        var run: EvaluationRun

        init(_ expression: CheckedExpression, _ context: EvaluationContext) {
            compiled = expression.compiled
            run = compiled.makeRun(context: context)
        }

        mutating func value(of record: PredicateValue) -> PredicateValue { compiled.evaluate(on: record, in: &run) }
    }

    /// A query before its first record.
    ///
    /// - Parameter comparators: how records stand to each other, by the location of a key of the order.
    package init(_ query: CheckedQuery, context: EvaluationContext, comparators: [Int: Comparator] = [:]) {
        self.query = query
        self.context = context
        ordering = Ordering(order: query.order, comparators: comparators)
        let wanted = query.limit.map { $0.addingReportingOverflow(query.offset) }
        rows = OrderedRows(
            capacity: query.isDistinct ? nil : wanted.flatMap { $0.overflow ? nil : $0.partialValue })
        orderRuns = query.order.keys.map { ExpressionRun($0.expression, context) }
        columnRuns = query.columns.map { ExpressionRun($0.expression, context) }
        if let grouping = query.grouping {
            groups = grouping.makeRows()
            keyRuns = grouping.keys.map { ExpressionRun($0.expression, context) }
            operandRuns = grouping.aggregates.map { $0.column.map { ExpressionRun($0.expression, context) } }
        }
    }

    /// Whether no further record could change the results.
    package var isFull: Bool {
        guard let limit = query.limit else { return false }
        return query.isStreaming && given >= limit || limit == 0
    }

    // MARK: Records

    /// Takes a record that satisfies the predicate.
    ///
    /// - Parameters:
    ///   - record: its value, at least with the keys that the query reads.
    ///   - payload: what is kept of it; asked for only where it is kept.
    ///   - spelling: the text of the value at a path of keys, where it has one.
    /// - Returns: whether it is a result at once.
    package mutating func add(
        _ record: PredicateValue, payload: () -> Payload, spelling: ([String]) -> [UInt8]?
    ) -> Bool {
        if groups != nil {
            addToGroup(record, spelling)
            return false
        }
        if query.order.isEmpty {
            if query.isDistinct, !distinct.insert(identity(of: record)).isNew { return false }
            return isNext()
        }
        addInOrder(record, payload)
        return false
    }

    /// Whether what comes next is a result: it is behind the offset and within the limit.
    private mutating func isNext() -> Bool {
        if passed < query.offset {
            passed += 1
            return false
        }
        if let limit = query.limit, given >= limit { return false }
        given += 1
        return true
    }

    /// What tells results apart: the fields that are selected, or the record.
    private mutating func identity(of record: PredicateValue) -> [PredicateValue] {
        if columnRuns.isEmpty { return [record] }
        return columnRuns.indices.map { columnRuns[$0].value(of: record) }
    }

    private mutating func addInOrder(_ record: PredicateValue, _ payload: () -> Payload) {
        taken += 1
        let ordering = ordering
        let keys = orderRuns.indices.map { index in
            ordering.comparators[index] == nil
                ? query.order.comparable(orderRuns[index].value(of: record), at: index) : .null
        }
        if query.isDistinct {
            let (location, isNew) = distinct.insert(identity(of: record))
            let row = Kept(keys: keys, payload: payload(), number: taken)
            if isNew {
                best.append(row)
            } else if ordering.compare(row, best[location]) == .less {
                best[location] = row
            }
            return
        }
        // Without comparators the keys alone decide, so a record that does not stay need not be kept for that.
        if ordering.comparators.isEmpty, let last = rows.last, query.order.compare(keys, last.keys) != .less { return }
        let row = Kept(keys: keys, payload: payload(), number: taken)
        rows.add(row, ordering.compare)
    }

    /// What is selected of a record that is a result: an object with the fields in order, or the record as it is.
    package mutating func result(of record: PredicateValue) -> PredicateValue {
        if query.columns.isEmpty { return record }
        return .object(PredicateObject(zip(query.columns, values(of: record)).map { ($0.name, $1) }))
    }

    /// The values of what is selected of a record that is a result.
    package mutating func values(of record: PredicateValue) -> [PredicateValue] {
        columnRuns.indices.map { columnRuns[$0].value(of: record) }
    }

    // MARK: Groups

    private mutating func addToGroup(_ record: PredicateValue, _ spelling: ([String]) -> [UInt8]?) {
        guard let grouping = query.grouping else { return }
        let keys = keyRuns.indices.map { keyRuns[$0].value(of: record) }
        let operands = operandRuns.indices.map { operandRuns[$0]?.value(of: record) }
        add(keys: keys, operands: operands) { index in
            QueryCell.spelling(grouping.keys[index].path.flatMap(spelling))
        } operandSpelling: { index in
            QueryCell.spelling(grouping.aggregates[index].column?.path.flatMap(spelling))
        }
    }

    /// Takes a record of which the values of keys and operands are known: those of columns.
    ///
    /// - Parameters:
    ///   - keys: the values of the keys.
    ///   - operands: what the functions are of; nil where one is of the records themselves.
    ///   - keySpelling: returns the spelling of the value of a key.
    ///   - operandSpelling: returns the spelling of an operand.
    package mutating func add(
        keys: [PredicateValue], operands: [PredicateValue?],
        keySpelling: (Int) -> QueryCell.Spelling? = { _ in nil },
        operandSpelling: (Int) -> QueryCell.Spelling? = { _ in nil }
    ) {
        groups?.add(keys: keys) { index in
            QueryCell(keys[index], spelledBy: keySpelling(index))
        } value: { index in
            operands[index]
        } cell: { index in
            QueryCell(operands[index] ?? .null, spelledBy: operandSpelling(index))
        }
    }

    // MARK: The end

    /// The results that are not known before the last record; none are left.
    package mutating func finish() -> [Row] {
        if let grouping = query.grouping { return finishGroups(grouping) }
        if query.order.isEmpty { return [] }
        let ordering = ordering
        if query.isDistinct {
            // What is equal in the order stays as it came.
            for row in best.sorted(by: { $0.number < $1.number }) { rows.add(row, ordering.compare) }
            best = []
        }
        return rows.take(ordering.compare).filter { _ in isNext() }.map { .record($0.payload) }
    }

    private struct Group {
        var keys: [PredicateValue]
        var fields: [(name: String, cell: QueryCell)]
    }

    private mutating func finishGroups(_ grouping: RecordGrouping) -> [Row] {
        guard var made = groups else { return [] }
        let having = grouping.having?.compiled
        var test = having?.makeRun(context: context) ?? EvaluationRun(context: context, slotCount: 0)
        var ordered = OrderedRows<Group>(capacity: nil)
        for group in made.take() {
            if context.isCancelled?() == true { break }
            let record = PredicateValue.object(
                grouping.record(keys: group.keys, count: group.count, computed: group.values))
            if let having, !having.evaluate(on: record, in: &test) { continue }
            let keys = orderRuns.indices.map { index in
                query.order.comparable(orderRuns[index].value(of: record), at: index)
            }
            ordered.add(Group(keys: keys, fields: fields(of: group, record, grouping))) {
                query.order.compare($0.keys, $1.keys)
            }
        }
        groups = grouping.makeRows()
        return ordered.take { query.order.compare($0.keys, $1.keys) }.filter { group in
            if query.isDistinct, !distinct.insert(group.fields.map(\.cell.value)).isNew { return false }
            return isNext()
        }.map { .group($0.fields) }
    }

    /// What a group gives: what is selected of it, or all that it has.
    private mutating func fields(
        of group: (keys: [QueryCell], count: Int, values: [QueryCell]), _ record: PredicateValue,
        _ grouping: RecordGrouping
    ) -> [(name: String, cell: QueryCell)] {
        let known =
            zip(grouping.keys.map(\.resultPath), group.keys).map { (path: $0, cell: $1) }
            + [(path: ["count"], cell: QueryCell(.integer(Int64(group.count))))]
            + zip(grouping.aggregates.map { [$0.name] }, group.values).map { (path: $0, cell: $1) }
        guard !query.columns.isEmpty else { return zip(grouping.names, known).map { ($0, $1.cell) } }
        return query.columns.indices.map { index in
            let column = query.columns[index]
            let cell = known.first { known in column.path.map { $0.isSamePath(as: known.path) } ?? false }?.cell
            return (column.name, cell ?? QueryCell(columnRuns[index].value(of: record)))
        }
    }
}
