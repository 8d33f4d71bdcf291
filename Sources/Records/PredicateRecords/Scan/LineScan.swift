import CRecordScan
import PredicateCore
import PredicateFormat

/// Finds the lines of JSON that satisfy a predicate, reading only the fields that it needs.
///
/// The scanner in C splits a line and a `SlotProgram` decides it. Lines that neither supports (an escaped key, a list
/// in the middle of a path, any error) are read by `JSONReader` and decided by `CompiledPredicate`. So bad records,
/// and their messages, are defined in one place. For values that the predicate does not read, the scanner only finds
/// the end, by quotes and brackets.
///
/// A scan is prepared once. Each thread has a `copy`.
package final class LineScan {
    /// The results for a piece of text.
    package struct Found {
        /// The number of records.
        package var recordCount = 0
        /// The number of records that satisfy the predicate.
        package var matchCount = 0
        /// The ranges of matching records in the text, without line feeds; empty if `keepsLines` is off.
        package var matches: [Range<Int>] = []
        /// The number of bad records.
        package var badCount = 0
        /// The first errors.
        package var errors: [RecordError] = []
        /// What operations could and could not use; nil if that is not counted.
        package var unusable: UnusableTally.Part?
    }

    /// Options besides counting.
    package struct Options: Sendable {
        /// Whether the locations of matching lines are kept. Each such line is then checked completely.
        package var keepsLines = true
        /// Whether a line that is kept is checked completely. A caller that only counts needs no more than the predicate.
        package var checksKeptLines = true
        /// Whether the scan continues after a bad record.
        package var skipsBadRecords = false
        /// The limits of records.
        package var limits = RecordLimits.standard
        /// Whether every line is checked completely, and a duplicate key makes it bad.
        package var isStrict = false
        /// Whether scalars are not records.
        package var requiresObjects = true
        /// The instructions, an `rs_kernel`; nil for the best available ones.
        package var kernel: UInt32?
        /// Whether to skip lines that lack bytes that the predicate needs (`NeededText`); nil decides from the lines.
        /// The results do not depend on it.
        package var passesLines: Bool?

        /// The defaults.
        package init() {}
    }

    /// The maximum number of errors to keep.
    package static let keptErrors = 5
    /// The number of lines that are split at a time.
    static let batch = 64
    /// The maximum size in bytes of an ordinary line.
    private static let ordinaryLine = 1 << 16
    /// The number of lists that may occur in the middle of a path before the path is cut there.
    private static let toleratedLists = 16
    /// The number of lines that could not be skipped before the scan checks whether searching pays.
    private static let candidates = 64

    private let predicate: CheckedPredicate
    private let context: EvaluationContext
    let options: Options
    private let wanted: WantedFields
    private let kernel: UInt32
    private var lists: [[String]]
    // They change only between two calls of the scanner, so loops over lines read them once per batch.
    private(set) var plan: ScanPlan
    private(set) var program: SlotProgram
    /// The maximum size of a line that is decided without counting steps.
    private let bound: EvaluationBound
    /// Bytes that a line must contain; nil if they are unknown, or every line is checked completely.
    private let needed: NeededText?
    /// Keys that the scanner has seen.
    let keys: ScanKeys
    private var reader: JSONReader
    private let compiled: CompiledPredicate
    private var run: EvaluationRun
    /// Counts the values that operations cannot use; nil if they are not counted.
    private let tally: UnusableTally?
    private var listCount = 0
    let lines: UnsafeMutablePointer<rs_line>
    private(set) var slots: UnsafeMutablePointer<rs_slot>

    /// A scan; nil for a predicate that reads whole records.
    ///
    /// - Parameters:
    ///   - predicate: the predicate. If its schema has decimals, records must be read differently.
    ///   - context: the context of its evaluation.
    package convenience init?(_ predicate: CheckedPredicate, context: EvaluationContext, options: Options) {
        self.init(predicate, context: context, options: options, lists: [], bound: nil)
    }

    private init?(
        _ predicate: CheckedPredicate, context: EvaluationContext, options: Options, lists: [[String]],
        bound known: EvaluationBound?
    ) {
        guard let keys = predicate.uses.topLevelKeys else { return nil }
        let kernel = options.kernel ?? rs_best_kernel()
        tally = predicate.program(for: context).sites.map { UnusableTally($0) }
        guard let (plan, program, needed) = Self.prepare(predicate, context, options, lists, kernel, tally),
            let seenKeys = ScanKeys()
        else { return nil }
        self.predicate = predicate
        let bound = known ?? EvaluationBound(predicate.program, context: context)
        self.bound = bound
        // A skipped line is not evaluated, so it must not be able to exceed its budget.
        self.needed = bound.recordBytes >= Self.ordinaryLine ? needed : nil
        self.keys = seenKeys
        self.context = context
        self.options = options
        self.lists = lists
        self.kernel = kernel
        self.plan = plan
        self.program = program
        wanted = WantedFields(keys)
        reader = JSONReader(maximumDepth: options.limits.depth, strict: options.isStrict)
        reader.requiresObjects = options.requiresObjects
        compiled = predicate.compiled(for: context)
        run = compiled.makeRun(context: context)
        run.tally = tally
        lines = .allocate(capacity: Self.batch)
        slots = .allocate(capacity: Self.batch * max(1, plan.slotCount))
    }

    deinit {
        lines.deallocate()
        slots.deallocate()
    }

    /// A copy for another thread.
    package func copy() -> LineScan? {
        LineScan(predicate, context: context, options: options, lists: lists, bound: bound)
    }

    /// The name of the instructions in use.
    package var kernelName: String { String(cString: rs_kernel_name(kernel)) }

    private static func prepare(
        _ predicate: CheckedPredicate, _ context: EvaluationContext, _ options: Options, _ lists: [[String]],
        _ kernel: UInt32, _ tally: UnusableTally?
    ) -> (ScanPlan, SlotProgram, NeededText?)? {
        var binding = InputBinding(.record, lists: lists)
        let whole = predicate.program(for: context)
        let levels = CoreDepth.of(whole.predicate)
        guard let bound = CoreDepth.run(levels: levels, { binding.bind(whole.predicate) }) else {
            return nil
        }
        let program = SlotProgram(
            CoreProgram(predicate: bound, slotCount: whole.slotCount), slotCount: binding.paths.count,
            library: predicate.library, context: context, maximumDepth: options.limits.depth, kernel: kernel,
            tally: tally)
        let plan = ScanPlan(
            paths: binding.paths, maximumDepth: options.limits.depth, kernel: kernel, conditions: program.conditions,
            showsUnusable: tally != nil)
        if options.isStrict { return (plan, program, nil) }
        return (plan, program, CoreDepth.run(levels: levels) { NeededText(bound.uncounted, counts: tally != nil) })
    }

    // MARK: Scanning

    /// Scans a piece of an input that begins at the start of a line and ends after a line feed or with the input.
    ///
    /// - Parameters:
    ///   - text: the whole input, up to the end of readable memory.
    ///   - piece: the range to scan.
    ///   - origin: the location of the text's first byte, for errors.
    ///   - file: the name of the input, for errors.
    ///   - isSingle: whether the piece is one record, in which nothing is searched for.
    ///   - shouldStop: called from time to time; true ends the scan.
    package func scan(
        _ text: UnsafeBufferPointer<UInt8>, in piece: Range<Int>, origin: RecordError.Location = .start, file: String?,
        isSingle: Bool = false, shouldStop: () -> Bool = { false }
    ) -> Found {
        var found = Found()
        guard let base = text.baseAddress else { return found }
        let input = Input(text: text, origin: origin, file: file)
        var hasPassed = false
        // What the first lines of an input hold says what the skipped ones are like.
        let isFirst = tally != nil && origin.offset + piece.lowerBound == 0
        var ofFirst: UnusableTally.Part?
        forEachLine(
            text, in: piece, unsearched: isSingle ? 1 : isFirst ? Self.batch : 0, shouldStop: shouldStop,
            passed: {
                found.recordCount &+= $0
                if isFirst, !hasPassed { ofFirst = takeUnusable() }
                hasPassed = true
            }
        ) { line, row, program in
            found.recordCount &+= 1
            defer {
                if let tally, tally.needsPlace {
                    tally.place(
                        at: UnusableValues.Place(file: file, location(of: line, in: input).line, isLine: true))
                }
            }
            do throws(RecordError) {
                guard try holds(line, row, program, text, file) else { return true }
                if options.keepsLines {
                    let start = base.distance(to: line.start)
                    if options.checksKeptLines, !options.isStrict { try validate(line, text, file) }
                    found.matches.append(start..<start + line.length)
                }
                found.matchCount &+= 1
            } catch {
                found.badCount += 1
                if found.errors.count < Self.keptErrors {
                    found.errors.append(located(error, line, input))
                }
                return options.skipsBadRecords
            }
            return true
        }
        found.unusable = takeUnusable()
        // The lines that have the text are not like those that were skipped.
        if hasPassed { found.unusable?.dropComparisons() }
        if var known = ofFirst, let rest = found.unusable {
            known.join(rest)
            found.unusable = known
        }
        return found
    }

    /// What operations have seen since the last call.
    private func takeUnusable() -> UnusableTally.Part? {
        guard let tally else { return nil }
        plan.count(program.rejections, in: tally)
        return tally.take()
    }

    /// Calls a function with each line of a piece and its slots, until it returns false.
    ///
    /// - Parameters:
    ///   - unsearched: the number of lines from which on others are skipped.
    ///   - passed: called with the number of lines that are skipped, because the predicate is false for them.
    @inline(__always)
    func forEachLine(
        _ text: UnsafeBufferPointer<UInt8>, in piece: Range<Int>, unsearched: Int = 0, shouldStop: () -> Bool,
        passed: (Int) -> Void = { _ in }, _ body: (rs_line, UnsafePointer<rs_slot>, SlotProgram) -> Bool
    ) {
        guard let base = text.baseAddress, piece.lowerBound >= 0, piece.upperBound <= text.count else { return }
        let end = base + piece.upperBound
        let limit = base + text.count
        var next: UnsafePointer<UInt8>? = base + piece.lowerBound
        // A line that exceeds the limit must be reported, not skipped.
        var needed = piece.count <= options.limits.recordBytes && options.passesLines != false ? needed : nil
        var passedCount = 0
        var candidates = 0
        var unsearched = unsearched
        while let at = next, at < end {
            if shouldStop() { return }
            var start = at
            var stop = end
            if let needed, unsearched <= 0 {
                let (found, count) = needed.pass(at, end, limit: limit, kernel: kernel)
                if count > 0 { passed(count) }
                if found >= end { return }
                start = found
                stop = firstLineFeed(in: found, from: 0, to: found.distance(to: end)).map { found + $0 + 1 } ?? end
                passedCount &+= count
                candidates &+= 1
            }
            let (plan, program, slots) = (plan, program, slots)
            let count = withUnsafePointer(to: plan.plan) {
                options.isStrict
                    ? rs_scan_strict_lines($0, keys.keys, start, stop, limit, lines, slots, Self.batch, &next)
                    : rs_scan_lines($0, keys.keys, start, stop, limit, lines, slots, Self.batch, &next)
            }
            unsearched -= count
            for index in 0..<count {
                guard body(lines[index], slots + index * plan.slotCount, program) else { return }
            }
            if candidates >= Self.candidates {
                // If at least half of the lines must be scanned, searching for the others does not pay.
                if options.passesLines == nil, passedCount < candidates { needed = nil }
                candidates = 0
                passedCount = 0
            }
            cutPathsIfNeeded()
        }
    }

    /// Whether a line, or a record of a document, satisfies the predicate. An error has its location within the line.
    @inline(__always)
    func holds(
        _ line: rs_line, _ row: UnsafePointer<rs_slot>, _ program: SlotProgram, _ text: UnsafeBufferPointer<UInt8>,
        _ file: String?, isLine: Bool = true
    ) throws(RecordError) -> Bool {
        let isTaken = line.status == rs_line_read.rawValue || line.status == rs_line_rejected.rawValue
        // A line that does not end with a brace is bad, even if the predicate reads only its beginning.
        if isTaken, line.length <= min(options.limits.recordBytes, bound.recordBytes), let base = text.baseAddress,
            JSONReader.endsAsObject(UnsafeBufferPointer(start: line.start, count: line.length)),
            !options.isStrict || line.is_whole != 0 || isStrictlyWhole(line, base + text.count)
        {
            if line.status == rs_line_rejected.rawValue {
                program.rejections.add(line)
                return false
            }
            if let holds = program.holds(row, limit: base + text.count) { return holds }
        }
        do throws(RecordError) {
            return try readSlowly(line, file)
        } catch {
            // An error must not depend on whether such lines are skipped.
            let bytes = UnsafeBufferPointer(start: line.start, count: line.length)
            if isLine, line.length <= options.limits.recordBytes, let needed, needed.isNeedless(bytes) { return false }
            throw error
        }
    }

    @inline(__always)
    private func isStrictlyWhole(_ line: rs_line, _ limit: UnsafePointer<UInt8>) -> Bool {
        rs_is_strict_json(kernel, keys.keys, line.start, line.length, limit, UInt32(clamping: options.limits.depth))
            != 0
    }

    @inline(never)
    private func readSlowly(_ line: rs_line, _ file: String?) throws(RecordError) -> Bool {
        if line.length > options.limits.recordBytes {
            throw .recordTooLarge(limit: options.limits.recordBytes, at: .start, file: file)
        }
        if line.status == rs_line_list.rawValue { noteList(Int(line.node)) }
        let bytes = UnsafeBufferPointer(start: line.start, count: line.length)
        let value = try reader.readPartially(bytes, fields: wanted, file: file)
        run.recordBytes = line.length
        return compiled.evaluate(on: value, in: &run)
    }

    /// Checks every byte of a line. An error has its location within the line.
    func validate(_ line: rs_line, _ text: UnsafeBufferPointer<UInt8>, _ file: String?) throws(RecordError) {
        if let base = text.baseAddress,
            rs_is_json(
                kernel, keys.keys, line.start, line.length, base + text.count, UInt32(clamping: options.limits.depth))
                != 0
        {
            return
        }
        try reader.validate(UnsafeBufferPointer(start: line.start, count: line.length), file: file)
    }

    // MARK: Locations

    /// The scanned text, for messages.
    private struct Input {
        var text: UnsafeBufferPointer<UInt8>
        var origin: RecordError.Location
        var file: String?
    }

    /// An error within a line, with its location in the input.
    private func located(_ error: RecordError, _ line: rs_line, _ input: Input) -> RecordError {
        let start = location(of: line, in: input)
        var error = error
        error.location = error.location.map {
            RecordError.Location(offset: $0.offset + start.offset, line: $0.line + start.line - 1, column: $0.column)
        }
        return error
    }

    /// The start of a line. Lines are counted only here, because errors are rare.
    private func location(of line: rs_line, in input: Input) -> RecordError.Location {
        guard let base = input.text.baseAddress else { return input.origin }
        let offset = base.distance(to: line.start)
        return RecordError.Location(
            offset: input.origin.offset + offset,
            line: input.origin.line + lineFeedCount(in: UnsafeBufferPointer(start: base, count: offset)), column: 1)
    }

    // MARK: Lists

    /// Notes a list in the middle of a path. Keys map over such a list, which the scanner does not support.
    private func noteList(_ node: Int) {
        listCount += 1
        guard plan.nodePaths.indices.contains(node), !lists.contains(plan.nodePaths[node]) else { return }
        lists.append(plan.nodePaths[node])
    }

    /// Cuts paths at lists that occur often, so that records with them are no longer read slowly.
    @inline(__always)
    func cutPathsIfNeeded() { if listCount > Self.toleratedLists { cutPaths() } }

    private func cutPaths() {
        listCount = 0
        guard let (plan, program, _) = Self.prepare(predicate, context, options, lists, kernel, tally) else { return }
        if let tally { self.plan.count(self.program.rejections, in: tally) }
        self.plan = plan
        self.program = program
        slots.deallocate()
        slots = .allocate(capacity: Self.batch * max(1, plan.slotCount))
    }
}

extension LineScan {
    /// The results of a part of a document.
    package struct FoundRecords {
        /// The results. Bad records are not included: the scan ends before them.
        package var found = Found()
        /// The end of the part: after a record.
        package var end: Int
        /// Whether something other than a good record follows: the end of the list, a scalar, or a record that must
        /// be read.
        package var isStopped = false
    }

    /// Scans records from a location after a record until one ends at or after another location.
    ///
    /// - Parameters:
    ///   - text: the document, up to the end of readable memory.
    ///   - start: the start of the scan.
    ///   - stop: the location from which the scan may end.
    ///   - form: the separators between records.
    package func scanRecords(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, until stop: Int, form: RecordForm
    ) -> FoundRecords {
        var records = FoundRecords(end: start)
        guard let base = text.baseAddress, start >= 0, start <= text.count else { return records }
        let limit = base + text.count
        let stop = base + min(stop, text.count)
        var at = base + start
        while at < stop, !records.isStopped {
            var next: UnsafePointer<UInt8>?
            var isStopped: Int32 = 0
            let (plan, program, slots) = (plan, program, slots)
            let count = withUnsafePointer(to: plan.plan) {
                rs_scan_records(
                    $0, keys.keys, form.rawValue, at, limit, limit, stop, lines, slots, Self.batch, &next, &isStopped)
            }
            records.isStopped = isStopped != 0
            for index in 0..<count {
                let line = lines[index]
                guard line.length <= options.limits.recordBytes,
                    take(line, slots + index * plan.slotCount, program, text, into: &records.found)
                else {
                    records.isStopped = true
                    break
                }
                at = line.start + line.length
            }
            cutPathsIfNeeded()
        }
        records.end = base.distance(to: at)
        records.found.unusable = takeUnusable()
        return records
    }

    /// The result for a record; nil if the record has to be read. A bad record is judged the same
    /// however it arrives.
    ///
    /// - Parameter isLine: whether the record is its own line, and not part of a document.
    package func decide(_ record: RawRecord, isLine: Bool) throws(RecordError) -> Found? {
        try record.withBytes { bytes throws(RecordError) -> Found? in
            if isLine {
                let found = scan(
                    bytes, in: bytes.indices, origin: record.location, file: record.file, isSingle: true)
                if let error = found.errors.first { throw error }
                return found
            }
            let records = scanRecords(bytes, from: 0, until: bytes.count, form: .sequence)
            return records.isStopped || records.found.recordCount != 1 ? nil : records.found
        }
    }

    /// Whether a record matches, of which every byte is checked; nil if it has to be read, as a bad one has.
    package func decideWhole(_ record: UnsafeBufferPointer<UInt8>) -> Bool? {
        let depth = UInt32(clamping: options.limits.depth)
        guard let base = record.baseAddress, record.count <= options.limits.recordBytes,
            rs_is_json(kernel, keys.keys, base, record.count, base + record.count, depth) != 0
        else { return nil }
        let records = scanRecords(record, from: 0, until: record.count, form: .sequence)
        return records.isStopped || records.found.recordCount != 1 ? nil : records.found.matchCount == 1
    }

    /// Counts a record, and keeps it if it matches. Returns false for a bad record.
    @inline(__always)
    private func take(
        _ line: rs_line, _ row: UnsafePointer<rs_slot>, _ program: SlotProgram, _ text: UnsafeBufferPointer<UInt8>,
        into found: inout Found
    ) -> Bool {
        do throws(RecordError) {
            if try holds(line, row, program, text, nil, isLine: false) {
                if options.keepsLines, let base = text.baseAddress {
                    let start = base.distance(to: line.start)
                    if !options.isStrict { try validate(line, text, nil) }
                    found.matches.append(start..<start + line.length)
                }
                found.matchCount &+= 1
            }
            found.recordCount &+= 1
            if let tally, tally.needsPlace {
                tally.place(at: UnusableValues.Place(file: nil, found.recordCount, isLine: false))
            }
            return true
        } catch {
            return false
        }
    }
}
