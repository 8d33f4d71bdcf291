#if SQLite || PostgreSQL
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
        if request.predicate.warnings != .none {
            let warnings = try UnseenKeys(prepared.predicate, in: table).warnings
            if !warnings.isEmpty {
                prepared.findings = SubjectDiagnostics(
                    predicate: PredicateDiagnostics(source: prepared.predicate.source, diagnostics: warnings))
            }
        }
        prepared.sayWarnings(request.predicate, in: environment)
        sayOrder(of: prepared)
        let scan = TableScan(request, prepared, table, in: environment)
        do {
            try scan.run()
        } catch let failure as CommandFailure {
            try scan.finish(isWhole: false)
            scan.report(started)
            throw failure
        }
        if request.strictLimits, let failure = scan.limitFailure {
            try scan.finish(isWhole: false)
            throw failure
        }
        try scan.finish()
        scan.report(started)
        return scan.matchCount
    }

    /// Says that the order is undefined, if it decides what is written.
    private func sayOrder(of prepared: FilterPreparation.Prepared) {
        guard let remark = table.orderRemark, request.predicate.warnings != .none else { return }
        let isLimited =
            prepared.query.map { $0.limit != nil || $0.offset > 0 } ?? (request.limit != nil || request.offset > 0)
        // Groups are in the order of their first records.
        let isSorted = prepared.query.map { !$0.order.isEmpty } ?? false
        if isLimited && !isSorted || request.predicate.warnings == .all { environment.say("warning: " + remark) }
    }
}

/// Evaluates the predicate for the records of a table. A class, because it is changed with each row.
final class TableScan {
    let request: FilterRequest
    let prepared: FilterPreparation.Prepared
    let table: any DatabaseTable
    let environment: CommandEnvironment
    /// The part of the predicate that the database does not decide; nil if it decides all of it.
    private let residual: CheckedPredicate?
    private let predicate: CompiledPredicate
    /// One run for all records, so that `now()` is one instant (D101).
    private var evaluation: EvaluationRun
    private let plan: SQLPlan?
    /// The whole query, whose offset and limit may be its only parts.
    private let whole: CheckedQuery?
    private let context: EvaluationContext
    private let warnings = EvaluationWarnings()
    private var query: TableQueryOutput?
    private var groups: TableGroupOutput?
    private var writer: any RecordOutput
    private var rowCount = 0
    /// The number of records that matched so far.
    private(set) var matchCount = 0
    private var writtenCount = 0
    /// How many results are skipped, and how many there are at most, if there is no query.
    private var offset: Int
    private var limit: Int?

    /// - Parameters:
    ///   - context: how records are evaluated; nil for a context of its own, whose warnings `report` tells.
    ///   - results: takes the results; nil writes them as the request says.
    init(
        _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, _ table: any DatabaseTable,
        in environment: CommandEnvironment, context: EvaluationContext? = nil, into results: (any RecordOutput)? = nil
    ) {
        self.request = request
        self.prepared = prepared
        self.table = table
        self.environment = environment
        let warnings = warnings
        let context = context ?? EvaluationContext(warn: { warnings.add($0) })
        self.context = context
        plan = table.mapping.map { prepared.predicate.plan(for: $0, in: table.dialect, isCompleted: true) }
        residual = plan.map(\.residual) ?? prepared.predicate
        predicate = (residual ?? prepared.predicate).compiled
        evaluation = predicate.makeRun(context: context)
        offset = request.offset
        limit = request.limit
        whole = prepared.query ?? (try? RecordQuery(offset: request.offset, limit: request.limit).checked())
        let written = table.schema.restricted(to: table.columns)
        writer = results ?? request.writer(of: prepared.query, schema: written, in: environment)
    }

    /// Asked for each row. `map` would copy the query.
    private var isFull: Bool {
        query?.isFull ?? groups?.isFull ?? limit.map { writtenCount >= $0 } ?? false
    }

    func run() throws {
        if whole?.limit == 0, whole?.isGrouped != true { return start(whole, made: nil) }
        guard let plan, let whole else { return try read(nil, under: nil) }
        let now = evaluation.context.now
        let condition = try TableCondition(plan, now: now)
        if residual == nil, request.countOnly, !whole.isGrouped, !whole.isDistinct {
            // The order of what is counted does not matter.
            matchCount = try table.count(condition)
            rowCount = matchCount
            writtenCount = min(max(0, matchCount - whole.offset), whole.limit ?? .max)
            return
        }
        let queryPlan = whole.plan(of: plan)
        let fields = TableQueryOutput.fields(of: whole).union(SQLFieldTree(prepared.predicate.tree.uses.fields))
        try table.inOneState(fields) {
            if let check = queryPlan.check, try table.hasRow(check, now: now) {
                return try read(nil, under: condition)
            }
            guard queryPlan.groups != nil else { return try read(queryPlan, under: condition) }
            start(nil, made: queryPlan)
            try table.forEachGroup(of: queryPlan, now: now) { values in
                rowCount += 1
                try groups?.write(values)
                return !isFull
            }
            matchCount = groups?.recordCount ?? 0
        }
    }

    /// Begins the query: the rest of it over records, or over the groups of a plan.
    private func start(_ rest: CheckedQuery?, made plan: SQLQueryPlan?) {
        if let plan, plan.groups != nil, let whole {
            groups = TableGroupOutput(whole, plan, context: context, into: writer)
        } else if prepared.query != nil, let rest {
            query = TableQueryOutput(rest, context: context, into: writer)
        } else if let rest {
            offset = rest.offset
            limit = rest.limit
        }
    }

    /// Reads records.
    ///
    /// - Parameters:
    ///   - plan: what the database does of the query; nil for nothing.
    ///   - condition: the condition of the predicate; nil for all records.
    private func read(_ plan: SQLQueryPlan?, under condition: TableCondition?) throws {
        let rest = plan?.rest ?? whole
        start(rest, made: nil)
        var reading = TableReading(condition: condition, ending: plan?.ending)
        if let residual { reading.values = SQLFieldTree(residual.tree.uses.fields) }
        if prepared.query != nil, let rest {
            reading.values =
                TableQueryOutput.fields(of: rest).union(reading.values ?? .none)
            reading.written = TableQueryOutput.written(of: rest, in: table)
        } else if request.countOnly {
            reading.written = .none
        }
        try table.read(reading) { row in
            rowCount += 1
            try take(row)
            return !isFull
        }
    }

    private func take(_ row: TableRow) throws {
        evaluation.recordBytes = row.text.count
        if residual != nil, !predicate.evaluate(on: row.value, in: &evaluation) { return }
        matchCount += 1
        if query != nil {
            try query?.write(row)
            return
        }
        guard matchCount > offset else { return }
        writtenCount += 1
        if !request.countOnly { try writer.write(RawRecord(bytes: row.text), isLine: true) }
    }

    /// Writes the remaining output.
    func finish(isWhole: Bool = true) throws {
        if query != nil {
            if isWhole { try query?.finish() } else { try query?.finishPart() }
        } else if groups != nil {
            // Some of the groups would look complete.
            if isWhole { try groups?.finish() }
        } else if request.countOnly {
            if isWhole { try environment.output.write("\(writtenCount)\n") }
        } else if isWhole {
            try writer.finish()
        } else {
            try writer.finishPart()
        }
        try environment.output.flush()
    }

    /// Reports warnings and statistics.
    func report(_ started: ContinuousClock.Instant) {
        for sentence in warnings.sentences(costliest: costliest) { environment.say("warning: \(sentence)") }
        guard request.showStatistics else { return }
        let duration = ContinuousClock.now - started
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let what = groups == nil ? "row" : "group"
        environment.say(
            "\(rowCount) \(rowCount == 1 ? what : what + "s") read from \(table.name), \(matchCount) matched, in \(FixedNumber.text(seconds, digits: 3)) s"
                + (warnings.limitCount > 0 ? ", \(warnings.limitCount) beyond a limit" : ""))
    }

    private var costliest: String? {
        (residual ?? prepared.predicate).cost(for: RecordSizes(recordBytes: 1 << 20)).costliest?.text
    }

    /// The failure for an exceeded evaluation limit; nil if there is none.
    var limitFailure: CommandFailure? { warnings.limitFailure(costliest: costliest) }
}
#endif
