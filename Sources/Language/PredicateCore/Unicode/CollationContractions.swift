/// The sequences of code points that are weighed as one.
struct CollationContractions: Sendable {
    private var nodes: [Node] = []
    private var roots: [UInt32: Int] = [:]
    /// From a node (upper half) by a code point (lower half) to the next node.
    private var steps: [UInt64: Int] = [:]

    /// A beginning of a contraction.
    private struct Node {
        /// The elements of the whole; nil if this is only a beginning.
        var elements: [UInt32]?
        /// Whether a combining mark can follow.
        var goesOnWithMark = false
    }

    /// A location among the contractions, and how many code points lead to it.
    struct Match {
        var node: Int?
        var length: Int
    }

    /// Whether a contraction begins with a code point.
    func begin(with code: UInt32) -> Bool { roots[code] != nil }

    /// Adds a contraction of at least one code point.
    mutating func insert(_ codes: [UInt32], _ elements: [UInt32]) {
        guard let first = codes.first else { return }
        var node = roots[first] ?? newNode()
        roots[first] = node
        for code in codes.dropFirst() {
            if CanonicalDecomposition.combiningClass(of: code) != 0 { nodes[node].goesOnWithMark = true }
            let next = step(from: node, by: code) ?? newNode()
            steps[Self.key(node, code)] = next
            node = next
        }
        nodes[node].elements = elements
    }

    private mutating func newNode() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    private static func key(_ node: Int, _ code: UInt32) -> UInt64 { UInt64(node) << 32 | UInt64(code) }

    private func step(from node: Int, by code: UInt32) -> Int? { steps[Self.key(node, code)] }

    /// The longest contraction that begins at `start`; only the code point if there is none.
    func longest(in codes: [UInt32], from start: Int, but marks: CombiningMarks) -> Match {
        guard let root = roots[codes[start]] else { return Match(node: nil, length: 1) }
        var best = Match(node: root, length: 1)
        var node = root
        var index = start + 1
        while index < codes.count, !marks.isTaken(index), let next = step(from: node, by: codes[index]) {
            node = next
            index += 1
            if nodes[node].elements != nil { best = Match(node: node, length: index - start) }
        }
        return best
    }

    /// Whether a combining mark can lead on from a location.
    func goesOnWithMark(_ node: Int?) -> Bool { node.map { nodes[$0].goesOnWithMark } ?? false }

    /// Leads on from a location by the marks from `start` on that nothing blocks, and takes them.
    func extended(_ node: Int?, by marks: inout CombiningMarks, of codes: [UInt32], from start: Int) -> Int? {
        guard var node else { return nil }
        marks.prepare(codes)
        var index = start
        while index < codes.count, CanonicalDecomposition.combiningClass(of: codes[index]) != 0 {
            while let free = marks.firstFree(from: index), let next = step(from: node, by: codes[free]),
                nodes[next].elements != nil
            {
                marks.take(free)
                node = next
            }
            index = marks.end(of: index)
        }
        return node
    }

    /// The elements of a contraction; nil if the node is only a code point.
    func elements(of node: Int?) -> [UInt32]? { node.flatMap { nodes[$0].elements } }
}

/// The combining marks that a contraction has taken from after other marks, and the links from mark to mark.
///
/// Marks of other classes may be between a letter and a mark that joins it, but none of the same or a higher
/// class. Marks are in the order of their classes, so only the first free mark of each class can join. The location of the
/// first free mark is kept for each class of each run; otherwise, a long run of one mark would be walked
/// repeatedly.
struct CombiningMarks {
    private var taken: Set<Int> = []
    /// For each location: the end of the marks of the same class.
    private var ends: [Int] = []
    /// For the location of the first mark of a class: the number of its marks that are taken.
    private var takenCounts: [Int: Int] = [:]
    /// For each location: the start of the marks of the same class.
    private var starts: [Int] = []

    /// Looks at the text, the first time that a contraction may go on with a mark; most text has none.
    mutating func prepare(_ codes: [UInt32]) {
        if !ends.isEmpty { return }
        let classes = codes.map { CanonicalDecomposition.combiningClass(of: $0) }
        ends = Array(codes.indices)
        starts = ends
        for index in codes.indices.reversed() {
            let goesOn = index + 1 < codes.count && classes[index] != 0 && classes[index] == classes[index + 1]
            ends[index] = goesOn ? ends[index + 1] : index + 1
        }
        for index in codes.indices.dropFirst() where ends[index - 1] != index {
            starts[index] = starts[index - 1]
        }
    }

    func isTaken(_ index: Int) -> Bool { taken.contains(index) }

    /// The first free mark of the class of the mark at `index`, from `index` on.
    func firstFree(from index: Int) -> Int? {
        let start = starts[index]
        let free = max(index, start + takenCounts[start, default: 0])
        return free < ends[index] ? free : nil
    }

    /// The start of the marks of the next class.
    func end(of index: Int) -> Int { ends[index] }

    mutating func take(_ index: Int) {
        taken.insert(index)
        takenCounts[starts[index], default: 0] = index - starts[index] + 1
    }
}
