/// A node of the syntax tree, before names and types are checked.
///
/// It is a class, so that a node takes one word in the frames of recursive walks over deep trees. The most common
/// nodes have their own classes (below), whose parts can be read directly. `kind` copies all parts. A
/// node of this class itself is `missing`.
package class SyntaxNode: @unchecked Sendable {
    // Nodes never change: this class and its subclasses have only constants.

    /// Half a word each, because no text is longer (`Token.longestText`).
    private let lowerBound: UInt32
    private let upperBound: UInt32
    private let levels: UInt32
    /// Whether the node is a predicate or an expression. It is stored, because the parser and the checker often need
    /// it.
    package final let shape: Shape
    /// The kind of node, for common kinds.
    final let form: Form

    /// Its range in the text.
    package final var range: SourceRange { SourceRange(Int(lowerBound), Int(upperBound)) }
    /// The number of levels of the tree, including this node.
    package final var height: Int { Int(levels) }
    /// The kind of node, with its parts.
    package var kind: Kind { .missing }

    init(_ range: SourceRange, height: Int, _ shape: Shape, _ form: Form) {
        lowerBound = UInt32(clamping: range.lowerBound)
        upperBound = UInt32(clamping: range.upperBound)
        levels = UInt32(clamping: height)
        self.shape = shape
        self.form = form
    }

    /// A node of a kind, of the class for that kind.
    package static func make(_ kind: Kind, _ range: SourceRange, height: Int = 1) -> SyntaxNode {
        switch kind {
        case .literal(let value): return LiteralNode(value, range)
        case .record: return OtherNode(kind, range, height: 1, .expression, .record)
        case .variable(let name): return VariableNode(name, range)
        case .path(let base, let components):
            if base == nil, components.count == 1, case .key(let name) = components[0].kind,
                components[0].range == range, height == 1
            {
                return FieldNode(name, range)
            }
            return PathNode(base, components, range, height: height)
        case .comparison(let comparison): return ComparisonNode(comparison, range, height: height)
        case .missing: return SyntaxNode(range, height: height, .unknown, .other)
        case .parenthesized(let inner): return OtherNode(kind, range, height: height, inner.shape, .parenthesized)
        case .and: return OtherNode(kind, range, height: height, .predicate, .conjunction)
        case .or, .not, .truth, .chain: return OtherNode(kind, range, height: height, .predicate, .other)
        case .index: return OtherNode(kind, range, height: height, .expression, .index)
        case .arithmetic: return OtherNode(kind, range, height: height, .expression, .arithmetic)
        default: return OtherNode(kind, range, height: height, .expression, .other)
        }
    }

    package enum Kind: Sendable {
        // Predicates.
        case or([SyntaxNode])
        /// An AND. `isWritten` is false if a repair of the parser made it.
        case and([SyntaxNode], isWritten: Bool)
        /// Predicates that a program joined step by step: nested groups in the text, but one node.
        case chain([SyntaxNode], isAnd: Bool)
        case not(SyntaxNode)
        case truth(Bool)
        case comparison(SyntaxComparison)
        // Expressions.
        case literal(PredicateValue)
        case record
        case variable(String)
        case assignment(String, SyntaxNode)
        /// A format argument by its index.
        case argument(Int, FormatSpecifier)
        /// A path. Without a base it starts at the record.
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
        /// A part of Apple's language that does not exist here: ANYKEY, FETCH.
        case unavailable(String, [SyntaxNode])
        // Either.
        case parenthesized(SyntaxNode)
        /// A missing or wrong part that has been reported. It fits everywhere.
        case missing
    }
}

/// A comparison as it is written.
package struct SyntaxComparison: Sendable {
    var quantifier: (kind: Quantifier, range: SourceRange)?
    var comparator: SyntaxComparator
    /// The operator without its options.
    var comparatorRange: SourceRange
    var options: StringOptions
    /// The brackets of the options, if there are any.
    var optionsRange: SourceRange?
    var left: SyntaxNode
    var right: SyntaxNode
}

/// An operator as it is written.
package enum SyntaxComparator: Sendable {
    case known(ComparisonOperator)
    /// An operator of Apple's language that does not exist here: TOKENMATCHES, `isKindOfClass:`.
    case unavailable(String)
    /// A word that is not an operator. It has been reported.
    case invalid
}

/// A component of a path.
package struct SyntaxComponent: Sendable {
    package enum Kind: Sendable {
        /// A key, in any quotes.
        case key(String)
        /// `@name`, with the `@`.
        case collectionOperator(String)
        /// `%K`, by its index.
        case argument(Int, FormatSpecifier)
        /// A call or a variable whose value is the key.
        case dynamic(SyntaxNode)
    }
    package var kind: Kind
    var range: SourceRange

    /// Whether it is a call or a variable.
    var isDynamic: Bool {
        if case .dynamic = kind { true } else { false }
    }
}

/// The contents of the brackets of an index.
package enum SyntaxIndex: Sendable {
    case first
    case last
    case size
    case at(SyntaxNode)
}

/// A call by name.
package struct SyntaxCall: Sendable {
    /// The name, with its colons if it was written with them.
    var name: String
    var nameRange: SourceRange
    var arguments: [SyntaxNode]
}

extension SyntaxNode {
    package enum Shape { case predicate, expression, unknown }
    enum Form {
        case literal, record, variable, field, path, comparison, conjunction, parenthesized, index, arithmetic, other
    }

    /// The node within any parentheses.
    var unparenthesized: SyntaxNode {
        guard form == .parenthesized else { return self }
        var node = self
        while case .parenthesized(let inner) = node.kind { node = inner }
        return node
    }
}

// The most common nodes. Code that knows the form of a node uses its class to read its parts without a copy of the
// rest.

/// A literal number, text, truth value or nil.
final class LiteralNode: SyntaxNode, @unchecked Sendable {
    let value: PredicateValue

    init(_ value: PredicateValue, _ range: SourceRange) {
        self.value = value
        super.init(range, height: 1, .expression, .literal)
    }

    override var kind: Kind { .literal(value) }
}

/// `$name`
final class VariableNode: SyntaxNode, @unchecked Sendable {
    let name: String

    init(_ name: String, _ range: SourceRange) {
        self.name = name
        super.init(range, height: 1, .expression, .variable)
    }

    override var kind: Kind { .variable(name) }
}

/// A path of a single name from the record.
final class FieldNode: SyntaxNode, @unchecked Sendable {
    let name: String

    init(_ name: String, _ range: SourceRange) {
        self.name = name
        super.init(range, height: 1, .expression, .field)
    }

    override var kind: Kind { .path(nil, [SyntaxComponent(kind: .key(name), range: range)]) }
}

/// Any other path. Without a base it starts at the record.
final class PathNode: SyntaxNode, @unchecked Sendable {
    let base: SyntaxNode?
    let components: [SyntaxComponent]

    init(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange, height: Int) {
        self.base = base
        self.components = components
        super.init(range, height: height, .expression, .path)
    }

    override var kind: Kind { .path(base, components) }
}

/// A comparison.
final class ComparisonNode: SyntaxNode, @unchecked Sendable {
    let quantifier: (kind: Quantifier, range: SourceRange)?
    let comparator: SyntaxComparator
    let comparatorRange: SourceRange
    let options: StringOptions
    let optionsRange: SourceRange?
    let left: SyntaxNode
    let right: SyntaxNode

    init(_ syntax: consuming SyntaxComparison, _ range: SourceRange, height: Int) {
        quantifier = syntax.quantifier
        comparator = syntax.comparator
        comparatorRange = syntax.comparatorRange
        options = syntax.options
        optionsRange = syntax.optionsRange
        left = syntax.left
        right = syntax.right
        super.init(range, height: height, .predicate, .comparison)
    }

    override var kind: Kind {
        .comparison(
            SyntaxComparison(
                quantifier: quantifier, comparator: comparator, comparatorRange: comparatorRange, options: options,
                optionsRange: optionsRange, left: left, right: right))
    }
}

/// Any other node.
final class OtherNode: SyntaxNode, @unchecked Sendable {
    private let stored: Kind

    init(_ kind: Kind, _ range: SourceRange, height: Int, _ shape: Shape, _ form: Form) {
        stored = kind
        super.init(range, height: height, shape, form)
    }

    override var kind: Kind { stored }
}

extension SyntaxNode {
    // Only nodes of its class have the form of a class, so the form decides without a dynamic cast.

    /// The node as one of a class, if it has the form of that class.
    @inline(__always)
    private final func node<Node: SyntaxNode>(_ form: Form, _: Node.Type) -> Node? {
        self.form == form ? unsafeDowncast(self, to: Node.self) : nil
    }

    /// The node as a literal, if it is one.
    @inline(__always) final var asLiteral: LiteralNode? { node(.literal, LiteralNode.self) }

    /// The node as a single name, if it is one.
    @inline(__always) final var asField: FieldNode? { node(.field, FieldNode.self) }

    /// The node as a variable, if it is one.
    @inline(__always) final var asVariable: VariableNode? { node(.variable, VariableNode.self) }

    /// The node as a path of several names, if it is one.
    @inline(__always) final var asPath: PathNode? { node(.path, PathNode.self) }

    /// The node as a comparison, if it is one.
    @inline(__always) final var asComparison: ComparisonNode? { node(.comparison, ComparisonNode.self) }
}
