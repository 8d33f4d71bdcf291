import PredicateFormat

/// The order in which predicates are checked, and the circles among them.
struct NamedOrder {
    /// Predicates that are checked together: one, or all that use one another.
    struct Group {
        let members: [Int]
        /// Whether the members use themselves or one another.
        let isCircle: Bool
    }

    /// All predicates, each group after those that it uses.
    private(set) var groups: [Group] = []
    /// The circles: each predicate uses the next one, and the last the first.
    private(set) var cycles: [[Int]] = []

    private let uses: [[Int]]
    private var numbers: [Int?]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var next = 0

    /// - Parameter uses: the predicates that each one uses.
    init(_ uses: [[Int]]) {
        self.uses = uses
        numbers = Array(repeating: nil, count: uses.count)
        lowest = Array(repeating: 0, count: uses.count)
        isOpen = Array(repeating: false, count: uses.count)
        // Tarjan's algorithm gives the groups that use one another, each after those that it uses.
        for index in uses.indices where numbers[index] == nil { visit(index) }
    }

    /// Walks from a predicate, with a list in place of the stack: a chain of names may be long.
    private mutating func visit(_ root: Int) {
        var path: [(index: Int, position: Int)] = [(root, 0)]
        enter(root)
        while let (index, position) = path.last {
            if position < uses[index].count {
                path[path.count - 1].position += 1
                let used = uses[index][position]
                if numbers[used] == nil {
                    enter(used)
                    path.append((used, 0))
                } else if isOpen[used] {
                    lowest[index] = min(lowest[index], numbers[used] ?? 0)
                }
                continue
            }
            path.removeLast()
            if let above = path.last?.index { lowest[above] = min(lowest[above], lowest[index]) }
            if lowest[index] == numbers[index] { close(index) }
        }
    }

    private mutating func enter(_ index: Int) {
        numbers[index] = next
        lowest[index] = next
        next += 1
        open.append(index)
        isOpen[index] = true
    }

    /// Ends the group of a predicate.
    private mutating func close(_ index: Int) {
        var group: [Int] = []
        while let last = open.popLast() {
            isOpen[last] = false
            group.append(last)
            if last == index { break }
        }
        let isCircle = group.count > 1 || uses[index].contains(index)
        if isCircle { cycles.append(cycle(in: Set(group), from: group.min() ?? index)) }
        groups.append(Group(members: group.sorted(), isCircle: isCircle))
    }

    /// The shortest way from a predicate of a group back to itself.
    private func cycle(in group: Set<Int>, from start: Int) -> [Int] {
        var before: [Int: Int] = [:]
        var pending = [start]
        var position = 0
        while position < pending.count {
            let index = pending[position]
            position += 1
            for used in uses[index] where group.contains(used) {
                if used == start {
                    var way = [index]
                    while let last = way.last, last != start, let previous = before[last] { way.append(previous) }
                    return way.reversed()
                }
                if before[used] == nil {
                    before[used] = index
                    pending.append(used)
                }
            }
        }
        return [start]
    }
}
