#if SQLite || PostgreSQL
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// Does what is left of a query whose groups, or distinct results, a database has made, and writes its results.
struct TableGroupOutput: RecordOutput {
    /// The query with all its parts.
    private let whole: CheckedQuery
    /// What is left of it.
    private let rest: CheckedQuery
    private var run: QueryRun<Group>
    private let having: CompiledPredicate?
    private var test: EvaluationRun
    private var results: any RecordOutput

    /// A group that may be a result.
    private struct Group {
        /// The keys, `count`, and the aggregates, or the selected fields of a distinct result.
        var values: [PredicateValue]
        var record: PredicateValue
    }

    init(_ whole: CheckedQuery, _ plan: SQLQueryPlan, context: EvaluationContext, into results: any RecordOutput) {
        self.whole = whole
        self.results = results
        rest = plan.rest
        run = QueryRun(plan.rest, context: context)
        having = whole.isGrouped ? plan.rest.predicate?.compiled : nil
        test = having?.makeRun(context: context) ?? EvaluationRun(context: context, slotCount: 0)
    }

    var isFull: Bool { run.isFull }

    /// How many records a group of a database has, by the values of its columns.
    static func recordCount(_ values: [PredicateValue], of grouping: RecordGrouping?) -> Int {
        guard let grouping else { return 1 }
        guard values.count > grouping.keys.count, case .integer(let count) = values[grouping.keys.count] else {
            return 0
        }
        return Int(clamping: count)
    }

    /// Groups come by the values of their columns.
    mutating func write(_ record: RawRecord, isLine: Bool) {}

    mutating func write(_ record: RawRecord, value: PredicateValue) throws {
        guard case .list(let values) = value else { return }
        guard let grouping = whole.grouping else {
            // Distinct results are complete.
            if run.add(.null, payload: { Group(values: values, record: .null) }, spelling: { _ in nil }) {
                try results.write(Self.line(whole.columns.map(\.name), values), isLine: true)
            }
            return
        }
        let keyCount = grouping.keys.count
        guard values.count > keyCount, case .integer(let count) = values[keyCount] else { return }
        let record = PredicateValue.object(
            grouping.record(
                keys: values.prefix(keyCount).map { QueryCell($0) }, count: Int(clamping: count),
                computed: values.dropFirst(keyCount + 1).map { QueryCell($0) }))
        if let having, !having.evaluate(on: record, in: &test) { return }
        let group = Group(values: values, record: record)
        if run.add(record, payload: { group }, spelling: { _ in nil }) { try write(group) }
    }

    private mutating func write(_ group: Group) throws {
        let line =
            rest.columns.isEmpty
            ? Self.line(whole.grouping?.names ?? [], group.values)
            : Self.line(rest.columns.map(\.name), run.values(of: group.record))
        try results.write(line, isLine: true)
    }

    private static func line(_ names: [String], _ values: [PredicateValue]) -> RawRecord {
        RawRecord(fields: zip(names, values).map { (name: $0, cell: QueryCell($1)) })
    }

    mutating func finish() throws {
        for row in run.finish() {
            if case .record(let group) = row { try write(group) }
        }
        try results.finish()
    }

    /// Some of the groups would look complete.
    mutating func finishPart() {}
}
#endif
