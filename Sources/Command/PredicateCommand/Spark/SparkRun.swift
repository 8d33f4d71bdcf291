import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// Runs a filter on a Spark cluster.
///
/// The predicate is checked here, against the first records, as without a cluster. Then the job gives each task a part
/// of a file, and our own worker evaluates it. What comes back, in the order of the files, passes through the same
/// query and the same output as records that were read here, so the answer is that of a single process.
struct SparkRun {
    var request: FilterRequest
    let source: SourceAddress
    /// The folder on the cluster to write the records to; nil writes them here.
    let into: String?
    let environment: CommandEnvironment

    /// Runs the filter. Returns how many records matched.
    func run() throws -> Int {
        let started = ContinuousClock.now
        try refuseQueryOfFiles()
        let target = try SparkTarget(parsing: source.target)
        do {
            return try run(target, started, joins: true)
        } catch is SparkAnswer.NeedsRecords {
            // Nothing was written yet, and the first warnings are known.
            var again = self
            again.request.predicate.warnings = .none
            return try again.run(target, started, joins: false)
        }
    }

    private func run(_ target: SparkTarget, _ started: ContinuousClock.Instant, joins: Bool) throws -> Int {
        guard case .files(let path) = target else { return try runRows(target, started, joins: joins) }
        return try runFiles(SparkPath(path), started, joins: joins)
    }

    /// Runs over files that workers read themselves.
    private func runFiles(_ path: SparkPath, _ started: ContinuousClock.Instant, joins: Bool) throws -> Int {
        let input = request.predicate.input
        try refuse([
            ("--name-field", input.nameField != nil), ("--parent-field", input.parentField != nil),
            ("--json-from", !input.form.start.isEmpty), ("--nan-as-null", input.form.readsNaN),
        ]) { "the workers of a cluster do not know \($0)" }
        try environment.checkInputs(path.files.map(\.name))
        let tools = try SparkTools()
        var request = request
        request.predicate.sources = environment.sources(path.files.map(\.name))
        let prepared = try request.prepared(in: environment)
        let plan = try SparkPlan(path, request, prepared, now: now, joins: joins)
        let names = Dictionary(path.files.map { ($0.path, $0.name) }) { first, _ in first }
        var answer = SparkAnswer(request, prepared, .files(names), plan, writesHere: into == nil, in: environment)
        let folder = try PrivateFolder()
        defer { folder.remove() }
        try folder.write(plan.request.json, to: SparkPlan.requestName)
        try folder.write(plan.tasks.map { $0.json + "\n" }.joined(), to: "tasks")
        try folder.write(plan.job(into: into), to: "job.json")
        try evaluate(
            folder, tools, [SparkTools.workerName, SparkPlan.requestName], isFull: { answer.isFull },
            take: { try answer.take($0) }, interrupted: { answer.clear() })
        let matchCount = try finish(&answer, prepared, started)
        request.predicate.sayAbsentNames(query: request.query, in: environment)
        return matchCount
    }

    /// Runs over rows that Spark reads. The predicate is checked against their types, which Spark tells first.
    private func runRows(_ target: SparkTarget, _ started: ContinuousClock.Instant, joins: Bool) throws -> Int {
        switch target {
        case .lines(let path):
            try refuseOptionsOfDocuments()
            try SparkPath.refuseMissing(path)
        case .rows(_, let path):
            try refuseOptionsOfFiles()
            try SparkPath.refuseMissing(path)
        case .table, .files: try refuseOptionsOfFiles()
        }
        var request = request
        request.predicate.sources = []
        try FilterPreparation(request: request.predicate, query: request.query, environment: environment)
            .refuseSyntaxErrors()
        let tools = try SparkTools()
        let folder = try PrivateFolder()
        defer { folder.remove() }
        try folder.write(SparkPlan.job(for: target, into: into, countOnly: request.countOnly), to: "job.json")
        var known: (answer: SparkAnswer, prepared: FilterPreparation.Prepared)?
        var session: [UInt8] = []
        try evaluate(
            folder, tools, [SparkTools.workerName], isFull: { known?.answer.isFull ?? false },
            take: { line in
                if known != nil { return try known?.answer.take(line) ?? false }
                if line.first == UInt8(ascii: "S") { session = Array(line) }
                guard let told = try SparkDescription(line, of: target) else { return false }
                known = try answer(to: &request, over: told, target, folder, joins: joins)
                if !session.isEmpty { _ = try known?.answer.take(session[...]) }
                return false
            }, interrupted: { known?.answer.clear() })
        guard var found = known else { throw SparkAnswer.incomplete }
        return try finish(&found.answer, found.prepared, started)
    }

    /// Checks a request against the columns of its rows or the first lines of files, and tells the job what to make of
    /// all of them.
    private func answer(
        to request: inout FilterRequest, over told: SparkDescription, _ target: SparkTarget, _ folder: PrivateFolder,
        joins: Bool
    ) throws -> (SparkAnswer, FilterPreparation.Prepared) {
        request.predicate.sources = told.sources(in: environment)
        request.predicate.givenSchema = told.columns?.schema
        let prepared: FilterPreparation.Prepared
        do {
            prepared = try request.prepared(in: environment)
        } catch let failure as CommandFailure {
            // Other records may have the field, and reading all of them for a message would take long.
            if case .lines(let sample, _) = told, !sample.isWhole {
                environment.say("note: " + RecordSample.remark(of: FilterPreparation.sampleSize))
            }
            throw failure
        }
        let plan = SparkPlan(rows: request, prepared, now: now, joins: joins)
        try folder.write(plan.request.json, to: SparkPlan.requestName)
        var origin = SparkAnswer.Origin.lines
        var rows = plan.rows(line: SparkExpression.bytes)
        if let columns = told.columns {
            sayOrder(of: prepared, target)
            let condition = SparkColumns.translator.withLock { $0 }?.condition(
                prepared.predicate, columns, plan.request.now)
            let needed = columns.needed(for: prepared, writesRecords: !request.countOnly && prepared.query == nil)
            sayLost(columns, target, isWhole: needed.count == columns.columns.count)
            let line = SparkExpression.line(of: needed)
            let plainLine = SparkExpression.line(of: needed, checksTexts: false)
            rows = plan.rows(line: line, plainLine: plainLine == line ? nil : plainLine, where: condition)
            origin = .rows(target.name, isFiltered: condition != nil)
        }
        try folder.write(rows, to: "rows.json")
        return (SparkAnswer(request, prepared, origin, plan, writesHere: into == nil, in: environment), prepared)
    }

    private var now: Double { Date().timeIntervalSinceReferenceDate }

    private func finish(
        _ answer: inout SparkAnswer, _ prepared: FilterPreparation.Prepared, _ started: ContinuousClock.Instant
    ) throws -> Int {
        try answer.finish(started)
        if answer.matchCount == 0, answer.recordCount > 0 || answer.isFiltered {
            prepared.sayWhyNothingMatches(request.predicate, of: answer.recordCount, in: environment)
        }
        return answer.matchCount
    }

    /// Says that the order is Spark's, if it decides what is written.
    private func sayOrder(of prepared: FilterPreparation.Prepared, _ target: SparkTarget) {
        guard request.predicate.warnings != .none, !request.countOnly else { return }
        if prepared.takesSome(of: request, groupsHaveOrder: true) || request.predicate.warnings == .all {
            environment.say("warning: the rows of `\(target.name)` have no defined order")
        }
    }

    /// Names the columns that have no form in JSON.
    private func sayLost(_ columns: SparkColumns, _ target: SparkTarget, isWhole: Bool) {
        guard isWhole || request.predicate.warnings == .all, request.predicate.warnings != .none else { return }
        for (path, type) in columns.lost {
            environment.say("warning: `\(path)` of `\(target.name)` is left out, because its type is \(type)")
        }
    }

    /// Refuses options that describe documents, where only lines are read.
    private func refuseOptionsOfDocuments() throws(CommandFailure) {
        try refuse(documentOptions.reversed()) {
            "\($0) is for documents; from another file system, only lines of JSON are read"
        }
    }

    /// Refuses options that describe the text of records, where Spark reads rows.
    private func refuseOptionsOfFiles() throws(CommandFailure) {
        let predicate = request.predicate
        let others = [
            ("--schema", predicate.schemaFile != nil), ("--untyped", predicate.untyped), ("--strict", request.strict),
            ("--skip-bad-records", request.options.skipsBadRecords),
        ]
        try refuse(documentOptions + others) {
            "\($0) is for files of JSON; Spark reads these rows, and knows their types"
        }
    }

    /// Refuses options that need the whole answer here, where the cluster writes it.
    private func refuseQueryOfFiles() throws(CommandFailure) {
        guard into != nil else { return }
        let options = [
            ("--count", request.countOnly), ("--limit", request.options.limit != nil),
            ("--offset", request.options.offset != 0),
            ("order, selection or group", request.query != nil), ("--output", request.output != .ndjson),
        ]
        try refuse(options) { "--into writes the matching records as they are, so it takes no \($0)" }
    }

    private var documentOptions: [(name: String, isGiven: Bool)] {
        let input = request.predicate.input
        return [
            ("--at", !input.pointer.components.isEmpty), ("--values", input.values),
            ("--json-from", !input.form.start.isEmpty), ("--nan-as-null", input.form.readsNaN),
        ]
    }

    private func refuse(
        _ options: [(name: String, isGiven: Bool)], _ sentence: (String) -> String
    ) throws(CommandFailure) {
        guard let refused = options.first(where: \.isGiven) else { return }
        throw CommandFailure(.usage, "error: " + sentence(refused.name))
    }

    /// Runs the job with the worker.
    private func evaluate(
        _ folder: PrivateFolder, _ tools: SparkTools, _ shipped: [String], isFull: () -> Bool,
        take: (ArraySlice<UInt8>) throws -> Bool, interrupted: () -> Void
    ) throws {
        try folder.place(SparkTools.workerName, from: tools.worker)
        try SparkSubmission(source: source, submit: tools.submit, environment: environment).run(
            folder, shipped, isFull: isFull, take: take, interrupted: interrupted)
    }
}

extension FilterPreparation.Prepared {
    /// Whether the answer has only some of the records, and the query gives them no order.
    func takesSome(of request: FilterRequest, groupsHaveOrder: Bool) -> Bool {
        guard let query else { return request.options.limit != nil || request.options.offset > 0 }
        return (query.limit != nil || query.offset > 0) && query.order.isEmpty && !(groupsHaveOrder && query.isGrouped)
    }
}

/// The first lines of files that pass through Spark.
struct SparkSample {
    /// The lines.
    var lines: [UInt8]
    /// Whether there are no others.
    var isWhole: Bool

    /// Reads what the job says of them: their bytes as characters.
    ///
    /// - Throws: if it says nothing of the kind.
    init(_ body: ArraySlice<UInt8>) throws(CommandFailure) {
        let told = SparkAnswer.value(body)
        guard let text = told["text"].text, let isWhole = told["whole"].boolean else { throw SparkAnswer.incomplete }
        lines = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        self.isWhole = isWhole
    }
}
