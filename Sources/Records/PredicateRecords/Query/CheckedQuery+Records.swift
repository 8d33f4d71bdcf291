import PredicateFormat

/// Options for reading the records of a query.
public struct RecordQueryOptions: Sendable {
    /// Whether bad records are skipped in line-delimited input.
    public var skipsBadRecords = false
    /// The reader, which has the locations of decimals and decides whether keys may be duplicated.
    public var reader: JSONReader

    /// By default, bad records are errors, and records are read with standard settings.
    public init(skipsBadRecords: Bool = false, reader: JSONReader = JSONReader()) {
        self.skipsBadRecords = skipsBadRecords
        self.reader = reader
    }
}

extension CheckedQuery {
    /// The results for the records of streams, in order.
    ///
    /// Streams are read to their ends unless the limit is reached earlier. With an order and a limit, only the wanted
    /// records are kept. For groups, only the aggregates are kept.
    ///
    /// - Parameters:
    ///   - streams: the sources of records.
    ///   - options: options for reading them.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
    /// - Throws: `RecordError` if a record or an input cannot be read.
    public func results(
        of streams: RecordStream..., options: RecordQueryOptions = RecordQueryOptions(),
        context: EvaluationContext? = nil
    ) throws(RecordError) -> [PredicateValue] {
        try results(of: streams, options: options, context: context)
    }

    /// The results for the records of a list of streams.
    public func results(
        of streams: [RecordStream], options: RecordQueryOptions = RecordQueryOptions(),
        context: EvaluationContext? = nil
    ) throws(RecordError) -> [PredicateValue] {
        var walk = RecordQueryWalk(self, options, context ?? EvaluationContext(limits: limits))
        for stream in streams {
            while !walk.isOver {
                do throws(RecordError) {
                    guard let record = try stream.next() else { break }
                    try walk.add(record)
                } catch {
                    guard options.skipsBadRecords, error.kind == .data, stream.canSkipBadRecords else { throw error }
                }
            }
        }
        return walk.finish()
    }

    /// The results for the records of tables, one table after another.
    ///
    /// - Throws: `RecordError` if a record cannot be read, unless bad records are skipped.
    public func results(
        of tables: RecordTable..., options: RecordQueryOptions = RecordQueryOptions(),
        context: EvaluationContext? = nil
    ) throws(RecordError) -> [PredicateValue] {
        var walk = RecordQueryWalk(self, options, context ?? EvaluationContext(limits: limits))
        for table in tables {
            var failure: RecordError?
            table.forEach(in: 0..<table.count) { _, record in
                do throws(RecordError) {
                    try walk.add(record)
                } catch {
                    if !options.skipsBadRecords || error.kind != .data { failure = error }
                }
                return failure == nil && !walk.isOver
            }
            if let failure { throw failure }
        }
        return walk.finish()
    }

    /// The results for the records of columns. Columns decide which records match, their order and their groups. The
    /// fields of a result are read from its record. Bad records are in no result.
    ///
    /// - Parameters:
    ///   - columns: the columns.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
    public func results(of columns: RecordColumns, context: EvaluationContext? = nil) -> [PredicateValue] {
        let context = context ?? EvaluationContext(limits: limits)
        let isCancelled = context.isCancelled ?? { false }
        let locations: [Int]
        if let predicate {
            locations = columns.matches(of: predicate, context: context)
        } else {
            locations = columns.goodRecords(isCancelled)
        }
        return ColumnQuery(self, columns, context).results(locations)
    }
}

/// Runs a query over records, one after another.
private struct RecordQueryWalk {
    private let query: CheckedQuery
    private let context: EvaluationContext
    private var reader: JSONReader
    private var run: QueryRun<RawRecord>
    private var test: EvaluationRun
    private var results: [PredicateValue] = []
    /// The keys to build; nil builds all.
    private let wanted: WantedFields?

    init(_ query: CheckedQuery, _ options: RecordQueryOptions, _ context: EvaluationContext) {
        self.query = query
        self.context = context
        reader = options.reader
        run = QueryRun(query, context: context)
        test = query.predicate?.compiled.makeRun(context: context) ?? EvaluationRun(context: context, slotCount: 0)
        let tested = query.predicate.map { $0.uses.topLevelKeys } ?? []
        let givesRecords = query.columns.isEmpty && !query.isGrouped
        if let tested, let read = query.readKeys, !givesRecords {
            wanted = WantedFields(tested + read)
        } else {
            wanted = nil
        }
    }

    /// Whether no further record could change the results, or the query was cancelled.
    var isOver: Bool { run.isFull || context.isCancelled?() == true }

    mutating func add(_ record: RawRecord) throws(RecordError) {
        let value = try reader.read(record, fields: wanted)
        test.recordBytes = record.count
        if let predicate = query.predicate, !predicate.compiled.evaluate(on: value, in: &test) { return }
        // A copy, because a record of a stream keeps alive all bytes that were read with it.
        if run.add(value, payload: { RawRecord(bytes: record.bytes) }, spelling: { _ in nil }) {
            results.append(run.result(of: value))
        }
    }

    mutating func finish() -> [PredicateValue] {
        for row in run.finish() {
            switch row {
            case .record(let record):
                if let value = try? reader.read(record, fields: wanted) { results.append(run.result(of: value)) }
            case .group(let fields): results.append(.object(PredicateObject(fields.map { ($0.name, $0.cell.value) })))
            }
        }
        return results
    }
}

/// A query over some records of columns.
private struct ColumnQuery {
    private let query: CheckedQuery
    private let columns: RecordColumns
    private let context: EvaluationContext

    init(_ query: CheckedQuery, _ columns: RecordColumns, _ context: EvaluationContext) {
        self.query = query
        self.columns = columns
        self.context = context
    }

    /// The values of an expression for some records: from columns, or from the records if columns do not hold them.
    private func values(_ expression: CheckedExpression, _ locations: [Int]) -> [PredicateValue] {
        let isCancelled = context.isCancelled ?? { false }
        if let values = try? columns.values(of: expression, at: locations, context: context, isCancelled) {
            return values
        }
        return locations.map { expression.value(for: record(at: $0), context: context) }
    }

    private func record(at location: Int) -> PredicateValue {
        var reader = columns.reader
        return columns.table.record(at: location).flatMap { try? reader.read($0) } ?? .null
    }

    func results(_ locations: [Int]) -> [PredicateValue] {
        if let grouping = query.grouping { return groups(locations, grouping) }
        var shown = query.columns.isEmpty && query.isDistinct ? locations.map { record(at: $0) } : []
        if !query.columns.isEmpty {
            let values = query.columns.map { self.values($0.expression, locations) }
            shown = locations.indices.map { row in
                .object(PredicateObject(zip(query.columns, values).map { ($0.name, $1[row]) }))
            }
        }
        let rows = results(rows: inOrder(locations), shown)
        return rows.map { shown.isEmpty ? record(at: locations[$0]) : shown[$0] }
    }

    /// The rows in the query's order, up to the number that is needed.
    private func inOrder(_ locations: [Int]) -> [Int] {
        let order = query.order
        if order.isEmpty { return Array(locations.indices) }
        let values = order.keys.enumerated().map { index, key in
            self.values(key.expression, locations).map { order.comparable($0, at: index) }
        }
        let wanted = query.limit.map { $0.addingReportingOverflow(query.offset) }
        var rows = OrderedRows<Int>(
            capacity: query.isDistinct ? nil : wanted.flatMap { $0.overflow ? nil : $0.partialValue })
        let compare: (Int, Int) -> ValueSemantics.Order = { a, b in
            for index in values.indices {
                let found = order.compare(values[index][a], values[index][b], at: index)
                if found != .equal { return found }
            }
            return .equal
        }
        for row in locations.indices { rows.add(row, compare) }
        return rows.take(compare)
    }

    private func results(rows: [Int], _ shown: [PredicateValue]) -> [Int] {
        var rows = rows
        if query.isDistinct {
            var distinct = DistinctRows()
            rows = rows.filter { distinct.insert(shown[$0]).isNew }
        }
        return Array(rows.dropFirst(query.offset).prefix(query.limit ?? .max))
    }

    private func groups(_ locations: [Int], _ grouping: RecordGrouping) -> [PredicateValue] {
        let keys = grouping.keys.map { values($0.expression, locations) }
        let operands = grouping.aggregates.map { $0.column.map { values($0.expression, locations) } }
        var run = QueryRun<Never>(query, context: context)
        for row in locations.indices {
            run.add(keys: keys.map { $0[row] }, operands: operands.map { $0?[row] })
        }
        var results: [PredicateValue] = []
        for case .group(let fields) in run.finish() {
            results.append(.object(PredicateObject(fields.map { ($0.name, $0.cell.value) })))
        }
        return results
    }
}

extension RecordColumns {
    /// The numbers of the records that can be read, in order.
    fileprivate func goodRecords(_ isCancelled: @escaping @Sendable () -> Bool) -> [Int] {
        guard let all = try? PredicateTree(.constant(true)).checked() else { return [] }
        return matches(of: all, context: EvaluationContext(isCancelled: isCancelled))
    }
}
