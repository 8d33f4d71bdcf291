/// Predicates that a program joined: step by step, as by `all = all && next`, as one group, or negated.
///
/// All steps share one list. Each step appends to it and measures only the new part, so a loop costs as much as its
/// parts. The tree has a nested group for each step (D81) while the limit on depth allows; beyond that it is one
/// group. The text is the same for both.
package struct PredicateChain: Sendable {
    /// What joins the parts; NOT has one.
    package enum Connective { case and, or, not }

    /// The most nodes of a chain that is evaluated, because `all = all && all` doubles them.
    private static let maximumNodes = 1 << 22
    /// The most levels of parts that are compiled apart. Each is a call on the stack of the caller.
    private static let maximumHeightApart = 100

    let connective: Connective
    private let isStepwise: Bool
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
    /// Whether no program does what the parts do, so that every evaluation reaches a limit.
    package let isUndecided: Bool
    /// Whether the chain is too high or too large to be kept.
    package let isTooLarge: Bool

    /// The parts of a chain and of its continuations. Each step sees only its own parts.
    private final class SharedParts: Sendable {
        private let parts: Locked<[CheckedPredicate]>

        init(_ parts: [CheckedPredicate]) { self.parts = Locked(parts) }

        /// Releases parts of parts, which recurses.
        deinit {
            let levels = parts.withLock { $0.reduce(0) { max($0, $1.chain?.height ?? 0) } }
            DeepStack.run(levels: levels) { parts.withLock { $0 = [] } }
        }

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
        self.init(connective, [first, second], isStepwise: true, isApart: false, variables)
    }

    /// Predicates without variables joined.
    ///
    /// - Parameters:
    ///   - isStepwise: whether the second of two continues the first if that is a chain.
    ///   - isApart: whether no library or schema serves all of them.
    package init(_ connective: Connective, _ parts: [CheckedPredicate], isStepwise: Bool, isApart: Bool) {
        self.init(connective, parts, isStepwise: isStepwise, isApart: isApart, [])
    }

    private init(
        _ connective: Connective, _ parts: [CheckedPredicate], isStepwise: Bool, isApart: Bool,
        _ variables: [PredicateTyping.Variable]
    ) {
        self.variables = variables
        self.connective = connective
        self.isStepwise = isStepwise
        let measures = parts.map(Measure.init)
        // A chain that is too large stays so.
        nodes = min(measures.reduce(1) { $0 + $1.nodes }, Self.maximumNodes + 1)
        nestedHeight = (measures.map(\.nestedHeight).max() ?? 0) + 1
        if isStepwise, !isApart, case .chain(let chain) = parts[0].storage.origin, chain.isStepwise,
            chain.connective == connective
        {
            count = chain.count + 1
            height = max(chain.height, measures[1].height + 1)
            if chain.shared.append(parts[1], behind: chain.count) {
                shared = chain.shared
            } else {
                shared = SharedParts(Array(chain.shared.first(chain.count)) + [parts[1]])
            }
        } else {
            height = (measures.map(\.height).max() ?? 0) + 1
            let isKept = height <= (isApart ? Self.maximumHeightApart : PredicateTree.maximumHeight)
            count = isKept ? parts.count : 0
            shared = SharedParts(isKept ? parts : [])
        }
        isTooLarge = count == 0 && !parts.isEmpty || nodes > Self.maximumNodes
        isUndecided = isTooLarge || isApart || parts.contains { $0.isUndecided }
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
    package func isWithin(_ limits: PredicateLimits) -> Bool {
        height <= limits.depth && nodes <= limits.nodes && !isTooLarge
    }

    // MARK: Trees

    /// The tree that is evaluated: the parts as one group, which gives the same answers as nested groups.
    var meaning: PredicateTree {
        if isUndecided { return .tooDeep }
        return DeepStack.run(levels: height) { group(shared.first(count).map(\.storage.meaning), isStepwise: false) }
    }

    /// The tree of the chain: nested groups if the limit on depth allows.
    func tree(_ limits: PredicateLimits) -> PredicateTree {
        if isTooLarge { return .tooDeep }
        let isNested = nestedHeight <= min(limits.depth, PredicateTree.maximumHeight)
        return DeepStack.run(levels: height) { tree(isNested: isNested) }
    }

    private func tree(isNested: Bool) -> PredicateTree {
        let trees = shared.first(count).map { part in
            if case .chain(let chain) = part.storage.origin { return chain.tree(isNested: isNested) }
            return part.storage.structure
        }
        guard isNested, isStepwise, let first = trees.first else { return group(trees, isStepwise: isStepwise) }
        return trees.dropFirst().reduce(first) { group([$0, $1], isStepwise: false) }
    }

    private func group(_ trees: [PredicateTree], isStepwise: Bool) -> PredicateTree {
        guard let first = trees.first else { return PredicateTree(.constant(connective == .and)) }
        if connective == .not { return PredicateTree(.not(first)) }
        var tree = PredicateTree(connective == .and ? .and(trees) : .or(trees))
        tree.isStepwise = isStepwise
        return tree
    }

    /// The tree with the library and limits of its check.
    func built(_ library: PredicateLibrary, _ limits: PredicateLimits) -> BuiltPredicate {
        BuiltPredicate(tree: tree(limits), arguments: [], library: library, limits: limits)
    }
}

extension PredicateLibrary {
    /// Whether a predicate means the same with this library as with its own.
    package func reads(_ predicate: CheckedPredicate) -> Bool {
        let own = predicate.library
        if isSame(as: own) { return true }
        let (engines, others) = (engineTypes, own.engineTypes)
        return (own.patterns == nil || engines[0] == others[0]) && engines[1] == others[1]
            && predicate.uses.functions.allSatisfy { functions[$0]?.registration === own.functions[$0]?.registration }
            && predicate.uses.operators.allSatisfy {
                registeredOperator($0)?.registration === own.registeredOperator($0)?.registration
            }
    }
}
