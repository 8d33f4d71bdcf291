/// Alternatives that require a column to have a given code, by the code.
struct PointIndex {
    private let starts: IndexMemory<UInt32>
    private let entries: IndexMemory<IndexEntry>

    init(_ items: [(code: UInt32, entry: IndexEntry)]) {
        let last = Int(items.lazy.map(\.code).max() ?? 0)
        var starts = [UInt32](repeating: 0, count: last + 2)
        for item in items { starts[Int(item.code) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var next = starts
        var entries = [IndexEntry](repeating: IndexEntry(branch: 0, test: .none), count: items.count)
        for item in items {
            entries[Int(next[Int(item.code)])] = item.entry
            next[Int(item.code)] += 1
        }
        self.starts = IndexMemory(starts)
        self.entries = IndexMemory(entries)
    }

    func deallocate() {
        starts.deallocate()
        entries.deallocate()
    }

    var size: Int { starts.size + entries.size }

    /// Calls a function with each alternative of a code.
    @inline(__always)
    func forEach(_ code: UInt32, _ body: (UnsafePointer<IndexEntry>) -> Void) {
        guard Int(code) + 1 < starts.count else { return }
        var entry = UnsafePointer(entries.base + Int(starts[Int(code)]))
        let end = UnsafePointer(entries.base + Int(starts[Int(code) + 1]))
        while entry < end {
            body(entry)
            entry += 1
        }
    }
}
