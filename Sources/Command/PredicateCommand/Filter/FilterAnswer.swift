import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// The answer of a filter, wherever its records come from: a pipeline, what it writes, and what is said after it.
struct FilterAnswer {
    let request: FilterRequest
    let environment: CommandEnvironment
    let pipeline: RecordPipeline
    /// The predicate as far as it is evaluated here.
    private let predicate: CheckedPredicate
    private let query: CheckedQuery?
    /// The ranges of the predicate that warnings have pointed at before the first record.
    private let reported: [SourceRange]
    let warnings: EvaluationWarnings
    private let conformance: SchemaConformance?
    private let progress: Progress
    /// Whether the results are written here; otherwise only their number is said.
    private let isWrittenHere: Bool

    /// An answer before the first record, to a predicate that is decided here.
    init(
        _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, progress: Progress,
        in environment: CommandEnvironment
    ) {
        let declared = request.predicate.warnings == .all ? prepared.declared : nil
        self.init(
            request, prepared, deciding: prepared.predicate, query: prepared.query,
            reader: prepared.reader(request.predicate, strict: request.strict), writing: prepared.schema,
            conformance: declared.map { SchemaConformance($0, fields: prepared.predicate.readKeys) },
            progress: progress, in: environment)
    }

    /// An answer before the first record.
    ///
    /// - Parameters:
    ///   - residual: what is decided here of the predicate; nil for nothing.
    ///   - query: the query over the matching records; nil without one, and if the provider begins what is left of it.
    ///   - reader: how records are read.
    ///   - schema: the types of the records that are written; nil if they are not known.
    ///   - isWrittenHere: whether the results are written here; otherwise only their number is said.
    ///   - context: the context of the evaluations, whose warnings are counted.
    ///   - progress: the progress of the work.
    init(
        _ request: FilterRequest, _ prepared: FilterPreparation.Prepared, deciding residual: CheckedPredicate?,
        query: CheckedQuery?, reader: JSONReader = JSONReader(), writing schema: RecordSchema?,
        isWrittenHere: Bool = true, context: EvaluationContext = EvaluationContext(),
        conformance: SchemaConformance? = nil, progress: Progress, in environment: CommandEnvironment
    ) {
        let warnings = EvaluationWarnings()
        self.request = request
        self.environment = environment
        self.warnings = warnings
        self.conformance = conformance
        self.progress = progress
        self.isWrittenHere = isWrittenHere
        predicate = residual ?? prepared.predicate
        self.query = query ?? prepared.query
        reported = prepared.reportedRanges(by: request.predicate.warnings)
        let context = warnings.counting(context, unusable: request.predicate.warnings != .none)
        var options = request.options
        options.countsOnly = request.countOnly && request.query == nil
        options.limits = request.predicate.input.limits
        options.beforeWaiting = environment.output.flush
        options.showProgress = progress.redraw
        if let conformance { options.inspect = conformance.check }
        pipeline = RecordPipeline(
            residual, query: query, keeping: request.keptFields, reader: reader,
            context: context, options: options,
            into: request.writer(
                of: prepared.query, schema: schema, showing: prepared.predicate, in: environment))
    }

    /// Passes the records of a provider through the pipeline, writes the results, and says what there is to say.
    ///
    /// - Parameters:
    ///   - started: when the work began.
    ///   - statistics: the sentence of the statistics, for a number of seconds.
    /// - Returns: how many records matched.
    func run(
        _ provider: some RecordProvider, _ started: ContinuousClock.Instant, _ statistics: (Double) -> String
    ) throws -> Int {
        var provider = provider
        do {
            try provider.give(to: pipeline)
        } catch let error where error is RecordError || error is CommandFailure {
            throw try failure(of: error, started, statistics)
        }
        try finish(started, statistics)
        return pipeline.counts.matches
    }

    /// Writes the results before an error, and reports.
    ///
    /// - Parameter started: when the work began; nil says no statistics.
    /// - Returns: the failure to end with.
    func failure(
        of error: any Error, _ started: ContinuousClock.Instant? = nil, _ statistics: (Double) -> String = { _ in "" }
    ) throws -> any Error {
        try end(isWhole: false, started, statistics)
        guard let error = error as? RecordError else { return error }
        return CommandFailure(error.behind(pipeline.counts.records), in: environment)
    }

    /// Writes the rest after the last record, and reports.
    func finish(_ started: ContinuousClock.Instant, _ statistics: (Double) -> String) throws {
        if request.strictLimits, let failure = warnings.limitFailure(costliest: costliest) {
            // Matching records are written. A number is not, because it would leave out records that might have
            // matched.
            try write(isWhole: false)
            throw failure
        }
        try end(isWhole: true, started, statistics)
    }

    /// Records before a bad one are written and shown first. The number of a part is not shown, because it would look
    /// complete.
    private func write(isWhole: Bool) throws {
        progress.clear()
        if !isWrittenHere {
            let count = pipeline.counts.written
            if isWhole { environment.say("\(count) \(count == 1 ? "record was" : "records were") written") }
        } else if pipeline.countsOnly {
            if isWhole { try environment.output.write(countText) }
        } else {
            try pipeline.finish(isWhole: isWhole)
        }
        try environment.output.flush()
    }

    /// The number of records, or a line with the number for each file.
    private var countText: String {
        let counts = pipeline.counts
        guard request.showsFileName else { return "\(counts.written)\n" }
        return counts.sources.map { "\(SafeText.lines($0.name ?? "-")):\($0.written)\n" }.joined()
    }

    /// Writes the remaining output, and reports warnings, skipped records, mismatches and statistics.
    private func end(
        isWhole: Bool, _ started: ContinuousClock.Instant?, _ statistics: (Double) -> String
    ) throws {
        try write(isWhole: isWhole)
        environment.say(
            warnings, costliest: costliest, about: isWhole ? predicate : nil, query, reported: reported,
            request.predicate)
        environment.say(badRecords: pipeline.counts.badRecords, count: pipeline.counts.bad)
        if let sentence = conformance?.sentence { environment.say("warning: \(sentence)") }
        guard request.options.countsExactly, let started else { return }
        let duration = (ContinuousClock.now - started).components
        let seconds = Double(duration.seconds) + Double(duration.attoseconds) / 1e18
        environment.say(
            statistics(seconds) + (warnings.limitCount > 0 ? ", \(warnings.limitCount) beyond a limit" : ""))
    }

    /// Joins the warnings of a part that another process has evaluated.
    func join(_ summary: PartSummary) {
        for (warning, count) in summary.warnings { warnings.add(warning, count: count) }
        summary.join(to: warnings.unusable, of: predicate, query)
    }

    /// The comparison that may cost most.
    private var costliest: String? { predicate.cost(for: RecordSizes(recordBytes: 1 << 20)).costliest?.text }

    /// The statistics of records that were read here, with the scanner's instructions and threads.
    func statistics(_ seconds: Double) -> String {
        let megabytes = Double(pipeline.counts.bytes) / 1e6
        let rate = seconds > 0 ? megabytes / seconds : 0
        let scanned = pipeline.scannedBy.map { kernel in
            ", scanned with \(kernel)" + (pipeline.scanThreads > 1 ? " on \(pipeline.scanThreads) threads" : "")
        }
        return "\(pipeline.counts.records) records read, \(pipeline.counts.matches) matched, "
            + "\(FixedNumber.text(megabytes, digits: 1)) MB in \(FixedNumber.text(seconds, digits: 3)) s "
            + "(\(FixedNumber.text(rate, digits: 1)) MB/s)" + (scanned ?? "")
    }
}

extension CommandEnvironment {
    /// Says the warnings of an evaluation.
    ///
    /// - Parameters:
    ///   - costliest: the part of the predicate that may cost most, for limits.
    ///   - predicate: the predicate whose unusable values are told; nil for none.
    ///   - query: its query.
    ///   - reported: the ranges of the predicate that warnings have pointed at before the first record.
    func say(
        _ warnings: EvaluationWarnings, costliest: @autoclosure () -> String? = nil, about predicate: CheckedPredicate?,
        _ query: CheckedQuery? = nil, reported: [SourceRange], _ request: PredicateRequest
    ) {
        for sentence in warnings.sentences(costliest: costliest()) { say("warning: \(sentence)") }
        guard let predicate, request.warnings != .none else { return }
        let found = UnusableWarnings(
            of: warnings.unusable, predicate, query, reported: reported,
            request.warnings == .all ? .all : .likely)
        if !found.isEmpty { say(RecordQueryDiagnostics(found.predicate, found.query), of: request) }
    }

    /// Says how many bad records were skipped, and names the first.
    func say(badRecords: [RecordError], count: Int) {
        guard count > 0 else { return }
        say("warning: \(count) bad \(count == 1 ? "record was" : "records were") skipped")
        for error in badRecords { say("  \(error)") }
        if count > badRecords.count { say("  and \(count - badRecords.count) more") }
    }
}
