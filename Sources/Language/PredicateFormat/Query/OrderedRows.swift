import PredicateCore

/// Sorted rows. If only the first rows are wanted, no others are kept.
///
/// Equal rows keep their order of arrival.
package struct OrderedRows<Row> {
    /// A row and its number in the order of arrival.
    private struct Entry {
        var row: Row
        var number: Int
    }

    /// The number of rows to keep; nil keeps all.
    private let capacity: Int?
    /// All rows in order of arrival, or a heap whose root is the last of the kept rows.
    private var entries: [Entry] = []
    private var count = 0

    /// An empty collection.
    ///
    /// - Parameter capacity: the number of first rows that are wanted; nil for all.
    package init(capacity: Int? = nil) { self.capacity = capacity.map { max(0, $0) } }

    /// The number of rows kept.
    package var keptCount: Int { entries.count }

    /// The last row if the maximum number is kept: a new row must come before it. nil while there is room.
    package var last: Row? {
        guard let capacity, entries.count >= capacity else { return nil }
        return entries.first?.row
    }

    /// Adds a row, and drops the last one if there are too many.
    package mutating func add(_ row: Row, _ compare: (Row, Row) throws -> ValueSemantics.Order) rethrows {
        let entry = Entry(row: row, number: count)
        count += 1
        guard let capacity else {
            entries.append(entry)
            return
        }
        if entries.count < capacity {
            entries.append(entry)
            try siftUp(entries.count - 1, compare)
        } else if let last = entries.first, try Self.precedes(entry, last, compare) {
            entries[0] = entry
            try siftDown(compare)
        }
    }

    /// The rows in order. None remain.
    package mutating func take(_ compare: (Row, Row) throws -> ValueSemantics.Order) rethrows -> [Row] {
        let kept = entries
        entries = []
        return try kept.sorted { try Self.precedes($0, $1, compare) }.map(\.row)
    }

    private static func precedes(
        _ a: Entry, _ b: Entry, _ compare: (Row, Row) throws -> ValueSemantics.Order
    ) rethrows -> Bool {
        switch try compare(a.row, b.row) {
        case .less: true
        case .greater: false
        case .equal: a.number < b.number
        }
    }

    private mutating func siftUp(_ start: Int, _ compare: (Row, Row) throws -> ValueSemantics.Order) rethrows {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard try Self.precedes(entries[parent], entries[index], compare) else { return }
            entries.swapAt(parent, index)
            index = parent
        }
    }

    private mutating func siftDown(_ compare: (Row, Row) throws -> ValueSemantics.Order) rethrows {
        var index = 0
        while true {
            var last = index
            for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
                if try Self.precedes(entries[last], entries[child], compare) { last = child }
            }
            if last == index { return }
            entries.swapAt(last, index)
            index = last
        }
    }
}
