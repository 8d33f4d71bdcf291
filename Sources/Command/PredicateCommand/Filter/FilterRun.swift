import PredicateFormat
import PredicateRecords

/// Runs a filter over files and pipes.
struct FilterRun {
    let request: FilterRequest
    let environment: CommandEnvironment

    /// Runs the filter. Returns how many records matched.
    @discardableResult
    func run() throws -> Int {
        let started = ContinuousClock.now
        let asked = request.predicate
        let prepared = try request.prepared(in: environment)
        let answer = FilterAnswer(
            request, prepared, progress: Progress(sources: asked.sources, in: environment), in: environment)
        let matchCount = try answer.run(
            StreamProvider(asked.sources, asked.input, begun: prepared.begun), started, answer.statistics)
        if answer.pipeline.counts.records == 0, !asked.input.form.start.isEmpty, asked.warnings != .none {
            environment.say("note: no line has `{` or `[` in or after the text of --json-from")
        }
        // A record that does not match is not read to its end.
        if let line = prepared.sharedLine, answer.pipeline.counts.bad == 0 {
            environment.say("warning: \(line); the others are not read")
        }
        let recordCount = answer.pipeline.counts.records
        if matchCount == 0, recordCount > 0 {
            prepared.sayWhyNothingMatches(asked, of: recordCount, in: environment)
            if asked.warnings != .none, recordCount == 1,
                let note = RecordAdvice(asked, first: prepared.begun[0]?.sample.first)
                    .note(ofMatchesWithin: prepared.predicate)
            {
                environment.say("note: " + note)
            }
        }
        asked.sayAbsentNames(query: request.query, in: environment)
        return matchCount
    }
}

extension PredicateRequest {
    /// Checks what is asked, and says what is doubtful in it.
    func prepared(
        query: RecordQuery? = nil, in environment: CommandEnvironment
    ) throws -> FilterPreparation.Prepared {
        let prepared = try FilterPreparation(request: self, query: query, environment: environment).prepare()
        prepared.sayWarnings(self, in: environment)
        return prepared
    }

    /// Says after the answer which names no record has, if nothing has checked them before.
    func sayAbsentNames(query: RecordQuery? = nil, in environment: CommandEnvironment) {
        let preparation = FilterPreparation(request: self, query: query, environment: environment)
        // The answer is given, so what cannot be read again is not a failure.
        if let found = try? preparation.absentNames() { environment.say(found, of: self) }
    }

    /// Calls a function with each record until it returns false.
    ///
    /// - Parameters:
    ///   - begun: the inputs that cannot be read twice.
    ///   - skipsBadRecords: whether lines that cannot be read, or for which the function throws that, are skipped and reported.
    func forEachRecord(
        begun: [Int: BegunStream] = [:], skipsBadRecords: Bool = false, in environment: CommandEnvironment,
        _ body: (RawRecord) throws -> Bool
    ) throws {
        let progress = Progress(sources: sources, in: environment)
        defer { progress.clear() }
        var options = RecordPipeline.Options()
        options.showProgress = progress.redraw
        options.skipsBadRecords = skipsBadRecords
        try withoutActuallyEscaping(body) { body in
            var taker: RecordPipeline?
            defer { taker = nil }
            let output = FunctionOutput { record in
                do {
                    return try body(record)
                } catch let error as RecordError where skipsBadRecords && record.isLine {
                    try taker?.pass(error, canSkip: true)
                    return true
                }
            }
            let pipeline = RecordPipeline(nil, options: options, into: output)
            taker = pipeline
            do {
                try StreamProvider(sources, input, begun: begun).give(to: pipeline)
                progress.clear()
                environment.say(badRecords: pipeline.counts.badRecords, count: pipeline.counts.bad)
            } catch let failure as RecordError {
                throw CommandFailure(failure.behind(pipeline.counts.records), in: environment)
            }
        }
    }
}

extension CheckedPredicate {
    /// The top-level keys of the record that the predicate reads; nil for all.
    var readKeys: [String]? { tree.uses.topLevelKeys }
    /// The paths of keys that the predicate reads, as columns of a table are named.
    package var readPaths: [String] { tree.uses.fields.map { $0.keys.joined(separator: ".") } }
}

/// The options of a filter.
struct FilterRequest {
    /// The predicate, its records, and the known types of the records.
    var predicate: PredicateRequest
    /// Whether only the number of records is wanted.
    var countOnly = false
    /// The query over the matching records; nil if records are written unchanged.
    var query: RecordQuery?
    /// The number of columns of the query before the fields of the record, which are kept; nil if they are not.
    var keptFields: Int?
    /// The format of the output.
    var output = OutputFormat.ndjson
    /// The fields to leave out of the records.
    var omitted = OmittedFields([])
    /// Whether each record, or the number of records of each file, gets the name of its file.
    var showsFileName = false
    /// The name of that field.
    var fileNameField = FileNameOutput.field
    /// Whether comma-separated and tab-separated values contain nothing that a spreadsheet would run.
    var csvSafe = false
    /// Whether every byte of every record is checked.
    var strict = false
    /// Whether a record that exceeds an evaluation limit is an error.
    var strictLimits = false
    /// What is skipped, counted and read; a request with a query has its offset and limit there.
    var options = RecordPipeline.Options()
}

extension FilterRequest {
    /// Checks what is asked, and says what is doubtful in it.
    func prepared(in environment: CommandEnvironment) throws -> FilterPreparation.Prepared {
        try predicate.prepared(query: query, in: environment)
    }

    /// The writer of the results.
    ///
    /// - Parameters:
    ///   - query: the query over the matching records; nil without one.
    ///   - schema: what is known of the records; nil for nothing.
    ///   - predicate: the predicate, whose fields a table shows.
    func writer(
        of query: CheckedQuery? = nil, schema: RecordSchema?, showing predicate: CheckedPredicate? = nil,
        in environment: CommandEnvironment
    ) -> any RecordOutput {
        if countOnly { return query == nil ? CountOutput() : NumberOutput(output: environment.output) }
        var columns = query.map { OutputColumns(of: $0, schema: schema) } ?? OutputColumns(schema: schema)
        if let keptFields {
            let computed = columns.names
            columns = OutputColumns(schema: schema)
            let names = Set(computed.map(ExactName.init))
            columns.names.removeAll { names.contains(ExactName($0)) }
            columns.names = computed.prefix(keptFields) + columns.names + computed.dropFirst(keptFields)
        }
        columns.names.removeAll { omitted.contains($0) }
        columns.wanted = predicate?.readPaths ?? []
        if showsFileName { columns.names.insert(fileNameField, at: 0) }
        var writer = output.writer(columns, csvSafe: csvSafe, in: environment)
        if !omitted.isEmpty { writer = OmittingOutput(omitted, into: writer, in: environment) }
        if showsFileName { writer = FileNameOutput(field: fileNameField, results: writer) }
        return writer
    }
}
