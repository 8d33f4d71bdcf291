import PredicateFormat
import PredicateRecords

/// Scanning records instead of reading them.
extension RecordScan {
    /// A scan; nil if records have to be read.
    static func scan(
        of prepared: FilterPreparation.Prepared, _ request: FilterRequest, _ context: EvaluationContext,
        requiresObjects: Bool
    ) -> LineScan? {
        var options = LineScan.Options()
        options.keepsLines = !request.countOnly || prepared.query != nil
        options.skipsBadRecords = request.skipBadRecords
        options.isStrict = request.strict
        options.limits = request.predicate.input.limits
        options.requiresObjects = requiresObjects
        return LineScan(prepared.predicate, context: context, options: options)
    }

    /// A scan for each thread; empty if records have to be processed one by one.
    static func scans(
        _ scan: LineScan, of prepared: FilterPreparation.Prepared, _ request: FilterRequest
    ) -> [LineScan] {
        // Records beyond a limit are not read, so they must not be counted or reported.
        let isLimited = request.limit != nil || prepared.query.map { $0.isStreaming && $0.limit != nil } ?? false
        guard !isLimited || !(request.skipBadRecords || request.showStatistics) else { return [] }
        var scans: [LineScan] = []
        while scans.count < request.threads, let copy = scan.copy() { scans.append(copy) }
        return scans
    }

    /// The scans for a number of bytes.
    private mutating func scans(for byteCount: Int) -> [LineScan] {
        let count = min(scans.count, max(1, byteCount >> 20))
        scannedBy = scans.first?.kernelName
        scanThreads = max(scanThreads, count)
        return Array(scans.prefix(count))
    }

    /// Scans an input as far as possible. The rest is read record by record.
    mutating func scanQuickly(_ stream: RecordStream, after bytesBefore: Int) throws {
        guard !scans.isEmpty else { return }
        if let lines = try stream.takeWholeLines() {
            try ParallelLineScan(scans(for: lines.byteCount)).run(lines) { found, piece in
                try take(found, piece, of: stream, after: bytesBefore)
            }
            return
        }
        try stream.begin()
        if stream.layout == .lines {
            try scanLines(stream, after: bytesBefore)
        } else {
            try scanDocument(stream, after: bytesBefore)
        }
    }

    private mutating func scanLines(_ stream: RecordStream, after bytesBefore: Int) throws {
        let output = environment.output
        try ParallelLineScan(scans(for: .max)).run(stream, beforeWaiting: { try output.flush() }) { found, piece in
            try take(found, piece, of: stream, after: bytesBefore)
        }
    }

    /// Scans the part of a document that is in memory, window by window.
    private mutating func scanDocument(_ stream: RecordStream, after bytesBefore: Int) throws {
        let threads = scans.count
        let bytes = threads * Self.windowBytes
        stream.readAhead(bytes, threads: threads)
        while try scanWindow(stream, after: bytesBefore), try stream.readMore(bytes, threads: threads) {}
    }

    /// Scans the document text in memory. Returns whether there may be more to scan.
    private mutating func scanWindow(_ stream: RecordStream, after bytesBefore: Int) throws -> Bool {
        guard !isFull, let text = stream.documentText() else { return false }
        let scan = DocumentScan(text, scans(for: text.byteCount), partBytes: Self.partBytes)
        let passed = try scan.run { found, piece in try take(found, piece, of: stream, after: bytesBefore) }
        stream.passRecords(passed)
        // After an incomplete record, more of it may arrive.
        return !text.isWhole && text.byteCount - passed < Self.unfinishedBytes
    }

    /// The size of a document window in bytes per thread: large enough to make starting and ending a scan cheap, and
    /// small enough for the processor's caches.
    private static var windowBytes: Int { 1 << 21 }

    /// The size of a part of the window in bytes, small enough for threads to finish together.
    private static var partBytes: Int { 1 << 18 }

    /// The size in bytes up to which an incomplete record is scanned again when more of it arrives.
    private static var unfinishedBytes: Int { 1 << 18 }

    /// Takes the results of a piece of an input. Returns false if no more are wanted.
    private mutating func take(
        _ found: LineScan.Found, _ piece: ScanPiece, of stream: RecordStream, after bytesBefore: Int
    ) throws -> Bool {
        recordCount += found.recordCount
        byteCount = bytesBefore + piece.end
        try take(found, piece, of: stream.name, isLines: stream.layout == .lines)
        if isFull { return false }
        badRecordCount += found.badCount - found.errors.count
        for error in found.errors { try pass(error, stream) }
        progress.redraw(bytes: byteCount)
        return true
    }

    /// Counts the found records, and writes them if required.
    private mutating func take(
        _ found: LineScan.Found, _ piece: ScanPiece, of file: String?, isLines: Bool
    ) throws {
        guard !isCount else {
            matchCount += found.matchCount
            writtenCount = min(request.limit ?? .max, max(0, matchCount - request.offset))
            return
        }
        for record in found.matches {
            if isFull { return }
            matchCount += 1
            guard matchCount > request.offset else { continue }
            writtenCount += 1
            if isLines, request.writesLinesUnchanged {
                try piece.withText { text in
                    // Includes the line feed, which only the very last line may lack.
                    let end = min(text.count, record.upperBound + 1)
                    try environment.output.write(UnsafeBufferPointer(rebasing: text[record.lowerBound..<end]))
                    if end == record.upperBound { try environment.output.write("\n") }
                }
            } else {
                try writer.write(piece.record(at: record, file: file), isLine: isLines)
            }
        }
    }
}
