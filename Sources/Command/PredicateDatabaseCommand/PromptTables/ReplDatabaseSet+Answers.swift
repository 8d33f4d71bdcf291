#if Command && (SQLite || PostgreSQL)
import PredicateAnalysis
import PredicateFormat
import PredicateRecords
import PredicateSQL

/// Answers of a table: the database decides what it can, and the rest is evaluated here, as for `filter --from`.
extension ReplDatabaseSet {
    /// The maximum number of values that a summary holds.
    private static let mostValues = 1_000_000

    func answer(_ predicate: CheckedPredicate, started: ContinuousClock.Instant, in session: ReplSession) throws {
        let settings = session.settings
        let limit = settings.limit.number(inFile: session.destination != nil)
        var asked = try session.checkedSettings().query
        last = Asked(predicate: predicate, query: asked)
        // Groups and distinct results are all made, because their number is shown.
        let makesAll = asked.isGrouped || asked.isDistinct
        if !makesAll { (asked.offset, asked.limit) = (settings.offset, limit) }
        let query = try session.query(asked)
        let offset = settings.offset
        let (total, shown) = try session.evaluating { context in
            try asking(Self.fields(of: predicate, query), in: session) { table -> (Int, Int) in
                var columns = OutputColumns(of: query, schema: table.schema.restricted(to: table.columns))
                columns.wanted = predicate.readPaths
                let results = ReplResults(
                    session: session, data: self, columns: columns,
                    noun: query.isGrouped ? "group" : "record"
                ) { offset + $0 + 1 }
                var total = 0
                let shown = try results.show { sink in
                    let output = ReplWindowOutput(
                        offset: makesAll ? offset : 0, limit: makesAll ? limit : nil, into: results.writer(to: sink))
                    try Self.scan(predicate, query, context, table, into: output)
                    total = output.count
                    return output.shown
                }
                if makesAll { return (total, shown) }
                let isWhole = limit.map { shown < $0 } ?? true
                guard isWhole, shown > 0 || offset == 0 else {
                    return (try count(of: predicate, table, in: session), shown)
                }
                return (offset + shown, shown)
            }
        }
        // The total is not repeated if nobody knows it.
        let noun = asked.isGrouped ? "group" : asked.isDistinct ? "distinct record" : "record"
        let results =
            asked.isGrouped || ofAll.isEmpty
            ? Plural.of(total, noun) + ofAll : "\(total)\(asked.isDistinct ? " distinct" : "")\(ofAll)"
        try session.summarise(results, of: total, shown: shown, started)
    }

    /// The fields that a question reads.
    private static func fields(of predicate: CheckedPredicate, _ query: CheckedQuery) -> SQLFieldTree {
        SQLFieldTree(predicate.tree.uses.fields).union(query.readFields)
    }

    /// Gives the results of a question to an output, or only counts the records that match if there is no query.
    ///
    /// - Returns: how many records match.
    @discardableResult
    private static func scan(
        _ predicate: CheckedPredicate, _ query: CheckedQuery?, _ context: EvaluationContext, _ table: any DatabaseTable,
        into output: any RecordOutput = CountOutput()
    ) throws -> Int {
        let isPlain =
            query.map { $0.columns.isEmpty && $0.order.isEmpty && !$0.isGrouped && !$0.isDistinct } ?? true
        let provider = TableProvider(
            predicate, isPlain ? nil : query, offset: query?.offset ?? 0, limit: query?.limit, countsOnly: query == nil,
            over: table, context: context)
        let pipeline = RecordPipeline(provider.residual, context: context, into: output)
        try provider.give(to: pipeline)
        try pipeline.finish()
        return pipeline.counts.matches
    }

    /// The number of records that match.
    private func count(of predicate: CheckedPredicate, _ table: any DatabaseTable, in session: ReplSession) throws
        -> Int
    {
        // The warnings were told by the answer.
        try Self.scan(predicate, nil, session.context(EvaluationWarnings()), table)
    }

    func count(of predicate: CheckedPredicate?, in session: ReplSession) throws -> Int {
        let predicate = try predicate ?? session.predicate("TRUEPREDICATE")
        return try asking(SQLFieldTree(predicate.tree.uses.fields), in: session) { table in
            try count(of: predicate, table, in: session)
        }
    }

    // MARK: While typing

    /// How long a table is asked while a line is typed.
    private static let patience = Duration.seconds(1)

    /// Only predicates are answered, and only if the user has asked for it: each takes a new connection, and one second at most.
    func liveWork(for question: ReplQuestion, rows: Int, width: Int, in session: ReplSession) -> LiveCount.Work? {
        var asked = session.settings.query
        if !asked.isGrouped, !asked.isDistinct { asked.limit = rows }
        guard session.settings.live == .on, case .predicate(let predicate) = question,
            let query = try? session.language.query(asked)
        else { return nil }
        let fields = Self.fields(of: predicate, query)
        let size = ofAll
        return { [opening] isWanted, tell in
            let end = ContinuousClock.now + Self.patience
            let interruption = ReplInterruption(isWanted: { !isWanted() || ContinuousClock.now > end })
            let context = EvaluationContext(isCancelled: interruption.isWanted)
            do {
                let table = try opening.openDatabaseTable(catchesInterrupt: false)
                let watch = ReplTableWatch(interruption, cancel: table.cancel, abandon: table.abandon)
                defer { watch.end() }
                let answer = try table.inOneState(fields) {
                    let memory = OutputSink()
                    var columns = OutputColumns(of: query, schema: table.schema.restricted(to: table.columns))
                    columns.wanted = predicate.readPaths
                    let drawing = ReplTableOutput(memory, columns, number: { query.offset + $0 + 1 }, width: width)
                    let output = ReplWindowOutput(offset: 0, limit: rows, into: drawing)
                    try Self.scan(predicate, query, context, table, into: output)
                    let count = try Self.scan(predicate, nil, context, table)
                    let text = String(decoding: memory.take(), as: UTF8.self)
                    let value = size.isEmpty ? Plural.of(count, "record") : "\(count)\(size)"
                    return LiveAnswer(
                        rows: Array(text.textLines.filter { !$0.isEmpty }.prefix(rows)), isComplete: true, value: value)
                }
                try interruption.check()
                tell(answer)
            } catch {
                let isLate = ContinuousClock.now > end
                tell(isLate ? LiveAnswer(isComplete: true, value: "Return asks the table, which takes longer") : .none)
            }
        }
    }

    // MARK: Values

    /// Calls a function with some fields of each record.
    private func forEachRecord(
        _ fields: SQLFieldTree, in session: ReplSession, _ body: (PredicateValue) throws -> Void
    ) throws {
        try asking(fields, in: session) { table in
            try table.read(TableReading(values: fields, written: .none)) { row in
                try body(row.value)
                return true
            }
        }
    }

    func values(
        of expressions: [CheckedExpression], matching predicate: CheckedPredicate?, context: EvaluationContext,
        in session: ReplSession
    ) throws -> [[PredicateValue]] {
        let predicate = try predicate ?? session.predicate("TRUEPREDICATE")
        let fields = SQLFieldTree((expressions.map(\.tree.uses) + [predicate.tree.uses]).flatMap(\.fields))
        var runs = expressions.map { $0.compiled.makeRun(context: context) }
        var values = [[PredicateValue]](repeating: [], count: expressions.count)
        try asking(fields, in: session) { table in
            try forEachMatch(of: predicate, fields, .none, context, in: table) { row in
                guard values.allSatisfy({ $0.count < Self.mostValues }) else {
                    throw ReplFailure(
                        "a summary holds the value of every record, and `\(SafeText.plain(name))` has more than \(Self.mostValues); `:group` with `min`, `max` and `average` asks for less"
                    )
                }
                for (index, expression) in expressions.enumerated() {
                    values[index].append(expression.compiled.evaluate(on: row.value, in: &runs[index]))
                }
                return true
            }
        }
        return values
    }

    func check(number: Int) throws(ReplFailure) {
        if last?.query.isGrouped ?? false {
            throw ReplFailure("the last answer has groups, and records have numbers; ask without `:group`")
        }
        if number < 1 { throw ReplFailure("there is no record \(number); the first is 1") }
    }

    func value(
        at number: Int, for predicates: [CheckedPredicate], in session: ReplSession
    ) throws -> (title: String, value: PredicateValue, byteCount: Int) {
        try check(number: number)
        let found = try row(at: number, Self.fields(of: predicates), written: .none, in: session)
        return ("record \(number) of the last answer", found.value, 0)
    }

    func parts<Part: Sendable>(
        for predicates: [CheckedPredicate], in session: ReplSession, _ empty: @escaping @Sendable () -> Part,
        _ take: @escaping @Sendable (inout Part, PredicateValue, Int) -> Void
    ) throws -> [Part] {
        var part = empty()
        try forEachRecord(Self.fields(of: predicates), in: session) { take(&part, $0, 0) }
        return [part]
    }

    /// The fields that predicates read.
    private static func fields(of predicates: [CheckedPredicate]) -> SQLFieldTree {
        SQLFieldTree(predicates.flatMap(\.tree.uses.fields))
    }

    /// A record of the last answer, with some of its fields.
    private func row(
        at number: Int, _ wanted: SQLFieldTree, written: TableReading.Written, in session: ReplSession
    ) throws -> TableRow {
        let asked = try last ?? Asked(predicate: session.predicate("TRUEPREDICATE"), query: RecordQuery())
        var one = asked.query
        (one.offset, one.limit) = (number - 1, 1)
        let query = try session.query(one)
        let quiet = session.context(EvaluationWarnings())
        let fields = Self.fields(of: asked.predicate, query).union(wanted)
        let found: TableRow? = try asking(fields, in: session) { table in
            var run = QueryRun<TableRow>(query, context: quiet)
            var result: TableRow?
            try forEachMatch(of: asked.predicate, fields, written, quiet, in: table) { row in
                if run.add(row.value, payload: { row }, spelling: { _ in nil }) { result = row }
                return result == nil && !run.isFull
            }
            if result != nil { return result }
            for case .record(let row) in run.finish() { return row }
            return nil
        }
        guard let found else { throw ReplFailure("the last answer has no record \(number)") }
        return found
    }

    /// Calls a function with each row that matches until it returns false.
    private func forEachMatch(
        of predicate: CheckedPredicate, _ fields: SQLFieldTree, _ written: TableReading.Written,
        _ context: EvaluationContext, in table: any DatabaseTable, _ body: (TableRow) throws -> Bool
    ) throws {
        let plan = table.mapping.map { predicate.plan(for: $0, in: table.dialect) }
        let residual = plan.map(\.residual) ?? predicate
        let compiled = (residual ?? predicate).compiled
        var evaluation = compiled.makeRun(context: context)
        try table.read(TableReading(plan: plan, now: context.now, values: fields, written: written)) { row in
            if residual != nil, !compiled.evaluate(on: row.value, in: &evaluation) { return true }
            return try body(row)
        }
    }

    func record(at number: Int, in session: ReplSession) throws -> (title: String, record: RawRecord) {
        try check(number: number)
        let found = try row(at: number, .none, written: .all, in: session)
        return ("record \(number) of the last answer", RawRecord(bytes: found.text))
    }

    func records(
        of predicate: CheckedPredicate, atMost most: Int, context: EvaluationContext, in session: ReplSession
    ) throws -> [PredicateValue] {
        let fields = SQLFieldTree(predicate.tree.uses.fields).union(.allColumns)
        return try asking(fields, in: session) { table in
            var records: [PredicateValue] = []
            var bytes: Int? = 0
            try forEachMatch(of: predicate, fields, .none, context, in: table) { row in
                records.append(row.value)
                bytes = bytes.flatMap { sum in
                    row.value.bytes(upTo: ReplSession.mostBytesOfResult - sum).map { sum + $0 }
                }
                return records.count < most && bytes != nil
            }
            if bytes == nil { throw ReplSession.tooLargeResult }
            return records
        }
    }

    func plan(of predicate: CheckedPredicate, in session: ReplSession) throws -> String {
        // A setting that these records do not fit is told when it is used.
        let settings = session.settings
        var asked = (try? session.checkedSettings())?.query ?? RecordQuery()
        if !asked.isGrouped, !asked.isDistinct {
            (asked.offset, asked.limit) = (settings.offset, settings.limit.number(inFile: session.destination != nil))
        }
        let isPlain = asked.sort == nil && asked.select == nil && !asked.isGrouped && !asked.isDistinct
        // Without an order the first records end the reading, which no statement says.
        let query = isPlain ? nil : try? session.query(asked)
        return try asking(.none, in: session) { try PlanText(predicate, query, $0)?.text() ?? "" }
    }
}
#endif
