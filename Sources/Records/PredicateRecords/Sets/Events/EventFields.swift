import CRecordScan
import PredicateFormat

/// The fields that the rules of a set read, numbered from 0, in the form of the scanner in C.
///
/// Numbers are never given to other fields, so indexes that were built for fewer fields keep working.
final class EventFields: @unchecked Sendable {
    // Threads may share it because nothing is written after `init`.
    /// The path of each field.
    let paths: [[String]]
    /// The plan of the scan. It points into this object's memory.
    let plan: rs_plan
    private let nodes: UnsafeMutablePointer<rs_node>
    private let keys: UnsafeMutablePointer<UInt8>

    /// A key of the tree during construction.
    private struct Branch {
        var key: [UInt8]
        var slot: Int32 = -1
        var children: [Int] = []
        var byKey: [[UInt8]: Int] = [:]
    }

    /// The fields with these paths.
    init(_ paths: [[String]]) {
        self.paths = paths
        // The first branch stands for the record.
        var branches = [Branch(key: [])]
        for (slot, path) in paths.enumerated() {
            var parent = 0
            for key in path {
                let bytes = Array(key.utf8)
                if let known = branches[parent].byKey[bytes] {
                    parent = known
                    continue
                }
                branches.append(Branch(key: bytes))
                branches[parent].children.append(branches.count - 1)
                branches[parent].byKey[bytes] = branches.count - 1
                parent = branches.count - 1
            }
            branches[parent].slot = Int32(slot)
        }
        for index in branches.indices {
            branches[index].children = ScanPlan.searched(branches[index].children) { branches[$0].key }
        }
        // Level by level, so that the keys of one object are next to each other.
        var order = branches[0].children
        var next = 0
        while next < order.count {
            order += branches[order[next]].children
            next += 1
        }
        var below = [UInt32](repeating: 0, count: branches.count)
        for index in order.reversed() {
            for child in branches[index].children { below[index] += below[child] + (branches[child].slot >= 0 ? 1 : 0) }
        }
        var locations = [Int](repeating: 0, count: branches.count)
        for (location, branch) in order.enumerated() { locations[branch] = location }
        keys = .allocate(capacity: max(1, branches.reduce(0) { $0 + $1.key.count }))
        nodes = .allocate(capacity: max(1, order.count))
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
                    child_count: UInt32(branch.children.count), slots_below: below[index], first_test: 0,
                    test_count: 0))
        }
        plan = rs_plan(
            nodes: UnsafePointer(nodes), tests: nil, node_count: UInt32(order.count),
            root_count: UInt32(branches[0].children.count), slot_count: UInt32(paths.count),
            maximum_depth: UInt32(clamping: PredicateLimits.standard.recordDepth), kernel: rs_best_kernel())
    }

    deinit {
        nodes.deallocate()
        keys.deallocate()
    }
}

/// Numbers the fields of rules.
struct FieldNumbers: Sendable {
    private(set) var paths: [[String]] = []
    private var numbers: [[ExactKey]: Int] = [:]

    /// A key by its bytes.
    private struct ExactKey: Hashable {
        let bytes: [UInt8]
        init(_ text: String) { bytes = Array(text.utf8) }
    }

    /// The number of a field. A new field gets a new number.
    mutating func number(of path: [String]) -> Int {
        let key = path.map(ExactKey.init)
        if let known = numbers[key] { return known }
        let number = paths.count
        paths.append(path)
        numbers[key] = number
        return number
    }
}
