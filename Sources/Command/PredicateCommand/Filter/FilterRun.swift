import PredicateFormat
import PredicateRecords

/// Runs a filter over files and pipes.
struct FilterRun {
    let request: FilterRequest
    let environment: CommandEnvironment

    init(_ request: FilterRequest, in environment: CommandEnvironment) {
        self.request = request
        self.environment = environment
    }

    /// Runs the filter. Returns how many records matched.
    @discardableResult
    func run() throws -> Int {
        let started = ContinuousClock.now
        let asked = request.predicate
        let prepared = try FilterPreparation(request: asked, query: request.query, environment: environment).prepare()
        prepared.sayWarnings(asked, in: environment)
        let answer = FilterAnswer(
            request, prepared, progress: Progress(sources: asked.sources, in: environment), in: environment)
        let matchCount = try answer.run(
            StreamProvider(asked.sources, asked.input, begun: prepared.begun), started, answer.statistics)
        if matchCount == 0, answer.pipeline.counts.records > 0 {
            prepared.sayWhyNothingMatches(asked, in: environment)
        }
        return matchCount
    }
}

extension PredicateRequest {
    /// Calls a function with each record until it returns false.
    ///
    /// - Parameter begun: the inputs that cannot be read twice.
    func forEachRecord(
        begun: [Int: BegunStream] = [:], in environment: CommandEnvironment, _ body: (RawRecord) throws -> Bool
    ) throws {
        let progress = Progress(sources: sources, in: environment)
        defer { progress.clear() }
        var options = RecordPipeline.Options()
        options.showProgress = progress.redraw
        try withoutActuallyEscaping(body) { body in
            let pipeline = RecordPipeline(nil, options: options, into: FunctionOutput(body))
            do {
                try StreamProvider(sources, input, begun: begun).give(to: pipeline)
            } catch let failure as RecordError {
                throw CommandFailure(failure.behind(pipeline.counts.records), in: environment)
            }
        }
    }
}

extension CheckedPredicate {
    /// The top-level keys of the record that the predicate reads; nil for all.
    var readKeys: [String]? { tree.uses.topLevelKeys }
}
