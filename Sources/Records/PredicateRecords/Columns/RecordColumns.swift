import PredicateFormat

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
    public var byteCount: Int { state.withLock { $0.byteCount } }

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
            let location = bad.firstIndex(notBelow: number)
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

extension [Int] {
    /// The index of the first of sorted numbers that is not below another.
    @inline(__always)
    package func firstIndex(notBelow number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
