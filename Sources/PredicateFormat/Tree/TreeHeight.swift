extension PredicateTree {
    /// The predicates and expressions directly under the node.
    var children: (predicates: [PredicateTree], expressions: [ExpressionTree]) {
        switch kind {
        case .constant: ([], [])
        case .and(let children), .or(let children): (children, [])
        case .not(let inner): ([inner], [])
        case .comparison(let comparison): ([], [comparison.left, comparison.right])
        }
    }

    /// Levels of the tree. Walks with a stack of its own: it is asked before anything recurses.
    var height: Int { treeHeight([.predicate(self, 1)]) }
}

extension ExpressionTree {
    /// The predicates and expressions directly under the node.
    var children: (predicates: [PredicateTree], expressions: [ExpressionTree]) {
        switch kind {
        case .constant, .record, .element, .variable, .argument: ([], [])
        case .field(let base, _), .assignment(_, let base), .complement(let base), .cast(let base, _): ([], [base])
        case .dynamicField(let base, let key): ([], [base, key])
        case .collection(_, let base, let path): ([], path.map { [base, $0] } ?? [base])
        case .index(let base, let index):
            if case .at(let key) = index { ([], [base, key]) } else { ([], [base]) }
        case .aggregate(let elements), .call(_, let elements): ([], elements)
        case .arithmetic(_, let left, let right), .set(_, let left, let right): ([], [left, right])
        case .function(let target, _, let arguments): ([], [target] + arguments)
        case .ternary(let condition, let a, let b): ([condition], [a, b])
        case .subquery(let collection, _, let predicate): ([predicate], [collection])
        }
    }

    /// Levels of the tree.
    var height: Int { treeHeight([.expression(self, 1)]) }
}

private enum PendingNode {
    case predicate(PredicateTree, Int)
    case expression(ExpressionTree, Int)
}

private func treeHeight(_ start: [PendingNode]) -> Int {
    var pending = start
    var height = 0
    while let node = pending.popLast() {
        let children: (predicates: [PredicateTree], expressions: [ExpressionTree])
        let level: Int
        switch node {
        case .predicate(let tree, let nodeLevel): (children, level) = (tree.children, nodeLevel)
        case .expression(let tree, let nodeLevel): (children, level) = (tree.children, nodeLevel)
        }
        height = max(height, level)
        for child in children.predicates { pending.append(.predicate(child, level + 1)) }
        for child in children.expressions { pending.append(.expression(child, level + 1)) }
    }
    return height
}
