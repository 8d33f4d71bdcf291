import CRecordScan
import PredicateFormat

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
        return records
    }

    /// Whether a record matches the predicate; nil if the record has to be read. A bad record is judged the same
    /// however it arrives.
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
            return true
        } catch {
            return false
        }
    }
}
