#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// The records of a table of a database, which decides what it can of a predicate and a query.
final class TableProvider: RecordProvider {
    private let predicate: CheckedPredicate
    private let table: any DatabaseTable
    private let context: EvaluationContext
    private let plan: SQLPlan?
    /// The query with all its parts; nil without one.
    private let query: CheckedQuery?
    /// The same, or a query whose offset and limit are its only parts.
    private let whole: CheckedQuery?
    /// The part of the predicate that the database does not decide; nil if it decides all of it.
    let residual: CheckedPredicate?
    /// Whether the database has made groups, or distinct results.
    private(set) var givesGroups = false

    /// Whether only the number of records is wanted.
    private let countsOnly: Bool

    /// A provider that has not asked the database yet.
    ///
    /// - Parameters:
    ///   - query: what is made of the records that match; nil if they are taken as they are.
    ///   - offset: without a query, how many are skipped.
    ///   - limit: without a query, how many are taken.
    init(
        _ predicate: CheckedPredicate, _ query: CheckedQuery?, offset: Int = 0, limit: Int? = nil,
        countsOnly: Bool = false, over table: any DatabaseTable, context: EvaluationContext
    ) {
        self.predicate = predicate
        self.query = query
        self.countsOnly = countsOnly
        self.table = table
        self.context = context
        plan = table.mapping.map { predicate.plan(for: $0, in: table.dialect) }
        residual = plan.map(\.residual) ?? predicate
        whole = query ?? (try? RecordQuery(offset: offset, limit: limit).checked())
    }

    func give(to pipeline: RecordPipeline) throws {
        if whole?.limit == 0, whole?.isGrouped != true { return begin(whole, pipeline) }
        guard let plan, let whole else { return try read(nil, pipeline) }
        let now = context.now
        if residual == nil, countsOnly, !whole.isGrouped, !whole.isDistinct {
            // The order of what is counted does not matter.
            return pipeline.count(matches: try table.count(plan, now: now), offset: whole.offset, limit: whole.limit)
        }
        let queryPlan = whole.plan(of: plan)
        let fields = whole.readFields.union(SQLFieldTree(predicate.tree.uses.fields))
        try table.inOneState(fields) {
            if let check = queryPlan.check, try table.hasRow(check, now: now) {
                return try read(nil, pipeline)
            }
            guard queryPlan.groups != nil else { return try read(queryPlan, pipeline) }
            givesGroups = true
            pipeline.begin { TableGroupOutput(whole, queryPlan, context: $1, into: $0) }
            try table.forEachGroup(of: queryPlan, now: now) { values in
                let count = TableGroupOutput.recordCount(values, of: whole.grouping)
                try pipeline.take(.list(values), of: count)
                return !pipeline.isFull
            }
        }
    }

    /// Begins the query: what is left of it, over records.
    private func begin(_ rest: CheckedQuery?, _ pipeline: RecordPipeline) {
        guard let rest else { return }
        if query == nil { return pipeline.begin(offset: rest.offset, limit: rest.limit) }
        pipeline.begin(rest)
    }

    /// Reads records.
    ///
    /// - Parameter queryPlan: what the database does of the query; nil for nothing.
    private func read(_ queryPlan: SQLQueryPlan?, _ pipeline: RecordPipeline) throws {
        let rest = queryPlan?.rest ?? whole
        begin(rest, pipeline)
        var reading = TableReading(plan: plan, now: context.now, ending: queryPlan?.ending)
        if let residual { reading.values = SQLFieldTree(residual.tree.uses.fields) }
        if query != nil, let rest {
            reading.values = rest.readFields.union(reading.values ?? .none)
            reading.written = rest.written(in: table)
        } else if countsOnly {
            reading.written = .none
        }
        try table.read(reading) { row in
            try pipeline.decide(row.value, byteCount: row.text.count, record: RawRecord(bytes: row.text))
            return !pipeline.isFull
        }
    }
}

extension CheckedQuery {
    /// The fields that the query reads.
    var readFields: SQLFieldTree {
        var expressions = (grouping?.keys ?? []).map(\.expression)
        expressions += (grouping?.aggregates ?? []).compactMap { $0.column?.expression }
        if grouping == nil { expressions += order.keys.map(\.expression) + columns.map(\.expression) }
        let tree = SQLFieldTree(expressions.flatMap { $0.tree.uses.fields })
        return isDistinct && columns.isEmpty ? tree.union(.allColumns) : tree
    }

    /// The columns whose text the query writes: a value that is not computed keeps its spelling.
    func written(in table: any DatabaseTable) -> TableReading.Written {
        var columns = (grouping?.keys ?? []) + (grouping?.aggregates ?? []).compactMap(\.column)
        if grouping == nil {
            if self.columns.isEmpty { return .all }
            columns = self.columns
        }
        // Only columns of the table itself are in the text of a record.
        let names = Set(columns.compactMap { $0.path?.first }.map(ExactName.init))
        return names.isEmpty ? .none : .named(names.intersection(table.columns.map(ExactName.init)))
    }
}
#endif
