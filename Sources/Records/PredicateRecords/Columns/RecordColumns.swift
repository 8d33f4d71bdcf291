import PredicateCore

/// Columns of the records of a table. They are made when a predicate first reads a path, and kept within a memory
/// budget.
///
/// The records are split into chunks, each with its own columns, so that any number of threads can make and read
/// them. If the budget is exhausted, the least recently used columns are released.
///
/// ```swift
/// let columns = RecordColumns(table)
/// let adults = try columns.matches(of: predicate)
/// let count = try columns.count(of: another)
/// ```
public final class RecordColumns: Sendable {
    /// The records.
    public let table: RecordTable
    /// The maximum size of the columns in bytes.
    public let budget: Int
    /// How records are read.
    let reader: JSONReader
    /// The number of records in a chunk.
    let chunkSize: Int
    private let state = Locked(State())

    private struct Column: Sendable {
        var chunks: [ColumnChunk?]
        var byteCount = 0
        /// When it was last used: a higher number is later.
        var lastUse = 0
    }

    private struct State: Sendable {
        var columns: [ColumnKey: Column] = [:]
        var byteCount = 0
        var clock = 0
        /// Paths whose values are lists, although a longer path was requested.
        var lists: [[String]] = []
        var checked: [Int: RowSet] = [:]
    }

    /// Columns of a table. None exist yet.
    ///
    /// - Parameters:
    ///   - table: the records.
    ///   - reader: reads records if columns are not enough. With a shape (decimals), every answer comes from the
    ///     records themselves.
    ///   - budget: the maximum size of the columns in bytes. Columns beyond it are made again each time.
    public convenience init(_ table: RecordTable, reader: JSONReader = JSONReader(), budget: Int = 1 << 30) {
        self.init(table, reader: reader, budget: budget, chunkSize: 1 << 16)
    }

    /// The same with a given chunk size, for tests.
    init(_ table: RecordTable, reader: JSONReader = JSONReader(), budget: Int = 1 << 30, chunkSize: Int) {
        self.table = table
        self.reader = reader
        self.budget = budget
        self.chunkSize = max(1, chunkSize)
    }

    /// The number of chunks.
    var chunkCount: Int { (table.count + chunkSize - 1) / chunkSize }

    /// The numbers of the records of a chunk.
    func records(ofChunk chunk: Int) -> Range<Int> {
        let first = min(table.count, max(0, chunk) * chunkSize)
        return first..<min(table.count, first + chunkSize)
    }

    /// The size of the columns in bytes.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    /// Known facts about the validity of records.
    package struct Verdict: Sendable {
        /// The numbers of records that are known to be bad, in order. They are skipped.
        package var bad: [Int]
        /// The number of records that have been checked; later records are checked completely before they are returned.
        package var known: Int

        /// By default nothing is known.
        package init(bad: [Int] = [], known: Int = 0) {
            self.bad = bad
            self.known = known
        }

        /// Whether a record is known to be bad.
        @inline(__always)
        package func isBad(_ number: Int) -> Bool {
            if bad.isEmpty { return false }
            let location = bad.partitioningIndex { $0 >= number }
            return location < bad.count && bad[location] == number
        }
    }

    // MARK: Chunks

    /// The existing columns among those requested for a chunk. They count as used.
    func chunks(_ keys: [ColumnKey], at chunk: Int) -> [ColumnChunk?] {
        state.withLock { state in
            state.clock += 1
            return keys.map { key in
                state.columns[key]?.lastUse = state.clock
                return state.columns[key]?.chunks[chunk]
            }
        }
    }

    /// Keeps new columns within the budget.
    ///
    /// - Parameter keys: the columns in use, which are not released.
    func keep(_ made: [(key: ColumnKey, chunk: ColumnChunk)], at location: Int, using keys: [ColumnKey]) {
        state.withLock { state in
            var released: [ColumnKey]?
            for (key, chunk) in made {
                let size = chunk.byteCount
                makeRoom(size, &state, &released, using: keys)
                guard state.byteCount + size <= budget else { return }
                var column = state.columns[key] ?? Column(chunks: Array(repeating: nil, count: chunkCount))
                guard column.chunks.indices.contains(location), column.chunks[location] == nil else { continue }
                column.chunks[location] = chunk
                column.byteCount += size
                column.lastUse = state.clock
                state.byteCount += size
                state.columns[key] = column
            }
        }
    }

    /// Releases columns until there is room, or none is left.
    ///
    /// - Parameter released: the columns to release, the next one last. They are found when the first one is needed.
    private func makeRoom(
        _ size: Int, _ state: inout State, _ released: inout [ColumnKey]?, using keys: [ColumnKey]
    ) {
        while state.byteCount + size > budget {
            var left = released ?? releasable(state, using: keys)
            let oldest = left.popLast()
            released = left
            guard let oldest else { return }
            guard let column = state.columns.removeValue(forKey: oldest) else { continue }
            state.byteCount -= column.byteCount
        }
    }

    /// The columns that are not in use, the latest first.
    private func releasable(_ state: State, using keys: [ColumnKey]) -> [ColumnKey] {
        let used = Set(keys)
        return state.columns.filter { !used.contains($0.key) }.sorted { $0.value.lastUse > $1.value.lastUse }.map(\.key)
    }

    // MARK: Learned facts

    /// Paths that end early because their values are lists.
    var lists: [[String]] { state.withLock { $0.lists } }

    /// Notes that a path's values are lists.
    func note(list path: [String]) {
        state.withLock { state in
            if !state.lists.contains(where: { $0.isSamePath(as: path) }) { state.lists.append(path) }
        }
    }

    /// The records of a chunk that are known to be completely well-formed, by their index in it.
    func checkedRows(ofChunk chunk: Int) -> RowSet? { state.withLock { $0.checked[chunk] } }

    /// Notes that records are completely well-formed.
    func note(checked rows: RowSet, ofChunk chunk: Int) {
        state.withLock { state in
            if state.checked[chunk]?.formUnion(rows) == nil { state.checked[chunk] = rows }
        }
    }
}

extension RecordColumns {
    /// The search was cancelled.
    package struct Cancelled: Error {}

    /// The numbers of the records that satisfy a predicate, in order. Bad records never do.
    ///
    /// - Parameters:
    ///   - predicate: the predicate.
    ///   - context: the context of the evaluation. If its `isCancelled` returns true, the result is empty.
    ///   - threads: the number of threads; nil for the number of processors.
    public func matches(
        of predicate: CheckedPredicate, context: EvaluationContext = EvaluationContext(), threads: Int? = nil
    ) -> [Int] {
        let isCancelled = context.isCancelled ?? { false }
        return (try? matches(of: predicate, context: context, threads: threads, Verdict(), isCancelled)) ?? []
    }

    /// The number of records that satisfy a predicate; see `matches(of:context:threads:)`.
    public func count(
        of predicate: CheckedPredicate, context: EvaluationContext = EvaluationContext(), threads: Int? = nil
    ) -> Int {
        let isCancelled = context.isCancelled ?? { false }
        return (try? count(of: predicate, context: context, threads: threads, Verdict(), isCancelled)) ?? 0
    }

    /// The same, with known facts about bad records.
    ///
    /// - Parameters:
    ///   - isCancelled: called from time to time; true ends the search.
    ///   - whenDone: called on any thread with the number of records of each chunk that is done.
    /// - Throws: `Cancelled`.
    package func matches(
        of predicate: CheckedPredicate, context: EvaluationContext, threads: Int? = nil, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [Int] {
        let found = try rows(of: predicate, context, threads, verdict, isCancelled) { chunk, rows in
            let records = self.records(ofChunk: chunk)
            defer { whenDone(records.count) }
            return rows.rows.map { records.lowerBound + $0 }
        }
        return Array(found.joined())
    }

    /// The same, with known facts about bad records.
    ///
    /// - Throws: `Cancelled`.
    package func count(
        of predicate: CheckedPredicate, context: EvaluationContext, threads: Int? = nil, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> Int {
        try rows(of: predicate, context, threads, verdict, isCancelled) { chunk, rows in
            defer { whenDone(self.records(ofChunk: chunk).count) }
            return rows.rowCount
        }.reduce(0, +)
    }

    /// The number of records that satisfy a predicate, and the numbers of the first of them.
    ///
    /// - Parameters:
    ///   - most: how many are numbered at most.
    ///   - whenDone: called on any thread with the number of records of each chunk that is done, and with how many of them satisfy
    ///     the predicate.
    /// - Throws: `Cancelled`.
    package func firstMatches(
        of predicate: CheckedPredicate, atMost most: Int, context: EvaluationContext, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int, Int) -> Void
    ) throws -> (count: Int, first: [Int]) {
        let found = try rows(of: predicate, context, nil, verdict, isCancelled) { chunk, rows in
            let records = self.records(ofChunk: chunk)
            defer { whenDone(records.count, rows.rowCount) }
            return (count: rows.rowCount, first: rows.rows.prefix(most).map { records.lowerBound + $0 })
        }
        return (found.reduce(0) { $0 + $1.count }, Array(found.lazy.flatMap(\.first).prefix(most)))
    }

    private func rows<Found: Sendable>(
        of predicate: CheckedPredicate, _ context: EvaluationContext, _ threads: Int?, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, _ found: @escaping @Sendable (Int, RowSet) -> Found
    ) throws -> [Found] {
        try ParallelWork.map(chunkCount, threads: threads ?? ParallelWork.processors) {
            WholeScan(predicate, self, context)
        } _: { scan, chunk in
            guard let rows = scan.rows(inChunk: chunk, verdict, isCancelled) else { throw Cancelled() }
            return found(chunk, rows)
        }
    }

    /// The values of an expression for all good records, in order.
    ///
    /// - Throws: `Cancelled`.
    package func values(
        of expression: CheckedExpression, context: EvaluationContext, threads: Int? = nil, _ verdict: Verdict,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [PredicateValue]? {
        guard canRead(expression) else { return nil }
        let found = try ParallelWork.map(chunkCount, threads: threads ?? ParallelWork.processors) {
            ColumnValues(expression, over: self, context: context)
        } _: { values, chunk in
            defer { whenDone(self.records(ofChunk: chunk).count) }
            guard let values, let rows = values.goodRows(inChunk: chunk, verdict, isCancelled),
                let found = values.values(of: rows.rows, inChunk: chunk, isCancelled)
            else { throw Cancelled() }
            return found
        }
        return Array(found.joined())
    }

    /// The values of an expression for some good records, in the given order; nil if columns do not hold them.
    ///
    /// - Throws: `Cancelled`.
    package func values(
        of expression: CheckedExpression, at numbers: [Int], context: EvaluationContext, threads: Int? = nil,
        _ isCancelled: @escaping @Sendable () -> Bool, whenDone: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> [PredicateValue]? {
        guard canRead(expression) else { return nil }
        // The numbers of each chunk, with their positions in the request.
        var locations = [[Int]](repeating: [], count: chunkCount)
        for (location, number) in numbers.enumerated() where table.count > number && number >= 0 {
            locations[number / chunkSize].append(location)
        }
        let asked = locations
        let found = try ParallelWork.map(chunkCount, threads: threads ?? ParallelWork.processors) {
            ColumnValues(expression, over: self, context: context)
        } _: { values, chunk -> [PredicateValue] in
            if asked[chunk].isEmpty { return [] }
            defer { whenDone(asked[chunk].count) }
            let first = self.records(ofChunk: chunk).lowerBound
            let rows = asked[chunk].map { numbers[$0] - first }
            guard let found = values?.values(of: rows, inChunk: chunk, isCancelled) else { throw Cancelled() }
            return found
        }
        var values = [PredicateValue](repeating: .null, count: numbers.count)
        for (locations, found) in zip(asked, found) {
            for (location, value) in zip(locations, found) { values[location] = value }
        }
        return values
    }

    private func canRead(_ expression: CheckedExpression) -> Bool {
        reader.shape == nil && ColumnValues(expression, over: self, context: EvaluationContext()) != nil
    }
}

/// A scan of columns, or of records if a predicate needs whole records or decimals.
private final class WholeScan {
    private let scan: ColumnScan?
    private let columns: RecordColumns
    private let predicate: CheckedPredicate
    private var run: EvaluationRun
    private var reader: JSONReader

    init(_ predicate: CheckedPredicate, _ columns: RecordColumns, _ context: EvaluationContext) {
        scan = columns.reader.shape == nil ? ColumnScan(predicate, over: columns, context: context) : nil
        self.columns = columns
        self.predicate = predicate
        run = predicate.compiled.makeRun(context: context)
        reader = columns.reader
    }

    func rows(inChunk chunk: Int, _ verdict: RecordColumns.Verdict, _ shouldStop: () -> Bool) -> RowSet? {
        if let scan { return scan.rows(inChunk: chunk, verdict, shouldStop) }
        let records = columns.records(ofChunk: chunk)
        var rows = RowSet(count: records.count)
        var isOver = false
        columns.table.forEach(in: records) { number, raw in
            isOver = shouldStop()
            run.recordBytes = raw.count
            if !isOver, let value = try? reader.read(raw), predicate.compiled.evaluate(on: value, in: &run) {
                rows.insert(number - records.lowerBound)
            }
            return !isOver
        }
        return isOver ? nil : rows
    }
}
