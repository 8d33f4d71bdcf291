import CColumnKernels
import CRecordScan
import PredicateCore

/// One thread's access to the chunks of columns. It makes missing columns, and reads records where columns are not
/// enough.
///
/// Used by one thread.
final class ColumnCursor {
    let columns: RecordColumns
    private(set) var environment: ColumnProgram.Environment
    private var reader: JSONReader
    private let wanted: WantedFields
    private var builder: ColumnReader?
    private let known = ScanKeys()
    /// The number of lists that may occur in the middle of a path before the path is cut there.
    private static let toleratedLists = 16

    /// A cursor.
    ///
    /// - Parameters:
    ///   - keys: the top-level keys to read from a record where columns are not enough.
    ///   - schema: the types that are likely.
    ///   - kernel: the instructions, an `rs_kernel`, if a test needs others than the best.
    init(
        _ columns: RecordColumns, keys: [String], library: PredicateLibrary, context: EvaluationContext,
        schema: RecordSchema? = nil, kernel: UInt32? = nil
    ) {
        self.columns = columns
        environment = ColumnProgram.Environment(
            library: library, context: context, maximumDepth: columns.reader.maximumDepth,
            scanKernel: kernel ?? rs_best_kernel(),
            kernel: kernel.map { $0 == rs_kernel_avx2.rawValue ? ck_avx2.rawValue : ck_portable.rawValue }
                ?? ck_best_kernel(),
            lists: columns.lists, schema: schema)
        reader = columns.reader
        wanted = WantedFields(keys)
    }

    // MARK: Columns

    /// The chunks of columns, in their order. Missing ones are made. Nil if cancelled, or if the columns cannot be made
    /// anew.
    ///
    /// - Parameters:
    ///   - keys: the columns.
    ///   - remake: makes the columns anew after `environment.lists` has changed, because a path must end earlier than before.
    ///     That happens at most once per component of each path. Returns false if it cannot.
    func chunks(
        at location: Int, _ keys: () -> [ColumnKey], _ shouldStop: () -> Bool, remake: () -> Bool
    ) -> [ColumnChunk]? {
        while true {
            let keys = keys()
            let there = columns.chunks(keys, at: location)
            let missing = zip(keys, there).filter { $0.1 == nil }.map(\.0)
            if missing.isEmpty { return there.compactMap { $0 } }
            if builder?.keys != missing {
                builder = ColumnReader(missing, maximumDepth: environment.maximumDepth, kernel: environment.scanKernel)
            }
            let records = columns.records(ofChunk: location)
            guard let made = builder?.read(columns.table, records, shouldStop) else { return nil }
            if made.listCount > Self.toleratedLists, let path = made.list,
                !environment.lists.contains(where: { $0.isSamePath(as: path) })
            {
                columns.note(list: path)
                environment.lists = columns.lists
                guard remake() else { return nil }
                continue
            }
            columns.keep(Array(zip(missing, made.chunks)), at: location, using: keys)
            var next = made.chunks.makeIterator()
            return there.compactMap { $0 ?? next.next() }
        }
    }

    // MARK: Records

    /// The wanted fields of a record, by its index in a chunk; nil for a bad record.
    func record(_ row: Int, ofChunk chunk: Int) -> (value: PredicateValue, byteCount: Int)? {
        let number = columns.records(ofChunk: chunk).lowerBound + row
        guard let raw = columns.table.record(at: number) else { return nil }
        return (try? reader.readPartially(raw, fields: wanted)).map { ($0, raw.count) }
    }

    /// The size of a record in bytes.
    func byteCount(_ row: Int, ofChunk chunk: Int) -> Int {
        columns.table.byteCount(at: columns.records(ofChunk: chunk).lowerBound + row)
    }

    /// The rows of a chunk whose records are larger than a bound.
    func rows(ofChunk chunk: Int, beyond bound: EvaluationBound) -> RowSet {
        let records = columns.records(ofChunk: chunk)
        var rows = RowSet(count: records.count)
        if bound.isUnlimited { return rows }
        for (row, number) in records.enumerated() where columns.table.byteCount(at: number) > bound.recordBytes {
            rows.insert(row)
        }
        return rows
    }

    /// The rows of a chunk, without known bad ones.
    func rows(ofChunk chunk: Int, _ verdict: RecordColumns.Verdict) -> RowSet {
        let records = columns.records(ofChunk: chunk)
        var rows = RowSet(count: records.count, isFull: true)
        var next = verdict.bad.partitioningIndex { $0 >= records.lowerBound }
        while next < verdict.bad.count, verdict.bad[next] < records.upperBound {
            rows.remove(verdict.bad[next] - records.lowerBound)
            next += 1
        }
        return rows
    }

    /// The given rows without those that turn out malformed; rows that are known to be good are not checked again.
    /// Nil if cancelled.
    func checked(
        _ rows: RowSet, ofChunk chunk: Int, _ verdict: RecordColumns.Verdict, _ shouldStop: () -> Bool
    ) -> RowSet? {
        let records = columns.records(ofChunk: chunk)
        if verdict.known >= records.upperBound { return rows }
        var asked = rows
        for row in 0..<max(0, verdict.known - records.lowerBound) { asked.remove(row) }
        if let checked = columns.checkedRows(ofChunk: chunk) { asked.subtract(checked) }
        if asked.isEmpty { return rows }
        var good = RowSet(count: records.count)
        var isOver = false
        columns.table.forEach(in: records) { number, raw in
            let row = number - records.lowerBound
            if row & 0xFF == 0 { isOver = shouldStop() }
            if asked.contains(row), isWellFormed(raw) { good.insert(row) }
            return !isOver
        }
        if isOver { return nil }
        columns.note(checked: good, ofChunk: chunk)
        return rows.subtracting(asked.subtracting(good))
    }

    private func isWellFormed(_ raw: RawRecord) -> Bool {
        let (isRecord, isJSON) = raw.withBytes { bytes -> (Bool, Bool) in
            guard let base = bytes.baseAddress else { return (false, false) }
            // Only an object may count as a record (D70).
            let isRecord =
                !reader.requiresObjects || bytes.first(where: { !JSONScanner.isBlank($0) }) == 0x7B
            let isJSON = known.map {
                rs_is_json(
                    environment.scanKernel, $0.keys, base, bytes.count, base + bytes.count,
                    UInt32(clamping: environment.maximumDepth)) != 0
            }
            return (isRecord, isJSON ?? false)
        }
        guard isRecord else { return false }
        return isJSON || (try? reader.validate(raw)) != nil
    }
}
