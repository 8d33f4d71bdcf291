import PredicateFormat
import PredicateRecords

/// Evaluates the predicate for all records of all inputs.
struct RecordScan {
    let request: FilterRequest
    private let prepared: FilterPreparation.Prepared
    let environment: CommandEnvironment
    private let predicate: CompiledPredicate
    /// One run for all records, so that `now()` is one instant (D101).
    private var evaluation: EvaluationRun
    private let warnings = EvaluationWarnings()
    private let wanted: WantedFields?
    private var reader: JSONReader
    var writer: any RecordOutput
    private var conformance: SchemaConformance?
    var progress: Progress
    var recordCount = 0
    var matchCount = 0
    var writtenCount = 0
    var byteCount = 0
    /// The number of records to write of each file, if it is asked for.
    private var fileCounts: [(file: String, count: Int)] = []
    private var badRecords: [RecordError] = []
    var badRecordCount = 0
    private var firstMismatch: SchemaConformance.Mismatch?
    private var mismatchCount = 0
    /// The instructions of the scanner, nil if nothing was scanned, and the maximum number of threads that scanned.
    var scannedBy: String?
    var scanThreads = 1
    /// A scan per thread for records in memory; empty if they have to be read.
    let scans: [LineScan]
    /// A scan for single records, so that all records are judged alike; nil if records have to be read.
    private let single: LineScan?
    /// The number of records to read, after text that could not be scanned, before scanning again.
    private static let readRecords = 16

    init(_ request: FilterRequest, _ prepared: FilterPreparation.Prepared, in environment: CommandEnvironment) {
        self.request = request
        self.prepared = prepared
        self.environment = environment
        let warnings = warnings
        predicate = prepared.predicate.compiled
        let context = EvaluationContext(warn: { warnings.add($0) })
        evaluation = predicate.makeRun(context: context)
        let declared = prepared.schema?.origin == .declared ? prepared.schema : nil
        wanted = prepared.predicate.readKeys.map { WantedFields($0) }
        reader = JSONReader(strict: request.strict, shape: declared.flatMap { RecordShape($0) })
        // Scalars are records only if that was requested (D70).
        reader.requiresObjects = !request.predicate.untyped && !(declared.map { !$0.rootIsRecord } ?? false)
        if let query = prepared.query {
            writer = QueryOutput(
                query, context: context, reader: reader, keeping: request.keptFields,
                into: request.writer(of: query, schema: prepared.schema, in: environment))
        } else {
            writer = request.writer(schema: prepared.schema, in: environment)
        }
        conformance =
            request.predicate.warnings == .all
            ? declared.map { SchemaConformance($0, fields: prepared.predicate.readKeys) } : nil
        progress = Progress(sources: request.predicate.sources, in: environment)
        single =
            request.scans && conformance == nil && reader.shape == nil
            ? Self.scan(of: prepared, request, evaluation.context, requiresObjects: reader.requiresObjects) : nil
        scans = single.map { Self.scans($0, of: prepared, request) } ?? []
    }

    var isFull: Bool { writer.isFull || (request.limit.map { writtenCount >= $0 } ?? false) }
    /// Whether the records found are passed to a query before they are written.
    var isQuery: Bool { prepared.query != nil }
    /// Whether only the number of records found is wanted.
    var isCount: Bool { request.countOnly && !isQuery }

    mutating func run() throws {
        for (index, source) in request.predicate.sources.enumerated() {
            if isFull { return }
            let before = writtenCount
            defer { if request.showsFileName { fileCounts.append((source.name ?? "-", writtenCount - before)) } }
            guard let begun = prepared.begun[index] else {
                let stream = try RecordStream(source, request.predicate.input)
                try scan(stream, after: byteCount)
                continue
            }
            let bytesBefore = byteCount
            for record in begun.sample {
                if isFull { return }
                try take(record, of: begun.stream, after: bytesBefore)
            }
            if isFull { return }
            if let failure = begun.failure { try pass(failure, begun.stream) }
            try scan(begun.stream, after: bytesBefore)
        }
    }

    /// Processes the rest of an input. `bytesBefore` is the number of bytes read from other inputs.
    private mutating func scan(_ stream: RecordStream, after bytesBefore: Int) throws {
        while !isFull {
            try scanQuickly(stream, after: bytesBefore)
            for _ in 0..<Self.readRecords {
                guard !isFull, let record = try next(of: stream) else { return }
                try take(record, of: stream, after: bytesBefore)
                progress.update(bytes: byteCount)
            }
        }
    }

    /// The next record of an input. Bad records are skipped if that is requested.
    private mutating func next(of stream: RecordStream) throws(RecordError) -> RawRecord? {
        while true {
            do throws(RecordError) {
                return try stream.next()
            } catch {
                try pass(error, stream)
            }
        }
    }

    /// Counts a bad record, or throws its error if bad records are not skipped or reading cannot continue.
    mutating func pass(_ error: RecordError, _ stream: RecordStream) throws(RecordError) {
        guard request.skipBadRecords, error.kind == .data else { throw error }
        guard stream.canSkipBadRecords else {
            var error = error
            error.message +=
                " (--skip-bad-records works on line-delimited input only: here there is no line to go on from)"
            throw error
        }
        badRecordCount += 1
        if badRecords.count < 5 { badRecords.append(error) }
    }

    private mutating func take(_ record: RawRecord, of stream: RecordStream, after bytesBefore: Int) throws {
        recordCount += 1
        byteCount = bytesBefore + record.offset + record.count
        do {
            try evaluate(record, isLines: stream.layout == .lines)
        } catch let error as RecordError {
            try pass(error, stream)
        }
    }

    private mutating func evaluate(_ record: RawRecord, isLines: Bool) throws {
        guard try holds(record, isLines: isLines) else { return }
        matchCount += 1
        guard matchCount > request.offset else { return }
        writtenCount += 1
        try writer.write(record, isLine: isLines)
    }

    private mutating func holds(_ record: RawRecord, isLines: Bool) throws -> Bool {
        if let holds = try single?.decide(record, isLine: isLines) { return holds }
        let value: PredicateValue
        if let wanted {
            // Records that are written are validated completely below. Others are checked only as far as the
            // predicate reads.
            value = try reader.readPartially(record, fields: wanted)
        } else {
            value = try reader.read(record)
        }
        if let mismatch = conformance?.mismatch(of: value) {
            mismatchCount += 1
            if firstMismatch == nil { firstMismatch = mismatch.at(record) }
        }
        evaluation.recordBytes = record.count
        guard predicate.evaluate(on: value, in: &evaluation) else { return false }
        if wanted != nil, !request.strict, !isCount { try reader.validate(record) }
        return true
    }

    /// The number of records, or a line with the number for each file.
    private var countText: String {
        guard request.showsFileName else { return "\(writtenCount)\n" }
        return fileCounts.map { "\(SafeText.lines($0.file)):\($0.count)\n" }.joined()
    }

    /// Writes the remaining output.
    mutating func finish(isWhole: Bool = true) throws {
        progress.clear()
        if isCount {
            if isWhole { try environment.output.write(countText) }
        } else if isWhole {
            try writer.finish()
        } else {
            try writer.finishPart()
        }
        try environment.output.flush()
    }

    /// Reports warnings, skipped records, mismatches and statistics.
    func report(_ started: ContinuousClock.Instant) {
        for sentence in warnings.sentences(costliest: costliest) { environment.say("warning: \(sentence)") }
        environment.say(badRecords: badRecords, count: badRecordCount)
        if let firstMismatch {
            environment.say(
                "warning: \(mismatchCount) \(mismatchCount == 1 ? "record does" : "records do") not conform to the schema; "
                    + "the first: \(firstMismatch)")
        }
        if request.showStatistics { showStatistics(ContinuousClock.now - started) }
    }

    /// The comparison that may cost most.
    private var costliest: String? { prepared.predicate.cost(for: RecordSizes(recordBytes: 1 << 20)).costliest?.text }

    /// The failure for an exceeded evaluation limit; nil if there is none.
    var limitFailure: CommandFailure? { warnings.limitFailure(costliest: costliest) }

    /// The scanner's instructions and threads for the statistics; empty if records were read.
    private var scanner: String {
        guard let scannedBy else { return "" }
        return ", scanned with \(scannedBy)" + (scanThreads > 1 ? " on \(scanThreads) threads" : "")
    }

    private func showStatistics(_ duration: Duration) {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let megabytes = Double(byteCount) / 1e6
        let rate = seconds > 0 ? megabytes / seconds : 0
        environment.say(
            "\(recordCount) records read, \(matchCount) matched, \(rounded(megabytes)) MB in \(rounded(seconds, digits: 3)) s (\(rounded(rate)) MB/s)\(scanner)"
                + (warnings.limitCount > 0 ? ", \(warnings.limitCount) beyond a limit" : "")
        )
    }

    private func rounded(_ number: Double, digits: Int = 1) -> String {
        FixedNumber.text(number, digits: digits)
    }
}

extension CommandEnvironment {
    /// Says how many bad records were skipped, and names the first.
    func say(badRecords: [RecordError], count: Int) {
        guard count > 0 else { return }
        say("warning: \(count) bad \(count == 1 ? "record was" : "records were") skipped")
        for error in badRecords { say("  \(error)") }
        if count > badRecords.count { say("  and \(count - badRecords.count) more") }
    }
}
