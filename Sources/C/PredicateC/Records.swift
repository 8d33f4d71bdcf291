import CPredicate
import PredicateCore
import PredicateFiles
import PredicateFormat
import PredicatePatterns
import PredicateRecords

/// A predicate or a template, and what is kept for matching.
final class PredicateContent: HandleContent, Sendable {
    static let noun = "predicate"
    static let library = PredicateLibrary.standardWithPatterns

    /// The predicate. That of a template has variables without values.
    let predicate: CheckedPredicate
    /// The locations of decimals in records.
    let shape: RecordShape?
    /// Whether a program keeps the instant of `now()`, so that each call needs its own program.
    private let isTimed: Bool
    private let matchers = Locked<[Matcher]>([])

    init(_ predicate: CheckedPredicate) {
        self.predicate = predicate
        shape = predicate.schema.flatMap { RecordShape($0) }
        isTimed = predicate.uses.functions.contains(BuiltInFunction.now.rawValue)
    }

    /// Asks a matcher, which no other call uses meanwhile.
    func matching<Answer>(_ ask: (Matcher) throws -> Answer) throws -> Answer {
        try predicate.requireBound()
        let kept = isTimed ? nil : matchers.withLock { $0.popLast() }
        let matcher = kept ?? Matcher(predicate, shape, isKept: !isTimed)
        defer {
            if !isTimed { matchers.withLock { if $0.count < 64 { $0.append(matcher) } } }
        }
        return try ask(matcher)
    }
}

/// Matches records with memory that is used again. Only one thread at a time uses it.
final class Matcher: @unchecked Sendable {
    private let note = LimitNote()
    private let wanted: WantedFields?
    private let makeScan: (Bool) -> LineScan?
    /// The scan of a single record. Making one takes longer than reading a record.
    private lazy var single = isKept ? makeScan(false) : nil
    private lazy var scan = makeScan(true)
    private let isKept: Bool
    private var reader: JSONReader
    private let compiled: CompiledPredicate
    private var run: EvaluationRun

    init(_ predicate: CheckedPredicate, _ shape: RecordShape?, isKept: Bool) {
        self.isKept = isKept
        let context = note.listening(to: EvaluationContext(limits: predicate.limits))
        wanted = predicate.uses.topLevelKeys.map { WantedFields($0) }
        reader = JSONReader(maximumDepth: predicate.limits.recordDepth, shape: shape)
        compiled = predicate.compiled(for: context)
        run = compiled.makeRun(context: context)
        makeScan = { keepsLines in
            // Decimals are not scanned.
            guard shape == nil else { return nil }
            var options = LineScan.Options()
            options.keepsLines = keepsLines
            options.limits.depth = predicate.limits.recordDepth
            options.requiresObjects = false
            return LineScan(predicate, context: context, options: options)
        }
    }

    /// Whether a record matches.
    func matches(_ record: UnsafeBufferPointer<UInt8>) throws -> Bool {
        var holds = single?.decideWhole(record)
        if holds == nil {
            // What the scan noted is noted again.
            _ = note.take()
            let value = try reader.read(record, fields: wanted)
            run.recordBytes = record.count
            holds = compiled.evaluate(on: value, in: &run)
        }
        if let limit = note.take() { throw CallFailure(limit, of: "the record") }
        return holds == true
    }

    /// Calls a function with the number of each line, from 0, that matches.
    func forEachMatch(in lines: UnsafeBufferPointer<UInt8>, _ take: (Int) -> Void) throws {
        // A limit before an error is not one of the next call.
        defer { _ = note.take() }
        if let scan {
            let found = scan.scan(lines, in: lines.indices, file: nil)
            var (line, start) = (0, 0)
            for match in found.matches {
                line += lines[start..<match.lowerBound].count { $0 == UInt8(ascii: "\n") }
                start = match.lowerBound
                take(line)
            }
            if let error = found.errors.first { throw error }
        } else {
            var (line, start) = (0, 0)
            while start < lines.count {
                let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) ?? lines.count
                let bytes = UnsafeBufferPointer(rebasing: lines[start..<end])
                if bytes.contains(where: { $0 > 0x20 }) {
                    let location = RecordError.Location(offset: start, line: line + 1, column: 1)
                    let value = try reader.read(bytes, fields: wanted, startingAt: location)
                    run.recordBytes = bytes.count
                    if compiled.evaluate(on: value, in: &run) { take(line) }
                }
                (line, start) = (line + 1, end + 1)
            }
        }
        if let limit = note.take() { throw CallFailure(limit, of: "a record") }
    }
}

extension CallFailure {
    /// The failure for a limit that left a record undecided.
    init(_ limit: EvaluationLimit, of record: String) {
        let reason =
            switch limit {
            case .steps: "took more steps than the limit (evaluationSteps)"
            case .bytes: "took more bytes than the limit (evaluationBytes)"
            case .pattern: "matched a pattern with more steps than the limit (patternSteps)"
            case .patternSize: "has a pattern that is too large (patternBytes)"
            case .cancellation: "was cancelled"
            }
        self.init(
            status: PREDICATE_UNDECIDED, message: "error: \(record) is undecided: the evaluation \(reason)")
    }
}

/// A scan of a file, whose callback is called on the thread of the caller.
final class FileScan: RecordOutput {
    /// Calls the caller's function with a record, or with nil to show progress; false stops the scan.
    private let take: (UnsafeBufferPointer<UInt8>?, (records: Int, bytes: Int)) -> Bool
    private let showsProgress: Bool
    private var counts: () -> (records: Int, bytes: Int) = { (0, 0) }
    private var shown = ContinuousClock.now
    private(set) var isFull = false

    /// The time between two calls that only show progress.
    private static let interval: Duration = .milliseconds(50)

    /// - Parameter showsProgress: whether the function is called with nil, too.
    init(showsProgress: Bool, _ take: @escaping (UnsafeBufferPointer<UInt8>?, (records: Int, bytes: Int)) -> Bool) {
        self.showsProgress = showsProgress
        self.take = take
    }

    func write(_ record: RawRecord, isLine: Bool) {
        record.withBytes { pass($0) }
    }

    func write(line: UnsafeBufferPointer<UInt8>) -> Bool {
        pass(line.last == UInt8(ascii: "\n") ? UnsafeBufferPointer(rebasing: line.dropLast()) : line)
        return true
    }

    func finish() {}

    private func pass(_ record: UnsafeBufferPointer<UInt8>?) {
        if !isFull, !take(record, counts()) { isFull = true }
    }

    private func showProgress() {
        let now = ContinuousClock.now
        guard showsProgress, now - shown >= Self.interval else { return }
        shown = now
        pass(nil)
    }

    /// Scans a file.
    ///
    /// - Parameter matches: the number of records that matched, also after an error.
    func run(
        _ path: String, _ content: PredicateContent, _ input: RecordInputOptions, _ options: RecordPipeline.Options,
        matches: inout Int
    ) throws {
        let predicate = content.predicate
        try predicate.requireBound()
        let warnings = EvaluationWarnings()
        var reader = JSONReader(maximumDepth: input.limits.depth, shape: content.shape)
        reader.requiresObjects = predicate.schema?.rootIsRecord ?? true
        var options = options
        options.limits = input.limits
        options.scans = true
        options.showProgress = { _ in self.showProgress() }
        options.beforeWaiting = {
            self.showProgress()
            if self.isFull { throw CallFailure.cancelled }
        }
        let pipeline = RecordPipeline(
            predicate, reader: reader,
            context: warnings.counting(EvaluationContext(limits: predicate.limits), unusable: false),
            options: options, into: self)
        counts = { (pipeline.counts.records, pipeline.counts.bytes) }
        defer {
            // The pipeline and this output keep each other.
            counts = { (0, 0) }
            matches = pipeline.counts.written
        }
        try StreamProvider([.file(path)], input).give(to: pipeline)
        if isFull { throw CallFailure.cancelled }
        if let limit = warnings.counts.keys.lazy.compactMap(\.limit).first { throw CallFailure(limit, of: "a record") }
    }
}

extension CallFailure {
    /// The callback stopped the scan.
    static var cancelled: CallFailure {
        CallFailure(status: PREDICATE_CANCELLED, message: "error: the callback stopped the scan")
    }
}
