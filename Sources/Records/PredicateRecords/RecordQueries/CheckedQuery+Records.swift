import PredicateCore
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
        return (try? RecordColumnsQuery(self, columns, context).results(locations)) ?? []
    }
}

/// Runs a query over records, one after another.
private struct RecordQueryWalk {
    private let query: CheckedQuery
    private let context: EvaluationContext
    private var reader: JSONReader
    private var run: QueryRun<RawRecord>
    private let predicate: CompiledPredicate?
    private var test: EvaluationRun
    private var results: [PredicateValue] = []
    /// The keys to build; nil builds all.
    private let wanted: WantedFields?

    init(_ query: CheckedQuery, _ options: RecordQueryOptions, _ context: EvaluationContext) {
        self.query = query
        self.context = context
        reader = options.reader
        run = QueryRun(query, context: context)
        predicate = query.predicate?.compiled(for: context)
        test = predicate?.makeRun(context: context) ?? EvaluationRun(context: context, slotCount: 0)
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
        if let predicate, !predicate.evaluate(on: value, in: &test) { return }
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
private struct RecordColumnsQuery {
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

    func results(_ locations: [Int]) throws -> [PredicateValue] {
        let run = ColumnQuery(query, rowCount: locations.count) { self.values($0, locations) }
        guard query.grouping == nil else {
            return try run.groups(context: context).map { group in
                .object(PredicateObject(group.map { ($0.name, $0.cell.value) }))
            }
        }
        let wanted = query.limit.map { $0.addingReportingOverflow(query.offset) }
        let first = query.isDistinct ? nil : wanted.flatMap { $0.overflow ? nil : $0.partialValue }
        var rows = try run.inOrder(first: first)
        if query.isDistinct {
            let records = query.columns.isEmpty ? locations.map { record(at: $0) } : nil
            rows = try run.distinct(rows, records: records)
        }
        rows = Array(rows.dropFirst(query.offset).prefix(query.limit ?? .max))
        if query.columns.isEmpty { return rows.map { record(at: locations[$0]) } }
        let shown = rows.map { locations[$0] }
        let cells = query.columns.map { values($0.expression, shown) }
        return shown.indices.map { row in
            .object(PredicateObject(zip(query.columns, cells).map { ($0.name, $1[row]) }))
        }
    }
}

extension RecordColumns {
    /// The numbers of the records that can be read, in order.
    fileprivate func goodRecords(_ isCancelled: @escaping @Sendable () -> Bool) -> [Int] {
        guard let all = try? PredicateTree(.constant(true)).checked() else { return [] }
        return matches(of: all, context: EvaluationContext(isCancelled: isCancelled))
    }
}
