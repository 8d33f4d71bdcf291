import PredicateCore

/// A running query: it takes the matching records one after another, and gives the results.
///
/// The payload of a record is its value, its line or its number, depending on the source. Without an order or groups
/// nothing is kept. With an order and a limit only the wanted records are kept. With groups no records are kept.
/// Distinct results are kept as long as the query runs.
package struct QueryRun<Payload> {
    /// A result.
    package enum Row {
        /// A record, by its payload.
        case record(Payload)
        /// A group: its fields in order, with their names.
        case group([(name: String, cell: QueryCell)])
    }

    /// Compares two records by a key of the order, for keys with their own comparison.
    package typealias Comparator = (Payload, Payload) -> ValueSemantics.Order

    private let query: CheckedQuery
    private let context: EvaluationContext
    private let ordering: Ordering
    private var rows: OrderedRows<Kept>
    private var groups: GroupedRows?
    private var distinct = DistinctRows()
    /// The best row of each distinct result, if there is also an order.
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
        /// The number of the record in the order of arrival.
        var number: Int
    }

    /// Compares rows. It is a separate value, so that adding a row does not access the rows and their comparison at
    /// the same time.
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
        /// The kinds of its values, where they are taken together and counted.
        private var kinds: ValueKinds?

        init(_ expression: CheckedExpression, _ context: EvaluationContext) {
            compiled = expression.compiled(for: context)
            run = compiled.makeRun(context: context)
            if run.tally != nil { kinds = ValueKinds() }
        }

        /// Notes the kind of a value that an order or a function takes.
        mutating func note(_ value: PredicateValue) { kinds?.add(value) }

        /// Counts the values that do not fit the others, or that are no numbers.
        mutating func finish(wantsNumbers: Bool) {
            if let tally = run.tally { kinds?.count(in: tally, wantsNumbers: wantsNumbers) }
            if kinds != nil { kinds = ValueKinds() }
        }

        mutating func value(of record: PredicateValue) -> PredicateValue { compiled.evaluate(on: record, in: &run) }
    }

    /// A query before its first record.
    ///
    /// - Parameter comparators: comparisons of records, by the index of a key of the order.
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

    /// Whether further records cannot change the results.
    package var isFull: Bool {
        guard let limit = query.limit else { return false }
        return query.isStreaming && given >= limit || limit == 0
    }

    // MARK: Records

    /// Takes a matching record.
    ///
    /// - Parameters:
    ///   - record: its value, at least with the keys that the query reads.
    ///   - payload: returns the payload; called only if it is kept.
    ///   - spelling: the text of the value at a path of keys, if there is one.
    /// - Returns: whether the record is already a result.
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

    /// Whether the next record is a result: it is after the offset and within the limit.
    private mutating func isNext() -> Bool {
        if passed < query.offset {
            passed += 1
            return false
        }
        if let limit = query.limit, given >= limit { return false }
        given += 1
        return true
    }

    /// The identity of a result for distinct results: the selected fields, or the record.
    private mutating func identity(of record: PredicateValue) -> [PredicateValue] {
        if columnRuns.isEmpty { return [record] }
        return query.identity(of: values(of: record))
    }

    private mutating func addInOrder(_ record: PredicateValue, _ payload: () -> Payload) {
        taken += 1
        let ordering = ordering
        let keys = orderRuns.indices.map { index -> PredicateValue in
            guard ordering.comparators[index] == nil else { return PredicateValue.null }
            let value = query.order.comparable(orderRuns[index].value(of: record), at: index)
            orderRuns[index].note(value)
            return value
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
        // Without comparators only the keys decide, so a record that will be dropped is not kept.
        if ordering.comparators.isEmpty, let last = rows.last, query.order.compare(keys, last.keys) != .less { return }
        let row = Kept(keys: keys, payload: payload(), number: taken)
        rows.add(row, ordering.compare)
    }

    /// The result for a record: an object with the selected fields in order, or the whole record.
    package mutating func result(of record: PredicateValue) -> PredicateValue {
        if query.columns.isEmpty { return record }
        return .object(PredicateObject(zip(query.columns, values(of: record)).map { ($0.name, $1) }))
    }

    /// The values of the selected fields of a result.
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

    /// Takes a record by the known values of its keys and operands, from columns.
    ///
    /// - Parameters:
    ///   - keys: the values of the keys.
    ///   - operands: the arguments of the functions; nil for a function of the records themselves.
    ///   - keySpelling: returns the spelling of the value of a key.
    ///   - operandSpelling: returns the spelling of an operand.
    package mutating func add(
        keys: [PredicateValue], operands: [PredicateValue?],
        keySpelling: (Int) -> QueryCell.Spelling? = { _ in nil },
        operandSpelling: (Int) -> QueryCell.Spelling? = { _ in nil }
    ) {
        for (index, operand) in operands.enumerated() { operand.map { operandRuns[index]?.note($0) } }
        groups?.add(keys: keys) { index in
            QueryCell(keys[index], spelledBy: keySpelling(index))
        } value: { index in
            operands[index]
        } cell: { index in
            QueryCell(operands[index] ?? .null, spelledBy: operandSpelling(index))
        }
    }

    /// Takes a matching record of a part, whose groups `takeParts` gives.
    ///
    /// - Parameter text: returns the text of the record, which stands for that of its values; called where one is kept.
    package mutating func addToPart(_ record: PredicateValue, text: () -> [UInt8]) {
        let keys = keyRuns.indices.map { keyRuns[$0].value(of: record) }
        let operands = operandRuns.indices.map { operandRuns[$0]?.value(of: record) }
        // All keys are of the same record.
        add(
            keys: keys, operands: operands, keySpelling: { $0 == 0 ? QueryCell.spelling(text()) : nil },
            operandSpelling: { _ in QueryCell.spelling(text()) })
    }

    /// The groups of the records so far. None remain.
    package mutating func takeParts() -> [GroupPart] { groups?.takeParts() ?? [] }

    /// A record that stands for the values that a part of a group has of it.
    package struct PartRecord {
        package var value: PredicateValue
        package var spelling: ([String]) -> [UInt8]?

        package init(value: PredicateValue, spelling: @escaping ([String]) -> [UInt8]?) {
            self.value = value
            self.spelling = spelling
        }
    }

    /// Takes some records of a group.
    ///
    /// - Parameters:
    ///   - count: their number.
    ///   - first: the first one; it may be nil if there are no keys.
    ///   - aggregates: what they give to each aggregate, in place of a value the record that has it.
    package mutating func join(count: Int, first: PartRecord?, aggregates: [AggregatePart<PartRecord>]) {
        guard let grouping = query.grouping else { return }
        let keys = keyRuns.indices.map { index in
            QueryCell(
                keyRuns[index].value(of: first?.value ?? .null),
                spelling: first.flatMap { first in grouping.keys[index].path.flatMap(first.spelling) })
        }
        let parts = aggregates.enumerated().map { index, aggregate in
            aggregate.mapValue { record -> QueryCell? in
                guard operandRuns.indices.contains(index) else { return nil }
                let value = operandRuns[index]?.value(of: record.value) ?? .null
                let path = grouping.aggregates[index].column?.path
                return QueryCell(value, spelling: path.flatMap(record.spelling))
            }
        }
        groups?.join(GroupPart(keys: keys, count: count, aggregates: parts))
    }

    // MARK: The end

    /// The results that are known only after the last record. None remain.
    package mutating func finish() -> [Row] {
        for index in orderRuns.indices where !query.isGrouped { orderRuns[index].finish(wantsNumbers: false) }
        for (index, aggregate) in (query.grouping?.aggregates ?? []).enumerated() where aggregate.function.takesOneKind
        {
            operandRuns[index]?.finish(wantsNumbers: aggregate.function.wantsNumbers)
        }
        if let grouping = query.grouping { return finishGroups(grouping) }
        if query.order.isEmpty { return [] }
        let ordering = ordering
        if query.isDistinct {
            // Equal rows keep their order of arrival.
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
        let having = grouping.having?.compiled(for: context)
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
            // Whole groups differ by their keys.
            if query.isDistinct, !query.columns.isEmpty,
                !distinct.insert(query.identity(of: group.fields.map(\.cell.value))).isNew
            {
                return false
            }
            return isNext()
        }.map { .group($0.fields) }
    }

    /// The result for a group: the selected fields, or all of its fields.
    private mutating func fields(
        of group: (keys: [QueryCell], count: Int, values: [QueryCell]), _ record: PredicateValue,
        _ grouping: RecordGrouping
    ) -> [(name: String, cell: QueryCell)] {
        let known =
            zip(grouping.keys.map(\.resultPath), group.keys).map { (path: $0, cell: $1) }
            + [(path: ["count"], cell: QueryCell(.integer(Int64(group.count))))]
            + zip(grouping.aggregates, group.values).filter { !$0.0.isHidden }
            .map { (path: $0.resultPath, cell: $1) }
        guard !query.columns.isEmpty else { return zip(grouping.names, known).map { ($0, $1.cell) } }
        return query.columns.indices.map { index in
            let column = query.columns[index]
            let cell = known.first { known in column.path.map { $0.isSamePath(as: known.path) } ?? false }?.cell
            return (column.name, cell ?? QueryCell(columnRuns[index].value(of: record)))
        }
    }
}

/// The start of the expression at the end of a partial query text, for completion.
package struct QueryCursor: Hashable {
    /// The subject that the grammar expects there.
    package enum Subject: Hashable {
        /// An expression.
        case expression
        /// An aggregate function or, if the text is about groups as a whole, an expression.
        case aggregate
        /// A predicate over groups, with the text of the groups.
        case having(String)
    }

    /// The number of bytes before it.
    package let start: Int
    /// The subject that the grammar expects there.
    package let subject: Subject

    /// The cursor after a part of a query that has been typed so far.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isOrder: whether signs reverse the order.
    ///   - hasFunctions: whether aggregate functions are allowed.
    package init(behind text: String, isOrder: Bool = false, hasFunctions: Bool = false) {
        let whole = QueryText(text)
        if hasFunctions, let (before, behind) = whole.split(atWord: "having") {
            start = behind.start
            subject = .having(before.text)
            return
        }
        guard let item = whole.items.last else {
            start = text.utf8.count
            subject = hasFunctions ? .aggregate : .expression
            return
        }
        var start = item.start
        if isOrder {
            if let first = item.text.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { start += 1 }
            self.start = start
            subject = .expression
            return
        }
        let body = whole.named(item).body
        start = body.start
        if hasFunctions, let open = whole.openCall(body) {
            self.start = open
            subject = .expression
            return
        }
        self.start = start
        subject = hasFunctions ? .aggregate : .expression
    }

    /// The functions of groups that begin with a word, for insertion.
    package static func functions(beginningWith word: String) -> [QueryFunction] {
        QueryFunction.allCases.filter { $0.rawValue.lowercased().hasPrefix(word.lowercased()) }
    }
}
