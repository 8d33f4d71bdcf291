/// A set of the numbers 0 to 255 in four words. It is fast enough for the recogniser even in a debug build.
struct SmallSet: Hashable, Sendable {
    static let limit = 256
    private var word0: UInt64 = 0
    private var word1: UInt64 = 0
    private var word2: UInt64 = 0
    private var word3: UInt64 = 0

    init() {}

    init(_ element: Int) { insert(element) }

    var isEmpty: Bool { word0 | word1 | word2 | word3 == 0 }

    mutating func insert(_ element: Int) {
        precondition(element >= 0 && element < Self.limit, "a small set holds 0 to 255")
        let bit: UInt64 = 1 << UInt64(element & 63)
        switch element >> 6 {
        case 0: word0 |= bit
        case 1: word1 |= bit
        case 2: word2 |= bit
        default: word3 |= bit
        }
    }

    func contains(_ element: Int) -> Bool {
        let word =
            switch element >> 6 {
            case 0: word0
            case 1: word1
            case 2: word2
            default: word3
            }
        return word >> UInt64(element & 63) & 1 == 1
    }

    mutating func formUnion(_ other: SmallSet) {
        word0 |= other.word0
        word1 |= other.word1
        word2 |= other.word2
        word3 |= other.word3
    }

    mutating func subtract(_ other: SmallSet) {
        word0 &= ~other.word0
        word1 &= ~other.word1
        word2 &= ~other.word2
        word3 &= ~other.word3
    }

    func intersects(_ other: SmallSet) -> Bool {
        (word0 & other.word0) | (word1 & other.word1) | (word2 & other.word2) | (word3 & other.word3) != 0
    }

    /// Removes and returns the smallest element.
    mutating func popFirst() -> Int? {
        if word0 != 0 {
            defer { word0 &= word0 &- 1 }
            return word0.trailingZeroBitCount
        }
        if word1 != 0 {
            defer { word1 &= word1 &- 1 }
            return 64 + word1.trailingZeroBitCount
        }
        if word2 != 0 {
            defer { word2 &= word2 &- 1 }
            return 128 + word2.trailingZeroBitCount
        }
        if word3 != 0 {
            defer { word3 &= word3 &- 1 }
            return 192 + word3.trailingZeroBitCount
        }
        return nil
    }

    var elements: [Int] {
        var rest = self
        var elements: [Int] = []
        while let element = rest.popFirst() { elements.append(element) }
        return elements
    }
}
