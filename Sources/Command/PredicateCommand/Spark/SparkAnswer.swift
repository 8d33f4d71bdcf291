import PredicateFormat
import PredicateRecords

/// Takes the lines of a job, and passes the records in them through a pipeline.
struct SparkAnswer {
    private let request: FilterRequest
    private let environment: CommandEnvironment
    /// The number of parts; nil until Spark tells it.
    private var wholeCount: Int?
    /// What the parts are of.
    private let origin: Origin
    private let answer: FilterAnswer
    private let progress: Progress
    /// The number of parts that are complete.
    private var partCount = 0
    /// The number of bytes of blocks since the last summary.
    private var blockBytes = 0
    /// Whether the cluster writes the records.
    private let isInto: Bool
    /// Whether workers put groups together.
    private let joinsGroups: Bool
    /// What the cluster said of itself.
    private var parallelism = 0

    /// What the parts of an answer are of.
    enum Origin {
        /// Files that workers read, with the name in messages of each path.
        case files([String: String])
        /// Lines of files that pass through Spark.
        case lines
        /// Rows that Spark reads, with their name in messages.
        /// `isFiltered` says whether Spark passes on only rows that may match.
        case rows(String, isFiltered: Bool)
    }

    /// An answer of which nothing has arrived.
    ///
    /// - Parameters:
    ///   - plan: what the cluster was asked; without parts if Spark tells their number.
    ///   - writesHere: whether the records arrive here.
    init(
        _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, _ origin: Origin, _ plan: SparkPlan,
        writesHere: Bool, in environment: CommandEnvironment
    ) {
        isInto = !writesHere
        joinsGroups = plan.request.joinsGroups
        self.request = request
        self.environment = environment
        self.origin = origin
        if case .files = origin { wholeCount = plan.tasks.count }
        var reader = JSONReader(shape: plan.request.declaredSchema.flatMap { RecordShape($0) })
        reader.requiresObjects = plan.request.requiresObjects
        progress = Progress(total: plan.tasks.count, in: environment)
        answer = FilterAnswer(
            request, prepared, deciding: nil, query: prepared.query, reader: reader, writing: prepared.schema,
            isWrittenHere: writesHere, context: plan.request.context(), progress: progress, in: environment)
    }

    private var pipeline: RecordPipeline { answer.pipeline }

    /// How many records were read, and how many of them matched.
    var recordCount: Int { pipeline.counts.records }
    var matchCount: Int { pipeline.counts.matches }

    /// Whether Spark passes on only rows that may match.
    var isFiltered: Bool { if case .rows(_, true) = origin { true } else { false } }

    /// Whether no further record would be written.
    var isFull: Bool { pipeline.isFull }

    /// Takes a line. Returns whether it is the last one.
    ///
    /// - Throws: the error of a part, when the records before it are written, and the failures of the cluster.
    mutating func take(_ line: ArraySlice<UInt8>) throws -> Bool {
        let body = line.dropFirst()
        switch line.first {
        case PartLine.block:
            blockBytes += line.count
            try PartLine.forEachRecord(in: body) { try write($0) }
        case PartLine.summary:
            try take(try PartRequestError.translating(try PartSummary(json: Array(body))) { Self.damaged($0) })
        case PartLine.refusal:
            let reason = Self.value(body).text ?? String(decoding: body, as: UTF8.self)
            throw CommandFailure(.internalError, "error: the worker: \(reason)")
        case UInt8(ascii: "P"):
            if let done = Self.value(body)["done"].integer { progress.redraw(bytes: max(partCount, done)) }
        case UInt8(ascii: "S"): parallelism = Self.value(body)["parallelism"].integer ?? parallelism
        case UInt8(ascii: "N"):
            guard wholeCount == nil, let number = Self.value(body)["parts"].integer else {
                throw Self.incomplete
            }
            wholeCount = number
            progress.begin(total: number)
        case UInt8(ascii: "F"): throw SparkFailure.failure(Self.value(body))
        case UInt8(ascii: "E"):
            guard partCount == wholeCount else { throw Self.incomplete }
            return true
        default: throw Self.incomplete
        }
        return false
    }

    /// The failure of an answer that breaks off.
    static var incomplete: CommandFailure {
        CommandFailure(.internalError, "error: the answer of the cluster is not complete")
    }

    /// The records showed another type than the first of them: workers cannot put the groups together.
    struct NeedsRecords: Error {}

    private func join(_ bytes: ArraySlice<UInt8>) throws {
        let part = try PartRequestError.translating(try PartGroup(json: bytes)) { Self.damaged($0) }
        for case .separate in part.aggregates { throw NeedsRecords() }
        guard try pipeline.join(part) else { throw Self.incomplete }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws {
        if joinsGroups { return try join(bytes) }
        guard !isFull else { return }
        try pipeline.take(RawRecord(bytes: Array(bytes)), isLine: true)
    }

    private static func damaged(_ error: PartRequestError) -> CommandFailure {
        CommandFailure(.internalError, "error: the answer of the cluster is damaged: \(error)")
    }

    private mutating func take(_ summary: PartSummary) throws {
        guard summary.part == partCount, partCount < wholeCount ?? 0, isInto || summary.writtenBytes == blockBytes
        else {
            throw Self.incomplete
        }
        blockBytes = 0
        partCount += 1
        pipeline.counts.records += summary.recordCount
        pipeline.counts.bytes += summary.byteCount
        if request.countOnly && request.query == nil || isInto || joinsGroups {
            pipeline.take(matches: summary.matchCount)
        }
        if isFull { return }
        pipeline.skip(count: summary.badCount, summary.badRecords.map(named))
        answer.join(summary)
        progress.redraw(bytes: partCount)
        if let error = summary.failure { throw try answer.failure(of: named(error)) }
    }

    /// An error with the name of its file as it was given.
    private func named(_ error: RecordError) -> RecordError {
        var error = error
        switch origin {
        case .files(let names):
            if let file = error.file, let name = names[file] { error.file = name }
        case .lines: break
        case .rows(let name, _):
            // A location in the lines that Spark made of rows is not a location in a file.
            error.file = name
            error.location = nil
        }
        return error
    }

    // MARK: The end

    /// Writes the rest, and reports.
    func finish(_ started: ContinuousClock.Instant) throws { try answer.finish(started, statistics) }

    /// Removes the progress.
    func clear() { progress.clear() }

    private func statistics(_ seconds: Double) -> String {
        answer.statistics(seconds) + ", in \(partCount) parts on \(parallelism) cores of a cluster, " + readers
    }

    private var readers: String {
        switch origin {
        case .files: "whose workers read the files themselves"
        case .lines: "through which the bytes of the files pass"
        case .rows(_, let isFiltered):
            isFiltered
                ? "where Spark reads the rows, and passes on only those that may match" : "whose rows Spark reads"
        }
    }

    // MARK: Lines of the job

    /// What a line about the job says; `.null` if it is not JSON.
    static func value(_ body: ArraySlice<UInt8>) -> PredicateValue {
        var reader = JSONReader()
        return (try? reader.read(RawRecord(bytes: Array(body)))) ?? .null
    }
}

/// What a cluster says when it cannot complete a job, in our words.
enum SparkFailure {
    static func failure(_ told: PredicateValue) -> CommandFailure {
        if let table = told["missingTable"].text {
            let names = (told["tables"].elements ?? []).compactMap(\.text)
            return CommandFailure(
                .noInput,
                "error: no table `\(table)` in the catalogue of the cluster"
                    + names.hint(for: table))
        }
        let whole = told["text"].text ?? ""
        let reason = told["reason"].text ?? ""
        if let column = whole.part(between: SparkExpression.refusal.start, and: SparkExpression.refusal.end) {
            return CommandFailure(
                .data,
                "error: a string in the column `\(column)` is not UTF-8; other programs may read it with other characters"
            )
        }
        let ended = whole.firstRange(of: "Subprocess exited with status ")
        let status = ended.flatMap { Int(whole[$0.upperBound...].prefix { $0.isASCII && $0.isNumber }) }
        // Java gives a program of another machine to the shell, which ends with one of these.
        let isForeign = status.map { [2, 126, 127].contains($0) } ?? false
        if isForeign || whole.contains("Exec format error") || whole.contains("error=8") {
            return CommandFailure(
                .unavailable,
                "error: the worker does not run on the machines of the cluster, which have another processor or system; "
                    + "build it on one of them with `make worker`, and set PREDICATE_WORKER to its path")
        }
        if whole.contains("error=13") {
            return CommandFailure(
                .unavailable,
                "error: the machines of the cluster may not run the worker; their folder for jobs must allow programs")
        }
        // A worker knows the requests of the same version.
        if status == 64 {
            return CommandFailure(
                .unavailable,
                "error: the worker is not of the version of this command; build it again with `make worker`")
        }
        if ended != nil {
            let meaning = status.map { $0 > 128 ? "signal \($0 - 128)" : "status \($0)" } ?? "a failure"
            return CommandFailure(
                .internalError, "error: a worker ended with \(meaning) again and again, and Spark gave up")
        }
        // What the job itself says needs no name before it.
        if whole.isEmpty, !reason.isEmpty { return CommandFailure(.internalError, "error: \(reason)") }
        return CommandFailure(.internalError, "error: Spark: " + (reason.isEmpty ? "the job failed" : reason))
    }
}

extension String {
    /// What is between two strings; nil if they are not there.
    fileprivate func part(between start: String, and end: String) -> Substring? {
        guard let first = firstRange(of: start) else { return nil }
        let rest = self[first.upperBound...]
        return rest.firstRange(of: end).map { rest[..<$0.lowerBound] }
    }
}
