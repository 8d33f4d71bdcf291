import CColumnKernels
import CRecordScan
import PredicateCore
import PredicateFormat

/// A predicate over columns. Each comparison decides many of the remaining rows of a chunk at once.
///
/// Comparisons without a kernel are decided value by value, as in `SlotProgram`. Repeated values (codes, bytes) are
/// decided once per distinct value. Rows that columns cannot represent are returned as unknown.
///
/// Used by one thread.
final class ColumnProgram {
    private indirect enum Node {
        case constant(Bool)
        case not(Node)
        case and([Node])
        case or([Node])
        case comparison(Int)
    }

    /// The columns to read.
    var columns: [ColumnKey] { locations.keys }
    private var locations = KeyLocations<ColumnKey>()
    private var comparisons: [ColumnComparison] = []
    private var root = Node.constant(false)

    /// The inputs for making comparisons.
    struct Environment {
        var library: PredicateLibrary
        var context: EvaluationContext
        var maximumDepth: Int
        /// An `rs_kernel`.
        var scanKernel: UInt32
        /// A `ck_kernel`.
        var kernel: UInt32
        /// Paths whose values are lists.
        var lists: [[String]] = []
        /// The types that are likely; nil if none are known.
        var schema: RecordSchema?

        /// Whether the value of a path is probably a list.
        func isList(at path: [String]) -> Bool { schema?.type(at: FieldPath(path.map { .key($0) }))?.element != nil }
    }

    /// A program; nil for a predicate that reads more than key paths.
    ///
    /// - Parameter base: the value that the paths start from.
    init?(_ program: CoreProgram, base: InputBinding.Base, environment: Environment) {
        let patterns = PatternCache(library: environment.library)
        let levels = CoreDepth.of(program.predicate)
        let root = CoreDepth.run(levels: levels) {
            node(program.predicate, program.slotCount, base, environment, patterns)
        }
        guard let root else { return nil }
        self.root = root
    }

    // MARK: Making

    private func node(
        _ predicate: CorePredicate, _ slotCount: Int, _ base: InputBinding.Base, _ environment: Environment,
        _ patterns: PatternCache
    ) -> Node? {
        func nodes(_ parts: [CorePredicate]) -> [Node]? {
            var nodes: [Node] = []
            for part in parts {
                guard let node = node(part, slotCount, base, environment, patterns) else { return nil }
                nodes.append(node)
            }
            // Cheap comparisons come first. The order does not change the answer.
            return nodes.enumerated().sorted { (cost($0.element), $0.offset) < (cost($1.element), $1.offset) }
                .map(\.element)
        }
        switch predicate {
        case .constant(let holds): return .constant(holds)
        case .not(let part): return node(part, slotCount, base, environment, patterns).map { .not($0) }
        case .and(let parts): return nodes(parts).map { .and($0) }
        case .or(let parts): return nodes(parts).map { .or($0) }
        default:
            if let bounds = ComparisonPlan.bounds(of: predicate) { return nodes(bounds).map { .and($0) } }
            return comparison(predicate, slotCount, base, environment, patterns)
        }
    }

    private func comparison(
        _ predicate: CorePredicate, _ slotCount: Int, _ base: InputBinding.Base, _ environment: Environment,
        _ patterns: PatternCache
    ) -> Node? {
        var binding = InputBinding(base, lists: environment.lists)
        guard let bound = binding.bind(predicate) else { return nil }
        let program = CoreProgram(predicate: bound, slotCount: slotCount)
        guard
            let comparison = ColumnComparison(
                program, paths: binding.paths, read: binding.readLocations, environment: environment,
                patterns: patterns, column: { locations.location(of: $0) })
        else { return nil }
        comparisons.append(comparison)
        return .comparison(comparisons.count - 1)
    }

    private func cost(_ node: Node) -> Int {
        switch node {
        case .constant: 0
        case .not(let part): cost(part)
        case .and(let parts), .or(let parts): parts.reduce(0) { $0 + cost($1) }
        case .comparison(let location): comparisons[location].cost
        }
    }

    // MARK: Running

    /// The rows of a chunk that satisfy the predicate, among the selected ones.
    ///
    /// - Parameters:
    ///   - chunks: the chunks of `columns`.
    ///   - selection: the rows to test.
    ///   - unknown: receives the rows that must be decided by reading their records; they are not in the result.
    func rows(_ chunks: [ColumnChunk], among selection: RowSet, unknown: inout RowSet) -> RowSet {
        guard chunks.count == columns.count else {
            unknown.formUnion(selection)
            return RowSet(count: selection.count)
        }
        var rows = rows(root, chunks, selection, &unknown)
        rows.subtract(unknown)
        return rows
    }

    private func rows(
        _ node: Node, _ chunks: [ColumnChunk], _ selection: RowSet, _ unknown: inout RowSet
    ) -> RowSet {
        switch node {
        case .constant(let holds): return holds ? selection : RowSet(count: selection.count)
        case .not(let part): return selection.subtracting(rows(part, chunks, selection, &unknown))
        case .and(let parts):
            var left = selection
            for part in parts {
                if left.isEmpty { break }
                left = rows(part, chunks, left, &unknown)
            }
            return left
        case .or(let parts):
            var left = selection
            for part in parts {
                if left.isEmpty { break }
                left.subtract(rows(part, chunks, left, &unknown))
            }
            return selection.subtracting(left)
        case .comparison(let location): return comparisons[location].rows(chunks, selection, &unknown)
        }
    }
}
