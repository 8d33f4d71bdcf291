/// A list in plain memory that its owner frees, so that a loop over it counts no references.
struct IndexMemory<Element: BitwiseCopyable> {
    let base: UnsafeMutablePointer<Element>
    let count: Int

    init(_ elements: [Element]) {
        base = .allocate(capacity: max(1, elements.count))
        base.initialize(from: elements, count: elements.count)
        count = elements.count
    }

    func deallocate() { base.deallocate() }

    @inline(__always)
    subscript(index: Int) -> Element { base[index] }

    /// The size in bytes.
    var size: Int { count * MemoryLayout<Element>.stride }
}

/// A test of a column's code, or of what a code cannot say.
struct IndexTest: BitwiseCopyable {
    /// What is tested.
    enum Operation {
        /// The code is from `low` through `high`.
        static let interval: UInt32 = 0
        /// The code is among `high` codes from `low` on in the list of members.
        static let member: UInt32 = 1
        /// The text passes the test with the number `low`.
        static let text: UInt32 = 2
        /// The residual with the number `low` holds.
        static let residual: UInt32 = 3
        /// The whole rule holds.
        static let whole: UInt32 = 4
        /// Nothing.
        static let none: UInt32 = 5
        /// A bit: the test is negated.
        static let negated: UInt32 = 256
    }

    var column: UInt32
    var operation: UInt32
    var low: UInt32
    var high: UInt32

    static let none = IndexTest(column: 0, operation: Operation.none, low: 0, high: 0)
}

/// An alternative of a rule in a list that an access leads to.
struct IndexEntry: BitwiseCopyable {
    /// The bound of the alternative's interval in a list of an `IntervalIndex`.
    var bound: UInt32 = 0
    /// The number of the alternative.
    var branch: UInt32
    /// The first test, which rejects most candidates without another look at memory.
    var test: IndexTest
}
