import PredicateFormat

/// Evaluates a request for parts of an input, one after another.
package final class PartFilter {
    private let request: PartRequest
    private let query: CheckedQuery?
    private let predicate: CompiledPredicate
    private let context: EvaluationContext
    private let warnings = Locked<[EvaluationWarning: Int]>([:])
    private var evaluation: EvaluationRun
    private var reader: JSONReader
    /// The keys that the predicate reads; nil for all.
    private let wanted: WantedFields?
    /// The scan of lines; nil if records have to be read.
    private let scan: LineScan?
    /// The most errors of skipped records that a part returns.
    private static let keptErrors = 5

    /// A filter.
    ///
    /// - Throws: if the query of the request cannot be used.
    package init(_ request: PartRequest) throws(PartRequestError) {
        self.request = request
        let warnings = warnings
        context = request.context { warning in warnings.withLock { $0[warning, default: 0] += 1 } }
        predicate = request.predicate.compiled
        evaluation = predicate.makeRun(context: context)
        let schema = request.declaredSchema
        do throws(RecordQueryDiagnostics) {
            query = try request.query?.checked(against: schema, library: request.predicate.library)
        } catch {
            throw PartRequestError("the query of the request cannot be used: \(error)")
        }
        reader = JSONReader(strict: request.strict, shape: schema.flatMap { RecordShape($0) })
        reader.requiresObjects = request.requiresObjects
        let keys = request.predicate.uses.topLevelKeys
        wanted = keys.map { WantedFields($0) }
        var options = LineScan.Options()
        options.keepsLines = request.result == .records
        options.skipsBadRecords = request.skipsBadRecords
        options.isStrict = request.strict
        options.limits = request.input.limits
        options.requiresObjects = request.requiresObjects
        scan = reader.shape == nil ? LineScan(request.predicate, context: context, options: options) : nil
    }

    /// Evaluates a part, and writes what it returns and its summary.
    ///
    /// - Throws: only the errors of the output. Errors of the records are in the summary.
    package func run(_ task: PartTask, _ output: inout PartOutput) throws {
        try run(part: task.part, &output) { walk in try read(task, &walk) }
    }

    /// Evaluates the lines of an input, which are part 0. The rest is not read if no further record is wanted, or if one is
    /// bad.
    ///
    /// - Throws: only the errors of the output. Errors of the records are in the summary.
    package func run(linesOf source: RecordSource, _ output: inout PartOutput) throws {
        try run(part: 0, &output) { walk in
            var input = request.input
            input.layout = .lines
            let stream = try RecordStream(source, input)
            defer { walk.summary.byteCount = stream.offset }
            try readWhole(stream, &walk)
        }
    }

    private func run(
        part: Int, _ output: inout PartOutput, _ body: (inout PartWalk) throws -> Void
    ) throws {
        warnings.withLock { $0 = [:] }
        output.begin()
        var walk = PartWalk(
            summary: PartSummary(part: part), output: output,
            query: query.map {
                PartQuery($0, joinsGroups: request.joinsGroups, context: context, reader: reader)
            })
        do {
            try body(&walk)
            try walk.finish()
        } catch let error as RecordError {
            walk.summary.failure = error
        }
        walk.summary.warnings = warnings.withLock { $0 }
        output = walk.output
        try output.finish(walk.summary)
    }

    /// The state of a part.
    private struct PartWalk {
        var summary: PartSummary
        var output: PartOutput
        var query: PartQuery?

        mutating func finish() throws { try query?.finish(&output) }
    }

    private func isFull(_ walk: PartWalk) -> Bool {
        walk.query?.isFull ?? false || request.limit.map { walk.summary.matchCount >= $0 } ?? false
    }

    private func read(_ task: PartTask, _ walk: inout PartWalk) throws {
        let limits = request.input.limits
        guard let range = task.range else {
            let stream = try RecordStream(.file(task.path), request.input)
            defer { walk.summary.byteCount = stream.offset }
            return try readWhole(stream, &walk)
        }
        let part = try FilePart(path: task.path, range: range, size: task.size)
        defer { walk.summary.byteCount = part.lines.count }
        if part.lines.isEmpty { return }
        do {
            if let scan {
                try ParallelLineScan([scan]).run(part.wholeLines(limits)) { found, piece in
                    try take(found, piece, canSkip: true, &walk)
                }
            } else {
                let bad = walk.summary.badRecords.count
                defer {
                    for index in bad..<walk.summary.badRecords.count {
                        walk.summary.badRecords[index] = part.located(walk.summary.badRecords[index])
                    }
                }
                do {
                    try read(part.stream(limits), &walk)
                } catch let error as RecordError {
                    throw part.located(error)
                }
            }
        } catch let error as RecordError {
            throw part.whole(error)
        }
    }

    private func readWhole(_ stream: RecordStream, _ walk: inout PartWalk) throws {
        try stream.begin()
        if let scan, stream.layout == .lines {
            try ParallelLineScan([scan]).run(stream, beforeWaiting: {}) { found, piece in
                try take(found, piece, canSkip: true, &walk)
            }
        }
        try read(stream, &walk)
    }

    // MARK: Scanned records

    /// Takes the results of a piece. Returns false if no more are wanted.
    private func take(
        _ found: LineScan.Found, _ piece: ScanPiece, canSkip: Bool, _ walk: inout PartWalk
    ) throws -> Bool {
        walk.summary.recordCount += found.recordCount
        if request.result == .count {
            walk.summary.matchCount += found.matchCount
        } else {
            for range in found.matches {
                if isFull(walk) { return false }
                try write(piece.record(at: range), isLine: true, &walk)
            }
        }
        if isFull(walk) { return false }
        walk.summary.badCount += found.badCount - found.errors.count
        for error in found.errors { try pass(error, canSkip: canSkip, &walk) }
        return true
    }

    private func write(_ record: RawRecord, isLine: Bool, _ walk: inout PartWalk) throws {
        walk.summary.matchCount += 1
        guard request.result == .records else { return }
        let record = isLine ? record : RawRecord(bytes: record.withBytes { JSONText.compact($0) })
        if walk.query != nil {
            try walk.query?.add(record, &walk.output)
        } else {
            try record.withBytes { try walk.output.write($0) }
        }
    }

    /// Counts a bad record, or throws its error.
    private func pass(_ error: RecordError, canSkip: Bool, _ walk: inout PartWalk) throws {
        guard request.skipsBadRecords, canSkip, error.kind == .data else { throw error }
        walk.summary.badCount += 1
        if walk.summary.badRecords.count < Self.keptErrors { walk.summary.badRecords.append(error) }
    }

    // MARK: Records that are read

    private func read(_ stream: RecordStream, _ walk: inout PartWalk) throws {
        while !isFull(walk) {
            do {
                guard let record = try stream.next() else { return }
                walk.summary.recordCount += 1
                let isLine = stream.layout == .lines
                if try holds(record, isLine: isLine) { try write(record, isLine: isLine, &walk) }
            } catch let error as RecordError {
                try pass(error, canSkip: stream.canSkipBadRecords, &walk)
            }
        }
    }

    private func holds(_ record: RawRecord, isLine: Bool) throws(RecordError) -> Bool {
        if let holds = try scan?.decide(record, isLine: isLine) { return holds }
        let value: PredicateValue
        if let wanted {
            value = try reader.readPartially(record, fields: wanted)
        } else {
            value = try reader.read(record)
        }
        evaluation.recordBytes = record.count
        guard predicate.evaluate(on: value, in: &evaluation) else { return false }
        if wanted != nil, !request.strict, request.result == .records { try reader.validate(record) }
        return true
    }
}
