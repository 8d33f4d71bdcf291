/// A node of a tree: a predicate or an expression.
public enum PredicateTreeNode: Hashable, Sendable {
    /// A tree with a truth value.
    case predicate(PredicateTree)
    /// A tree with any value.
    case expression(ExpressionTree)

    /// The range of the node in the text that it came from.
    public var range: SourceRange? {
        switch self {
        case .predicate(let tree): tree.range
        case .expression(let tree): tree.range
        }
    }

    /// The nodes directly under it, in the order of the text.
    public var children: [PredicateTreeNode] {
        switch self {
        case .predicate(let tree): tree.children
        case .expression(let tree): tree.children
        }
    }

    /// The canonical text.
    package var predicateFormat: String {
        switch self {
        case .predicate(let tree): tree.predicateFormat
        case .expression(let tree): tree.predicateFormat
        }
    }

    var height: Int {
        switch self {
        case .predicate(let tree): tree.height
        case .expression(let tree): tree.height
        }
    }
}

extension PredicateTree {
    /// The predicates and expressions directly under the node, in the order of the text.
    public var children: [PredicateTreeNode] {
        switch kind {
        case .constant: []
        case .and(let children), .or(let children): children.map { .predicate($0) }
        case .not(let inner): [.predicate(inner)]
        case .comparison(let comparison): [.expression(comparison.left), .expression(comparison.right)]
        }
    }
}

extension ExpressionTree {
    /// The predicates and expressions directly under the node, in the order of the text.
    public var children: [PredicateTreeNode] {
        switch kind {
        case .constant, .record, .element, .variable, .argument: []
        case .field(let base, _), .assignment(_, let base), .complement(let base), .cast(let base, _):
            [.expression(base)]
        case .dynamicField(let base, let key): [.expression(base), .expression(key)]
        case .collection(_, let base, let path):
            path.map { [.expression(base), .expression($0)] } ?? [.expression(base)]
        case .index(let base, let index):
            if case .at(let key) = index { [.expression(base), .expression(key)] } else { [.expression(base)] }
        case .aggregate(let elements), .call(_, let elements): elements.map { .expression($0) }
        case .arithmetic(_, let left, let right), .set(_, let left, let right):
            [.expression(left), .expression(right)]
        case .function(let target, _, let arguments): [.expression(target)] + arguments.map { .expression($0) }
        case .ternary(let condition, let a, let b): [.predicate(condition), .expression(a), .expression(b)]
        case .subquery(let collection, _, let predicate): [.expression(collection), .predicate(predicate)]
        }
    }
}

/// The levels of trees. Each node knows its height, so the depth of a recursion is known before it starts.
enum TreeHeight {
    /// More levels than any tree may have.
    static let overflow = PredicateTree.maximumHeight + 1

    static func above(_ kind: PredicateTree.Kind) -> Int {
        switch kind {
        case .constant: 1
        case .and(let children), .or(let children): above(children)
        case .not(let inner): raised(inner.height)
        case .comparison(let comparison): raised(max(comparison.left.height, comparison.right.height))
        }
    }

    static func above(_ kind: ExpressionTree.Kind) -> Int {
        switch kind {
        case .constant, .record, .element, .variable, .argument: 1
        case .field(let base, _), .assignment(_, let base), .complement(let base), .cast(let base, _):
            raised(base.height)
        case .dynamicField(let base, let key): raised(max(base.height, key.height))
        case .collection(_, let base, let path): raised(max(base.height, path?.height ?? 0))
        case .index(let base, let index):
            if case .at(let key) = index { raised(max(base.height, key.height)) } else { raised(base.height) }
        case .aggregate(let elements), .call(_, let elements): raised(elements.reduce(0) { max($0, $1.height) })
        case .arithmetic(_, let left, let right), .set(_, let left, let right):
            raised(max(left.height, right.height))
        case .function(let target, _, let arguments):
            raised(arguments.reduce(target.height) { max($0, $1.height) })
        case .ternary(let condition, let a, let b): raised(max(condition.height, a.height, b.height))
        case .subquery(let collection, _, let predicate): raised(max(collection.height, predicate.height))
        }
    }

    /// One level more than the highest of the trees.
    static func above(_ trees: [PredicateTree]) -> Int {
        var height = 0
        for tree in trees { height = max(height, tree.height) }
        return raised(height)
    }

    /// One level more.
    static func raised(_ height: Int) -> Int {
        height >= PredicateTree.maximumHeight ? overflow : height + 1
    }
}

// Equality and hashing use a separate stack, because they may run on any thread.
extension PredicateTreeNode {
    /// Structural equality, without ranges and types.
    public static func == (a: PredicateTreeNode, b: PredicateTreeNode) -> Bool { same(a, b) }
    /// Structural hash.
    public func hash(into hasher: inout Hasher) { combine(into: &hasher) }

    static func same(_ a: PredicateTreeNode, _ b: PredicateTreeNode) -> Bool {
        var pending = [(a, b)]
        while let (a, b) = pending.popLast() {
            guard a.height == b.height, a.label == b.label else { return false }
            let (left, right) = (a.children, b.children)
            guard left.count == right.count else { return false }
            pending.append(contentsOf: zip(left, right))
        }
        return true
    }

    func combine(into hasher: inout Hasher) {
        var pending = [self]
        while let node = pending.popLast() {
            hasher.combine(node.label)
            pending.append(contentsOf: node.children)
        }
    }

    /// The contents of a node without its children.
    private var label: Label {
        switch self {
        case .predicate(let tree): Label(tree.kind)
        case .expression(let tree): Label(tree.kind)
        }
    }

    private enum Label: Hashable {
        case truth(Bool), and(Int), or(Int), not
        case comparison(Quantifier?, ComparisonOperator, StringOptions)
        case constant(PredicateValue), record, element, field(ExactName), dynamicField
        case collection(CollectionOperator, hasPath: Bool)
        case first, last, size, at
        case variable(ExactName), assignment(ExactName), argument(Int, FormatSpecifier), aggregate(Int)
        case arithmetic(ArithmeticOperator), complement, set(SetOperator)
        case call(ExactName, Int), function(ExactName, Int), cast(CastTarget), ternary, subquery(ExactName)

        init(_ kind: PredicateTree.Kind) {
            switch kind {
            case .constant(let value): self = .truth(value)
            case .and(let children): self = .and(children.count)
            case .or(let children): self = .or(children.count)
            case .not: self = .not
            case .comparison(let comparison):
                self = .comparison(comparison.quantifier, comparison.comparator, comparison.options)
            }
        }

        init(_ kind: ExpressionTree.Kind) {
            switch kind {
            case .constant(let value): self = .constant(value)
            case .record: self = .record
            case .element: self = .element
            case .field(_, let name): self = .field(ExactName(name))
            case .dynamicField: self = .dynamicField
            case .collection(let symbol, _, let path): self = .collection(symbol, hasPath: path != nil)
            case .index(_, .first): self = .first
            case .index(_, .last): self = .last
            case .index(_, .size): self = .size
            case .index(_, .at): self = .at
            case .variable(let name): self = .variable(ExactName(name))
            case .assignment(let name, _): self = .assignment(ExactName(name))
            case .argument(let index, let specifier): self = .argument(index, specifier)
            case .aggregate(let elements): self = .aggregate(elements.count)
            case .arithmetic(let symbol, _, _): self = .arithmetic(symbol)
            case .complement: self = .complement
            case .set(let symbol, _, _): self = .set(symbol)
            case .call(let name, let arguments): self = .call(ExactName(name), arguments.count)
            case .function(_, let selector, let arguments): self = .function(ExactName(selector), arguments.count)
            case .cast(_, let target): self = .cast(target)
            case .ternary: self = .ternary
            case .subquery(_, let variable, _): self = .subquery(ExactName(variable))
            }
        }
    }
}
