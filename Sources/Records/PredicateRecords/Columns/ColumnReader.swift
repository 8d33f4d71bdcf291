import CRecordScan
import PredicateCore

/// Reads the lines of a chunk once and makes its columns.
///
/// Used by one thread.
final class ColumnReader {
    /// The columns.
    let keys: [ColumnKey]
    private let plan: ScanPlan
    private let known: ScanKeys
    private let builders: [ColumnBuilder]
    /// The slot of a line that each builder reads.
    private let slots: [Int]
    private let lines: UnsafeMutablePointer<rs_line>
    private let rows: UnsafeMutablePointer<rs_slot>
    /// A record, rewritten as one line.
    private var copy: [UInt8] = []
    /// The number of lines to scan at a time.
    private static let batch = 64

    /// The columns of a chunk.
    struct Made {
        /// The chunks, in the order of the keys.
        var chunks: [ColumnChunk]
        /// How often a list occurred in the middle of a path, and one such path.
        var listCount = 0
        var list: [String]?
    }

    /// A reader; nil if memory is exhausted.
    init?(_ keys: [ColumnKey], maximumDepth: Int, kernel: UInt32) {
        guard let known = ScanKeys() else { return nil }
        self.known = known
        self.keys = keys
        var locations = KeyLocations<[ExactName]>()
        slots = keys.map { locations.location(of: $0.path) }
        let paths = locations.paths
        plan = ScanPlan(paths: paths, maximumDepth: maximumDepth, kernel: kernel)
        builders = keys.map { ColumnBuilder($0.shape, maximumDepth: maximumDepth, kernel: kernel) }
        lines = .allocate(capacity: Self.batch)
        rows = .allocate(capacity: Self.batch * max(1, paths.count))
    }

    deinit {
        lines.deallocate()
        rows.deallocate()
    }

    /// The columns of some records of a table; nil if cancelled.
    ///
    /// - Parameter shouldStop: called from time to time; true cancels reading.
    func read(_ table: RecordTable, _ records: Range<Int>, _ shouldStop: () -> Bool) -> Made? {
        var made = Made(chunks: [])
        var isOver = false
        if table.areLines {
            table.forEachStretch(in: records) { stretch in
                isOver = !read(stretch, from: records.lowerBound, &made, shouldStop)
                return !isOver
            }
        } else {
            table.forEach(in: records) { number, record in
                isOver = number & 0xFF == 0 && shouldStop()
                if !isOver { read(record, &made) }
                return !isOver
            }
        }
        skip(to: records.count)
        made.chunks = builders.map { $0.finish() }
        return isOver ? nil : made
    }

    /// Reads records that share their memory. Returns false if cancelled.
    private func read(
        _ stretch: RecordTable.Stretch, from first: Int, _ made: inout Made, _ shouldStop: () -> Bool
    ) -> Bool {
        guard let base = stretch.text.baseAddress else { return true }
        let end = base + stretch.byteCount
        let limit = base + stretch.text.count
        var number = stretch.numbers.lowerBound
        var next: UnsafePointer<UInt8>? = base
        while let at = next, at < end {
            if shouldStop() { return false }
            let count = withUnsafePointer(to: plan.plan) {
                rs_scan_lines($0, known.keys, at, end, limit, lines, rows, Self.batch, &next)
            }
            for index in 0..<count {
                let start = base.distance(to: lines[index].start)
                while number < stretch.numbers.upperBound, stretch.start(of: number) < start { number += 1 }
                // A line that exceeds the record limit is not a record.
                guard number < stretch.numbers.upperBound, stretch.start(of: number) == start else { continue }
                skip(to: number - first)
                take(index, limit, &made)
                number += 1
            }
        }
        return true
    }

    /// Reads a record that may span several lines.
    private func read(_ record: RawRecord, _ made: inout Made) {
        // Between values, a line feed is a blank. Inside a string it is an error, which the record reader reports.
        copy.removeAll(keepingCapacity: true)
        record.withBytes { copy.append(contentsOf: $0) }
        let count = copy.withUnsafeMutableBufferPointer { text -> Int in
            guard let base = text.baseAddress else { return 0 }
            for location in text.indices where text[location] == 0x0A { text[location] = 0x20 }
            let end = UnsafePointer(base) + text.count
            var next: UnsafePointer<UInt8>?
            let count = withUnsafePointer(to: plan.plan) {
                rs_scan_lines($0, known.keys, base, end, end, lines, rows, 1, &next)
            }
            if count == 1 { take(0, end, &made) }
            return count
        }
        if count != 1 { for builder in builders { builder.appendUnknown() } }
    }

    /// Adds the values of a scanned line.
    @inline(__always)
    private func take(_ index: Int, _ limit: UnsafePointer<UInt8>, _ made: inout Made) {
        let line = lines[index]
        if line.status == rs_line_read.rawValue {
            let row = rows + index * plan.slotCount
            for (builder, slot) in zip(builders, slots) { builder.append(row[slot], limit: limit) }
            return
        }
        for builder in builders { builder.appendUnknown() }
        if line.status == rs_line_list.rawValue, plan.nodePaths.indices.contains(Int(line.node)) {
            made.listCount += 1
            made.list = plan.nodePaths[Int(line.node)]
        }
    }

    /// Adds unknown rows for records without a scanned line.
    private func skip(to row: Int) {
        for builder in builders {
            while builder.count < row { builder.appendUnknown() }
        }
    }
}
