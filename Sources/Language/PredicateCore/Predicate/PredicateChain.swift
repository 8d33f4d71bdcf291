/// Predicates that were joined step by step, as by `all = try all && next`.
///
/// All steps share one list. Each step appends to it and measures only the new part, so a loop costs as much as its
/// parts. The tree has a nested group for each step (D81) while the limit on depth allows; beyond that it is one
/// group. The text is the same for both.
package struct PredicateChain: Sendable {
    /// The operator between the parts.
    package enum Connective { case and, or }

    let connective: Connective
    private let shared: SharedParts
    let count: Int
    /// The levels of the tree, with the chain as one group.
    let height: Int
    /// The levels of the tree, with a group for each step.
    private let nestedHeight: Int
    /// The number of nodes of all parts.
    let nodes: Int
    /// The substitution variables of all parts.
    let variables: [PredicateTyping.Variable]

    /// The parts of a chain and of its continuations. Each step sees only its own parts.
    private final class SharedParts: Sendable {
        private let parts: Locked<[CheckedPredicate]>

        init(_ parts: [CheckedPredicate]) { self.parts = Locked(parts) }

        func first(_ count: Int) -> ArraySlice<CheckedPredicate> { parts.withLock { $0.prefix(count) } }

        /// Appends a part after `count` others; false if another step has already done so.
        func append(_ part: CheckedPredicate, behind count: Int) -> Bool {
            parts.withLock {
                guard $0.count == count else { return false }
                $0.append(part)
                return true
            }
        }
    }

    /// Two predicates joined. The first may be a chain that this continues. Returns nil if a variable is used with two
    /// types.
    package init?(_ first: CheckedPredicate, _ connective: Connective, _ second: CheckedPredicate) {
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

    /// The variables of both, each with its common type (D85); nil if a variable has none.
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

    /// The size of a part.
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

    /// Whether the chain is within limits.
    package func isWithin(_ limits: PredicateLimits) -> Bool { height <= limits.depth && nodes <= limits.nodes }

    // MARK: Trees

    /// The tree that is evaluated: the parts as one group, which gives the same answers as nested groups.
    var meaning: PredicateTree { group(shared.first(count).map(\.storage.meaning), isStepwise: false) }

    /// The tree of the chain: nested groups if the limit on depth allows.
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

    /// The tree with the library and limits of its check.
    func built(_ library: PredicateLibrary, _ limits: PredicateLimits) -> BuiltPredicate {
        BuiltPredicate(tree: tree(limits), arguments: [], library: library, limits: limits)
    }
}
