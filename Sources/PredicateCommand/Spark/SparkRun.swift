import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// A path of records that a Spark cluster reads.
struct SparkSource {
    /// The master, as `spark://HOST:PORT`; nil for the master of the user's own defaults.
    var master: String?
    /// A file, a folder or a pattern.
    var path: String
}

/// Runs a filter on a Spark cluster.
///
/// The predicate is checked here, against the first records, as without a cluster. Then the job gives each task a part
/// of a file, and our own worker evaluates it. What comes back, in the order of the files, passes through the same
/// query and the same output as records that were read here, so the answer is that of a single process.
struct SparkRun {
    private let request: FilterRequest
    private let source: SparkSource
    /// The folder on the cluster to write the records to; nil writes them here.
    private let into: String?
    private let environment: CommandEnvironment

    init(_ request: FilterRequest, _ source: SparkSource, into: String? = nil, in environment: CommandEnvironment) {
        self.request = request
        self.source = source
        self.into = into
        self.environment = environment
    }

    func run() throws {
        let started = ContinuousClock.now
        try refuseQueryOfFiles()
        let path = try SparkPath(source.path)
        try environment.checkInputs(path.files.map(\.name))
        let tools = try SparkTools()
        var request = request
        request.predicate.sources = environment.sources(path.files.map(\.name))
        let prepared = try FilterPreparation(
            request: request.predicate, query: request.query, environment: environment
        ).prepare()
        prepared.sayWarnings(request.predicate, in: environment)
        let now = Date().timeIntervalSinceReferenceDate
        let plan = try SparkPlan(path, request, prepared, now: now, into: into)
        var answer = SparkAnswer(request, prepared, path, plan, writesHere: into == nil, in: environment)
        try evaluate(plan, tools, &answer)
        try answer.finish(started)
        if answer.matchCount == 0, answer.recordCount > 0 {
            prepared.sayWhyNothingMatches(request.predicate, in: environment)
        }
    }

    /// Refuses options that need the whole answer here, where the cluster writes it.
    private func refuseQueryOfFiles() throws(CommandFailure) {
        guard into != nil else { return }
        let refused = [
            ("--count", request.countOnly), ("--limit", request.limit != nil), ("--offset", request.offset != 0),
            ("a query", request.query != nil), ("--output", request.output != .ndjson),
        ].first { $0.1 }
        guard let refused else { return }
        throw CommandFailure(
            .usage,
            "error: --into writes the matching records as they are, so it takes no \(refused.0 == "a query" ? "order, selection or group" : refused.0)"
        )
    }

    /// Runs the job, and passes on what it answers.
    private func evaluate(_ plan: SparkPlan, _ tools: SparkTools, _ answer: inout SparkAnswer) throws {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        try folder.place(SparkTools.workerName, from: tools.worker)
        try folder.write(plan.request.json, to: SparkPlan.requestName)
        try folder.write(plan.tasks.map { $0.json + "\n" }.joined(), to: "tasks")
        try folder.write(plan.job(into: into), to: "job.json")
        try folder.write(SparkJob.text, to: "predicate.py")
        try folder.pipe("answer")
        let process = try SparkProcess(
            command(tools, folder), answer: folder.path + "/answer", log: folder.reserve("log"))
        defer { process.end() }
        do {
            var isWhole = false
            while !isWhole, !answer.isFull {
                guard let line = try process.nextLine(beforeWaiting: { try environment.output.flush() }) else { break }
                isWhole = try answer.take(line)
            }
            guard isWhole || answer.isFull else {
                throw CommandFailure(
                    .internalError,
                    "error: Spark ended without an answer"
                        + process.lastMessages.map { "\n  " + $0 }.joined())
            }
        } catch is SparkProcess.Interruption {
            answer.clear()
            process.end(isUrgent: true)
            folder.remove()
            process.deliverSignal()
            throw CommandFailure(.interrupted, "error: interrupted")
        }
    }

    private func command(_ tools: SparkTools, _ folder: PrivateFolder) -> [String] {
        var words = [tools.submit]
        if let master = source.master { words += ["--master", master] }
        words += ["--deploy-mode", "client", "--name", "predicate"]
        words += ["--conf", "spark.ui.showConsoleProgress=false"]
        let files = [SparkTools.workerName, SparkPlan.requestName].map { folder.path + "/" + $0 }
        words += ["--files", files.joined(separator: ",")]
        return words + [folder.path + "/predicate.py", folder.path]
    }
}

/// What is shipped to a cluster: the request, and a task for each part of the input.
struct SparkPlan {
    /// The request.
    var request: PartRequest
    /// The tasks, in the order of the answer.
    var tasks: [PartTask]
    /// The size of a part in bytes, at most.
    private let partBytes: Int
    /// The name of the request's file.
    static let requestName = "predicate-request.json"
    /// The sizes of a part in bytes. Larger parts cost less, smaller ones are shared more evenly and need less memory.
    private static let partLimits = (least: 4 << 20, most: 32 << 20)
    /// The number of parts to aim at for small inputs.
    private static let wantedParts = 64
    /// The bytes of answers that may wait for their turn in the memory of the job.
    private static let waitingBytes = 256 << 20
    /// The number of parts whose summaries come together.
    private static let partsAtOnce = 512

    init(
        _ path: SparkPath, _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, now: Double, into: String?
    ) throws {
        var part = PartRequest(prepared.predicate, now: now)
        part.result = request.countOnly && prepared.query == nil ? .count : .records
        part.strict = request.strict
        part.skipsBadRecords = request.skipBadRecords
        part.requiresObjects =
            !request.predicate.untyped && !(part.declaredSchema.map { !$0.rootIsRecord } ?? false)
        part.input = request.predicate.input
        if let limit = request.limit {
            let (wanted, overflow) = limit.addingReportingOverflow(request.offset)
            part.limit = overflow ? nil : wanted
        }
        part.query = prepared.query.flatMap { Self.reduced($0) }
        self.request = part
        let total = path.files.reduce(0) { $0 + $1.size }
        let bytes = min(Self.partLimits.most, max(Self.partLimits.least, total / Self.wantedParts))
        partBytes = bytes
        tasks = []
        for file in path.files {
            let isDivisible = try RecordSource.file(file.name).isDivisible(request.predicate.input)
            tasks += PartTask.tasks(
                path: file.path, size: file.size, isDivisible: isDivisible, partsOf: bytes, first: tasks.count)
        }
    }

    /// The query that each part runs to return less; nil if every matching record is needed.
    private static func reduced(_ query: CheckedQuery) -> RecordQuery? {
        // Values of variables stay here.
        guard query.variableTypes.isEmpty, query.query.predicate == nil else { return nil }
        var reduced = query.query
        reduced.offset = 0
        if query.isGrouped {
            reduced.sort = nil
            reduced.select = nil
            reduced.isDistinct = false
            reduced.limit = nil
            return reduced
        }
        reduced.limit = query.limit.flatMap { limit in
            let (wanted, overflow) = limit.addingReportingOverflow(query.offset)
            return overflow ? nil : wanted
        }
        if !query.isDistinct { reduced.select = nil }
        return reduced.sort == nil && !reduced.isDistinct && reduced.limit == nil ? nil : reduced
    }

    /// What the job is told, as JSON.
    func job(into: String?) -> String {
        var fields: [(String, PredicateValue)] = [
            ("request", .string(Self.requestName)), ("result", .string(request.result.rawValue)),
            ("partBytes", .integer(Int64(partBytes))), ("waitingBytes", .integer(Int64(Self.waitingBytes))),
            ("partsAtOnce", .integer(Int64(Self.partsAtOnce))),
            ("logLevel", "ERROR"),
        ]
        if let into { fields.append(("into", .string(SparkPath.target(into)))) }
        return RecordWriter.json(.object(PredicateObject(fields)))
    }
}
