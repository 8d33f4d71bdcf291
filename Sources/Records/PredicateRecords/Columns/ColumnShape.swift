import PredicateCore

/// How a column keeps the values of a path.
indirect enum ColumnShape: Hashable, Sendable {
    /// The values themselves. Lists and objects are kept as their text.
    case values
    /// Strings as dates, in seconds since 2001. A string that is not a date is nil. Other values are unknown.
    case dates
    /// Lists, with the columns of their elements. Values other than lists and nil are unknown.
    case lists([ColumnKey])
}

/// A column: a path from the record or from a list element, and how its values are kept.
struct ColumnKey: Hashable, Sendable {
    var path: [String]
    var shape: ColumnShape

    /// Whether the code points are equal. Keys that differ only in Unicode normalization are different keys.
    static func == (a: ColumnKey, b: ColumnKey) -> Bool { a.path.isSamePath(as: b.path) && a.shape == b.shape }

    func hash(into hasher: inout Hasher) {
        for name in path { hasher.combine(ExactName(name)) }
        hasher.combine(shape)
    }
}

/// Different keys in the order in which they were added, each found by hashing.
struct KeyLocations<Key: Hashable & Sendable>: Sendable {
    private(set) var keys: [Key] = []
    private var locations: [Key: Int] = [:]

    /// The location of a key, which is added if it is new.
    mutating func location(of key: Key) -> Int {
        if let known = locations[key] { return known }
        locations[key] = keys.count
        keys.append(key)
        return keys.count - 1
    }
}

extension KeyLocations<[ExactName]> {
    /// The paths in the order in which they were added.
    var paths: [[String]] { keys.map { $0.map(\.text) } }

    /// The location of a path, which is added if it is new.
    mutating func location(of path: [String]) -> Int { location(of: path.map(ExactName.init)) }
}

/// The elements of the lists of a chunk, one after another, as their own rows columns.
final class ColumnLists: Sendable {
    /// The start of each row's elements, and the end of the last row's.
    let offsets: ColumnMemory
    /// The number of elements.
    let count: Int
    /// The columns of the elements, in the order of the shape.
    let elements: [ColumnChunk]

    init(offsets: ColumnMemory, count: Int, elements: [ColumnChunk]) {
        self.offsets = offsets
        self.count = count
        self.elements = elements
    }

    var byteCount: Int { elements.reduce(offsets.byteCount) { $0 + $1.byteCount } }
}
