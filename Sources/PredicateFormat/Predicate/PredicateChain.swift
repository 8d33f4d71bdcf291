/// Predicates that were joined step by step, as by `all = try all && next`.
///
/// A step appends to a list that all steps share, and looks at the new part alone. So a loop costs what its parts cost. The text
/// is that of groups in groups (D81), and the tree too as long as the limit on depth allows; past it the tree is one group.
struct PredicateChain: Sendable {
    /// What joins the parts.
    enum Connective { case and, or }

    let connective: Connective
    private let shared: SharedParts
    let count: Int
    /// Levels of the tree with the chain as one group.
    let height: Int
    /// Levels of the tree with a group for each step.
    private let nestedHeight: Int
    /// Nodes of all parts.
    let nodes: Int
    /// The substitution variables of all parts.
    let variables: [PredicateTyping.Variable]

    /// The parts of a chain that has been continued any number of times. Each step sees those that it has.
    private final class SharedParts: Sendable {
        private let parts: Locked<[CheckedPredicate]>

        init(_ parts: [CheckedPredicate]) { self.parts = Locked(parts) }

        func first(_ count: Int) -> ArraySlice<CheckedPredicate> { parts.withLock { $0.prefix(count) } }

        /// Appends a part behind so many; false where another step has done so.
        func append(_ part: CheckedPredicate, behind count: Int) -> Bool {
            parts.withLock {
                guard $0.count == count else { return false }
                $0.append(part)
                return true
            }
        }
    }

    /// Two predicates joined; the first may be a chain that is continued. Nil where a variable is used as different types.
    init?(_ first: CheckedPredicate, _ connective: Connective, _ second: CheckedPredicate) {
        guard let variables = Self.joined(first.storage.variables, second.storage.variables) else { return nil }
        self.variables = variables
        self.connective = connective
        let (one, other) = (Measure(first), Measure(second))
        nodes = one.nodes + other.nodes + 1
        nestedHeight = max(one.nestedHeight, other.nestedHeight) + 1
        if case .chain(let chain) = first.storage.origin, chain.connective == connective {
            count = chain.count + 1
            height = max(chain.height, other.height + 1)
            if chain.shared.append(second, behind: chain.count) {
                shared = chain.shared
            } else {
                shared = SharedParts(Array(chain.shared.first(chain.count)) + [second])
            }
        } else {
            count = 2
            height = max(one.height, other.height) + 1
            shared = SharedParts([first, second])
        }
    }

    /// The variables of both, each with the type that it has in both (D85); nil where there is none.
    private static func joined(_ first: [PredicateTyping.Variable], _ second: [PredicateTyping.Variable])
        -> [PredicateTyping.Variable]?
    {
        if second.isEmpty { return first }
        var joined = first
        for variable in second {
            guard let index = joined.firstIndex(where: { sameCodePoints($0.name, variable.name) }) else {
                joined.append(variable)
                continue
            }
            let (known, type) = (joined[index].value.type, variable.value.type)
            if type.isAny { continue }
            guard let agreed = known.isAny ? type : Checker.agreement(known, type) else { return nil }
            joined[index].value.type = agreed
        }
        return joined
    }

    /// How large a part is.
    private struct Measure {
        var height: Int
        var nestedHeight: Int
        var nodes = 0

        init(_ predicate: CheckedPredicate) {
            if case .chain(let chain) = predicate.storage.origin {
                (height, nestedHeight, nodes) = (chain.height, chain.nestedHeight, chain.nodes)
                return
            }
            let tree = predicate.storage.structure
            (height, nestedHeight) = (tree.height, tree.height)
            var count = 0
            tree.forEachNode { _ in count += 1 }
            nodes = count
        }
    }

    /// Whether the chain keeps within limits.
    func isWithin(_ limits: PredicateLimits) -> Bool { height <= limits.depth && nodes <= limits.nodes }

    // MARK: Trees

    /// What is evaluated: the parts as one group, which has the answers of groups in groups.
    var meaning: PredicateTree { group(shared.first(count).map(\.storage.meaning), isStepwise: false) }

    /// The tree of the whole: groups in groups where the limit on depth allows.
    func tree(_ limits: PredicateLimits) -> PredicateTree { tree(isNested: nestedHeight <= limits.depth) }

    private func tree(isNested: Bool) -> PredicateTree {
        let trees = shared.first(count).map { part in
            if case .chain(let chain) = part.storage.origin { return chain.tree(isNested: isNested) }
            return part.storage.structure
        }
        guard isNested, let first = trees.first else { return group(trees, isStepwise: true) }
        return trees.dropFirst().reduce(first) { group([$0, $1], isStepwise: false) }
    }

    private func group(_ trees: [PredicateTree], isStepwise: Bool) -> PredicateTree {
        var tree = PredicateTree(connective == .and ? .and(trees) : .or(trees))
        tree.isStepwise = isStepwise
        return tree
    }

    /// The tree with what it is checked with.
    func built(_ library: PredicateLibrary, _ limits: PredicateLimits) -> BuiltPredicate {
        BuiltPredicate(tree: tree(limits), arguments: [], library: library, limits: limits)
    }
}
