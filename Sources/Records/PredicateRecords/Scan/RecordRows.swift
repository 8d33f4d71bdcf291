import CRecordScan
import PredicateFormat

/// The records of a stream, most of them as the values of some fields, for a program that needs no `PredicateValue`.
///
/// The records, their order and every error are those of the stream.
package final class RecordRows {
    /// A record.
    package enum Row {
        /// The values of the fields, as they stand in the input, until the next call. The record is valid JSON without
        /// duplicate keys.
        case slots(UnsafePointer<rs_slot>)
        /// A record that must be read.
        case record(RawRecord)
    }

    private let stream: RecordStream
    private let scan: RowScan
    private let recordBytes: Int
    /// The lines that have been split, and the next of them.
    private var count = 0
    private var index = 0
    /// The start of the first line that is not consumed, and the end of the lines that have been split.
    private var at: UnsafePointer<UInt8>
    private var end: UnsafePointer<UInt8>
    /// The length of the last line, which is consumed with the next call; negative if there is none.
    private var length = -1
    /// Whether the last record, which has values, has other fields, too.
    package private(set) var hasOthers = false

    /// The rows of a stream from which nothing was taken; nil for too many fields or none.
    ///
    /// - Parameters:
    ///   - fields: the keys of the fields, all different.
    ///   - limits: the limits of the stream.
    ///   - maximumDepth: the maximum nesting of a record.
    package init?(_ stream: RecordStream, fields: [String], limits: RecordLimits, maximumDepth: Int) {
        guard let scan = RowScan(fields, maximumDepth: maximumDepth) else { return nil }
        self.stream = stream
        self.scan = scan
        recordBytes = limits.recordBytes
        at = UnsafeRawPointer(scan.lines).assumingMemoryBound(to: UInt8.self)
        end = at
    }

    /// The next record; nil at the end.
    ///
    /// - Throws: as the stream.
    package func next() throws(RecordError) -> Row? {
        passLast()
        if index == count { try split() }
        guard index < count else { return try stream.next().map { .record($0) } }
        let line = scan.lines[index]
        let slots = UnsafePointer(scan.slots + index &* scan.fieldCount)
        index &+= 1
        let blank = at.distance(to: line.start)
        if blank > 0 {
            stream.passLines(blank)
            at = line.start
        }
        length = line.length
        guard line.status == rs_line_read.rawValue, line.length <= recordBytes else { return try read() }
        hasOthers = line.has_others != 0
        return .slots(slots)
    }

    /// The record whose values were returned last.
    package var record: RawRecord { stream.line(max(0, length)) }

    private func passLast() {
        guard length >= 0 else { return }
        let count = min(length &+ 1, at.distance(to: end))
        stream.passLine(count)
        at += count
        length = -1
    }

    /// Lets the stream find a line.
    private func read() throws(RecordError) -> Row? {
        at += min(length &+ 1, at.distance(to: end))
        length = -1
        do throws(RecordError) {
            return try stream.next().map { .record($0) }
        } catch {
            // The stream continues where it wants.
            count = 0
            index = 0
            throw error
        }
    }

    private func split() throws(RecordError) {
        index = 0
        count = 0
        guard let piece = try stream.linesInMemory() else { return }
        at = UnsafePointer(piece.storage.base + piece.start)
        var next = at
        let limit = UnsafePointer(piece.storage.base + piece.storage.capacity)
        count = scan.split(&next, end: at + piece.count, limit: limit)
        end = next
        // Only blank lines are left.
        if count == 0 { stream.passLines(piece.count) }
    }
}
