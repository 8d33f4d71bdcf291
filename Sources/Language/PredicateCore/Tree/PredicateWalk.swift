// Walks use a separate stack instead of recursion, and call their functions on the current thread.

extension PredicateTreeNode {
    /// Visits the node and everything under it, each node before its children, in the order in which they are written.
    public func forEachNode<Failure: Error>(_ body: (PredicateTreeNode) throws(Failure) -> Void) throws(Failure) {
        var pending = [self]
        while let node = pending.popLast() {
            try body(node)
            pending.append(contentsOf: node.children.reversed())
        }
    }

    /// Whether it contains an assignment.
    package var assigns: Bool {
        var found = false
        forEachNode { node in
            if case .expression(let tree) = node, case .assignment = tree.kind { found = true }
        }
        return found
    }
}

extension PredicateTree {
    /// Visits the predicate and everything under it, each node before its children, in the order in which they are
    /// written.
    public func forEachNode<Failure: Error>(_ body: (PredicateTreeNode) throws(Failure) -> Void) throws(Failure) {
        try PredicateTreeNode.predicate(self).forEachNode(body)
    }

    /// The comparisons in it, in the order in which they are written.
    package var comparisons: [Comparison] {
        var found: [Comparison] = []
        forEachNode { node in
            guard case .predicate(let tree) = node, case .comparison(let comparison) = tree.kind else { return }
            found.append(comparison)
        }
        return found
    }

    /// The predicate with every node replaced by the result of a function, from the bottom up: the function gets a
    /// node whose parts have already been replaced.
    ///
    /// The result keeps its ranges and types, which may no longer be correct: it must be checked
    /// (`checked(against:)`) before it can be evaluated.
    public func rewriting<Failure: Error>(
        predicates: (PredicateTree) throws(Failure) -> PredicateTree,
        expressions: (ExpressionTree) throws(Failure) -> ExpressionTree
    ) throws(Failure) -> PredicateTree {
        var rewriting = Rewriting()
        try rewriting.run(.predicate(self), predicates, expressions)
        return rewriting.predicates.last ?? self
    }

    /// The predicate with every expression in it replaced by the result of a function, from the bottom up.
    public func rewritingExpressions<Failure: Error>(_ body: (ExpressionTree) throws(Failure) -> ExpressionTree)
        throws(Failure) -> PredicateTree
    {
        try rewriting(predicates: { (tree) throws(Failure) in tree }, expressions: body)
    }
}

extension ExpressionTree {
    /// Visits the expression and everything under it, each node before its children, in the order in which they are
    /// written.
    public func forEachNode<Failure: Error>(_ body: (PredicateTreeNode) throws(Failure) -> Void) throws(Failure) {
        try PredicateTreeNode.expression(self).forEachNode(body)
    }

    /// The expression with every node replaced by the result of a function, from the bottom up.
    public func rewriting<Failure: Error>(
        predicates: (PredicateTree) throws(Failure) -> PredicateTree,
        expressions: (ExpressionTree) throws(Failure) -> ExpressionTree
    ) throws(Failure) -> ExpressionTree {
        var rewriting = Rewriting()
        try rewriting.run(.expression(self), predicates, expressions)
        return rewriting.expressions.last ?? self
    }
}

/// A walk that rebuilds a tree from the bottom up.
private struct Rewriting {
    /// The rebuilt nodes that have no parent yet, by kind.
    var predicates: [PredicateTree] = []
    var expressions: [ExpressionTree] = []

    private enum Step {
        case enter(PredicateTreeNode)
        case rebuild(PredicateTreeNode)
    }

    mutating func run<Failure: Error>(
        _ root: PredicateTreeNode, _ onPredicate: (PredicateTree) throws(Failure) -> PredicateTree,
        _ onExpression: (ExpressionTree) throws(Failure) -> ExpressionTree
    ) throws(Failure) {
        var pending: [Step] = [.enter(root)]
        while let step = pending.popLast() {
            switch step {
            case .enter(let node):
                pending.append(.rebuild(node))
                for child in node.children.reversed() { pending.append(.enter(child)) }
            case .rebuild(.predicate(let tree)): predicates.append(try onPredicate(rebuilt(tree)))
            case .rebuild(.expression(let tree)): expressions.append(try onExpression(rebuilt(tree)))
            }
        }
    }

    private mutating func takePredicates(_ count: Int) -> [PredicateTree] {
        let taken = Array(predicates.suffix(count))
        predicates.removeLast(min(count, predicates.count))
        return taken
    }

    private mutating func takeExpressions(_ count: Int) -> [ExpressionTree] {
        let taken = Array(expressions.suffix(count))
        expressions.removeLast(min(count, expressions.count))
        return taken
    }

    private mutating func takePredicate(or old: PredicateTree) -> PredicateTree { predicates.popLast() ?? old }
    private mutating func takeExpression(or old: ExpressionTree) -> ExpressionTree { expressions.popLast() ?? old }

    private mutating func rebuilt(_ tree: PredicateTree) -> PredicateTree {
        let kind: PredicateTree.Kind
        switch tree.kind {
        case .constant: return tree
        case .and(let children): kind = .and(takePredicates(children.count))
        case .or(let children): kind = .or(takePredicates(children.count))
        case .not(let inner): kind = .not(takePredicate(or: inner))
        case .comparison(var comparison):
            comparison.right = takeExpression(or: comparison.right)
            comparison.left = takeExpression(or: comparison.left)
            kind = .comparison(comparison)
        }
        var result = PredicateTree(kind, range: tree.range)
        result.isStepwise = tree.isStepwise
        return result
    }

    private mutating func rebuilt(_ tree: ExpressionTree) -> ExpressionTree {
        let kind: ExpressionTree.Kind
        switch tree.kind {
        case .constant, .record, .element, .variable, .argument: return tree
        case .field(let base, let name): kind = .field(takeExpression(or: base), name)
        case .assignment(let name, let value): kind = .assignment(name, takeExpression(or: value))
        case .complement(let operand): kind = .complement(takeExpression(or: operand))
        case .cast(let value, let target): kind = .cast(takeExpression(or: value), target)
        case .dynamicField(let base, let key):
            let key = takeExpression(or: key)
            kind = .dynamicField(takeExpression(or: base), key)
        case .collection(let symbol, let base, let path):
            let path = path.map { takeExpression(or: $0) }
            kind = .collection(symbol, takeExpression(or: base), path: path)
        case .index(let base, .at(let key)):
            let key = takeExpression(or: key)
            kind = .index(takeExpression(or: base), .at(key))
        case .index(let base, let index): kind = .index(takeExpression(or: base), index)
        case .aggregate(let elements): kind = .aggregate(takeExpressions(elements.count))
        case .call(let name, let arguments): kind = .call(name, takeExpressions(arguments.count))
        case .arithmetic(let symbol, let left, let right):
            let right = takeExpression(or: right)
            kind = .arithmetic(symbol, takeExpression(or: left), right)
        case .set(let symbol, let left, let right):
            let right = takeExpression(or: right)
            kind = .set(symbol, takeExpression(or: left), right)
        case .function(let target, let selector, let arguments):
            let arguments = takeExpressions(arguments.count)
            kind = .function(target: takeExpression(or: target), selector: selector, arguments: arguments)
        case .ternary(let condition, let a, let b):
            let b = takeExpression(or: b)
            let a = takeExpression(or: a)
            kind = .ternary(takePredicate(or: condition), a, b)
        case .subquery(let collection, let variable, let predicate):
            let predicate = takePredicate(or: predicate)
            kind = .subquery(takeExpression(or: collection), variable: variable, predicate)
        }
        return ExpressionTree(kind, type: tree.type, range: tree.range)
    }
}
