import PredicateCore
import PredicateFormat

/// Evaluates a request for parts of an input, one after another.
package final class PartFilter {
    private let request: PartRequest
    private let query: CheckedQuery?
    private let context: EvaluationContext
    private let warnings = Locked(EvaluationWarnings())
    private let reader: JSONReader

    /// A filter.
    ///
    /// - Throws: if the query of the request cannot be used.
    package init(_ request: PartRequest) throws(PartRequestError) {
        self.request = request
        let warnings = warnings
        var context = request.context { warning in warnings.withLock { $0 }.add(warning) }
        context.unusable = UnusableValues()
        self.context = context
        let schema = request.declaredSchema
        query = try RecordQueryDiagnostics.translating(
            try request.query?.checked(against: schema, library: request.predicate.library)
        ) {
            PartRequestError("the query of the request cannot be used: \($0)")
        }
        var reader = JSONReader(strict: request.strict, shape: schema.flatMap { RecordShape($0) })
        reader.requiresObjects = request.requiresObjects
        self.reader = reader
    }

    /// Evaluates a part, and writes what it returns and its summary.
    ///
    /// - Throws: only the errors of the output. Errors of the records are in the summary.
    package func run(_ task: PartTask, _ output: PartOutput) throws {
        guard let range = task.range else {
            return try run(part: task.part, output) { pipeline in
                try self.read(.file(task.path), self.request.input, pipeline)
            }
        }
        try run(part: task.part, output) { pipeline in
            let part = try FilePart(path: task.path, range: range, size: task.size)
            try self.read(part, pipeline)
        }
    }

    /// Evaluates the lines of an input, which are part 0. The rest is not read if no further record is wanted, or if one is
    /// bad.
    ///
    /// - Throws: only the errors of the output. Errors of the records are in the summary.
    package func run(linesOf source: RecordSource, _ output: PartOutput) throws {
        var input = request.input
        input.layout = .lines
        try run(part: 0, output) { pipeline in try self.read(source, input, pipeline) }
    }

    private func run(part: Int, _ output: PartOutput, _ give: (RecordPipeline) throws -> Void) throws {
        let warnings = EvaluationWarnings()
        self.warnings.withLock { $0 = warnings }
        var options = RecordPipeline.Options()
        options.countsOnly = request.result == .count
        options.limit = request.limit
        options.skipsBadRecords = request.skipsBadRecords
        options.limits = request.input.limits
        options.scans = true
        let results: any RecordOutput =
            query.map {
                PartQuery($0, joinsGroups: request.joinsGroups, context: context, reader: reader, into: output)
            } ?? output
        output.begin()
        let pipeline = RecordPipeline(
            request.predicate, reader: reader, context: context, options: options, into: results)
        var summary = PartSummary(part: part)
        do {
            try give(pipeline)
            try pipeline.finish()
        } catch let error as RecordError {
            summary.failure = error
        }
        let counts = pipeline.counts
        (summary.recordCount, summary.matchCount, summary.byteCount) = (counts.records, counts.matches, counts.bytes)
        (summary.badCount, summary.badRecords) = (counts.bad, counts.badRecords)
        summary.warnings = warnings.counts
        if let unusable = context.unusable { summary.take(unusable, of: request.predicate, query) }
        try output.end(summary)
    }

    private func read(_ source: RecordSource, _ input: RecordInputOptions, _ pipeline: RecordPipeline) throws {
        let stream = try RecordStream(source, input)
        defer { pipeline.counts.bytes = stream.offset }
        try stream.begin()
        try pipeline.read(stream)
    }

    private func read(_ part: FilePart, _ pipeline: RecordPipeline) throws {
        defer { pipeline.counts.bytes = part.lines.count }
        if part.lines.isEmpty { return }
        let limits = request.input.limits
        do {
            if try pipeline.scan(part.wholeLines(limits)) { return }
            defer { pipeline.counts.badRecords = pipeline.counts.badRecords.map(part.located) }
            do {
                try pipeline.read(part.stream(limits))
            } catch let error as RecordError {
                throw part.located(error)
            }
        } catch let error as RecordError {
            throw part.whole(error)
        }
    }
}
