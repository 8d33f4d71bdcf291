/// Structural equality and hashing of trees, by a stack of their own: a comparison of two deep trees must not depend on
/// the stack of whoever asks.
enum TreeEquality {
    private enum Pair {
        case predicates(PredicateTree, PredicateTree)
        case expressions(ExpressionTree, ExpressionTree)
    }

    static func equal(_ a: PredicateTree, _ b: PredicateTree) -> Bool { equal([.predicates(a, b)]) }
    static func equal(_ a: ExpressionTree, _ b: ExpressionTree) -> Bool { equal([.expressions(a, b)]) }

    private static func equal(_ start: [Pair]) -> Bool {
        var pending = start
        while let pair = pending.popLast() {
            let left: (predicates: [PredicateTree], expressions: [ExpressionTree])
            let right: (predicates: [PredicateTree], expressions: [ExpressionTree])
            switch pair {
            case .predicates(let a, let b):
                guard node(a) == node(b) else { return false }
                (left, right) = (a.children, b.children)
            case .expressions(let a, let b):
                guard node(a) == node(b) else { return false }
                (left, right) = (a.children, b.children)
            }
            guard left.predicates.count == right.predicates.count, left.expressions.count == right.expressions.count else {
                return false
            }
            for (a, b) in zip(left.predicates, right.predicates) { pending.append(.predicates(a, b)) }
            for (a, b) in zip(left.expressions, right.expressions) { pending.append(.expressions(a, b)) }
        }
        return true
    }

    /// A hash of the topmost nodes: equal trees have equal ones, and different trees mostly differ there.
    static func hash(_ tree: PredicateTree, into hasher: inout Hasher) {
        hasher.combine(node(tree))
        for child in tree.children.expressions { hasher.combine(node(child)) }
    }

    /// A hash of the topmost nodes.
    static func hash(_ tree: ExpressionTree, into hasher: inout Hasher) {
        hasher.combine(node(tree))
        for child in tree.children.expressions.prefix(8) { hasher.combine(node(child)) }
    }

    /// A node without what is under it.
    private enum Node: Hashable {
        case constant(PredicateValue)
        case word(String, String)
        case comparison(Quantifier?, ComparisonOperator, StringOptions)
        case argument(Int, FormatSpecifier)
    }

    private static func node(_ tree: PredicateTree) -> Node {
        switch tree.kind {
        case .constant(let value): .constant(.boolean(value))
        case .and: .word("and", "")
        case .or: .word("or", "")
        case .not: .word("not", "")
        case .comparison(let comparison):
            .comparison(comparison.quantifier, comparison.comparator, comparison.options)
        }
    }

    private static func node(_ tree: ExpressionTree) -> Node {
        switch tree.kind {
        case .constant(let value): .constant(value)
        case .record: .word("record", "")
        case .element: .word("element", "")
        case .field(_, let name): .word("field", name)
        case .dynamicField: .word("dynamicField", "")
        case .collection(let symbol, _, _): .word("collection", symbol.rawValue)
        case .index(_, let index): .word("index", word(index))
        case .variable(let name): .word("variable", name)
        case .assignment(let name, _): .word("assignment", name)
        case .argument(let index, let specifier): .argument(index, specifier)
        case .aggregate: .word("aggregate", "")
        case .arithmetic(let symbol, _, _): .word("arithmetic", symbol.rawValue)
        case .complement: .word("complement", "")
        case .set(let symbol, _, _): .word("set", symbol.rawValue)
        case .call(let name, _): .word("call", name)
        case .function(_, let selector, _): .word("function", selector)
        case .cast(_, let target): .word("cast", target.rawValue)
        case .ternary: .word("ternary", "")
        case .subquery(_, let variable, _): .word("subquery", variable)
        }
    }

    private static func word(_ index: ExpressionTree.Index) -> String {
        switch index {
        case .first: "first"
        case .last: "last"
        case .size: "size"
        case .at: "at"
        }
    }
}
