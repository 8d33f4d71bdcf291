import PredicateFormat

/// What is kept of the values of a path.
indirect enum ColumnShape: Hashable, Sendable {
    /// The values as they are; lists and objects as their text.
    case values
    /// The dates that texts are, in seconds since 2001; text that is no date is nil. Anything else is unknown.
    case dates
    /// Lists, with what is wanted of each element. What is neither a list nor nil is unknown.
    case lists([ColumnKey])
}

/// A column: a path, from the record or from the element of a list, and what is kept of it.
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

/// The elements of the lists of a chunk: all behind each other, as rows of columns of their own.
final class ColumnLists: Sendable {
    /// Where the elements of each row begin, one more than there are rows.
    let offsets: ColumnMemory
    /// How many elements there are.
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
