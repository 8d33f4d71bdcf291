#if SQLite || PostgreSQL
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// Does what is left of a query whose groups, or distinct results, a database has made, and writes its results.
struct TableGroupOutput {
    /// The query with all its parts.
    private let whole: CheckedQuery
    /// What is left of it.
    private let rest: CheckedQuery
    private var run: QueryRun<Group>
    private let having: CompiledPredicate?
    private var test: EvaluationRun
    private var results: any RecordOutput
    /// The number of records in the groups.
    private(set) var recordCount = 0

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

    /// Takes a group by the values of its columns.
    mutating func write(_ values: [PredicateValue]) throws {
        guard let grouping = whole.grouping else {
            // Distinct results are complete.
            recordCount += 1
            if run.add(.null, payload: { Group(values: values, record: .null) }, spelling: { _ in nil }) {
                try results.write(Self.line(whole.columns.map(\.name), values), isLine: true)
            }
            return
        }
        let keyCount = grouping.keys.count
        guard values.count > keyCount, case .integer(let count) = values[keyCount] else { return }
        recordCount += Int(clamping: count)
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
}
#endif
