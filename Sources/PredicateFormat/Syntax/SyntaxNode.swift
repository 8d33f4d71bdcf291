/// A node of the syntax tree: what the text says, before names and types are looked at.
///
/// A class, so that a node costs one word in the frames of the recursive walks over deep trees.
final class SyntaxNode: Sendable {
    let kind: Kind
    let range: SourceRange
    /// Levels of the tree under the node, itself included.
    let height: Int
    /// Whether the node is a predicate or an expression. Noted once, because the parser and the checker ask often.
    let shape: Shape
    /// What the node is where that is asked often: looking at `kind` costs a copy of what it holds.
    let form: Form

    init(_ kind: Kind, _ range: SourceRange, height: Int = 1) {
        self.range = range
        self.height = height
        switch kind {
        case .and: (shape, form) = (.predicate, .conjunction)
        case .or, .not, .truth, .comparison: (shape, form) = (.predicate, .other)
        case .missing: (shape, form) = (.unknown, .other)
        case .parenthesized(let inner): (shape, form) = (inner.shape, .parenthesized)
        case .index: (shape, form) = (.expression, .index)
        case .arithmetic: (shape, form) = (.expression, .arithmetic)
        default: (shape, form) = (.expression, .other)
        }
        self.kind = kind
    }

    enum Kind: Sendable {
        // Predicates.
        case or([SyntaxNode])
        /// Written with AND, or what stands for one.
        case and([SyntaxNode], isWritten: Bool)
        case not(SyntaxNode)
        case truth(Bool)
        indirect case comparison(SyntaxComparison)
        // Expressions.
        case literal(PredicateValue)
        case record
        case variable(String)
        case assignment(String, SyntaxNode)
        /// A format argument by its place in the list of arguments.
        case argument(Int, FormatSpecifier)
        /// A path; without a base it begins at the record.
        case path(SyntaxNode?, [SyntaxComponent])
        case index(SyntaxNode, SyntaxIndex)
        case aggregate([SyntaxNode])
        case negative(SyntaxNode)
        case complement(SyntaxNode)
        case arithmetic(ArithmeticOperator, SyntaxNode, SyntaxNode, operator: SourceRange)
        case set(SetOperator, SyntaxNode, SyntaxNode, operator: SourceRange)
        case call(SyntaxCall)
        case function(target: SyntaxNode, selector: SyntaxNode, arguments: [SyntaxNode])
        case cast(SyntaxNode, type: SyntaxNode)
        case ternary(SyntaxNode, SyntaxNode, SyntaxNode)
        case subquery(SyntaxNode, variable: String, SyntaxNode)
        /// What Apple's language has and this one does not: ANYKEY, FETCH.
        case unavailable(String, [SyntaxNode])
        // Either.
        case parenthesized(SyntaxNode)
        /// Where something is missing or wrong, which has been reported; fits everywhere.
        case missing
    }
}

/// A comparison as it is written.
struct SyntaxComparison: Sendable {
    var quantifier: (kind: Quantifier, range: SourceRange)?
    var comparator: SyntaxComparator
    /// The operator without its options.
    var comparatorRange: SourceRange
    var options: StringOptions
    /// The brackets of the options, where there are any.
    var optionsRange: SourceRange?
    var left: SyntaxNode
    var right: SyntaxNode
}

/// An operator as it is written.
enum SyntaxComparator: Sendable {
    case known(ComparisonOperator)
    /// What Apple's language has and this one does not: TOKENMATCHES, `isKindOfClass:`.
    case unavailable(String)
    /// Not an operator, which has been reported.
    case invalid
}

/// A component of a path.
struct SyntaxComponent: Sendable {
    enum Kind: Sendable {
        /// A key, however it was quoted.
        case key(String)
        /// `@name`, with the `@`.
        case collectionOperator(String)
        /// `%K`, by its place in the list of arguments.
        case argument(Int, FormatSpecifier)
        /// A call or a variable whose value is the key.
        case dynamic(SyntaxNode)
    }
    var kind: Kind
    var range: SourceRange
}

/// What stands in the brackets of an index.
enum SyntaxIndex: Sendable {
    case first
    case last
    case size
    case at(SyntaxNode)
}

/// A call by name.
struct SyntaxCall: Sendable {
    /// The name, with its colons if it was written with them.
    var name: String
    var nameRange: SourceRange
    var arguments: [SyntaxNode]
}

extension SyntaxNode {
    enum Shape { case predicate, expression, unknown }
    enum Form { case conjunction, parenthesized, index, arithmetic, other }

    /// The node within any parentheses.
    var unparenthesized: SyntaxNode {
        guard form == .parenthesized else { return self }
        var node = self
        while case .parenthesized(let inner) = node.kind { node = inner }
        return node
    }
}
