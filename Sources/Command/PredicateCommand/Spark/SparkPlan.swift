import PredicateFormat
import PredicateRecords

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
    /// The bytes of parts that one task of Spark counts, at most, unless there would be fewer tasks than processors need.
    private static let taskBytes = 512 << 20
    /// The number of parts whose summaries come together.
    private static let partsAtOnce = 512

    /// What is asked of files that workers read themselves.
    ///
    /// - Parameter joins: whether workers may put groups together.
    init(
        _ path: SparkPath, _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, now: Double, joins: Bool
    ) throws {
        self.request = Self.part(request, prepared, now, joins: joins)
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

    /// What is asked of rows that Spark reads, which also divides them.
    init(rows request: FilterRequest, _ prepared: FilterPreparation.Prepared, now: Double, joins: Bool) {
        self.request = Self.part(request, prepared, now, joins: joins)
        partBytes = Self.partLimits.most
        tasks = []
    }

    /// What a worker does with a part.
    private static func part(
        _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, _ now: Double, joins: Bool
    ) -> PartRequest {
        var part = PartRequest(prepared.predicate, now: now)
        part.result = request.countOnly && prepared.query == nil ? .count : .records
        part.strict = request.strict
        part.skipsBadRecords = request.options.skipsBadRecords
        part.requiresObjects = JSONReader(of: part.declaredSchema, isUntyped: request.predicate.untyped).requiresObjects
        part.input = request.predicate.input
        if let limit = request.options.limit {
            let (wanted, overflow) = limit.addingReportingOverflow(request.options.offset)
            part.limit = overflow ? nil : wanted
        }
        part.query = prepared.query.flatMap { Self.reduced($0) }
        part.joinsGroups = joins && part.query != nil && prepared.query.map { $0.isJoinable } ?? false
        return part
    }

    /// The query that each part runs to return less; nil if every matching record is needed.
    private static func reduced(_ query: CheckedQuery) -> RecordQuery? {
        // The text of the query goes to the parts, and the values of its variables stay here.
        let open = try? query.query.openlyChecked(against: query.schema, library: query.library)
        guard let open, open.variables.isEmpty, query.query.predicate == nil else { return nil }
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
        Self.job(partBytes, into, [("result", .string(request.result.rawValue))])
    }

    /// What a job is told that only describes rows, as JSON.
    static func description(of target: SparkTarget) -> String {
        job(for: target, into: nil, countOnly: true, [("describe", .boolean(true))])
    }

    /// What the job is told of rows before their columns are known, as JSON.
    static func job(
        for target: SparkTarget, into: String?, countOnly: Bool, _ others: [(String, PredicateValue)] = []
    ) -> String {
        var rows: [(String, PredicateValue)] = []
        switch target {
        case .table(let name): rows = [("table", .string(name))]
        case .rows(let format, let path):
            rows = [("format", .string(format)), ("path", .string(SparkPath.target(path)))]
            // Parts that return records wait for their turn in memory.
            if !countOnly { rows.append(("partBytes", .integer(Int64(partLimits.most)))) }
        case .lines(let path):
            rows = [
                ("lines", .string(SparkPath.target(path))), ("partBytes", .integer(Int64(partLimits.most))),
                ("sample", .integer(Int64(FilterPreparation.sampleSize))),
            ]
        case .files: break
        }
        return job(partLimits.most, into, [("rows", .object(PredicateObject(rows)))] + others)
    }

    /// What the job is told of rows when their columns are known, as JSON.
    ///
    /// - Parameters:
    ///   - line: Spark SQL that makes a line of JSON of a row.
    ///   - plainLine: the same for versions of Spark that do not know the first; nil if all know it.
    ///   - condition: Spark SQL that every matching row satisfies; nil for all rows.
    func rows(line: String, plainLine: String? = nil, where condition: String? = nil) -> String {
        var fields: [(String, PredicateValue)] = [
            ("line", .string(line)), ("result", .string(request.result.rawValue)),
            ("partsAtOnce", .integer(Int64(Self.partsAtOnce))),
        ]
        if let plainLine { fields.append(("plainLine", .string(plainLine))) }
        if let condition { fields.append(("where", .string(condition))) }
        return RecordWriter.json(.object(PredicateObject(fields)))
    }

    private static func job(
        _ partBytes: Int, _ into: String?, _ others: [(String, PredicateValue)]
    ) -> String {
        var fields: [(String, PredicateValue)] = [
            ("request", .string(requestName)), ("partBytes", .integer(Int64(partBytes))),
            ("waitingBytes", .integer(Int64(waitingBytes))), ("taskBytes", .integer(Int64(taskBytes))),
            ("partsAtOnce", .integer(Int64(partsAtOnce))),
            ("logLevel", "ERROR"),
        ]
        fields += others
        if let into { fields.append(("into", .string(SparkPath.target(into)))) }
        return RecordWriter.json(.object(PredicateObject(fields)))
    }
}

extension CheckedQuery {
    /// Whether workers can put the groups of their parts together. Sums of doubles are added from left to right, and those
    /// of decimals are rounded, so only integers are added there.
    fileprivate var isJoinable: Bool {
        guard let grouping else { return false }
        return grouping.aggregates.allSatisfy { aggregate in
            switch aggregate.function {
            case .sum, .average: aggregate.column?.expression.type.unwrapped == .integer
            default: aggregate.function.isJoinable
            }
        }
    }
}

extension SparkColumns {
    /// Says in Spark SQL what it can of a predicate over rows. The wing Databases registers one.
    struct Translator: Sendable {
        /// The condition that each matching row satisfies at an instant of `now()`, in seconds since 2001; nil if it is
        /// true for all rows.
        let condition: @Sendable (CheckedPredicate, SparkColumns, Double) -> String?
        /// What Spark is asked of records with a name, and what workers evaluate, in lines.
        let explanation: @Sendable (CheckedPredicate, SparkColumns, String) -> String
    }

    /// The translator of this build. Without one, workers evaluate all rows.
    static let translator = Locked<Translator?>(nil)
}
