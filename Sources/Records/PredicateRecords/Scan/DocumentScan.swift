import PredicateFormat

/// Scans the records of a document, on several threads if the separator between records is recognisable.
///
/// The start of a record depends on everything before it. So a thread that begins in the middle looks for the text
/// between two records, including the first key of the second (`},{"id"`), and assumes that a record begins there.
/// Once the part before has been scanned, the assumption is checked. A part with a wrong start is scanned again.
package struct DocumentScan {
    private let scans: [LineScan]
    private let document: DocumentText
    /// The size of the first part, and of later parts, in bytes.
    private let firstBytes: Int
    private let partBytes: Int
    /// The maximum number of bytes between two records, including a key.
    private static let longestSeparator = 512

    /// The result of a part.
    private struct Part {
        /// The start of the part, if the separator was found; and the expected start of the next part.
        var start: Int?
        var stop: Int
        var records: LineScan.FoundRecords
    }

    /// A scan of a document, with a scan for each thread.
    package init(
        _ document: DocumentText, _ scans: [LineScan], firstBytes: Int = 1 << 16, partBytes: Int = 1 << 20
    ) {
        self.firstBytes = firstBytes
        self.partBytes = partBytes
        self.document = document
        self.scans = scans
    }

    /// Scans records until something other than a record follows, or the caller stops.
    ///
    /// - Parameter consume: called with the result of each part, and the part; false ends the scan.
    /// - Returns: the number of bytes that were scanned.
    package func run(consume: (LineScan.Found, ScanPiece) throws -> Bool) throws -> Int {
        let text = UnsafeBufferPointer(start: UnsafePointer(document.storage.base), count: document.end)
        var at = document.start
        /// Scans from the known end of a record. Returns whether the scan continues.
        func scan(until stop: Int) throws -> Bool {
            try take(scans[0].scanRecords(text, from: at, until: stop, form: document.form))
        }
        func take(_ records: LineScan.FoundRecords) throws -> Bool {
            let piece = document.piece(at..<max(at, records.end))
            at = records.end
            let goesOn = try consume(records.found, piece)
            return goesOn && !records.isStopped
        }
        return try withExtendedLifetime(document.storage) {
            var goesOn = try scan(until: at + firstBytes)
            if goesOn, scans.count > 1, document.end - at > partBytes, let separator = separator(text, at: at) {
                try work(text, from: at, separator).run(
                    helpers: scans.count - 1, worksHere: true, mayBlock: false, beforeWaiting: {}
                ) { part in
                    if part.start == at {
                        goesOn = try take(part.records)
                    } else if at < part.stop {
                        goesOn = try scan(until: part.stop)
                    }
                    return goesOn
                }
            }
            while goesOn, at < document.end { goesOn = try scan(until: at + partBytes) }
            return at - document.start
        }
    }

    private func work(
        _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ separator: [UInt8]
    ) -> OrderedWork<Range<Int>, Part> {
        let parts = Parts(start..<document.end)
        // Each thread uses the scan with its number.
        let scans = scans
        let (form, size) = (document.form, partBytes)
        return OrderedWork(bound: scans.count * 3, next: { () throws(RecordError) in parts.next(size) }) {
            range, number in
            let stop =
                range.upperBound == text.count
                ? text.count : Self.location(of: separator, in: text, from: range.upperBound, size) ?? range.upperBound
            let begin =
                range.lowerBound == start ? start : Self.location(of: separator, in: text, from: range.lowerBound, size)
            guard let begin, begin < range.upperBound else {
                return Part(start: nil, stop: stop, records: LineScan.FoundRecords(end: stop))
            }
            return Part(
                start: begin, stop: stop,
                records: scans[number].scanRecords(text, from: begin, until: stop, form: form))
        }
    }

    /// The ranges of a document that are scanned separately.
    private final class Parts {
        // Only one thread at a time calls `next`.
        private var rest: Range<Int>

        init(_ all: Range<Int>) { rest = all }

        func next(_ size: Int) -> Range<Int>? {
            guard !rest.isEmpty else { return nil }
            let end = rest.count <= size ? rest.upperBound : rest.lowerBound + size
            defer { rest = end..<rest.upperBound }
            return rest.lowerBound..<end
        }
    }

    /// The text from the closing brace of a record to the end of the first key of the next record; nil if it is too
    /// long, or if the records are values of an object, where every key differs.
    private func separator(_ text: UnsafeBufferPointer<UInt8>, at: Int) -> [UInt8]? {
        guard document.form != .values, at > 0 else { return nil }
        let bytes = text[(at - 1)..<min(text.count, at + Self.longestSeparator)]
        guard bytes.first == 0x7D, let quote = bytes.firstIndex(of: 0x22),
            let end = bytes[(quote + 1)...].firstIndex(of: 0x22)
        else { return nil }
        return Array(bytes[...end])
    }

    /// The first location at or after another that follows the end of a record, judging by the separator; nil if none
    /// is near.
    private static func location(
        of separator: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int, _ reach: Int
    ) -> Int? {
        let from = start - 1
        guard from >= 0, let base = text.baseAddress else { return nil }
        let count = min(text.count, start + reach) - from
        return find(separator, in: base + from, count).map { from + $0 + 1 }
    }
}
