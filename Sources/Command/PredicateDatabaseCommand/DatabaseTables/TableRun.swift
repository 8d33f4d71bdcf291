#if Command && (SQLite || PostgreSQL)
import PredicateAnalysis
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// Runs a filter over a table of a database: checks the predicate against the table, evaluates it, and writes the
/// records that match, in the order of the table.
struct TableRun {
    let request: FilterRequest
    let table: any DatabaseTable
    let environment: CommandEnvironment

    /// A run of a request, whose sources are ignored.
    init(_ request: FilterRequest, over table: any DatabaseTable, in environment: CommandEnvironment) {
        var request = request
        request.predicate.givenSchema = table.schema
        request.predicate.sources = []
        // The rows have values.
        request.options.scans = false
        self.request = request
        self.table = table
        self.environment = environment
    }

    /// Runs the filter. Returns how many records matched.
    func run() throws -> Int {
        let started = ContinuousClock.now
        var prepared = try FilterPreparation(
            request: request.predicate, query: request.query, environment: environment
        ).prepare()
        // The rows of a view may take long to make.
        if request.predicate.warnings != .none, table.isStored { try review(&prepared) }
        prepared.sayWarnings(request.predicate, in: environment)
        sayOrder(of: prepared)
        let context = EvaluationContext()
        let provider = TableProvider(
            prepared.predicate, prepared.query, offset: request.options.offset, limit: request.options.limit,
            countsOnly: request.countOnly, over: table, context: context)
        let answer = FilterAnswer(
            request, prepared, deciding: provider.residual, query: nil,
            writing: table.schema.restricted(to: table.columns), context: context,
            progress: Progress(sources: [], in: environment), in: environment)
        let count = try answer.run(provider, started) { seconds in
            let counts = answer.pipeline.counts
            let what = provider.givesGroups ? "group" : "row"
            return "\(counts.records) \(counts.records == 1 ? what : what + "s") read from \(table.name), "
                + "\(counts.matches) matched, in \(FixedNumber.text(seconds, digits: 3)) s"
        }
        if count == 0 { prepared.sayWhyNothingMatches(request.predicate, of: 0, in: environment) }
        return count
    }

    /// The most rows whose values warnings are about, and how long they are read: lists without an index may take long.
    private static let sampleSize = 100
    private static let patience = Duration.milliseconds(300)

    /// Finds warnings that need values, in the first rows.
    private func review(_ prepared: inout FilterPreparation.Prepared) throws {
        let predicate = prepared.predicate
        var reading = TableReading()
        let fields = SQLFieldTree(predicate.tree.uses.fields).union(prepared.query?.readFields ?? .none)
        guard fields != .none else { return }
        (reading.values, reading.written) = (fields, .none)
        var rows: [PredicateValue] = []
        let end = ContinuousClock.now + Self.patience
        try table.read(reading) { row in
            rows.append(row.value)
            return rows.count < Self.sampleSize && ContinuousClock.now < end
        }
        prepared.sampleFindings = predicate.findings(in: rows)
        prepared.queryFindings = prepared.query?.findings(in: rows, selectedBy: predicate) ?? []
        let unseen = UnseenKeys.warnings(predicate, in: rows)
        guard !unseen.isEmpty else { return }
        prepared.findings = RecordQueryDiagnostics(
            PredicateDiagnostics(source: predicate.source, diagnostics: unseen))
    }

    /// Says that the order is undefined, if it decides what is written.
    private func sayOrder(of prepared: FilterPreparation.Prepared) {
        guard let remark = table.orderRemark, request.predicate.warnings != .none else { return }
        // Groups are in the order of their first records.
        if prepared.takesSome(of: request, groupsHaveOrder: false) || request.predicate.warnings == .all {
            environment.say("warning: " + remark)
        }
    }
}

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
        having = whole.isGrouped ? plan.rest.predicate?.compiled(for: context) : nil
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
