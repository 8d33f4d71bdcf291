import PredicateCore

extension PredicateTree {
    /// The predicate with the value of each `$name := value` in place of its variable.
    ///
    /// Foundation's predicates have no assignments. The import of an optional value that a condition reads twice writes
    /// one, so without this such a predicate could not go back. An assignment stays where its value is not known to be
    /// assigned before each use, or where the predicate would become too large.
    func inliningVariables() -> PredicateTree {
        var inlining = Inlining()
        guard inlining.collect(self) else { return self }
        var order = UseOrder(names: inlining.names)
        let isOrdered = DeepStack.run(levels: height) { order.isKnown(.predicate(self)) }
        guard isOrdered else { return self }
        let inlined = rewritingExpressions { inlining.inlined($0) }
        return inlining.isTooLarge ? self : inlined
    }
}

/// The values of variables, in the order in which they are written.
private struct Inlining {
    private(set) var names: Set<String> = []
    private(set) var isTooLarge = false
    private var values: [String: (tree: ExpressionTree, size: Int)] = [:]
    private var size = 0
    private static let limit = 5000

    /// Finds the assigned names; false if there are none, or if a variable has two values or one that changes.
    mutating func collect(_ tree: PredicateTree) -> Bool {
        var isFixed = true
        tree.forEachNode { node in
            guard case .expression(let tree) = node else { return }
            switch tree.kind {
            case .assignment(let name, _): if !names.insert(name).inserted { isFixed = false }
            case .call(let name, _): if BuiltInFunction(rawValue: name)?.isPure != true { isFixed = false }
            case .function: isFixed = false
            default: break
            }
        }
        return isFixed && !names.isEmpty
    }

    mutating func inlined(_ tree: ExpressionTree) -> ExpressionTree {
        switch tree.kind {
        case .assignment(let name, let value):
            var count = 0
            if !isTooLarge { value.forEachNode { _ in count += 1 } }
            values[name] = (value, count)
            return value
        case .variable(let name):
            guard let value = values[name], !isTooLarge else { return tree }
            size += value.size
            isTooLarge = size > Self.limit
            return value.tree
        default: return tree
        }
    }
}

/// Whether each use of a variable follows its assignment in every evaluation.
private struct UseOrder {
    let names: Set<String>
    private var known: Set<String> = []

    init(names: Set<String>) { self.names = names }

    mutating func isKnown(_ node: PredicateTreeNode) -> Bool {
        switch node {
        case .predicate(let tree):
            switch tree.kind {
            // A part is evaluated after all parts before it. After the group, only the first part surely was.
            case .and(let parts), .or(let parts):
                var behind = known
                for (index, part) in parts.enumerated() {
                    guard isKnown(.predicate(part)) else { return false }
                    if index == 0 { behind = known }
                }
                known = behind
                return true
            default: return node.children.allSatisfy { isKnown($0) }
            }
        case .expression(let tree):
            switch tree.kind {
            case .assignment(let name, let value):
                guard isKnown(.expression(value)) else { return false }
                known.insert(name)
                return true
            case .variable(let name): return !names.contains(name) || known.contains(name)
            case .ternary(let condition, let a, let b):
                guard isKnown(.predicate(condition)) else { return false }
                let before = known
                guard isKnown(.expression(a)) else { return false }
                known = before
                guard isKnown(.expression(b)) else { return false }
                known = before
                return true
            case .subquery(let collection, let variable, let condition):
                guard !names.contains(variable), isKnown(.expression(collection)) else { return false }
                let before = known
                guard isKnown(.predicate(condition)) else { return false }
                known = before
                return true
            default: return node.children.allSatisfy { isKnown($0) }
            }
        }
    }
}
