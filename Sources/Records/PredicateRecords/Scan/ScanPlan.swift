import CRecordScan
import PredicateCore

/// The paths to find, in the form of the scanner in C: a tree of keys, with the keys of one object next to one
/// another.
///
/// The plan owns the memory of the tree.
package final class ScanPlan {
    /// The plan for the scanner. It points into this object's memory.
    let plan: rs_plan
    /// The number of slots in a row.
    let slotCount: Int
    /// The path of each node of the tree.
    let nodePaths: [[String]]
    private let nodes: UnsafeMutablePointer<rs_node>
    private let tests: UnsafeMutablePointer<rs_test>
    /// The number of the comparison of each condition, nil for none; and whether it is the first of its field.
    private let testSites: [(site: Int?, isFirst: Bool)]
    /// Strings that the conditions point into.
    private let texts: [TextBytes]
    private let keys: UnsafeMutablePointer<UInt8>

    /// A key of the tree during construction.
    private struct Branch {
        var key: [UInt8]
        var path: [String]
        var slot: Int32 = -1
        var children: [Int] = []
    }

    /// A key below another one; below none, a key of the record.
    private struct Place: Hashable {
        var parent: Int?
        var key: [UInt8]
    }

    /// A plan.
    ///
    /// - Parameters:
    ///   - paths: the path of each slot; an empty path has no keys.
    ///   - maximumDepth: the maximum nesting of a record.
    ///   - kernel: the instructions; the best available ones unless a test sets others.
    ///   - showsUnusable: whether a value that a condition can never be true of is left to the caller.
    ///   - conditions: conditions that every record must satisfy, by slot; a line that fails one is not scanned
    ///     further.
    init(
        paths: [[String]], maximumDepth: Int, kernel: UInt32 = rs_best_kernel(),
        conditions: [SlotProgram.Operation] = [], showsUnusable: Bool = false
    ) {
        var branches: [Branch] = []
        var roots: [Int] = []
        var known: [Place: Int] = [:]
        for (slot, path) in paths.enumerated() {
            var parent: Int?
            for (depth, key) in path.enumerated() {
                let place = Place(parent: parent, key: Array(key.utf8))
                if let found = known[place] {
                    parent = found
                    continue
                }
                let made = branches.count
                known[place] = made
                branches.append(Branch(key: place.key, path: Array(path[...depth])))
                if let parent { branches[parent].children.append(made) } else { roots.append(made) }
                parent = made
            }
            if let parent { branches[parent].slot = Int32(slot) }
        }
        for index in branches.indices {
            branches[index].children = ScanPlan.searched(branches[index].children) { branches[$0].key }
        }
        roots = ScanPlan.searched(roots) { branches[$0].key }
        let order = Self.order(branches, roots)
        keys = .allocate(capacity: max(1, branches.reduce(0) { $0 + $1.key.count }))
        nodes = .allocate(capacity: max(1, order.count))
        nodePaths = order.map { branches[$0].path }
        slotCount = paths.count
        var tests: [rs_test] = []
        var sites: [(site: Int?, isFirst: Bool)] = []
        var texts: [TextBytes] = []
        var ranges: [Int32: Range<Int>] = [:]
        for (slot, conditions) in Dictionary(grouping: conditions, by: \.slot) where paths.indices.contains(slot) {
            let first = tests.count
            let shows = showsUnusable && conditions.contains { $0.site != nil }
            for condition in conditions {
                guard var test = Self.test(condition.kind) else { continue }
                test.shows_unusable = shows ? 1 : 0
                tests.append(test)
                sites.append((condition.site, tests.count == first + 1))
                if case .text(let test) = condition.kind, let part = test.exact { texts.append(part.bytes) }
            }
            if tests.count > first { ranges[Int32(slot)] = first..<tests.count }
        }
        self.texts = texts
        testSites = sites
        self.tests = .allocate(capacity: max(1, tests.count))
        self.tests.initialize(from: tests, count: tests.count)
        var locations = [Int](repeating: 0, count: branches.count)
        for (location, branch) in order.enumerated() { locations[branch] = location }
        var used = 0
        for (location, index) in order.enumerated() {
            let branch = branches[index]
            let start = keys + used
            start.initialize(from: branch.key, count: branch.key.count)
            used += branch.key.count
            (nodes + location).initialize(
                to: rs_node(
                    key: UnsafePointer(start), key_length: UInt32(branch.key.count), slot: branch.slot,
                    first_child: UInt32(branch.children.first.map { locations[$0] } ?? 0),
                    child_count: UInt32(branch.children.count), slots_below: Self.slots(below: index, branches),
                    first_test: UInt32(ranges[branch.slot]?.lowerBound ?? 0),
                    test_count: UInt32(ranges[branch.slot]?.count ?? 0)))
        }
        plan = rs_plan(
            nodes: UnsafePointer(nodes), tests: UnsafePointer(self.tests), node_count: UInt32(order.count),
            root_count: UInt32(roots.count),
            slot_count: UInt32(paths.count), maximum_depth: UInt32(clamping: maximumDepth), kernel: kernel)
    }

    deinit {
        nodes.deallocate()
        keys.deallocate()
        tests.deallocate()
    }

    /// Counts the values that have failed a condition since the last call as ones that its comparison could use.
    func count(_ rejections: Rejections, in tally: UnusableTally) {
        // What fails a condition has passed those before it.
        var failed = 0
        for (test, (site, isFirst)) in testSites.enumerated().reversed() where test < rejections.count {
            failed += rejections.numbers[test]
            rejections.numbers[test] = 0
            if let site { tally.addUsed(site, count: failed) }
            if isFirst { failed = 0 }
        }
    }

    /// For each condition, how many values have failed it. Nil does not count.
    struct Rejections {
        let numbers: UnsafeMutablePointer<Int>
        let count: Int

        init(count: Int) {
            self.count = count
            numbers = .allocate(capacity: max(1, count))
            numbers.initialize(repeating: 0, count: max(1, count))
        }

        /// Counts a line that the scanner has rejected.
        @inline(__always)
        func add(_ line: rs_line) {
            if Int(line.node) < count { numbers[Int(line.node)] &+= 1 }
        }
    }

    /// A condition in the form of the scanner in C; nil if it does not support the condition.
    private static func test(_ kind: SlotProgram.Kind) -> rs_test? {
        var test = rs_test()
        switch kind {
        case .integer(let comparison, let integer):
            test.kind = rs_integer.rawValue
            test.comparison = Self.comparison(comparison).rawValue
            test.integer = integer
        case .double(let comparison, let double):
            test.kind = rs_double.rawValue
            test.comparison = Self.comparison(comparison).rawValue
            test.number = double
        case .boolean(let flag): test.kind = flag ? rs_true.rawValue : rs_false.rawValue
        case .text(let textTest):
            guard let part = textTest.exact, part.isStart, let length = UInt32(exactly: part.bytes.count) else {
                return nil
            }
            test.comparison = part.isEnd ? rs_equals.rawValue : rs_begins.rawValue
            test.kind = rs_utf8.rawValue
            test.bytes = part.bytes.base
            test.length = length
        default: return nil
        }
        return test
    }

    private static func comparison(_ comparison: ConstantComparison) -> rs_comparison {
        switch comparison {
        case .less: rs_less
        case .lessOrEqual: rs_less_or_equal
        case .greater: rs_greater
        case .greaterOrEqual: rs_greater_or_equal
        case .equal: rs_equals
        }
    }

    /// The branches level by level, so that the branches of one object are adjacent.
    private static func order(_ branches: [Branch], _ roots: [Int]) -> [Int] {
        var order = roots
        var next = 0
        while next < order.count {
            order += branches[order[next]].children
            next += 1
        }
        return order
    }

    private static func slots(below index: Int, _ branches: [Branch]) -> UInt32 {
        var count: UInt32 = 0
        var pending = branches[index].children
        while let next = pending.popLast() {
            if branches[next].slot >= 0 { count += 1 }
            pending += branches[next].children
        }
        return count
    }
}

extension ScanPlan {
    /// The nodes of one object in the order in which the scanner searches their keys.
    package static func searched(_ nodes: [Int], key: (Int) -> [UInt8]) -> [Int] {
        guard nodes.count > Int(RS_MOST_COMPARED) else { return nodes }
        return nodes.sorted {
            let (a, b) = (key($0), key($1))
            return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
        }
    }
}
