import PredicateFormat
import PredicateRecords

/// Runs a filter: reads records, evaluates the predicate, writes those that match.
struct FilterRun {
    let request: FilterRequest
    let environment: CommandEnvironment

    init(_ request: FilterRequest, in environment: CommandEnvironment) {
        self.request = request
        self.environment = environment
    }

    func run() throws {
        let started = ContinuousClock.now
        let prepared = try FilterPreparation(request: request.predicate, environment: environment).prepare()
        if request.predicate.showWarnings { showWarnings(of: prepared.predicate) }
        var scan = RecordScan(request, prepared, in: environment)
        do {
            try scan.run()
        } catch let failure as RecordError {
            // Everything before the bad record has been written by now, and is shown first. A number that counts only
            // a part is not: it would pass for the whole.
            try scan.finish(isWhole: false)
            scan.report(started)
            throw CommandFailure(failure, in: environment)
        }
        try scan.finish()
        scan.report(started)
    }

    private func showWarnings(of predicate: CheckedPredicate) {
        guard !predicate.warnings.isEmpty else { return }
        let shown = PredicateDiagnostics(source: predicate.source, diagnostics: predicate.warnings)
        environment.say(environment.picture(of: shown, fileName: request.predicate.text.fileName))
    }
}

/// Counts warnings of an evaluation, which come from any thread and any number of times.
final class EvaluationWarnings: Sendable {
    private let seen = Locked<Set<EvaluationWarning>>([])

    func add(_ warning: EvaluationWarning) { seen.withLock { _ = $0.insert(warning) } }

    /// What happened, a sentence each.
    var sentences: [String] {
        seen.withLock { $0 }.map { warning in
            switch warning {
            case .patternLimit(let pattern): "a match of `\(pattern)` took too many steps and counted as no match"
            case .badPattern(let pattern, let reason):
                "the pattern `\(pattern)` cannot be used and matched nothing: \(reason)"
            case .stepLimit: "the predicate took too many steps for a record and counted as false"
            }
        }.sorted()
    }
}

/// The walk over all records of all inputs.
struct RecordScan {
    private let request: FilterRequest
    private let prepared: FilterPreparation.Prepared
    private let environment: CommandEnvironment
    private let predicate: CompiledPredicate
    /// One for all records, so that `now()` is one instant (LANGUAGE D101).
    private var evaluation: EvaluationRun
    private let warnings = EvaluationWarnings()
    private let wanted: WantedFields?
    private var reader: JSONReader
    private var writer: any RecordOutput
    private var conformance: SchemaConformance?
    private var progress: Progress
    private(set) var recordCount = 0
    private(set) var matchCount = 0
    private var writtenCount = 0
    private var byteCount = 0
    private var badRecords: [RecordError] = []
    private var badRecordCount = 0
    private var firstMismatch: SchemaConformance.Mismatch?
    private var mismatchCount = 0
    /// The instructions of the scanner, where it was asked, and on how many threads at most.
    private var scannedBy: String?
    private var scanThreads = 1

    init(_ request: FilterRequest, _ prepared: FilterPreparation.Prepared, in environment: CommandEnvironment) {
        self.request = request
        self.prepared = prepared
        self.environment = environment
        let warnings = warnings
        predicate = prepared.predicate.compiled
        evaluation = predicate.makeRun(context: EvaluationContext(warn: { warnings.add($0) }))
        let declared = prepared.schema?.origin == .declared ? prepared.schema : nil
        wanted = prepared.predicate.readKeys.map { WantedFields($0) }
        reader = JSONReader(strict: request.strict, shape: declared.flatMap { RecordShape($0) })
        // Scalars are records only where somebody said so (LANGUAGE D70).
        reader.requiresObjects = !request.predicate.untyped && !(declared.map { !$0.rootIsRecord } ?? false)
        writer =
            request.countOnly
            ? CountOutput() : request.output.writer(schema: prepared.schema, in: environment)
        conformance =
            request.predicate.showWarnings
            ? declared.map { SchemaConformance($0, fields: prepared.predicate.readKeys) } : nil
        progress = Progress(sources: request.predicate.sources, in: environment)
    }

    private var isFull: Bool { request.limit.map { writtenCount >= $0 } ?? false }

    mutating func run() throws {
        for (index, source) in request.predicate.sources.enumerated() {
            if isFull { return }
            guard let begun = prepared.begun[index] else {
                let stream = try RecordStream(source, request.predicate.input)
                if try scanWhole(stream, after: byteCount) { continue }
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

    /// The scan of lines in memory, where it can do what is asked for.
    private func lineScan() -> LineScan? {
        let isPlain = request.countOnly || request.output == .ndjson
        // With a limit what lies behind it is not read, so nothing of it is said or counted.
        let isCounted = request.limit != nil && (request.skipBadRecords || request.showStatistics)
        guard isPlain, !isCounted, conformance == nil, reader.shape == nil else { return nil }
        var options = LineScan.Options()
        options.keepsLines = !request.countOnly
        options.skipsBadRecords = request.skipBadRecords
        options.isStrict = request.strict
        options.limits = request.predicate.input.limits
        options.requiresObjects = reader.requiresObjects
        return LineScan(prepared.predicate, context: evaluation.context, options: options)
    }

    /// Scans an input of lines that is in memory as a whole; false for every other one.
    private mutating func scanWhole(_ stream: RecordStream, after bytesBefore: Int) throws -> Bool {
        guard let scan = lineScan(), let whole = try stream.takeWholeLines() else { return false }
        try whole.withText { text in
            let threads = min(request.threads, max(1, text.count >> 20))
            scannedBy = scan.kernelName
            scanThreads = max(scanThreads, threads)
            try ParallelLineScan(scan, threads: threads).run(text, from: whole.start, file: stream.name) { found, end in
                try take(found, of: text, in: stream, upTo: bytesBefore + end)
                return !isFull
            }
        }
        return true
    }

    /// Scans the lines of an input as they come in; nothing for another layout. What is left is for `scan`.
    private mutating func scanLines(_ stream: RecordStream, after bytesBefore: Int) throws {
        guard let scan = lineScan() else { return }
        scannedBy = scan.kernelName
        while !isFull {
            let isScanned: Void? = try stream.nextLines { text, place in
                let found = scan.scan(text, in: 0..<text.count, origin: place, file: stream.name)
                try take(found, of: text, in: stream, upTo: bytesBefore + place.offset + text.count)
            }
            if isScanned == nil { return }
        }
    }

    /// Takes what has been found in a piece of an input that ends behind so many bytes of all.
    private mutating func take(
        _ found: LineScan.Found, of text: UnsafeBufferPointer<UInt8>, in stream: RecordStream, upTo end: Int
    ) throws {
        recordCount += found.recordCount
        byteCount = end
        try take(found, of: text)
        if isFull { return }
        badRecordCount += found.badCount - found.errors.count
        for error in found.errors { try pass(error, stream) }
        progress.update(bytes: byteCount)
    }

    /// Counts, and writes where that is asked for, the lines that have been found.
    private mutating func take(_ found: LineScan.Found, of text: UnsafeBufferPointer<UInt8>) throws {
        guard !request.countOnly else {
            matchCount += found.matchCount
            writtenCount = min(request.limit ?? .max, max(0, matchCount - request.offset))
            return
        }
        for line in found.matches {
            if isFull { return }
            matchCount += 1
            guard matchCount > request.offset else { continue }
            writtenCount += 1
            // With its line feed, which only the last line of all may lack.
            let end = min(text.count, line.upperBound + 1)
            try environment.output.write(UnsafeBufferPointer(rebasing: text[line.lowerBound..<end]))
            if end == line.upperBound { try environment.output.write("\n") }
        }
    }

    /// Walks over what is left of an input; `bytesBefore` bytes of other inputs have been read.
    private mutating func scan(_ stream: RecordStream, after bytesBefore: Int) throws {
        try scanLines(stream, after: bytesBefore)
        while !isFull {
            let record: RawRecord?
            do throws(RecordError) {
                record = try stream.next()
            } catch {
                try pass(error, stream)
                continue
            }
            guard let record else { break }
            try take(record, of: stream, after: bytesBefore)
            progress.update(bytes: byteCount)
        }
    }

    /// Goes on behind a bad record where that is wanted and possible.
    private mutating func pass(_ error: RecordError, _ stream: RecordStream) throws(RecordError) {
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
        let value: PredicateValue
        if let wanted {
            // What is written is validated whole below; what is not, only as far as the predicate reads.
            value = try reader.readHastily(record, fields: wanted)
        } else {
            value = try reader.read(record)
        }
        if let mismatch = conformance?.mismatch(of: value) {
            mismatchCount += 1
            if firstMismatch == nil { firstMismatch = mismatch.at(record) }
        }
        guard predicate.evaluate(on: value, in: &evaluation) else { return }
        if wanted != nil, !request.strict, !request.countOnly { try reader.validate(record) }
        matchCount += 1
        guard matchCount > request.offset else { return }
        writtenCount += 1
        try writer.write(record, isLine: isLines)
    }

    /// Writes what the output holds back.
    mutating func finish(isWhole: Bool = true) throws {
        progress.clear()
        if request.countOnly {
            if isWhole { try environment.output.write("\(writtenCount)\n") }
        } else {
            try writer.finish()
        }
        try environment.output.flush()
    }

    /// Says what happened beside the records.
    func report(_ started: ContinuousClock.Instant) {
        for sentence in warnings.sentences { environment.say("warning: \(sentence)") }
        if badRecordCount > 0 {
            environment.say(
                "warning: \(badRecordCount) bad \(badRecordCount == 1 ? "record was" : "records were") skipped")
            for error in badRecords { environment.say("  \(error)") }
            if badRecordCount > badRecords.count { environment.say("  and \(badRecordCount - badRecords.count) more") }
        }
        if let firstMismatch {
            environment.say(
                "warning: \(mismatchCount) \(mismatchCount == 1 ? "record does" : "records do") not conform to the schema; "
                    + "the first: \(firstMismatch)")
        }
        if request.showStatistics { showStatistics(ContinuousClock.now - started) }
    }

    /// What the lines were scanned with; nothing where they were read.
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
        )
    }

    private func rounded(_ number: Double, digits: Int = 1) -> String {
        FixedNumber.text(number, digits: digits)
    }
}

extension CheckedPredicate {
    /// The keys of the record that have to be read; nil for all.
    var readKeys: [String]? { tree.uses.topLevelKeys }
}
