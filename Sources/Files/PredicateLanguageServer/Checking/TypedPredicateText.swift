import PredicateFiles
import PredicateFormat

/// The typed tree of a predicate, whether the predicate has errors or not.
struct TypedPredicateText {
    private let root: PredicateTreeNode?

    init(_ predicate: FoundPredicate, _ library: PredicateLibrary) {
        if predicate.isExpression {
            let compilation = ExpressionCompilation(
                predicate.text.text, against: predicate.schema, values: nil, library: library)
            root = compilation.expression.map { .expression($0.tree) }
        } else {
            let compilation = PredicateCompilation(
                predicate.text.text, schema: predicate.schema, arguments: nil, library: library)
            root = .predicate(compilation.typing.tree)
        }
    }

    /// The smallest expression around a range of the text.
    func expression(around range: SourceRange) -> ExpressionTree? {
        var found: ExpressionTree?
        root?.forEachNode { node in
            guard case .expression(let tree) = node, let place = tree.range, place.contains(range) else { return }
            if let best = found?.range, best.upperBound - best.lowerBound <= place.upperBound - place.lowerBound {
                // The children of a node come behind it, so of two equal ranges the outer one is kept.
                return
            }
            found = tree
        }
        return found
    }
}
