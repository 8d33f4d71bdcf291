/// Intervals of codes, found by a code that lies in them.
///
/// A centred interval tree: a node has the intervals around its centre, once sorted by their lower ends and once by
/// their upper ends. A query walks down one path and reads only intervals that contain the code, and one more a node.
struct IntervalIndex {
    /// An interval and its alternative.
    struct Item {
        var low: UInt32
        var high: UInt32
        var branch: UInt32
        var test: IndexTest
    }

    struct Node: BitwiseCopyable {
        var centre: UInt32
        var first: UInt32
        var count: UInt32
        var left: Int32
        var right: Int32
    }

    private let nodes: IndexList<Node>
    private let byLow: IndexList<IndexEntry>
    private let byHigh: IndexList<IndexEntry>

    init(_ items: [Item], in arena: IndexArena) {
        var nodes: [Node] = []
        var low: [IndexEntry] = []
        var high: [IndexEntry] = []
        low.reserveCapacity(items.count)
        high.reserveCapacity(items.count)
        // The items of nodes that are to be made, and where their number is to be written.
        var pending: [(items: [Item], parent: Int, isLeft: Bool)] = [(items, -1, true)]
        while let next = pending.popLast() {
            if next.items.isEmpty { continue }
            let number = Int32(truncatingIfNeeded: nodes.count)
            if next.parent >= 0 {
                if next.isLeft { nodes[next.parent].left = number } else { nodes[next.parent].right = number }
            }
            // Half of the ends lie on each side, so each side has at most half of the items.
            var ends = next.items.map(\.low) + next.items.map(\.high)
            ends.sort()
            let centre = ends[ends.count / 2]
            var here: [Item] = []
            var left: [Item] = []
            var right: [Item] = []
            for item in next.items {
                if item.high < centre {
                    left.append(item)
                } else if item.low > centre {
                    right.append(item)
                } else {
                    here.append(item)
                }
            }
            nodes.append(
                Node(
                    centre: centre, first: UInt32(truncatingIfNeeded: low.count),
                    count: UInt32(truncatingIfNeeded: here.count), left: -1, right: -1))
            here.sort { $0.low < $1.low }
            for item in here { low.append(IndexEntry(bound: item.low, branch: item.branch, test: item.test)) }
            here.sort { $0.high > $1.high }
            for item in here { high.append(IndexEntry(bound: item.high, branch: item.branch, test: item.test)) }
            pending.append((left, Int(number), true))
            pending.append((right, Int(number), false))
        }
        self.nodes = arena.list(nodes)
        byLow = arena.list(low)
        byHigh = arena.list(high)
    }

    /// Calls a function with each alternative whose interval contains a code.
    @inline(__always)
    func forEach(containing code: UInt32, _ body: (UnsafePointer<IndexEntry>) -> Void) {
        var number: Int32 = nodes.count > 0 ? 0 : -1
        while number >= 0 {
            let node = nodes[Int(number)]
            if code <= node.centre {
                var entry = UnsafePointer(byLow.base + Int(node.first))
                let end = entry + Int(node.count)
                while entry < end, entry.pointee.bound <= code {
                    body(entry)
                    entry += 1
                }
                if code == node.centre { return }
                number = node.left
            } else {
                var entry = UnsafePointer(byHigh.base + Int(node.first))
                let end = entry + Int(node.count)
                while entry < end, entry.pointee.bound >= code {
                    body(entry)
                    entry += 1
                }
                number = node.right
            }
        }
    }
}

/// Alternatives that require a column to have a given code, by the code.
struct PointIndex {
    private let starts: IndexList<UInt32>
    private let entries: IndexList<IndexEntry>

    init(_ items: [(code: UInt32, entry: IndexEntry)], in arena: IndexArena) {
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
        self.starts = arena.list(starts)
        self.entries = arena.list(entries)
    }

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
