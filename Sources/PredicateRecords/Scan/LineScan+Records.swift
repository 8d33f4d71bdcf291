import CRecordScan
import PredicateFormat

extension LineScan {
    /// What is found in a part of a document.
    package struct FoundRecords {
        /// What was found. Bad records are not among it: the scan ends before them.
        package var found = Found()
        /// Where the part ends: behind a record.
        package var end: Int
        /// Whether there is something else than a good record: the end of the list, a scalar, or what is in doubt.
        package var isStopped = false
    }

    /// Scans records from a location behind a record until one ends at or behind another location.
    ///
    /// - Parameters:
    ///   - text: the document, as far as it may be read.
    ///   - start: where the scan begins.
    ///   - stop: where it may end.
    ///   - form: how the records stand behind one another.
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
        return records
    }

    /// Whether a record matches the predicate; nil if the record has to be read. The judgment of a bad record does not
    /// depend on how records arrive.
    ///
    /// - Parameter isLine: whether the record is a line of its own, and not part of a document.
    package func decide(_ record: RawRecord, isLine: Bool) throws(RecordError) -> Bool? {
        try record.withBytes { bytes throws(RecordError) -> Bool? in
            if isLine {
                let found = scan(bytes, in: bytes.indices, origin: record.location, file: record.file)
                if let error = found.errors.first { throw error }
                return found.matchCount == 1
            }
            let records = scanRecords(bytes, from: 0, until: bytes.count, form: .sequence)
            return records.isStopped || records.found.recordCount != 1 ? nil : records.found.matchCount == 1
        }
    }

    /// Counts a record and notes it where it matches; false for a bad one.
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
            return true
        } catch {
            return false
        }
    }
}
